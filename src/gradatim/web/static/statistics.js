// What this browser remembers of the games that were played in it, for every game alike. Nothing leaves the browser.

/** @import { View } from "./wire.js" */

import { signal } from "@preact/signals";
import { read, write } from "./saved.js";

/**
 * One game as one person played it. It counts from the first own move; once won it stays won, whatever is taken back.
 * @typedef {object} Played
 * @property {string} table
 * @property {string} game
 * @property {number} seats
 * @property {Record<string, number>} options
 * @property {string} code                      of the deal, "" without one
 * @property {number} at                        when it was begun, ms since 1970
 * @property {boolean} begun                    an own move was made
 * @property {number} ms                        of play: from the first move, while the page is to be seen
 * @property {number} hints
 * @property {"" | "won" | "other"} end         "" while it has none
 * @property {string} ending                    the same as the rules call it
 * @property {number} rank                      1 is best
 * @property {number} total                     points
 * @property {Record<string, number>} facts     what the game counts besides, such as moves
 */

const MOST = 2000;
const KEPT_EVERY = 5; // seconds

/** @returns {Played[]} */
function kept() {
  try {
    const found = JSON.parse(read("played") ?? "[]");
    return Array.isArray(found) ? found.filter(isPlayed) : [];
  } catch {
    return [];
  }
}

/** @param {any} one @returns {one is Played} */
const isPlayed = (one) =>
  Boolean(one) &&
  ["table", "game", "code", "end", "ending"].every((key) => typeof one[key] === "string") &&
  ["seats", "at", "ms", "hints", "rank", "total"].every((key) => Number.isFinite(one[key])) &&
  ["options", "facts"].every((key) => typeof one[key] === "object" && one[key] !== null) &&
  typeof one.begun === "boolean";

export const played = signal(kept());

/** Time of play at the table that is on the screen, in ms. */
export const clock = signal(0);

/** The entry that the clock runs for, "" for none. */
let running = "";
let since = 0;
/** The page is to be seen. */
let seen = !document.hidden;

/** Another window may have played on meanwhile. @param {(all: Played[]) => Played[]} change */
function store(change) {
  const all = change(kept()).sort((a, b) => a.at - b.at).slice(-MOST);
  write("played", JSON.stringify(all));
  played.value = all;
}

/** @param {string} table @param {Partial<Played>} change */
const amend = (table, change) => store((all) => all.map((one) => (one.table === table ? { ...one, ...change } : one)));

/** @param {string} table */
const entry = (table) => played.peek().find((one) => one.table === table);

/**
 * What a new view says of the game.
 * @param {View} view
 * @param {boolean} moved                      the log has an own move
 * @param {Record<string, number>} facts
 * @param {string} code
 */
export function note(view, moved, facts, code) {
  if (view.you < 0 || view.phase === "gathering") return;
  const before = entry(view.table);
  if (!before && view.phase === "over") return; // it was played elsewhere
  /** @type {Played} */
  const now = before ?? {
    table: view.table, game: view.game, seats: view.seats.length, options: view.options, code, at: Date.now(),
    begun: false, ms: 0, hints: 0, end: "", ending: "running", rank: 0, total: 0, facts: {},
  };
  if (running !== view.table) {
    run("");
    clock.value = now.ms;
  }
  tick();
  if (now.end === "won") return run("");
  const changed = { ...now, begun: now.begun || moved, ms: Math.round(clock.peek()), facts, ...outcome(view) };
  store((all) => [...all.filter((one) => one.begun && one.table !== view.table), changed]);
  run(changed.begun && !changed.end ? view.table : "");
}

/** @param {View} view @returns {Partial<Played>} */
function outcome(view) {
  if (view.phase !== "over") return { end: "" };
  const own = view.score?.rows.find((row) => row.seat === view.you);
  const ending = view.score?.ending ?? "";
  // Who plays alone is always first: the rules' own word tells whether it was won.
  const won = view.seats.length > 1 ? own?.rank === 1 : ending === "won";
  return { end: won ? "won" : "other", ending, rank: own?.rank ?? 0, total: own?.total ?? 0 };
}

