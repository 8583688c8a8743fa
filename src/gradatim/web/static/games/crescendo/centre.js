// The middle of the table: Reserve, common pile, and a panel for what is going on: NUMBER with its time, a card shown
// for a moment, what this turn may do, or the card that somebody holds.

/** @import { SeatView, View, WindowView } from "../../wire.js" */
/** @import { Board, Shown } from "./cards.js" */

import { h } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { Card, Numeral } from "../../art.js";
import { Action, seatName } from "../../parts.js";
import { refuse } from "../../store.js";
import { t } from "../../words.js";
import { frontDrawing } from "./art.js";
import { boardOf, nameOf } from "./cards.js";
import { Piece } from "./row.js";
import { clear, dismiss, make, mayClaim, opened, pickedIn, prepare, preparing, shownIn } from "./state.js";

/** @param {View} view @param {string} move */
const find = (view, move) => view.legal.find((each) => each.move === move);

/** The first words of a Special's moves, by action. */
export const SPECIALS = /** @type {Record<string, string>} */ ({ peek: "peek", swap: "give", lock: "lock" });

/** @param {{ view: View }} props */
export function Centre({ view }) {
  const board = boardOf(view);
  return h(
    "section",
    { class: "centre", "aria-label": t("client.crescendo.centre") },
    h(Reserve, { view, board }),
    h(Pile, { view, board }),
    h(Panel, { view, board }),
  );
}

/** @param {{ view: View, board: Board }} props */
function Reserve({ view, board }) {
  const { reserve } = board;
  const draw = find(view, "draw");
  const offers = reserve.action && t("client.crescendo.offers", { action: t(`client.crescendo.action.${reserve.action}`) });
  const label = [t("client.crescendo.reserve", { n: reserve.size }), reserve.label && t("client.crescendo.back", { back: reserve.label }), offers, draw?.say].filter(Boolean).join(", ");
  return h(
    "div",
    { class: "pad reserve" },
    h(
      "button",
      { type: "button", class: draw ? "slot can" : "slot", "aria-label": label, "aria-disabled": draw ? undefined : "true", onClick: () => (draw ? void make("draw") : refuse(view.prompt, view.note)) },
      reserve.back < 0 ? h("span", { class: "no-card" }) : h("span", { class: "stack" }, h(Piece, { card: { back: reserve.back, front: "" }, backs: board })),
    ),
    h("p", { "aria-hidden": "true" }, h("b", null, t("client.crescendo.reserve", { n: reserve.size })), h("span", null, offers)),
  );
}

/** @param {{ view: View, board: Board }} props */
function Pile({ view, board }) {
  const take = find(view, "pile");
  const name = board.top ? nameOf(board.top) : t("client.crescendo.pile.none");
  const label = [t("client.crescendo.pile.top", { card: name, n: board.pile }), take?.say].filter(Boolean).join(", ");
  return h(
    "div",
    { class: "pad pile-top" },
    h(
      "button",
      { type: "button", class: take ? "slot can" : "slot", "aria-label": label, "aria-disabled": take ? undefined : "true", onClick: () => (take ? void make("pile") : refuse(view.prompt, view.note)) },
      board.top ? h(Card, { drawing: frontDrawing(board.top, board.top_back) }) : h("span", { class: "no-card" }),
    ),
    h("p", { "aria-hidden": "true" }, h("b", null, t("client.crescendo.pile")), h("span", null, take ? take.do : t("client.crescendo.pile.cards", { n: board.pile }))),
  );
}

// --- the panel --------------------------------------------------------------------------------------------------------

/** @param {{ view: View, board: Board }} props */
function Panel({ view, board }) {
  const [card, ...more] = shownIn(view);
  const mine = board.turn === view.you && view.you >= 0 && !mayClaim(view);
  // Open by the rules until this seat plays, but no longer its concern.
  const window = board.open && !mine;
  return h(
    "div",
    { class: window ? "panel window" : "panel" },
    card
      ? h(Slip, { card, more: more.length, view, board })
      : mine
        ? h(Turn, { view, board })
        : window
          ? h(Title, { board, view })
          : board.drawn && h(Held, { view, board }),
    window && h(Fits, { board }),
    window && view.window && h(Drain, { window: view.window }),
  );
}

