// What is chosen, lit and looked at at this table, and what a press, a drop or a key does. No rule is known here: where
// a card may go is in the view, why it may not is asked.

/** @import { AdviceView, MoveView, View } from "../../wire.js" */

import { effect, signal } from "@preact/signals";
import { post } from "../../api.js";
import * as saved from "../../saved.js";
import { noteHint } from "../../statistics.js";
import { advise, attempt, link, log, pending, refuse, refused, submit, toMove, view as currentView } from "../../store.js";
import { boardOf, countOf, isPile, SUITS, topOf } from "./cards.js";

const TWICE = 350; // ms between two taps that are one double tap
const PACE = 700; // ms between the moves of a line that is shown
const HOMEWARD = 90; // the same while the rest goes home

// --- what this browser keeps ------------------------------------------------------------------------------------------

/** @param {string} key @param {string} otherwise */
function kept(key, otherwise) {
  const value = signal(saved.read(key) ?? otherwise);
  value.subscribe((now) => saved.write(key, now));
  return value;
}

/** "four" or "two": how many colours the suits have. */
export const deck = kept("deck", "four");
deck.subscribe((colours) => (document.documentElement.dataset.deck = colours));

/** "on" or "off": after each move it is said whether the deal can still be won. */
export const marking = kept("mark", "off");

// --- what is chosen ---------------------------------------------------------------------------------------------------

/** A chosen place, with the position that it was chosen in: in another one nothing is chosen. */
const pick = signal({ place: "", key: "" });
/** The place that a drag comes from, and the one that it would drop on. */
export const drag = signal({ from: "", over: "" });
/** The pile that was pointed at, pressed or focused last, as a place. */
export const looked = signal("p1");
/** Every copy of this card is lit, "" for none. */
export const found = signal("");
/** Where the last move went, with the position that it led to. */
export const last = signal({ key: "", place: "" });

/** "a" or "k": a foundation is to move a card over, and its suit is asked for; else "". */
export const side = signal("");

/** A position of a table. A refused move makes a new view of the same one. @param {View} view */
export const keyOf = (view) => `${view.table} ${view.decision}`;

/** @param {View} view */
export const pickedIn = (view) => (pick.value.key === keyOf(view) ? pick.value.place : "");

/** @param {View} view @param {string} place */
export const choose = (view, place) => (pick.value = { place, key: keyOf(view) });

/** Nothing is chosen, lit or refused any more. */
export function clear() {
  pick.value = { place: "", key: "" };
  refused.value = null;
  found.value = "";
  side.value = "";
  lit.value = null;
}

/** A person may act now. */
export const mayAct = () => Boolean(currentView.value && toMove.value && !pending.value && link.value === "live");

// --- moves ------------------------------------------------------------------------------------------------------------

/** @param {View} view @param {string} place */
export const movesFrom = (view, place) => view.legal.filter((move) => move.pieces[0] === place);

/** @param {View} view @param {string} from @param {string} to */
const moveTo = (view, from, to) => movesFrom(view, from).find((move) => move.pieces[1] === to);

/** The foundation that takes a card; of two, the one with fewer cards. @param {View} view @param {string} from */
function moveHome(view, from) {
  const board = boardOf(view);
  const moves = movesFrom(view, from).filter((move) => !isPile(move.pieces[1]));
  return moves.sort((one, other) => countOf(board, one.pieces[1]) - countOf(board, other.pieces[1]))[0];
}

/** @param {MoveView} move */
export async function make(move) {
  stop();
  clear();
  await submit(move.move, move.pieces);
}

/** Why not? Or, if the pick is a move after all, makes it. @param {string[]} pieces */
async function ask(pieces) {
  const answer = await attempt(pieces);
  if (answer?.ok && answer.move) await make(answer.move);
}

/** A chosen card goes to a place, or is refused there and stays chosen. @param {View} view @param {string} from @param {string} to */
function bring(view, from, to) {
  const move = moveTo(view, from, to);
  if (move) make(move);
  else ask([from, to]);
}

// --- a press, a key, a drop -------------------------------------------------------------------------------------------

/** The tap before: the second one of a pair must not move a card that the first one has uncovered. */
let tap = { place: "", at: 0, moved: false };

