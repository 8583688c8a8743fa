// A landscape. Painted from the back to the front, so that a stack stands before what is behind it.

/** @import { harmonies } from "../../wire.js" */
/** @import { CubeSort } from "./art.js" */

import { h } from "preact";
import { useMemo, useRef, useState } from "preact/hooks";
import { numerals } from "../../art.js";
import { t } from "../../words.js";
import { ACROSS, CAIRN, corners, ground, hex, onGround, outline, R, stack, STEP } from "./art.js";

/** @param {harmonies.Space} space @returns {[number, number]} */
const middle = ({ column, row }) => [column * ACROSS, (row + (column % 2) / 2) * STEP];
/** A stack in the first row stands above its space. */
const HEADROOM = R * 0.42;
const EDGE = 3;

/** @param {harmonies.Space[]} spaces */
function frame(spaces) {
  const at = spaces.map(middle);
  const [xs, ys] = [at.map(([x]) => x), at.map(([, y]) => y)];
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const centre = [(left + right) / 2, (top + bottom) / 2];
  const hole = at.every(([x, y]) => Math.hypot(x - centre[0], y - centre[1]) > R) && spaces.length > 6;
  const [x, y] = [left - R - EDGE, top - STEP / 2 - HEADROOM];
  return { box: [x, y, right - left + 2 * (R + EDGE), bottom - top + STEP + HEADROOM + EDGE], cairn: hole ? centre : null };
}

/**
 * What a space is marked with, besides what lies there.
 * @typedef {object} Marks
 * @property {boolean} [can]         the piece in question may go there
 * @property {boolean} [notable]     that completes something or brings the end
 * @property {string} [sign]         the terrain of the token that does
 * @property {string} [ghost]        the token that would be laid
 * @property {CubeSort} [cube]       the cube that would be placed
 * @property {CubeSort} [waits]      a cube of the card in question may be placed here
 * @property {boolean} [ringed]      part of a habitat of the card in question, or of what scores
 * @property {string} [points]       what it scores
 * @property {boolean} [refused]
 * @property {boolean} [last]        the last move was here
 */

/**
 * @typedef {object} LandscapeProps
 * @property {harmonies.Space[]} spaces
 * @property {harmonies.SeatBoard} seat
 * @property {string} name                          whose, for the ear
 * @property {(space: string) => Marks} [marks]     none: to be looked at only, in small
 * @property {(space: string) => void} [press]
 * @property {(space: string) => void} [hint]       the pointer or the focus is on it; "" when it has left
 */

/** @param {harmonies.Stack | undefined} lying */
const cubesOn = (lying) => /** @type {CubeSort[]} */ ([lying?.cube && "animal", lying?.whisper && "whisper"].filter(Boolean));

/** @param {LandscapeProps} props */
export function Landscape({ spaces, seat, name, marks, press, hint }) {
  const region = useRef(/** @type {SVGSVGElement | null} */ (null));
  const [cursor, setCursor] = useState("");
  const { box, cairn } = useMemo(() => frame(spaces), [spaces.map((space) => space.name).join()]);
  const here = spaces.some((space) => space.name === cursor) ? cursor : spaces[Math.floor(spaces.length / 2)].name;
  const lying = new Map(seat.stacks.map((each) => [each.space, each]));
  const back = [...spaces].sort((one, other) => middle(one)[1] - middle(other)[1]);
  const content = back.map((space) => {
    const found = lying.get(space.name);
    const kind = seat.dry.includes(space.name) ? "dry" : seat.watered.includes(space.name) ? "watered" : "";
    const [x, y] = middle(space);
    const props = { key: space.name, transform: `translate(${x} ${y.toFixed(2)})` };
    if (!marks) return h("g", { ...props, dangerouslySetInnerHTML: { __html: hex(kind) + drawn(found, {}) } });
    const mark = marks(space.name);
    const state = [mark.can && "can", mark.notable && "notable", mark.ringed && "ringed", mark.waits && "waiting", mark.refused && "refused", mark.last && "last"].filter(Boolean).join(" ");
    return h(
      "g",
      {
        ...props,
        class: `space ${state}`,
        role: "button",
        "data-space": space.name,
        "aria-label": spoken(space.name, found, kind, mark),
        tabIndex: space.name === here ? 0 : -1,
        onClick: () => press?.(space.name),
        onPointerEnter: () => hint?.(space.name),
        onPointerLeave: () => hint?.(""),
        onFocus: () => {
          setCursor(space.name);
          hint?.(space.name);
        },
        onBlur: () => hint?.(""),
      },
      // What is pressed stays while its drawing changes: a finger that lands shows the ghost, and must still click.
      h("path", { class: "hit", d: outline(found?.tokens.length ?? 0) }),
      h("g", { class: "drawing", dangerouslySetInnerHTML: { __html: `${hex(kind)}${under(found, mark)}<g class="lying">${drawn(found, mark)}</g>${over(found, mark)}` } }),
    );
  });
  return h(
    "svg",
    {
      class: marks ? "landscape" : "landscape little",
      viewBox: box.map((n) => n.toFixed(1)).join(" "),
      style: { "--wide": box[2], "--high": box[3] },
      role: marks ? "group" : "img",
      "aria-label": name,
      ref: region,
      onKeyDown: (/** @type {KeyboardEvent} */ event) => {
        if (!marks) return;
        if (event.key === "Enter" || event.key === " ") {
          if (event.repeat) return event.preventDefault();
          press?.(here);
        } else {
          const to = beside(spaces, here, event.key);
          if (!to) return;
          /** @type {SVGElement | null | undefined} */ (region.current?.querySelector(`[data-space="${to}"]`))?.focus();
        }
        event.preventDefault();
      },
    },
    cairn && h("g", { transform: `translate(${cairn[0]} ${cairn[1]})`, dangerouslySetInnerHTML: { __html: CAIRN } }),
    content,
  );
}

