// Tokens, hexes, cubes and habitats as drawings. Colour never stands alone: each terrain has its symbol, each height
// its numeral. A hex has a radius of 40 here; whoever shows it scales it.

/** @import { harmonies } from "../../wire.js" */

import { h } from "preact";
import { mix, numerals } from "../../art.js";

export const R = 40;
/** Hexes are seen from a little above, so that stacks have sides. */
const TILT = 0.8;
/** From one row to the next. */
export const STEP = Math.sqrt(3) * R * TILT;
/** From one column to the next. */
export const ACROSS = 1.5 * R;
const INK = "#14161A";

/** Ground and sign of each token. @type {Record<string, [string, string]>} */
const TOKENS = {
  blue: ["#2A6FB8", "#FFFFFF"],
  gray: ["#6B737E", "#FFFFFF"],
  brown: ["#5E3A22", "#FFFFFF"],
  green: ["#74B04C", "#14210C"],
  yellow: ["#EDC24A", "#2A2105"],
  red: ["#BC3B2C", "#FFFFFF"],
};

/** @param {string} colour */
export const ground = (colour) => TOKENS[colour][0];
/** @param {string} colour */
export const onGround = (colour) => TOKENS[colour][1];
/** As dark as it must be to be seen on paper. @param {string} colour */
export const onPaper = (colour) => mix(ground(colour), "#000000", colour === "yellow" ? 0.35 : colour === "green" ? 0.25 : 0.1);

/** Signs on a grid of 24. @type {Record<string, (fill: string) => string>} */
const SIGNS = {
  blue: (fill) => `<path d="M2 8q3.300-4 6.600 0t6.600 0 6.600 0M2 16q3.300-4 6.600 0t6.600 0 6.600 0" fill="none" stroke="${fill}" stroke-width="3.200" stroke-linecap="round"/>`,
  gray: (fill) => `<path d="M1.500 20 9.500 5l4 7 2-3L22.500 20Z" fill="${fill}"/>`,
  brown: (fill) => `<circle cx="12" cy="12" r="8.500" fill="none" stroke="${fill}" stroke-width="2.600"/><circle cx="12" cy="12" r="3.400" fill="${fill}"/>`,
  green: (fill) => `<path d="M12 2.500c5 0 8.500 3.500 8.500 8 0 4-3 7-7 7.300V22h-3v-4.200c-4-.3-7-3.300-7-7.300 0-4.500 3.500-8 8.500-8z" fill="${fill}"/>`,
  yellow: (fill) =>
    `<path d="M4 21V9M12 21V4M20 21V9M4 12l-2.500-3M4 12l2.500-3M12 7.500 9 4M12 7.500 15 4M12 13l-3-3.500M12 13l3-3.500M20 12l-2.500-3M20 12l2.500-3" fill="none" stroke="${fill}" stroke-width="2.400" stroke-linecap="round"/>`,
  red: (fill) => `<path d="M2.500 12 12 3.500 21.500 12H19v8.500h-5V15h-4v5.500H5V12Z" fill="${fill}"/>`,
};

/** A terrain's sign, its middle at x, y. @param {string} colour @param {{ x: number, y: number, size: number, fill?: string }} at */
const sign = (colour, { x, y, size, fill = onGround(colour) }) =>
  `<g transform="translate(${(x - size / 2).toFixed(1)} ${(y - size / 2).toFixed(1)}) scale(${(size / 24).toFixed(3)})">${SIGNS[colour](fill)}</g>`;

/** @param {{ colour: string, size?: number }} props */
export const Sign = ({ colour, size = 18 }) =>
  h("svg", { class: "sign-of", width: size, height: size, viewBox: "0 0 24 24", "aria-hidden": "true", dangerouslySetInnerHTML: { __html: SIGNS[colour]("currentColor") } });

/** A terrain's sign on its ground. @param {{ colour: string }} props */
export const Chip = ({ colour }) =>
  h("svg", {
    class: "chip",
    viewBox: "0 0 24 24",
    "aria-hidden": "true",
    dangerouslySetInnerHTML: { __html: `<rect width="24" height="24" rx="6" fill="${ground(colour)}"/>${sign(colour, { x: 12, y: 12, size: 18 })}` },
  });

// --- hexes ------------------------------------------------------------------------------------------------------------

