// The cards of Crescendo. A back says its range by position: launch pad, air, orbit; light to dark is low to high, and
// the chevrons count it. Labels and actions are data, so another split of the numbers needs no other drawing.

import { h } from "preact";
import { icon, mix, numerals, onPaper } from "../../art.js";
import { JOKER, numberOf } from "./cards.js";

const INK = "#1B1F24";

/** Ground, sign, picture, and the colour on paper, by back. */
const BACKS = [
  { ground: "#E9B44C", sign: "#1B1F24", picture: "#C98B1F", mark: "#7A5200" },
  { ground: "#2F6DB0", sign: "#FFFFFF", picture: "#245A94", mark: "#245A94" },
  { ground: "#221F54", sign: "#FFFFFF", picture: "#38348A", mark: "#221F54" },
];

const PICTURES = [
  // The pad: hill and gantry.
  (/** @type {string} */ fill) =>
    `<path d="M4.500 110Q50 88 95.500 108V135.500H4.500Z" fill="${fill}"/><path d="M18 104V66M26 102V66M18 74h8M18 84h8M18 94h8" stroke="${fill}" stroke-width="2.500" fill="none"/>`,
  // The air: two bands of cloud.
  (/** @type {string} */ fill) =>
    `<path d="M4.500 52H30a9 9 0 0 1 17-3 7 7 0 0 1 12 3H95.500V60H4.500ZM4.500 98H44a9 9 0 0 1 16-4 8 8 0 0 1 13 4H95.500V107H4.500Z" fill="${fill}"/>`,
  // Orbit: the limb of a planet, and stars.
  (/** @type {string} */ fill) =>
    `<path d="M4.500 115.500Q50 88.500 95.500 115.500V135.500H4.500Z" fill="${fill}"/><g fill="#fff"><circle cx="17" cy="26" r="1.500"/><circle cx="82" cy="20" r="1.800"/><circle cx="24" cy="84" r="1.500"/><circle cx="80" cy="92" r="1.500"/><circle cx="13" cy="56" r="1.200"/><circle cx="87" cy="54" r="1.300"/></g>`,
];

/** @param {number} count @param {{ x: number, y: number, size: number, colour: string, line: number }} at */
function chevrons(count, { x, y, size, colour, line }) {
  let drawn = "";
  for (let nth = 0; nth < count; nth++) {
    const up = (size * 0.8).toFixed(1);
    drawn += `<path d="M${x - size} ${(y + nth * size * 0.95).toFixed(1)}l${size} -${up} ${size} ${up}" fill="none" stroke="${colour}" stroke-width="${line}"/>`;
  }
  return drawn;
}

/** @param {string} ground */
const field = (ground) => `<rect x="4.500" y="4.500" width="91" height="131" rx="6.500" fill="${ground}"/>`;

/** @type {Map<string, string>} */
const drawn = new Map();

/** @param {string} key @param {() => string} draw */
function once(key, draw) {
  const found = drawn.get(key) ?? onPaper(draw());
  drawn.set(key, found);
  return found;
}

/** A back from 44 px up. @param {number} back @param {string} label @param {string} action */
export const backDrawing = (back, label, action) =>
  once(`back ${back} ${label} ${action}`, () => {
    const { ground, sign: colour, picture } = BACKS[back];
    const ring = `<circle cx="50" cy="72" r="25" fill="${ground}"/><circle cx="50" cy="72" r="24" fill="none" stroke="${colour}" stroke-width="2.200"/>`;
    return (
      field(ground) +
      PICTURES[back](picture) +
      ring +
      icon(action, { x: 33.5, y: 55.5, size: 33, colour, line: 2.2 }) +
      chevrons(back + 1, { x: 50, y: 24, size: 9, colour, line: 3.6 }) +
      numerals(label.replaceAll(" ", ""), { x: 50, y: 112, height: 16.5, fill: colour, stroke: 17, most: 80, middle: true })
    );
  });

/** A back below 44 px: chevrons and sign only. @param {number} back @param {string} action */
export const smallBack = (back, action) =>
  once(`small ${back} ${action}`, () => {
    const { ground, sign: colour } = BACKS[back];
    return field(ground) + chevrons(back + 1, { x: 50, y: 30, size: 17, colour, line: 8.5 }) + icon(action, { x: 21, y: 70, size: 58, colour, line: 2.6 });
  });