/** @param {{ view: View, board: Board }} props */
function Title({ view, board }) {
  const next = view.seats[board.turn];
  const note = board.joker
    ? t("client.crescendo.window.joker")
    : board.phase === "last" || !next
      ? t("client.crescendo.window.last")
      : next.seat === view.you
        ? t("client.crescendo.window.yours")
        : t("client.crescendo.window.note", { name: next.name });
  return h("div", { class: "call" }, h("p", { class: "big-word" }, t("client.crescendo.number.ask")), h("p", null, note));
}

/** The numbers that fit the pile's top. @param {{ board: Board }} props */
function Fits({ board }) {
  if (!board.fits.length) return null;
  const top = Number(board.top.slice(1));
  return h(
    "div",
    { class: "fits", role: "img", "aria-label": t("client.crescendo.fits", { from: board.fits[0], to: board.fits.at(-1) ?? 0 }) },
    board.fits.map((n) => h("span", { key: n, class: n === top ? "top" : "" }, h(Numeral, { value: n }))),
  );
}

const calm = matchMedia("(prefers-reduced-motion: reduce)");
const TICKS = 10;

/** What is left of the window's time, by the server's clock. @param {{ window: WindowView }} props */
function Drain({ window }) {
  const bar = useRef(/** @type {HTMLElement | null} */ (null));
  // Another seat's answer brings a new view of the same window, and its time anew.
  useLayoutEffect(() => {
    const from = window.minimum ? window.left / window.minimum : 0;
    const easing = calm.matches ? `steps(${Math.max(1, Math.round(from * TICKS))})` : "linear";
    const draining = bar.current?.animate([{ transform: `scaleX(${from})` }, { transform: "scaleX(0)" }], { duration: window.left, easing });
    return () => draining?.cancel();
  }, [window]);
  return h("div", { class: "drain", "data-window": window.id, "aria-hidden": "true" }, h("i", { ref: bar }));
}

/** A card shown for a moment; a press turns it down. @param {{ card: Shown, more: number, view: View, board: Board }} props */
function Slip({ card, more, view, board }) {
  const name = card.seat === view.you ? "" : view.seats[card.seat]?.name ?? "";
  const facts = { card: nameOf(card.front), slot: card.slot + 1, name };
  const key = card.slot < 0 ? "own_pile" : "slot";
  const say = t(`client.crescendo.shown.${name ? "other" : "you"}.${key}`, facts);
  return h(
    "div",
    { class: "slip", role: "status" },
    h("span", { class: "unseen" }, `${say}: ${facts.card}. `),
    h("div", { "aria-hidden": "true" }, h(Piece, { card, backs: board })),
    h(
      "div",
      null,
      h("p", { "aria-hidden": "true" }, say, more > 0 && h("small", null, t("client.crescendo.shown.more", { n: more }))),
      h(Action, { label: t("client.crescendo.turn_down"), hotkey: "Enter", primary: true, press: dismiss }),
    ),
  );
}

/** The card that somebody else holds. @param {{ view: View, board: Board }} props */
function Held({ view, board }) {
  if (!board.drawn) return null;
  const name = view.seats[board.turn]?.name ?? "";
  return h("div", { class: "slip held" }, h(Piece, { card: board.drawn, backs: board }), h("p", null, t("client.crescendo.holds", { name })));
}

