import type { SitePage, SiteReveal } from "#model/site-pages.ts";
import type { PageSurvey, SurveyCollection, SurveyField, SurveyForm } from "#model/survey.ts";
import type { Target } from "#model/target.ts";
import { withoutArrows } from "#model/sort-arrows.ts";
import { normalise, pathOf, withoutQuery } from "#core/explore/pages/address.ts";
import { firstPasswords } from "#core/explore/login/first-password.ts";
import { dataForItem, isWordy } from "#core/explore/forms/form-data.ts";
import { bareLabel, fold, isOfItems, mainList } from "#core/explore/lists/lists.ts";
import { goesOn } from "#core/explore/wizards/wizard-step.ts";
import { CREATE, NEW_AT } from "#core/explore/words.ts";
import { amountFieldOf, isAmountField } from "#core/explore/forms/amount-items.ts";
import { isByAddress } from "#core/explore/pages/by-address.ts";

/** A form that makes an item of a list, with what brings it up where it does not stand beside the list itself. */
export type Way = {
  page: SitePage;
  opener: { name: string; target: Target } | null;
  /** The page that it is on, where that is not the list's own. */
  leadsTo: string | null;
  form: SurveyForm;
  /** The list that the item is to be in; null where there is none as long as it is empty. */
  list: SurveyCollection | null;
  nameField: SurveyField;
};

/** Sent away, or what changes more than one list. */
export const NO_ITEM =
  /contact us|get in touch|newsletter|subscri|check-?out|sign ?(?:in|up)|log ?in|password|account|settings|profile|search|filter|feedback|support|coupon|voucher|cart|basket|invit|pay|donat|upload|share|report|delete|remove|send/i;

const WRITTEN_AT = /\/(?:add|ask|compose|write|editor)$/i;

/**
 * It is called like what makes an item, or leads to where the list's own address goes on to for one more: "Ask a question"
 * at `/questions/new`.
 */
