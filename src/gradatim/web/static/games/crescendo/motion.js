// What moves at this table: the card drawn to the panel, a card to the pile. Backs and fronts turn where they land; no
// motion carries a front that is not open.

/** @import { View } from "../../wire.js" */

import { fly, useFlight } from "../../flight.js";
import { boardOf } from "./cards.js";

const FLIGHT = 260;

/** @param {string} selector */
function place(selector) {
  const all = [...document.querySelectorAll(`main ${selector}`)].map((element) => ({ element, at: element.getBoundingClientRect() }));
  return all.find(({ at }) => at.width > 0);
}

/** @param {View} view */
export function useMotion(view) {
  useFlight(
    view,
    () => ({ board: boardOf(view), reserve: place(".reserve .card")?.at, pile: place(".pile-top .card")?.at, hand: place(".slip .card")?.at }),
    ({ board: old, reserve, pile, hand }) => {
      const board = boardOf(view);
      if (!old.seats || !board.seats || old.round !== board.round) return;
      const drawn = board.drawn && !old.drawn && place(".placing .card, .held .card");
      const from = board.drawn?.pile ? pile : reserve;
      if (drawn && from) return fly(drawn.element, from, FLIGHT);
      const top = board.pile !== old.pile && board.open && place(".pile-top .card");
      if (!top) return;
      const home = place(`[data-seat="${old.turn}"] .mark`)?.at;
      const start = hand ?? (old.turn === view.you ? reserve : home) ?? reserve;
      if (start) fly(top.element, start, FLIGHT);
    },
  );
}
