// The hand at the foot of the table.

/** @import { HandCard } from "./cards.js" */

import { h } from "preact";
import { useRef, useState } from "preact/hooks";
import { Card, Icon } from "../../art.js";
import { arrow } from "../../parts.js";
import { t } from "../../words.js";
import { drawing, back } from "./art.js";
import { spoken } from "./cards.js";

/**
 * @typedef {object} HandProps
 * @property {(HandCard & { key: string })[]} cards
 * @property {Set<string>} picked
 * @property {string[]} refused     fronts shown as refused
 * @property {boolean} mine         this seat is to move
 * @property {(key: string) => void} press
 * @property {() => boolean} enter  true if Enter has played what is chosen
 * @property {(event: PointerEvent, key: string) => void} grab
 */

/** @param {HandProps} props */
export function Hand({ cards, picked, refused, mine, press, enter, grab }) {
  const region = useRef(/** @type {HTMLElement | null} */ (null));
  const [cursor, setCursor] = useState(0);
  const here = Math.min(cursor, cards.length - 1);
  const left = [...refused];
  // Of several equal cards the chosen ones are the refused ones.
  const crossed = new Set();
  for (const card of [...cards].sort((a, b) => Number(picked.has(b.key)) - Number(picked.has(a.key)))) {
    const at = left.indexOf(card.front);
    if (at >= 0) crossed.add(card.key), left.splice(at, 1);
  }
  return h(
    "div",
    {
      class: "hand",
      role: "group",
      "aria-label": t("client.escalation.hand_label"),
      ref: region,
      onKeyDown: (/** @type {KeyboardEvent} */ event) => {
        const items = /** @type {HTMLElement[]} */ ([...(region.current?.querySelectorAll("button") ?? [])]);
        const to = arrow(event, items);
        if (to >= 0) {
          event.preventDefault();
          items[to].focus();
        } else if (event.key === "Enter" && !event.repeat && enter()) event.preventDefault();
      },
    },
    cards.length === 0 && h("p", { class: "plain" }, t("client.escalation.hand_empty")),
    cards.map((card, at) => {
      const chosen = picked.has(card.key);
      const wrong = crossed.has(card.key);
      const not = mine && !card.legal && !chosen;
      const state = wrong ? "refused" : chosen ? "chosen" : not ? "not-now" : mine ? "can" : "";
      const name = spoken(card.front);
      const label = chosen
        ? t("client.card.chosen", { card: name })
        : not
          ? t("client.card.not_now", { card: name, why: card.why })
          : mine
            ? t("client.card.can", { card: name })
            : name;
      return h(
        "button",
        {
          key: card.key,
          type: "button",
          class: `slot ${state}`,
          "data-key": card.key,
          "aria-label": wrong ? t("client.card.refused", { card: name }) : label,
          "aria-pressed": chosen ? "true" : "false",
          tabIndex: at === here ? 0 : -1,
          onClick: () => press(card.key),
          onFocus: () => setCursor(at),
          onPointerDown: (/** @type {PointerEvent} */ event) => grab(event, card.key),
        },
        h(Card, { drawing: drawing(card.front) }),
        (chosen || wrong) && h("span", { class: "badge" }, h(Icon, { name: wrong ? "x" : "check", size: 16 })),
      );
    }),
  );
}

/** Cards overlapping, to be looked at only. "" is a back. @param {{ fronts: string[], label: string }} props */
export function Fan({ fronts, label }) {
  return h(
    "div",
    { class: "fan", role: "img", "aria-label": label, style: { "--n": fronts.length } },
    fronts.map((front, at) => h(Card, { key: at, drawing: front ? drawing(front) : back })),
  );
}
