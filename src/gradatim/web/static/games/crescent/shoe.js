// The horseshoe: sixteen piles around eight foundations. Each place is one button as large as its cell.

/** @import { View } from "../../wire.js" */
/** @import { Board } from "./cards.js" */

import { h } from "preact";
import { useRef, useState } from "preact/hooks";
import { Card, Icon } from "../../art.js";
import { cancel, press as pressPointer, settle } from "../../drag.js";
import { pending, refused, sheet } from "../../store.js";
import { t } from "../../words.js";
import { drawing, Moon } from "./art.js";
import { boardOf, copiesOf, indexOf, isPile, labelOf, placesOf, RANKS, topOf } from "./cards.js";
import * as state from "./state.js";

const HOLD = 500; // ms until a press opens the pile
const NEAR = 24; // px beside a place that still count as on it, at least

/** Column and row of a pile: up the left side, along the top, down the right side. @param {number} pile from 0 @returns {[number, number]} */
const cellOf = (pile) => (pile < 4 ? [1, 5 - pile] : pile < 12 ? [pile - 3, 1] : [8, pile - 10]);

/**
 * @typedef {object} Marks   what is shown at a place besides its cards
 * @property {boolean} [chosen]
 * @property {boolean} [target]
 * @property {boolean} [refused]
 * @property {boolean} [over]     a drag would drop here
 * @property {boolean} [hint]     of the lit move
 * @property {boolean} [last]     the last move went here
 * @property {number[]} [found]   how many cards lie on the copies of the card that is looked for
 */

/** Every place's marks. @param {View} view @returns {(place: string) => Marks} */
function marksOf(view) {
  const board = boardOf(view);
  const from = state.drag.value.from || state.pickedIn(view);
  const targets = new Set(from ? state.movesFrom(view, from).map((move) => move.pieces[1]) : []);
  const hints = state.nextShown(view)?.pieces ?? state.litIn(view)?.pieces ?? [];
  const wrong = refused.value?.pieces.at(-1);
  const copies = state.found.value ? copiesOf(board, state.found.value) : [];
  return (place) => ({
    chosen: state.pickedIn(view) === place,
    target: targets.has(place),
    refused: wrong === place,
    over: state.drag.value.over === place,
    hint: hints.includes(place),
    last: state.last.value.key === state.keyOf(view) && state.last.value.place === place,
    found: copies.filter((copy) => copy.place === place).map((copy) => copy.above),
  });
}

/** @param {{ view: View }} props */
export function Shoe({ view }) {
  const board = boardOf(view);
  const region = useRef(/** @type {HTMLElement | null} */ (null));
  const [cursor, setCursor] = useState("p1");
  const marks = marksOf(view);
  const move = (/** @type {KeyboardEvent} */ event) => {
    const next = towards(event.key, /** @type {HTMLElement} */ (region.current));
    if (!next) return;
    event.preventDefault();
    next.focus();
  };
  const props = (/** @type {string} */ place) => ({
    key: place,
    board,
    place,
    marks: marks(place),
    tabIndex: place === cursor ? 0 : -1,
    focus: () => (setCursor(place), state.look(place)),
    press: () => state.press(place),
    grab: (/** @type {PointerEvent} */ event) => grab(event, view, place),
  });
  return h(
    "section",
    { class: "shoe", "aria-label": t("client.crescent.table"), ref: region, onKeyDown: move },
    h(Moon, {}),
    board.piles.map((_, at) => h(Place, props(`p${at + 1}`))),
    h(
      "div",
      { class: `homes ${state.drag.value.over === "f" ? "over" : ""}`, role: "group", "aria-label": t("client.crescent.foundations") },
      board.foundations.map((_, at) => h(Place, props(`f${at + 1}`))),
    ),
  );
}

/** A position of a finished game: a press shows a pile in the strip. @param {{ board: Board, last?: string }} props */
export function StillShoe({ board, last }) {
  const props = (/** @type {string} */ place) => ({ key: place, board, place, marks: { last: place === last }, press: isPile(place) ? () => state.look(place) : undefined });
  return h(
    "section",
    { class: "shoe", "aria-label": t("client.crescent.table") },
    h(Moon, {}),
    board.piles.map((_, at) => h(Place, props(`p${at + 1}`))),
    h("div", { class: "homes" }, board.foundations.map((_, at) => h(Place, props(`f${at + 1}`)))),
  );
}

