// Drawn parts that every game shares: numerals, icons, seat marks, the card's shell, the sign of the house.
// Drawings are strings of SVG made here from numbers; nothing that a person typed ever goes into one.

/** @import { VNode } from "preact" */

import { h } from "preact";

// --- numerals: one line of constant width, 100 high -------------------------------------------------------------------

/** Width and path of each glyph. @type {Record<string, [number, string]>} */
const GLYPHS = {
  "0": [60, "M30 7C47 7 53 26 53 50S47 93 30 93 7 74 7 50 13 7 30 7Z"],
  "1": [44, "M6 29 29 8V93"],
  "2": [60, "M8 33C8 17 17 7 31 7 44 7 52 16 52 29 52 45 42 53 31 64L13 82Q9 87 9 93H55"],
  "3": [58, "M8 7H48L27 40C43 40 51 50 51 66 51 82 42 93 29 93 17 93 8 85 6 74"],
  "4": [62, "M43 93V9H40L7 66V71H59"],
  "5": [60, "M51 7H16L12 47C17 40 23 37 31 37 45 37 53 48 53 64 53 82 43 93 29 93 18 93 9 87 7 77"],
  "6": [60, "M43 5C22 22 7 42 7 65 7 82 17 93 30 93 44 93 53 82 53 66 53 51 44 41 31 41 20 41 11 48 8 60"],
  "7": [56, "M5 7H50L23 94"],
  "8": [
    60,
    "M30 47C18 47 11 38 11 27 11 15 19 7 30 7S49 15 49 27C49 38 42 47 30 47 16 47 7 57 7 70 7 84 16 93 30 93S53 84 53 70C53 57 44 47 30 47Z",
  ],
  "9": [60, "M17 95C38 78 53 58 53 35 53 18 43 7 30 7 16 7 7 18 7 34 7 49 16 59 29 59 40 59 49 52 52 40"],
  "A": [64, "M5 95 32 8 59 95M15 68H49"],
  "J": [52, "M44 5V66C44 84 36 93 24 93 13 93 6 86 5 74"],
  "Q": [64, "M30 7C47 7 53 26 53 50S47 93 30 93 7 74 7 50 13 7 30 7ZM34 70 58 97"],
  "K": [62, "M10 5V95M55 5 13 57M27 42 57 95"],
  "–": [40, "M4 52H36"],
  "−": [52, "M4 52H48"],
  "+": [56, "M28 26V78M2 52H54"],
  "=": [56, "M3 38H53M3 66H53"],
};
const GAP = 9;

/** @param {string} text */
const widthOf = (text) => [...text].reduce((sum, glyph) => sum + (GLYPHS[glyph]?.[0] ?? 26), GAP * (text.length - 1));

/**
 * Numerals inside a drawing.
 * @param {string} text
 * @param {{ x: number, y: number, height: number, fill?: string, stroke?: number, most?: number, middle?: boolean }} at
 *   `most`: as wide as this at most, narrower glyphs then; `middle`: x is the middle
 */
export function numerals(text, { x, y, height, fill = "currentColor", stroke = 14, most = Infinity, middle = false }) {
  const tall = height / 100;
  const wide = Math.min(tall, most / widthOf(text));
  let left = 0;
  let paths = "";
  for (const glyph of text) {
    const [width, path] = GLYPHS[glyph] ?? [26, ""];
    paths += `<path transform="translate(${left} 0)" d="${path}"/>`;
    left += width + GAP;
  }
  const start = middle ? (x - (widthOf(text) * wide) / 2).toFixed(1) : x;
  const place = `translate(${start} ${y}) scale(${wide.toFixed(4)} ${tall.toFixed(4)})`;
  return `<g transform="${place}" fill="none" stroke="${fill}" stroke-width="${stroke}" stroke-linejoin="miter">${paths}</g>`;
}

/** A number by itself, as high as its style says. @param {{ value: number | string }} props */
export function Numeral({ value }) {
  const text = String(value).replace("-", "−");
  return h("svg", {
    class: "num",
    viewBox: `-2 0 ${widthOf(text) + 4} 100`,
    "aria-hidden": "true",
    dangerouslySetInnerHTML: { __html: numerals(text, { x: 0, y: 0, height: 100 }) },
  });
}

// --- icons: a grid of 24, a line of 2 ---------------------------------------------------------------------------------

