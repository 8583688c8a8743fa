// What moves at this table: tokens from a central space to the hand, a token onto its space, a card to its place.

/** @import { View } from "../../wire.js" */

import { fly, move, useFlight } from "../../flight.js";
import { boardOf } from "./state.js";

const DRAW = 240;
const BETWEEN = 60;
const DROP = 200;
const TAKE = 260;

/** @param {Element} element */
const box = (element) => element.getBoundingClientRect();

/** @param {View} view */
function measure(view) {
  const board = boardOf(view);
  const pieces = [...document.querySelectorAll("main [data-piece]")].map((element) => /** @type {const} */ ([element.getAttribute("data-piece") ?? "", box(element)]));
  return { places: new Map(pieces), board, table: view.table };
}

/** Which thing lies in which place. @param {ReturnType<typeof boardOf>} board @param {number} you */
function things(board, you) {
  const found = new Map();
  board.row.forEach((card, at) => card && found.set(card.thing, `row${at + 1}`));
  board.offer.forEach((tile, at) => tile && found.set(tile.thing, `offer${at + 1}`));
  board.choice.forEach((card, at) => found.set(card.thing, `spirit${at + 1}`));
  if (you >= 0) board.seats[you].held.forEach(({ card, tile }, at) => found.set(card?.thing ?? tile?.thing, `held${at + 1}`));
  return found;
}

/** @param {View} view */
export function useMotion(view) {
  useFlight(
    view,
    () => measure(view),
    (before) => {
      if (before.table !== view.table) return;
      const { board: old, places } = before;
      const board = boardOf(view);
      const from = old.taken < 0 && board.taken >= 0 ? places.get(`centre${board.taken + 1}`) : undefined;
      if (from) document.querySelectorAll(".tray .token").forEach((token, nth) => fly(token, from, DRAW, nth * BETWEEN));
      // Only another place is a way to go; a card that is new to the row comes from the deck, where nothing is seen.
      const was = things(old, view.you);
      for (const [thing, place] of things(board, view.you)) {
        const start = was.get(thing) !== place ? places.get(was.get(thing)) : undefined;
        const element = start && document.querySelector(`main [data-piece="${place}"]`);
        if (start && element) fly(element, start, TAKE);
      }
      for (const [seat, { stacks }] of board.seats.entries()) {
        const height = new Map(old.seats[seat]?.stacks.map((stack) => [stack.space, stack]));
        for (const stack of stacks) {
          const earlier = height.get(stack.space);
          const grown = stack.tokens.length > (earlier?.tokens.length ?? 0);
          const cube = stack.cube !== (earlier?.cube ?? false) || stack.whisper !== (earlier?.whisper ?? false);
          if (!grown && !cube) continue;
          const lands = document.querySelectorAll(`.ground [data-space="${stack.space}"] .lying`);
          if (isLarge(seat, view)) for (const land of lands) move(land, [{ transform: "translate(0, -20px)" }, { transform: "translate(0, 1px)", offset: 0.8 }, { transform: "none" }], DROP);
        }
        for (const space of board.seats[seat].watered) {
          if (old.seats[seat]?.watered.includes(space) || !isLarge(seat, view)) continue;
          move(document.querySelector(`.ground [data-space="${space}"] .hex`), [{ opacity: 0 }, { opacity: 1 }], DROP, { delay: DROP });
        }
      }
    },
  );
}

/** @param {number} seat @param {View} view */
const isLarge = (seat, view) => (document.querySelector(".ground.other") === null) === (seat === view.you);
