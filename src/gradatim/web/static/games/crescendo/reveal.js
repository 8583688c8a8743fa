// The end of a round: rows are turned up card by card, from the caller on, left to right. A card stands as high as its
// number; a wrong one slides down; each row's points add up under it.

/** @import { SeatView, View } from "../../wire.js" */
/** @import { Board } from "./cards.js" */

import { signal } from "@preact/signals";
import { h } from "preact";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { Icon, Mark, Numeral } from "../../art.js";
import { move } from "../../flight.js";
import { seatName } from "../../parts.js";
import { view as currentView } from "../../store.js";
import { t } from "../../words.js";
import { boardOf, JOKER, nameOf, numberOf, signed } from "./cards.js";
import { Piece } from "./row.js";

const TURN = 420;
const PAUSE = 240;
const DROP = 180;

/** How many cards are turned up, of one round at one table. */
const turned = signal({ of: "", count: 0 });
/** The round that this page has seen running: only its end is turned up card by card. */
let running = "";

/** @param {View} view @param {Board} board */
const nameOfRound = (view, board) => `${view.table} ${board.round}`;

/** @param {View} view @param {Board} board */
export const isRunning = (view, board) => (running = nameOfRound(view, board));

/** Seats from the caller on; from the left of the dealer where nobody called. @param {Board} board */
function order(board) {
  const last = board.sheet.at(-1) ?? [];
  const caller = last.findIndex((line) => line.caller);
  const first = caller >= 0 ? caller : board.dealer + 1;
  return board.seats.map((_, step) => (first + step) % board.seats.length);
}

/** @param {Board} board */
const cards = (board) => board.reveal.reduce((sum, row) => sum + row.length, 0);

/** How many cards are turned up now. @param {View} view @param {Board} board */
export function countOf(view, board) {
  const of = nameOfRound(view, board);
  if (turned.value.of === of) return Math.min(turned.value.count, cards(board));
  return running === of ? 0 : cards(board);
}

/** @param {View} view @param {Board} board */
export const isDone = (view, board) => countOf(view, board) >= cards(board);

/** The last round's points are not to be read anywhere before its rows are open. @param {Board} board */
export function conceals(board) {
  const view = currentView.value;
  return board.reveal.length > 0 && view !== null && boardOf(view) === board && !isDone(view, board);
}

/** @param {View} view @param {Board} board */
export const next = (view, board) => (turned.value = { of: nameOfRound(view, board), count: countOf(view, board) + 1 });

/** @param {View} view @param {Board} board */
export const skip = (view, board) => (turned.value = { of: nameOfRound(view, board), count: cards(board) });

/** @param {{ view: View, board: Board }} props */
export function Reveal({ view, board }) {
  const count = countOf(view, board);
  useEffect(() => {
    if (isDone(view, board)) return;
    const timer = setTimeout(() => next(view, board), TURN + PAUSE);
    return () => clearTimeout(timer);
  }, [count, view]);
  let left = count;
  return h(
    "section",
    { class: "reveal", "data-count": board.seats.length, "aria-label": t("client.crescendo.rows"), tabIndex: 0 },
    order(board).map((seat) => {
      const open = Math.max(0, Math.min(board.reveal[seat].length, left));
      left -= open;
      return h(Line, { key: seat, board, seat, seats: view.seats, you: view.you, open });
    }),
  );
}

/** One seat's row, `open` of its cards turned up. @param {{ board: Board, seat: number, seats: SeatView[], you: number, open: number }} props */
export function Line({ board, seat, seats, you, open }) {
  const row = board.reveal[seat];
  const line = board.sheet[board.round - 1][seat];
  const done = open >= row.length;
  const wrong = row.slice(0, open).filter((card) => card.wrong).length;
  let height = 0;
  const parts = [
    !open && !done ? "" : done && !wrong ? t(line.caller ? "client.crescendo.in_order.caller" : "client.crescendo.in_order") : t(done ? "client.crescendo.wrong" : "client.crescendo.wrong.so_far", { n: wrong }),
    line.own > 0 && t("client.crescendo.own_pile.points", { n: line.own }),
    done && line.passed && t("client.crescendo.passed.tag"),
  ].filter(Boolean);
  return h(
    "div",
    { class: seat === you ? "line own" : "line", role: "group", "aria-label": seatName(seats[seat], you) },
    h(
      "div",
      { class: "who" },
      h(Mark, { seat, letter: seats[seat].letter, size: 28, own: seat === you }),
      h("b", null, seatName(seats[seat], you)),
      line.caller && h("span", { class: "tag" }, t("client.crescendo.call")),
      line.passed && h("span", { class: "tag" }, t("client.crescendo.passed.tag")),
    ),
    h(
      "ol",
      { class: "risen", style: { "--n": Math.max(1, row.length) } },
      row.map((card, at) => {
        const up = at < open;
        const joker = card.front.startsWith(JOKER);
        if (up && !joker) height = numberOf(card.front);
        const label = !up ? t("client.crescendo.slot.hidden", { slot: at + 1, back: board.labels[card.back] }) : joker ? t("client.crescendo.joker.out") : card.wrong ? t("client.crescendo.card.wrong", { card: nameOf(card.front) }) : nameOf(card.front);
        return h(Risen, { key: at, card, up, joker, label, height, board });
      }),
    ),
    h(
      "div",
      { class: "sum" },
      done && h("p", { class: line.points < 0 ? "points minus" : "points" }, h(Numeral, { value: signed(line.points) }), h("span", { class: "unseen" }, signed(line.points))),
      h("small", null, parts.join(" · ")),
    ),
  );
}

/** @param {{ card: { front: string, back: number, wrong: boolean }, up: boolean, joker: boolean, label: string, height: number, board: Board }} props */
function Risen({ card, up, joker, label, height, board }) {
  const item = useRef(/** @type {HTMLElement | null} */ (null));
  const before = useRef(up);
  useLayoutEffect(() => {
    if (up && !before.current) {
      move(item.current, [{ scale: "0 1" }, { scale: "1 1" }], TURN / 2);
      if (card.wrong) move(item.current, [{ translate: "0 -14px" }, { translate: "0 0" }], DROP, { delay: TURN / 2 });
    }
    before.current = up;
  }, [up]);
  const wrong = up && card.wrong;
  return h(
    "li",
    { ref: item, class: wrong ? "wrong" : "", style: { "--height": height / 100 } },
    h("span", { class: "unseen" }, label),
    up && joker ? h("span", { class: "gone", "aria-hidden": "true" }, h("span", { class: "desk" }, t("client.crescendo.joker.out"))) : h(Piece, { card: up ? card : { ...card, front: "" }, backs: board }),
    wrong && h("span", { class: "badge" }, h(Icon, { name: "x", size: 14 })),
  );
}
