// The animals' faces, from discs and triangles on a grid of 48; by the number of the card.

import { h } from "preact";

const INK = "#14161A";

/** @param {number} x @param {number} y @param {number} r @param {string} [fill] */
const dot = (x, y, r, fill = "currentColor") => `<circle cx="${x}" cy="${y}" r="${r}" fill="${fill}"/>`;
/** Two, as far left as right of the middle. @param {number} apart @param {number} y @param {number} r @param {string} [fill] */
const pair = (apart, y, r, fill) => dot(24 - apart, y, r, fill) + dot(24 + apart, y, r, fill);
/** @param {number} apart @param {number} y @param {number} [r] */
const eyes = (apart, y, r = 3.4) => pair(apart, y, r, "#fff") + pair(apart, y, r * 0.5, INK);
/** @param {string} d @param {string} [fill] */
const shape = (d, fill = "currentColor") => `<path d="${d}" fill="${fill}"/>`;
/** @param {string} d @param {string} [stroke] @param {number} [width] */
const line = (d, stroke = INK, width = 2) => `<path d="${d}" fill="none" stroke="${stroke}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"/>`;
/** @param {number} x @param {number} y @param {number} rx @param {number} ry @param {string} [fill] */
const oval = (x, y, rx, ry, fill = "currentColor") => `<ellipse cx="${x}" cy="${y}" rx="${rx}" ry="${ry}" fill="${fill}"/>`;

const pointed = shape("M5 4 20 12 8 24ZM43 4 28 12 40 24Z");
const nose = shape("M20 29h8l-4 4.500z", INK);
const muzzle = oval(24, 33, 9, 7, "#fff") + oval(24, 30, 4, 2.8, INK);
const head = dot(24, 26, 18);

