// A table: the bar, the seats, the game's own board and hand, the rail, the sheets. Also the wait for players.

/** @import { SeatView, View } from "./wire.js" */
/** @import { GameClient } from "./games.js" */

import { h } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Icon, Mark, Numeral } from "./art.js";
import { client } from "./games.js";
import { Action, IconButton, Log, Prompt, Rules, Score, seatName, Sheet, useKeys } from "./parts.js";
import { Statistics } from "./figures.js";
import * as saved from "./saved.js";
import { note, rest } from "./statistics.js";
import { closed, fill, games, go, leave, link, log, ownName, redo, refused, rename, sheet, sit, sitDown, undo, view as current } from "./store.js";
import { t } from "./words.js";

/** Lines of the log that are no moves. */
const SEATING = new Set(["deal", "sit", "rename", "fill", "back", "again"]);

const close = () => (sheet.value = "");
/** @param {string} name */
const open = (name) => () => (sheet.value = name);

/** @param {{ id: string }} props */
export function TablePage({ id }) {
  useEffect(() => {
    sitDown(id);
    return () => leave(id);
  }, [id]);
  const view = current.value;
  if (closed.value) return h(Closed, {});
  const game = view && client(view.game);
  if (!view || !game) return h("main", { class: "blank" }, h("h1", { class: "unseen" }, "Gradatim"), h("p", { role: "status" }, link.value === "lost" ? t("client.lost") : t("client.table.opening")));
  return h(Table, { view, game });
}

function Closed() {
  return h(
    "main",
    { class: "blank" },
    h("h1", null, t("client.table.none")),
    h("p", { role: "status" }, closed.value),
    h("button", { type: "button", class: "button primary", onClick: () => go("/") }, t("client.home")),
  );
}

/** @param {{ view: View, game: GameClient }} props */
function Table({ view, game }) {
  const { seats, you } = view;
  const gathering = view.phase === "gathering";
  useEffect(() => {
    document.title = view.seats[you]?.to_move ? `● ${t("client.your_turn")} ${view.title}` : `${view.title} · Gradatim`;
  }, [view]);
  useEffect(() => {
    if (gathering) return;
    const moved = log.value.some((event) => event.seat === you && !SEATING.has(event.kind));
    note(view, moved, game.facts?.(view.board, you) ?? {}, view.board.code ?? "");
  }, [view]);
  useEffect(() => rest, []);
  useKeys((event) => {
    const key = event.key.toLowerCase();
    if (key === "r") sheet.value = "rules";
    else if (key === "l") sheet.value = "log";
    else if (key === "?") sheet.value = "keys";
    else if (key === "u" && view.undo && !event.repeat) undo();
    else if (key === "y" && view.redo && !event.repeat) redo();
    else return;
    event.preventDefault();
  });
  return h(
    "div",
    { class: "app", "data-tone": game.tone },
    h(game.Patterns, {}),
    h(
      "header",
      { class: "bar" },
      h(IconButton, { icon: "menu", label: t("client.menu"), press: open("menu") }),
      h("div", { class: "title" }, h("h1", null, view.title), h("p", null, view.subtitle)),
      h("span", { class: "gap" }),
      view.undo && !game.undoes && h(IconButton, { icon: "undo", label: t("client.undo"), press: () => void undo() }),
      view.redo && !game.undoes && h(IconButton, { icon: "redo", label: t("client.redo"), press: () => void redo() }),
      h("span", { class: "live", "data-link": link.value }, h("i", null), h("span", null, link.value === "live" ? t("client.live") : t("client.live.lost"))),
      game.aid && !gathering && h(IconButton, { icon: game.aid.icon, label: t(game.aid.label), press: open(game.aid.sheet) }),
      h(IconButton, { icon: "log", label: t("client.log"), press: open("log") }),
      h(IconButton, { icon: "rules", label: t("client.rules"), press: open("rules") }),
    ),
    gathering
      ? h(Gathering, { view })
      : h(
          "main",
          { class: "table", "data-phase": view.phase, onPointerDown: () => refused.value && (refused.value = null) },
          !game.hidesSeats?.(view) && h(Seats, { view, game }),
          h(game.Play, { view }),
        ),
    h(
      "aside",
      { class: "rail", "aria-label": t("client.rail") },
      gathering ? h(Options, { view }) : h(game.Meters, { board: view.board, seats, you }),
      h("h2", null, t("client.log")),
      h(Log, { events: log.value, seats, you }),
    ),
    sheet.value === "rules" && h(Sheet, { title: t("client.rules"), close, wide: true }, h(Rules, { game: view.game })),
    sheet.value === "log" &&
      h(
        Sheet,
        { title: t("client.log"), close },
        !gathering && h(game.Meters, { board: view.board, seats, you }),
        h(Log, { events: log.value, seats, you }),
      ),
    sheet.value === "keys" && h(Keys, { game }),
    sheet.value === "menu" && h(Menu, { view }),
    sheet.value === "statistics" && h(Statistics, { first: view.game }),
  );
}

