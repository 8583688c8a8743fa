// A token or a card dragged onto a space, or from the row to one's own cards. Dropped elsewhere it goes back.

import { press } from "../../drag.js";
import { pending, refused, view as currentView } from "../../store.js";
import * as state from "./state.js";

/** What lies under the pointer. @param {number} x @param {number} y @param {string} selector */
const under = (x, y, selector) => /** @type {HTMLElement | null} */ (document.elementFromPoint(x, y)?.closest(selector) ?? null);

/** @param {PointerEvent} event @param {string} piece */
export function grab(event, piece) {
  const element = /** @type {HTMLElement} */ (event.currentTarget);
  const [kind] = state.placeOf(piece);
  const taken = kind === "row" || kind === "offer";
  press(event, {
    begin: () => {
      refused.value = null;
      const view = currentView.value;
      if (view) state.choose(view, piece);
      return [element];
    },
    over: (x, y) => (state.hinted.value = (!taken && under(x, y, "[data-space]")?.getAttribute("data-space")) || ""),
    drop: (x, y) => {
      const space = under(x, y, "[data-space]")?.getAttribute("data-space");
      if (taken && (space || under(x, y, "[data-drop]")) && !pending.value) state.take(piece);
      else if (!taken && space) state.pressSpace(space, piece);
      return false;
    },
    end: () => (state.hinted.value = ""),
  });
}
