// A pile in order: a strip of the one that is looked at, and a sheet in which any can be opened. And where a card lies.

/** @import { Board } from "./cards.js" */

import { h } from "preact";
import { useState } from "preact/hooks";
import { Card, Icon } from "../../art.js";
import { Sheet } from "../../parts.js";
import { sheet } from "../../store.js";
import { t } from "../../words.js";
import { drawing, Suit } from "./art.js";
import { indexOf, inOrder, PILES, RANKS, spoken, suitName, SUITS, whereIs } from "./cards.js";
import * as state from "./state.js";

/** The pile that was pointed at, pressed or focused last. @param {{ board: Board }} props */
export function Strip({ board }) {
  const pile = indexOf(state.looked.value);
  const { cards, closed } = board.piles[pile];
  return h(
    "section",
    { class: "inspector", "aria-label": t("client.crescent.strip") },
    h("h2", null, h("b", null, t("client.crescent.strip.pile", { pile: pile + 1 })), " ", h("span", null, closed ? t("client.crescent.strip.closed") : t("client.crescent.strip.order"))),
    h("p", { class: "unseen" }, inOrder(cards)),
    h("div", { class: "fan", "aria-hidden": "true", style: { "--n": cards.length } }, cards.map((front) => h(Card, { drawing: drawing(front) }))),
  );
}

/** Finds a card: every copy lights up on the table. @param {string} front */
function find(front) {
  sheet.value = "";
  state.find(front);
}

/** A pile from its bottom to its top; a press on a card shows where its twin lies. @param {{ board: Board }} props */
export function PileSheet({ board }) {
  const at = indexOf(state.looked.value);
  const { cards, closed } = board.piles[at];
  const turn = (/** @type {number} */ by) => (state.looked.value = `p${((at + by + PILES) % PILES) + 1}`);
  return h(
    Sheet,
    {
      title: closed ? t("client.crescent.open.closed", { pile: at + 1 }) : t("client.crescent.open", { pile: at + 1, n: cards.length }),
      close: () => (sheet.value = ""),
      foot: h(
        "div",
        { class: "turning" },
        h("button", { type: "button", class: "button", onClick: () => void turn(-1) }, h(Icon, { name: "back", size: 20 }), placeLabel(at - 1)),
        h("button", { type: "button", class: "button", onClick: () => void turn(1) }, placeLabel(at + 1), h(Icon, { name: "next", size: 20 })),
      ),
    },
    h(
      "ol",
      { class: "opened" },
      cards.map((front, nth) => {
        const above = cards.length - 1 - nth;
        const where = above ? t("client.crescent.open.above", { n: above }) : t("client.crescent.open.top");
        const inside = [h(Card, { drawing: drawing(front) }), h("small", null, above ? nth + 1 : t("client.crescent.depth.top"))];
        const label = t("client.crescent.open.card", { nth: nth + 1, card: spoken(front), where });
        return h("li", { key: nth }, front ? h("button", { type: "button", "aria-label": label, onClick: () => find(front) }, inside) : h("span", { role: "img", "aria-label": label }, inside));
      }),
    ),
    h("p", { class: "plain" }, t(closed ? "client.crescent.open.closed.note" : "client.crescent.open.note")),
  );
}

/** @param {number} pile */
const placeLabel = (pile) => h("span", null, t("client.crescent.strip.pile", { pile: ((pile + PILES) % PILES) + 1 }));

/** Any card, by suit and rank. @param {{ board: Board }} props */
export function FindSheet({ board }) {
  const [suit, setSuit] = useState("H");
  return h(
    Sheet,
    { title: t("client.crescent.find"), close: () => (sheet.value = "") },
    h(
      "div",
      { class: "choice", role: "group", "aria-label": t("client.crescent.find.suit") },
      SUITS.map((each) => h("button", { key: each, type: "button", "aria-pressed": each === suit ? "true" : "false", "aria-label": suitName(each), onClick: () => setSuit(each) }, h(Suit, { suit: each, size: 22 }))),
    ),
    h(
      "ul",
      { class: "opened ranks" },
      RANKS.map((rank) => {
        const front = rank + suit;
        return h("li", { key: front }, h("button", { type: "button", "aria-label": t("client.crescent.find.card", { card: spoken(front), where: whereIs(board, front) }), onClick: () => find(front) }, h(Card, { drawing: drawing(front) })));
      }),
    ),
    h("p", { class: "plain" }, t("client.crescent.find.note")),
  );
}

/** What is said of the card that is looked for. @param {Board} board @param {string} front @returns {[string, string]} */
export const foundSentence = (board, front) => [t("client.crescent.find.say", { card: spoken(front) }), whereIs(board, front)];
