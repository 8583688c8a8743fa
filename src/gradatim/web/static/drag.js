// Dragging with one pointer. Everything that is not a clean drop ends it without a move: Escape, a second finger, a
// cancelled or lost pointer, a window that loses the focus.

/**
 * @typedef {object} Drag
 * @property {() => HTMLElement[]} begin        what moves along; called once the pointer has really moved
 * @property {(x: number, y: number) => void} over
 * @property {(x: number, y: number) => boolean} drop   true if what was dragged shall stay where it is for now
 * @property {() => void} end                   always the last call
 */

const SLACK = 8;

/** @type {((keep?: boolean) => void) | null} */
let stop = null;

/** @param {HTMLElement[]} elements */
export function settle(elements) {
  for (const element of elements) {
    element.style.removeProperty("translate");
    element.classList.remove("dragged");
  }
}

/** Begin with a pointerdown on a piece. @param {PointerEvent} down @param {Drag} drag */
export function press(down, drag) {
  if (stop) return stop();
  if (down.button !== 0 || !(down.currentTarget instanceof HTMLElement)) return;
  const piece = down.currentTarget;
  const over = new AbortController();
  const { signal } = over;
  /** @type {HTMLElement[]} */
  let moving = [];
  let started = false;

  stop = (keep = false) => {
    stop = null;
    over.abort();
    if (!started) return;
    if (!keep) settle(moving);
    drag.end();
    // The click that follows a drag is not a press.
    const swallow = new AbortController();
    addEventListener("click", (event) => (event.preventDefault(), event.stopPropagation()), { capture: true, signal: swallow.signal });
    setTimeout(() => swallow.abort());
  };
  const cancel = () => stop?.();

  const move = (/** @type {PointerEvent} */ event) => {
    if (event.pointerId !== down.pointerId) return;
    const [x, y] = [event.clientX - down.clientX, event.clientY - down.clientY];
    if (!started && Math.hypot(x, y) > SLACK) {
      started = true;
      piece.setPointerCapture(down.pointerId);
      moving = drag.begin();
      for (const element of moving) element.classList.add("dragged");
    }
    if (!started) return;
    for (const element of moving) element.style.setProperty("translate", `${x}px ${y}px`);
    drag.over(event.clientX, event.clientY);
  };
  const up = (/** @type {PointerEvent} */ event) => {
    if (event.pointerId !== down.pointerId) return;
    stop?.(started && drag.drop(event.clientX, event.clientY));
  };

  addEventListener("pointermove", move, { signal });
  addEventListener("pointerup", up, { signal });
  addEventListener("pointerdown", (event) => event.pointerId !== down.pointerId && cancel(), { capture: true, signal });
  addEventListener("pointercancel", cancel, { signal });
  piece.addEventListener("lostpointercapture", cancel, { signal });
  addEventListener("blur", cancel, { signal });
  addEventListener("keydown", (event) => event.key === "Escape" && (event.stopPropagation(), cancel()), { capture: true, signal });
}