/** Corners of a flat-topped hex. @param {number} radius @param {number} [tilt] */
export const corners = (radius, tilt = TILT) =>
  [0, 60, 120, 180, 240, 300].map((angle) => `${(radius * Math.cos((angle * Math.PI) / 180)).toFixed(2)},${(radius * Math.sin((angle * Math.PI) / 180) * tilt).toFixed(2)}`).join(" ");

const CRACKS =
  '<path class="cracks" transform="scale(1 .8)" d="M-37 2-24 -3-16 5-20 17-12 24-14 33M-16 5-4 0 2 -12-5 -22 0 -33M2 -12 16 -15 22 -26M-4 0 6 10 20 6 29 12 28 22M6 10 3 22 8 33M29 12 36 4M-24 -3-26 -14-18 -24"/>';
/** Lower right, where no stack hides it. */
const DROP = `<g class="drop"><path transform="translate(18 8) scale(.5)" d="M12 3.500c3.500 4.500 5.500 7 5.500 10a5.500 5.500 0 0 1-11 0c0-3 2-5.500 5.500-10z"/></g>`;

/** The ground of a space. @param {"" | "dry" | "watered"} kind */
export const hex = (kind) => `<polygon class="hex ${kind}" points="${corners(R - 1.2)}"/>${kind === "dry" ? CRACKS : kind === "watered" ? DROP : ""}`;

/** A small pile of stones, where a side has no space. */
export const CAIRN = '<g class="cairn"><ellipse cy="10" rx="15" ry="6"/><ellipse cy="1" rx="10.500" ry="5"/><ellipse cy="-6" rx="6" ry="3.600"/></g>';

// --- cubes ------------------------------------------------------------------------------------------------------------

/** Top, left, right and edge. */
const CUBES = {
  animal: ["#FFB347", "#E07B00", "#B45F00", "#3A1F00"],
  whisper: ["#FFFFFF", "#D9D4F2", "#B9B1E3", "#3B2F7A"],
  spirit: ["#8CF0DC", "#2FB59B", "#1C8C77", "#063B31"],
};
/** @typedef {keyof typeof CUBES} CubeSort */

/** @param {CubeSort} sort @param {number} x @param {number} y @param {number} edge */
export function cube(sort, x, y, edge) {
  const [top, left, right, line] = CUBES[sort];
  const [w, half] = [edge * 0.88, edge * 0.5];
  const n = (/** @type {number} */ value) => value.toFixed(2);
  const curl = `<path d="M${n(-w * 0.5)} ${n(half - edge)}q${n(w * 0.25)} ${n(-half * 0.7)} ${n(w * 0.5)} 0t${n(w * 0.5)} 0" fill="none" stroke-width="${n(edge * 0.13)}"/>`;
  const star = `<path transform="translate(0 ${n(half - edge)}) scale(${n(edge * 0.04)} ${n(edge * 0.026)})" d="M0-9 2.500-3 9-3 4 1.500 6 8 0 4-6 8-4 1.500-9-3-2.500-3Z" fill="${line}" stroke="none"/>`;
  return (
    `<g transform="translate(${n(x)} ${n(y)})" stroke="${line}" stroke-width="${n(Math.max(0.8, edge * 0.09))}" stroke-linejoin="round">` +
    `<path d="M0 ${n(-edge)}L${n(w)} ${n(half - edge)} 0 ${n(2 * half - edge)} ${n(-w)} ${n(half - edge)}Z" fill="${top}"/>` +
    `<path d="M${n(-w)} ${n(half - edge)}V${n(half)}L0 ${n(2 * half)}V0Z" fill="${left}"/><path d="M${n(w)} ${n(half - edge)}V${n(half)}L0 ${n(2 * half)}V0Z" fill="${right}"/>` +
    `${sort === "whisper" ? curl : sort === "spirit" ? star : ""}</g>`
  );
}

// --- stacks -----------------------------------------------------------------------------------------------------------

const RADIUS = R * 0.64;
const LOW = RADIUS * TILT;
const BASE = R * 0.12;

/** How thick a token of a stack is: one of five still leaves the space behind to be pressed. @param {number} height */
const thickness = (height) => (height > 4 ? R * 0.15 : R * 0.2);

