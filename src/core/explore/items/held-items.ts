import { click } from "#core/explore/forms/act.ts";
import { fold } from "#core/explore/lists/lists.ts";
import type { Referred } from "./make-item.ts";
import { look, open } from "#core/explore/pages/open-page.ts";
import { rowWith } from "./own-item.ts";
import { isSameField } from "#core/explore/forms/refusal.ts";
import type { Walk } from "#core/explore/pages/walk.ts";
import type { Way } from "./ways.ts";

/** A few plain words: a state, and no number, name or day. */
const STATE = /^\p{L}[\p{L} -]{2,24}$/u;

/** The form that has chosen it offers it no more: nobody else can have it meanwhile. */
const isTaken = async (walk: Walk, way: Way, { field, name }: Referred): Promise<boolean> => {
  const opened = await open(walk, way.page.path);
  if (!opened.ok || (way.opener && !(await click(walk, way.opener.target)))) return false;
  const now = (await look(walk))?.forms
    .flatMap(({ fields }) => fields)
    .find((each) => isSameField(each, field));
  return now !== undefined && now.options.every((text) => !text.includes(name));
};

/**
 * Notes of each item that was chosen just now, and can be had but once, what its list says of it only since then: "On hire",
 * where it said "Available".
 */
export const learnHeld = async (walk: Walk, way: Way, referred: readonly Referred[]): Promise<void> => {
  for (const each of referred) {
    const { field, item, name, cells } = each;
    if (!field.refers || field.refers.held || cells.length === 0) continue;
    const there = await open(walk, item.path);
    const row = there.ok ? rowWith(there.survey, item, name) : null;
    const now = row?.item.cells.map(fold) ?? [];
    const controls = [...(row?.item.buttons ?? []), ...(row?.item.links.map(({ text }) => text) ?? [])].map(
      fold,
    );
    const isState = (text: string): boolean =>
      STATE.test(text) && controls.every((control) => control === "" || !text.includes(control));
    const column =
      now.length === cells.length
        ? now.findIndex((text, at) => text !== cells[at] && [text, cells[at] ?? ""].every(isState))
        : -1;
    if (column >= 0 && (await isTaken(walk, way, each)))
      field.refers.held = { column, text: now[column] ?? "" };
  }
};
