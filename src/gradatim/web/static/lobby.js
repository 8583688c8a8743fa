// The first screen: go on with a table, choose a game, join one, watch a record.

/** @import { GameView, ReplayView } from "./wire.js" */

import { h } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Icon, Sign } from "./art.js";
import { post, sentence } from "./api.js";
import { client } from "./games.js";
import { Statistics } from "./figures.js";
import { NewTable } from "./new-table.js";
import { IconButton, Rules, Sheet } from "./parts.js";
import * as saved from "./saved.js";
import { company, games, go, opened, place, sheet } from "./store.js";
import { t } from "./words.js";

/** "2–6", "1". @param {number[]} seats */
const span = (seats) => (seats.length > 1 ? `${Math.min(...seats)}–${Math.max(...seats)}` : String(seats[0]));

/** @param {{ game: GameView }} props */
function Poster({ game }) {
  const drawn = client(game.name);
  if (!drawn) return null;
  return h(
    "article",
    { class: "poster", "data-tone": drawn.tone },
    h("div", { class: "art" }, h(drawn.Poster, {})),
    h(
      "div",
      { class: "text" },
      h("h2", null, game.title),
      h("p", null, game.pitch),
      h(
        "div",
        { class: "facts" },
        h("span", null, h(Icon, { name: "people", size: 18 }), h("span", { class: "unseen" }, t("client.lobby.seats")), span(game.seats)),
        h("span", null, h(Icon, { name: "clock", size: 18 }), t("client.lobby.minutes", { n: game.minutes })),
        h(
          "button",
          { type: "button", class: "play", "aria-label": t("client.lobby.play_game", { game: game.title }), onClick: () => (sheet.value = `new:${game.name}`) },
          t("client.lobby.play"),
        ),
      ),
    ),
  );
}

/** @param {{ id: string, table: saved.SavedTable, first?: boolean, drop?: () => void }} props */
function Saved({ id, table, first = false, drop }) {
  const title = table.names.length ? t("client.lobby.with", { game: table.title, names: company(table.names) }) : table.title;
  return h(
    "div",
    { class: "saved" },
    h("i", { "data-tone": client(table.game)?.tone }),
    h("p", null, h("b", null, title), h("span", null, table.say)),
    drop && h(IconButton, { icon: "x", label: t("client.lobby.forget", { table: title }), press: drop }),
    h(
      "button",
      { type: "button", class: first ? "button primary" : "button", "aria-label": t("client.lobby.continue_table", { table: title }), onClick: () => go(`/t/${id}`) },
      t("client.lobby.continue"),
    ),
  );
}

function AllTables() {
  const [, redraw] = useState(0);
  const entries = ordered();
  return h(
    Sheet,
    { title: t("client.lobby.tables"), close: () => (sheet.value = "") },
    entries.length === 0 && h("p", null, t("client.lobby.tables.none")),
    entries.map(([id, table]) =>
      h(Saved, {
        key: id,
        id,
        table,
        drop: () => {
          saved.forget(id);
          redraw((n) => n + 1);
        },
      }),
    ),
  );
}

/** Own turns first, then the latest. @returns {[string, saved.SavedTable][]} */
function ordered() {
  return Object.entries(saved.tables())
    .filter(([, table]) => table.title)
    .sort(([, a], [, b]) => Number(a.over) - Number(b.over) || Number(b.mine) - Number(a.mine) || b.at - a.at);
}

/** @param {{ file: File }} props */
async function openRecord({ file }) {
  opened.value = /** @type {ReplayView} */ (await post("/api/replay", await file.text()));
  go("/replay");
}

export function WatchRecord() {
  const [problem, setProblem] = useState("");
  return h(
    "span",
    { class: "record" },
    h(
      "label",
      { class: "button link" },
      t("client.lobby.record"),
      h("input", {
        type: "file",
        class: "unseen",
        accept: ".jsonl,.ndjson,.txt",
        onChange: (/** @type {Event} */ event) => {
          const input = /** @type {HTMLInputElement} */ (event.currentTarget);
          const file = input.files?.[0];
          setProblem("");
          if (file) openRecord({ file }).catch((error) => setProblem(sentence(error)));
          input.value = "";
        },
      }),
    ),
    h("span", { role: "alert", class: "problem" }, problem),
  );
}

