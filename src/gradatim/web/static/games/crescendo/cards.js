// What the server says of a table of Crescendo, and cards by name.

/** @import { View } from "../../wire.js" */

import { t } from "../../words.js";

/** @typedef {{ back: number, front: string, locked: boolean }} Slot   `front` is "" for a card that lies face down */
/** @typedef {{ row: Slot[], own: number, chosen: boolean, answered: boolean, passed: boolean, score: number }} SeatBoard */
/** @typedef {{ caller: boolean, wrong: number, passed: boolean, own: number, points: number }} SheetLine */
/** @typedef {{ front: string, back: number, wrong: boolean }} Revealed */
/** @typedef {{ front: string, back: number, seat: number, slot: number }} Shown   `slot` is -1 for a card in an own pile */

/**
 * The server's view of the game.
 * @typedef {object} Board
 * @property {number} round
 * @property {number} rounds
 * @property {number} lap
 * @property {"setup" | "turn" | "drawn" | "given" | "last" | "between" | "over"} phase
 * @property {number} dealer
 * @property {number} turn
 * @property {string[]} labels
 * @property {string[]} actions
 * @property {SeatBoard[]} seats
 * @property {{ size: number, back: number, label: string, action: string }} reserve
 * @property {number} pile
 * @property {string} top
 * @property {number} top_back
 * @property {number[]} fits
 * @property {boolean} open
 * @property {boolean} joker
 * @property {number} caller
 * @property {number} finals
 * @property {{ back: number, front: string, pile: boolean } | null} drawn
 * @property {number} given
 * @property {Shown[]} shown
 * @property {SheetLine[][]} sheet
 * @property {Revealed[][]} reveal
 */

/** @returns {Board} */
export const boardOf = (/** @type {View} */ view) => /** @type {Board} */ (view.board);

export const JOKER = "fJ";

/** @param {string} front */
export const numberOf = (front) => Number(front.slice(1));

/** "52", "Joker". @param {string} front */
export const nameOf = (front) => (front.startsWith(JOKER) ? t("client.crescendo.joker") : front.slice(1));

/** With its sign: "+3", "−2". @param {number} points */
export const signed = (points) => (points > 0 ? `+${points}` : points < 0 ? `−${-points}` : "0");

/** What an eye sees of a card in a row, for the ear: no more than the server sends. */
/** @param {Slot} card @param {number} at @param {string[]} labels */
export function spoken({ back, front, locked }, at, labels) {
  const facts = { slot: at + 1, back: labels[back], card: front && nameOf(front) };
  if (locked) return t("client.crescendo.slot.locked", facts);
  return t(front ? "client.crescendo.slot.known" : "client.crescendo.slot.hidden", facts);
}
