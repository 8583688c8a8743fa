// The cards of Crescent: a rank over a large suit, the back, the horseshoe behind the foundations, the poster.

import { h } from "preact";
import { numerals, onPaper } from "../../art.js";

/** Outlines, 100 by 100. The suits differ in shape, and diamonds have a cut as well: colour alone tells nothing. */
/** @type {Record<string, string>} */
const SUITS = {
  S: "M50 6C58 24 90 40 90 64 90 78 80 86 69 86 62 86 57 83 54 78 55 86 58 92 64 96H36C42 92 45 86 46 78 43 83 38 86 31 86 20 86 10 78 10 64 10 40 42 24 50 6Z",
  H: "M50 94C40 78 8 58 8 32 8 17 19 8 30 8 39 8 46 13 50 22 54 13 61 8 70 8 81 8 92 17 92 32 92 58 60 78 50 94Z",
  D: "M50 4C58 22 72 38 88 50 72 62 58 78 50 96 42 78 28 62 12 50 28 38 42 22 50 4ZM50 32C45 39 39 45 32 50 39 55 45 61 50 68 55 61 61 55 68 50 61 45 55 39 50 32Z",
  C: "M50 6C62 6 71 15 71 27 71 33 69 38 65 42 69 40 73 39 77 39 88 39 96 48 96 59 96 71 87 79 76 79 67 79 59 75 54 68 54 80 57 90 65 96H35C43 90 46 80 46 68 41 75 33 79 24 79 13 79 4 71 4 59 4 48 12 39 23 39 27 39 31 40 35 42 31 38 29 33 29 27 29 15 38 6 50 6Z",
};
const GROUND = "#0F4A42";

/** Its colour comes from app.css: two or four of them. @param {string} suit */
const colour = (suit) => `var(--suit-${suit.toLowerCase()})`;

/** @param {string} suit @param {{ x: number, y: number, size: number }} at */
const pip = (suit, { x, y, size }) =>
  `<path transform="translate(${x} ${y}) scale(${(size / 100).toFixed(4)})" d="${SUITS[suit]}" fill="${colour(suit)}" fill-rule="evenodd"/>`;

/** Fronts as the server spells them: "10H". @type {Map<string, string>} */
const fronts = new Map();

/** @param {string} front "" for a card that lies face down */
export function drawing(front) {
  if (!front) return back;
  let drawn = fronts.get(front);
  if (!drawn) {
    const [rank, suit] = [front.slice(0, -1), front.slice(-1)];
    drawn = onPaper(numerals(rank, { x: 11, y: 12, height: 48, fill: colour(suit), stroke: 15.5 }) + pip(suit, { x: 34, y: 72, size: 58 }));
    fronts.set(front, drawn);
  }
  return drawn;
}

function crescents() {
  let drawn = `<rect x="5" y="5" width="90" height="130" rx="6" fill="${GROUND}"/>`;
  for (let at = 0; at < 20; at++) {
    drawn += `<path d="M${14 + (at % 4) * 22} ${14 + Math.floor(at / 4) * 23}a8 8 0 1 0 9 11 6.500 6.500 0 0 1-9-11z" fill="#7FC9B8"/>`;
  }
  return drawn;
}

const back = onPaper(crescents());

/** A suit by itself. @param {{ suit: string, size: number }} props */
export function Suit({ suit, size }) {
  return h("svg", { class: "suit", width: size, height: size, viewBox: "0 0 100 100", "aria-hidden": "true", dangerouslySetInnerHTML: { __html: `<path d="${SUITS[suit]}" fill="currentColor" fill-rule="evenodd"/>` } });
}

/** The horseshoe, stretched to its place. */
export function Moon() {
  return h(
    "svg",
    { class: "moon", viewBox: "0 0 100 100", preserveAspectRatio: "none", "aria-hidden": "true" },
    h("path", { d: "M0 100V40C0 13 20 2 50 2S100 13 100 40V100H94.5V42C94.5 19 76 10 50 10S5.500 19 5.500 42V100Z" }),
  );
}

/** Nothing that its drawings refer to. */
export const Patterns = () => null;

// --- the poster -------------------------------------------------------------------------------------------------------

const AROUND = ["4S", "9H", "JD", "QC", "6S", "10H", "8D", "3C", "7S", "KH", "5D", "2C", "5S", "9H", "AD", "7C"];

/** @param {string} front @param {{ x: number, y: number, width: number }} at */
const lying = (front, { x, y, width }) =>
  `<svg x="${x}" y="${y}" width="${width}" height="${width * 1.4}" viewBox="0 0 100 140">${drawing(front)}</svg>`;

export function Poster() {
  let scene = '<rect x="-1000" y="-1000" width="2280" height="2330" fill="#0F5A50"/>';
  AROUND.forEach((front, at) => {
    const degrees = 222 - (at * 264) / (AROUND.length - 1);
    const turn = (degrees * Math.PI) / 180;
    const place = `translate(${(140 + 104 * Math.cos(turn)).toFixed(1)} ${(176 - 116 * Math.sin(turn)).toFixed(1)})`;
    scene += `<g transform="${place} rotate(${(90 - degrees).toFixed(1)})">${lying(front, { x: -15, y: -21, width: 30 })}</g>`;
  });
  [..."SHDC"].forEach((suit, column) => {
    ["A", "K"].forEach((rank, row) => (scene += lying(rank + suit, { x: 76 + column * 33, y: 132 + row * 46, width: 29 })));
  });
  return h("svg", { viewBox: "0 0 280 330", preserveAspectRatio: "xMidYMid meet", "aria-hidden": "true", dangerouslySetInnerHTML: { __html: scene } });
}
