// Points by category for everybody, in the rulebook's order. Each number leads to the spaces it came from.

/** @import { harmonies, SeatView, View } from "../../wire.js" */
/** @import { Board } from "./state.js" */

import { h } from "preact";
import { Icon, Mark } from "../../art.js";
import { plain, seatName } from "../../parts.js";
import { sheet, view as currentView } from "../../store.js";
import { t } from "../../words.js";
import { corners } from "./art.js";
import { Landscape } from "./board.js";
import { hasTiles } from "./panels.js";
import { light, lit, open, shown } from "./state.js";

/** The categories that can score in this game. @param {Board} board */
function counting(board) {
  const spirits = board.choice.length > 0 || board.seats.some(({ held, done }) => [...held, ...done].some(({ card }) => card?.sort === "spirit"));
  const whispers = board.seats.some(({ held, done }) => [...held, ...done].some(({ card }) => card?.sort === "whisper")) || board.row.some((card) => card?.sort === "whisper");
  return board.seats[0].score
    .map((part, at) => ({ at, key: part.key, label: part.label }))
    .filter(({ key, at }) => {
      if (board.seats.some((seat) => seat.score[at].points)) return true;
      return key === "spirit" ? spirits : key === "sanctuaries" ? hasTiles(board) : key === "whispers" ? whispers : true;
    });
}

/** A number that lights what it came from. @param {{ seat: SeatView, part: harmonies.Part, you: number }} props */
function Points({ seat, part, you }) {
  if (!part.points) return h("span", { class: "points" }, 0);
  const on = lit.value?.seat === seat.seat && lit.value.key === part.key;
  return h(
    "button",
    {
      type: "button",
      class: "points",
      "aria-pressed": String(on),
      "aria-label": t("client.harmonies.score.show", { name: seatName(seat, you), part: part.label, n: part.points }),
      onClick: () => {
        sheet.value = "";
        light(seat.seat, part.key);
      },
    },
    plain(part.points),
  );
}

/** A column for each seat. @param {{ board: Board, seats: SeatView[], you: number }} props */
export function ByCategory({ board, seats, you }) {
  return h(
    "table",
    { class: "by-category" },
    h("caption", { class: "unseen" }, t("client.harmonies.score.by_category")),
    h(
      "thead",
      null,
      h("tr", null, h("td", null), seats.map((seat) => h("th", { key: seat.seat, scope: "col" }, seats.length > 2 ? [h(Mark, { seat: seat.seat, letter: seat.letter, size: 22, own: seat.seat === you }), h("span", { class: "unseen" }, seatName(seat, you))] : seatName(seat, you)))),
    ),
    h(
      "tbody",
      null,
      counting(board).map(({ at, label }) => h("tr", { key: at }, h("th", { scope: "row" }, label), seats.map((seat) => h("td", { key: seat.seat }, h(Points, { seat, part: board.seats[seat.seat].score[at], you }))))),
      h("tr", { class: "total" }, h("th", { scope: "row" }, t("client.score.total")), seats.map((seat) => h("td", { key: seat.seat }, board.seats[seat.seat].total))),
      h("tr", { class: "empties" }, h("th", { scope: "row" }, t("client.harmonies.empties")), seats.map((seat) => h("td", { key: seat.seat }, board.seats[seat.seat].empty))),
    ),
  );
}

/** The score sheet at the end: a row for each seat, by rank. @param {{ view: View, board: Board }} props */
export function ScoreSheet({ view, board }) {
  const { score, seats, you } = view;
  const parts = counting(board);
  const rows = score?.rows ?? [];
  return h(
    "div",
    { class: "final", role: "region", "aria-label": t("client.harmonies.score"), tabIndex: 0 },
    h(
      "table",
      null,
      h("caption", { class: "unseen" }, t("client.harmonies.score")),
      h(
        "thead",
        null,
        h("tr", null, h("th", { scope: "col" }, t("client.score.rank")), h("th", { scope: "col", class: "name" }, t("client.score.seat")), parts.map(({ at, key, label }) => h("th", { key: at, scope: "col", class: "part" }, h(PartSign, { part: key }), h("span", null, label))), h("th", { scope: "col" }, t("client.score.total"))),
      ),
      h(
        "tbody",
        null,
        rows.map((row) => {
          const seat = seats[row.seat];
          return h(
            "tr",
            { key: row.seat, class: row.rank === 1 ? "first" : "" },
            h("td", { class: "rank" }, row.rank),
            h(
              "th",
              { scope: "row", class: "name" },
              h("button", { type: "button", "aria-pressed": String(shown(view) === row.seat), onClick: () => open(row.seat) }, h(Mark, { seat: seat.seat, letter: seat.letter, size: 22, own: seat.seat === you }), h("b", null, seatName(seat, you))),
            ),
            parts.map(({ at }) => h("td", { key: at }, h(Points, { seat, part: board.seats[row.seat].score[at], you }))),
            h("td", { class: "total" }, row.total),
          );
        }),
      ),
    ),
    board.suns >= 0 && h(Suns, { n: board.suns }),
  );
}

/** @param {{ n: number }} props */
export const Suns = ({ n }) =>
  h("p", { class: "suns" }, Array.from({ length: n }, (_, at) => h(Icon, { key: at, name: "sun", size: 22 })), h("span", null, t("client.harmonies.suns", { n })));