/** A tap, Enter or Space on a place. @param {string} place */
export function press(place) {
  const view = currentView.value;
  const now = performance.now();
  const twice = tap.place === place && now - tap.at < TWICE;
  if (!view || (twice && tap.moved)) return;
  tap = { place, at: now, moved: false };
  look(place);
  if (!mayAct()) return void (pending.value || refuse(view.prompt, view.note));
  stop();
  refused.value = null;
  lit.value = null;
  found.value = "";
  const from = pickedIn(view);
  if (from === place) return twice ? home(view, place) : clear();
  if (from) return bring(view, from, place);
  const moves = movesFrom(view, place);
  if (moves.length > 1) return void choose(view, place);
  if (moves.length === 1) {
    tap.moved = true;
    make(moves[0]);
  } else ask([place]);
}

/** A double tap: the foundation first, then the only pile; of two piles none is guessed. @param {View} view @param {string} place */
function home(view, place) {
  const moves = movesFrom(view, place);
  const move = moveHome(view, place) ?? (moves.length === 1 ? moves[0] : undefined);
  if (move) make(move);
}

/** A pile's key: the first one chooses, the second one moves. @param {string} place */
export function key(place) {
  const view = currentView.value;
  if (!view) return;
  look(place);
  if (!mayAct()) return void (pending.value || refuse(view.prompt, view.note));
  stop();
  const from = pickedIn(view);
  clear();
  if (from && from !== place) {
    choose(view, from);
    return bring(view, from, place);
  }
  const moves = movesFrom(view, place);
  if (!from && moves.length && isPile(place)) return void choose(view, place);
  if (!from) return moves.length ? void make(moves[0]) : void ask([place]);
  if (moveHome(view, place) || moves.length === 1) home(view, place);
  else clear();
}

/** The key of a side's foundations: the chosen card goes there, or a suit is asked for whose top moves over. @param {string} letter "a" or "k" */
export function sideKey(letter) {
  const view = currentView.value;
  const from = view && mayAct() ? pickedIn(view) : "";
  if (view && from) return bring(view, from, `f${SUITS.indexOf(topOf(boardOf(view), from).slice(-1)) + 1 + (letter === "k" ? SUITS.length : 0)}`);
  clear();
  side.value = letter;
}

/** Letting go of a dragged card over a place, "f" for anywhere among the foundations. @param {string} from @param {string} to @returns {boolean} a move is on its way */
export function drop(from, to) {
  const view = currentView.value;
  if (!view || !to || to === from || !mayAct()) return false;
  stop();
  const move = (to === "f" && moveHome(view, from)) || moveTo(view, from, to);
  if (move) make(move);
  else ask([from, to]);
  return Boolean(move);
}

/** @param {string} place */
export const look = (place) => void (isPile(place) && (looked.value = place));

/** Lights every copy of a card. @param {string} front */
export function find(front) {
  clear();
  found.value = front;
}

export const redealOf = (/** @type {View} */ view) => view.legal.find((move) => move.move === "redeal");

// --- hints ------------------------------------------------------------------------------------------------------------

/** The advice that is shown, with the position it is about. */
export const lit = signal(/** @type {{ advice: AdviceView, key: string } | null} */ (null));
/** The solver is being asked. */
export const thinking = signal(false);
/** The line of the last answer, shortened by what of it was played. */
let line = /** @type {string[]} */ ([]);

/** @param {View} view */
export const litIn = (view) => (lit.value?.key === keyOf(view) ? lit.value.advice : null);

/** The next move of a winning line lights up. Playing on meanwhile is fine: then the answer comes too late. */
export async function hint() {
  const view = currentView.value;
  if (!view || thinking.value || view.phase !== "playing") return null;
  thinking.value = true;
  const advice = await advise(line);
  thinking.value = false;
  if (!advice || !currentView.value || keyOf(currentView.value) !== keyOf(view)) return null;
  noteHint(view.table);
  clear();
  line = advice.line;
  lit.value = { advice, key: keyOf(view) };
  return advice;
}

// --- a line that is shown, move by move -------------------------------------------------------------------------------

/** "" nothing is shown, "paused" it waits for a press, "running" it goes on by itself, "home" the last plays run. */
export const showing = signal(/** @type {"" | "paused" | "running" | "home"} */ (""));
let shown = /** @type {string[]} */ ([]);

/** The next move of the shown line. @param {View} view */
export const nextShown = (view) => (showing.value ? view.legal.find((move) => move.move === shown[0]) : undefined);

/** How many moves of the shown line are left. */
export const left = () => shown.length;

export function stop() {
  showing.value = "";
  shown = [];
}