/** The height's disc. @param {number} x @param {number} y @param {number} height @param {number} radius */
const disc = (x, y, height, radius) =>
  `<g transform="translate(${x.toFixed(1)} ${y.toFixed(1)})"><circle r="${radius}" fill="#fff" stroke="${INK}" stroke-width="1.200"/>${numerals(String(height), { x: 0, y: -radius * 0.6, height: radius * 1.2, fill: INK, stroke: 17, middle: true })}</g>`;

/** @param {string} colour @param {number} y @param {number} thick */
function drum(colour, y, thick) {
  const top = (y - thick).toFixed(2);
  return (
    `<path d="M${-RADIUS} ${top}V${y.toFixed(2)}A${RADIUS} ${LOW} 0 0 0 ${RADIUS} ${y.toFixed(2)}V${top}Z" fill="${mix(ground(colour), "#000000", 0.34)}" stroke="#000" stroke-opacity=".35" stroke-width=".9"/>` +
    `<ellipse cy="${top}" rx="${RADIUS}" ry="${LOW}" fill="${ground(colour)}" stroke="#fff" stroke-opacity=".32"/>`
  );
}

/**
 * Tokens from the bottom up, as low drums; the origin is the middle of the space.
 * @param {string[]} tokens
 * @param {{ cubes?: CubeSort[], sanctuary?: string, guests?: number, ghost?: string, ghostCube?: CubeSort, crowded?: boolean, plain?: boolean }} [more]
 *   `ghost`: a token that may be laid on top; `crowded`: the sign makes room for a cube; `plain`: no numeral
 */
export function stack(tokens, { cubes = [], sanctuary = "", guests = 0, ghost = "", ghostCube, crowded = false, plain = false } = {}) {
  const thick = thickness(tokens.length + Number(ghost !== ""));
  let drawn = tokens.map((colour, at) => drum(colour, BASE - at * thick, thick)).join("");
  const standing = [...cubes, ...Array(Math.min(guests, 1)).fill("animal")];
  const aside = crowded || standing.length > 0 || ghostCube !== undefined;
  let top = BASE - tokens.length * thick;
  let height = tokens.length;
  if (height && !ghost) drawn += `<g transform="translate(${aside ? -RADIUS * 0.3 : 0} ${top.toFixed(2)}) scale(1 .88)">${sign(tokens[height - 1], { x: 0, y: 0, size: RADIUS * (aside ? 0.98 : 1.22) })}</g>`;
  if (sanctuary) drawn += `<ellipse class="holy ${sanctuary}" cy="${top.toFixed(2)}" rx="${RADIUS * 0.9}" ry="${LOW * 0.9}"/>`;
  if (ghost) {
    drawn += `<g class="ghost">${drum(ghost, top, thick)}<g transform="translate(0 ${(top - thick).toFixed(2)}) scale(1 .88)">${sign(ghost, { x: 0, y: 0, size: RADIUS * 1.22 })}</g></g><ellipse class="ghost-edge" cy="${(top - thick).toFixed(2)}" rx="${RADIUS + 2}" ry="${LOW + 2}"/>`;
    top -= thick;
    height += 1;
  }
  if (height > 1 && !plain) drawn += disc(RADIUS * 0.8, top + LOW * 0.86 + (thick * (height - 1)) / 2, height, R * 0.19);
  const edge = R * 0.2;
  standing.forEach((sort, at) => {
    const [x, y] = standing.length > 1 ? [RADIUS * 0.42 + (at ? 0.75 : -0.7) * edge, top + (at ? 0.45 : -0.3) * edge] : [RADIUS * 0.42, top];
    drawn += cube(sort, x, y - 2, edge * (standing.length > 1 ? 0.95 : 1.12));
  });
  if (guests > 1) drawn += disc(RADIUS * 0.78, top - LOW * 0.7, guests, R * 0.17);
  if (ghostCube) drawn += `<g class="ghost">${cube(ghostCube, RADIUS * (standing.length ? 0.75 : 0.42), top - (standing.length ? 8 : 2), edge * 1.12)}</g>`;
  return drawn;
}

