// Crescent in the browser. It knows no rule: where a card may go is in the view, why it may not is asked.

/** @import { View } from "../../wire.js" */
/** @import { GameClient } from "../../games.js" */
/** @import { Board } from "./cards.js" */

import { h } from "preact";
import { useEffect } from "preact/hooks";
import { Icon } from "../../art.js";
import { EndActions } from "../../end.js";
import { duration } from "../../figures.js";
import { Action, Prompt, useKeys } from "../../parts.js";
import * as saved from "../../saved.js";
import { clock } from "../../statistics.js";
import { go, log, pending, redo, refused, sheet, undo } from "../../store.js";
import { t } from "../../words.js";
import { Patterns, Poster } from "./art.js";
import { boardOf, named, placeName, SUITS, suitName, topOf, spoken } from "./cards.js";
import { deal, DealSheet, Meters } from "./deal.js";
import { useMotion } from "./motion.js";
import { FindSheet, foundSentence, PileSheet, Strip } from "./piles.js";
import { Review } from "./review.js";
import { open, Shoe } from "./shoe.js";
import * as state from "./state.js";

/** The piles' keys, pile 1 first: the figures, then letters on from ten. */
const KEYS = [..."1234567890bcdefg"];

/** @param {{ view: View }} props */
function Play({ view }) {
  const board = boardOf(view);
  useMotion(view);
  useEffect(() => state.forget, [view.table]);
  useEffect(() => void state.markNow(view), [view, state.marking.value]);
  useKeys((event) => press(event, view));
  const [say, note] = sentence(view);
  return [
    h(Shoe, { view }),
    h(Standing, { view }),
    h(Prompt, { say, note }),
    board.ending !== "won" && h(Strip, { board }),
    view.phase === "over" ? h(End, { view }) : view.you >= 0 ? h(Buttons, { view }) : h("div", { class: "hand watching" }, h("p", { class: "plain" }, t("client.watching"))),
    sheet.value === "deal" && h(DealSheet, { view }),
    sheet.value === "pile" && h(PileSheet, { board }),
    sheet.value === "find" && h(FindSheet, { board }),
  ];
}

// --- keys -------------------------------------------------------------------------------------------------------------

/** @param {KeyboardEvent} event @param {View} view */
function press(event, view) {
  const key = event.key.toLowerCase();
  if (event.repeat || key === "tab" || key === "shift") return;
  if (refused.value) refused.value = null;
  const side = state.side.value;
  const own = event.target instanceof Element && event.target.closest("button, a, [role=log]");
  if (key === "escape") return state.showing.value ? state.stop() : state.clear();
  if (side && key >= "1" && key <= "4") return void state.key(`f${Number(key) + (side === "k" ? SUITS.length : 0)}`);
  if (KEYS.includes(key)) state.key(`p${KEYS.indexOf(key) + 1}`);
  else if (key === "a" || key === "k") state.sideKey(key);
  else if (key === "t") redeal(view);
  else if (key === "h") view.phase === "playing" && view.you >= 0 && void state.hint();
  else if (key === "p") view.phase === "playing" && view.you >= 0 && void state.show();
  else if (key === "i") open(state.looked.value);
  else if (key === "w") sheet.value = "find";
  else if (key === "n" && state.showing.value) void state.step();
  else if (key === "enter" && !own && boardOf(view).finish.length) state.finish(view);
  else return;
  event.preventDefault();
}

/** @param {View} view */
function redeal(view) {
  const move = state.redealOf(view);
  if (move && !pending.value) state.make(move);
}

// --- the sentence -----------------------------------------------------------------------------------------------------

/** The prompt's two lines. @param {View} view @returns {[string, string]} */
function sentence(view) {
  const board = boardOf(view);
  const next = state.nextShown(view);
  if (next) return [next.say, t("client.crescent.show.note", { n: state.left() })];
  const advice = state.litIn(view);
  if (advice) return [advice.say, advice.note];
  if (state.found.value) return foundSentence(board, state.found.value);
  if (state.side.value) return [t(`client.crescent.side.${state.side.value}`), SUITS.map((suit, nth) => `${nth + 1} ${suitName(suit)}`).join(" · ")];
  const from = state.pickedIn(view);
  if (from) {
    const places = state.movesFrom(view, from).map((move) => move.pieces[1]);
    return [t("client.crescent.chosen", { card: spoken(topOf(board, from)), place: placeName(board, from) }), t("client.crescent.goes", { places: named(board, places) })];
  }
  const event = log.value.at(-1);
  return [view.prompt, view.phase === "playing" && event && event.kind !== "deal" ? event.say : view.note];
}

// --- what stands in the horseshoe --------------------------------------------------------------------------------------

/** The time, and the mark: can this still be won? @param {{ view: View }} props */
function Standing({ view }) {
  const found = state.mark.value?.key === state.keyOf(view) ? state.mark.value.advice : null;
  const marks = state.marking.value === "on" && view.phase === "playing";
  return h(
    "div",
    { class: "standing" },
    h("span", { class: "time" }, h(Icon, { name: "clock", size: 16 }), h("span", { class: "unseen" }, `${t("client.crescent.fact.time")} `), duration(clock.value)),
    marks && h("span", { class: `mark-${found?.result ?? "asking"}`, role: "status" }, found ? [h(Icon, { name: found.result === "winnable" ? "check" : found.result === "lost" ? "x" : "clock", size: 16 }), t(`client.crescent.mark.${found.result}`), found.result === "lost" && h("small", null, found.note)] : t("client.crescent.mark.asking")),
  );
}

