// Escalation! in the browser. It knows no rule: what can be played is in the view, what cannot be is asked.

/** @import { MoveView, SeatView, View } from "../../wire.js" */
/** @import { GameClient } from "../../games.js" */
/** @import { Board } from "./cards.js" */

import { signal } from "@preact/signals";
import { h } from "preact";
import { Mark } from "../../art.js";
import { press as pressPointer, settle } from "../../drag.js";
import { EndActions } from "../../end.js";
import { Action, Prompt, Score, seatName, useKeys } from "../../parts.js";
import { attempt, pending, refuse, refused, submit, toMove, view as currentView } from "../../store.js";
import { t } from "../../words.js";
import { Patterns, Poster } from "./art.js";
import { JOKER, keyed, same, sign, signs, within } from "./cards.js";
import { Fan, Hand } from "./hand.js";
import { useMotion } from "./motion.js";
import { Stairs } from "./stairs.js";

// --- what is chosen ---------------------------------------------------------------------------------------------------

/** Chosen cards, of one hand: another hand has nothing chosen. */
const pick = signal({ hand: "", keys: /** @type {Set<string>} */ (new Set()) });
/** The number that a chooser's button under the pointer or the focus stands for. */
const hinted = signal(0);
const drag = signal(/** @type {"" | "moving" | "over"} */ (""));

/** @returns {Board} */
const boardOf = (/** @type {View | null} */ view) => /** @type {Board} */ (view?.board);

/** @param {Board} board */
const handKey = (board) => board.hand.map((card) => card.front).join();

/** @param {Board} board */
const pickedIn = (board) => (pick.value.hand === handKey(board) ? pick.value.keys : new Set());

/** @param {Board} board @param {Set<string>} keys */
const choose = (board, keys) => (pick.value = { hand: handKey(board), keys });

/** @param {Set<string>} keys */
const frontsOf = (keys) => [...keys].map((key) => key.split("#")[0]);

/** @param {View} view @param {string[]} pieces */
const movesOf = (view, pieces) => (pieces.length ? view.legal.filter((move) => same(move.pieces, pieces)) : []);

// --- what a person does -----------------------------------------------------------------------------------------------

/** Makes a move; once it is made nothing is chosen any more. @param {MoveView} move */
async function make(move) {
  const answer = await submit(move.move, move.pieces);
  if (answer?.ok) pick.value = { hand: "", keys: new Set() };
}

/** @param {string} key */
async function press(key) {
  const view = currentView.value;
  const board = boardOf(view);
  if (!view || pending.value) return;
  refused.value = null;
  const picked = pickedIn(board);
  const card = keyed(board.hand).find((each) => each.key === key);
  if (!card) return;
  if (picked.has(key)) return void choose(board, new Set([...picked].filter((each) => each !== key)));
  const more = new Set([...picked, key]);
  // Choosing ahead of one's turn binds nobody.
  if (!toMove.value) return void choose(board, more);
  const alone = movesOf(view, [card.front]);
  if (card.front === JOKER && !picked.size && alone.length === 1) return void make(alone[0]);
  if (!card.legal && card.why) return void (refused.value = { refusal: { rule: "", say: card.why, place: "", note: "" }, pieces: [card.front] });
  const pieces = frontsOf(more);
  if (view.legal.some((move) => within(pieces, move.pieces))) return void choose(board, more);
  const answer = await attempt(pieces);
  if (answer?.ok) choose(board, more);
  // What was chosen before stays chosen: the refused card is the new one.
  else if (answer?.refused) refused.value = { refusal: answer.refused, pieces: [card.front] };
}

/** Plays what is chosen, or learns why it cannot be played. @returns {boolean} something has come of it */
function playPicked() {
  const view = currentView.value;
  const board = boardOf(view);
  if (!view || pending.value) return false;
  const pieces = frontsOf(pickedIn(board));
  const moves = movesOf(view, pieces);
  if (!toMove.value) refuse(view.prompt);
  else if (moves.length === 1) make(moves[0]);
  else if (moves.length > 1) refuse(t("client.escalation.name_wild"));
  else if (pieces.length) tryPieces(pieces);
  else refuse(t("client.escalation.pick_first"));
  return true;
}

/** @param {string[]} pieces */
async function tryPieces(pieces) {
  const answer = await attempt(pieces);
  if (answer?.ok && answer.move) await make(answer.move);
}

