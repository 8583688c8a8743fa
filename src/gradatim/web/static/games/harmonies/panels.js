// The parts around the landscape: who plays, what is on offer, what lies above a board, the tokens in hand.

/** @import { ComponentChildren } from "preact" */
/** @import { View } from "../../wire.js" */
/** @import { Board, Tab } from "./state.js" */

import { h } from "preact";
import { useRef, useState } from "preact/hooks";
import { Icon, Mark, Numeral } from "../../art.js";
import { arrow, seatName } from "../../parts.js";
import { pending, refused } from "../../store.js";
import { t } from "../../words.js";
import { Chip, Token } from "./art.js";
import { CardOf, TileOf } from "./cards.js";
import { grab } from "./dragging.js";
import * as state from "./state.js";

/** @typedef {{ view: View }} Props */

/** Arrows move inside a region. @param {{ class: string, label: string, children?: ComponentChildren }} props */
function Region({ class: name, label, children }) {
  const region = useRef(/** @type {HTMLElement | null} */ (null));
  return h(
    "div",
    {
      class: name,
      role: "group",
      "aria-label": label,
      ref: region,
      onKeyDown: (/** @type {KeyboardEvent} */ event) => {
        const items = /** @type {HTMLElement[]} */ ([...(region.current?.querySelectorAll("button") ?? [])]);
        const to = arrow(event, items);
        if (to < 0) return;
        items[to].focus();
        event.preventDefault();
      },
    },
    children,
  );
}

// --- who plays --------------------------------------------------------------------------------------------------------

/** Everybody; pressing one opens that landscape in place of the own one. @param {Props} props */
export function Players({ view }) {
  const board = state.boardOf(view);
  const open = state.shown(view);
  const order = [...view.seats.slice(Math.max(0, view.you)), ...view.seats.slice(0, Math.max(0, view.you))];
  return h(
    "section",
    { class: "seats players", "data-count": order.length, "aria-label": t("client.players") },
    order.map((seat) => {
      const { empty, total } = board.seats[seat.seat];
      const on = seat.to_move && view.phase === "playing";
      const away = seat.kind === "person" && !seat.live;
      return h(
        "button",
        { key: seat.seat, type: "button", class: on ? "seat on" : "seat", "data-seat": seat.seat, "aria-pressed": String(open === seat.seat), onClick: () => state.open(seat.seat) },
        h(Mark, { seat: seat.seat, letter: seat.letter, size: 24, own: on || seat.seat === view.you }),
        h(
          "span",
          { class: "who" },
          h("b", null, seatName(seat, view.you)),
          h("span", { class: "line" }, away ? [h(Icon, { name: "clock", size: 14 }), t("client.away")] : t("client.harmonies.empty.n", { n: empty }), h("span", { class: "unseen" }, `, ${seat.status}`)),
        ),
        h("span", { class: "big" }, h(Numeral, { value: total }), h("span", { class: "unseen" }, t("client.harmonies.total", { n: total }))),
      );
    }),
  );
}

// --- tabs, where not everything has room ------------------------------------------------------------------------------

/** @param {Props} props */
export function Tabs({ view }) {
  const board = state.boardOf(view);
  const now = state.tabIn(view);
  const held = board.seats[state.shown(view)].held.filter(({ card, tile }) => card || tile).length;
  /** @type {[Tab, string][]} */
  const tabs = [
    ["yours", t(state.shown(view) === view.you ? "client.harmonies.tab.yours" : "client.harmonies.tab.theirs", { n: held })],
    ["cards", t("client.harmonies.tab.cards", { n: board.row.filter(Boolean).length })],
    ["sanctuaries", t("client.harmonies.tab.sanctuaries", { n: board.offer.filter(Boolean).length })],
    ["tokens", t("client.harmonies.tab.tokens", { n: board.centre.filter((tokens) => tokens.length).length })],
  ];
  return h(
    "div",
    { class: "tabs", role: "group", "aria-label": t("client.harmonies.tabs") },
    tabs
      .filter(([name]) => name !== "sanctuaries" || hasTiles(board))
      .map(([name, label]) => h("button", { key: name, type: "button", "data-tab": name, "aria-pressed": String(now.name === name), "aria-expanded": String(now.name === name && now.open), onClick: () => state.openTab(view, name) }, label)),
  );
}

/** @param {Board} board */
export const hasTiles = (board) => board.tiles > 0 || board.offer.some(Boolean) || board.seats.some((seat) => [...seat.held, ...seat.done].some(({ tile }) => tile));