function Join() {
  const [text, setText] = useState("");
  const [problem, setProblem] = useState("");
  const join = (/** @type {Event} */ event) => {
    event.preventDefault();
    const id = /(?:\/t\/)?([\w-]+)\/?(?:[?#].*)?$/.exec(text.trim())?.[1];
    if (id) go(`/t/${id}`);
    else setProblem(t("client.lobby.join.problem"));
  };
  return h(
    "form",
    { class: "join", onSubmit: join },
    h(
      "label",
      { class: "field" },
      h(Icon, { name: "link", size: 20 }),
      h("span", { class: "unseen" }, t("client.lobby.join.label")),
      h("input", {
        type: "text",
        placeholder: t("client.lobby.join.label"),
        value: text,
        autocomplete: "off",
        spellcheck: false,
        onInput: (/** @type {Event} */ event) => setText(/** @type {HTMLInputElement} */ (event.currentTarget).value),
      }),
    ),
    h("button", { class: "button" }, t("client.lobby.join")),
    h("span", { role: "alert", class: "problem" }, problem),
  );
}

function AllRules() {
  const [game, setGame] = useState(games.value[0]?.name ?? "");
  return h(
    Sheet,
    { title: t("client.rules"), close: () => (sheet.value = ""), wide: true },
    games.value.length > 1 &&
      h(
        "div",
        { class: "choice", role: "group", "aria-label": t("client.rules.game") },
        games.value.map((each) =>
          h("button", { type: "button", "aria-pressed": each.name === game ? "true" : "false", onClick: () => setGame(each.name) }, each.title),
        ),
      ),
    game && h(Rules, { key: game, game }),
  );
}

export function Lobby() {
  const open = ordered().filter(([, table]) => !table.over);
  const starting = sheet.value.startsWith("new:") ? games.value.find((game) => `new:${game.name}` === sheet.value) : undefined;
  const posters = games.value.filter((game) => client(game.name));
  useEffect(() => {
    const asked = place.value.searchParams.get("game");
    if (asked) sheet.value = `new:${asked}`;
  }, []);
  return h(
    "div",
    { class: "lobby" },
    h(
      "header",
      null,
      h(Sign, {}),
      h("h1", null, "Gradatim"),
      h("p", { class: "desk" }, t("client.lobby.pitch")),
      h("span", { class: "gap" }),
      h(IconButton, { icon: "sun", label: t("client.theme"), press: saved.switchTheme }),
      h(IconButton, { icon: "figures", label: t("client.statistics"), press: () => (sheet.value = "statistics") }),
      h(IconButton, { icon: "rules", label: t("client.rules"), press: () => (sheet.value = "rules") }),
    ),
    h(
      "main",
      null,
      open.length > 0 &&
        h(
          "section",
          { class: "going", "aria-label": t("client.lobby.going") },
          open.slice(0, 2).map(([id, table], at) => h(Saved, { key: id, id, table, first: at === 0 })),
          (open.length > 2 || ordered().length > open.length) &&
            h("button", { type: "button", class: "button", onClick: () => (sheet.value = "tables") }, t("client.lobby.all")),
        ),
      h(
        "section",
        { class: "posters", "data-count": posters.length, "aria-label": t("client.lobby.games") },
        posters.map((game) => h(Poster, { key: game.name, game })),
      ),
    ),
    h("footer", null, h(Join, {}), h("span", { class: "gap" }), h(WatchRecord, {})),
    starting && h(NewTable, { game: starting, code: place.value.searchParams.get("code") ?? "" }),
    sheet.value === "tables" && h(AllTables, {}),
    sheet.value === "rules" && h(AllRules, {}),
    sheet.value === "statistics" && h(Statistics, { first: games.value[0]?.name ?? "" }),
  );
}
