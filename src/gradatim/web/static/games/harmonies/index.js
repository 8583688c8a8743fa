// Harmonies in the browser. It knows no rule: where something may go is in the view, about anything else it asks.

/** @import { harmonies, MoveView, SeatView, View } from "../../wire.js" */
/** @import { GameClient } from "../../games.js" */
/** @import { Marks } from "./board.js" */
/** @import { CubeSort } from "./art.js" */
/** @import { Board } from "./state.js" */

import { h } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { Icon, Mark } from "../../art.js";
import { EndActions } from "../../end.js";
import { Action, Prompt, seatName, Sheet, useKeys } from "../../parts.js";
import { log, pending, refused, sheet, undo } from "../../store.js";
import { t } from "../../words.js";
import { Chip, Patterns, Poster, Token } from "./art.js";
import { Landscape } from "./board.js";
import { spokenCard } from "./cards.js";
import { useMotion } from "./motion.js";
import { Centre, Choice, hasTiles, Held, Offer, Players, Row, Tabs, Tray } from "./panels.js";
import { Ending, Meters, ScoreSheet } from "./score.js";
import * as state from "./state.js";

/** @param {{ view: View }} props */
function Play({ view }) {
  const close = () => (sheet.value = "");
  return [
    h(Tabletop, { view }),
    sheet.value === "score" && h(Sheet, { title: t("client.harmonies.score"), close }, h(Meters, { board: state.boardOf(view), seats: view.seats, you: view.you })),
  ];
}

/** @param {{ view: View }} props */
function Tabletop({ view }) {
  useMotion(view);
  useEffect(() => state.clear, [view.table]);
  useTableKeys(view);
  const board = state.boardOf(view);
  const over = view.phase === "over";
  const choosing = board.choice.length > 0 && state.isMine(view);
  const now = state.tabIn(view);
  const [say, note] = sentence(view);
  return h(
    "div",
    { class: "country-table", "data-tab": now.name, "data-open": String(now.open), "data-over": String(over), "data-offer": String(hasTiles(board) && !over), "data-seats": view.seats.length },
    h(Players, { view }),
    over ? h(ScoreSheet, { view, board }) : [h(Tabs, { view }), h(Row, { view }), hasTiles(board) && h(Offer, { view }), h(Centre, { view })],
    h(Held, { view }),
    h(Large, { view }),
    choosing && h(Choice, { view }),
    h(
      "div",
      { class: "foot" },
      h(Prompt, { say, note, mine: state.isMine(view) && say === view.prompt }),
      h(Tray, { view }),
      over ? h(EndActions, { view }) : view.you >= 0 ? h(Actions, { view }) : h("p", { class: "plain hand watching" }, t("client.watching")),
    ),
  );
}

// --- the landscape that lies large ------------------------------------------------------------------------------------

/** @param {{ view: View }} props */
function Large({ view }) {
  const board = state.boardOf(view);
  const seat = state.shown(view);
  const own = seat === view.you;
  const who = view.seats[seat];
  const name = own ? t("client.harmonies.landscape") : t("client.harmonies.landscape.of", { name: seatName(who, view.you) });
  return h(
    "section",
    { class: own ? "ground" : "ground other", "aria-label": name },
    !own &&
      view.you >= 0 &&
      h(
        "p",
        { class: "whose" },
        h(Mark, { seat, letter: who.letter, size: 24 }),
        h("b", null, seatName(who, view.you)),
        h("button", { type: "button", class: "button small", onClick: () => state.open(view.you) }, h(Icon, { name: "back", size: 18 }), t("client.harmonies.back")),
      ),
    h(Landscape, {
      key: seat,
      spaces: board.spaces,
      seat: board.seats[seat],
      name,
      marks: marksOf(view, seat),
      press: (space) => void state.pressSpace(space),
      hint: (space) => (state.hinted.value = space),
    }),
  );
}

