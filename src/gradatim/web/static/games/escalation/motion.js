// What moves at this table: cards to their step, from the deck to the hand, a taken series to its taker.

/** @import { View } from "../../wire.js" */
/** @import { Board } from "./cards.js" */

import { fly, ghost, move, pass, useFlight } from "../../flight.js";
import { keyed } from "./cards.js";

const PLAY = 260;
const DRAW = 240;
const BETWEEN = 60;
const TAKE = 420;
const SHIFT = 120;

/** @param {Element} element */
const box = (element) => element.getBoundingClientRect();

/** @param {string} selector @returns {HTMLElement | undefined} the first that can be seen */
function seen(selector) {
  const all = /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(selector));
  return [...all].find((element) => box(element).width > 0);
}

/** Where a seat is on the screen. @param {number} seat */
const homeOf = (seat) => seen(`[data-seat="${seat}"] .mark`) ?? seen(".hand") ?? seen(".prompt");

/** @param {View} view */
function measure(view) {
  const hand = [...document.querySelectorAll(".hand .slot")].map((slot) => ({
    key: /** @type {HTMLElement} */ (slot).dataset.key ?? "",
    at: box(slot),
  }));
  const run = seen(".run");
  const stairs = seen(".stairs");
  const cards = run ? [...run.querySelectorAll(".play .card")].map((card) => ({ copy: ghost(card, box(card)), at: box(card) })) : [];
  return { view, hand, cards, run: run && stairs && { copy: ghost(stairs, box(stairs)), height: box(run).height }, top: topOf(run) };
}

/** How high the last step stands. @param {HTMLElement | undefined} run */
function topOf(run) {
  const riser = run?.querySelector(".step.last .riser");
  return riser ? box(riser).height : 0;
}

/** @typedef {ReturnType<typeof measure>} Measured */

/** @param {View} view */
export function useMotion(view) {
  useFlight(
    view,
    () => measure(view),
    (before) => act(before, view),
  );
}

/** @param {Measured} before @param {View} view */
function act(before, view) {
  const [old, now] = /** @type {Board[]} */ ([before.view.board, view.board]);
  if (!old.series || !now.series || (old.game === now.game && view.rev === before.view.rev)) return;
  const goesOn = old.game === now.game && now.series.length >= old.series.length;
  if (!goesOn && old.series.length) gather(before, taker(old, now));
  const fresh = goesOn ? now.series.slice(old.series.length) : now.series;
  const left = [...before.hand];
  const steps = [...document.querySelectorAll(".run .step:not(.older, .ghost)")].slice(-fresh.length);
  fresh.forEach((play, nth) => {
    const step = steps[nth];
    if (!step) return;
    const riser = step.querySelector(".riser");
    if (riser) move(riser, [{ translate: `0 ${Math.max(0, box(riser).height - before.top)}px` }, { translate: "0 0" }], PLAY, { pseudoElement: "::before" });
    const home = homeOf(play.seat);
    [...step.querySelectorAll(".card")].forEach((card, at) => {
      const own = play.seat === view.you ? left.findIndex(({ key }) => key.startsWith(`${play.cards[at]}#`)) : -1;
      const from = own >= 0 ? left.splice(own, 1)[0].at : home && box(home);
      if (from) fly(card, from, PLAY);
    });
  });
  draw(before, now);
}

/** @param {Board} old @param {Board} now */
function taker(old, now) {
  const rose = now.seats.findIndex((seat, at) => seat.taken > old.seats[at].taken);
  return rose < 0 ? now.turn : rose;
}

/** The staircase sinks and its cards go to the taker's mark. @param {Measured} before @param {number} seat */
function gather({ cards, run }, seat) {
  const home = homeOf(seat);
  if (run) {
    run.copy.classList.add("sinking");
    const steps = run.copy.querySelector(".run");
    pass(run.copy, [{ opacity: 1 }, { opacity: 1 }], TAKE);
    move(steps, [{ translate: "0 0" }, { translate: "0 100%" }], TAKE);
  }
  if (!home) return;
  const to = box(home);
  for (const { copy, at } of cards) {
    const x = to.x + to.width / 2 - (at.x + at.width / 2);
    const y = to.y + to.height / 2 - (at.y + at.height / 2);
    pass(copy, [{ translate: "0 0", scale: 1 }, { translate: `${x}px ${y}px`, scale: 0.25, opacity: 0.5 }], TAKE);
  }
}

/** New cards come from the deck; the others close up. @param {Measured} before @param {Board} now */
function draw(before, now) {
  const deck = seen(".deck .pile");
  const old = new Map(before.hand.map(({ key, at }) => [key, at]));
  let drawn = 0;
  for (const { key } of keyed(now.hand)) {
    const slot = document.querySelector(`.hand [data-key="${key}"]`);
    const from = old.get(key);
    if (!slot) continue;
    if (from) fly(slot, from, SHIFT);
    else if (deck) fly(slot, box(deck), DRAW, BETWEEN * drawn++);
  }
}