/** A card, or all chosen ones with it, dragged onto the stairs. @param {PointerEvent} event @param {string} key */
function grab(event, key) {
  const board = boardOf(currentView.value);
  const onStairs = (/** @type {number} */ x, /** @type {number} */ y) => {
    const at = document.querySelector(".stairs")?.getBoundingClientRect();
    return at !== undefined && x >= at.left && x <= at.right && y >= at.top && y <= at.bottom;
  };
  /** @type {HTMLElement[]} */
  let slots = [];
  let dropped = false;
  const before = pickedIn(board);
  pressPointer(event, {
    begin: () => {
      refused.value = null;
      drag.value = "moving";
      if (!before.has(key)) choose(board, new Set([key]));
      const keys = pickedIn(board);
      slots = /** @type {HTMLElement[]} */ ([...document.querySelectorAll(".hand .slot")]).filter((slot) => keys.has(slot.dataset.key ?? ""));
      return slots;
    },
    over: (x, y) => (drag.value = onStairs(x, y) ? "over" : "moving"),
    drop: (x, y) => {
      if (!onStairs(x, y)) return false;
      dropped = true;
      const sent = pending.value === false && playPicked() && pending.peek();
      // The cards wait where they were dropped until the server has answered.
      if (sent) {
        const done = pending.subscribe((busy) => {
          if (busy) return;
          settle(slots);
          queueMicrotask(() => done());
        });
      }
      return sent;
    },
    end: () => {
      drag.value = "";
      // What was dropped stays chosen: it is on its way, or its number is asked for, or it is refused.
      if (!dropped) choose(board, before);
    },
  });
}

// --- the table --------------------------------------------------------------------------------------------------------

/** @param {{ view: View }} props */
function Play({ view }) {
  useMotion(view);
  const board = boardOf(view);
  const picked = pickedIn(board);
  const pieces = frontsOf(picked);
  const mine = toMove.value && view.phase === "playing";
  const moves = mine ? movesOf(view, pieces) : [];
  const naming = moves.length > 1;
  const ready = moves.length === 1 ? moves[0] : naming ? moves.find((move) => move.named === hinted.value) : undefined;
  const plain = view.legal.filter((move) => move.pieces.length === 0);
  const take = plain.find((move) => move.move === "take");
  const joker = movesOf(view, [JOKER])[0];

  useKeys((event) => {
    const key = event.key.toLowerCase();
    const read = !refused.value;
    if (!["tab", "shift"].includes(key)) refused.value = null;
    const named = naming && moves.find((move) => String(move.named) === key);
    if (key === "escape") {
      choose(board, new Set());
    } else if (event.repeat || pending.value) return;
    else if (named) make(named);
    else if (key === "t" && take) make(take);
    else if (key === "j" && joker) make(joker);
    // A play cannot be taken back: Enter after a refusal only clears it.
    else if (key === "enter" && read && !(event.target instanceof Element && event.target.closest("button, a"))) {
      const next = plain.find((move) => move !== take);
      if (next) make(next);
      else if (moves.length === 1) playPicked();
    }
  });

  const [say, note] = sentence({ view, pieces, ready, naming, mine });
  const resting = view.phase === "between" || view.phase === "over";
  return [
    h(Stairs, {
      board,
      seats: view.seats,
      you: view.you,
      resting,
      ghost: ready && pieces.length ? { total: ready.total, cards: pieces } : undefined,
      target: drag.value !== "",
      over: drag.value === "over",
    }),
    h(Prompt, { say, note, mine }),
    resting && view.score
      ? h(Score, {
          score: view.score,
          seats: view.seats,
          you: view.you,
          extraTitle: t("client.escalation.hands"),
          extra: board.hands.length ? (seat) => h(Fan, { fronts: board.hands[seat], label: signs(board.hands[seat]) || t("client.escalation.left_none") }) : undefined,
        })
      : view.you >= 0
        ? h(Hand, {
            cards: keyed(board.hand),
            picked,
            refused: refused.value?.pieces ?? [],
            mine,
            press,
            grab,
            enter: () => moves.length === 1 && !refused.value && playPicked(),
          })
        : h("div", { class: "hand watching" }, h("p", { class: "plain" }, t("client.watching"))),
    view.phase === "over"
      ? h(EndActions, { view })
      : resting
        ? h(
            "div",
            { class: "actions" },
            plain.map((move) => h(Action, { key: move.move, label: move.do, hotkey: "Enter", primary: true, press: () => void make(move) })),
          )
        : naming
          ? h(Naming, { moves })
          : view.you >= 0 &&
            h(
              "div",
              { class: "actions" },
              h(Action, {
                key: "take",
                label: take?.do ?? (board.on_table ? t("client.escalation.take", { n: board.on_table }) : t("client.escalation.keys.take")),
                hotkey: "T",
                why: take ? undefined : mine ? t("client.escalation.nothing_to_take") : view.prompt,
                press: () => void (take && make(take)),
              }),
              h(Action, {
                key: "play",
                label: ready?.do ?? t("client.escalation.play"),
                hotkey: ready && !refused.value ? "Enter" : undefined,
                primary: Boolean(ready),
                why: !mine ? view.prompt : pieces.length ? undefined : t("client.escalation.pick_first"),
                press: () => void playPicked(),
              }),
            ),
  ];
}

