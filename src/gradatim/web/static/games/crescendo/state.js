// What a person at the table has chosen and what lies open to them for a moment. None of it is known to the server.

/** @import { View } from "../../wire.js" */
/** @import { Shown } from "./cards.js" */

import { batch, signal } from "@preact/signals";
import { pending, refuse, refused, submit, view as currentView } from "../../store.js";
import { t } from "../../words.js";
import { boardOf } from "./cards.js";

/** Own slots that are chosen, in one round. A card may be chosen before NUMBER opens. */
const picked = signal({ round: 0, slots: /** @type {number[]} */ ([]) });
/** The window in which NUMBER was pressed before a card. */
const armed = signal("");
/** The Special being prepared, and the decision that it is for. */
const special = signal({ on: "", what: "" });
/** Whose row lies open in place of the own one, -1 for none, and which of its slots is chosen. */
export const opened = signal({ seat: -1, slot: -1 });
/** Cards shown to this eye until it has turned them down; then nothing here remembers them. */
const shown = signal(/** @type {Shown[]} */ ([]));
/** NUMBER stays shut till then: it was pressed while no window was open. On the page's own clock, in ms. */
const shut = signal(0);
const SHUT = 1000;

/** @param {View} view */
export const mayClaim = (view) => view.legal.some((move) => move.move === "hold");

/** @param {View} view */
export const isShut = (view) => mayClaim(view) && shut.value > 0;

/** @param {View} view */
export const isArmed = (view) => mayClaim(view) && armed.value === view.decision;

/** @param {View} view */
export function pickedIn(view) {
  const board = boardOf(view);
  const length = board.seats[view.you]?.row.length ?? 0;
  return picked.value.round === board.round ? picked.value.slots.filter((slot) => slot < length) : [];
}

/** The Special of this turn that is being prepared, "" for none. @param {View} view */
export const preparing = (view) => (special.value.on === view.decision && boardOf(view).turn === view.you ? special.value.what : "");

/** What is shown now, that of a new view included. @param {View} view */
export const shownIn = (view) => [...shown.value, ...boardOf(view).shown];

/** Takes out of a view what is to be seen once. @param {View} view */
export function takeShown(view) {
  const board = boardOf(view);
  if (!board.shown.length) return;
  shown.value = [...shown.value, ...board.shown];
  board.shown = [];
}

/** The card is turned down, for good. */
export const dismiss = () => (shown.value = shown.value.slice(1));

/** Nothing is chosen any more. */
export function clear() {
  batch(() => {
    picked.value = { round: 0, slots: [] };
    armed.value = "";
    special.value = { on: "", what: "" };
    opened.value = { seat: -1, slot: -1 };
  });
}

/** A new table, or a new round. */
export function forget() {
  batch(() => {
    clear();
    shown.value = [];
    shut.value = 0;
  });
}

/** Makes a move; once it is made nothing is chosen any more. @param {string} move @param {number} [slot] the own slot it names */
export async function make(move, slot = -1) {
  // Who plays on has looked: the panel is needed for the turn, and for what it shows next.
  if (move !== "hold") shown.value = [];
  const answer = await submit(move, slot < 0 ? [] : [`slot ${slot + 1}`]);
  if (answer?.ok) clear();
  else armed.value = "";
}

/** The own card in a slot is chosen, or no longer. @param {number} slot */
export function pressOwn(slot) {
  const view = currentView.value;
  if (!view || pending.value) return;
  const board = boardOf(view);
  refused.value = null;
  if (isArmed(view) && !isShut(view)) return void make(`number ${slot + 1}`, slot);
  const before = pickedIn(view);
  const most = board.phase === "setup" ? 2 : 1;
  const slots = before.includes(slot) ? before.filter((each) => each !== slot) : [...before, slot].slice(-most);
  picked.value = { round: board.round, slots };
}

/** @param {number} slot */
export function pressOther(slot) {
  refused.value = null;
  const before = opened.value;
  opened.value = { seat: before.seat, slot: before.slot === slot ? -1 : slot };
}

/** A seat's row is opened in place of the own one, or closed. @param {number} seat */
export function open(seat) {
  const view = currentView.value;
  refused.value = null;
  opened.value = { seat: seat === opened.value.seat || seat === view?.you ? -1 : seat, slot: -1 };
}

/** @param {string} what */
export function prepare(what) {
  const view = currentView.value;
  if (!view) return;
  batch(() => {
    refused.value = null;
    special.value = { on: view.decision, what };
    picked.value = { round: 0, slots: [] };
    opened.value = { seat: -1, slot: -1 };
  });
}

/**
 * NUMBER: with the chosen card at once, else with the next card that is pressed. Pressed while it is shut it stays shut
 * a while longer, so that drumming on it gains nothing.
 */
export function callNumber() {
  const view = currentView.value;
  if (!view) return;
  if (!mayClaim(view) || shut.value) {
    const until = (shut.value = performance.now() + SHUT);
    setTimeout(() => shut.value === until && (shut.value = 0), SHUT);
    return refuse(whyShut(view));
  }
  if (pending.value) return;
  const [slot] = pickedIn(view);
  if (slot !== undefined) return void make(`number ${slot + 1}`, slot);
  batch(() => {
    refused.value = null;
    opened.value = { seat: -1, slot: -1 };
    armed.value = view.decision;
  });
}

/** Why NUMBER cannot be called now. @param {View} view */
export function whyShut(view) {
  const board = boardOf(view);
  if (mayClaim(view)) return t("client.crescendo.number.shut");
  if (board.open && board.caller === view.you) return t("client.crescendo.number.caller");
  if (board.open && board.seats[view.you]?.answered) return t("client.crescendo.number.answered");
  return t("client.crescendo.number.closed");
}