const ROCKET = '<path d="M0 -9C3.500 -5 4 0 3.600 5H-3.600C-4 0 -3.500 -5 0 -9Z"/><path d="M-3.600 1-6.500 6.500-3.400 5.500ZM3.600 1 6.500 6.500 3.400 5.500Z"/>';

/** The altimeter: a rocket as high as the number. @param {number} n @param {string} colour */
function altimeter(n, colour) {
  let ticks = "";
  for (let ten = 0; ten <= 10; ten++) ticks += `M${ten % 5 ? 85 : 82} ${122 - ten * 10}H90`;
  return (
    `<path d="M90 22V122${ticks}" stroke="${INK}" stroke-opacity=".4" stroke-width="1.300"/>` +
    `<path d="M90 ${122 - n}V122" stroke="${colour}" stroke-width="3.500"/><g transform="translate(90 ${122 - n}) scale(1.15)" fill="${colour}">${ROCKET}</g>`
  );
}

/** @param {number} back */
function badge(back) {
  const { ground, sign: colour } = BACKS[back];
  return `<g transform="translate(10 100)"><rect width="30" height="30" rx="5" fill="${ground}"/>${chevrons(back + 1, { x: 15, y: 20 - back * 3.6, size: 8, colour, line: 3 })}</g>`;
}

const COMET = `<path d="M62 20 69 38 88 40 73 52 78 71 62 60 45 71 50 52 35 40 55 38Z" fill="${INK}"/><path d="M44 62 14 92M52 70 30 98M37 54 12 74" stroke="${INK}" stroke-width="4" stroke-linecap="round"/>`;

/** Only open cards come here; nothing is drawn ahead, so that no drawing tells what a card was. */
/** @param {string} front "f52", "fJ1" @param {number} back */
export function frontDrawing(front, back) {
  if (front.startsWith(JOKER)) return onPaper(COMET + badge(back) + numerals("J", { x: 74, y: 104, height: 22, fill: INK, stroke: 16 }));
  const n = numberOf(front);
  const height = n < 100 ? 54 : 46;
  return onPaper(numerals(String(n), { x: 11, y: 16, height, fill: INK, stroke: 14.5, most: 66 }) + altimeter(n, BACKS[back].mark) + badge(back));
}

/** Nothing that its drawings refer to. */
export const Patterns = () => null;

// --- the poster -------------------------------------------------------------------------------------------------------

/** @param {string} drawing @param {number} x @param {number} y @param {number} turn */
const lying = (drawing, x, y, turn) =>
  `<g transform="translate(${x} ${y}) rotate(${turn} 22 31)"><svg width="44" height="62" viewBox="0 0 100 140">${drawing}</svg></g>`;

export function Poster() {
  let scene = '<rect x="-1000" y="-1000" width="2280" height="2330" fill="#262166"/>';
  for (let star = 0; star < 60; star++) {
    const [x, y] = [((star * 97) % 560) - 140, (star * 61) % 230];
    scene += `<circle cx="${x}" cy="${y}" r="${1 + (star % 3) * 0.4}" fill="#fff" opacity=".8"/>`;
  }
  scene += '<circle cx="70" cy="74" r="26" fill="#E9B44C"/><circle cx="80" cy="67" r="26" fill="#262166"/>';
  scene += '<path d="M20 300Q150 290 190 180T206 -10" fill="none" stroke="#8D86F0" stroke-width="2.500" stroke-dasharray="2 8" stroke-linecap="round"/>';
  scene += `<path d="M-1000 1330V440Q140 130 1280 440V1330Z" fill="${mix("#17143F", "#262166", 0.1)}"/>`;
  const [low, mid] = [backDrawing(0, "1–27", "peek"), backDrawing(1, "28–73", "swap")];
  scene += lying(low, 34, 232, 8) + lying(low, 84, 222, -4) + lying(mid, 132, 196, -18) + lying(mid, 170, 154, -30);
  scene += `<g transform="translate(208 82) rotate(8) scale(5)"><g fill="#FFFDF8">${ROCKET}</g><circle cy="-1.500" r="1.500" fill="#262166"/><path d="M-2.600 6Q0 15 2.600 6Z" fill="#E9B44C"/></g>`;
  return h("svg", { viewBox: "0 0 280 330", preserveAspectRatio: "xMidYMid slice", "aria-hidden": "true", dangerouslySetInnerHTML: { __html: scene } });
}
