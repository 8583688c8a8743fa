// Parts that several screens share.

/** @import { ComponentChildren } from "preact" */
/** @import { EventView, RuleView, ScoreView, SeatView } from "./wire.js" */

import { h } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { Icon, Mark } from "./art.js";
import { get, sentence } from "./api.js";
import { link, pending, refuse, refused, retry } from "./store.js";
import { t } from "./words.js";

// --- buttons ----------------------------------------------------------------------------------------------------------

/** @param {{ icon: string, label: string, press: () => void, class?: string }} props */
export function IconButton({ icon, label, press, class: other = "" }) {
  return h("button", { type: "button", class: `icon-button ${other}`, "aria-label": label, title: label, onClick: press }, h(Icon, { name: icon }));
}

/**
 * @typedef {object} ActionProps
 * @property {string} label
 * @property {() => void} press
 * @property {string} [name]     for the ear, where the label alone is too short
 * @property {string} [hotkey]
 * @property {string} [icon]
 * @property {boolean} [primary]
 * @property {string} [why]      why it cannot be pressed now; a press says so
 * @property {(on: boolean) => void} [hint]  the pointer or the focus is on it
 */

/** A button that keeps its place when it cannot be used, and then says why. @param {ActionProps} props */
export function Action({ label, press, name, hotkey, icon, primary, why, hint }) {
  const off = why !== undefined;
  return h(
    "button",
    {
      type: "button",
      class: primary ? "button primary" : "button",
      "aria-label": name,
      "aria-disabled": off ? "true" : undefined,
      "aria-keyshortcuts": hotkey,
      onClick: () => {
        if (off) refuse(why);
        else if (!pending.value) press();
      },
      onPointerEnter: hint && (() => hint(true)),
      onPointerLeave: hint && (() => hint(false)),
      onFocus: hint && (() => hint(true)),
      onBlur: hint && (() => hint(false)),
    },
    icon && h(Icon, { name: icon, size: 20 }),
    h("span", null, label),
    hotkey && !off && h("kbd", { "aria-hidden": "true" }, hotkey),
  );
}

// --- the prompt: the one sentence that says what is going on ----------------------------------------------------------

/** @param {{ say: string, note: string, mine?: boolean }} props */
export function Prompt({ say, note, mine = false }) {
  const lost = link.value === "lost";
  const refusal = refused.value?.refusal;
  const yours = t("client.your_turn");
  const rest = mine && say.startsWith(yours) ? say.slice(yours.length).trimStart() : say;
  return h(
    "div",
    { class: "prompt" },
    h(
      "div",
      { role: "status", class: lost ? "say bad" : "say", hidden: Boolean(refusal) && !lost },
      lost
        ? [
            h(Icon, { name: "link", size: 26 }),
            h("p", null, t("client.lost"), h("small", null, pending.value ? t("client.lost.kept") : t("client.lost.note"))),
            h("button", { type: "button", class: "button small", onClick: retry }, t("client.lost.now")),
          ]
        : h("p", null, mine && h("span", { class: "yours" }, `${yours} `), rest, note && h("small", null, note)),
    ),
    // Always there, so that what appears in it is announced.
    h(
      "div",
      { role: "alert", class: "say bad", hidden: !refusal || lost },
      refusal && !lost && [
        h(Icon, { name: "alert", size: 26 }),
        h("p", null, refusal.say, (refusal.note || refusal.place) && h("small", null, [refusal.note, refusal.place].filter(Boolean).join(" "))),
      ],
    ),
  );
}

// --- sheets -----------------------------------------------------------------------------------------------------------

/** A dialog. The browser keeps the focus in it and gives it back. @param {{ title: string, close: () => void, wide?: boolean, tone?: string, foot?: ComponentChildren, children?: ComponentChildren }} props */
export function Sheet({ title, close, wide = false, tone, foot, children }) {
  const dialog = useRef(/** @type {HTMLDialogElement | null} */ (null));
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  return h(
    "dialog",
    {
      ref: dialog,
      class: wide ? "sheet wide" : "sheet",
      "data-tone": tone,
      "aria-labelledby": "sheet-title",
      onCancel: (/** @type {Event} */ event) => {
        event.preventDefault();
        close();
      },
      // The backdrop belongs to the dialog; what is in it lies inside the inner box.
      onPointerDown: (/** @type {PointerEvent} */ event) => event.target === dialog.current && close(),
    },
    h(
      "div",
      { class: "sheet-box" },
      h("header", null, h("h2", { id: "sheet-title", tabIndex: -1, autofocus: true }, title), h(IconButton, { icon: "x", label: t("client.close"), press: close })),
      h("div", { class: "sheet-body", tabIndex: 0, role: "region", "aria-label": title }, children),
      foot && h("footer", null, foot),
    ),
  );
}

/** @type {Map<string, RuleView[]>} */
const rulebooks = new Map();