/** A category's sign, where its name has no room. @type {Record<string, string>} */
const PART_SIGNS = {
  trees: '<path d="M12 2.500c5 0 8.500 3.500 8.500 8 0 4-3 7-7 7.300V22h-3v-4.200c-4-.3-7-3.300-7-7.300 0-4.500 3.500-8 8.500-8z"/>',
  mountains: '<path d="M1.500 20 9.500 5l4 7 2-3L22.500 20Z"/>',
  fields: '<path d="M4 21V9M12 21V4M20 21V9M4 12l-2.500-3M4 12l2.500-3M12 7.500 9 4M12 7.500 15 4M12 13l-3-3.500M12 13l3-3.500M20 12l-2.500-3M20 12l2.500-3" fill="none" stroke="currentColor" stroke-width="2.400"/>',
  buildings: '<path d="M2.500 12 12 3.500 21.500 12H19v8.500h-5V15h-4v5.500H5V12Z"/>',
  water: '<path d="M2 8q3.300-4 6.600 0t6.600 0 6.600 0M2 16q3.300-4 6.600 0t6.600 0 6.600 0" fill="none" stroke="currentColor" stroke-width="3"/>',
  animals: '<circle cx="6" cy="10" r="2.600"/><circle cx="18" cy="10" r="2.600"/><circle cx="10" cy="5.500" r="2.600"/><circle cx="15" cy="5.500" r="2.600"/><path d="M12 10c4 0 7 5 7 8 0 2-1.500 3-3.500 3-1.500 0-2-.7-3.500-.7s-2 .7-3.500.7C6.500 21 5 20 5 18c0-3 3-8 7-8z"/>',
  spirit: '<path d="M12 2l3 6.500 7 .8-5.200 4.800 1.400 7L12 17.500 5.800 21l1.400-7L2 9.300l7-.8z"/>',
  sanctuaries: '<path d="M4 6h16v4H4zM4 11h16v4H4zM4 16h16v4H4z"/>',
  whispers: '<path d="M3 9h11a3.500 3.500 0 1 0-3.500-3.500M3 14h16a3 3 0 1 1-3 3M3 19h7" fill="none" stroke="currentColor" stroke-width="2.400"/>',
};

/** @param {{ part: string }} props */
const PartSign = ({ part }) => h("svg", { class: "part-sign", viewBox: "0 0 24 24", width: 20, height: 20, "aria-hidden": "true", dangerouslySetInnerHTML: { __html: PART_SIGNS[part] ?? "" } });

// --- the rail ---------------------------------------------------------------------------------------------------------

/** What ends the game, and how far off that is. @param {{ board: Board }} props */
export function Ending({ board }) {
  if (board.phase === "over") return null;
  return h("p", { class: "ending" }, h(Icon, { name: "flag", size: 18 }), h("span", null, board.last_round ? t("client.harmonies.last_round") : t("client.harmonies.rounds", { n: board.most_rounds }), h("small", null, t(board.ending ? `client.harmonies.ended.${board.ending}` : "client.harmonies.trigger"))));
}

/** Out of a sheet, onto the table. @param {number} seat */
function show(seat) {
  sheet.value = "";
  open(seat);
}

/** The others' landscapes in small; a press opens one in place of the own. @param {{ board: Board, seats: SeatView[], you: number }} props */
function Others({ board, seats, you }) {
  const others = you < 0 ? seats : [...seats.slice(you + 1), ...seats.slice(0, you)];
  const view = currentView.value;
  const large = view ? shown(view) : -1;
  return h(
    "ul",
    { class: "others", "data-count": others.length, "aria-label": t("client.harmonies.others") },
    others.map((seat) => {
      const own = board.seats[seat.seat];
      const cards = own.held.filter(({ card, tile }) => card || tile).length;
      return h(
        "li",
        { key: seat.seat },
        h(
          "button",
          { type: "button", "data-seat": seat.seat, "aria-pressed": String(large === seat.seat), onClick: () => show(seat.seat) },
          h("span", { class: "who" }, h(Mark, { seat: seat.seat, letter: seat.letter, size: 24, own: seat.to_move }), h("b", null, seatName(seat, you)), others.length === 1 && h("small", null, t("client.harmonies.above", { n: cards })), h("b", { class: "total" }, own.total)),
          h(Landscape, { spaces: board.spaces, seat: own, name: t("client.harmonies.landscape.of", { name: seatName(seat, you) }) }),
        ),
      );
    }),
  );
}

/** What the ground of side D says. */
function Legend() {
  const ground = (/** @type {string} */ kind, /** @type {string} */ inside) => h("svg", { width: 26, height: 22, viewBox: "-20 -17 40 34", "aria-hidden": "true", dangerouslySetInnerHTML: { __html: `<polygon class="hex ${kind}" points="${corners(18)}"/>${inside}` } });
  return h(
    "ul",
    { class: "legend" },
    h("li", null, ground("dry", '<path class="cracks" d="M-12 0-4 -4 2 4 10 0M-4 -4 0 -12"/>'), t("client.harmonies.legend.dry")),
    h("li", null, ground("watered", '<g class="drop"><path transform="translate(-8 -9) scale(.66)" d="M12 3.500c3.500 4.500 5.500 7 5.500 10a5.500 5.500 0 0 1-11 0c0-3 2-5.500 5.500-10z"/></g>'), t("client.harmonies.legend.watered")),
  );
}

/** @param {{ board: Board, seats: SeatView[], you: number }} props */
export function Meters({ board, seats, you }) {
  return h(
    "div",
    { class: "country" },
    seats.length > 1 && h(Others, { board, seats, you }),
    h("section", { "aria-label": t("client.harmonies.score.by_category") }, h("h2", null, t(board.phase === "over" ? "client.harmonies.score" : "client.harmonies.score.so_far")), h(ByCategory, { board, seats, you })),
    board.suns >= 0 && h(Suns, { n: board.suns }),
    h(Ending, { board }),
    board.spaces.some((space) => space.dry) && h(Legend, {}),
    board.reconstruction && h("p", { class: "reconstruction" }, h("small", null, t("client.harmonies.reconstruction"))),
  );
}
