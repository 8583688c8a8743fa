// What the page knows, as signals. The table's part is the server's last view and what is being asked of it.

/** @import { AdviceView, AnyMessage, EventView, GameView, RefusalView, ReplayView, Sit, TableMade, View } from "./wire.js" */

import { batch, computed, signal } from "@preact/signals";
import { contribution, post, sentence } from "./api.js";
import * as saved from "./saved.js";
import { Socket } from "./socket.js";
import { list, t } from "./words.js";

// --- the place --------------------------------------------------------------------------------------------------------

export const place = signal(new URL(location.href));
addEventListener("popstate", () => (place.value = new URL(location.href)));

/** @param {string} path */
export function go(path) {
  history.pushState(null, "", path);
  place.value = new URL(location.href);
}

export const games = signal(/** @type {GameView[]} */ ([]));

/** The open sheet, "" for none. One at a time. */
export const sheet = signal("");

/** A record that was opened from a file. */
export const opened = signal(/** @type {ReplayView | null} */ (null));

// --- the table --------------------------------------------------------------------------------------------------------

export const table = signal("");
export const view = signal(/** @type {View | null} */ (null));
export const log = signal(/** @type {EventView[]} */ ([]));
export const link = signal(/** @type {"new" | "live" | "lost"} */ ("new"));
/** Why there is no such table. */
export const closed = signal("");
/** A command is on its way: nothing else is sent until it is answered. */
export const pending = signal(false);
/** Stays until the next input. `pieces` are shown as refused. */
export const refused = signal(/** @type {{ refusal: RefusalView, pieces: string[] } | null} */ (null));
/** Refusals that the next view explains: it comes right after them and leaves them standing. */
const LATE = new Set(["too_late", "called_first", "race_over"]);
/** A short word about something done, such as "Copied". */
export const notice = signal("");

export const toMove = computed(() => Boolean(view.value && view.value.seats[view.value.you]?.to_move));

/** Called before a new view is drawn, while the old one can still be measured. @type {Set<() => void>} */
export const beforeView = new Set();

/** @type {Socket | null} */
let socket = null;

/** @param {string} id */
export function sitDown(id) {
  leave();
  table.value = id;
  socket = new Socket(id, {
    greet: () => {
      const { token, hostToken } = saved.table(id);
      return { token, host: hostToken, contribution: contribution(), since: log.value.at(-1)?.seq ?? 0 };
    },
    receive,
    live: (live) => (link.value = live ? "live" : link.value === "new" ? "new" : "lost"),
    closed: (sentence) => (closed.value = sentence || t("client.table.none")),
  });
}

/** The next page may have sat down already when this one goes. @param {string} [id] */
export function leave(id = table.value) {
  if (id !== table.value) return;
  socket?.close();
  socket = null;
  batch(() => {
    table.value = "";
    view.value = null;
    log.value = [];
    link.value = "new";
    closed.value = "";
    pending.value = false;
    refused.value = null;
    notice.value = "";
    sheet.value = "";
  });
}

export const retry = () => socket?.now();

/** @param {AnyMessage} message */
function receive(message) {
  if (message.is === "presence" && view.value) view.value = { ...view.value, seats: message.seats };
  if (message.is !== "view") return;
  const before = view.value;
  // An older view that overtook a newer one on a new socket.
  if (before && message.rev < before.rev) return;
  for (const measure of beforeView) measure();
  batch(() => {
    const seen = log.value.at(-1)?.seq ?? -1;
    // What is told once is not kept.
    const fresh = message.events.filter((event) => event.seq > seen).map((event) => ({ ...event, once: "" }));
    message.events = [];
    if (fresh.length) log.value = [...log.value, ...fresh];
    if (before && message.decision !== before.decision && !LATE.has(refused.value?.refusal.rule ?? "")) refused.value = null;
    view.value = message;
  });
  const others = message.seats.filter((seat) => seat.seat !== message.you && seat.name);
  saved.remember(message.table, {
    game: message.game,
    title: message.title,
    seat: message.you,
    names: others.map((seat) => seat.name),
    say: message.phase === "over" && message.score ? message.score.say : message.prompt,
    mine: message.seats[message.you]?.to_move ?? false,
    over: message.phase === "over",
  });
}