/** @typedef {{ tabIndex: number, focus: () => void, press: () => void, grab: (event: PointerEvent) => void }} Doing */

/** One pile or foundation. @param {{ board: Board, place: string, marks: Marks } & Partial<Doing>} props */
function Place({ board, place, marks, tabIndex, focus, press, grab }) {
  const at = indexOf(place);
  const pile = isPile(place) ? board.piles[at] : null;
  const count = pile ? pile.cards.length : board.foundations[at].count;
  const [column, row] = pile ? cellOf(at) : [0, 0];
  const classes = Object.entries({
    spot: true,
    heap: pile,
    home: !pile,
    empty: !count,
    full: pile?.full,
    locked: !pile && board.foundations[at].locked,
    chosen: marks.chosen,
    target: marks.target,
    refused: marks.refused,
    over: marks.over,
    lit: marks.hint,
    last: marks.last,
    found: marks.found?.length,
  });
  const states = [
    marks.chosen && t("client.crescent.state.chosen"),
    marks.target && t("client.crescent.state.target"),
    marks.hint && t("client.crescent.state.hint"),
    marks.found?.length && marks.found.map((above) => (pile ? t("client.crescent.state.found", { n: above }) : t("client.crescent.state.found_home"))).join(", "),
  ];
  return h(
    press ? "button" : "div",
    {
      class: classes.filter(([, on]) => on).map(([name]) => name).join(" "),
      style: pile ? { gridColumn: column, gridRow: row } : {},
      "data-place": place,
      "aria-label": [labelOf(board, place), ...states].filter(Boolean).join(", "),
      ...(press ? { type: "button", tabIndex, "aria-pressed": marks.chosen === undefined ? undefined : String(marks.chosen), onClick: press, onFocus: focus, onPointerDown: grab, onPointerEnter: () => state.look(place), onContextMenu: (/** @type {Event} */ event) => event.preventDefault() } : { role: "img" }),
    },
    h(
      "span",
      { class: "bed", style: { "--n": Math.max(0, count - 1) } },
      pile && count > 1 && h(Card, { drawing: drawing(pile.cards[count - 2]), class: "under" }),
      !pile && count > 1 && h(Card, { drawing: drawing(below(board, at)), class: "under" }),
      count ? h("span", { class: "slot", "data-face": topOf(board, place) }, h(Card, { drawing: drawing(topOf(board, place)) })) : h("span", { class: "closed" }, h(Icon, { name: "x", size: 18 })),
      (marks.target || marks.refused || marks.over || marks.hint || Boolean(marks.found?.length)) && h("span", { class: "ring" }),
      (marks.chosen || marks.refused) && h("span", { class: "badge" }, h(Icon, { name: marks.refused ? "x" : "check", size: 16 })),
      Boolean(marks.found?.length) && h("span", { class: "depth", "aria-hidden": "true" }, pile ? (marks.found ?? []).map((above) => (above ? t("client.crescent.depth", { n: above }) : t("client.crescent.depth.top"))).join(" ") : t("client.crescent.depth.home")),
    ),
    h(
      "span",
      { class: "lb", "aria-hidden": "true" },
      pile
        ? [h("b", null, at + 1), pile.closed ? h("span", { class: "word" }, t("client.crescent.closed")) : pile.full ? h("span", null, h("span", { class: "word" }, t("client.crescent.full")), h("span", { class: "short" }, count)) : h("span", null, count, h("span", { class: "word" }, t("client.crescent.cards", { n: count })))]
        : [Boolean(board.foundations[at].follows) && h(Icon, { name: board.foundations[at].locked ? "lock" : board.foundations[at].down ? "down" : "up", size: 15 }), h("span", null, t("client.crescent.of13", { n: count }))],
    ),
  );
}

/** The card under a foundation's top. @param {Board} board @param {number} at */
function below(board, at) {
  const { top, down } = board.foundations[at];
  return RANKS[RANKS.indexOf(top.slice(0, -1)) + (down ? 1 : -1)] + top.slice(-1);
}

// --- arrow keys -------------------------------------------------------------------------------------------------------