/** What each space is marked with. @param {View} view @param {number} seat @returns {(space: string) => Marks} */
function marksOf(view, seat) {
  const board = state.boardOf(view);
  const lit = state.lit.value;
  const last = lastSpace(view, seat);
  if (lit) {
    const lines = board.seats[seat].score.find((part) => part.key === lit.key)?.lines ?? [];
    const spaces = new Set(lines.flatMap((line) => line.spaces));
    // A card's points came by its cubes.
    if (!spaces.size) for (const stack of board.seats[seat].stacks) if (stack.cube || stack.guests) spaces.add(stack.space);
    const points = new Map(lines.map((line) => [line.spaces[Math.floor(line.spaces.length / 2)], line.points]));
    return (space) => ({ ringed: spaces.has(space), points: points.has(space) ? String(points.get(space)) : "" });
  }
  if (seat !== view.you) return (space) => ({ last: space === last });
  const piece = state.pieceIn(view);
  const chosen = state.chosenIn(view);
  const targets = state.targets(view, piece);
  const { card, tile } = state.thingOf(view, chosen);
  // A card that is looked at shows where its habitat lies, whatever is chosen.
  const looked = state.thingOf(view, state.touched.value).card ?? card;
  const found = looked?.found ?? [];
  const ringed = new Set(found.flatMap((each) => each.spaces));
  const waiting = new Set(found.filter((each) => each.free).map((each) => each.cube));
  const sortOf = (/** @type {harmonies.Card | null} */ each) => /** @type {CubeSort} */ (each?.sort ?? "animal");
  const wrong = refused.value?.pieces ?? [];
  return (space) => {
    const target = targets.get(space);
    const here = state.hinted.value === space && target !== undefined;
    const token = card ? "" : (tile?.next ?? piece);
    return {
      can: target !== undefined,
      notable: target?.notable,
      sign: token,
      ghost: here ? token : "",
      cube: here && card ? sortOf(card) : undefined,
      waits: waiting.has(space) ? sortOf(looked) : undefined,
      ringed: ringed.has(space),
      refused: wrong.includes(space),
      last: space === last,
    };
  };
}

const LAID = /^(?:blue|gray|brown|green|yellow|red|use \d) ([a-g][1-5])$/;

/** Where another seat laid its last piece. @param {View} view @param {number} seat */
function lastSpace(view, seat) {
  const event = log.value.at(-1);
  return event && event.seat === seat && seat !== view.you ? (LAID.exec(event.move)?.[1] ?? "") : "";
}

// --- the sentence -----------------------------------------------------------------------------------------------------

/** The prompt's two lines. @param {View} view @returns {[string, string]} */
function sentence(view) {
  const board = state.boardOf(view);
  const lit = state.lit.value;
  if (lit) {
    const part = board.seats[lit.seat].score.find(({ key }) => key === lit.key);
    if (part) return [t("client.harmonies.score.part", { name: seatName(view.seats[lit.seat], view.you), part: part.label, n: part.points }), part.lines.map((line) => line.say).join(" · ")];
  }
  const seat = state.shown(view);
  const piece = state.pieceIn(view);
  const target = seat === view.you ? state.targets(view, piece).get(state.hinted.value) : undefined;
  const move = target && state.moveOf(view, [target.piece, state.hinted.value]);
  if (move) return [move.say, move.note];
  const { card, tile } = state.thingOf(view, state.chosenIn(view));
  const [kind] = state.placeOf(piece);
  if (card) {
    const lies = [...new Set(card.found.map((found) => found.cube))].join(", ");
    const where = lies ? t("client.harmonies.card.found", { spaces: lies }) : t("client.harmonies.card.nowhere");
    return [t(`client.harmonies.card.${card.sort}`, { card: card.name, habitat: card.say }), [card.rule, where].filter(Boolean).join(". ")];
  }
  if (tile) {
    const next = tile.next && t(`client.harmonies.token.${tile.next}`);
    if (kind !== "held") return [tile.name, t("client.harmonies.tile.note", { colours: tile.stack.map((colour) => t(`client.harmonies.token.${colour}`)).join(", ") })];
    return [tile.name, tile.sites.length ? t("client.harmonies.tile.next", { colour: next, spaces: tile.sites.join(", ") }) : t("client.harmonies.tile.nowhere", { colour: next })];
  }
  // While others play, the second line tells what they do.
  const event = view.phase === "playing" && !state.isMine(view) ? log.value.at(-1) : undefined;
  return [view.prompt, event?.say ?? view.note];
}