// The player follows the line, or leaves it; a line that is shown ends where another move is made.
effect(() => {
  const event = log.value.at(-1);
  if (!event) return;
  if (event.move && event.move === line[0]) line = line.slice(1);
  if (showing.peek() && (event.kind === "undo" || (event.move && event.move !== shown[0]))) stop();
});

/** Shows the line of the last answer, or asks for one. */
export async function show() {
  const view = currentView.value;
  const advice = (view && litIn(view)) ?? (await hint());
  if (!advice?.line.length) return;
  shown = [...advice.line];
  showing.value = "paused";
}

/** Makes the next move of the shown line. @returns {Promise<boolean>} there is more to come */
export async function step() {
  const view = currentView.value;
  const move = view && nextShown(view);
  if (!view || !move || !mayAct()) return Boolean(move);
  const rest = shown.slice(1);
  const answer = await submit(move.move, move.pieces);
  if (!answer?.ok) return stop(), false;
  await changed(keyOf(view));
  if (!showing.value) return false;
  shown = rest;
  // Signals that read `shown` follow `showing` alone.
  if (!rest.length || currentView.value?.phase !== "playing") stop();
  return rest.length > 0;
}

/** The table shows another position. @param {string} key */
const changed = (key) =>
  new Promise((done) => {
    const over = currentView.subscribe((view) => {
      if (view && keyOf(view) === key) return;
      queueMicrotask(() => over());
      done(undefined);
    });
  });

/** @param {"running" | "home"} how */
async function run(how) {
  showing.value = how;
  while (showing.value === how && (await step())) {
    await new Promise((done) => setTimeout(done, how === "home" ? HOMEWARD : PACE));
  }
}

export const playOn = () => run("running");
export const pause = () => void (showing.value = "paused");

/** The foundation plays that win: the board offers them only when they do. @param {View} view */
export function finish(view) {
  clear();
  shown = [...boardOf(view).finish];
  run("home");
}

// --- can it still be won? ---------------------------------------------------------------------------------------------

/** What the solver says of a position and of the deal, asked in the quiet: nothing is refused, and no hint counted. */
export const mark = signal(/** @type {{ key: string, advice: AdviceView } | null} */ (null));
export const badge = signal(/** @type {{ table: string, advice: AdviceView } | null} */ (null));
let asking = false;

/** The quiet questions wait for each other: the solver is there for others too. */
let queue = Promise.resolve(/** @type {AdviceView | null} */ (null));

/**
 * @param {string} table @param {{ at: number, line?: string[] }} wish
 * @param {() => boolean} [wanted]  still, when its turn has come
 * @returns {Promise<AdviceView | null>}
 */
export function quietly(table, wish, wanted = () => true) {
  queue = queue.then(async () => {
    if (!wanted()) return null;
    const { token, hostToken } = saved.table(table);
    try {
      return /** @type {AdviceView} */ (await post(`/api/tables/${table}/advice`, wish, token || hostToken));
    } catch {
      return null;
    }
  });
  return queue;
}

/** One question at a time; the newest position is asked about next. @param {View} view */
export async function markNow(view) {
  if (asking || marking.value !== "on" || view.phase !== "playing" || mark.value?.key === keyOf(view)) return;
  asking = true;
  const advice = await quietly(view.table, { at: -1, line: markLine });
  asking = false;
  const now = currentView.value;
  if (advice) markLine = advice.line;
  if (advice && now && keyOf(now) === keyOf(view)) mark.value = { key: keyOf(view), advice };
  else if (now && keyOf(now) !== keyOf(view)) markNow(now);
}
let markLine = /** @type {string[]} */ ([]);

/** Could the deal be won, as it was dealt? @param {View} view */
export async function badgeNow(view) {
  if (badge.value?.table === view.table || view.you < 0) return;
  const advice = await quietly(view.table, { at: 0 }, () => currentView.value?.table === view.table);
  if (advice && currentView.value?.table === view.table) badge.value = { table: view.table, advice };
}

/** The table is left: nothing of it stays. */
export function forget() {
  stop();
  clear();
  line = markLine = [];
  looked.value = "p1";
  mark.value = null;
}

/** A card that may be dragged. @param {View} view @param {string} place */
export const draggable = (view, place) => view.you >= 0 && view.phase === "playing" && Boolean(topOf(boardOf(view), place)) && (isPile(place) || movesFrom(view, place).length > 0);