/** The prompt's two lines. @param {{ view: View, pieces: string[], ready?: MoveView, naming: boolean, mine: boolean }} now @returns {[string, string]} */
function sentence({ view, pieces, ready, naming, mine }) {
  if (ready) return [ready.say, ready.note];
  if (naming) return [t("client.escalation.name_wild"), t("client.escalation.name_wild.note", { cards: signs(pieces) })];
  if (mine && pieces.length) return [t("client.escalation.more", { cards: signs(pieces) }), t("client.escalation.more.note")];
  return [view.prompt, view.note];
}

/** One to seven, for wilds that lie alone. @param {{ moves: MoveView[] }} props */
function Naming({ moves }) {
  return h(
    "div",
    { class: "actions naming", role: "group", "aria-label": t("client.escalation.name_wild") },
    [1, 2, 3, 4, 5, 6, 7].map((value) => {
      const move = moves.find((each) => each.named === value);
      return h(Action, {
        key: value,
        label: String(value),
        name: move?.do && move.do !== String(value) ? t("client.escalation.name_value", { value, what: move.do }) : undefined,
        why: move ? undefined : t("client.escalation.too_low", { value }),
        hint: move && ((/** @type {boolean} */ on) => void (hinted.value = on ? value : 0)),
        press: () => {
          hinted.value = 0;
          if (move) make(move);
        },
      });
    }),
  );
}

// --- beside the table -------------------------------------------------------------------------------------------------

/** Taken cards, fewest first to the eye's own seat. @param {{ board: Board, seats: SeatView[], you: number }} props */
function Meters({ board, seats, you }) {
  const order = seats.map((seat) => seat.seat);
  if (you > 0) order.push(...order.splice(0, you));
  const most = Math.max(1, ...board.seats.map((seat) => seat.taken));
  return h(
    "section",
    { class: "meters", "aria-label": t("client.escalation.taken_label") },
    h("h2", null, t("client.escalation.taken_label")),
    h(
      "ul",
      null,
      order.map((seat) =>
        h(
          "li",
          { key: seat, class: seat === you ? "own" : "", "data-seat": seat },
          h(Mark, { seat, letter: seats[seat].letter, size: 22, own: seat === you }),
          h("span", { class: "name" }, seatName(seats[seat], you)),
          h("i", { style: { "--share": board.seats[seat].taken / most } }),
          h("b", null, board.seats[seat].taken),
          board.game > 1 && h("small", null, t("client.escalation.earlier", { n: board.seats[seat].earlier })),
        ),
      ),
    ),
  );
}

/** @param {{ board: Board, seats: SeatView[], you: number }} props */
function Replay({ board, seats, you }) {
  return [
    h(Stairs, { board, seats, you }),
    h(
      "ul",
      { class: "hands", "aria-label": t("client.escalation.hands") },
      board.hands.map((fronts, seat) =>
        h(
          "li",
          { key: seat, class: seat === board.turn ? "on" : "" },
          h("p", null, h(Mark, { seat, letter: seats[seat].letter, size: 22, own: seat === board.turn }), h("b", null, seatName(seats[seat], you)), h("span", null, t("client.escalation.taken", { n: board.seats[seat].taken }))),
          h(Fan, { fronts, label: fronts.map(sign).join(", ") || t("client.escalation.left_none") }),
        ),
      ),
    ),
  ];
}

/** @type {GameClient} */
export default {
  tone: "escalation",
  Poster,
  Patterns,
  Play,
  Meters,
  Replay,
  seat: (board, seat) => ({
    line: t("client.escalation.hand", { n: board.seats[seat].hand }),
    number: board.seats[seat].taken,
    unit: t("client.escalation.taken_unit"),
  }),
  keys: [
    ["T", "client.escalation.keys.take"],
    ["J", "client.escalation.keys.joker"],
    ["1 – 7", "client.escalation.keys.name"],
  ],
};
