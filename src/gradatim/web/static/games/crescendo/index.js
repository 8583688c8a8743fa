// Crescendo in the browser. It knows no rule: what can be done is in the view. Nothing is shown ahead of the server's
// answer, least of all a call of NUMBER, a card drawn or a card looked at.

/** @import { SeatView, View } from "../../wire.js" */
/** @import { GameClient } from "../../games.js" */
/** @import { Board } from "./cards.js" */

import { h } from "preact";
import { useEffect, useLayoutEffect } from "preact/hooks";
import { Mark } from "../../art.js";
import { EndActions } from "../../end.js";
import { Action, plain, Prompt, Score, seatName, Sheet, useKeys } from "../../parts.js";
import { pending, refused, sheet } from "../../store.js";
import { t } from "../../words.js";
import { Backs, Meters, ScoreSheet } from "./aids.js";
import { Patterns, Poster } from "./art.js";
import { boardOf, nameOf, signed, spoken } from "./cards.js";
import { Centre, rowName, SPECIALS, targeted } from "./centre.js";
import { useMotion } from "./motion.js";
import { isDone, isRunning, Line, next, Reveal, skip } from "./reveal.js";
import { Row, Small } from "./row.js";
import * as state from "./state.js";

/** @param {{ view: View }} props */
function Play({ view }) {
  const board = boardOf(view);
  useMotion(view);
  useLayoutEffect(() => state.takeShown(view), [view]);
  useEffect(() => state.forget, [view.table, board.round]);
  const resting = view.phase === "between" || view.phase === "over";
  if (!resting) isRunning(view, board);
  return [
    resting ? h(After, { view, board }) : h(Round, { view, board }),
    sheet.value === "backs" && h(Sheet, { title: t("client.crescendo.backs"), close: () => (sheet.value = "") }, h(Backs, { board, note: true })),
    sheet.value === "score" && h(Sheet, { title: t("client.crescendo.score"), close: () => (sheet.value = "") }, h(ScoreSheet, { board, seats: view.seats, you: view.you })),
  ];
}

// --- while a round runs -----------------------------------------------------------------------------------------------

/** @param {View} view @param {Board} board */
function setupMove(view, board) {
  const slots = [...state.pickedIn(view)].sort((one, other) => one - other);
  const name = slots.length === 1 ? `look ${slots[0] + 1}` : `exchange ${slots.map((slot) => slot + 1).join(" ")}`;
  return board.phase === "setup" ? view.legal.find((move) => move.move === name) : undefined;
}

/** @param {{ view: View, board: Board }} props */
function Round({ view, board }) {
  const { you } = view;
  const seated = you >= 0;
  const claims = state.mayClaim(view);
  const mine = seated && board.turn === you && !claims && board.phase !== "last";
  const [slot] = state.pickedIn(view);
  const choice = setupMove(view, board);
  const find = (/** @type {string} */ move) => view.legal.find((each) => each.move === move);

  /** Does what has been chosen, if that is something. It never calls NUMBER. */
  const confirm = () => {
    const chosen = choice ?? (mine && board.phase === "drawn" && slot !== undefined ? find(`keep ${slot + 1}`) : mine ? targeted(view) : undefined);
    if (!chosen || pending.value) return false;
    state.make(chosen.move);
    return true;
  };

  useKeys((event) => {
    const key = event.key.toLowerCase();
    const pressed = event.target instanceof Element && event.target.closest("button, a, [role=log]");
    if (key !== "tab" && key !== "shift" && refused.value) refused.value = null;
    if (key === "escape") return state.shownIn(view).length ? void state.dismiss() : state.clear();
    if (event.repeat || !seated) return;
    if (key >= "0" && key <= "9") {
      const at = key === "0" ? 9 : Number(key) - 1;
      const other = state.opened.value.seat;
      if (other < 0 && at < board.seats[you].row.length) state.pressOwn(at);
      else if (other >= 0 && at < board.seats[other].row.length) state.pressOther(at);
      return;
    }
    if (key === "n") return state.callNumber();
    if (pending.value) return;
    if (key === "enter" && !pressed) {
      if (state.shownIn(view).length) state.dismiss();
      else confirm();
    } else if (key === "h" && find("hold")) state.make("hold");
    else if (mine && board.phase === "turn") {
      const action = board.reserve.action;
      if (key === "d" && find("draw")) state.make("draw");
      else if (key === "t" && find("pile")) state.make("pile");
      else if (key === "p" && find("pass")) state.make("pass");
      else if (key === "c" && find("crescendo")) state.prepare("crescendo");
      else if (key === "s" && action && view.legal.some((move) => move.move.startsWith(`${SPECIALS[action]} `))) state.prepare(action);
    } else if (mine && key === "x" && find("discard")) state.make("discard");
    if (key === "b") sheet.value = "backs";
  });

  const ready = claims && slot !== undefined;
  const what = mine && board.phase === "turn" ? state.preparing(view) : "";
  const note = what ? t(`client.crescendo.target.${what}.note`) : pending.value && mine && board.open ? t("client.crescendo.waits") : state.isArmed(view) ? t("client.crescendo.armed") : ready ? t("client.crescendo.ready", { slot: slot + 1 }) : choice ? choice.note : view.note;
  return [
    h(Centre, { view }),
    h(Prompt, { say: choice ? choice.say : what ? t(`client.crescendo.target.${what}`) : view.prompt, note, mine }),
    seated ? h(Rows, { view, board, confirm }) : h("div", { class: "hand watching" }, h("p", { class: "plain" }, t("client.watching"))),
    seated &&
      (board.phase === "setup" && !board.seats[you].chosen
        ? h(
            "div",
            { class: "actions" },
            h(Action, { key: "decline", label: find("decline")?.do ?? "", press: () => void state.make("decline") }),
            h(Action, { key: "choose", label: choice?.do ?? t("client.crescendo.setup"), hotkey: choice && "Enter", primary: Boolean(choice), why: choice ? undefined : t("client.crescendo.setup.why"), press: () => void (choice && state.make(choice.move)) }),
          )
        : h(
            "div",
            { class: "actions calling" },
            h(Action, { key: "hold", label: find("hold")?.do ?? t("client.crescendo.hold"), hotkey: "H", why: claims ? undefined : state.whyShut(view), press: () => void state.make("hold") }),
            h(Number_, { key: "number", view, ready, slot: slot ?? -1 }),
          )),
  ];
}

