// Statistics: what this browser remembers of the games played in it, in figures and plots.

/** @import { GameView } from "./wire.js" */
/** @import { Played } from "./statistics.js" */

import { h } from "preact";
import { useState } from "preact/hooks";
import { client } from "./games.js";
import { Sheet } from "./parts.js";
import { save } from "./save.js";
import { exported, figures, forgetAll, imported, kind, played, wonBy } from "./statistics.js";
import { games, go, sheet } from "./store.js";
import { t } from "./words.js";

const SHOWN = 40; // games of a strip or a course

/** "4:05", "1:02:30". @param {number} ms */
export function duration(ms) {
  const seconds = Math.floor(ms / 1000);
  const two = (/** @type {number} */ n) => String(n).padStart(2, "0");
  const hours = Math.floor(seconds / 3600);
  const rest = `${Math.floor((seconds % 3600) / 60)}:${two(seconds % 60)}`;
  return hours ? `${hours}:${rest.padStart(5, "0")}` : rest;
}

/** @param {{ first: string }} props  the game that is shown at first */
export function Statistics({ first }) {
  const all = played.value.filter((one) => one.begun);
  const known = games.value.filter((game) => client(game.name));
  const [name, setName] = useState(all.some((one) => one.game === first) ? first : (all.at(-1)?.game ?? first));
  const [chosen, setChosen] = useState("");
  const game = known.find((each) => each.name === name) ?? known[0];
  const mine = all.filter((one) => one.game === game?.name);
  const kinds = [...new Set(mine.map(kind))];
  const shown = mine.filter((one) => !kinds.includes(chosen) || kind(one) === chosen);
  return h(
    Sheet,
    { title: t("client.statistics"), close: () => (sheet.value = ""), wide: true, tone: game && client(game.name)?.tone },
    known.length > 1 &&
      h(
        "div",
        { class: "choice", role: "group", "aria-label": t("client.rules.game") },
        known.map((each) =>
          h("button", { key: each.name, type: "button", "aria-pressed": each === game ? "true" : "false", onClick: () => setName(each.name) }, each.title),
        ),
      ),
    game && kinds.length > 1 &&
      h(
        "div",
        { class: "option" },
        h("label", { for: "kind" }, t("client.statistics.kind")),
        h(
          "select",
          { id: "kind", value: chosen, onChange: (/** @type {Event} */ event) => setChosen(/** @type {HTMLSelectElement} */ (event.currentTarget).value) },
          h("option", { value: "" }, t("client.statistics.all")),
          kinds.map((each) => h("option", { key: each, value: each }, described(game, mine.find((one) => kind(one) === each)))),
        ),
      ),
    game && (shown.length ? h(Shown, { key: game.name, game, shown }) : h("p", null, t("client.statistics.none", { game: game.title }))),
    h(Keep, {}),
  );
}

/** A kind of game in words: its seats and what differs from the defaults. @param {GameView} game @param {Played} [one] */
function described(game, one) {
  if (!one) return "";
  const changed = game.options.filter((option) => one.options[option.name] !== option.default);
  const labels = changed.map((option) => `${option.label}: ${option.values.find((value) => value.value === one.options[option.name])?.label ?? one.options[option.name]}`);
  const seats = game.seats.length > 1 ? [t("client.statistics.seats", { n: one.seats })] : [];
  return [...seats, ...(labels.length ? labels : [t("client.statistics.usual")])].join(" · ");
}

/** @param {{ game: GameView, shown: Played[] }} props */
function Shown({ game, shown }) {
  const found = figures(shown);
  const counted = game.seats.some((n) => n > 1); // points and ranks mean something
  const share = found.over ? Math.round((100 * found.won) / found.over) : 0;
  /** @type {[string, string | number | null][]} */
  const rows = [
    ["played", found.played],
    ["won", t("client.statistics.share", { n: found.won, share })],
    ["left", found.left || null],
    ["streak", found.streak],
    ["longest", found.longest],
    ["best_time", found.best === null ? null : duration(found.best)],
    ["middle_time", found.middle === null ? null : duration(found.middle)],
    ["points", counted ? found.points : null],
    ["average", counted && found.average !== null ? found.average.toFixed(1) : null],
    ["alone", game.advises ? found.alone : null],
  ];
  const won = shown.filter((one) => one.end === "won");
  return [
    h("dl", { class: "facts" }, rows.filter(([, value]) => value !== null).map(([key, value]) => h("div", { key }, h("dt", null, t(`client.statistics.${key}`)), h("dd", null, value)))),
    h(Strip, { shown: shown.slice(-SHOWN) }),
    counted && h(Course, { title: t("client.statistics.course.points"), values: shown.filter((one) => one.end).map((one) => one.total) }),
    h(Course, { title: t("client.statistics.course.time"), values: won.map((one) => one.ms), say: duration }),
    (client(game.name)?.plots ?? []).map(({ fact, label, share }) =>
      share
        ? h(Bars, { key: fact, title: t(label), counts: wonBy(shown, fact), of: found.over })
        : h(Course, { key: fact, title: t(label), values: won.filter((one) => fact in one.facts).map((one) => one.facts[fact]) }),
    ),
    h(Last, { shown }),
  ];
}

