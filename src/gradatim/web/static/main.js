// Which page stands at which address.

/** @import { GameView } from "./wire.js" */

// Makes components follow the signals that they read.
import "@preact/signals";
import { h, render } from "preact";
import { get, sentence } from "./api.js";
import { client, load as loadGame } from "./games.js";
import { Lobby } from "./lobby.js";
import { ReplayPage } from "./replay.js";
import * as saved from "./saved.js";
import { games, place } from "./store.js";
import { TablePage } from "./table.js";
import { load as loadWords } from "./words.js";

const tableAt = (/** @type {string} */ pathname) => /^\/t\/([\w-]+)/.exec(pathname)?.[1];

function Page() {
  const { pathname, searchParams } = place.value;
  const table = tableAt(pathname);
  if (table) return h(TablePage, { key: table, id: table });
  if (pathname === "/replay") return h(ReplayPage, { table: searchParams.get("table") ?? "" });
  document.title = "Gradatim";
  return h(Lobby, {});
}

const root = /** @type {HTMLElement} */ (document.getElementById("app"));
try {
  const { pathname } = place.value;
  client(saved.table(tableAt(pathname) ?? "").game); // is likely to be needed at once
  const [, list] = await Promise.all([loadWords(document.documentElement.lang), get("/api/games")]);
  games.value = /** @type {GameView[]} */ (list);
  // A game that this client cannot draw is not offered, and keeps nobody from the others.
  if (pathname === "/") await Promise.allSettled(games.value.map((game) => loadGame(game.name)));
  render(h(Page, {}), root);
} catch (error) {
  root.textContent = sentence(error);
}