/** What this seat may do on its turn. @param {{ view: View, board: Board }} props */
function Turn({ view, board }) {
  if (board.phase === "drawn") return h(Placing, { view, board });
  const what = board.phase === "given" ? "take" : preparing(view);
  if (what) return h(Target, { view, board, what });
  const { action } = board.reserve;
  const possible = action && view.legal.some((move) => move.move.startsWith(`${SPECIALS[action]} `));
  const call = find(view, "crescendo");
  const pass = find(view, "pass");
  const take = find(view, "pile");
  return h(
    "div",
    { class: "moves", role: "group", "aria-label": t("client.your_turn") },
    h(Action, { label: find(view, "draw")?.do ?? t("client.crescendo.draw"), hotkey: "D", primary: true, why: find(view, "draw") ? undefined : view.prompt, press: () => void make("draw") }),
    h(Action, { label: take?.do ?? t("client.crescendo.take"), hotkey: "T", why: take ? undefined : view.prompt, press: () => void make("pile") }),
    h(Action, {
      label: action ? t(`client.crescendo.action.${action}`) : t("client.crescendo.special"),
      icon: action || undefined,
      hotkey: "S",
      why: possible ? undefined : t(board.finals ? "client.crescendo.special.final" : "client.crescendo.special.none"),
      press: () => prepare(action),
    }),
    pass
      ? h(Action, { label: pass.do, hotkey: "P", press: () => void make("pass") })
      : h(Action, { label: call?.do ?? t("client.crescendo.call"), hotkey: "C", why: call ? undefined : view.note, press: () => prepare("crescendo") }),
  );
}

/** The card in hand goes into a slot, or away. @param {{ view: View, board: Board }} props */
function Placing({ view, board }) {
  const [slot] = pickedIn(view);
  const keep = slot === undefined ? undefined : find(view, `keep ${slot + 1}`);
  const discard = find(view, "discard");
  return h(
    "div",
    { class: "slip placing" },
    h("div", { class: "drawn", "aria-hidden": "true" }, board.drawn && h(Piece, { card: board.drawn, backs: board })),
    h(
      "div",
      { role: "group", "aria-label": t("client.crescendo.in_hand") },
      h(Action, { label: keep?.do ?? t("client.crescendo.put"), hotkey: keep && "Enter", primary: Boolean(keep), why: keep ? undefined : t("client.crescendo.put.why"), press: () => void (keep && make(keep.move, slot)) }),
      h(Action, { label: discard?.do ?? t("client.crescendo.discard"), hotkey: "X", why: discard ? undefined : view.note, press: () => void make("discard") }),
    ),
  );
}

/** The move that the choices so far make, if they make one. @param {View} view */
export function targeted(view) {
  const board = boardOf(view);
  const what = board.phase === "given" ? "take" : preparing(view);
  const [own] = pickedIn(view);
  const { seat, slot } = opened.value;
  if (what === "crescendo") return find(view, "crescendo");
  if (what === "take") return slot < 0 ? undefined : find(view, `take ${seat}:${slot + 1}`);
  if (what === "peek" && seat >= 0) return slot < 0 ? undefined : find(view, `peek ${seat}:${slot + 1}`);
  if (own === undefined) return undefined;
  return find(view, what === "peek" ? `peek ${view.you}:${own + 1}` : `${SPECIALS[what]} ${own + 1}`);
}

/** A Special, or the call of CRESCENDO: chosen first, then confirmed. @param {{ view: View, board: Board, what: string }} props */
function Target({ view, board, what }) {
  const move = targeted(view);
  const { seat, slot } = opened.value;
  const other = seat >= 0 && slot >= 0 && move;
  const facts = { name: view.seats[seat]?.name ?? "", slot: slot + 1, own: board.given + 1 };
  const label = other ? t(what === "take" ? "client.crescendo.take.other" : "client.crescendo.peek.other", facts) : move?.do;
  return h(
    "div",
    { class: "moves target", role: "group", "aria-label": t(`client.crescendo.target.${what}`) },
    h(Action, { label: label ?? t("client.crescendo.target.choose"), hotkey: move && "Enter", primary: Boolean(move), why: move ? undefined : t(`client.crescendo.target.${what}.note`), press: () => void (move && make(move.move)) }),
    what !== "take" && h(Action, { label: t("client.crescendo.cancel"), hotkey: "Esc", press: clear }),
  );
}

/** @param {SeatView[]} seats @param {number} seat @param {number} you */
export const rowName = (seats, seat, you) => (seat === you ? t("client.crescendo.row.own") : t("client.crescendo.row.of", { name: seatName(seats[seat], you) }));