/** @type {Record<string, string>} */
const ICONS = {
  menu: '<path d="M4 7h16M4 12h16M4 17h16"/>',
  rules: '<path d="M5 4.500h6a2 2 0 0 1 2 2V20a2 2 0 0 0-2-2H5zM19 4.500h-4a2 2 0 0 0-2 2V20a2 2 0 0 1 2-2h4z"/>',
  log: '<path d="M9 6h11M9 12h11M9 18h11"/><path d="M4 6h.01M4 12h.01M4 18h.01" stroke-width="3"/>',
  undo: '<path d="M9 6 4 11l5 5"/><path d="M4 11h10a5 5 0 0 1 0 10h-3"/>',
  redo: '<path d="m15 6 5 5-5 5"/><path d="M20 11H10a5 5 0 0 0 0 10h3"/>',
  figures: '<path d="M5 20V11M12 20V5M19 20v-6" stroke-width="3.500"/>',
  redeal: '<path d="M19 9A8 8 0 0 0 5 8M5 15a8 8 0 0 0 14 1"/><path d="M5 3.500V8h4.500M19 20.500V16h-4.500"/>',
  hint: '<path d="M9 18h6M10 21h4M8.500 14.500A6 6 0 1 1 15.500 14.500c-.7.6-1 1-1 1.500h-5c0-.5-.3-.9-1-1.500z"/>',
  up: '<path d="m6 14 6-6 6 6" stroke-width="3"/>',
  down: '<path d="m6 10 6 6 6-6" stroke-width="3"/>',
  pause: '<path d="M8 5v14M16 5v14" stroke-width="3"/>',
  link: '<path d="M10 14a4 4 0 0 0 6 0l3-3a4 4 0 0 0-6-6l-1 1"/><path d="M14 10a4 4 0 0 0-6 0l-3 3a4 4 0 0 0 6 6l1-1"/>',
  check: '<path d="m5 12.500 4.500 4.500L19 7.500" stroke-width="3"/>',
  x: '<path d="M6 6l12 12M18 6 6 18" stroke-width="3"/>',
  plus: '<path d="M12 5v14M5 12h14" stroke-width="3"/>',
  first: '<path d="m18 5-7 7 7 7M6 5v14" stroke-width="2.500"/>',
  back: '<path d="m15 5-7 7 7 7" stroke-width="2.500"/>',
  next: '<path d="m9 5 7 7-7 7" stroke-width="2.500"/>',
  last: '<path d="m6 5 7 7-7 7M18 5v14" stroke-width="2.500"/>',
  clock: '<circle cx="12" cy="12" r="8.500"/><path d="M12 7v5l3.500 2"/>',
  bot: '<rect x="4.500" y="8" width="15" height="11" rx="3"/><path d="M12 4v4M9 13v1.500M15 13v1.500"/>',
  flag: '<path d="M6 21V4h11l-2.500 4L17 12H6"/>',
  people:
    '<circle cx="9" cy="8" r="3.500"/><path d="M3 20c0-4 2.500-6 6-6s6 2 6 6M16 5a3.500 3.500 0 0 1 0 6.500M17.500 14.500c2.300.8 3.500 2.600 3.500 5.500"/>',
  sun: '<circle cx="12" cy="12" r="4.500"/><path d="M12 2.500v2M12 19.500v2M2.500 12h2M19.500 12h2M5.300 5.300l1.400 1.400M17.300 17.300l1.400 1.400M5.300 18.700l1.400-1.400M17.300 6.700l1.400-1.400"/>',
  peek: '<path d="M2.500 12S6 5.500 12 5.500 21.500 12 21.500 12 18 18.500 12 18.500 2.500 12 2.500 12z"/><circle cx="12" cy="12" r="3" fill="currentColor"/>',
  swap: '<path d="M4 8.500h14M14 4l4.500 4.500L14 13M20 15.500H6M10 11l-4.500 4.500L10 20"/>',
  lock: '<rect x="5" y="11" width="14" height="9.500" rx="2" fill="currentColor"/><path d="M8 11V8a4 4 0 0 1 8 0v3"/>',
  backs: '<rect x="3" y="5" width="11" height="15" rx="2"/><path d="M17 6.500l3.500 1-3.500 13-3-.8M6.500 14l2-2 2 2"/>',
  caret: '<path d="M8 5l9 7-9 7z" fill="currentColor" stroke="none"/>',
  alert: '<path d="M12 3.500 22 20.500H2z"/><path d="M12 10v5M12 17.500v.5" stroke-width="2.500"/>',
  save: '<path d="M12 4v11M7 10.500l5 5 5-5M5 20h14"/>',
  copy: '<rect x="8" y="8" width="12" height="12" rx="2"/><path d="M16 8V6a2 2 0 0 0-2-2H6a2 2 0 0 0-2 2v8a2 2 0 0 0 2 2h2"/>',
  keys: '<rect x="2.500" y="6" width="19" height="12" rx="2.500"/><path d="M6.500 10h.01M10 10h.01M13.500 10h.01M17 10h.01M8 14h8"/>',
  home: '<path d="M4 11.500 12 5l8 6.500M6.500 10v9h11v-9"/>',
};

