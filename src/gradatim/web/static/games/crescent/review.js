// Stepping through a finished game: at each step whether the deal could still be won, and the move that lost it.

/** @import { AdviceView } from "../../wire.js" */
/** @import { At } from "../../games.js" */
/** @import { Board } from "./cards.js" */

import { signal } from "@preact/signals";
import { h } from "preact";
import { useEffect } from "preact/hooks";
import { Icon } from "../../art.js";
import { t } from "../../words.js";
import { moved } from "./motion.js";
import { Strip } from "./piles.js";
import { StillShoe } from "./shoe.js";
import { quietly } from "./state.js";

const WAIT = 250; // ms at a step before it is asked about

/** What the solver said of a table's events. */
const known = signal(/** @type {Record<string, AdviceView>} */ ({}));
/** The first step from which on a table's deal is proven lost, -1 where it never is; `sure` if it could be won before. */
const losing = signal(/** @type {Record<string, { step: number, sure: boolean }>} */ ({}));

/** @param {At} at @param {number} step @param {() => boolean} wanted @returns {Promise<AdviceView | undefined>} */
async function ask({ table, steps }, step, wanted) {
  const { seq } = steps[step];
  const key = `${table} ${seq}`;
  if (!known.value[key]) {
    const advice = await quietly(table, { at: seq }, wanted);
    if (advice) known.value = { ...known.value, [key]: advice };
  }
  return known.value[key];
}

/**
 * The steps that led to the end, in order: without those that were taken back.
 * @param {{ board: any }[]} steps
 */
export function lasting(steps) {
  const boards = steps.map(({ board }) => JSON.stringify(board));
  /** @type {number[]} */
  const path = [];
  // Moves and redeals are counted on the board: nothing but an undo leads back to one of before.
  boards.forEach((board, nth) => {
    if (path.length > 1 && board === boards[path[path.length - 2]]) path.pop();
    else path.push(nth);
  });
  return path;
}

/** Halves the game until it has the step that lost: what is lost stays lost. @param {At} at @param {() => boolean} wanted */
async function findLoss(at, wanted) {
  const path = lasting(at.steps);
  let [good, lost] = [-1, path.length - 1];
  let sure = false;
  const end = await ask(at, path[lost], wanted);
  if (!end) return;
  if (end.result !== "lost") lost = -1;
  while (lost - good > 1) {
    const middle = Math.floor((good + lost) / 2);
    const advice = await ask(at, path[middle], wanted);
    if (!advice) return;
    if (advice.result === "lost") lost = middle;
    else [good, sure] = [middle, advice.result === "winnable"];
  }
  losing.value = { ...losing.value, [at.table]: { step: path[lost] ?? -1, sure } };
}

/** @param {{ board: Board, at: At }} props */
export function Review({ board, at }) {
  const { table, steps, step } = at;
  const before = /** @type {any} */ (steps[step - 1])?.board;
  useEffect(() => {
    let here = true;
    if (table && losing.value[table] === undefined) void findLoss(at, () => here);
    return () => void (here = false);
  }, [table]);
  useEffect(() => {
    let here = true;
    const timer = setTimeout(() => table && ask(at, step, () => here), WAIT);
    return () => (clearTimeout(timer), void (here = false));
  }, [table, step]);
  return [h(StillShoe, { board, last: before ? moved(before, board).to : "" }), table && h(Verdict, { at }), h(Strip, { board })];
}

/** @param {{ at: At }} props */
function Verdict({ at }) {
  const { table, steps, step, to } = at;
  const advice = known.value[`${table} ${steps[step].seq}`];
  const { step: lost, sure } = losing.value[table] ?? { step: -1, sure: false };
  const here = lost === step;
  const result = advice?.result ?? "asking";
  return h(
    "div",
    { class: "standing" },
    h(
      "span",
      { class: `mark-${result}`, role: "status" },
      h(Icon, { name: result === "winnable" ? "check" : result === "lost" ? "x" : "clock", size: 16 }),
      here && step > 0 ? t(sure ? "client.crescent.review.this" : "client.crescent.review.from") : t(`client.crescent.mark.${result}`),
      result === "lost" && h("small", null, advice?.note),
    ),
    lost > 0 && !here && h("button", { type: "button", class: "button small", onClick: () => to(lost) }, t("client.crescent.review.go")),
  );
}
