import { fold } from "./lists.ts";
import type { Referred } from "./make-item.ts";
import { open } from "./open-page.ts";
import { rowWith } from "./own-item.ts";
import type { Walk } from "./walk.ts";

/** A few plain words: a state, and no number, name or day. */
const STATE = /^\p{L}[\p{L} -]{2,24}$/u;

/** Notes of each item that was chosen just now what its list says of it only since then: "On hire", where it said "Available". */
export const learnHeld = async (walk: Walk, referred: readonly Referred[]): Promise<void> => {
  for (const { field, item, name, cells } of referred) {
    if (!field.refers || field.refers.held || cells.length === 0) continue;
    const there = await open(walk, item.path);
    const now = there.ok ? (rowWith(there.survey, item, name)?.item.cells.map(fold) ?? []) : [];
    if (now.length !== cells.length) continue;
    const column = now.findIndex(
      (text, at) => text !== cells[at] && [text, cells[at] ?? ""].every((each) => STATE.test(each)),
    );
    if (column >= 0) field.refers.held = { column, text: now[column] ?? "" };
  }
};
