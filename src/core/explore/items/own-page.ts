import { findValues, readNumber } from "#core/suite/order.ts";
import type { SiteRecord } from "#model/site-records.ts";
import type { PageSurvey } from "#model/survey.ts";
import type { Target } from "#model/target.ts";
import { pathOf } from "#core/explore/pages/address.ts";
import { dayIn } from "#core/explore/lists/day-columns.ts";
import type { Entry } from "#core/explore/forms/form-data.ts";
import { tryEditing } from "./edit-further.ts";
import { MONEY } from "#core/explore/forms/amount-items.ts";
import { saidOf } from "#core/explore/forms/field-hints.ts";
import { isWordy } from "#core/explore/forms/form-data.ts";
import { controlsOn, furtherControls } from "./item-actions.ts";
import { tryChoices } from "./item-choices.ts";
import type { FurtherControl } from "./item-actions.ts";
import { fold } from "#core/explore/lists/lists.ts";
import type { Made } from "./own-item.ts";
import { controlIn, rowControl } from "./own-item.ts";
import { readBack } from "#core/explore/forms/read-back.ts";
import { CANCEL, tryRemoval } from "./rehearse-controls.ts";
import type { Reach } from "./rehearse-controls.ts";
import { sharedSums } from "#core/explore/lists/shared-sums.ts";
import { click } from "#core/explore/forms/act.ts";
import type { Walk } from "#core/explore/pages/walk.ts";
import { open } from "#core/explore/pages/open-page.ts";
import { here, isThorough } from "#core/explore/pages/walk.ts";
import { DELETE, EDIT } from "#core/explore/words.ts";

const LEAST_SAID = 4;

/** The page says what was typed or chosen. */
const says = ({ text }: PageSurvey, entry: Entry, made: Made): boolean => {
  if (entry.kind === "check") return false;
  if (entry.kind === "select") return entry.option.length >= LEAST_SAID && text.includes(fold(entry.option));
  const typed = fold(made.values.get(entry.field.name) ?? "");
  return (isWordy(entry.field) || /^(?:email|url)$/.test(entry.field.type)) && text.includes(typed);
};

const ROUNDS = /round|whole|gerundet|ganze|arrondi|redonde|arrotond/i;

/** What becomes of an amount that is rounded, or cut, to whole ones, to tenths or to one cent less. */
const roundedFrom = (typed: number): string[] => {
  const tenths = [Math.floor(typed * 10) / 10, Math.ceil(typed * 10) / 10];
  return [Math.floor(typed), Math.ceil(typed), ...tenths, typed - 0.01].map((amount) => amount.toFixed(2));
};

/** The page shows the amount that was typed, with its cents; or does not, but what comes of rounding it. */
const saysAmount = ({ text }: PageSurvey, entry: Entry, { values, before }: Made): boolean => {
  const value = values.get(entry.field.name) ?? "";
  if (entry.kind !== "fill" || !MONEY.test(entry.field.name) || !/^\d+\.\d\d$/.test(value)) return false;
  const centsIn = (words: string): string[] =>
    findValues(words, "money").flatMap((amount) =>
      /\d[.,]\d\d(?!\d)/.test(amount) ? [(readNumber(amount) ?? Number.NaN).toFixed(2)] : [],
    );
  const shown = centsIn(text);
  const near = shown.filter((amount) => roundedFrom(Number(value)).includes(amount));
  return (
    shown.includes(value) ||
    (!ROUNDS.test(`${entry.field.name} ${saidOf(entry.field)}`) &&
      near.some((amount) => !centsIn(before).includes(amount)))
  );
};

/** A link that leads to the list. */
const backIn = (walk: Walk, { links }: PageSurvey, path: string): Target | null => {
  const leads = links.filter(({ href, target, new_tab: apart }) => {
    const url = URL.canParse(href, walk.origin) ? new URL(href, walk.origin) : null;
    return target !== null && !apart && url?.origin === walk.origin && pathOf(url) === path;
  });
  return leads.toSorted((a, b) => Number(a.chrome) - Number(b.chrome))[0]?.target ?? null;
};

/**
 * For an item that its list shows under a name of the app's own: what the page that one came to once it was made shows of
 * it, and how it is changed and removed there.
 */
export const tryOwnPage = async (
  walk: Walk,
  record: SiteRecord,
  made: Made,
  entries: Entry[],
): Promise<FurtherControl[]> => {
  const { landed, name, values, before } = made;
  if (landed === null || !walk.patterns.of(new URL(landed, walk.origin)).includes(":id")) return [];
  const there = await open(walk, landed);
  if (!there.ok || !there.survey.text.includes(name)) return [];
  const { survey } = there;
  record.ownPage = {
    back: backIn(walk, survey, record.path),
    shown: entries.filter((entry) => says(survey, entry, made)).map(({ field }) => field.name),
    days: Object.fromEntries(
      entries.flatMap((entry) => {
        const isDay = entry.kind === "fill" && entry.field.type === "date";
        const written = isDay ? dayIn(survey.text, entry.value) : null;
        return written === null ? [] : [[entry.field.name, written]];
      }),
    ),
    money: entries.filter((entry) => saysAmount(survey, entry, made)).map(({ field }) => field.name),
    amounts: sharedSums(before, survey.text),
    added: { sums: survey.sums, text: survey.text },
  };
  record.detail = { edit: true, remove: true };
  if (isThorough(walk)) record.choices.push(...(await tryChoices(walk, landed, survey)));
  const reach: Reach = async (_, control, passing) => {
    const opened = await open(walk, landed);
    if (!opened.ok) return null;
    passing?.(opened.survey);
    return click(walk, rowControl(control, name, null));
  };
  const edit = controlIn(controlsOn(survey), EDIT, name);
  if (edit) {
    const itemAt = here(walk);
    const after = await reach(true, edit);
    const form = after ? readBack(after, record.form, values, name) : null;
    const cancel = form ? (after?.buttons.find(({ name: text }) => CANCEL.test(text))?.target ?? null) : null;
    const overItem = form !== null && (after?.dialogs.length ?? 0) > 0 && here(walk) === itemAt;
    record.edit = { ...edit, form, overList: false, ...(overItem && { overItem }), cancel };
    if (form && isThorough(walk)) {
      const again = (): Promise<PageSurvey | null> => reach(true, edit);
      Object.assign(form, await tryEditing(walk, form, record.form, { values, headings: [] }, again));
    }
  }
  const remove = controlIn(controlsOn(survey), DELETE, name, true);
  if (remove) record.remove = await tryRemoval(walk, record, remove, name, reach);
  return furtherControls(controlsOn(survey), name, true);
};
