// The deal: its code to keep and to share, another one, those of before, and how this table is set.

/** @import { View } from "../../wire.js" */

import { h } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Icon } from "../../art.js";
import { duration } from "../../figures.js";
import { Sheet } from "../../parts.js";
import { clock, played } from "../../statistics.js";
import { games, go, newDeal, sheet, view as currentView } from "../../store.js";
import { t } from "../../words.js";
import { boardOf } from "./cards.js";
import * as state from "./state.js";
import { Strip } from "./piles.js";

const SHOWN = 8; // deals of before

/** Can this deal be won? @param {{ view: View }} props */
export function Badge({ view }) {
  useEffect(() => void state.badgeNow(view), [view.table]);
  const found = state.badge.value;
  const result = found?.table === view.table ? found.advice.result : "";
  if (!result) return h("span", { class: "tag" }, t("client.crescent.badge.asking"));
  return h("span", { class: `tag badge-${result}`, title: found?.advice.note }, h(Icon, { name: result === "winnable" ? "check" : result === "lost" ? "x" : "clock", size: 14 }), t(`client.crescent.badge.${result}`));
}

/** What this game stands at. @param {{ view: View }} props */
function Facts({ view }) {
  const board = boardOf(view);
  /** @type {[string, any][]} */
  const rows = [
    ["deal", board.code && h("span", { class: "code" }, board.code)],
    ["moves", board.moves],
    ["time", duration(clock.value)],
    ["home", t("client.crescent.of104", { n: board.home })],
    ["redeals", t("client.crescent.of", { n: board.left, all: board.redeals })],
    ["winnable", h(Badge, { view })],
  ];
  return h("dl", { class: "facts" }, rows.filter(([, value]) => value !== "").map(([key, value]) => [h("dt", { key }, t(`client.crescent.fact.${key}`)), h("dd", null, value)]));
}

/** In the rail, and above the log of a phone. */
export function Meters() {
  const view = currentView.value;
  if (!view?.board.piles) return null;
  return [
    h("section", { class: "game-facts", "aria-label": t("client.crescent.this_game") }, h("h2", null, t("client.crescent.this_game")), h(Facts, { view })),
    boardOf(view).ending !== "won" && h(Strip, { board: boardOf(view) }),
  ];
}

/** A short text into the clipboard, where there is one; its field is there to copy from. @param {string} text @param {string} field */
async function copy(text, field) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const input = /** @type {HTMLInputElement | null} */ (document.getElementById(field));
    input?.select();
    document.execCommand("copy");
  }
}

/** A text to read and to copy. @param {{ id: string, label: string, text: string }} props */
function Copied({ id, label, text }) {
  const [done, setDone] = useState(false);
  return h(
    "div",
    { class: "option" },
    h("label", { for: id }, label),
    h(
      "div",
      { class: "with-button" },
      h("input", { id, class: "input", type: "text", readOnly: true, value: text, onFocus: (/** @type {FocusEvent} */ event) => /** @type {HTMLInputElement} */ (event.currentTarget).select() }),
      h(
        "button",
        {
          type: "button",
          class: "button",
          "aria-label": t("client.crescent.copy", { what: label }),
          onClick: async () => {
            await copy(text, id);
            setDone(true);
            setTimeout(() => setDone(false), 2500);
          },
        },
        h(Icon, { name: done ? "check" : "copy", size: 20 }),
        h("span", { role: "status" }, done ? t("client.share.copied") : t("client.share.copy")),
      ),
    ),
  );
}

/** On or off. @param {{ label: string, help: string, on: boolean, change: () => void }} props */
const Switch = ({ label, help, on, change }) =>
  h(
    "button",
    { type: "button", class: "item switch", role: "switch", "aria-checked": on ? "true" : "false", onClick: change },
    h("span", null, label, h("small", null, help)),
    h("i", { "aria-hidden": "true" }),
  );

/** Another deal, by its code. */
function ByCode() {
  const [code, setCode] = useState("");
  return h(
    "form",
    {
      class: "option",
      onSubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        if (code.trim()) deal(code.trim());
      },
    },
    h("label", { for: "deal-code" }, t("client.crescent.enter")),
    h(
      "div",
      { class: "with-button" },
      h("input", { id: "deal-code", class: "input", type: "text", maxLength: 24, autocomplete: "off", spellcheck: false, placeholder: t("client.crescent.enter.hint"), value: code, onInput: (/** @type {Event} */ event) => setCode(/** @type {HTMLInputElement} */ (event.currentTarget).value) }),
      h("button", { class: "button" }, t("client.crescent.enter.deal")),
    ),
  );
}

/** A refusal is said at the table that stays. @param {string} [code] */
export function deal(code) {
  sheet.value = "";
  return newDeal(code);
}

/** @param {{ view: View }} props */
export function DealSheet({ view }) {
  const board = boardOf(view);
  const daily = games.value.find((game) => game.name === view.game)?.daily ?? "";
  const before = played.value.filter((one) => one.game === view.game && one.table !== view.table && one.begun && one.code).slice(-SHOWN).reverse();
  const item = (/** @type {string} */ icon, /** @type {string} */ label, /** @type {() => void} */ press) => h("li", { key: label }, h("button", { type: "button", class: "item", onClick: press }, h(Icon, { name: icon }), label));
  return h(
    Sheet,
    { title: t("client.crescent.deal"), close: () => (sheet.value = "") },
    board.code && h("p", { class: "variant" }, h("b", null, board.variant), h(Badge, { view })),
    board.code && h(Copied, { id: "code", label: t("client.crescent.code"), text: board.code }),
    board.code && h(Copied, { id: "link", label: t("client.crescent.link"), text: `${location.origin}/?game=${view.game}&code=${board.code}` }),
    h(
      "ul",
      { class: "menu" },
      item("next", t("client.crescent.new"), () => void deal()),
      board.code && item("first", t("client.crescent.restart"), () => void deal(board.code)),
      daily && daily !== board.code && item("sun", t("client.crescent.daily"), () => void deal(daily)),
      item("peek", t("client.crescent.find"), () => (sheet.value = "find")),
    ),
    h(ByCode, {}),
    h(
      "div",
      { class: "menu" },
      h(Switch, { label: t("client.crescent.four"), help: t("client.crescent.four.help"), on: state.deck.value === "four", change: () => (state.deck.value = state.deck.value === "four" ? "two" : "four") }),
      h(Switch, { label: t("client.crescent.mark"), help: t("client.crescent.mark.help"), on: state.marking.value === "on", change: () => (state.marking.value = state.marking.value === "on" ? "off" : "on") }),
    ),
    h("h3", null, t("client.crescent.before")),
    before.length
      ? h(
          "ul",
          { class: "deals" },
          before.map((one) =>
            h(
              "li",
              { key: one.table },
              h("p", null, h("b", { class: "code" }, one.code), h("small", null, t(one.end === "won" ? "client.crescent.before.won" : one.end ? "client.crescent.before.lost" : "client.crescent.before.left", { n: one.facts.moves ?? 0, time: duration(one.ms) }))),
              h("button", { type: "button", class: "button small", "aria-label": t("client.crescent.before.open", { code: one.code }), onClick: () => ((sheet.value = ""), go(`/t/${one.table}`)) }, t("client.crescent.before.go")),
            ),
          ),
        )
      : h("p", { class: "plain" }, t("client.crescent.before.none")),
  );
}