/** All of a space that can be pressed: its ground and the stack on it. @param {number} height */
export function outline(height) {
  const top = (BASE - height * thickness(height)).toFixed(1);
  const drum = height ? `M${-RADIUS} ${top}A${RADIUS} ${LOW} 0 0 1 ${RADIUS} ${top}V${BASE}A${RADIUS} ${LOW} 0 0 1 ${-RADIUS} ${BASE}Z` : "";
  return `M${corners(R).replaceAll(" ", "L")}Z${drum}`;
}

/** A token by itself. @param {{ colour: string }} props */
export const Token = ({ colour }) =>
  h("svg", { class: "token", viewBox: "-28 -30 56 58", "aria-hidden": "true", dangerouslySetInnerHTML: { __html: stack([colour]) } });

/** @param {{ sort: CubeSort }} props */
export const Cube = ({ sort }) => h("svg", { class: "cube", viewBox: "-12 -13 24 25", "aria-hidden": "true", dangerouslySetInnerHTML: { __html: cube(sort, 0, 0, 11) } });

// --- habitats on cards ------------------------------------------------------------------------------------------------

/** @typedef {{ x: number, y: number, cell: harmonies.Cell, cube: boolean }} Placed */

/** The rotation that fills a slot best. @param {harmonies.Cell[]} cells @param {number} width @param {number} height */
function turned(cells, width, height) {
  let at = cells.map(({ q, r }) => [q, r]);
  let best = { zoom: 0, placed: /** @type {Placed[]} */ ([]) };
  for (let turn = 0; turn < 6; turn++) {
    const placed = at.map(([q, r], nth) => ({ x: 1.5 * q, y: Math.sqrt(3) * (r + q / 2), cell: cells[nth], cube: nth === 0 }));
    const span = (/** @type {number[]} */ values) => Math.max(...values) - Math.min(...values);
    const zoom = Math.min(width / (span(placed.map(({ x }) => x)) + 2), height / (span(placed.map(({ y }) => y)) + 1.8));
    if (zoom > best.zoom + 0.01) best = { zoom, placed };
    at = at.map(([q, r]) => [-r, q + r]);
  }
  return best.placed;
}

/** @param {Placed} placed @param {CubeSort} sort @param {number} size */
function cellDrawing({ x, y, cell, cube: here }, sort, size) {
  const { tokens, height, building } = cell;
  const top = tokens[tokens.length - 1];
  let drawn = `<polygon points="${corners(size - 1, 1)}" fill="${ground(top)}" stroke="${INK}" stroke-opacity=".55" stroke-width="1.200"/>`;
  tokens.slice(0, -1).forEach((colour, at) => {
    const low = size * 0.86 - size * 0.25 * at - size * 0.25;
    const half = size * 0.5 + (size * 0.86 - low) * 0.55 - 1;
    // What a building stands on may be any of three.
    drawn += `<path d="M${(-half).toFixed(1)} ${low.toFixed(1)}H${half.toFixed(1)}l${(-size * 0.13).toFixed(1)} ${(size * 0.22).toFixed(1)}H${(size * 0.13 - half).toFixed(1)}Z" fill="${building ? "#FFFDF8" : ground(colour)}" stroke="${building ? INK : "#fff"}" stroke-width=".9"${building ? ' stroke-dasharray="2 1.500"' : ""}/>`;
  });
  drawn += sign(top, { x: here ? -size * 0.34 : 0, y: -size * 0.12 - size * 0.13 * (height - 1), size: size * (here ? 0.86 : 0.98) });
  if (height > 1 && !building) drawn += disc(-size * 0.5, size * 0.46, height, size * 0.27);
  if (here) drawn += cube(sort, size * 0.36, size * 0.06, size * 0.31);
  return `<g transform="translate(${(x * size).toFixed(1)} ${(y * size).toFixed(1)})">${drawn}</g>`;
}

/** A card's habitat. @param {{ cells: harmonies.Cell[], sort: string, width: number, height: number }} props  the slot's proportions */
export function Habitat({ cells, sort, width, height }) {
  const placed = turned(cells, width, height);
  const size = 20;
  const [xs, ys] = [placed.map(({ x }) => x * size), placed.map(({ y }) => y * size)];
  const [left, top] = [Math.min(...xs) - size - 1, Math.min(...ys) - size * 0.9];
  const box = [left, top, Math.max(...xs) + size + 1 - left, Math.max(...ys) + size * 0.9 - top].map((n) => n.toFixed(1));
  const drawing = [...placed].sort((one, other) => one.y - other.y).map((each) => cellDrawing(each, /** @type {CubeSort} */ (sort), size)).join("");
  return h("svg", { class: "habitat", viewBox: box.join(" "), "aria-hidden": "true", dangerouslySetInnerHTML: { __html: drawing } });
}