// --- seats ------------------------------------------------------------------------------------------------------------

/** The others; everybody where there are many or where nobody sits here. @param {{ view: View, game: GameClient }} props */
function Seats({ view, game }) {
  const { seats, you } = view;
  const order = [...seats.slice(you + 1), ...seats.slice(0, Math.max(0, you))];
  const shown = you < 0 ? seats : order;
  return h(
    "section",
    { class: "seats", "data-count": shown.length, "aria-label": t("client.players") },
    shown.map((seat) => h(Seat, { key: seat.seat, seat, view, game })),
    // A sixth place in two rows of three.
    shown.length === 5 && you >= 0 && h(Seat, { seat: seats[you], view, game, phone: true }),
  );
}

/** @param {{ seat: SeatView, view: View, game: GameClient, phone?: boolean }} props */
function Seat({ seat, view, game, phone = false }) {
  const { you } = view;
  const facts = game.seat(view.board, seat.seat, view);
  const on = facts.on ?? seat.to_move;
  const away = seat.kind === "person" && !seat.live;
  const name = seatName(seat, you);
  return h(
    facts.press ? "button" : "div",
    {
      class: `seat ${on ? "on" : ""} ${phone ? "phone" : ""} ${facts.row ? "row" : ""}`,
      "data-seat": seat.seat,
      // A button is named by what is in it.
      ...(facts.press ? { type: "button", onClick: facts.press, "aria-pressed": String(Boolean(facts.pressed)) } : { role: "group", "aria-label": name }),
    },
    h(Mark, { seat: seat.seat, letter: seat.letter, own: on || seat.seat === you }),
    h(
      "span",
      { class: "who" },
      h("b", null, name),
      h("span", { class: "line" }, facts.line, seat.kind === "bot" && h(Icon, { name: "bot", size: 16 }), h("span", { class: "unseen" }, seat.status)),
    ),
    away
      ? h("span", { class: "tag" }, h(Icon, { name: "clock", size: 14 }), t("client.away"))
      : facts.tag
        ? h("span", { class: "tag" }, facts.tag)
        : on && h("span", { class: "tag turn" }, h(Icon, { name: "caret", size: 14 }), t("client.turn")),
    facts.number !== undefined && h("span", { class: "big" }, h(Numeral, { value: facts.number }), h("span", { class: "unseen" }, `${facts.number} `), h("span", null, facts.unit)),
    facts.row,
    facts.label && h("span", { class: "unseen" }, facts.label),
  );
}

// --- waiting for players ----------------------------------------------------------------------------------------------

/** @param {{ view: View }} props */
function Gathering({ view }) {
  const url = location.origin + location.pathname;
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(url);
    } catch {
      // Not a secure origin: the field is there to copy from.
      const field = /** @type {HTMLInputElement | null} */ (document.querySelector("#share"));
      field?.select();
      document.execCommand("copy");
    }
    setCopied(true);
    setTimeout(() => setCopied(false), 2500);
  };
  return h(
    "main",
    { class: "gathering" },
    h(Prompt, { say: view.prompt, note: view.note }),
    h(
      "div",
      { class: "share" },
      h("label", { for: "share" }, t("client.share")),
      h("div", null, h("input", { id: "share", class: "input", type: "text", readOnly: true, value: url, onFocus: (/** @type {FocusEvent} */ event) => /** @type {HTMLInputElement} */ (event.currentTarget).select() }), h(
        "button",
        { type: "button", class: "button primary", onClick: copy },
        h(Icon, { name: copied ? "check" : "copy", size: 20 }),
        h("span", { role: "status" }, copied ? t("client.share.copied") : t("client.share.copy")),
      )),
    ),
    h(NameField, { view }),
    h("ul", { class: "places", "aria-label": t("client.players") }, view.seats.map((seat) => h(Place, { key: seat.seat, seat, view }))),
  );
}

