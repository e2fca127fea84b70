import { MOST_FIELDS } from "./oracles/settings.ts";
import type { CaseDocument, SuiteDocument } from "#core/suite/grammar.ts";
import { dataFor, isWordy } from "#core/explore/forms/form-data.ts";
import { withoutQuery } from "#core/explore/pages/address.ts";
import { changesItem, isCalledEdit } from "#core/explore/forms/sendable-forms.ts";
import { decides, isDangerous, namedOn } from "#core/explore/words.ts";
import type { SiteModel } from "#model/site.ts";
import type { SitePage } from "#model/site-pages.ts";
import type { PageSurvey, SurveyForm } from "#model/survey.ts";
import type { Target } from "#model/target.ts";
import { withBlocks } from "./steps.ts";

/** A form, and the pages that have it. */
export type SeenForm = { form: SurveyForm; pages: SitePage[] };

/** What a case opens, and what it does. */
export type ReadCase = { gotos: string[]; text: string };

const ACTS = ["fill", "select", "check", "uncheck", "click", "press", "upload"];

/** Blocks that a case uses are part of it. */
export const readCase = (
  document: Pick<SuiteDocument, "blocks">,
  item: Pick<CaseDocument, "steps">,
): ReadCase => {
  const all = withBlocks(document, item);
  const acts = all.filter((step) => typeof step === "object" && ACTS.some((act) => act in step));
  const gotos = all.flatMap((step) => {
    if (typeof step !== "object" || !("goto" in step)) return [];
    const { goto } = step as { goto: string | { url: string } };
    return [typeof goto === "string" ? goto : goto.url];
  });
  return { gotos, text: JSON.stringify(acts) };
};

/** Addresses at which a page was seen. */
export const pathsOf = (page: SitePage): string[] => [page.path, ...page.examples];

/** The same page, once with a query: a check-out of what is in the cart, and of the one item that the query names. */
const differsInQuery = (one: string, other: string): boolean =>
  withoutQuery(one) === withoutQuery(other) && one.includes("?") !== other.includes("?");

const isUsed = (form: SurveyForm, page: SitePage, cases: ReadCase[]): boolean => {
  const inText = (targets: (Target | null)[]): string[] =>
    targets.filter((target) => target !== null).map((target) => JSON.stringify(target));
  const fields = inText(form.fields.map(({ target }) => target));
  const submit = inText([form.submit?.target ?? null]);
  const paths = pathsOf(page);
  const isSent = ({ gotos, text }: ReadCase): boolean =>
    gotos.some((path) => paths.some((own) => differsInQuery(path, own))) &&
    fields.some((field) => text.includes(field)) &&
    submit.some((target) => text.includes(`"click":${target}`));
  return cases.some(
    (each) =>
      isSent(each) ||
      (each.gotos.some((path) => paths.includes(path)) &&
        [...fields, ...submit].some((target) => each.text.includes(target))),
  );
};

/** A case makes or changes an item with it, from the item's list, wherever the form itself stands. */
const isOfItems = (form: SurveyForm, { records }: SiteModel, cases: ReadCase[]): boolean =>
  records.some(({ path, form: making, edit }) =>
    [making, edit?.form?.form ?? null].some((one) => {
      if (one === null || keyOf(one) !== keyOf(form)) return false;
      const submit = `"click":${JSON.stringify(one.submit?.target ?? null)}`;
      const fields = one.fields.flatMap(({ target }) => (target === null ? [] : [JSON.stringify(target)]));
      return cases.some(
        ({ gotos, text }) =>
          gotos.includes(path) && text.includes(submit) && fields.some((field) => text.includes(field)),
      );
    }),
  );

/** A box that marks a row, beside a button of the row, or the box and the button above them all. */
const isOfRow = ({ submit, fields }: SurveyForm, { collections }: PageSurvey): boolean =>
  submit !== null &&
  fields.every(({ type }) => type === "checkbox") &&
  collections.some(
    ({ items, columns }) =>
      items.some(({ buttons }) => buttons.includes(submit.name)) ||
      columns.some(
        ({ target }) => target !== null && JSON.stringify(target) === JSON.stringify(submit.target),
      ),
  );

