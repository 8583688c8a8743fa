// What a person at the table has chosen and is looking at. None of it is known to the server.

/** @import { harmonies, MoveView, View } from "../../wire.js" */

import { batch, signal } from "@preact/signals";
import { attempt, pending, refused, submit, view as currentView } from "../../store.js";

/** @typedef {harmonies.Board} Board */
/** @typedef {"yours" | "cards" | "sanctuaries" | "tokens"} Tab */

/** @param {View} view @returns {Board} */
export const boardOf = (view) => /** @type {Board} */ (view.board);

/** The piece in question, by the name that the server gives it: "blue", "held2", "row4", "offer1", "spirit1". */
const chosen = signal({ turn: "", piece: "" });
/** Whose landscape lies large, -1 for the own one. */
const opened = signal(-1);
/** A category of the score whose spaces are lit. */
export const lit = signal(/** @type {{ seat: number, key: string } | null} */ (null));
/** The space under the pointer or the focus. */
export const hinted = signal("");
/** The card or tile under the pointer or the focus. */
export const touched = signal("");
const tab = signal({ step: "", name: /** @type {Tab} */ ("yours"), open: false });

/** Where the table shows less at once, one tab at a time, and cards are narrow. */
const small = matchMedia("not all and (min-width: 960px) and (min-height: 640px)");
export const narrow = signal(small.matches);
small.addEventListener("change", () => (narrow.value = small.matches));

// --- what is chosen ---------------------------------------------------------------------------------------------------

/** One turn of one table: what was chosen in another is chosen no more. @param {View} view */
const turnOf = (view) => `${view.table} ${boardOf(view).round} ${boardOf(view).turn}`;

/** @param {View} view */
export const isMine = (view) => view.you >= 0 && view.phase === "playing" && boardOf(view).turn === view.you;

const PLACE = /^(row|offer|held|spirit|centre)(\d)$/;

/** The kind and place of a piece that lies in a place, from 0. @param {string} piece @returns {[string, number]} */
export function placeOf(piece) {
  const found = PLACE.exec(piece);
  return found ? [found[1], Number(found[2]) - 1] : ["", -1];
}

/** The card or tile that a piece is. @param {View} view @param {string} piece @returns {{ card: harmonies.Card | null, tile: harmonies.Tile | null }} */
export function thingOf(view, piece) {
  const board = boardOf(view);
  const [kind, at] = placeOf(piece);
  if (kind === "row") return { card: board.row[at] ?? null, tile: null };
  if (kind === "offer") return { card: null, tile: board.offer[at] ?? null };
  if (kind === "spirit") return { card: board.choice[at] ?? null, tile: null };
  if (kind === "held" && view.you >= 0) return board.seats[view.you].held[at] ?? { card: null, tile: null };
  return { card: null, tile: null };
}

/** @param {View} view @param {string} piece */
function isThere(view, piece) {
  const { card, tile } = thingOf(view, piece);
  return card !== null || tile !== null || (isMine(view) && boardOf(view).hand.includes(piece));
}

/** What a space would be pressed for: the chosen piece, or the first token in hand. @param {View} view */
export function pieceIn(view) {
  const { turn, piece } = chosen.value;
  if (turn === turnOf(view) && isThere(view, piece)) return piece;
  return isMine(view) ? (boardOf(view).hand[0] ?? "") : "";
}

/** Only what a person has chosen. @param {View} view */
export const chosenIn = (view) => (chosen.value.turn === turnOf(view) && isThere(view, chosen.value.piece) ? chosen.value.piece : "");

/** @param {View} view @param {string} piece */
export function choose(view, piece) {
  batch(() => {
    refused.value = null;
    lit.value = null;
    opened.value = -1;
    chosen.value = { turn: turnOf(view), piece };
  });
}

export function clear() {
  batch(() => {
    chosen.value = { turn: "", piece: "" };
    lit.value = null;
    opened.value = -1;
    hinted.value = "";
  });
}

// --- where it may go --------------------------------------------------------------------------------------------------

/** @typedef {{ piece: string, notable: boolean }} Target   the piece that the move lays there; a Sanctuary grows, or something is completed or ends */

/** Where a piece may go now. A token goes where the base game lets it, else where a Sanctuary takes it. */
/** @param {View} view @param {string} piece @returns {Map<string, Target>} */
export function targets(view, piece) {
  const board = boardOf(view);
  /** @type {Map<string, Target>} */
  const found = new Map();
  const pieces = [piece];
  if (board.hand.includes(piece) && view.you >= 0) {
    board.seats[view.you].held.forEach(({ tile }, at) => tile?.next === piece && pieces.push(`held${at + 1}`));
  }
  for (const each of pieces) {
    const lay = board.lay.find((one) => one.piece === each);
    for (const space of lay?.spaces ?? []) {
      const before = found.get(space);
      if (!before) found.set(space, { piece: each, notable: each !== piece || lay?.notable.includes(space) === true });
      // Two Sanctuaries would take it: the server says that the tile must be chosen.
      else if (before.piece !== piece) found.set(space, { piece: "", notable: true });
    }
  }
  return found;
}