/** @param {{ view: View }} props */
function NameField({ view }) {
  const seated = view.you >= 0;
  return h(
    "form",
    {
      class: "option",
      onSubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        if (seated) rename(ownName(view.you));
      },
    },
    h("label", { for: "own-name" }, t("client.name")),
    h("input", {
      id: "own-name",
      class: "input",
      type: "text",
      maxLength: 24,
      autocomplete: "nickname",
      placeholder: seated ? view.seats[view.you].name : t("client.name.hint"),
      value: saved.name.value,
      onInput: (/** @type {Event} */ event) => (saved.name.value = /** @type {HTMLInputElement} */ (event.currentTarget).value),
      onChange: () => seated && void rename(ownName(view.you)),
    }),
  );
}

/** @param {{ seat: SeatView, view: View }} props */
function Place({ seat, view }) {
  const bots = games.value.find((game) => game.name === view.game)?.bots ?? [];
  const free = seat.kind === "open";
  return h(
    "li",
    { class: free ? "place open" : "place" },
    free ? h(Icon, { name: "plus", size: 28 }) : h(Mark, { seat: seat.seat, letter: seat.letter, own: seat.seat === view.you }),
    h("div", { class: "who" }, h("b", null, free ? t("client.open_seat") : seatName(seat, view.you)), h("p", null, seat.seat === view.you ? seat.name : seat.status)),
    free && view.you < 0 && h(Action, { label: t("client.sit"), name: t("client.sit.seat", { n: seat.seat + 1 }), primary: true, press: () => void sit(seat.seat) }),
    free && view.host && bots.map((bot) => h(Action, { key: bot.name, label: t("client.fill", { bot: bot.label }), name: t("client.fill.seat", { bot: bot.label, n: seat.seat + 1 }), press: () => void fill(seat.seat, bot.name) })),
  );
}

/** @param {{ view: View }} props */
function Options({ view }) {
  const game = games.value.find((each) => each.name === view.game);
  return h(
    "section",
    { "aria-label": t("client.options") },
    h("h2", null, t("client.options")),
    h(
      "dl",
      { class: "facts" },
      game?.options.map((option) => [
        h("dt", null, option.label),
        h("dd", null, option.values.find((value) => value.value === view.options[option.name])?.label ?? String(view.options[option.name])),
      ]),
    ),
  );
}

// --- sheets -----------------------------------------------------------------------------------------------------------

/** @param {{ game: GameClient }} props */
function Keys({ game }) {
  /** @type {[string, string][]} */
  const common = [
    ["← →", "client.keys.arrows"],
    ["Space", "client.keys.space"],
    ["Enter", "client.keys.enter"],
    ["Esc", "client.keys.escape"],
    ["U", "client.keys.undo"],
    ["Y", "client.keys.redo"],
    ["L", "client.keys.log"],
    ["R", "client.keys.rules"],
    ["?", "client.keys.keys"],
  ];
  return h(
    Sheet,
    { title: t("client.keys"), close },
    h("dl", { class: "keys" }, [...game.keys, ...common].map(([key, text]) => h("div", { key }, h("dt", null, h("kbd", null, key)), h("dd", null, t(text))))),
  );
}

/** @param {{ view: View }} props */
function Menu({ view }) {
  const bot = games.value.find((game) => game.name === view.game)?.usual;
  const away = view.host ? view.seats.filter((seat) => seat.kind === "person" && !seat.live && seat.seat !== view.you) : [];
  /** @param {string} icon @param {string} label @param {() => void} press */
  const item = (icon, label, press) => h("li", { key: label }, h("button", { type: "button", class: "item", onClick: press }, h(Icon, { name: icon }), label));
  return h(
    Sheet,
    { title: t("client.menu"), close },
    h(
      "ul",
      { class: "menu" },
      item("home", t("client.menu.home"), () => go("/")),
      item("sun", t("client.theme"), saved.switchTheme),
      item("log", t("client.log"), open("log")),
      item("rules", t("client.rules"), open("rules")),
      item("keys", t("client.keys"), open("keys")),
      item("figures", t("client.statistics"), open("statistics")),
      bot && away.map((seat) => item("bot", t("client.menu.stand_in", { name: seat.name }), () => {
        close();
        fill(seat.seat, bot);
      })),
    ),
    view.score && h(Score, { score: view.score, seats: view.seats, you: view.you }),
    h("h3", null, t("client.options")),
    h(Options, { view }),
    h("h3", null, t("client.commitment")),
    h("p", { class: "hash" }, view.commitment),
    h("p", null, h("small", null, t("client.commitment.note"))),
  );
}
