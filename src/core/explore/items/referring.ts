import type { SitePage } from "#model/site-pages.ts";
import type { SiteRecord } from "#model/site-records.ts";
import type { SurveyCollection, SurveyField, SurveyForm } from "#model/survey.ts";
import { offeredBy } from "#core/explore/forms/form-data.ts";
import { fold, itemName, mainList } from "#core/explore/lists/lists.ts";
import { sameForm } from "#core/explore/forms/sendable-forms.ts";
import { CREATE } from "#core/explore/words.ts";
import type { Way } from "./ways.ts";
import { NO_ITEM, isShownBy, isUntold, nameFieldOf, waysIn } from "./ways.ts";

/** Begins what is about something else: "Book a member", "Rent out". */
const BEGINS = new RegExp(
  `${CREATE.source}|^(?:book|enroll?|assign|rent|hire|lend|loan|reserve|schedule|allocate|put down|sign up)(?!\\p{L})`,
  "iu",
);
const LEAST_NAME = 3;
const LEAST_KNOWN = 2;
const MOST_LEAST = 3;
const MOST_REFERRED = 2;

/** An item of such a list can be made, found there by its name, and removed. */
const canBeMade = (record: SiteRecord): boolean =>
  record.remove !== null &&
  !record.remove.stays &&
  record.listed !== "never" &&
  record.at === null &&
  ![record.lingers, record.exclusive, record.emptied, record.apart, record.ownPage].some(Boolean);

const namesOf = (pages: SitePage[], { pageId }: SiteRecord): string[] => {
  const page = pages.find(({ id }) => id === pageId);
  const list = page ? mainList(page.survey) : null;
  const names = (list?.items ?? []).map(itemName).filter((name) => name.length >= LEAST_NAME);
  return [...new Set(names)];
};

/** The list whose items the select offers: that it has several of them, each by its name. */
const itemsOf = (field: SurveyField, pages: SitePage[], records: SiteRecord[]): SiteRecord | null => {
  if (field.type !== "select" || field.target === null || field.disabled || field.unsent) return null;
  const options = offeredBy(field.options).map(fold);
  const least = Math.max(LEAST_KNOWN, Math.min(options.length, MOST_LEAST));
  const [best] = records
    .filter(canBeMade)
    .map((record) => ({
      record,
      known: namesOf(pages, record).filter((name) => options.some((option) => option.includes(name))).length,
    }))
    .toSorted((a, b) => b.known - a.known);
  return best && best.known >= least ? best.record : null;
};

/** The list does not show what is typed into the form, which chooses among several things. */
export const mayRefer = ({ form, list, nameField }: Way): boolean =>
  list !== null &&
  isUntold(list, nameField) &&
  form.fields.some(({ type, options }) => type === "select" && offeredBy(options).length >= LEAST_KNOWN);

const stands = ({ paged, listed }: SiteRecord): boolean => paged && listed === "in_sight";

/**
 * It refers to others and cannot be removed, and stands, or they do, on the first page of a list in parts: each one that is made
 * puts another out of sight for good.
 */
export const crowdsOut = (record: SiteRecord): boolean => {
  const items = record.form.fields.flatMap(({ refers }) => refers?.item ?? []);
  return items.length > 0 && record.remove === null && [record, ...items].some(stands);
};

type Referring = { field: SurveyField; item: SiteRecord };

/** The selects of a form that choose items of lists that items can be made for; the one that the list shows comes first. */
const referringIn = (
  { fields }: SurveyForm,
  list: SurveyCollection | null,
  pages: SitePage[],
  records: SiteRecord[],
): Referring[] => {
  const found = fields.flatMap((field): Referring[] => {
    const item = itemsOf(field, pages, records);
    return item ? [{ field, item }] : [];
  });
  const isTold = ({ field }: Referring): boolean => isShownBy(list, field);
  return found.length > MOST_REFERRED ? [] : found.toSorted((a, b) => Number(isTold(b)) - Number(isTold(a)));
};

/** What is typed into it is shown by its list. */
const isNamed = (form: SurveyForm, list: SurveyCollection | null): boolean => {
  const typed = nameFieldOf(form, list);
  return typed !== null && (list === null || !isUntold(list, typed));
};

/**
 * Ways to make what is known by what it is about, such as a rental of a tool by a customer: a select chooses that among
 * the items of a list, of which one is made for it. `refer` has the form do so from then on, and gives what takes that back.
 */
export const waysByReference = (
  pages: SitePage[],
  records: SiteRecord[],
): { way: Way; refer: () => () => void }[] => {
  const unknown = (form: SurveyForm): boolean => records.every((record) => !sameForm(record.form, form));
  const referring = (form: SurveyForm, list: SurveyCollection | null): Referring[] =>
    unknown(form) && !isNamed(form, list) ? referringIn(form, list, pages, records) : [];
  const nameOf = (form: SurveyForm, list: SurveyCollection | null): SurveyField | null =>
    referring(form, list)[0]?.field ?? null;
  const isItem = ({ opener, form }: Way): boolean =>
    !NO_ITEM.test(`${opener?.name ?? ""} ${form.name} ${form.submit?.name ?? ""}`);
  return waysIn(pages, { nameOf, words: BEGINS })
    .filter(isItem)
    .map((way) => ({
      way,
      refer: () => {
        const fields = referring(way.form, way.list);
        for (const { field, item } of fields) field.refers = { item, before: "", after: "" };
        return () => {
          for (const { field } of fields) delete field.refers;
        };
      },
    }));
};