/** An icon inside a drawing. @param {string} name @param {{ x: number, y: number, size: number, colour: string, line?: number }} at */
export const icon = (name, { x, y, size, colour, line = 2 }) =>
  `<g transform="translate(${x} ${y}) scale(${(size / 24).toFixed(4)})" fill="none" stroke="${colour}" color="${colour}" stroke-width="${line}" stroke-linecap="round" stroke-linejoin="round">${ICONS[name] ?? ""}</g>`;

/** @param {{ name: string, size?: number, class?: string }} props */
export function Icon({ name, size = 24, class: other = "" }) {
  return h("svg", {
    class: `icon ${other}`,
    width: size,
    height: size,
    viewBox: "0 0 24 24",
    "aria-hidden": "true",
    dangerouslySetInnerHTML: { __html: ICONS[name] },
  });
}

// --- seat marks: six shapes, so that a seat is never known by colour alone --------------------------------------------

const MARKS = [
  h("circle", { cx: 14, cy: 14, r: 12.5 }),
  h("rect", { x: 2.5, y: 2.5, width: 23, height: 23, rx: 4 }),
  h("path", { d: "M14 1.500 27 25.500H1z", "stroke-linejoin": "round" }),
  h("path", { d: "M14 .5 27.500 14 14 27.500.5 14z" }),
  h("path", { d: "M14 .8 27 10.500 22 26H6L1 10.500z" }),
  h("path", { d: "M7.500 2.500h13L27.500 14l-7 11.500h-13L.5 14z" }),
];
const TRIANGLE = 2;

/** @param {{ seat: number, letter: string, size?: number, own?: boolean }} props @returns {VNode} */
export function Mark({ seat, letter, size = 28, own = false }) {
  const shape = seat % MARKS.length;
  return h(
    "svg",
    { class: own ? "mark own" : "mark", width: size, height: size, viewBox: "0 0 28 28", "aria-hidden": "true" },
    // A vnode stands in one place only.
    h(/** @type {any} */ (MARKS[shape].type), { ...MARKS[shape].props }),
    h("text", { x: 14, y: shape === TRIANGLE ? 21.5 : 18.6, "text-anchor": "middle" }, letter),
  );
}

// --- cards ------------------------------------------------------------------------------------------------------------

const EDGE =
  '<rect x=".6" y=".6" width="98.800" height="138.800" rx="9" fill="none" stroke="#000" stroke-opacity=".2" stroke-width="1.200"/>';

/** A card's drawing, 100 by 140: paper, what is on it, its edge. @param {string} inside */
export const onPaper = (inside) => `<rect class="paper" width="100" height="140" rx="9.500"/>${inside}${EDGE}`;

/** @param {{ drawing: string, class?: string }} props */
export function Card({ drawing, class: other = "" }) {
  return h("svg", {
    class: `card ${other}`,
    viewBox: "0 0 100 140",
    "aria-hidden": "true",
    dangerouslySetInnerHTML: { __html: drawing },
  });
}

/** A colour between two. @param {string} from @param {string} to @param {number} share */
export function mix(from, to, share) {
  const channel = (/** @type {number} */ at) => {
    const [a, b] = [from, to].map((colour) => parseInt(colour.slice(at, at + 2), 16));
    return Math.round(a + (b - a) * share).toString(16).padStart(2, "0");
  };
  return `#${channel(1)}${channel(3)}${channel(5)}`;
}

// --- the sign of the house: four steps in the four accents ------------------------------------------------------------

export function Sign() {
  const steps = ["#C9502B", "#5A50D6", "#178A79", "#A8428B"];
  return h(
    "svg",
    { class: "sign", viewBox: "0 0 40 40", "aria-hidden": "true" },
    steps.map((fill, step) => h("rect", { x: 10.2 * step, y: 29 - 9.66 * step, width: 9.2, height: 40, fill })),
  );
}