/** The call. It keeps its place, and while it is shut a press keeps it shut. @param {{ view: View, ready: boolean, slot: number }} props */
function Number_({ view, ready, slot }) {
  const shut = !state.mayClaim(view) || state.isShut(view);
  const label = ready ? t("client.crescendo.number.with", { slot: slot + 1 }) : state.isArmed(view) ? t("client.crescendo.number.which") : t("client.crescendo.number");
  return h(
    "button",
    {
      type: "button",
      class: `button number ${shut ? "" : "primary"}`,
      "aria-disabled": shut || pending.value ? "true" : undefined,
      "aria-keyshortcuts": "N",
      onClick: state.callNumber,
    },
    h("span", null, label),
    !shut && h("kbd", { "aria-hidden": "true" }, "N"),
  );
}

/** The own row; or another seat's in its place, the own one in small above it. @param {{ view: View, board: Board, confirm: () => boolean }} props */
function Rows({ view, board, confirm }) {
  const { you } = view;
  const legal = new Set(view.legal.map((move) => move.move));
  const what = board.phase === "given" ? "take" : state.preparing(view);
  const { seat, slot } = state.opened.value;
  const other = seat >= 0 && seat !== you && seat < board.seats.length ? seat : -1;
  const wrong = (refused.value?.pieces ?? []).map((piece) => Number(piece.replace("slot ", "")) - 1);
  if (other >= 0) {
    const aims = what === "peek" || what === "take";
    return h(
      "section",
      { class: "rows other", "aria-label": t("client.crescendo.row") },
      h(
        "div",
        { class: "row-head" },
        h(Mark, { seat: other, letter: view.seats[other].letter, size: 22 }),
        h("b", null, rowName(view.seats, other, you)),
        h("button", { type: "button", class: "back", onClick: () => state.open(-1) }, h(Small, { row: board.seats[you].row, backs: board }), h("span", null, t("client.crescendo.row.back"))),
      ),
      h(Row, {
        key: other,
        row: board.seats[other].row,
        backs: board,
        name: rowName(view.seats, other, you),
        picked: slot >= 0 ? [slot] : [],
        refused: [],
        can: (at) => aims && legal.has(`${what} ${other}:${at + 1}`),
        press: aims ? state.pressOther : undefined,
        enter: confirm,
        focus: true,
      }),
    );
  }
  const can = (/** @type {number} */ at) => {
    if (what === "take") return false;
    if (what) return legal.has(what === "peek" ? `peek ${you}:${at + 1}` : `${SPECIALS[what]} ${at + 1}`);
    return legal.has(`number ${at + 1}`) || legal.has(`keep ${at + 1}`) || legal.has(`look ${at + 1}`);
  };
  return h(
    "section",
    { class: "rows", "aria-label": t("client.crescendo.row") },
    h(Row, { key: "own", row: board.seats[you].row, backs: board, name: t("client.crescendo.row.own"), picked: what === "take" ? [board.given] : state.pickedIn(view), refused: wrong, can, press: state.pressOwn, enter: confirm }),
  );
}

// --- after a round ----------------------------------------------------------------------------------------------------