/** @param {{ game: string }} props */
export function Rules({ game }) {
  const [rules, setRules] = useState(rulebooks.get(game));
  const [problem, setProblem] = useState("");
  useEffect(() => {
    if (rules) return;
    get(`/api/rules/${game}`).then(
      (answer) => {
        rulebooks.set(game, /** @type {RuleView[]} */ (answer));
        setRules(/** @type {RuleView[]} */ (answer));
      },
      (error) => setProblem(sentence(error)),
    );
  }, [game]);
  if (problem) return h("p", { role: "alert" }, problem);
  return h(
    "div",
    { class: "rules" },
    rules?.map((rule) => [
      rule.heading && h("h3", null, rule.heading),
      h(
        "p",
        { key: rule.key },
        rule.text,
        (rule.place || rule.rulings.length > 0) &&
          h("small", null, [rule.place, ...rule.rulings.map((ruling) => t("client.ruling", { ruling }))].filter(Boolean).join(" · ")),
      ),
    ]),
  );
}

// --- the log ----------------------------------------------------------------------------------------------------------

/** Newest first. @param {{ events: EventView[], seats: SeatView[], you: number }} props */
export function Log({ events, seats, you }) {
  return h(
    "div",
    { class: "log", role: "log", "aria-label": t("client.log"), tabIndex: 0 },
    events.length === 0 && h("p", { class: "plain" }, t("client.log.none")),
    [...events].reverse().map((event) => {
      const seat = seats[event.seat];
      const who = [t("client.you"), seat?.name ?? ""].find((name) => name && event.say.startsWith(`${name} `)) ?? "";
      return h(
        "p",
        { key: event.seq },
        seat?.letter ? h(Mark, { seat: seat.seat, letter: seat.letter, size: 22, own: seat.seat === you }) : h("span", null),
        h("span", null, who && h("b", null, who), event.say.slice(who.length)),
      );
    }),
  );
}

// --- the score --------------------------------------------------------------------------------------------------------

/**
 * @param {{ score: ScoreView, seats: SeatView[], you: number, extra?: (seat: number) => ComponentChildren, extraTitle?: string }} props
 */
export function Score({ score, seats, you, extra, extraTitle }) {
  // Parts that count for nobody say nothing; a single one is the total.
  const counting = score.parts.map((_, part) => part).filter((part) => score.rows.some((row) => row.parts[part]));
  const parts = counting.length > 1 ? counting : [];
  const total = counting.length === 1 ? score.parts[counting[0]] : t("client.score.total");
  const share = new Map();
  for (const row of score.rows) share.set(row.rank, (share.get(row.rank) ?? 0) + 1);
  return h(
    "div",
    { class: "score", role: "region", "aria-label": t("client.score"), tabIndex: 0 },
    h(
      "table",
      null,
      h("caption", { class: "unseen" }, t("client.score")),
      h(
        "thead",
        null,
        h(
          "tr",
          null,
          h("th", { scope: "col", class: "rank" }, t("client.score.rank")),
          h("th", { scope: "col", class: "name" }, t("client.score.seat")),
          extra && h("th", { scope: "col", class: "extra" }, extraTitle),
          parts.map((part) => h("th", { scope: "col" }, score.parts[part])),
          h("th", { scope: "col" }, total),
        ),
      ),
      h(
        "tbody",
        null,
        score.rows.map((row) => {
          const seat = seats[row.seat];
          const shared = share.get(row.rank) > 1;
          return h(
            "tr",
            { key: row.seat, class: row.rank === 1 ? "first" : "" },
            h("td", { class: "rank" }, row.rank, shared && h("span", { class: "tag" }, t("client.score.shared"))),
            h(
              "th",
              { scope: "row", class: "name" },
              h("span", null, h(Mark, { seat: row.seat, letter: seat.letter, size: 22, own: row.seat === you }), h("b", null, seatName(seat, you))),
            ),
            extra && h("td", { class: "extra" }, extra(row.seat)),
            parts.map((part) => h("td", null, plain(row.parts[part]))),
            h("td", { class: "total" }, plain(row.total)),
          );
        }),
      ),
    ),
  );
}

/** With a minus as long as a plus. @param {number} points */
export const plain = (points) => String(points).replace("-", "−");

/** @param {SeatView} seat @param {number} you */
export const seatName = (seat, you) => (seat.seat === you ? t("client.you") : seat.name || t("client.seat", { n: seat.seat + 1 }));

// --- keys -------------------------------------------------------------------------------------------------------------

/** True where a key belongs to what has the focus: a field, a sheet, or the browser. @param {KeyboardEvent} event */
export function taken(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || event.defaultPrevented) return true;
  const target = event.target;
  if (!(target instanceof Element)) return false;
  return target.matches("input, select, textarea") || document.querySelector("dialog[open]") !== null;
}

/** The page's keys while a part is shown. @param {(event: KeyboardEvent) => void} act */
export function useKeys(act) {
  const latest = useRef(act);
  latest.current = act;
  useEffect(() => {
    const listen = (/** @type {KeyboardEvent} */ event) => {
      if (!taken(event)) latest.current(event);
    };
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, []);
}

/** Arrow keys move the focus among a region's items, of which one is in the tab order. */
/** @param {KeyboardEvent} event @param {HTMLElement[]} items @returns {number} the item to go to, -1 for none */
export function arrow(event, items) {
  const here = items.indexOf(/** @type {HTMLElement} */ (document.activeElement));
  const steps = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };
  if (event.key === "Home") return 0;
  if (event.key === "End") return items.length - 1;
  const step = steps[/** @type {keyof typeof steps} */ (event.key)];
  if (step === undefined || here < 0) return -1;
  return Math.min(items.length - 1, Math.max(0, here + step));
}

