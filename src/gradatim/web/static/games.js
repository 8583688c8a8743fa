// The drawn side of a game lives in games/<name>/; nothing else names one. A game without a drawn side is not offered.

/** @import { ComponentChild, FunctionComponent } from "preact" */
/** @import { SeatView, View } from "./wire.js" */

import { signal } from "@preact/signals";

/**
 * @typedef {object} SeatFacts
 * @property {string} line            a few words under the name
 * @property {number} [number]        drawn large
 * @property {string} [unit]          what the number counts
 * @property {string} [tag]           a word beside the name
 * @property {boolean} [on]           it is this seat's turn; else whoever is to move
 * @property {ComponentChild} [row]   what lies before the seat
 * @property {string} [label]         the same for the ear
 * @property {() => void} [press]     what pressing the seat does
 * @property {boolean} [pressed]
 */

/**
 * Where a finished game is being stepped through.
 * @typedef {object} At
 * @property {string} table                    "" for a record from a file
 * @property {{ seq: number, say: string, board: any }[]} steps
 * @property {number} step
 * @property {(step: number) => void} to
 */

/**
 * @typedef {object} GameClient
 * @property {string} tone                                             its table's colours in app.css
 * @property {FunctionComponent} Poster
 * @property {FunctionComponent} Patterns                              what its drawings refer to, once a page
 * @property {FunctionComponent<{ view: View }>} Play                  board, prompt, hand and buttons
 * @property {FunctionComponent<{ board: any, seats: SeatView[], you: number }>} Meters   the standing, in the rail
 * @property {FunctionComponent<{ board: any, seats: SeatView[], you: number, at: At }>} Replay   a position, all cards open
 * @property {(board: any, seat: number, view: View) => SeatFacts} seat
 * @property {{ icon: string, label: string, sheet: string }} [aid]    a sheet of its own with a button in the bar; the label is a client word
 * @property {boolean} [undoes]                                       its own buttons take moves back
 * @property {(view: View) => boolean} [hidesSeats]                    while the board names everybody itself
 * @property {(board: any, you: number) => Record<string, number>} [facts]   what the statistics count besides
 * @property {{ fact: string, label: string, share?: boolean }[]} [plots]     facts of won games that are drawn: each value's share, or its course
 * @property {[string, string][]} keys                                 keys and the client words that explain them
 */

const loaded = signal(/** @type {Record<string, GameClient>} */ ({}));

/** What is here of it now; it is fetched if nothing is. @param {string} name @returns {GameClient | undefined} */
export function client(name) {
  if (!loaded.value[name]) load(name).catch(() => {}); // a game that this client cannot draw
  return loaded.value[name];
}

/** @param {string} name @returns {Promise<GameClient | undefined>} */
export async function load(name) {
  if (!/^[a-z_]+$/.test(name)) return undefined;
  if (!loaded.peek()[name]) {
    /** @type {{ default: GameClient }} */
    const module = await import(`./games/${name}/index.js`);
    if (!loaded.peek()[name]) loaded.value = { ...loaded.peek(), [name]: module.default };
  }
  return loaded.peek()[name];
}