// --- buttons ----------------------------------------------------------------------------------------------------------

/** What the chosen piece can be pressed for, besides a space. @param {View} view @returns {[MoveView, string][]} */
function offers(view) {
  const piece = state.chosenIn(view);
  const [kind, at] = state.placeOf(piece);
  /** @type {[MoveView | undefined, string][]} */
  const found = [];
  if (kind === "held") found.push([state.named(view, `last ${at + 1}`), t("client.harmonies.last")]);
  else if (kind) {
    const take = state.moveOf(view, [piece]);
    found.push([take, take?.do ?? ""]);
    if (kind === "row") found.push([state.named(view, `discard ${at + 1}`), t("client.harmonies.discard")]);
  }
  return /** @type {[MoveView, string][]} */ (found.filter(([move]) => move));
}

/** @param {{ view: View }} props */
function Actions({ view }) {
  const ends = state.named(view, "end");
  const more = offers(view);
  return h(
    "div",
    { class: more.length ? "actions three" : "actions" },
    h(Action, { key: "undo", label: t("client.undo"), hotkey: "U", why: view.undo ? undefined : t("client.harmonies.undo.none"), press: () => void undo() }),
    more.map(([move, label], nth) => h(Action, { key: move.move, label, name: move.say, hotkey: nth ? undefined : "Enter", primary: nth === 0, press: () => void state.make(move) })),
    more.length < 2 &&
      h(
        "button",
        {
          key: "end",
          type: "button",
          class: ends && !more.length ? "button primary" : "button",
          // Pressed too early, the server says what is missing.
          "aria-disabled": ends ? undefined : "true",
          "aria-keyshortcuts": "Enter",
          onClick: () => void state.end(),
        },
        h("span", null, t("client.harmonies.end")),
        ends && !more.length && h("kbd", { "aria-hidden": "true" }, "Enter"),
      ),
  );
}

// --- keys -------------------------------------------------------------------------------------------------------------

const PREFIX = { k: "row", o: "offer", h: "held", t: "centre" };

/** A letter names a column or a kind, the digit after it the place. @param {View} view */
function useTableKeys(view) {
  const before = useRef("");
  useKeys((event) => {
    const key = event.key.toLowerCase();
    const board = state.boardOf(view);
    const letter = before.current;
    before.current = "";
    if (key !== "tab" && key !== "shift" && refused.value) refused.value = null;
    if (key === "escape") return state.clear();
    if (event.repeat || pending.value || view.phase !== "playing") return;
    if (/^[a-gkoht]$/.test(key)) return void (before.current = key);
    if (/^[1-5]$/.test(key)) return digit(view, letter, Number(key));
    if (key === "p") return nextSeat(view);
    if (key !== "enter" || (event.target instanceof Element && event.target.closest("button, a, [role=button], [role=log]"))) return;
    const [offer] = offers(view);
    if (offer) state.make(offer[0]);
    else if (board.phase === "turn") state.end();
  });
}

/** @param {View} view @param {string} letter @param {number} n */
function digit(view, letter, n) {
  const board = state.boardOf(view);
  if (/[a-g]/.test(letter)) {
    if (board.spaces.some((space) => space.name === `${letter}${n}`)) state.pressSpace(`${letter}${n}`);
    return;
  }
  const kind = letter ? PREFIX[/** @type {keyof typeof PREFIX} */ (letter)] : board.phase === "choosing" ? "spirit" : board.hand.length ? "" : "centre";
  if (kind === "centre") {
    if (n <= board.centre.length) state.take(`centre${n}`);
  } else if (kind) {
    const { card, tile } = state.thingOf(view, `${kind}${n}`);
    if (card || tile) state.pressPiece(`${kind}${n}`);
  } else if (n <= board.hand.length && state.isMine(view)) state.choose(view, board.hand[n - 1]);
}

