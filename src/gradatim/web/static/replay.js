// Stepping through a finished game.

/** @import { ReplayView } from "./wire.js" */
/** @import { GameClient } from "./games.js" */

import { h } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { get, sentence } from "./api.js";
import { Mark } from "./art.js";
import { client, load } from "./games.js";
import { WatchRecord } from "./lobby.js";
import { IconButton, Rules, Score, Sheet, useKeys } from "./parts.js";
import * as saved from "./saved.js";
import { go, opened, sheet } from "./store.js";
import { t } from "./words.js";

/** @param {{ table: string }} props  "" for a record from a file */
export function ReplayPage({ table }) {
  const [replay, setReplay] = useState(table ? null : opened.value);
  const [problem, setProblem] = useState("");
  useEffect(() => {
    const { token, hostToken } = saved.table(table);
    const asked = table ? get(`/api/tables/${table}/replay`, token || hostToken) : Promise.resolve(opened.value);
    asked.then(
      async (answer) => {
        const found = /** @type {ReplayView | null} */ (answer);
        if (found) await load(found.game);
        setReplay(found);
      },
      (error) => setProblem(sentence(error)),
    );
  }, [table, opened.value]);
  const game = replay && client(replay.game);
  if (replay && game) return h(Steps, { key: table, replay, game, table });
  return h(
    "main",
    { class: "blank" },
    h("h1", null, t("client.replay")),
    problem ? h("p", { role: "alert" }, problem) : table ? h("p", { role: "status" }, t("client.table.opening")) : h(WatchRecord, {}),
    h("button", { type: "button", class: "button", onClick: () => go("/") }, t("client.home")),
  );
}

/** @param {{ replay: ReplayView, game: GameClient, table: string }} props */
function Steps({ replay, game, table }) {
  const { steps, seats, score } = replay;
  const last = steps.length - 1;
  const [at, setAt] = useState(0);
  const list = useRef(/** @type {HTMLElement | null} */ (null));
  const within = (/** @type {number} */ step) => Math.max(0, Math.min(last, step));
  const to = (/** @type {number} */ step) => setAt(within(step));
  const by = (/** @type {number} */ steps) => setAt((now) => within(now + steps)); // two presses in one frame are two steps
  const step = steps[at];
  useEffect(() => {
    document.title = `${replay.title} · Gradatim`;
  }, []);
  useEffect(() => {
    for (const current of list.current?.querySelectorAll("[aria-current]") ?? []) current.scrollIntoView({ block: "nearest" });
  }, [at]);
  useKeys((event) => {
    const moves = /** @type {Record<string, number>} */ ({ ArrowLeft: -1, ArrowRight: 1, Home: -last, End: last });
    if (event.key.toLowerCase() === "r") sheet.value = "rules";
    else if (event.key.toLowerCase() === "l") sheet.value = "log";
    else if (event.key in moves && !(event.target instanceof HTMLInputElement)) by(moves[event.key]);
    else return;
    event.preventDefault();
  });
  const close = () => (sheet.value = "");
  const Moves = h(
    "ol",
    { class: "steps", ref: list, "aria-label": t("client.replay.steps"), tabIndex: 0 },
    steps.map((each, nth) =>
      h(
        "li",
        { key: nth },
        h(
          "button",
          { type: "button", "aria-current": nth === at ? "step" : undefined, tabIndex: nth === at ? 0 : -1, onClick: () => to(nth) },
          seats[each.seat] ? h(Mark, { seat: each.seat, letter: seats[each.seat].letter, size: 22 }) : h("span", null),
          h("span", null, each.say),
        ),
      ),
    ),
  );
  return h(
    "div",
    { class: "app", "data-tone": game.tone },
    h(game.Patterns, {}),
    h(
      "header",
      { class: "bar" },
      h(IconButton, { icon: "home", label: t("client.home"), press: () => go(table ? `/t/${table}` : "/") }),
      h("div", { class: "title" }, h("h1", null, replay.title), h("p", null, t("client.replay.at", { step: at, last }))),
      h("span", { class: "gap" }),
      h(IconButton, { icon: "sun", label: t("client.theme"), press: saved.switchTheme }),
      h(IconButton, { icon: "log", label: t("client.replay.steps"), press: () => (sheet.value = "log") }),
      h(IconButton, { icon: "rules", label: t("client.rules"), press: () => (sheet.value = "rules") }),
    ),
    h(
      "main",
      { class: "table replay" },
      h(game.Replay, { board: step.board, seats, you: -1, at: { table, steps, step: at, to } }),
      h(
        "div",
        { class: "prompt" },
        h("div", { role: "status", class: "say" }, h("p", null, step.say, at === last && replay.problem ? h("small", null, replay.problem) : at === last && score && h("small", null, score.say))),
      ),
      h(
        "div",
        { class: "actions stepping" },
        h(IconButton, { icon: "first", label: t("client.replay.first"), press: () => to(0) }),
        h(IconButton, { icon: "back", label: t("client.replay.back"), press: () => by(-1) }),
        h("input", {
          type: "range",
          min: 0,
          max: last,
          value: at,
          "aria-label": t("client.replay.slider"),
          "aria-valuetext": t("client.replay.at", { step: at, last }),
          onInput: (/** @type {Event} */ event) => to(Number(/** @type {HTMLInputElement} */ (event.currentTarget).value)),
        }),
        h(IconButton, { icon: "next", label: t("client.replay.next"), press: () => by(1) }),
        h(IconButton, { icon: "last", label: t("client.replay.last"), press: () => to(last) }),
      ),
    ),
    h(
      "aside",
      { class: "rail", "aria-label": t("client.replay.steps") },
      score && at === last && h(Score, { score, seats, you: -1 }),
      h("h2", null, t("client.replay.steps")),
      Moves,
    ),
    sheet.value === "log" && h(Sheet, { title: t("client.replay.steps"), close }, h("ol", { class: "steps" }, steps.map((each, nth) => h("li", { key: nth }, h("button", { type: "button", "aria-current": nth === at ? "step" : undefined, onClick: () => (to(nth), close()) }, seats[each.seat] ? h(Mark, { seat: each.seat, letter: seats[each.seat].letter, size: 22 }) : h("span", null), h("span", null, each.say)))))),
    sheet.value === "rules" && h(Sheet, { title: t("client.rules"), close, wide: true }, h(Rules, { game: replay.game })),
  );
}