/** @param {string} table */
export function noteHint(table) {
  const found = entry(table);
  if (found && found.end !== "won") amend(table, { hints: found.hints + 1 });
}

/** The table is left. */
export const rest = () => run("");

/** @param {string} table  "" stops the clock */
function run(table) {
  keep();
  running = table;
}

function tick() {
  const now = performance.now();
  if (running && seen) clock.value += now - since;
  since = now;
}

function keep() {
  tick();
  if (running) amend(running, { ms: Math.round(clock.peek()) });
}

let ticks = 0;
setInterval(() => (++ticks % KEPT_EVERY ? tick() : keep()), 1000);
addEventListener("pagehide", keep);
document.addEventListener("visibilitychange", () => {
  keep();
  seen = !document.hidden;
});
addEventListener("storage", (event) => event.key === "gradatim.played" && (played.value = kept()));

export const forgetAll = () => store(() => []);

/** Every game as text, to be taken to another browser. */
export const exported = () => JSON.stringify({ gradatim: "played", version: 1, games: kept() }, null, 1);

/** Adds what another browser has exported. @param {string} text @returns {number | null} how many were new; null: this is no such file */
export function imported(text) {
  let found;
  try {
    found = JSON.parse(text);
  } catch {
    return null;
  }
  if (found?.gradatim !== "played" || !Array.isArray(found.games) || !found.games.every(isPlayed)) return null;
  const known = new Set(kept().map((one) => one.table));
  const fresh = /** @type {Played[]} */ (found.games).filter((one) => !known.has(one.table));
  store((all) => [...all, ...fresh]);
  return fresh.length;
}

// --- figures ----------------------------------------------------------------------------------------------------------

/**
 * @typedef {object} Figures
 * @property {number} played          all that were begun
 * @property {number} won
 * @property {number} over            that came to their end
 * @property {number} left            begun, not at their end
 * @property {number} streak          won one after the other, up to now
 * @property {number} longest         the longest such run
 * @property {number | null} best     ms of the quickest win
 * @property {number | null} middle   ms of a win, the median
 * @property {number | null} points   the most points
 * @property {number | null} average  points of those that are over
 * @property {number} alone           wins without a hint
 */

/**
 * Figures of games in the order in which they were begun. A game that was left counts as played and breaks no streak
 * while it is the last one.
 * @param {Played[]} games
 * @returns {Figures}
 */
export function figures(games) {
  const begun = games.filter((one) => one.begun);
  const over = begun.filter((one) => one.end);
  const won = over.filter((one) => one.end === "won");
  const times = won.map((one) => one.ms).sort((a, b) => a - b);
  let streak = 0;
  let longest = 0;
  begun.forEach((one, nth) => {
    if (one.end === "won") streak += 1;
    else if (one.end || nth < begun.length - 1) streak = 0;
    longest = Math.max(longest, streak);
  });
  const points = over.map((one) => one.total);
  return {
    played: begun.length,
    won: won.length,
    over: over.length,
    left: begun.length - over.length,
    streak,
    longest,
    best: times[0] ?? null,
    middle: times.length ? times[Math.floor((times.length - 1) / 2)] : null,
    points: points.length ? Math.max(...points) : null,
    average: points.length ? points.reduce((sum, each) => sum + each, 0) / points.length : null,
    alone: won.filter((one) => !one.hints).length,
  };
}

/** How many won games there are for each value of a fact. @param {Played[]} games @param {string} fact @returns {[number, number][]} */
export function wonBy(games, fact) {
  /** @type {Map<number, number>} */
  const counts = new Map();
  for (const one of games) if (one.end === "won" && fact in one.facts) counts.set(one.facts[fact], (counts.get(one.facts[fact]) ?? 0) + 1);
  return [...counts].sort(([a], [b]) => a - b);
}

/** Games of the same number of seats by the same options belong together. @param {Played} one */
export const kind = (one) => JSON.stringify([one.seats, Object.entries(one.options).sort()]);