/** One mark a game: won stands tall. @param {{ shown: Played[] }} props */
function Strip({ shown }) {
  const word = (/** @type {Played} */ one) => t(`client.statistics.is.${one.end || "left"}`);
  return h(
    "figure",
    { class: "plot" },
    h("figcaption", null, t("client.statistics.strip")),
    h("ol", { class: "strip" }, shown.map((one) => h("li", { key: one.table, "data-end": one.end || "left", title: word(one) }, h("span", { class: "unseen" }, word(one))))),
  );
}

/** Shares as bars. @param {{ title: string, counts: [number, number][], of: number }} props */
function Bars({ title, counts, of }) {
  if (!counts.length) return null;
  return h(
    "figure",
    { class: "plot" },
    h("figcaption", null, title),
    h(
      "ul",
      { class: "bars" },
      counts.map(([value, count]) => {
        const share = Math.round((100 * count) / of);
        return h("li", { key: value }, h("b", null, value), h("i", { style: { "--share": count / of } }), h("span", null, t("client.statistics.share", { n: count, share })));
      }),
    ),
  );
}

/** Values one after the other, the latest on the right. @param {{ title: string, values: number[], say?: (value: number) => string }} props */
function Course({ title, values, say = String }) {
  const shown = values.slice(-SHOWN);
  if (shown.length < 2) return null;
  const [low, high] = [Math.min(...shown), Math.max(...shown)];
  const x = (/** @type {number} */ nth) => 8 + (nth / (shown.length - 1)) * 384;
  const y = (/** @type {number} */ value) => 72 - ((value - low) / (high - low || 1)) * 64;
  const points = shown.map((value, nth) => `${x(nth).toFixed(1)},${y(value).toFixed(1)}`);
  const span = t("client.statistics.span", { low: say(low), high: say(high), last: say(shown[shown.length - 1]) });
  return h(
    "figure",
    { class: "plot" },
    h("figcaption", null, title),
    h(
      "svg",
      { viewBox: "0 0 400 80", role: "img", "aria-label": `${title}: ${span}` },
      h("polyline", { points: points.join(" ") }),
      points.map((point) => h("circle", { cx: point.split(",")[0], cy: point.split(",")[1], r: 3.5 })),
    ),
    h("small", { "aria-hidden": "true" }, span),
  );
}

/** The last games, to go back to. @param {{ shown: Played[] }} props */
function Last({ shown }) {
  return h(
    "section",
    { "aria-label": t("client.statistics.last") },
    h("h3", null, t("client.statistics.last")),
    h(
      "ul",
      { class: "menu" },
      shown.slice(-8).reverse().map((one) =>
        h(
          "li",
          { key: one.table },
          h(
            "button",
            { type: "button", class: "item", onClick: () => go(`/t/${one.table}`) },
            h("span", null, new Date(one.at).toLocaleDateString(document.documentElement.lang, { day: "numeric", month: "short" })),
            h("b", null, one.code || t("client.statistics.seats", { n: one.seats })),
            h("span", null, [t(`client.statistics.is.${one.end || "left"}`), duration(one.ms)].join(" · ")),
          ),
        ),
      ),
    ),
  );
}

/** Figures are this browser's alone: they can be taken along, and forgotten. */
function Keep() {
  const [said, say] = useState("");
  const [sure, setSure] = useState(false);
  return h(
    "section",
    { class: "keep", "aria-label": t("client.statistics.keep") },
    h("p", null, h("small", null, t("client.statistics.keep.note"))),
    h(
      "div",
      { class: "choice" },
      h("button", { type: "button", onClick: () => save(new Blob([exported()], { type: "application/json" }), "gradatim-statistics.json") }, t("client.statistics.export")),
      h(
        "label",
        { class: "button" },
        t("client.statistics.import"),
        h("input", {
          type: "file",
          class: "unseen",
          accept: ".json",
          onChange: async (/** @type {Event} */ event) => {
            const input = /** @type {HTMLInputElement} */ (event.currentTarget);
            const count = imported((await input.files?.[0]?.text()) ?? "");
            input.value = "";
            say(count === null ? t("client.statistics.import.problem") : t("client.statistics.import.done", { n: count }));
          },
        }),
      ),
      h(
        "button",
        {
          type: "button",
          onClick: () => {
            if (sure) forgetAll();
            say(sure ? t("client.statistics.forgotten") : t("client.statistics.sure"));
            setSure(!sure);
          },
        },
        sure ? t("client.statistics.forget.sure") : t("client.statistics.forget"),
      ),
    ),
    h("p", { role: "status" }, said),
  );
}
