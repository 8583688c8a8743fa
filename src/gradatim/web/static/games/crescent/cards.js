// What the board of Crescent says: its cards and places in words, and where a card lies.

/** @import { crescent, View } from "../../wire.js" */

import { list, t } from "../../words.js";

/** @typedef {crescent.Board} Board */

export const PILES = 16;
export const RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"];
export const SUITS = ["S", "H", "D", "C"];
const SIGNS = /** @type {Record<string, string>} */ ({ S: "♠", H: "♥", D: "♦", C: "♣" });

/** @param {View} view */
export const boardOf = (view) => /** @type {Board} */ (view.board);

// --- places: "p1" to "p16", "f1" to "f8" ------------------------------------------------------------------------------

/** @param {string} place */
export const isPile = (place) => place.startsWith("p");

/** A place's index among the piles or the foundations. @param {string} place */
export const indexOf = (place) => Number(place.slice(1)) - 1;

/** The card on top, "" where there is none. @param {Board} board @param {string} place */
export const topOf = (board, place) => (isPile(place) ? board.piles[indexOf(place)].cards.at(-1) : board.foundations[indexOf(place)].top) ?? "";

/** @param {Board} board @param {string} place */
export const countOf = (board, place) => (isPile(place) ? board.piles[indexOf(place)].cards.length : board.foundations[indexOf(place)].count);

/** @param {Board} board */
export const placesOf = (board) => [...board.piles.map((_, at) => `p${at + 1}`), ...board.foundations.map((_, at) => `f${at + 1}`)];

// --- words ------------------------------------------------------------------------------------------------------------

/** "8♥", for the eye. @param {string} front */
export const sign = (front) => front.slice(0, -1) + SIGNS[front.slice(-1)];

/** @param {string} suit */
export const suitName = (suit) => t(`client.crescent.suit.${suit}`);

/** "8 of hearts", for the ear; "" is a card that lies face down. @param {string} front */
export function spoken(front) {
  if (!front) return t("client.crescent.face_down");
  const [rank, suit] = [front.slice(0, -1), front.slice(-1)];
  return t("client.crescent.card", { rank: /\d/.test(rank) ? rank : t(`client.crescent.rank.${rank}`), suit: suitName(suit) });
}

/** "pile 7", "the ace foundation of hearts". @param {Board} board @param {string} place */
export function placeName(board, place) {
  if (isPile(place)) return t("client.crescent.pile", { pile: indexOf(place) + 1 });
  const { top, down } = board.foundations[indexOf(place)];
  return t(down ? "client.crescent.foundation.down" : "client.crescent.foundation.up", { suit: suitName(top.slice(-1)) });
}

/** A pile or foundation for the ear. @param {Board} board @param {string} place */
export function labelOf(board, place) {
  if (isPile(place)) {
    const pile = indexOf(place) + 1;
    const { cards, closed, full } = board.piles[pile - 1];
    if (closed) return t("client.crescent.label.closed", { pile });
    const label = t("client.crescent.label.pile", { pile, card: spoken(cards.at(-1) ?? ""), n: cards.length });
    return full ? t("client.crescent.label.full", { label }) : label;
  }
  const { top, count, down, locked, follows } = board.foundations[indexOf(place)];
  const facts = { card: spoken(top), n: count, next: follows && spoken(follows) };
  const label = t(down ? "client.crescent.label.down" : "client.crescent.label.up", facts);
  if (!follows) return t("client.crescent.label.finished", { label });
  return t(locked ? "client.crescent.label.locked" : "client.crescent.label.waits", { label, next: facts.next });
}

/** The cards of a pile in order, for the ear. @param {string[]} cards */
export const inOrder = (cards) => cards.map(spoken).join(", ");

/** Where a card may go, in words. @param {Board} board @param {string[]} places */
export const named = (board, places) => list(places.map((place) => placeName(board, place)));

// --- where both copies of a card lie ----------------------------------------------------------------------------------

/** @typedef {{ place: string, above: number }} Lying   `above`: how many cards lie on it; in a foundation, 0 */

/** Every copy of a card that can be seen. @param {Board} board @param {string} front @returns {Lying[]} */
export function copiesOf(board, front) {
  const lying = board.piles.flatMap(({ cards }, pile) =>
    cards.flatMap((card, at) => (card === front ? [{ place: `p${pile + 1}`, above: cards.length - 1 - at }] : [])),
  );
  const [rank, suit] = [RANKS.indexOf(front.slice(0, -1)), SUITS.indexOf(front.slice(-1))];
  const [up, down] = [suit, suit + SUITS.length];
  const home = (/** @type {number} */ at) => ({ place: `f${at + 1}`, above: 0 });
  if (rank < board.foundations[up].count) lying.push(home(up));
  if (rank >= RANKS.length - board.foundations[down].count) lying.push(home(down));
  return lying;
}

/** Where a card's two copies lie, in words. @param {Board} board @param {string} front */
export function whereIs(board, front) {
  const lying = copiesOf(board, front).map(({ place, above }) => {
    if (!isPile(place)) return t("client.crescent.find.home", { place: placeName(board, place) });
    const pile = indexOf(place) + 1;
    return above ? t("client.crescent.find.under", { pile, n: above }) : t("client.crescent.find.top", { pile });
  });
  while (lying.length < 2) lying.push(t("client.crescent.face_down"));
  const [one, other] = lying;
  return one === other ? t("client.crescent.find.twice", { where: one }) : t("client.crescent.find.where", { one, other });
}
