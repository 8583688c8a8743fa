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

/** Whatever is being dragged, or might be, goes back. */
export const cancel = () => stop?.();

/** @param {HTMLElement[]} elements */
export function settle(elements) {
  for (const element of elements) {
    element.style.removeProperty("translate");
    delete element.dataset.dragged;
  }
}

/** The click that ends a drag is not a press. @param {boolean} lifted  the pointer is up already, the click is due now */
function swallowClick(lifted) {
  const over = new AbortController();
  const { signal } = over;
  const end = () => setTimeout(() => over.abort());
  addEventListener("click", (event) => (event.preventDefault(), event.stopPropagation()), { capture: true, signal });
  if (lifted) end();
  else for (const kind of ["pointerup", "pointercancel"]) addEventListener(kind, end, { signal });
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
  let lifted = false;

  stop = (keep = false) => {
    stop = null;
    over.abort();
    if (!started) return;
    if (!keep) settle(moving);
    drag.end();
    swallowClick(lifted);
  };
  const move = (/** @type {PointerEvent} */ event) => {
    if (event.pointerId !== down.pointerId) return;
    const [x, y] = [event.clientX - down.clientX, event.clientY - down.clientY];
    if (!started && Math.hypot(x, y) > SLACK) {
      started = true;
      piece.setPointerCapture(down.pointerId);
      moving = drag.begin();
      for (const element of moving) element.dataset.dragged = "";
    }
    if (!started) return;
    for (const element of moving) element.style.setProperty("translate", `${x}px ${y}px`);
    drag.over(event.clientX, event.clientY);
  };
  const up = (/** @type {PointerEvent} */ event) => {
    if (event.pointerId !== down.pointerId) return;
    lifted = true;
    stop?.(started && drag.drop(event.clientX, event.clientY));
  };

  addEventListener("pointermove", move, { signal });
  addEventListener("pointerup", up, { signal });
  // Or a quick drag would count as a fling, and the browser keeps back the tap that follows a fling.
  addEventListener("touchmove", (event) => started && event.preventDefault(), { passive: false, signal });
  addEventListener("pointerdown", (event) => event.pointerId !== down.pointerId && cancel(), { capture: true, signal });
  addEventListener("pointercancel", cancel, { signal });
  // A finger is captured by what it touched inside the piece first; that loss, when the piece takes over, is no end.
  piece.addEventListener("lostpointercapture", (event) => event.target === piece && cancel(), { signal });
  addEventListener("blur", cancel, { signal });
  addEventListener("keydown", (event) => event.key === "Escape" && (event.stopPropagation(), cancel()), { capture: true, signal });
}
