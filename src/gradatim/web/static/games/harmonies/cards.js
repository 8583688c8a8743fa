// Animals, Whispers, Spirits and Sanctuaries as they lie on the table.

/** @import { ComponentChildren } from "preact" */
/** @import { harmonies } from "../../wire.js" */

import { h } from "preact";
import { Icon, Numeral } from "../../art.js";
import { t } from "../../words.js";
import { Chip, Column, Cube, ground, Habitat, onGround, onPaper, Sign } from "./art.js";
import { Face } from "./faces.js";
import { narrow } from "./state.js";

/** @typedef {harmonies.Card} Card */
/** @typedef {harmonies.Tile} Tile */

/**
 * What can be done with a card or tile.
 * @typedef {object} Pressing
 * @property {string} piece               "row2", "held1", …
 * @property {boolean} [can]              something can be done with it now
 * @property {boolean} [chosen]
 * @property {boolean} [refused]
 * @property {number} [points]            what it scores, while its category is lit
 * @property {boolean} [first]            the one of its region that is in the tab order
 * @property {string} [shortcut]
 * @property {() => void} [press]         none: to be looked at only
 * @property {(event: PointerEvent) => void} [grab]
 * @property {(on: boolean) => void} [hint]
 */

/** @param {Pressing & { kind: string, label: string, style?: Record<string, string>, children?: ComponentChildren }} props */
function Shell({ piece, can, chosen, refused, points, first, shortcut, press, grab, hint, kind, label, style, children }) {
  const state = refused ? "refused" : chosen ? "chosen" : can ? "can" : "";
  const said = refused ? t("client.card.refused", { card: label }) : chosen ? t("client.card.chosen", { card: label }) : can ? t("client.harmonies.card.can", { card: label }) : label;
  return h(
    press ? "button" : "div",
    {
      class: `slot thing ${kind} ${state} ${points === undefined ? "" : "scoring"}`,
      "data-piece": piece,
      "aria-label": said,
      style,
      ...(press
        ? {
            type: "button",
            "aria-pressed": String(Boolean(chosen)),
            "aria-keyshortcuts": shortcut,
            tabIndex: first ? 0 : -1,
            onClick: press,
            onPointerDown: grab,
            onPointerEnter: () => hint?.(true),
            onPointerLeave: () => hint?.(false),
            onFocus: () => hint?.(true),
            onBlur: () => hint?.(false),
          }
        : { role: "img" }),
    },
    children,
    (chosen || refused) && h("span", { class: "badge" }, h(Icon, { name: refused ? "x" : "check", size: 16 })),
    points !== undefined && h("span", { class: "gain", "aria-hidden": "true" }, points),
  );
}

/** What a card says, for the ear. @param {Card} card @param {boolean} held */
export function spokenCard(card, held) {
  const said = [t(`client.harmonies.card.${card.sort}`, { card: card.name, habitat: card.say })];
  if (card.sort === "animal") said.push(t("client.harmonies.card.points", { points: [...card.points].reverse().join(", ") }));
  if (card.rule) said.push(card.rule);
  if (held) said.push(t("client.harmonies.card.left", { n: card.left }));
  if (held && card.sort === "animal") said.push(t("client.harmonies.card.scored", { n: card.scored }));
  if (card.found.length) said.push(t("client.harmonies.card.found", { spaces: [...new Set(card.found.map((found) => found.cube))].join(", ") }));
  return said.join(". ");
}

/** What a tile says, for the ear. @param {Tile} tile */
export function spokenTile(tile) {
  const colours = tile.stack.map((colour) => t(`client.harmonies.token.${colour}`)).join(", ");
  const said = [t("client.harmonies.tile", { tile: tile.name, colours })];
  if (tile.space) said.push(t("client.harmonies.tile.built", { space: tile.space, built: tile.built, of: tile.stack.length }));
  return said.join(". ");
}

/** The points of a Spirit by height or size. @param {{ card: Card }} props */
function Scale({ card }) {
  return h(
    "div",
    { class: card.groups ? "scale groups" : "scale" },
    [...card.points.keys()].reverse().map((at) =>
      h("span", { key: at, class: card.points[at] ? "" : "nothing" }, h("i", null, card.points.length > 1 ? `${at + 1}${card.groups && at === 2 ? "+" : ""}` : "1"), h("b", null, card.points[at])),
    ),
  );
}

/** An Animal's values, its cubes still on them; of a Whisper its cubes. @param {{ card: Card }} props */
function Points({ card }) {
  if (card.sort === "spirit") return h(Scale, { card });
  if (card.sort === "whisper") {
    return h(
      "div",
      { class: "values" },
      Array.from({ length: card.cubes }, (_, at) => h("span", { key: at, class: at < card.left ? "waiting" : "gone" }, at < card.left && h(Cube, { sort: "whisper" }))),
    );
  }
  return h(
    "div",
    { class: "values" },
    card.points.map((points, at) => h("span", { key: at, class: at < card.left ? "waiting" : at === card.left ? "now" : "passed" }, h(Numeral, { value: points }))),
  );
}

/** @param {Pressing & { card: Card, held?: boolean }} props */
export function CardOf({ card, held = false, ...pressing }) {
  const { colour, sort } = card;
  const style = sort === "whisper" ? undefined : { "--stripe": ground(colour), "--on-stripe": onGround(colour) };
  const long = narrow.value ? { width: 60, height: 80 } : { width: 82, height: 74 };
  return h(
    Shell,
    { ...pressing, kind: sort, label: spokenCard(card, held), style: /** @type {any} */ (style) },
    h("span", { class: "head" }, h(Sign, { colour, size: 17 }), h("b", null, card.name)),
    h("span", { class: "body" }, h(Face, { thing: sort === "whisper" ? -1 : card.thing, colour: sort === "whisper" ? "#2B2360" : onPaper(colour) }), h(Habitat, { cells: card.habitat, sort, ...long })),
    h(Points, { card }),
  );
}

/** @param {Pressing & { tile: Tile }} props */
export function TileOf({ tile, ...pressing }) {
  const begun = tile.space !== "" && tile.next !== "";
  return h(
    Shell,
    { ...pressing, kind: "sanctuary", label: spokenTile(tile) },
    h(Column, { colours: tile.stack, built: pressing.piece.startsWith("held") ? tile.built : tile.stack.length }),
    h("span", { class: "pair" }, tile.colours.map((colour) => h(Chip, { key: colour, colour })), h("b", null, begun ? `${tile.built}/${tile.stack.length}` : "×3")),
  );
}