/** A Sanctuary's stack, what is built of it solid. @param {{ colours: string[], built: number }} props  from the bottom up */
export function Column({ colours, built }) {
  const [half, low] = [27, 9.2];
  const thick = colours.length > 4 ? 14.4 : 18;
  const drawing = colours
    .map((colour, at) => {
      const y = 86 - at * thick;
      const side = `M${36 - half} ${y - thick}V${y}A${half} ${low} 0 0 0 ${36 + half} ${y}V${y - thick}`;
      if (at >= built) {
        return `<path d="${side}A${half} ${low} 0 0 0 ${36 - half} ${y - thick}Z" fill="#fff" fill-opacity=".6" stroke="${onPaper(colour)}" stroke-width="1.600" stroke-dasharray="4 3"/>${sign(colour, { x: 36, y: y - thick / 2 + low * 0.55, size: 13, fill: onPaper(colour) })}`;
      }
      return `<path d="${side}Z" fill="${ground(colour)}" stroke="${INK}"/><ellipse cx="36" cy="${y - thick}" rx="${half}" ry="${low}" fill="${mix(ground(colour), "#ffffff", 0.22)}" stroke="${INK}"/>${sign(colour, { x: 36, y: y - thick / 2 + low * 0.72, size: 13 })}`;
    })
    .join("");
  return h("svg", { class: "column", viewBox: "0 0 72 98", "aria-hidden": "true", dangerouslySetInnerHTML: { __html: drawing } });
}

/** Nothing that its drawings refer to. */
export const Patterns = () => null;

// --- the poster -------------------------------------------------------------------------------------------------------

/** Column, row, tokens from the bottom up. @type {[number, number, string[], CubeSort[]?][]} */
const SCENE = [
  [0, 0, ["green"]], [0, 1, ["yellow"]], [0, 2, ["blue"]], [0, 3, ["brown", "green"]],
  [1, 0, ["gray", "gray", "gray"]], [1, 1, ["blue"], ["animal"]], [1, 2, ["brown", "red"]], [1, 3, ["yellow"]],
  [2, 0, ["gray"]], [2, 1, ["brown", "brown", "green"], ["animal", "whisper"]], [2, 2, ["blue"]], [2, 3, ["gray", "gray"]],
  [3, 0, ["brown", "green"]], [3, 1, ["yellow"]], [3, 2, ["green"]], [3, 3, ["blue"]],
  [4, 0, ["green"]], [4, 1, ["red", "red"]], [4, 2, ["gray"]], [4, 3, ["yellow"]],
];

export function Poster() {
  let scene = '<rect x="-1000" y="-1000" width="2280" height="2330" fill="#F6DDBE"/><circle cx="196" cy="66" r="34" fill="#F2A54A"/>';
  const cells = SCENE.map(([column, row, tokens, cubes]) => ({ x: 20 + column * ACROSS, y: 118 + (row + (column % 2) / 2) * STEP, tokens, cubes })).sort((one, other) => one.y - other.y);
  // The country goes on behind the frame.
  for (let column = -4; column < 9; column++) {
    for (let row = 0; row < 9; row++) {
      const [x, y] = [20 + column * ACROSS, 118 + (row + (Math.abs(column) % 2) / 2) * STEP];
      scene += `<polygon transform="translate(${x} ${y.toFixed(1)})" points="${corners(R - 1)}" fill="${cells.some((cell) => cell.x === x && cell.y === y) ? "#FBF3E2" : "#EAD2B4"}" stroke="#B89B76" stroke-width="1.200"/>`;
    }
  }
  for (const { x, y, tokens, cubes } of cells) scene += `<g transform="translate(${x} ${y.toFixed(1)})">${stack(tokens, { cubes, plain: true })}</g>`;
  return h("svg", { viewBox: "0 0 280 330", preserveAspectRatio: "xMidYMid slice", "aria-hidden": "true", dangerouslySetInnerHTML: { __html: scene } });
}
