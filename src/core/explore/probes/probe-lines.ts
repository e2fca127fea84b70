import type { SiteLines } from "#model/site-lines.ts";
import type { SitePage, SiteReveal } from "#model/site-pages.ts";
import type { PageSurvey, SurveyField, SurveyForm } from "#model/survey.ts";
import type { Target } from "#model/target.ts";
import { act, click } from "#core/explore/forms/act.ts";
import { isWordy } from "#core/explore/forms/form-data.ts";
import type { Walk } from "#core/explore/pages/walk.ts";
import { look, open } from "#core/explore/pages/open-page.ts";
import { besideWords, sumWords } from "#core/explore/lists/shared-sums.ts";
import { CREATE, DELETE } from "#core/explore/words.ts";
import { isByAddress } from "#core/explore/pages/by-address.ts";

const MOST = 3;
const CROSS = /^[×✕✖xX]$/;

const named = ({ fields }: Pick<SurveyForm, "fields">, name: string): number =>
  fields.filter((field) => field.name === name).length;

/** Fields of a line that the form had once and, once the control was used, has twice. */
const repeatedIn = ({ survey }: SitePage, { forms }: SiteReveal): SurveyField[] =>
  survey.forms
    .filter(({ purpose }) => purpose === "other")
    .flatMap((own) => {
      const grown = forms.find((form) => form.submit?.name === own.submit?.name);
      return own.fields.filter(
        ({ name, target }) =>
          target !== null && named(own, name) === 1 && grown !== undefined && named(grown, name) === 2,
      );
    });

/** What is worked with. */
const NUMBER =
  /\b(?:price|rate|amount|cost|qty|quantity|units|pieces|hours|preis|betrag|menge|anzahl|stunden|prix|quantit[ée]|precio|cantidad|prezzo)\b/i;

const isNumber = (field: SurveyField): boolean =>
  field.type === "number" || (isWordy(field) && NUMBER.test(field.name));

const fillLine = async (walk: Walk, fields: SurveyField[], nth: number, value: string): Promise<boolean> => {
  for (const { target } of fields) {
    const line = { ...(typeof target === "string" ? { label: target } : (target ?? {})), nth };
    if (!(await act(walk, line, { kind: "fill", value }))) return false;
  }
  return true;
};

/** Puts numbers into two lines, and tells beside which words an amount is more with both than with the first. */
const sumOf = async (
  walk: Walk,
  page: SitePage,
  add: Target,
  fields: SurveyField[],
): Promise<SiteLines["sum"]> => {
  if (fields.length === 0 || !(await open(walk, page.path)).ok) return null;
  if (!(await fillLine(walk, fields, 0, "4"))) return null;
  const one = await look(walk);
  if (!one || !(await click(walk, add)) || !(await fillLine(walk, fields, 1, "7"))) return null;
  const two = await look(walk);
  const amount = (survey: PageSurvey | null, words: string): string | undefined =>
    new RegExp(besideWords(words), "u").exec(survey?.text ?? "")?.[1];
  const words = sumWords(one.text).findLast((each) => amount(one, each) !== amount(two, each));
  return words === undefined ? null : { fields, words };
};

/** "Remove line 1" without its number. */
const unnumbered = (name: string): string => name.replaceAll(/\d+/g, "#");

const MOST_LINES = 100;

/** "Remove line 1" and "Remove line 2"; other numbers are others each time. */
const isCounted = (one: string, two: string): boolean => {
  const [first, second] = [one, two].map((name) => Number(/\d+/.exec(name)?.[0]));
  return first !== undefined && first < MOST_LINES && second === first + 1;
};

/** What removes the lines, while there are two: nothing else on the page is called so, but for the numbers of the lines. */
const removerIn = ({ buttons }: PageSurvey): SiteLines["remove"] | null => {
  const found = buttons.filter(
    ({ name, submit, chrome, disabled }) =>
      !submit && !chrome && !disabled && (DELETE.test(name) || CROSS.test(name)),
  );
  const [one, two] = found.map(({ name }) => name);
  if (one === undefined || two === undefined || found.length > 2) return null;
  if (unnumbered(one) !== unnumbered(two) || (one !== two && !isCounted(one, two))) return null;
  const called = (name: string) => ({ role: "button", name, exact: true });
  return one === two
    ? { name: one, first: { ...called(one), nth: 0 }, second: { ...called(one), nth: 1 } }
    : { name: one, first: called(one), second: called(two) };
};

const tryLines = async (walk: Walk, page: SitePage, reveal: SiteReveal): Promise<SiteLines | null> => {
  const { name, target } = reveal.control;
  const repeated = repeatedIn(page, reveal);
  const field = repeated.find((each) => isWordy(each) && !isNumber(each) && each.value === "");
  if (!field || target === null || !(await open(walk, page.path)).ok) return null;
  const added = await click(walk, target);
  const count = (survey: PageSurvey | null): number =>
    Math.max(0, ...(survey?.forms ?? []).map((form) => named(form, field.name)));
  const remove = added ? removerIn(added) : null;
  if (remove === null || count(added) !== 2) return null;
  const after = await click(walk, remove.first);
  if (count(after) !== 1 || after?.dialogs.length !== 0) return null;
  // Where lines keep their numbers, the next one has another.
  const isAsBefore = remove.first.nth === 0 || after.buttons.some(({ name: text }) => text === remove.name);
  const sum = isAsBefore ? await sumOf(walk, page, target, repeated.filter(isNumber)) : null;
  return { pageId: page.id, path: page.path, add: { name, target }, field, remove, sum };
};

/** Adds a line to forms that have lines, and removes the first again; nothing is sent. */
export const probeLines = async (walk: Walk, pages: SitePage[]): Promise<SiteLines[]> => {
  const found: SiteLines[] = [];
  for (const page of pages) {
    if (!isByAddress(page)) continue;
    // An item that is there already may lose a line of its own.
    const isStored = (field: SurveyField): boolean => isWordy(field) && /\p{L}/u.test(field.value);
    if (page.pattern.includes(":id") || page.survey.forms.some(({ fields }) => fields.some(isStored)))
      continue;
    for (const reveal of page.reveals) {
      if (walk.over() || found.length >= MOST) return found;
      if (reveal.effect !== "content" || !CREATE.test(reveal.control.name)) continue;
      const lines = await tryLines(walk, page, reveal);
      if (lines) found.push(lines);
    }
  }
  return found;
};