/** The nearest place in an arrow's direction. @param {string} key @param {HTMLElement} region @returns {HTMLElement | undefined} */
function towards(key, region) {
  const way = /** @type {Record<string, [number, number]>} */ ({ ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] })[key];
  const places = /** @type {HTMLElement[]} */ ([...region.querySelectorAll(".spot")]);
  if (key === "Home" || key === "End") return places.at(key === "Home" ? 0 : 15);
  const here = places.find((place) => place === document.activeElement);
  if (!way || !here) return undefined;
  const from = middle(here);
  const scored = places.flatMap((place) => {
    const to = middle(place);
    const along = (to.x - from.x) * way[0] + (to.y - from.y) * way[1];
    const across = Math.abs((to.x - from.x) * way[1]) + Math.abs((to.y - from.y) * way[0]);
    return along > 8 ? [{ place, cost: along + 2.5 * across }] : [];
  });
  return scored.sort((one, other) => one.cost - other.cost)[0]?.place;
}

/** @param {Element} element */
function middle(element) {
  const { x, y, width, height } = element.getBoundingClientRect();
  return { x: x + width / 2, y: y + height / 2 };
}

// --- dragging, holding ------------------------------------------------------------------------------------------------

/** How far a point lies outside a box. @param {DOMRect} box @param {number} x @param {number} y */
const outside = (box, x, y) => Math.hypot(Math.max(box.left - x, 0, x - box.right), Math.max(box.top - y, 0, y - box.bottom));

/**
 * Where a drop at this point goes: the nearest place that takes the card if it is near, anywhere among the foundations
 * to the one that takes it, else the place that is hit, which then says why not. "" is nowhere.
 * @param {View} view @param {string} from @param {number} x @param {number} y
 */
function aim(view, from, x, y) {
  const boxes = placesOf(boardOf(view)).map((place) => {
    const box = /** @type {Element} */ (document.querySelector(`main [data-place="${place}"] .bed`)).getBoundingClientRect();
    return { place, far: outside(box, x, y), width: box.width };
  });
  boxes.sort((one, other) => one.far - other.far);
  if (boxes[0].place === from && !boxes[0].far) return "";
  const targets = new Set(state.movesFrom(view, from).map((move) => move.pieces[1]));
  const legal = boxes.find(({ place }) => targets.has(place));
  if (legal && legal.far <= Math.max(NEAR, legal.width / 2)) return legal.place;
  const homes = document.querySelector("main .homes")?.getBoundingClientRect();
  if (homes && !outside(homes, x, y)) return isPile(from) ? "f" : boxes[0].place;
  return boxes[0].far <= NEAR / 2 && boxes[0].place !== from ? boxes[0].place : "";
}

/** A card dragged; or a pile held, which opens it. @param {PointerEvent} event @param {View} view @param {string} place */
function grab(event, view, place) {
  const cell = /** @type {HTMLElement} */ (event.currentTarget);
  const opens = isPile(place) && !boardOf(view).piles[indexOf(place)].closed;
  if (opens && event.button === 2) return void open(place);
  const still = new AbortController();
  const { signal } = still;
  const timer = setTimeout(() => {
    still.abort();
    cancel();
    open(place);
  }, HOLD);
  if (!opens) clearTimeout(timer);
  const end = () => (still.abort(), clearTimeout(timer));
  for (const kind of ["pointerup", "pointercancel"]) addEventListener(kind, end, { signal });
  addEventListener("pointermove", (move) => Math.hypot(move.clientX - event.clientX, move.clientY - event.clientY) > 8 && end(), { signal });
  if (!state.draggable(view, place)) return;
  pressPointer(event, {
    begin: () => {
      state.stop();
      state.clear();
      state.drag.value = { from: place, over: "" };
      const slot = /** @type {HTMLElement} */ (cell.querySelector(".slot"));
      return [slot];
    },
    over: (x, y) => {
      const over = aim(view, place, x, y);
      if (over !== state.drag.value.over) state.drag.value = { from: place, over };
    },
    drop: (x, y) => {
      const moving = /** @type {HTMLElement[]} */ ([...cell.querySelectorAll(".slot")]);
      const sent = state.drop(place, aim(view, place, x, y));
      // The card waits where it was dropped until the server has answered.
      if (sent) {
        const done = pending.subscribe((busy) => {
          if (busy) return;
          settle(moving);
          queueMicrotask(() => done());
        });
      }
      return sent;
    },
    end: () => (state.drag.value = { from: "", over: "" }),
  });
}

/** @param {string} place */
export function open(place) {
  state.look(place);
  sheet.value = "pile";
}
