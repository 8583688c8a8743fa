// What moves at this table: a card to its place, the bottom cards of a redeal, the foundations of a game that is won.

/** @import { View } from "../../wire.js" */
/** @import { Board } from "./cards.js" */

import { fly, move, useFlight } from "../../flight.js";
import { boardOf, countOf, placesOf } from "./cards.js";
import * as state from "./state.js";

const FLIGHT = 260;
const REDEAL = 400;
const APART = 20;
const WON = 900;

/** @param {string} place */
const slotAt = (place) => document.querySelector(`main [data-place="${place}"] .slot`);

/** From where to where a card went between two boards, "" for neither. @param {Board} old @param {Board} now */
export function moved(old, now) {
  const change = (/** @type {string} */ place) => countOf(now, place) - countOf(old, place);
  const places = placesOf(now);
  return { from: places.find((place) => change(place) === -1) ?? "", to: places.find((place) => change(place) === 1) ?? "" };
}

/** @param {View} view */
export function useMotion(view) {
  useFlight(
    view,
    () => ({ view, at: new Map(placesOf(boardOf(view)).map((place) => [place, slotAt(place)?.getBoundingClientRect()])) }),
    (before) => act(before.view, before.at, view),
  );
}

/** @param {View} before @param {Map<string, DOMRect | undefined>} at @param {View} view */
function act(before, at, view) {
  if (before.table !== view.table || state.keyOf(before) === state.keyOf(view)) return;
  const [old, now] = [boardOf(before), boardOf(view)];
  if (old.left !== now.left) return turn(now);
  const { from, to } = moved(old, now);
  if (!to) return;
  state.last.value = { key: state.keyOf(view), place: to };
  const slot = slotAt(to);
  const start = at.get(from);
  if (slot && start) fly(slot, start, FLIGHT);
  if (now.ending === "won" && old.ending !== "won") rise(now);
}

/** Each bottom card slides out and up. @param {Board} board */
function turn(board) {
  board.piles.forEach((pile, nth) => {
    if (pile.cards.length < 2) return;
    const frames = [{ translate: "0 0", opacity: 0 }, { translate: "0 38%", opacity: 1, offset: 0.5 }, { translate: "0 0", opacity: 1 }];
    move(slotAt(`p${nth + 1}`), frames, REDEAL, { delay: APART * nth });
  });
}

/** The foundations rise once, one after the other. @param {Board} board */
function rise(board) {
  board.foundations.forEach((_, nth) => {
    move(slotAt(`f${nth + 1}`), [{ translate: "0 0" }, { translate: "0 -22%", offset: 0.4 }, { translate: "0 0" }], WON / 2, { delay: FLIGHT + (nth * WON) / 16 });
  });
}
