// What this browser remembers: the name, the theme, and a seat's secret for each table.

import { signal } from "@preact/signals";

/**
 * @typedef {object} SavedTable
 * @property {string} token      the seat's secret, "" if there is none
 * @property {string} hostToken  the right to fill seats and to play again
 * @property {number} seat
 * @property {string} game
 * @property {string} title
 * @property {string[]} names    of the others
 * @property {string} say        where the game stands
 * @property {boolean} mine      it is this seat's turn
 * @property {boolean} over
 * @property {string} before     the deal that was left for this one, "" if there is none
 * @property {number} at         when it was last seen, ms
 */

/** Stands in where the browser keeps nothing (private windows). @type {Map<string, string>} */
const memory = new Map();

/** @param {string} key @returns {string | null} */
export function read(key) {
  try {
    return localStorage.getItem(`gradatim.${key}`);
  } catch {
    return memory.get(key) ?? null;
  }
}

/** @param {string} key @param {string} value */
export function write(key, value) {
  try {
    localStorage.setItem(`gradatim.${key}`, value);
  } catch {
    memory.set(key, value);
  }
}

export const name = signal(read("name") ?? "");
name.subscribe((value) => write("name", value));

/** "light", "dark" or "" for the system's own choice. */
export const theme = signal(read("theme") ?? "");
theme.subscribe((value) => {
  write("theme", value);
  if (value) document.documentElement.dataset.theme = value;
  else delete document.documentElement.dataset.theme;
});

const systemDark = matchMedia("(prefers-color-scheme: dark)");

export function isDark() {
  return theme.value ? theme.value === "dark" : systemDark.matches;
}

export function switchTheme() {
  theme.value = isDark() ? "light" : "dark";
}

/** @returns {Record<string, SavedTable>} */
export function tables() {
  try {
    return JSON.parse(read("tables") ?? "{}");
  } catch {
    return {};
  }
}

/** @param {string} id @returns {SavedTable} */
export function table(id) {
  const empty = { token: "", hostToken: "", seat: -1, game: "", title: "", names: [], say: "", mine: false, over: false, before: "", at: 0 };
  return { ...empty, ...tables()[id] };
}

/** Old tables go: the newest forty stay. @param {string} id @param {Partial<SavedTable>} change */
export function remember(id, change) {
  const all = tables();
  all[id] = { ...table(id), ...change, at: Date.now() };
  const kept = Object.entries(all).sort((a, b) => b[1].at - a[1].at).slice(0, 40);
  write("tables", JSON.stringify(Object.fromEntries(kept)));
}

/** @param {string} id */
export function forget(id) {
  const all = tables();
  delete all[id];
  write("tables", JSON.stringify(all));
}
