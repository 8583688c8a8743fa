// Setting up a table: who sits where, which rules, how fast.

/** @import { GameView, SeatWish, TableMade } from "./wire.js" */

import { h } from "preact";
import { useState } from "preact/hooks";
import { contribution, post, sentence } from "./api.js";
import { Mark } from "./art.js";
import { client } from "./games.js";
import { Sheet } from "./parts.js";
import * as saved from "./saved.js";
import { enter, ownName, sheet } from "./store.js";
import { t } from "./words.js";

const PACES = [0, 300, 700, 1500];

/** "me", "open" or "bot:<name>". @param {string} choice @returns {SeatWish} */
function wish(choice) {
  if (choice === "me" || choice === "open") return { kind: choice };
  return { kind: "bot", bot: choice.slice(4) };
}

/** @param {Event} event */
const valueOf = (event) => /** @type {HTMLInputElement | HTMLSelectElement} */ (event.currentTarget).value;

/** One of a few, as buttons. @param {{ title: string, name: string, values: [string, string][], value: string, choose: (value: string) => void }} props */
function Choice({ title, name, values, value, choose }) {
  return h(
    "fieldset",
    null,
    h("legend", null, title),
    h(
      "div",
      { class: values.some(([, label]) => label.length > 16) ? "choice long" : "choice" },
      values.map(([key, label]) =>
        h("label", { key }, h("input", { type: "radio", name, value: key, checked: key === value, onChange: () => choose(key) }), h("span", null, label)),
      ),
    ),
  );
}

/** @param {{ id: string, label: string, help?: string, value: string, values: [string, string][], choose: (value: string) => void }} props */
function Select({ id, label, help, value, values, choose }) {
  return h(
    "div",
    { class: "option" },
    h("label", { for: id }, label),
    h(
      "select",
      { id, value, "aria-describedby": help ? `${id}-help` : undefined, onChange: (/** @type {Event} */ event) => choose(valueOf(event)) },
      values.map(([key, text]) => h("option", { key, value: key, selected: key === value }, text)),
    ),
    help && h("small", { id: `${id}-help` }, help),
  );
}

