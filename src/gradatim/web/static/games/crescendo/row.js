// A row of cards at full size: the own one, or another seat's in its place.

/** @import { Slot } from "./cards.js" */

import { h } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { Card, Icon } from "../../art.js";
import { arrow } from "../../parts.js";
import { t } from "../../words.js";
import { backDrawing, frontDrawing, smallBack } from "./art.js";
import { spoken } from "./cards.js";

/** @typedef {{ labels: string[], actions: string[] }} Backs */

/** One card as this eye sees it. @param {{ card: { back: number, front: string }, backs: Backs, small?: boolean }} props */
export function Piece({ card: { back, front }, backs, small = false }) {
  if (front) return h(Card, { drawing: frontDrawing(front, back) });
  return h(Card, { drawing: small ? smallBack(back, backs.actions[back]) : backDrawing(back, backs.labels[back], backs.actions[back]) });
}

/** A row in small, to be looked at only. @param {{ row: Slot[], backs: Backs }} props */
export const Small = ({ row, backs }) =>
  h(
    "div",
    { class: "minis", "aria-hidden": "true" },
    row.map((card, at) => h("span", { key: at, class: card.locked ? "locked" : card.front ? "known" : "" }, h(Piece, { card, backs, small: true }))),
  );

/**
 * @typedef {object} RowProps
 * @property {Slot[]} row
 * @property {Backs} backs
 * @property {string} name                  whose row, for the ear
 * @property {number[]} picked
 * @property {number[]} refused
 * @property {(slot: number) => boolean} can
 * @property {(slot: number) => void} [press]   none: to be looked at only
 * @property {() => boolean} enter          true if Enter on a chosen card has done what it is chosen for
 * @property {boolean} [focus]              takes the focus when it comes
 */

/** @param {RowProps} props */
export function Row({ row, backs, name, picked, refused, can, press, enter, focus = false }) {
  const region = useRef(/** @type {HTMLElement | null} */ (null));
  const [cursor, setCursor] = useState(0);
  const here = Math.min(cursor, row.length - 1);
  useEffect(() => {
    if (focus) region.current?.querySelector("button")?.focus();
  }, []);
  return h(
    "div",
    {
      class: "cells",
      role: "group",
      "aria-label": name,
      ref: region,
      style: { "--n": Math.max(1, row.length) },
      onKeyDown: (/** @type {KeyboardEvent} */ event) => {
        const items = /** @type {HTMLElement[]} */ ([...(region.current?.querySelectorAll("button") ?? [])]);
        const to = arrow(event, items);
        if (to >= 0) items[to].focus();
        else if (event.key !== "Enter" || event.repeat || !picked.includes(here) || !enter()) return;
        event.preventDefault();
      },
    },
    row.length === 0 && h("p", { class: "plain" }, t("client.crescendo.row.none")),
    row.map((card, at) => {
      const chosen = picked.includes(at);
      const wrong = refused.includes(at);
      const legal = can(at);
      const state = wrong ? "refused" : chosen ? "chosen" : legal ? "can" : "";
      const plain = spoken(card, at, backs.labels);
      const label = wrong
        ? t("client.card.refused", { card: plain })
        : chosen
          ? t("client.card.chosen", { card: plain })
          : legal
            ? t("client.crescendo.slot.can", { card: plain })
            : plain;
      const known = !card.locked && card.front !== "";
      return h(
        "div",
        { key: at, class: chosen ? "cell chosen" : "cell" },
        h(
          "button",
          {
            type: "button",
            class: `slot ${state} ${card.locked ? "locked" : ""} ${known ? "known" : ""}`,
            "data-slot": at + 1,
            "aria-label": label,
            "aria-pressed": press ? String(chosen) : undefined,
            "aria-disabled": press ? undefined : "true",
            tabIndex: at === here ? 0 : -1,
            onClick: () => press?.(at),
            onFocus: () => setCursor(at),
          },
          h(Piece, { card, backs }),
          card.locked && h("span", { class: "clamp" }),
          (chosen || wrong) && h("span", { class: "badge" }, h(Icon, { name: wrong ? "x" : "check", size: 16 })),
        ),
        h("span", { class: "index", "aria-hidden": "true" }, at + 1, card.locked && h(Icon, { name: "lock", size: 14 }), known && h(Icon, { name: "peek", size: 14 })),
      );
    }),
  );
}
