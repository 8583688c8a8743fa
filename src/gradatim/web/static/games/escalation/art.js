// The cards of Escalation!: a numeral over a staircase of thirteen bars, as many filled as the number says.

import { h } from "preact";
import { mix, numerals, onPaper } from "../../art.js";

const INK = "#1B1F24";
const STEPS = 13;

/** Vermilion's way from ochre to plum. @type {[number, string][]} */
const STOPS = [[1, "#8A5B00"], [5, "#B4420A"], [9, "#B01E2E"], [13, "#5E0F3F"]];

/** @param {number} n */
function ramp(n) {
  const upper = Math.max(1, STOPS.findIndex(([at]) => n <= at));
  const [[from, low], [to, high]] = [STOPS[upper - 1], STOPS[upper]];
  return mix(low, high, (n - from) / (to - from));
}

/** @param {(step: number) => { height: number, fill: string, opacity: number, stroke?: string }} of */
function bars(of) {
  const pitch = 100 / STEPS;
  let drawn = "";
  for (let step = 1; step <= STEPS; step++) {
    const { height, fill, opacity, stroke } = of(step);
    const width = step < STEPS ? pitch - 0.9 : pitch;
    const line = stroke ? ` stroke="${stroke}" stroke-width="1.2"` : "";
    const at = `x="${((step - 1) * pitch).toFixed(2)}" y="${(140 - height).toFixed(1)}"`;
    drawn += `<rect ${at} width="${width.toFixed(2)}" height="${height + 2}" fill="${fill}" opacity="${opacity}"${line}/>`;
  }
  return drawn;
}

const rise = (/** @type {number} */ step) => 9 + (step - 1) * 4.3;
const empty = { fill: INK, opacity: 0.07 };

/** @param {number} n */
function number(n) {
  const steps = bars((step) => ({ height: rise(step), ...(step <= n ? { fill: ramp(step), opacity: 1 } : empty) }));
  return steps + numerals(String(n), { x: 11, y: 13, height: 58, fill: ramp(n), stroke: 15 });
}

function wild() {
  const steps = bars((step) => ({
    height: rise(step),
    ...(step <= 7 ? { fill: "url(#hatch)", opacity: 1, stroke: ramp(Math.min(STEPS, step * 2 - 1)) } : empty),
  }));
  return steps + numerals("1–7", { x: 11, y: 15, height: 46, fill: INK, stroke: 15, most: 80 });
}

/** A cap with three bells, an equals sign, and bars of one height: the total stays. */
function joker() {
  const steps = bars(() => ({ height: 24, fill: INK, opacity: 0.88 }));
  const cap =
    `<g transform="translate(11 12)" fill="${INK}"><path d="M14 60C16 44 12 34 4 33 0 32-3 35-3 39-3 22 8 14 20 18 22 8 30 1 38 0 34 6 36 12 42 18 48 12 52 8 62 10 74 13 80 24 78 40 74 32 66 32 63 40 60 48 61 54 62 60Z"/>` +
    '<circle cx="-2" cy="44" r="6"/><circle cx="42" cy="-1" r="6"/><circle cx="77" cy="45" r="6"/><rect x="12" y="63" width="52" height="8" rx="2"/></g>';
  return steps + cap + numerals("=", { x: 38, y: 88, height: 24, fill: INK, stroke: 16 });
}

function steps() {
  let drawn = '<rect x="5" y="5" width="90" height="130" rx="6" fill="#8F2A10"/>';
  for (let step = 0; step < 7; step++) {
    const fill = mix("#B23A17", "#FFD9A8", step / 7);
    drawn += `<rect x="${8 + step * 12}" y="${118 - step * 15}" width="12.3" height="${14 + step * 15}" fill="${fill}"/>`;
  }
  return drawn;
}

/** Fronts as the server spells them: "f1" to "f13", "f14" the wild, "f15" the Joker. @type {Map<string, string>} */
const fronts = new Map([["f14", onPaper(wild())], ["f15", onPaper(joker())]]);
for (let n = 1; n <= STEPS; n++) fronts.set(`f${n}`, onPaper(number(n)));

export const back = onPaper(steps());

/** @param {string} front */
export const drawing = (front) => fronts.get(front) ?? back;

/** The hatching of the wild's bars, once a page. */
export function Patterns() {
  return h("svg", {
    class: "patterns",
    "aria-hidden": "true",
    dangerouslySetInnerHTML: {
      __html:
        '<defs><pattern id="hatch" width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect width="5" height="5" fill="#FFF3DF"/><rect width="2.400" height="5" fill="#B4420A"/></pattern></defs>',
    },
  });
}

// --- the poster -------------------------------------------------------------------------------------------------------

/** @param {string} front @param {number} x @param {number} y @param {number} turn */
const lying = (front, x, y, turn) =>
  `<g transform="translate(${x} ${y}) rotate(${turn} 30 84)"><svg width="60" height="84" viewBox="0 0 100 140">${drawing(front)}</svg></g>`;

export function Poster() {
  // Sky, lowest and highest step go on beyond the frame: a wide poster shows more of them.
  let drawn = '<rect x="-1000" y="-1000" width="2280" height="1330" fill="#E2603A"/>';
  const height = (/** @type {number} */ step) => 52 + step * 34;
  for (let step = 0; step < 6; step++) {
    const [x, width] = step ? [20 + step * 40, 40.5] : [-1000, 1060.5];
    const fill = mix("#F4B183", "#6E1330", step / 5);
    drawn += `<rect x="${x}" y="${330 - height(step)}" width="${width}" height="${height(step)}" fill="${fill}"/>`;
  }
  drawn += '<rect x="259" y="108" width="1000" height="222" fill="#6E1330"/>';
  drawn += lying("f2", 10, 330 - height(0) - 82, -4);
  drawn += lying("f6", 92, 330 - height(2) - 82, 5);
  drawn += lying("f12", 172, 330 - height(4) - 82, -5);
  return h("svg", {
    viewBox: "0 0 280 330",
    preserveAspectRatio: "xMidYMax meet",
    "aria-hidden": "true",
    dangerouslySetInnerHTML: { __html: drawn },
  });
}