/** @type {Record<number, string>} */
const FACES = {
  0: shape("M5 20c0-7 4-10 9-10s6 4 10 4 5-4 10-4 9 3 9 10v5c0 11-8 18-19 18S5 36 5 25z") + eyes(10, 15, 4) + line("M10 30l3.500 4 3.500-4 3.500 4 3.500-4 3.500 4 3.500-4 3.500 4 3.500-4", "#fff", 2.2) + pair(3, 25, 1.3, INK),
  1: shape("M24 5C34 8 46 20 47 26 38 28 30 32 27 37L24 48 21 37C18 32 10 28 1 26 2 20 14 8 24 5z") + eyes(7, 21, 3) + line("M20 28q4 3 8 0", "#fff"),
  2: shape("M3 24c8-13 23-14 33-3l9-8c-1 7-1 15 0 22l-9-8C26 38 11 37 3 24z") + dot(14, 22, 3.6, "#fff") + dot(14, 22, 1.8, INK) + line("M22 16q4 8 0 16", "#fff"),
  3: pair(15, 15, 5) + shape("M24 6c12 0 18 9 18 19s-7 18-18 18S6 35 6 25 12 6 24 6z") + oval(24, 31, 11, 8.5, "#fff") + nose + pair(8, 20, 3, "#fff") + pair(8, 20, 1.5, INK) + line("M13 32H3M13 35l-9 3M35 32h10M35 35l9 3", INK, 1.6),
  4: pair(10, 13, 8) + shape("M4 28C4 17 13 12 24 12s20 5 20 16-9 15-20 15S4 39 4 28z") + pair(10, 13, 4.5, "#fff") + pair(10, 13, 2.2, INK) + line("M13 30q11 8 22 0", "#fff", 2.6),
  5: dot(21, 20, 15) + shape("M8 40c0-10 8-13 16-13s14 6 14 17H12z") + shape("M33 16c6 0 13 2 14 6-3 4-10 5-16 3z", "#D97706") + dot(24, 16, 3.2, "#fff") + dot(24.5, 16, 1.7, INK) + line("M9 33q12 5 24-1", "#fff", 2.4),
  6: line("M17 46C6 34 34 34 27 20 25 14 17 14 15 18", "currentColor", 7) + dot(20, 12, 8) + shape("M14 9C6 9 3 14 5 22l9-5z", "#FFB7A0") + shape("M6 16c-2 3-2 5-1 7l4-5z", INK) + dot(21, 10, 2, "#fff") + dot(21, 10, 1, INK),
  7: shape("M24 3C34 9 38 18 36 27L30 43Q24 48 18 43L12 27C10 18 14 9 24 3z") + pair(10, 20, 5) + eyes(10, 20, 3.4) + line("M24 8v22M18 31l6 5 6-5", "#fff", 2.2),
  8: pair(13, 14, 7) + pair(13, 14, 3.5, "#F3C9B5") + shape("M9 18C9 9 39 9 39 18 39 29 31 35 24 46 17 35 9 29 9 18z") + dot(24, 43, 3.4, "#F3A08A") + eyes(7, 20, 2.8) + line("M18 35l-11 2M18 38l-9 6M30 35l11 2M30 38l9 6", INK, 1.4),
  9: [-60, -30, 0, 30, 60].map((turn) => `<g transform="rotate(${turn} 24 36)">${oval(24, 14, 6.5, 12)}${dot(24, 9, 3.4, "#fff")}${dot(24, 9, 1.7, INK)}</g>`).join("") + shape("M18 46c0-8 2-13 3-17h6c1 4 3 9 3 17z", INK) + dot(24, 27, 6, INK) + dot(22, 26, 1.4, "#fff") + dot(27, 26, 1.4, "#fff") + shape("M22.500 29h3l-1.500 3z", "#F2A54A"),
  10: shape("M30 46C46 44 50 24 42 13 39 8 31 9 31 15c6 0 6 9 1 14z") + shape("M8 8l6 7H6zM22 6l3 8-8-1z") + dot(16, 22, 12) + shape("M8 46c0-12 6-14 12-14s12 5 12 14z") + dot(12, 20, 3, "#fff") + dot(12, 20, 1.5, INK) + dot(4.5, 24, 2, INK),
  11: shape("M24 3l4 6 6-4 1 7 7-1-2 7 6 3-4 6 4 5-6 2 0 8H8l0-8-6-2 4-5-4-6 6-3-2-7 7 1 1-7 6 4z") + shape("M24 18c10 0 13 8 13 15 0 6-5 11-13 11s-13-5-13-11c0-7 3-15 13-15z", "#FBE9D2") + pair(6, 30, 2.2, INK) + oval(24, 37, 3.4, 2.6, INK),
  12: `<g stroke="${INK}" stroke-width="1.600"><ellipse cx="13" cy="16" rx="10" ry="7" fill="#fff" transform="rotate(25 13 16)"/><ellipse cx="35" cy="16" rx="10" ry="7" fill="#fff" transform="rotate(-25 35 16)"/></g>` + oval(24, 28, 13, 16) + line("M12.500 24h23M11.500 31h25M15 38h18", "#fff", 3) + line("M19 13l-4-8M29 13l4-8") + dot(24, 14, 6),
  13: pair(13, 12, 7.5) + head + muzzle + pair(8, 22, 2.6, "#fff"),
  14: oval(16, 13, 5.5, 13) + oval(32, 13, 5.5, 13) + oval(16, 14, 2.4, 8, "#F3C9B5") + oval(32, 14, 2.4, 8, "#F3C9B5") + dot(24, 31, 15) + eyes(6.5, 28, 2.8) + shape("M21 33h6l-3 4z", "#F3A08A") + line("M24 37v3", "#fff"),
  15: shape("M24 4C36 4 43 13 43 25V45H13C9 36 8 30 9 23 10 12 15 4 24 4z") + oval(24, 19, 10, 9, "#fff") + dot(26, 18, 3, INK) + shape("M15 16C6 16 2 25 6 37c2-6 7-8 13-8z", "#F2A54A") + shape("M6 37c-1-4 3-7 9-8l1 4c-5 0-8 1-10 4z", INK),
  16: shape("M5 5l14 6-9 9zM43 5 29 11l9 9z") + shape("M24 8c13 0 17 9 17 18s-7 18-17 18S7 35 7 26 11 8 24 8z") + eyes(8.5, 21, 2.6) + oval(24, 33, 9, 6.5, "#F0B9A2") + pair(3.5, 33, 1.7, INK) + shape("M12 30c-3 4-3 8 0 10 1-4 2-6 4-7zM36 30c3 4 3 8 0 10-1-4-2-6-4-7z", "#fff"),
  17: pair(15, 15, 10) + pair(15, 15, 5, "#fff") + dot(24, 26, 16) + oval(24, 29, 5, 8, INK) + pair(9, 23, 2.6, "#fff") + pair(9, 23, 1.5, INK),
  18: pointed + shape("M24 10c14 0 18 8 16 16l-5 8L24 46 13 34l-5-8C6 18 10 10 24 10z") + shape("M24 26l9 8-9 12-9-12z", "#fff") + nose + eyes(8, 22, 2.8),
  19: shape("M30 6c9 2 14 10 13 19-1 10-9 18-19 18C13 43 7 36 8 26L1 22l10-4C14 9 21 4 30 6z") + shape("M11 18-1 22.500 10 26z", INK) + dot(22, 19, 4.5, "#fff") + dot(21.5, 19, 2.2, INK) + shape("M18 31c8 5 17 3 22-5-1 10-7 15-15 15-4 0-7-4-7-10z", "#fff") + shape("M28 7l3-6 3 5 5-4 0 8"),
  20: shape("M24 4c12 0 17 10 17 21S35 44 24 44 7 36 7 25 12 4 24 4z") + shape("M24 18c5-7 13-3 13 5 0 10-6 17-13 17s-13-7-13-17c0-8 8-12 13-5z", "#fff") + pair(6, 23, 2.5, INK) + shape("M19 28h10l-5 6z", "#D97706"),
  21: shape("M24 22C18 12 8 10 1 12c1 4 1 6-1 9 4 0 6 2 7 6 3-2 6-1 8 2 1 5 4 9 9 11 5-2 8-6 9-11 2-3 5-4 8-2 1-4 3-6 7-6-2-3-2-5-1-9-7-2-17 0-23 10z") + shape("M16 20 15 8l7 8zM32 20 33 8l-7 8z") + dot(24, 24, 9) + eyes(4, 22, 2.2) + line("M21 28l1.500 3M27 28l-1.500 3", "#fff", 2),
  22: shape("M2 2 22 14 9 28ZM46 2 26 14 39 28Z") + shape("M7 7l10 8-6 7zM41 7l-10 8 6 7z", "#F3C9B5") + shape("M24 14c12 0 16 7 14 14-2 8-9 12-14 18-5-6-12-10-14-18-2-7 2-14 14-14z") + shape("M24 30l8 4-8 12-8-12z", "#fff") + nose + eyes(7, 25, 2.8),
  23: pair(17, 24, 6) + dot(24, 24, 18) + shape("M24 18c4-5 14-3 14 5 0 11-7 19-14 19S10 34 10 23c0-8 10-10 14-5z", "#F7D9C4") + pair(6, 24, 2.4, INK) + pair(2, 31, 1.1, INK) + line("M18 36q6 4 12 0"),
  24: shape("M24 3c13 0 18 9 18 19 0 13-6 20-12 24H18C12 42 6 35 6 22 6 12 11 3 24 3z") + shape("M10 20c4-4 10-4 14 2 4-6 10-6 14-2-2 8-8 10-14 10s-12-2-14-10z", "#fff") + pair(7, 21, 2.6, INK) + line("M10 16l9 4M38 16l-9 4", INK, 2.6) + shape("M19 25h10c1 6-1 12-5 16-4-4-6-10-5-16z", "#F2A54A"),
  25: pair(15, 15, 4.5) + shape("M24 6c11 0 16 8 15 18-1 9-8 15-15 20-7-5-14-11-15-20C8 14 13 6 24 6z") + oval(16, 21, 5, 6, INK) + oval(32, 21, 5, 6, INK) + pair(8, 21, 2.4, "#fff") + pair(8, 21, 1.2, INK) + oval(24, 37, 4, 3.2, INK),
  26: shape("M22 4c12 0 20 8 20 20S36 46 26 46C14 46 9 38 9 28V24L1 20l10-5C13 8 17 4 22 4z") + shape("M13 14-2 19.500 12 26z", INK) + dot(23, 16, 3.4, "#fff") + dot(22.5, 16, 1.7, INK) + line("M22 34q8 2 12-6M24 40q9 1 14-8", "#fff", 1.8),
  27: shape("M12 2c6 3 8 8 7 14l-6-2c-3-4-3-8-1-12zM36 2c-6 3-8 8-7 14l6-2c3-4 3-8 1-12z") + shape("M24 10c9 0 12 6 12 13 0 5-2 8-2 12v13H14V35c0-4-2-7-2-12 0-7 3-13 12-13z") + oval(24, 30, 8, 7, "#fff") + oval(24, 27, 3, 2, INK) + line("M24 29v4", INK, 1.6) + eyes(7, 20, 2.6) + dot(24, 10, 5) + pair(4, 12, 4),
  28: pointed + shape("M24 10c13 0 16 8 16 14l6 6-8 2-3 7-5-1-6 8-6-8-5 1-3-7-8-2 6-6c0-6 3-14 16-14z") + eyes(8, 23, 2.6) + nose + line("M24 34v3", "#fff"),
  29: shape("M6 5l13 7L8 22ZM42 5 29 12l11 10Z") + head + shape("M7 22c6-5 12-3 17 1 5-4 11-6 17-1-1 8-7 11-12 7h-10C14 33 8 30 7 22z", INK) + pair(8.5, 24, 2.8, "#fff") + pair(8.5, 24, 1.3, INK) + oval(24, 36, 7, 5.5, "#fff") + oval(24, 34, 3, 2.2, INK),
  30: dot(24, 12, 9, INK) + line("M19 5l-4-4M29 5l4-4") + dot(24, 28, 17) + line("M24 12v33") + [[15, 22], [33, 22], [14, 33], [34, 33], [19, 41], [29, 41]].map(([x, y]) => dot(x, y, 3.2, INK)).join("") + pair(4, 10, 1.8, "#fff"),
  31: pair(13, 12, 7) + pair(13, 12, 3.4, "#F3A08A") + head + pair(8, 22, 3.4, "#FFE27A") + line("M16 20v4M32 20v4", INK, 1.8) + oval(20, 34, 5, 4, "#fff") + oval(28, 34, 5, 4, "#fff") + nose + line("M15 35l-10 1M33 35l10 1", INK, 1.4),
  42: Array.from({ length: 12 }, (_, at) => dot(24 + 16 * Math.cos(at * 0.5236), 24 + 16 * Math.sin(at * 0.5236), 7)).join("") + dot(24, 25, 14, "#FBE9D2") + pair(6, 22, 2.2, INK) + oval(24, 29, 3.6, 2.6, INK) + line("M24 31v3q-4 3-6 0M24 34q4 3 6 0", INK, 1.6),
  43: shape("M24 22C20 6 4 2 3 13c-1 9 10 12 16 12C9 26 5 34 9 40c5 6 14-2 15-14zM24 22C28 6 44 2 45 13c1 9-10 12-16 12 10 1 14 9 10 15-5 6-14-2-15-14z") + pair(12, 14, 3.4, "#fff") + pair(9, 34, 2.6, "#fff") + oval(24, 26, 2.6, 15, INK) + line("M23 12l-5-7M25 12l5-7", INK, 1.6),
  44: line("M17 16C8 14 8 6 6 2M9 11C5 11 3 9 2 6M31 16c9-2 9-10 11-14M39 11c4 0 6-2 7-5", "currentColor", 3) + shape("M9 18l9 1-4 7zM39 18l-9 1 4 7z") + shape("M24 14c9 0 11 7 10 14-1 8-5 18-10 18s-9-10-10-18c-1-7 1-14 10-14z") + oval(24, 40, 4.5, 3.4, INK) + eyes(5.5, 25, 2.4),
  45: shape("M6 3l10 6h16l10-6c0 8 1 12 0 22-1 13-8 21-18 21S7 38 6 25C5 15 6 11 6 3z") + pair(8.5, 20, 8, "#fff") + pair(8.5, 20, 3.6, INK) + shape("M21 25h6l-3 7z", "#F2A54A") + line("M17 37q3 3 7 0M24 37q4 3 7 0", "#fff"),
  46: pointed + head + pair(8, 23, 3.4, "#fff") + line("M16 21v4M32 21v4", INK, 2) + shape("M21 30h6l-3 3.500z", "#F3A08A") + line("M24 33v2q-3 3-5 1M24 35q3 3 5 1", "#fff", 1.6) + line("M14 31H3M14 34l-9 3M34 31h11M34 34l9 3", INK, 1.4),
  47: shape("M20 4c9 0 14 6 14 14 0 9-2 14 4 28H14C18 32 8 29 8 17 8 9 12 4 20 4z") + shape("M30 13l19 8-18 3z", "#D9541E") + dot(22, 15, 3.2, "#fff") + dot(22.5, 15, 1.7, INK) + line("M19 40q5 3 12 0", "#fff", 2.4),
  48: line("M17 14C4 8-2 22 6 30c6 5 12 0 9-6M31 14c13-6 19 8 11 16-6 5-12 0-9-6", "currentColor", 6) + shape("M24 10c10 0 12 7 11 14-1 9-5 20-11 20s-10-11-11-20c-1-7 1-14 11-14z") + eyes(6, 23, 2.6) + line("M20 36l4 3 4-3M24 39v2", "#fff", 1.8),
  49: pair(14, 11, 4.5) + shape("M24 6c12 0 17 8 17 18 0 12-7 19-17 19S7 36 7 24C7 14 12 6 24 6z") + oval(24, 32, 12, 8, "#fff") + oval(24, 27, 4, 2.8, INK) + shape("M21 34h6v7h-6z", "#FFF3C4") + line("M24 34v7", INK, 1) + eyes(9, 20, 2.4),
  50: oval(12, 15, 12, 5) + oval(36, 15, 12, 5) + oval(13, 24, 11, 4.4) + oval(35, 24, 11, 4.4) + line("M24 14V46", INK, 5) + line("M22 26h4M22 32h4M22 38h4", "#fff", 1.4) + pair(4, 7, 4.4, INK) + pair(4, 6, 1.4, "#fff"),
  51: oval(24, 9, 6, 7.5) + pair(15, 16, 5) + pair(14, 38, 4.5) + oval(24, 27, 17, 17) + line("M24 16l8 5v10l-8 6-8-6V21zM24 16v-6M32 21l7-4M32 31l7 4M24 37v6M16 31l-7 4M16 21l-7-4", "#fff", 2) + pair(2.6, 6, 1.3, INK),
};

/** A Whisper's wind. */
const CURL = '<path d="M5 18h26a7 7 0 1 0-7-7M5 27h34a6 6 0 1 1-6 6M5 36h15a5 5 0 1 1-5 5" fill="none" stroke="currentColor" stroke-width="4" stroke-linecap="round"/>';

/** @param {{ thing: number, colour: string }} props */
export const Face = ({ thing, colour }) =>
  h("svg", { class: "face", viewBox: "-2 -2 52 52", color: colour, "aria-hidden": "true", dangerouslySetInnerHTML: { __html: FACES[thing] ?? CURL } });
