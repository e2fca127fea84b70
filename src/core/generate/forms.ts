import type { FixtureDocument } from "#core/suite/fixtures.ts";
import type { StepDocument } from "#core/suite/grammar.ts";
import { tabOf } from "#core/explore/address.ts";
import { slug } from "#core/explore/states.ts";
import { DELETE, RESET, SEARCH } from "#core/explore/words.ts";
import type { SiteAction, SiteModel, SitePage } from "#model/site.ts";
import type { SurveyField, SurveyForm } from "#model/survey.ts";
import type { Target } from "#model/target.ts";
import type { Entry } from "#core/explore/form-data.ts";
import { dataFor } from "#core/explore/form-data.ts";
import { commonHeadings } from "./page-names.ts";
import { click, literal, literalTarget, openPage, selectOne, short } from "./steps.ts";
import { isAnswered } from "#core/explore/by-address.ts";

/** A form that a generated case can fill in and send. */
export type UsableForm = {
  /** Unique, for case ids: `checkout`, `contact`. */
  id: string;
  /** What people call it, for titles. */
  name: string;
  page: SitePage;
  form: SurveyForm;
  submit: Target;
  /** Steps that bring it up. */
  open: StepDocument[];
  entries: Entry[];
  /** It came up when a button was used. */
  opener: { name: string; target: Target } | null;
  /** It shows what is there already, for changing it. */
  isEdit: boolean;
};

const signature = (form: SurveyForm): string =>
  form.fields.map(({ name, type }) => `${name}:${type}`).join("|") + `|${form.submit?.name ?? ""}`;

const words = (field: SurveyField): boolean =>
  ["text", "email", "textarea", "tel", "url", ""].includes(field.type);

/** Whether two surveys show the same form. */
export const sameForm = (a: SurveyForm, b: SurveyForm): boolean => signature(a) === signature(b);

/** Whether the form makes items of a list, which have cases of their own. */
export const isOfRecords = (
  { records }: SiteModel,
  { page, form, opener }: Pick<UsableForm, "page" | "form" | "opener">,
): boolean =>
  records.some((record) =>
    sameForm(record.form, form)
      ? true
      : record.pageId === page.id && record.opener !== null && record.opener.name === opener?.name,
  );

/** Forms that save or send something: not searches, filters, log-ins, single buttons, or what deletes. */
export const usableForms = (site: SiteModel): UsableForm[] => {
  const seen = new Set<string>();
  const ids = new Set<string>();
  const found: UsableForm[] = [];
  // The name of the site tells no form from another.
  const common = commonHeadings(site.pages);
  const add = (page: SitePage, form: SurveyForm, opener: UsableForm["opener"]): void => {
    const submit = form.submit?.target ?? null;
    if (form.purpose !== "other" || submit === null || !form.submit || form.submit.disabled) return;
    if (!form.fields.some((field) => words(field) && !field.read_only)) return;
    const isFilter =
      form.method.toLowerCase() === "get" &&
      form.action !== null &&
      form.fields.every(({ required }) => !required);
    if (isFilter || [SEARCH, DELETE, RESET].some((kind) => kind.test(form.submit?.name ?? ""))) return;
    const key = `${signature(form)}|${opener?.name ?? ""}`;
    if (seen.has(key)) return;
    const entries = dataFor(form);
    if (!entries) return;
    seen.add(key);
    const typed = form.fields.filter((field) => words(field) && !field.read_only);
    const filled = typed.filter(({ value }) => value !== "").length;
    const alone = page.survey.forms.filter(({ purpose }) => purpose === "other").length === 1;
    const heading =
      page.survey.headings.find(({ level, text }) => level === 1 && !common.includes(text))?.text ?? "";
    const name = opener?.name ?? ((alone ? heading : "") || form.name || heading || page.title);
    const base = slug(opener?.name ?? (alone ? page.id : form.name)) || page.id;
    let id = base;
    for (let number = 2; ids.has(id); number += 1) id = `${base}-${number}`;
    ids.add(id);
    const opening: StepDocument[] = opener ? [click(opener.target)] : [];
    found.push({
      id,
      name,
      page,
      form,
      submit,
      open: [...openPage(page), ...opening],
      entries,
      opener,
      isEdit: typed.length > 0 && filled * 2 > typed.length,
    });
  };
  // Pages that need no set-up first: their forms are the simplest to come by.
  const ordered = site.pages.toSorted((a, b) => needs(a.setup) - needs(b.setup));
  for (const page of ordered) {
    if (!isAnswered(page)) continue;
    for (const form of page.survey.forms) add(page, form, null);
    for (const reveal of page.reveals) {
      const { control, forms, effect } = reveal;
      if (effect === "navigation" || control.target === null) continue;
      for (const form of forms.filter((each) => !isGrown(page, each) && !isOnTab(site, page, each))) {
        add(page, form, { name: control.name, target: control.target });
      }
    }
  }
  return found;
};

