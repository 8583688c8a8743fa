// The client's own words. They come from the server's catalogue; the browser states none itself.

import { signal } from "@preact/signals";
import { get } from "./api.js";

const table = signal(/** @type {Record<string, string>} */ ({}));

/** @param {string} language */
export async function load(language) {
  table.value = /** @type {Record<string, string>} */ (await get(`/api/words/${language}`));
  plural = new Intl.PluralRules(language);
}

let plural = new Intl.PluralRules("en");

/**
 * The text of a key, its `{places}` filled from `facts`. With `n` among the facts, a key may exist once for each
 * plural form instead: `client.cards.one`, `client.cards.other`.
 * @param {string} key
 * @param {Record<string, string | number>} [facts]
 */
export function t(key, facts = {}) {
  const texts = table.value;
  const text = texts[key] ?? texts[`${key}.${plural.select(Number(facts.n ?? 0))}`] ?? texts[`${key}.other`];
  if (text === undefined) return key;
  return text.replace(/\{(\w+)\}/g, (whole, name) => String(facts[name] ?? whole));
}

/**
 * A list of names in the reader's own way.
 * @param {string[]} names
 */
export const list = (names) => new Intl.ListFormat(document.documentElement.lang, { type: "conjunction" }).format(names);