// --- buttons ----------------------------------------------------------------------------------------------------------

/** @param {{ view: View }} props */
function Buttons({ view }) {
  const board = boardOf(view);
  const fresh = board.moves === 0 && board.left === board.redeals && !view.undo && !view.redo;
  const { before } = saved.table(view.table);
  const advice = state.litIn(view);
  const move = state.redealOf(view);
  const lit = (state.nextShown(view)?.move ?? advice?.move) === "redeal";
  if (state.showing.value) return h(Showing, { lit });
  return h(
    "div",
    { class: `actions patience ${lit ? "redeal-lit" : ""}` },
    fresh && before
      ? h(Action, { key: "before", label: t("client.crescent.back"), icon: "back", press: () => go(`/t/${before}`) })
      : h(
          "div",
          { key: "undo", class: "pair" },
          h(Action, { label: t("client.undo"), name: t("client.undo"), icon: "undo", hotkey: "U", why: view.undo ? undefined : t(board.left < board.redeals ? "client.crescent.undo.redeal" : "client.crescent.undo.none"), press: () => (state.clear(), void undo()) }),
          view.redo && h(Action, { label: t("client.redo"), name: t("client.redo"), icon: "redo", hotkey: "Y", press: () => (state.clear(), void redo()) }),
        ),
    h(Action, {
      key: "redeal",
      label: board.left ? t("client.crescent.redeal", { n: board.left }) : t("client.crescent.redeal.none"),
      icon: "redeal",
      hotkey: "T",
      why: move ? undefined : board.left ? t("client.crescent.redeal.nothing") : t("client.crescent.redeal.why", { n: board.redeals }),
      press: () => redeal(view),
    }),
    board.finish.length
      ? h(Action, { key: "finish", label: t("client.crescent.finish"), icon: "flag", hotkey: "Enter", primary: true, press: () => state.finish(view) })
      : advice?.line.length
        ? h(Action, { key: "show", label: t("client.crescent.show"), icon: "next", hotkey: "P", press: () => void state.show() })
        : h(Action, { key: "hint", label: state.thinking.value ? t("client.crescent.thinking") : t("client.crescent.hint"), icon: "hint", hotkey: "H", why: state.thinking.value ? t("client.crescent.thinking.why") : undefined, press: () => void state.hint() }),
  );
}

/** While a line is shown. @param {{ lit: boolean }} props */
function Showing({ lit }) {
  const goes = state.showing.value !== "paused";
  return h(
    "div",
    { class: `actions patience ${lit ? "redeal-lit" : ""}` },
    h(Action, { key: "stop", label: t("client.crescent.show.stop"), icon: "x", hotkey: "Esc", press: state.stop }),
    h(Action, { key: "on", label: goes ? t("client.crescent.show.pause") : t("client.crescent.show.on"), icon: goes ? "pause" : "last", press: () => (goes ? state.pause() : void state.playOn()) }),
    h(Action, { key: "next", label: t("client.crescent.show.next"), icon: "next", hotkey: "N", primary: true, press: () => void state.step() }),
  );
}

/** Won: as after every game. Blocked: back, or the same deal again. @param {{ view: View }} props */
function End({ view }) {
  const { code, ending } = boardOf(view);
  if (ending === "won" || view.you < 0) return h(EndActions, { view });
  return h(
    "div",
    { class: "actions patience" },
    view.undo ? h(Action, { label: t("client.undo"), icon: "undo", hotkey: "U", press: () => void undo() }) : code && h(Action, { label: t("client.crescent.restart.short"), icon: "first", press: () => void deal(code) }),
    h(Action, { label: t("client.end.steps"), icon: "next", press: () => go(`/replay?table=${view.table}`) }),
    h(Action, { label: t("client.crescent.new"), primary: true, press: () => void deal() }),
  );
}

/** @type {GameClient} */
export default {
  tone: "crescent",
  Poster,
  Patterns,
  Play,
  Meters,
  Replay: Review,
  seat: (board) => ({ line: t("client.crescent.of104", { n: board.home }) }),
  aid: { icon: "backs", label: "client.crescent.deal", sheet: "deal" },
  hidesSeats: () => true,
  undoes: true,
  facts: (/** @type {Board} */ board) => ({ moves: board.moves, redeals: board.redeals - board.left, home: board.home }),
  plots: [
    { fact: "redeals", label: "client.crescent.plot.redeals", share: true },
    { fact: "moves", label: "client.crescent.plot.moves" },
  ],
  keys: [
    ["1 – 9, 0", "client.crescent.keys.piles"],
    ["B – G", "client.crescent.keys.letters"],
    ["7 7", "client.crescent.keys.twice"],
    ["A, K", "client.crescent.keys.foundations"],
    ["A1 – K4", "client.crescent.keys.transfer"],
    ["T", "client.crescent.keys.redeal"],
    ["H", "client.crescent.keys.hint"],
    ["P", "client.crescent.keys.show"],
    ["I", "client.crescent.keys.open"],
    ["W", "client.crescent.keys.find"],
  ],
};