/** The page's own form with another line to fill in, which nothing says how to. */
const isGrown = ({ survey }: SitePage, { submit, fields }: SurveyForm): boolean => {
  const names = new Set(fields.map(({ name }) => name));
  return survey.forms.some(
    (own) =>
      JSON.stringify(own.submit?.target) === JSON.stringify(submit?.target) &&
      own.fields.length < fields.length &&
      own.fields.every(({ name }) => names.has(name)) &&
      fields.some(({ target, name }) => target === null && own.fields.some((each) => each.name === name)),
  );
};

/** The form stands on a tab that has an address of its own. */
const isOnTab = ({ pages }: SiteModel, { path }: SitePage, form: SurveyForm): boolean =>
  pages.some(
    (other) =>
      tabOf(other.path) !== "" &&
      other.path.startsWith(`${path}#`) &&
      other.survey.forms.some((each) => sameForm(each, form)),
  );

const needs = (setup: SiteAction[]): number => setup.length;

/** Each form once, of those that differ only in how one gets there: for what is checked field by field. */
export const distinctForms = (site: SiteModel): UsableForm[] => {
  const seen = new Set<string>();
  return usableForms(site).filter(({ isEdit, entries, form }) => {
    const key = `${form.submit?.name ?? ""}|${entries.map(({ field }) => field.name).join("|")}`;
    return !isEdit && !seen.has(key) && Boolean(seen.add(key));
  });
};

/** The steps that fill the form in; `instead` puts another text into a field. */
export const fillIn = (
  entries: Entry[],
  options: { instead?: { field: SurveyField; value: string } } = {},
): StepDocument[] => {
  const steps: StepDocument[] = [];
  let texts: [Target, string][] = [];
  const flush = (): void => {
    if (texts.length > 0) steps.push(fillAll(texts));
    texts = [];
  };
  for (const entry of entries) {
    const { field } = entry;
    if (field.target === null) continue;
    if (entry.kind === "fill") {
      const value = options.instead?.field === field ? options.instead.value : entry.value;
      texts.push([literalTarget(field.target), value]);
      continue;
    }
    flush();
    if (entry.kind === "select") steps.push(selectOne(field.target, entry.option));
    else steps.push({ check: literalTarget(field.target) });
  }
  flush();
  return steps;
};

/** The steps that bring the form up and fill it in properly, as a block that cases about it share. */
export const filledIn = ({
  id,
  name,
  open,
  entries,
}: UsableForm): { blocks: Record<string, StepDocument[]>; use: StepDocument } => {
  const block = `fill in ${short(name, 30)}${/\d+$/.exec(id)?.[0] ?? ""}`;
  return { blocks: { [block]: [...open, ...fillIn(entries)] }, use: { use: block } };
};

/** The steps that send the form and see that it stays, as a block that cases about its refusals share. */
export const refused = ({
  id,
  name,
  submit,
  entries,
}: UsableForm): { blocks: Record<string, StepDocument[]>; use: StepDocument } => {
  const block = `see ${short(name, 30)}${/\d+$/.exec(id)?.[0] ?? ""} refused`;
  const field = entries.find(({ kind }) => kind === "fill")?.field;
  const stays: StepDocument = { expect: { visible: field ? fieldItself(field) : literalTarget(submit) } };
  return { blocks: { [block]: [click(submit), { wait_for: "idle" }, stays] }, use: { use: block } };
};

/** One step for several fields: by name where all have one, else as a list. */
const fillAll = (texts: [Target, string][]): StepDocument => {
  const names = texts.map(([target]) => target).filter((target) => typeof target === "string");
  if (new Set(names).size === texts.length) {
    return { fill: Object.fromEntries(texts.map(([, value], index) => [names[index] ?? "", value])) };
  }
  return { fill: texts.map(([target, value]) => ({ target, value })) };
};

export const fixturesOf = (entries: Entry[]): Record<string, FixtureDocument> =>
  Object.fromEntries(
    entries.flatMap((entry) => (entry.kind === "fill" ? Object.entries(entry.fixtures) : [])),
  );

const ROLES: Record<string, string> = {
  text: "textbox",
  email: "textbox",
  tel: "textbox",
  url: "textbox",
  textarea: "textbox",
  search: "searchbox",
  number: "spinbutton",
};

/** The field as nothing else on the page can be taken for it, a column of the same name for one. */
export const fieldItself = ({ type, target }: SurveyField): Target => {
  if (typeof target !== "string") return literalTarget(target ?? "");
  const role = ROLES[type];
  return role === undefined ? { label: literal(target) } : { role, name: literal(target) };
};