/** Boxes, choices and sliders that nothing sends are controls: filters, marks of rows, looks. */
const isForm = (form: SurveyForm, survey: PageSurvey): boolean => {
  const { purpose, submit, fields } = form;
  if (purpose !== "other" || fields.some((field) => isWordy(field) || field.type === "email")) return true;
  return submit !== null && !isOfRow(form, survey);
};

/** Boxes of a list, below which another form adds to that: its button is not theirs. */
const isBesideForm = ({ fields, submit }: SurveyForm, all: readonly SurveyForm[]): boolean =>
  fields.every(({ type }) => type === "checkbox") &&
  all.some(
    (other) =>
      other.fields.some(isWordy) && JSON.stringify(other.submit?.target) === JSON.stringify(submit?.target),
  );

/** The same form, whatever the heading above it says: that is often the name of what it is about. */
const keyOf = (form: SurveyForm): string => {
  const named = form.fields.some(({ name }) => name !== "");
  // However many lines are alike.
  const fields = [...new Set(form.fields.map(({ name, type }) => `${type} ${name}`))].join("|");
  return `${named ? "" : form.name}|${form.submit?.name ?? ""}|${fields}`;
};

/** The different forms of an application, by what tells them apart. */
export const formsOf = (site: SiteModel): Map<string, SeenForm> => {
  const forms = new Map<string, SeenForm>();
  for (const page of site.pages) {
    const all = [...page.survey.forms, ...page.reveals.flatMap((reveal) => reveal.forms)];
    for (const form of all.filter((each) => isForm(each, page.survey) && !isBesideForm(each, all))) {
      const known = forms.get(keyOf(form)) ?? { form, pages: [] };
      known.pages.push(page);
      forms.set(keyOf(form), known);
    }
  }
  return forms;
};

/** Whether a case fills in or sends the form. */
export const isUsedBy = (site: SiteModel, { form, pages }: SeenForm, cases: ReadCase[]): boolean =>
  isOfItems(form, site, cases) || pages.some((page) => isUsed(form, page, cases));

/** Why a form must not be sent, or cannot be: it deletes, resets or pays, or it asks for a file, a password or a card, or it is about what others made; null for others. */
export const leftAloneFor = ({ form, pages }: SeenForm): string | null => {
  if (form.purpose === "search") return null;
  // With a password and no name nobody logs in.
  const asksName = form.fields.some((field) => isWordy(field) || field.type === "email");
  if (form.purpose === "login" && asksName) return null;
  if (isDangerous(form.submit?.name ?? "")) return "it could do harm";
  const isDecision = pages.some(({ survey }) => decides(form.submit?.name ?? "", namedOn(survey)));
  if (isDecision) return "it decides on what others asked for";
  if (showsStored(form) && form.fields.length > MOST_FIELDS) return "it configures the whole app";
  if (
    pages.every(changesItem) ||
    (pages.every(({ pattern }) => pattern.includes(":id")) && (showsStored(form) || isCalledEdit(form)))
  )
    return "it changes what others made";
  if (form.fields.some(({ name }) => RIGHTS.test(name))) return "it says who may do what";
  if (dataFor(form) !== null) return null;
  const asked = ["password", "file"].find((type) => form.fields.some((field) => field.type === type));
  return `it asks for what cannot be made up${asked === undefined ? "" : ` (a ${asked})`}`;
};

const RIGHTS = /\b(?:acl|permissions?|access rights|rechte|berechtigung(?:en)?|droits|permisos|permessi)\b/i;

/** Filled in already, as the form of an item that is there is. */
const showsStored = ({ purpose, submit, method, action, fields }: SurveyForm): boolean => {
  if (purpose !== "other" || submit === null || (method.toLowerCase() === "get" && action !== null))
    return false;
  const typed = fields.filter((field) => isWordy(field) || field.type === "email");
  const filled = (typed.length > 0 ? typed : fields).filter(({ value }) => value !== "").length;
  return filled * 2 > (typed.length > 0 ? typed : fields).length;
};