/** The neighbour in the direction of a key; the first and last space by Home and End. */
/** @param {harmonies.Space[]} spaces @param {string} from @param {string} key */
function beside(spaces, from, key) {
  if (key === "Home") return spaces[0].name;
  if (key === "End") return spaces[spaces.length - 1].name;
  const way = /** @type {Record<string, [number, number]>} */ ({ ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] })[key];
  const start = spaces.find((space) => space.name === from);
  if (!way || !start) return "";
  const [x, y] = middle(start);
  // The nearest that lies that way: up and down within the column, left and right in the next one that has spaces.
  const ahead = spaces
    .map((space) => ({ name: space.name, at: middle(space) }))
    .filter(({ at }) => (way[0] ? (at[0] - x) * way[0] > 1 : Math.abs(at[0] - x) < 1 && (at[1] - y) * way[1] > 1))
    .sort((one, other) => distance(one.at, x, y) - distance(other.at, x, y));
  return ahead[0]?.name ?? "";
}

/** @param {[number, number]} at @param {number} x @param {number} y */
const distance = ([p, q], x, y) => Math.abs(p - x) * 3 + Math.abs(q - y);

/** @param {harmonies.Stack | undefined} lying @param {Marks} mark */
function drawn(lying, { ghost = "", cube, waits }) {
  if (!lying && !ghost) return "";
  return stack(lying?.tokens ?? [], { cubes: cubesOn(lying), sanctuary: lying?.sanctuary, guests: lying?.guests, ghost, ghostCube: cube, crowded: waits !== undefined });
}

/** What lies on the ground. @param {harmonies.Stack | undefined} lying @param {Marks} mark */
function under(lying, mark) {
  let drawing = "";
  if (mark.can && !lying && !mark.ghost) drawing += `<ellipse class="may" rx="${R * 0.36}" ry="${R * 0.29}"/><path class="plus" d="M0 -6V6M-7 0H7"/>`;
  return drawing;
}

/** What stands before the stack. @param {harmonies.Stack | undefined} lying @param {Marks} mark */
function over(lying, mark) {
  let drawing = "";
  if (mark.ringed) drawing += `<polygon class="ring" points="${corners(R - 3.5)}"/>`;
  if (mark.can && (lying || mark.notable) && !mark.waits) drawing += `<polygon class="way" points="${corners(R - 3.5)}"/>`;
  if (mark.refused) drawing += `<polygon class="wrong" points="${corners(R - 3)}"/><path class="cross" d="M-9 -8 9 8M9 -8-9 8"/>`;
  drawing += `<polygon class="focus" points="${corners(R - 2.5)}"/>`;
  if (mark.can && mark.notable && mark.sign) drawing += pill(mark.sign);
  else if (mark.can && lying && !mark.ghost && !mark.cube && !mark.waits) drawing += `<g class="onto" transform="translate(${-R * 0.5} ${R * 0.42})"><circle r="8.500"/><path d="M0 -4.500V4.500M-4.500 0H4.500"/></g>`;
  if (mark.waits && !mark.cube) drawing += waiting(lying);
  if (mark.points) drawing += `<g class="points" transform="translate(0 ${R * 0.46})"><rect x="-15" y="-10" width="30" height="20" rx="10"/>${numerals(mark.points, { x: 0, y: -6, height: 12, fill: "currentColor", stroke: 17, middle: true })}</g>`;
  if (mark.last) drawing += `<path class="notch" d="M-12 ${-R * 0.66}H12"/>`;
  return drawing;
}

/** A placement that brings something. @param {string} colour */
const pill = (colour) =>
  `<g class="pill" transform="translate(0 ${R * 0.6})"><rect x="-24" y="-9.500" width="48" height="19" rx="9.500"/><path d="M-14 -5V5M-19 0H-9"/><circle cx="10" r="8" fill="${ground(colour)}" stroke="${onGround(colour)}" stroke-width="1.500"/></g>`;

/** The outline of a cube that may stand here. @param {harmonies.Stack | undefined} lying */
function waiting(lying) {
  const y = -(lying?.tokens.length ?? 0) * R * 0.2 - 2;
  return `<g class="waits" transform="translate(${R * 0.27} ${y})"><path d="M0 -11 10 -5.500V6L0 11.500-10 6V-5.500Z"/><path class="plus" d="M0 -4V4M-4 0H4"/></g>`;
}

/** Column and row, what is there, and what may be done. */
/** @param {string} space @param {harmonies.Stack | undefined} lying @param {string} kind @param {Marks} mark */
function spoken(space, lying, kind, mark) {
  const said = [t("client.harmonies.space", { space, stack: lying ? lying.say : t("client.harmonies.empty") })];
  if (kind) said.push(t(`client.harmonies.${kind}`));
  if (lying?.sanctuary) said.push(t(`client.harmonies.sanctuary.${lying.sanctuary}`));
  if (lying?.cube) said.push(t("client.harmonies.cube"));
  if (lying?.whisper) said.push(t("client.harmonies.cube.whisper"));
  if (lying?.guests) said.push(t("client.harmonies.guests", { n: lying.guests }));
  if (mark.refused) said.push(t("client.harmonies.refused"));
  if (mark.points) said.push(t("client.harmonies.scores", { n: Number(mark.points) }));
  else if (mark.ringed) said.push(t("client.harmonies.ringed"));
  if (mark.can) said.push(t("client.harmonies.can"));
  return said.join(", ");
}