// --- what is on offer -------------------------------------------------------------------------------------------------

/** Everything about a thing that is on offer. @param {View} view @param {string} piece @param {boolean} first @param {string} shortcut */
function offered(view, piece, first, shortcut) {
  const wrong = refused.value?.pieces ?? [];
  return {
    piece,
    first,
    shortcut,
    can: state.moveOf(view, [piece]) !== undefined,
    chosen: state.chosenIn(view) === piece,
    refused: wrong.includes(piece),
    // The first press tells about it, the next one takes it.
    press: () => void (state.chosenIn(view) === piece && view.you >= 0 ? state.take(piece) : state.pressPiece(piece)),
    grab: (/** @type {PointerEvent} */ event) => grab(event, piece),
    hint: (/** @type {boolean} */ on) => void (state.touched.value = on ? piece : ""),
  };
}

/** @param {Props} props */
export function Row({ view }) {
  const { row, deck } = state.boardOf(view);
  const first = row.findIndex(Boolean);
  return h(
    "section",
    { class: "panel row", "data-tab": "cards" },
    h("h2", null, t("client.harmonies.row", { n: deck })),
    h(
      Region,
      { class: "things", label: t("client.harmonies.row", { n: deck }) },
      row.map((card, at) => (card ? h(CardOf, { key: card.thing, card, ...offered(view, `row${at + 1}`, at === first, `k ${at + 1}`) }) : h("span", { key: `gap${at}`, class: "gap-card" }, t("client.harmonies.gap")))),
    ),
  );
}

/** @param {Props} props */
export function Offer({ view }) {
  const { offer, tiles } = state.boardOf(view);
  const first = offer.findIndex(Boolean);
  return h(
    "section",
    { class: "panel offer", "data-tab": "sanctuaries" },
    h("h2", null, t("client.harmonies.offer", { n: tiles })),
    h(
      Region,
      { class: "things", label: t("client.harmonies.offer", { n: tiles }) },
      offer.map((tile, at) => (tile ? h(TileOf, { key: tile.thing, tile, ...offered(view, `offer${at + 1}`, at === first, `o ${at + 1}`) }) : h("span", { key: `gap${at}`, class: "gap-card" }, t("client.harmonies.gap")))),
    ),
  );
}

/** The central spaces, and what is left in the pouch. @param {Props} props */
export function Centre({ view }) {
  const board = state.boardOf(view);
  const [cursor, setCursor] = useState(0);
  const wrong = refused.value?.pieces ?? [];
  return h(
    "section",
    { class: "panel tokens", "data-tab": "tokens" },
    h("h2", null, t("client.harmonies.pouch", { n: board.pouch })),
    h(
      Region,
      { class: "spaces", label: t("client.harmonies.centre") },
      board.centre.map((tokens, at) => {
        const piece = `centre${at + 1}`;
        const move = state.moveOf(view, [piece]);
        const names = tokens.map((colour) => t(`client.harmonies.token.${colour}`)).join(", ");
        const label = t("client.harmonies.centre.space", { n: at + 1, tokens: names || t("client.harmonies.empty") });
        return h(
          "button",
          {
            key: at,
            type: "button",
            class: `trio ${move ? "can" : ""} ${tokens.length ? "" : "taken"} ${wrong.includes(piece) ? "refused" : ""}`,
            "data-piece": piece,
            "aria-label": move ? t("client.harmonies.card.can", { card: label }) : label,
            "aria-keyshortcuts": String(at + 1),
            tabIndex: at === cursor ? 0 : -1,
            onFocus: () => setCursor(at),
            onClick: () => void state.take(piece),
          },
          tokens.length ? tokens.map((colour, nth) => h(Token, { key: nth, colour })) : h("span", null, t(board.taken === at ? "client.harmonies.taken" : "client.harmonies.empty")),
        );
      }),
    ),
    h(Pouch, { board }),
    h("p", { class: "rounds" }, board.last_round ? t("client.harmonies.last_round") : t("client.harmonies.rounds", { n: board.most_rounds })),
  );
}

/** @param {{ board: Board }} props */
function Pouch({ board }) {
  return h(
    "ul",
    { class: "pouch", "aria-label": t("client.harmonies.pouch", { n: board.pouch }) },
    board.counts.map(({ colour, tokens }) => h("li", { key: colour }, h(Chip, { colour }), h("b", null, tokens), h("span", { class: "unseen" }, t(`client.harmonies.token.${colour}`)))),
  );
}

// --- above a board ----------------------------------------------------------------------------------------------------

