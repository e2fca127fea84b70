import type { SiteRecord } from "#model/site-records.ts";
import { act } from "#core/explore/forms/act.ts";
import { canBeMadeAgain, fillRecord } from "#core/explore/forms/fill-record.ts";
import { itemData } from "#core/explore/items/item-data.ts";
import { fold } from "#core/explore/lists/lists.ts";
import { isHadOnce } from "#core/explore/items/make-item.ts";
import { look, lookSteadily, open } from "#core/explore/pages/open-page.ts";
import { rowWith } from "#core/explore/items/own-item.ts";
import { find } from "#core/explore/items/rehearse-controls.ts";
import { removeItem } from "#core/explore/items/remove-item.ts";
import { sentSince } from "#core/explore/pages/sent.ts";
import type { Walk } from "#core/explore/pages/walk.ts";
import { beginStep, isThorough } from "#core/explore/pages/walk.ts";

const LEAST = 2;
const MOST = 4;

/** Items of it can be made again and again by the same data, and found and counted where they are listed. */
const isCountable = (record: SiteRecord): boolean =>
  canBeMadeAgain(record) &&
  record.ownPage === null &&
  (record.form.submit?.target ?? null) !== null &&
  !(itemData(record.form, record.nameField, record.nameTail, record.varied) ?? []).some(isHadOnce);

/** How often a double click on the button has sent the form, and how many items that made; null where it made none. */
const clickTwice = async (walk: Walk, record: SiteRecord, tag: string): Promise<SiteRecord["doubled"]> => {
  const { path, form, list } = record;
  const name = (await open(walk, path)).ok ? await fillRecord(walk, record, tag) : null;
  const mark = beginStep(walk);
  if (name === null || !(await act(walk, form.submit?.target ?? null, { kind: "double_click" })))
    return undefined;
  await lookSteadily(walk);
  const sent = sentSince(walk, mark).length;
  const survey = (await find(walk, record, name)) ? await look(walk) : null;
  const there = survey ? rowWith(survey, { list }, name) : null;
  if (!there) return undefined;
  const made = there.list.items.filter(({ text }) => fold(text).includes(name)).length;
  for (let left = made; left > 0; left -= 1) await removeItem(walk, record, name);
  return { sent, made };
};

/**
 * Clicks twice, as a person may, on what sends the forms of items, where it is a script that sends several of them: an app
 * that sends one of them once means to do so with the others.
 */
export const probeDoubled = async (
  walk: Walk,
  records: readonly SiteRecord[],
  tag: string,
): Promise<void> => {
  const countable = records.filter(isCountable);
  if (!isThorough(walk) || countable.length < LEAST) return;
  for (const [at, record] of countable.slice(0, MOST).entries()) {
    if (walk.over()) return;
    walk.progress(`clicking twice on "${record.form.submit?.name ?? ""}" of ${record.path}`);
    const doubled = await clickTwice(walk, record, `${tag}y${at}`);
    if (doubled) record.doubled = doubled;
  }
};