/** The move of exactly these pieces. @param {View} view @param {string[]} pieces */
export const moveOf = (view, pieces) => view.legal.find((move) => move.pieces.join() === pieces.join() && !move.move.startsWith("discard"));

/** @param {View} view @param {string} name */
export const named = (view, name) => view.legal.find((move) => move.move === name);

// --- what a person does -----------------------------------------------------------------------------------------------

/** @param {MoveView} move */
export async function make(move) {
  const answer = await submit(move.move, move.pieces);
  if (answer?.ok) {
    batch(() => {
      chosen.value = { turn: "", piece: "" };
      lit.value = null;
      hinted.value = "";
    });
  }
  return answer?.ok === true;
}

/** Not among the legal moves: the server says what it is, or why not. @param {string[]} pieces */
async function ask(pieces) {
  const answer = await attempt(pieces);
  if (answer?.ok && answer.move) await make(answer.move);
}

/** What lies in a place is taken or kept. @param {string} piece */
export async function take(piece) {
  const view = currentView.value;
  if (!view || pending.value) return;
  const move = moveOf(view, [piece]);
  await (move ? make(move) : ask([piece]));
}

/** A card or a tile, or a token in hand: chosen, or no longer. @param {string} piece */
export function pressPiece(piece) {
  const view = currentView.value;
  if (!view || pending.value) return;
  choose(view, chosenIn(view) === piece ? "" : piece);
  if (placeOf(piece)[0] === "held") tab.value = { ...tab.value, open: false };
}

/** @param {string} space @param {string} [piece]  the piece that was dropped there */
export async function pressSpace(space, piece) {
  const view = currentView.value;
  if (!view || pending.value) return;
  refused.value = null;
  if (lit.value) return void (lit.value = null);
  if (shown(view) !== view.you || view.phase !== "playing") return;
  const laid = piece ?? pieceIn(view);
  const target = targets(view, laid).get(space);
  const move = target && moveOf(view, [target.piece, space]);
  const lays = laid && placeOf(laid)[0] !== "row" && placeOf(laid)[0] !== "offer";
  await (move ? make(move) : ask(lays ? [laid, space] : [space]));
}

/** Ends the turn, or learns why not yet. */
export async function end() {
  const view = currentView.value;
  if (view && !pending.value) await submit("end", []);
}

// --- what is looked at ------------------------------------------------------------------------------------------------

/** Whose landscape lies large. @param {View} view */
export function shown(view) {
  if (lit.value && lit.value.seat < view.seats.length) return lit.value.seat;
  if (opened.value >= 0 && opened.value < view.seats.length) return opened.value;
  return view.you >= 0 ? view.you : Math.max(0, boardOf(view).turn);
}

/** A seat's landscape is opened in place of the own one, or closed. @param {number} seat */
export function open(seat) {
  const view = currentView.value;
  batch(() => {
    refused.value = null;
    const again = view !== null && shown(view) === seat;
    lit.value = null;
    opened.value = again || seat === view?.you ? -1 : seat;
  });
}

/** A number of the score is pressed: its spaces are lit, or no longer. @param {number} seat @param {string} key */
export function light(seat, key) {
  const same = lit.value?.seat === seat && lit.value.key === key;
  batch(() => {
    refused.value = null;
    lit.value = same ? null : { seat, key };
  });
}

/** What the table waits for; the tab follows it. @param {Board} board */
function stepOf(board) {
  return board.phase === "choosing" ? "choosing" : board.taken < 0 ? "take" : "lay";
}

/** The tab that is shown where there is room for one, and whether it was opened over the landscape. */
/** @param {View} view @returns {{ name: Tab, open: boolean }} */
export function tabIn(view) {
  const board = boardOf(view);
  const step = `${turnOf(view)} ${stepOf(board)}`;
  if (tab.value.step === step) return tab.value;
  const takes = isMine(view) && stepOf(board) === "take";
  return { name: takes ? "tokens" : "yours", open: takes };
}

/** @param {View} view @param {Tab} name */
export function openTab(view, name) {
  const now = tabIn(view);
  tab.value = { step: `${turnOf(view)} ${stepOf(boardOf(view))}`, name, open: now.name !== name || !now.open };
}
