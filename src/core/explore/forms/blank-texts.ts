import type { SiteRecord } from "#model/site-records.ts";
import type { TargetObject } from "#model/target.ts";
import { click } from "./act.ts";
import { dataFor } from "./form-data.ts";
import type { Entry } from "./form-data.ts";
import { fold, rowsOf } from "#core/explore/lists/lists.ts";
import { look, open } from "#core/explore/pages/open-page.ts";
import { rowControl } from "#core/explore/items/own-item.ts";
import { isForm } from "./refusal.ts";
import type { Refusal } from "./refusal.ts";
import { sameForm } from "./sendable-forms.ts";
import type { SendableForm } from "./sendable-forms.ts";
import type { Walk } from "#core/explore/pages/walk.ts";
import { isThorough, spend } from "#core/explore/pages/walk.ts";

/** What looks like nothing and is not empty. */
export const BLANK = "   ";

/** What one form takes. */
const LEAST_TIME = 15_000;
const MOST_FORMS = 8;
/** An app that takes this from so many forms and refuses it in none has its own mind about it. */
const MOST_TAKEN = 2;

type Send = (sendable: SendableForm, entries: Entry[]) => Promise<Refusal | null | undefined>;

const neededText = (entries: Entry[]): Entry | undefined =>
  entries.find(
    ({ kind, field }) => kind === "fill" && /^(?:text|textarea|)$/.test(field.type) && field.required,
  );

/** An item of it can be told in its list by the lack of a name, and removed there. */
const isRemovable = ({ remove, detail, rowRole, nameColumns, paged }: SiteRecord): boolean =>
  remove !== null &&
  !remove.menu &&
  !remove.elsewhere &&
  !detail?.remove &&
  rowRole === "row" &&
  nameColumns.length === 1 &&
  !paged;

/** The row without a name; null where each has one, undefined where the list is not to be seen. */
const namelessRow = async (walk: Walk, record: SiteRecord): Promise<TargetObject | null | undefined> => {
  const [column = -1] = record.nameColumns;
  const opened = await open(walk, record.path);
  const list = opened.ok
    ? opened.survey.collections.find(({ target }) => JSON.stringify(target) === JSON.stringify(record.list))
    : undefined;
  const rows = list ? rowsOf(list) : null;
  if (!list || !rows) return undefined;
  const at = list.items.findIndex(({ cells }) => fold(cells[column] ?? "-") === "");
  return at < 0 ? null : { ...rows, nth: at };
};

/** Removes the item without a name; false where there is none to be seen, or it stays. */
const removeNameless = async (walk: Walk, record: SiteRecord): Promise<boolean> => {
  const row = await namelessRow(walk, record);
  if (!row || !record.remove || !spend(walk)) return false;
  const asked = await click(walk, rowControl(record.remove, "", row));
  const { confirm } = record.remove;
  if (!asked || (confirm && !(await click(walk, confirm)))) return false;
  return (await namelessRow(walk, record)) === null;
};

/**
 * Sends forms that took what was made up with a text of nothing but spaces where one is required, and notes with each whether
 * the app refused that. What it takes is removed again; where that cannot be done, it is sent only once another form was seen
 * to refuse it.
 */
export const seeBlank = async (
  walk: Walk,
  forms: readonly SendableForm[],
  records: readonly SiteRecord[],
  send: Send,
): Promise<void> => {
  if (!isThorough(walk)) return;
  const recordOf = ({ form }: SendableForm): SiteRecord | undefined =>
    records.find((record) => sameForm(record.form, form));
  const leaves = (each: SendableForm): boolean => {
    const record = recordOf(each);
    return !record || !isRemovable(record);
  };
  const noted: boolean[] = [];
  for (const each of forms.toSorted((a, b) => Number(leaves(a)) - Number(leaves(b)))) {
    const entries = dataFor(each.form) ?? [];
    const text = neededText(entries);
    if (walk.over() || walk.timeLeft() < LEAST_TIME || noted.length >= MOST_FORMS) return;
    if ((leaves(each) || noted.length >= MOST_TAKEN) && !noted.includes(true)) return;
    if (text?.kind !== "fill") continue;
    const record = recordOf(each);
    // What has no name already is somebody's.
    if (record && !leaves(each) && (await namelessRow(walk, record)) !== null) continue;
    const blank = { ...text, value: BLANK, fixtures: {} };
    const refusal = await send(
      each,
      entries.map((entry) => (entry === text ? blank : entry)),
    );
    const stays = (await look(walk))?.forms.some((form) => isForm(form, each.form));
    // A form that is there again without a word may have left it aside.
    if (refusal === undefined || stays === undefined || (refusal === null && stays)) continue;
    // What cases look for is the form: not every app leads back to it with what it refuses.
    if (refusal === null || stays) each.form.blank = { field: text.field.name, refused: refusal !== null };
    noted.push(refusal !== null);
    // Nothing more is left behind than that.
    if (refusal === null && !(record && (await removeNameless(walk, record)))) return;
  }
};
