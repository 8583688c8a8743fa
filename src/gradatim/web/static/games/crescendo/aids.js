// Beside the table: points by round, what the backs can hide, how a round counts.

/** @import { SeatView } from "../../wire.js" */
/** @import { Board } from "./cards.js" */

import { h } from "preact";
import { Card, Mark } from "../../art.js";
import { plain, seatName } from "../../parts.js";
import { t } from "../../words.js";
import { backDrawing } from "./art.js";
import { signed } from "./cards.js";
import { conceals } from "./reveal.js";

/** @param {{ board: Board, seats: SeatView[], you: number }} props */
export function Meters({ board, seats, you }) {
  const scored = board.reveal.length > 0;
  return h(
    "div",
    { class: "aids" },
    h("section", { "aria-label": t("client.crescendo.score") }, h("h2", null, t("client.crescendo.score")), h(Rounds, { board, seats, you })),
    scored ? h("section", { "aria-label": t("client.crescendo.counts") }, h("h2", null, t("client.crescendo.counts")), h(Counts, {})) : h("section", { "aria-label": t("client.crescendo.backs") }, h("h2", null, t("client.crescendo.backs")), h(Backs, { board })),
  );
}

/** Points by round and seat. @param {{ board: Board, seats: SeatView[], you: number }} props */
function Rounds({ board, seats, you }) {
  const shown = board.sheet.length - Number(conceals(board));
  const rounds = Array.from({ length: board.rounds }, (_, round) => round);
  return h(
    "table",
    { class: "rounds" },
    h("caption", { class: "unseen" }, t("client.crescendo.score")),
    h("thead", null, h("tr", null, h("th", { scope: "col" }, t("client.score.seat")), rounds.map((round) => h("th", { key: round, scope: "col" }, t("client.crescendo.round.short", { round: round + 1 }))), h("th", { scope: "col" }, t("client.score.total")))),
    h(
      "tbody",
      null,
      seats.map((seat) =>
        h(
          "tr",
          { key: seat.seat },
          h("th", { scope: "row" }, h("span", null, h(Mark, { seat: seat.seat, letter: seat.letter, size: 22, own: seat.seat === you }), h("b", null, seatName(seat, you)))),
          rounds.map((round) => h("td", { key: round }, round < shown ? signed(board.sheet[round][seat.seat].points) : "–")),
          h("td", { class: "total" }, plain(board.sheet.slice(0, shown).reduce((sum, lines) => sum + lines[seat.seat].points, 0))),
        ),
      ),
    ),
  );
}

/** Each round by itself: who called, who passed, wrong cards, own piles. @param {{ board: Board, seats: SeatView[], you: number }} props */
export function ScoreSheet({ board, seats, you }) {
  return [
    h(Rounds, { board, seats, you }),
    board.sheet.map((lines, round) =>
      h(
        "section",
        { key: round, "aria-label": t("client.crescendo.round", { round: round + 1 }) },
        h("h3", null, t("client.crescendo.round", { round: round + 1 })),
        h(
          "table",
          { class: "rounds" },
          h("thead", null, h("tr", null, ["client.score.seat", "client.crescendo.sheet.wrong", "client.crescendo.sheet.pile", "client.crescendo.sheet.points"].map((key) => h("th", { key, scope: "col" }, t(key))))),
          h(
            "tbody",
            null,
            lines.map((line, seat) =>
              h(
                "tr",
                { key: seat },
                h("th", { scope: "row" }, h("span", null, h("b", null, seatName(seats[seat], you)), line.caller && h("span", { class: "tag" }, t("client.crescendo.call")), line.passed && h("span", { class: "tag" }, t("client.crescendo.passed.tag")))),
                h("td", null, line.wrong),
                h("td", null, line.own),
                h("td", { class: "total" }, signed(line.points)),
              ),
            ),
          ),
        ),
      ),
    ),
    h("h3", null, t("client.crescendo.counts")),
    h(Counts, {}),
  ];
}

/** Which numbers each back can hide, and what it does on top of the Reserve. @param {{ board: Board, note?: boolean }} props */
export function Backs({ board, note = false }) {
  return [
    h(
      "ul",
      { class: "backs" },
      board.labels.map((label, back) =>
        h(
          "li",
          { key: back },
          h(Card, { drawing: backDrawing(back, label, board.actions[back]) }),
          h("p", null, h("b", null, label), h("span", null, t(`client.crescendo.action.${board.actions[back]}`)), note && h("small", null, t(`client.crescendo.action.${board.actions[back]}.note`))),
        ),
      ),
    ),
    h("p", { class: "attested" }, h("small", null, t("client.crescendo.attested"))),
  ];
}

const COUNTS = ["call", "failed", "order", "wrong", "passed", "pile"];

function Counts() {
  return h("dl", { class: "facts" }, COUNTS.map((key) => [h("dt", null, t(`client.crescendo.counts.${key}`)), h("dd", null, t(`client.crescendo.counts.${key}.points`))]));
}