/** @param {Props} props */
export function Held({ view }) {
  const board = state.boardOf(view);
  const shown = state.shown(view);
  const { held, done, score } = board.seats[shown];
  const own = shown === view.you;
  const wrong = refused.value?.pieces ?? [];
  const lines = state.lit.value ? (score.find((part) => part.key === state.lit.value?.key)?.lines ?? []) : [];
  const gain = (/** @type {number} */ thing) => (lines.some((line) => line.thing === thing) ? lines.filter((line) => line.thing === thing).reduce((sum, line) => sum + line.points, 0) : undefined);
  const count = held.filter(({ card, tile }) => card || tile).length;
  const title = own ? t("client.harmonies.yours", { n: count }) : t("client.harmonies.theirs", { name: seatName(view.seats[shown], view.you), n: count });
  const first = held.findIndex(({ card, tile }) => card || tile);
  return h(
    "section",
    { class: "panel held", "data-tab": "yours", "data-drop": own ? "held" : undefined },
    h("h2", null, title),
    h(
      Region,
      { class: "things", label: title },
      held.map(({ card, tile }, at) => {
        const piece = `held${at + 1}`;
        const pressing = {
          piece,
          can: own && (board.lay.some((lay) => lay.piece === piece) || state.named(view, `last ${at + 1}`) !== undefined),
          chosen: own && state.chosenIn(view) === piece,
          refused: own && wrong.includes(piece),
          first: at === first,
          shortcut: `h ${at + 1}`,
          press: own ? () => state.pressPiece(piece) : undefined,
          grab: own ? (/** @type {PointerEvent} */ event) => grab(event, piece) : undefined,
          hint: own ? (/** @type {boolean} */ on) => void (state.touched.value = on ? piece : "") : undefined,
        };
        if (card) return h(CardOf, { key: card.thing, card, held: true, points: gain(card.thing), ...pressing });
        if (tile) return h(TileOf, { key: tile.thing, tile, points: gain(tile.thing), ...pressing });
        return h("span", { key: `free${at}`, class: "gap-card" }, t("client.harmonies.free"));
      }),
    ),
    h(
      "p",
      { class: "done" },
      h("b", null, t("client.harmonies.done")),
      done.length === 0 && ` · ${t("client.harmonies.done.none")}`,
      done.map(({ card, tile }) => {
        const [thing, name, points] = card ? [card.thing, card.name, card.sort === "whisper" ? "" : card.scored] : [tile?.thing ?? -1, tile?.name ?? "", tile?.scored ?? 0];
        return h("span", { key: thing, class: gain(thing) === undefined ? "" : "scoring" }, tile && tile.colours.map((colour) => h(Chip, { key: colour, colour })), tile ? h("span", { class: "unseen" }, name) : name, points !== "" && h("b", null, points));
      }),
    ),
  );
}

/** Two Spirits to choose from, before anything else. @param {Props} props */
export function Choice({ view }) {
  const { choice } = state.boardOf(view);
  return h(
    "section",
    { class: "choosing", "aria-label": t("client.harmonies.choice") },
    h(
      Region,
      { class: "things", label: t("client.harmonies.choice") },
      choice.map((card, at) => h("div", { key: card.thing }, h(CardOf, { card, ...offered(view, `spirit${at + 1}`, at === 0, `${at + 1}`) }), h("p", null, card.rule))),
    ),
  );
}

// --- in hand ----------------------------------------------------------------------------------------------------------

/** @param {Props} props */
export function Tray({ view }) {
  const { hand } = state.boardOf(view);
  const piece = state.pieceIn(view);
  const marked = hand.indexOf(piece);
  if (!hand.length || !state.isMine(view)) return null;
  return h(
    Region,
    { class: "tray", label: t("client.harmonies.hand") },
    hand.map((colour, at) =>
      h(
        "button",
        {
          key: at,
          type: "button",
          class: `slot held-token ${at === marked ? "picked" : ""} ${refused.value?.pieces.includes(colour) && at === hand.indexOf(colour) ? "refused" : ""}`,
          "data-piece": colour,
          "aria-label": t(`client.harmonies.token.${colour}`),
          "aria-pressed": String(at === marked),
          "aria-keyshortcuts": String(at + 1),
          tabIndex: at === Math.max(0, marked) ? 0 : -1,
          onClick: () => !pending.value && state.choose(view, colour),
          onPointerDown: (/** @type {PointerEvent} */ event) => grab(event, colour),
        },
        h(Token, { colour }),
      ),
    ),
  );
}
