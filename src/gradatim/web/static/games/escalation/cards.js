// Cards by their fronts: names for the eye and the ear, and which picks are the same.

import { t } from "../../words.js";

/** @typedef {{ front: string, legal: boolean, why: string }} HandCard */
/** @typedef {{ seat: number, cards: string[], total: number, named: number, joker: boolean, say: string }} SeriesPlay */
/** @typedef {{ hand: number, taken: number, earlier: number }} SeatBoard */

/**
 * The server's view of the game.
 * @typedef {object} Board
 * @property {number} game
 * @property {number} games
 * @property {number} deck
 * @property {number} on_table
 * @property {number} total
 * @property {boolean} lead
 * @property {number} starter
 * @property {number} turn
 * @property {HandCard[]} hand
 * @property {SeriesPlay[]} series
 * @property {SeatBoard[]} seats
 * @property {string[][]} hands
 */

export const WILD = "f14";
export const JOKER = "f15";

/** For the eye: "5", "1–7", "Joker". @param {string} front */
export function sign(front) {
  if (front === WILD) return "1–7";
  if (front === JOKER) return t("client.escalation.joker");
  return front.slice(1);
}

/** For the ear: "5", "1 to 7", "Joker". @param {string} front */
export const spoken = (front) => (front === WILD ? t("client.escalation.wild") : sign(front));

/** @param {string[]} fronts */
export const signs = (fronts) => fronts.map(sign).join(" + ");

/** Each card of a hand with a key of its own: "f5#0", "f5#1". @template {{ front: string }} T @param {T[]} hand */
export function keyed(hand) {
  /** @type {Record<string, number>} */
  const seen = {};
  return hand.map((card) => {
    const nth = (seen[card.front] = (seen[card.front] ?? -1) + 1);
    return { ...card, key: `${card.front}#${nth}` };
  });
}

/** @param {string[]} some @param {string[]} all */
export function within(some, all) {
  const rest = [...all];
  return some.every((piece) => {
    const at = rest.indexOf(piece);
    if (at >= 0) rest.splice(at, 1);
    return at >= 0;
  });
}

/** @param {string[]} one @param {string[]} other */
export const same = (one, other) => one.length === other.length && within(one, other);