const begins = ({ path }: SitePage, name: string, to: string | null, words: RegExp): boolean => {
  const [own, other] = [path, to ?? ""].map(withoutQuery);
  const above = own?.replace(/\/(?:#!?\/?)?$/, "") ?? "";
  const below = other?.startsWith(above) ? other.slice(above.length) : "";
  const isByPlace = /^(?:\/#!?)?\/[^/]+$/.test(below) && (NEW_AT.test(below) || WRITTEN_AT.test(below));
  return words.test(name) || (isByPlace && !NO_ITEM.test(name));
};

/** Links such as "New article", which lead to a page with the form; the title of an item may have such a word in it. */
const linkedReveals = (page: SitePage, words: RegExp): SiteReveal[] => {
  const { survey, path } = page;
  const list = mainList(survey);
  const ofItems = new Set(
    list && isOfItems(list) ? list.items.flatMap(({ links }) => links.map(({ href }) => href)) : [],
  );
  return survey.links
    .filter(({ text, href, same_origin, target }) => {
      const to = normalise(href, survey.url);
      return (
        same_origin && target !== null && !ofItems.has(href) && begins(page, text, to && pathOf(to), words)
      );
    })
    .map(({ text, href, chrome, target }) => {
      const to = normalise(href, survey.url);
      const common = { role: "link", disabled: false, expanded: null, submit: false };
      return {
        control: { ...common, name: text, chrome, target },
        effect: "navigation" as const,
        path: to ? pathOf(to) : path,
        appeared: [],
        forms: [],
        problems: [],
        close: null,
      };
    });
};

/** With the forms of the page that the control leads to, where that was opened. */
const withFormOf = (reveal: SiteReveal, pages: SitePage[]): SiteReveal => {
  if (reveal.effect !== "navigation" || reveal.path === null) return reveal;
  const there = pages.find(
    ({ path, examples }) => path === reveal.path || examples.includes(reveal.path ?? ""),
  );
  // What the address asks for may be filled in there already, and was not seen.
  const isOther = there?.path !== reveal.path && reveal.path.includes("?");
  return there && !isOther ? { ...reveal, forms: there.survey.forms } : reveal;
};

const NAMES = /name|title|subject|summary|task|to-?do|item|what|label|titel|aufgabe|nom|titre|nombre|nome/i;
const NO_NAME =
  /mail|phone|mobile|url|website|price|amount|cost|date|zip|post|quantity|stock|count|code|number|sku|durat|\bdauer\b|dur[ée]e|duraci|\bhours?\b|\bminutes?\b|\bstunden\b|percent|%/i;

/** One of several lines of the item: "Ingredient 1". */
const OF_LINE = /\p{L} \d+$/u;

/** The list shows what is typed there: "Number" of what the form calls "Room number (required)". */
export const isShownBy = (list: SurveyCollection | null, field: SurveyField): boolean => {
  const name = wordsOf(bareLabel(field.name));
  return (list?.columns ?? []).some((column) => {
    const heading = wordsOf(withoutArrows(column.name));
    return (
      heading !== "" && (name === heading || name.endsWith(` ${heading}`) || heading.endsWith(` ${name}`))
    );
  });
};

const wordsOf = (name: string): string => fold(name.replaceAll(/[^\p{L}\d]+/gu, " ")).toLowerCase();

/** A list with columns, none of which is about the field. */
export const isUntold = (list: SurveyCollection, field: SurveyField): boolean =>
  list.columns.filter(({ name }) => name !== "").length > 1 &&
  !NAMES.test(field.name) &&
  !isShownBy(list, field);

/** The rows are called by what the app gives them, such as a number, and lead to pages that say the rest. */
const leadsByNumber = ({ items }: SurveyCollection): boolean =>
  items.length > 0 && items.every(({ links }) => links.some(({ text }) => /\d/.test(text)));

/** The field that an item is known by in its list: its name, or where that is shown neither there nor on a page of its own an amount. */
export const nameFieldOf = (form: SurveyForm, list: SurveyCollection | null): SurveyField | null => {
  const named = wordsFieldOf(form, list);
  if (named === null || list === null) return named ?? (list && amountFieldOf(form, list));
  const isTold = (!isUntold(list, named) || leadsByNumber(list)) && !isAmountField(named);
  return isTold ? named : (amountFieldOf(form, list) ?? named);
};

/** The field for the words that an item is called by. */
const wordsFieldOf = ({ fields }: SurveyForm, list: SurveyCollection | null): SurveyField | null => {
  const words = fields.filter(
    (field) =>
      isWordy(field) && field.target !== null && !field.disabled && !field.read_only && field.value === "",
  );
  const weight = ({ name, required, type }: SurveyField): number =>
    (required ? 4 : 0) +
    (NAMES.test(name) ? 3 : 0) -
    (OF_LINE.test(name) ? 3 : 0) -
    (NO_NAME.test(name) ? 6 : 0) -
    (type === "textarea" ? 2 : 0);
  const best = words.toSorted((a, b) => weight(b) - weight(a))[0] ?? null;
  if (!best || NAMES.test(best.name) || isShownBy(list, best)) return best;
  // Where nothing is called a name, it is what the list shows.
  return words.filter((field) => isShownBy(list, field)).toSorted((a, b) => weight(b) - weight(a))[0] ?? best;
};

/** One that goes on to a further step makes nothing yet. */
const hasSubmit = (form: SurveyForm): boolean =>
  (form.purpose === "other" || firstPasswords(form).length > 0) &&
  Boolean(form.submit?.target) &&
  form.submit?.disabled === false &&
  !goesOn(form);

const MOST_INLINE_FIELDS = 8;

/** The page without the lists below the dialog that it opens with: a form in that adds to none of them. */
const inFront = (survey: PageSurvey): PageSurvey => ({
  ...survey,
  collections: survey.collections.filter(({ behind }) => !behind),
});

/** The field that an item is known by in its list; null where the form has none. */
type NameOf = (form: SurveyForm, list: SurveyCollection | null) => SurveyField | null;

/** `nameOf` says what an item is known by, and `words` what begins one. */
type Kind = { nameOf: NameOf; words: RegExp };

/** Forms that stand beside the list that they add to, or above the place where it will be. */
const inline = (page: SitePage, { nameOf, words }: Kind): Way[] => {
  const list = mainList(inFront(page.survey));
  return page.survey.forms.flatMap((form): Way[] => {
    const nameField = nameOf(form, list);
    const submit = form.submit?.name ?? "";
    const isSmall = form.fields.length <= MOST_INLINE_FIELDS;
    const isPlain = !NO_ITEM.test(`${form.name} ${submit}`) && /^(?:get|post|)$/.test(form.method);
    const adds =
      words.test(submit) ||
      /^\+$/.test(submit) ||
      (CREATE.test(form.name) &&
        /^(?:save|submit|ok|done|speichern|enregistrer|guardar|salva)\b/i.test(submit));
    const single =
      list === null &&
      form.fields.length === 1 &&
      /add|to-?do|task|what/i.test(`${nameField?.name} ${submit}`);
    if (
      !nameField ||
      nameField.type === "textarea" ||
      !isSmall ||
      !isPlain ||
      !hasSubmit(form) ||
      !dataForItem(form) ||
      (firstPasswords(form).length > 0 && !page.behindLogin)
    )
      return [];
    if (!adds || (list === null && !single)) return [];
    return [{ page, opener: null, leadsTo: null, form, list: list?.target ? list : null, nameField }];
  });
};

/** The same form with further fields: what one more line of it belongs to is there already. */
const hasGrown = (own: SurveyForm, form: SurveyForm): boolean =>
  own.submit !== null &&
  own.submit.name === form.submit?.name &&
  own.fields.length > 1 &&
  own.fields.length < form.fields.length &&
  own.fields.every(({ name, type }) => form.fields.some((each) => each.name === name && each.type === type));

/** The list that what is made there shows up in: what the page is about, or the one table that has columns and hardly a row. */
const listOf = (survey: PageSurvey): SurveyCollection | null => {
  const main = mainList(survey);
  const tables = [...survey.collections, ...(survey.singles ?? [])].filter(
    ({ kind, columns, rows, target, beside, behind }) =>
      kind === "table" && target !== null && columns.length > 0 && rows < 2 && !beside && !behind,
  );
  return main ?? (tables.length === 1 ? (tables[0] ?? null) : null);
};

const NOTHING =
  /\bno (?:[\p{L}-]+ ){1,3}(?:yet|found|available|here|so far)(?!\p{L})|\bnothing (?:here|yet|to show|found)|\bthere (?:is nothing|are no)\b|\b(?:have|has)(?:n['’]t| not) [^.]{0,40}\byet\b|\b(?:don['’]t|do not) have any|\bis empty\b|\bnoch keine?|\bkeine [\p{L} ]{0,40}vorhanden|\baucun|\bno hay\b|\bancora ness/iu;

/** There is no list, as there is nothing to be in it yet. */
const hasNothing = ({ text, collections }: PageSurvey): boolean =>
  NOTHING.test(text) && collections.every(({ beside, behind, rows }) => beside || behind || rows < 2);

/** Somebody else, where nobody is logged in. */
const ADDS = /^(?:add|new|create)\b/i;

/** Every way to make an item that the pages offer, each once. */
export const waysIn = (
  pages: SitePage[],
  { nameOf, words }: Kind = { nameOf: nameFieldOf, words: CREATE },
): Way[] => {
  const found: Way[] = [];
  const seen = new Set<string>();
  const add = (way: Way, key: string): void => {
    if (seen.has(key)) return;
    seen.add(key);
    found.push(way);
  };
  for (const page of pages) {
    if (!isByAddress(page)) continue;
    const list = listOf(page.survey);
    for (const reveal of [...page.reveals, ...linkedReveals(page, words)].map((each) =>
      withFormOf(each, pages),
    )) {
      const { name, target } = reveal.control;
      const form = reveal.forms.find(
        (each) =>
          hasSubmit(each) &&
          (firstPasswords(each).length === 0 ||
            (page.behindLogin ? !/regist|sign/i.test(name) : ADDS.test(name))),
      );
      const nameField = form ? nameOf(form, list) : null;
      if ((!list?.target && !hasNothing(page.survey)) || !form || !nameField || !target || !dataForItem(form))
        continue;
      if (page.survey.forms.some((own) => hasGrown(own, form))) continue;
      if (!begins(page, name, reveal.path, words)) continue;
      const leadsTo = reveal.effect === "navigation" ? (reveal.path?.split("?")[0] ?? null) : null;
      add(
        { page, opener: { name, target }, leadsTo, form, list, nameField },
        `${withoutQuery(page.pattern)} ${name}`,
      );
    }
    for (const way of inline(page, { nameOf, words })) {
      add(way, `${withoutQuery(page.pattern)} ${way.form.fields.map(({ name }) => name).join("|")}`);
    }
  }
  return eachFormOnce(found);
};

/** One page's form that several pages lead to makes items of the longest list among them: the others show a part of that. */
const eachFormOnce = (ways: Way[]): Way[] => {
  const size = ({ list }: Way): number => (list?.rows ?? 0) + (list?.paging ? 1_000 : 0);
  const groups = Map.groupBy(ways, ({ leadsTo, form }) =>
    leadsTo === null ? form : `${leadsTo} ${form.fields.map(({ name }) => name).join("|")}`,
  );
  return [...groups.values()].flatMap((group) => group.toSorted((a, b) => size(b) - size(a))[0] ?? []);
};
