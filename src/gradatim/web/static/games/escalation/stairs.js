// The series as a staircase drawn to scale: a step is as high as its total.

/** @import { SeatView } from "../../wire.js" */
/** @import { Board } from "./cards.js" */

import { h } from "preact";
import { Card, Mark, Numeral } from "../../art.js";
import { Sheet, seatName } from "../../parts.js";
import { sheet } from "../../store.js";
import { t } from "../../words.js";
import { back, drawing } from "./art.js";
import { signs } from "./cards.js";

/** So many plays have a step of their own. */
const STEPS = 4;
/** The scale reaches this high even when nothing does: a 2 that leads is a low step. */
const SCALE = 13;

/** @typedef {{ total: number, cards: string[] }} Ghost   the step that the chosen cards would make */

/** @param {{ board: Board, seats: SeatView[], you: number, ghost?: Ghost, resting?: boolean, target?: boolean, over?: boolean }} props */
export function Stairs({ board, seats, you, ghost, resting = false, target = false, over = false }) {
  const { series } = board;
  const older = series.length > STEPS ? series.slice(0, -STEPS) : [];
  const steps = series.slice(older.length);
  const highest = Math.max(SCALE, ghost?.total ?? 0, ...steps.map((step) => step.total));
  const own = seats[you];
  return h(
    "section",
    { class: "stairs", "aria-label": t("client.escalation.series") },
    h(
      "div",
      { class: board.lead ? "total lead" : "total" },
      !resting && h("p", null, board.lead ? t("client.escalation.lead") : t("client.escalation.beat")),
      !board.lead && !resting && [h(Numeral, { value: board.total }), h("span", { class: "unseen" }, board.total)],
    ),
    h(
      "div",
      { class: "deck" },
      board.deck > 0 ? h("div", { class: "pile" }, h(Card, { drawing: back })) : h("div", { class: "pile none" }),
      h("p", null, h("b", null, t("client.escalation.deck", { n: board.deck })), t("client.escalation.on_table", { n: board.on_table })),
    ),
    h(
      "ol",
      { class: target ? "run target" : "run", style: { "--highest": highest } },
      older.length > 0 &&
        h(
          "li",
          { class: "step older", key: "older" },
          h(
            "button",
            { type: "button", class: "riser", onClick: () => (sheet.value = "older") },
            t("client.escalation.cards", { n: older.reduce((sum, play) => sum + play.cards.length, 0) }),
          ),
        ),
      steps.map((step, at) =>
        h(
          "li",
          {
            key: `${board.game}-${older.length + at}`,
            class: older.length + at === series.length - 1 ? "step last" : "step",
            style: { "--total": step.total, "--n": step.cards.length },
          },
          h("span", { class: "unseen" }, step.say),
          h("div", { class: "play", "aria-hidden": "true" }, step.cards.map((front, nth) => h(Card, { key: nth, drawing: drawing(front) }))),
          h(
            "div",
            { class: "riser", "aria-hidden": "true" },
            h("span", null, h(Numeral, { value: step.total }), step.named > 0 && h("small", null, t("client.escalation.as", { n: step.named }))),
            h(Mark, { seat: step.seat, letter: seats[step.seat]?.letter ?? "", size: 26, own: step.seat === you }),
          ),
        ),
      ),
      h(
        "li",
        { key: "next", class: `step ghost ${ghost ? "shown" : ""} ${over ? "over" : ""}`, style: { "--total": ghost?.total ?? board.total }, "aria-hidden": "true" },
        (ghost || target) && [
          h("p", null, ghost ? t("client.escalation.yours", { cards: signs(ghost.cards) }) : t("client.escalation.drop")),
          h("div", { class: "riser" }, h("span", null, ghost && h(Numeral, { value: ghost.total })), own && h(Mark, { seat: you, letter: own.letter, size: 26, own: true })),
        ],
      ),
    ),
    sheet.value === "older" &&
      h(
        Sheet,
        { title: t("client.escalation.series"), close: () => (sheet.value = "") },
        h(
          "ol",
          { class: "plays" },
          series.map((play, at) =>
            h(
              "li",
              { key: at },
              h(Mark, { seat: play.seat, letter: seats[play.seat]?.letter ?? "", size: 24, own: play.seat === you }),
              h("span", null, h("b", null, seatName(seats[play.seat], you)), ` ${signs(play.cards)}`),
              h("b", null, play.total),
            ),
          ),
        ),
      ),
  );
}