/** @param {{ view: View, board: Board }} props */
function After({ view, board }) {
  const done = isDone(view, board);
  const deal = view.legal.find((move) => move.move === "next");
  useKeys((event) => {
    if (event.key !== "Enter" && event.key !== "Escape") return;
    if (event.repeat || pending.value || (event.target instanceof Element && event.target.closest("button, a"))) return;
    if (!done) event.key === "Enter" ? next(view, board) : skip(view, board);
    else if (deal && event.key === "Enter") state.make(deal.move);
  });
  return [
    h(Reveal, { view, board }),
    h(Prompt, done ? { say: view.prompt, note: view.note } : { say: t("client.crescendo.reveal"), note: t("client.crescendo.reveal.note") }),
    done && view.score && view.phase === "over" ? h(Score, { score: view.score, seats: view.seats, you: view.you }) : h(Totals, { board, view, done }),
    !done
      ? h(
          "div",
          { class: "actions" },
          h(Action, { key: "skip", label: t("client.crescendo.reveal.skip"), hotkey: "Esc", press: () => void skip(view, board) }),
          h(Action, { key: "next", label: t("client.crescendo.reveal.next"), hotkey: "Enter", primary: true, press: () => void next(view, board) }),
        )
      : view.phase === "over"
        ? h(EndActions, { view })
        : h(
            "div",
            { class: "actions" },
            h(Action, { key: "sheet", label: t("client.crescendo.score"), press: () => void (sheet.value = "score") }),
            deal && h(Action, { key: "deal", label: deal.do, hotkey: "Enter", primary: true, press: () => void state.make(deal.move) }),
          ),
  ];
}

/** Points so far; those of the last round count once its row is open. @param {{ view: View, board: Board, done: boolean }} props */
function Totals({ view, board, done }) {
  const last = board.sheet[board.round - 1];
  return h(
    "ul",
    { class: "totals", "aria-label": t("client.crescendo.score") },
    view.seats.map((seat) => {
      const total = board.seats[seat.seat].score - (done ? 0 : last[seat.seat].points);
      return h("li", { key: seat.seat, class: seat.seat === view.you ? "own" : "" }, h("span", null, seatName(seat, view.you)), h("b", null, plain(total), !done && " …"));
    }),
  );
}

// --- stepping through a finished game ---------------------------------------------------------------------------------

/** @param {{ board: Board, seats: SeatView[], you: number }} props */
function Replay({ board, seats, you }) {
  if (board.reveal.length) {
    return h("section", { class: "reveal", "data-count": board.seats.length, "aria-label": t("client.crescendo.rows"), tabIndex: 0 }, board.seats.map((_, seat) => h(Line, { key: seat, board, seat, seats, you, open: board.reveal[seat].length })));
  }
  return h(
    "section",
    { class: "all-rows", "data-count": board.seats.length, "aria-label": t("client.crescendo.rows"), tabIndex: 0 },
    board.seats.map((each, seat) =>
      h(
        "div",
        { key: seat, class: seat === board.turn ? "line on" : "line", role: "group", "aria-label": seatName(seats[seat], you) },
        h("div", { class: "who" }, h(Mark, { seat, letter: seats[seat].letter, size: 28, own: seat === board.turn }), h("b", null, seatName(seats[seat], you)), h("span", null, t("client.crescendo.own_pile", { n: each.own }))),
        h(Small, { row: each.row, backs: board }),
        h("p", { class: "unseen" }, each.row.map((card, at) => spoken(card, at, board.labels)).join("; ")),
      ),
    ),
    h(
      "p",
      { class: "middle" },
      h("span", null, t("client.crescendo.reserve", { n: board.reserve.size }), board.reserve.label && `, ${t("client.crescendo.back", { back: board.reserve.label })}`),
      h("span", null, t("client.crescendo.pile.top", { card: board.top ? nameOf(board.top) : t("client.crescendo.pile.none"), n: board.pile })),
      board.drawn?.front && h("span", null, t("client.crescendo.in_hand.card", { card: nameOf(board.drawn.front) })),
    ),
  );
}

/** @type {GameClient} */
export default {
  tone: "crescendo",
  Poster,
  Patterns,
  Play,
  Meters,
  Replay,
  seat: (board, seat, view) => {
    const { own, score, answered, chosen, passed, row } = /** @type {Board} */ (board).seats[seat];
    const scored = board.reveal.length > 0;
    const tag =
      board.caller === seat
        ? t("client.crescendo.call")
        : passed
          ? t("client.crescendo.passed.tag")
          : board.phase === "setup" && chosen
            ? t("client.crescendo.chosen.tag")
            : answered
              ? t("client.crescendo.hold")
              : "";
    return {
      line: t("client.crescendo.seat", { n: own, score: signed(score) }),
      tag,
      on: board.turn === seat,
      row: scored ? undefined : h(Small, { row, backs: board }),
      label: scored ? "" : row.map((/** @type {any} */ card, /** @type {number} */ at) => spoken(card, at, board.labels)).join("; "),
      press: scored || seat === view.you || view.you < 0 ? undefined : () => state.open(seat),
      pressed: state.opened.value.seat === seat,
    };
  },
  aid: { icon: "backs", label: "client.crescendo.backs", sheet: "backs" },
  hidesSeats: (view) => view.phase === "between" || view.phase === "over",
  keys: [
    ["1 – 9, 0", "client.crescendo.keys.slots"],
    ["N", "client.crescendo.keys.number"],
    ["H", "client.crescendo.keys.hold"],
    ["D", "client.crescendo.keys.draw"],
    ["T", "client.crescendo.keys.take"],
    ["S", "client.crescendo.keys.special"],
    ["C", "client.crescendo.keys.call"],
    ["P", "client.crescendo.keys.pass"],
    ["X", "client.crescendo.keys.discard"],
    ["B", "client.crescendo.keys.backs"],
  ],
};