/** The others at a table, in words. @param {string[]} names */
export const company = (names) => list(names);

/** @param {string} say @param {string} [note] */
export function refuse(say, note = "") {
  refused.value = { refusal: { rule: "", say, place: "", note }, pieces: [] };
}

/**
 * Sends one command and shows the refusal, if there is one. Null while another command is on its way.
 * @param {Parameters<Socket["send"]>[0]} draft
 * @param {string[]} [pieces]
 */
async function ask(draft, pieces = []) {
  if (!socket || pending.value) return null;
  const asked = socket;
  batch(() => {
    pending.value = true;
    refused.value = null;
  });
  const answer = await asked.send(draft);
  // The person has gone to another table meanwhile.
  if (asked !== socket) return null;
  batch(() => {
    pending.value = false;
    if (!answer.ok && answer.refused) refused.value = { refusal: answer.refused, pieces };
  });
  return answer;
}

const on = () => view.value?.decision ?? "";

/** @param {string} move @param {string[]} pieces */
export const submit = (move, pieces) => ask({ do: "move", on: on(), move }, pieces);

/** What is this pick of pieces? @param {string[]} pieces */
export const attempt = (pieces) => ask({ do: "attempt", on: on(), pieces }, pieces);

export const undo = () => ask({ do: "undo", on: on() });

/** Makes the move again that was taken back last. */
export const redo = () => ask({ do: "redo", on: on() });

/** @param {number} seat @param {string} bot */
export const fill = (seat, bot) => ask({ do: "fill", seat, bot });

/** @param {string} name */
export const rename = (name) => ask({ do: "rename", name });

/** @param {number} seat */
export async function sit(seat) {
  const id = table.value;
  /** @type {Omit<Sit, "id">} */
  const command = { do: "sit", seat, name: ownName(seat), contribution: contribution() };
  const answer = await ask(command);
  if (!answer?.ok) return;
  saved.remember(id, { token: answer.token, seat: answer.seat });
}

/** @param {number} seat */
export const ownName = (seat) => saved.name.value.trim() || t("client.player", { n: seat + 1 });

// --- tables over HTTP -------------------------------------------------------------------------------------------------

/** @param {TableMade} made @param {string} game */
export function enter(made, game) {
  saved.remember(made.table, { token: made.token, hostToken: made.host_token, seat: made.seat, game });
  go(made.link);
}

/**
 * Another deal of a game for one, by its code or by the same options. The deal before stays as it is: `before` leads
 * back to it.
 * @param {string} [code]
 */
export async function newDeal(code = "") {
  const now = view.value;
  if (!now) return;
  const before = table.value;
  try {
    const wish = { game: now.game, seats: [{ kind: "me" }], options: now.options, name: ownName(0), code };
    const made = /** @type {TableMade} */ (await post("/api/tables", wish));
    saved.remember(made.table, { before });
    enter(made, now.game);
  } catch (error) {
    refuse(sentence(error));
  }
}

/**
 * What the solver says of this table: now, or after an event of the past. Null, and a refusal shown, if it cannot.
 * @param {string[]} [line]  of the answer before
 * @param {number} [at]
 */
export async function advise(line = [], at = -1) {
  const asked = table.value;
  try {
    return /** @type {AdviceView} */ (await post(`/api/tables/${asked}/advice`, { at, line }, saved.table(asked).token));
  } catch (error) {
    if (asked === table.value) refuse(sentence(error));
    return null;
  }
}

/** The same seats once more. Whoever comes later finds the table that the first one made. */
export async function again() {
  const { token, hostToken, game } = saved.table(table.value);
  const next = view.value?.next_table;
  try {
    if (token || hostToken) {
      enter(/** @type {TableMade} */ (await post(`/api/tables/${table.value}/again`, { contribution: contribution() }, token || hostToken)), game);
    } else if (next) go(`/t/${next}`);
  } catch (error) {
    if (next) go(`/t/${next}`);
    else refuse(sentence(error));
  }
}
