// Motion by the Web Animations API. It never holds anything up: a tap ends it, and the page is right without it.

import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { beforeView } from "./store.js";

const calm = matchMedia("(prefers-reduced-motion: reduce)");

/** @type {Set<Animation>} */
const running = new Set();

/** Everything that moves is at its end at once. */
export function land() {
  for (const animation of running) animation.finish();
  running.clear();
}
addEventListener("pointerdown", land, true);
addEventListener("keydown", land, true);

/**
 * @param {Element | null} element @param {Keyframe[]} frames @param {number} duration
 * @param {{ delay?: number, pseudoElement?: string, done?: () => void }} [more]
 */
export function move(element, frames, duration, { delay = 0, pseudoElement, done } = {}) {
  if (calm.matches || !element) return done?.();
  const animation = element.animate(frames, { duration, delay, pseudoElement, easing: "ease-out", fill: "backwards" });
  running.add(animation);
  animation.finished.then(
    () => (running.delete(animation), done?.()),
    () => done?.(),
  );
}

/** From a place measured before to where the element is now. @param {Element} element @param {DOMRect} from @param {number} duration @param {number} [delay] */
export function fly(element, from, duration, delay = 0) {
  const to = element.getBoundingClientRect();
  if (!to.width || !from.width) return;
  const x = from.x + from.width / 2 - (to.x + to.width / 2);
  const y = from.y + from.height / 2 - (to.y + to.height / 2);
  if (Math.hypot(x, y) < 1) return;
  // `translate` and `scale` leave a piece's own `transform` (its lift) alone.
  const size = Math.min(1.5, from.width / to.width);
  move(element, [{ translate: `${x}px ${y}px`, scale: size }, { scale: 1.04, offset: 0.6 }, { translate: "0 0", scale: 1 }], duration, { delay });
}

/** A copy that outlives its original for the length of a motion. @param {Element} element @param {DOMRect} at */
export function ghost(element, at) {
  const copy = /** @type {HTMLElement} */ (element.cloneNode(true));
  copy.removeAttribute("id");
  copy.setAttribute("aria-hidden", "true");
  copy.classList.add("flying");
  for (const [name, value] of Object.entries({ left: at.x, top: at.y, width: at.width, height: at.height })) {
    copy.style.setProperty(name, `${value}px`);
  }
  return copy;
}

/** @param {HTMLElement} copy @param {Keyframe[]} frames @param {number} duration @param {number} [delay] */
export function pass(copy, frames, duration, delay = 0) {
  if (calm.matches) return;
  // Inside the table, for its colours.
  (document.querySelector(".app") ?? document.body).append(copy);
  move(copy, frames, duration, { delay, done: () => copy.remove() });
}

/**
 * Measures before a view is drawn, moves after.
 * @template T
 * @param {unknown} view
 * @param {() => T} measure
 * @param {(before: T) => void} act
 */
export function useFlight(view, measure, act) {
  const before = useRef(/** @type {{ measured: T, focused: boolean } | null} */ (null));
  const latest = useRef(measure);
  latest.current = measure;
  useEffect(() => {
    const take = () => {
      land();
      const focused = document.querySelector("main")?.contains(document.activeElement) ?? false;
      before.current = { measured: latest.current(), focused };
    };
    beforeView.add(take);
    return () => void beforeView.delete(take);
  }, []);
  useLayoutEffect(() => {
    if (!before.current) return;
    const { measured, focused } = before.current;
    before.current = null;
    act(measured);
    // The focused card may have been played: the focus stays in the same region, never falls to the page.
    if (focused && document.activeElement === document.body) {
      document.querySelector(/** @type {"button"} */ ("main .hand [tabindex='0'], main .rows [tabindex='0'], main .actions button"))?.focus();
    }
  }, [view]);
}
