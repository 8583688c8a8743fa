// After a game: once more, step through it, keep its record.

/** @import { View } from "./wire.js" */

import { h } from "preact";
import { download, sentence } from "./api.js";
import { Action } from "./parts.js";
import { save } from "./save.js";
import * as saved from "./saved.js";
import { again, go, refuse } from "./store.js";
import { t } from "./words.js";

/** @param {View} view */
async function saveRecord(view) {
  const { token, hostToken } = saved.table(view.table);
  try {
    save(await download(`/api/tables/${view.table}/record`, token || hostToken), `${view.game}-${view.table}.jsonl`);
  } catch (error) {
    refuse(sentence(error));
  }
}

/** @param {{ view: View }} props */
export function EndActions({ view }) {
  const seated = view.you >= 0 || view.host;
  return h(
    "div",
    { class: "actions three" },
    h(Action, { label: t("client.end.save"), icon: "save", press: () => void saveRecord(view) }),
    h(Action, { label: t("client.end.steps"), icon: "next", press: () => go(`/replay?table=${view.table}`) }),
    (seated || view.next_table) &&
      h(Action, { label: view.next_table ? t("client.end.follow") : t("client.end.again"), primary: true, press: () => void again() }),
  );
}