/** @param {{ game: GameView, code?: string }} props  `code` stands in the field for a deal's code */
export function NewTable({ game, code: given = "" }) {
  const bots = game.bots;
  const usual = `bot:${game.usual}`;
  const most = Math.max(...game.seats);
  const [count, setCount] = useState(game.seats.includes(4) ? 4 : game.seats[0]);
  const [seats, setSeats] = useState(["me", ...Array(most - 1).fill(bots.length ? usual : "open")]);
  const [options, setOptions] = useState(Object.fromEntries(game.options.map((option) => [option.name, option.default])));
  const [pace, setPace] = useState(700);
  const [code, setCode] = useState(given);
  const [starting, setStarting] = useState(false);
  const [problem, setProblem] = useState("");

  const preset = game.presets.find((each) =>
    game.options.every((option) => options[option.name] === (each.options[option.name] ?? option.default)),
  );

  /** @type {[string, string][]} */
  const choices = [
    ["me", t("client.new.me")],
    ...bots.map((bot) => /** @type {[string, string]} */ ([`bot:${bot.name}`, t("client.new.bot", { bot: bot.label })])),
    ["open", t("client.new.open")],
  ];

  /** One person has one seat: who moves leaves the old seat to a bot. @param {number} seat @param {string} choice */
  const choose = (seat, choice) =>
    setSeats(seats.map((old, at) => (at === seat ? choice : choice === "me" && old === "me" ? (bots.length ? usual : "open") : old)));

  /** @param {string} code */
  const start = async (code) => {
    if (starting) return;
    setStarting(true);
    setProblem("");
    try {
      const own = seats.slice(0, count).indexOf("me");
      const made = await post("/api/tables", {
        game: game.name,
        seats: seats.slice(0, count).map(wish),
        options,
        name: own < 0 ? "" : ownName(own),
        contribution: contribution(),
        pace,
        code,
      });
      sheet.value = "";
      enter(/** @type {TableMade} */ (made), game.name);
    } catch (error) {
      setProblem(sentence(error));
      setStarting(false);
    }
  };

  return h(
    Sheet,
    {
      title: t("client.new.title", { game: game.title }),
      close: () => (sheet.value = ""),
      tone: client(game.name)?.tone,
      // In reach however long the list is.
      foot: [
        h("p", { role: "alert", class: "problem" }, problem),
        game.daily && h("button", { type: "button", class: "button", onClick: () => void start(game.daily) }, t("client.new.daily")),
        h("button", { form: "setup", class: "button primary", "aria-disabled": starting ? "true" : undefined }, t("client.new.start")),
      ],
    },
    h(
      "form",
      {
        id: "setup",
        class: "setup",
        onSubmit: (/** @type {Event} */ event) => {
          event.preventDefault();
          start(code.trim());
        },
      },
      h(
        "div",
        { class: "option" },
        h("label", { for: "own-name" }, t("client.name")),
        h("input", {
          id: "own-name",
          type: "text",
          maxLength: 24,
          autocomplete: "nickname",
          placeholder: t("client.player", { n: Math.max(0, seats.indexOf("me")) + 1 }),
          value: saved.name.value,
          onInput: (/** @type {Event} */ event) => (saved.name.value = valueOf(event)),
        }),
      ),
      game.seats.length > 1 &&
        h(Choice, {
          title: t("client.new.seats"),
          name: "seats",
          value: String(count),
          values: game.seats.map((n) => /** @type {[string, string]} */ ([String(n), String(n)])),
          choose: (value) => setCount(Number(value)),
        }),
      most > 1 && h(
        "fieldset",
        { class: "who" },
        h("legend", null, t("client.new.who")),
        seats.slice(0, count).map((choice, seat) =>
          h(
            "label",
            { key: seat },
            h(Mark, { seat, letter: String(seat + 1), own: choice === "me" }),
            h("span", null, t("client.seat", { n: seat + 1 })),
            h(
              "select",
              { value: choice, onChange: (/** @type {Event} */ event) => choose(seat, valueOf(event)) },
              choices.map(([key, text]) => h("option", { key, value: key, selected: key === choice }, text)),
            ),
          ),
        ),
      ),
      game.presets.length > 1 &&
        h(Choice, {
          title: t("client.new.presets"),
          name: "preset",
          value: preset?.name ?? "",
          values: game.presets.map((each) => /** @type {[string, string]} */ ([each.name, each.label])),
          choose: (name) => {
            const chosen = game.presets.find((each) => each.name === name);
            setOptions(Object.fromEntries(game.options.map((option) => [option.name, chosen?.options[option.name] ?? option.default])));
          },
        }),
      game.codes &&
        h(
          "div",
          { class: "option" },
          h("label", { for: "code" }, t("client.new.code")),
          h("input", {
            id: "code",
            class: "input",
            type: "text",
            maxLength: 24,
            autocomplete: "off",
            autocapitalize: "characters",
            spellcheck: false,
            placeholder: t("client.new.code.hint"),
            "aria-describedby": "code-help",
            value: code,
            onInput: (/** @type {Event} */ event) => setCode(valueOf(event)),
          }),
          h("small", { id: "code-help" }, t("client.new.code.help")),
        ),
      most > 1 && h(Select, {
        id: "pace",
        label: t("client.new.pace"),
        value: String(pace),
        values: PACES.map((ms) => /** @type {[string, string]} */ ([String(ms), t(`client.new.pace.${ms}`)])),
        choose: (value) => setPace(Number(value)),
      }),
      h(
        "details",
        { onToggle: (/** @type {Event} */ event) => /** @type {HTMLElement} */ (event.currentTarget).scrollIntoView({ block: "nearest" }) },
        h("summary", null, t("client.options")),
        h(
          "div",
          null,
          game.options.map((option) =>
            h(Select, {
              key: option.name,
              id: `option-${option.name}`,
              label: option.label,
              help: option.help,
              value: String(options[option.name]),
              values: option.values.map((value) => /** @type {[string, string]} */ ([String(value.value), value.label])),
              choose: (value) => setOptions({ ...options, [option.name]: Number(value) }),
            }),
          ),
        ),
      ),
    ),
  );
}