/** The next landscape, round the table. @param {View} view */
function nextSeat(view) {
  state.open((state.shown(view) + 1) % view.seats.length);
}

// --- stepping through a finished game ---------------------------------------------------------------------------------

/** A Sanctuary by its two colours. @param {{ tile: harmonies.Tile }} props */
const Pair = ({ tile }) => [tile.colours.map((colour) => h(Chip, { key: colour, colour })), h("span", { class: "unseen" }, tile.name)];

/** @param {{ board: Board, seats: SeatView[], you: number }} props */
function Replay({ board, seats, you }) {
  return h(
    "div",
    { class: "countries" },
    h(
      "div",
      { class: "on-offer" },
      h("ul", { class: "spaces", "aria-label": t("client.harmonies.centre") }, board.centre.map((tokens, at) => h("li", { key: at, class: "trio" }, h("span", { class: "unseen" }, tokens.map((colour) => t(`client.harmonies.token.${colour}`)).join(", ")), tokens.map((colour, nth) => h(Token, { key: nth, colour }))))),
      h("p", null, [...board.row, ...board.offer].map((thing) => thing && h("span", { key: thing.thing, class: "small-card" }, "colour" in thing ? [h(Chip, { colour: thing.colour }), thing.name] : h(Pair, { tile: thing })))),
    ),
    h(
      "div",
      { class: "lands", "data-count": seats.length },
      seats.map((seat) => {
        const own = board.seats[seat.seat];
        return h(
          "section",
          { key: seat.seat, class: board.turn === seat.seat ? "on" : "", "aria-label": seatName(seat, you) },
          h("p", { class: "who" }, h(Mark, { seat: seat.seat, letter: seat.letter, size: 24, own: board.turn === seat.seat }), h("b", null, seatName(seat, you)), h("b", { class: "total" }, own.total)),
          h(Landscape, { spaces: board.spaces, seat: own, name: own.stacks.map((stack) => t("client.harmonies.space", { space: stack.space, stack: stack.say })).join("; ") || t("client.harmonies.empty") }),
          h("p", { class: "line" }, board.turn === seat.seat && board.hand.map((colour, nth) => h(Chip, { key: `hand${nth}`, colour })), own.held.map(({ card, tile }, at) => card ? h("span", { key: at, title: spokenCard(card, true) }, `${card.name} ${card.cubes - card.left}/${card.cubes}`) : tile && h("span", { key: at }, h(Pair, { tile }), `${tile.built}/${tile.stack.length}`)), own.done.map(({ card, tile }, at) => (card ? h("b", { key: `done${at}` }, card.name) : tile && h("span", { key: `done${at}` }, h(Pair, { tile }), h(Icon, { name: "check", size: 14 }))))),
        );
      }),
    ),
    h(Ending, { board }),
  );
}

/** @type {GameClient} */
export default {
  tone: "harmonies",
  Poster,
  Patterns,
  Play,
  Meters,
  Replay,
  seat: (board, seat) => ({ line: t("client.harmonies.empty.n", { n: board.seats[seat].empty }), number: board.seats[seat].total }),
  // The table names everybody itself, together with their landscapes.
  hidesSeats: () => true,
  undoes: true,
  aid: { icon: "figures", label: "client.harmonies.score", sheet: "score" },
  keys: [
    ["A – G, 1 – 5", "client.harmonies.keys.space"],
    ["1 – 5", "client.harmonies.keys.digits"],
    ["T 1 – 5", "client.harmonies.keys.centre"],
    ["K 1 – 5", "client.harmonies.keys.row"],
    ["O 1 – 3", "client.harmonies.keys.offer"],
    ["H 1 – 4", "client.harmonies.keys.held"],
    ["P", "client.harmonies.keys.players"],
  ],
};
