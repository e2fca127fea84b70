import type { FixtureDocument } from "#core/suite/fixtures.ts";
import type { StepDocument } from "#core/suite/grammar.ts";
import { slug } from "#core/explore/pages/states.ts";
import type { SiteModel } from "#model/site.ts";
import type { SurveyField, SurveyForm } from "#model/survey.ts";
import type { Target } from "#model/target.ts";
import type { Entry } from "#core/explore/forms/form-data.ts";
import { targetOf } from "#core/explore/forms/form-data.ts";
import type { FileKind } from "#core/explore/forms/file-kinds.ts";
import { commonHeadings } from "./page-names.ts";
import { choose, click, literal, literalTarget, openPage, short } from "./steps.ts";
import { isHeadField } from "#core/explore/forms/head-fields.ts";
import { isInRow } from "#core/explore/items/rehearse-controls.ts";
import { sameForm, sendableForms } from "#core/explore/forms/sendable-forms.ts";
import type { SendableForm } from "#core/explore/forms/sendable-forms.ts";

/** A form that a generated case can fill in and send. */
export type UsableForm = SendableForm & {
  /** Unique, for case ids: `checkout`, `contact`. */
  id: string;
  /** What people call it, for titles. */
  name: string;
  /** Steps that bring it up. */
  open: StepDocument[];
};

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

/** Whether the form asks for an item, which a case of its own gives up again. */
export const isOfClaims = ({ claims }: SiteModel, form: SurveyForm): boolean =>
  claims.some((claim) => sameForm(claim.form, form));

/** Forms that save or send something, with what cases about them are called. */
export const usableForms = (site: SiteModel): UsableForm[] => {
  const ids = new Set<string>();
  // The name of the site tells no form from another.
  const common = commonHeadings(site.pages);
  const forms = sendableForms(site.pages, site.login).filter(({ form }) => form.tried !== "gone");
  return forms.map((sendable) => {
    const { page, form, opener } = sendable;
    const own = page.survey.forms.filter((each) => each.purpose === "other" && !isHeadField(each));
    const alone = own.length === 1;
    const heading =
      page.survey.headings.find(({ level, text }) => level === 1 && !common.includes(text))?.text ?? "";
    const name = opener?.name ?? ((alone ? heading : "") || form.name || heading || page.title);
    const base = slug(opener?.name ?? (alone ? page.id : form.name)) || page.id;
    let id = base;
    for (let number = 2; ids.has(id); number += 1) id = `${base}-${number}`;
    ids.add(id);
    const opening: StepDocument[] = opener ? [click(opener.target)] : [];
    return { ...sendable, id, name, open: [...openPage(page), ...opening] };
  });
};

/** Each form once, of those that differ only in how one gets there: for what is checked field by field. */
export const distinctForms = (site: SiteModel): UsableForm[] => {
  const seen = new Set<string>();
  // What a row brings up is about that row, and looks like what makes a new one.
  const inRow = ({ opener }: UsableForm): number => Number(opener !== null && isInRow(opener.target));
  const all = usableForms(site).toSorted((a, b) => inRow(a) - inRow(b));
  return all.filter(({ isEdit, entries, form }) => {
    const key = `${form.submit?.name ?? ""}|${entries.map(({ field }) => field.name).join("|")}`;
    return !isEdit && !seen.has(key) && Boolean(seen.add(key));
  });
};

/** What is chosen, as a step says it. */
export const optionOf = ({ field, option, of }: Extract<Entry, { kind: "select" }>): string =>
  of ? option : literal(field.counted?.[option] ?? option);

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
    const target = targetOf(entry);
    if (field.target === null || target === null) continue;
    if (entry.kind === "fill") {
      const value = options.instead?.field === field ? options.instead.value : entry.value;
      texts.push([literalTarget(field.target), value]);
      if (field.popup !== "dialog") continue;
      flush();
      // What it has brought up lies over the rest until one leaves it.
      steps.push({ press: "Tab" });
      continue;
    }
    flush();
    if (entry.kind === "select") steps.push(choose(field.target, optionOf(entry)));
    else if (entry.kind === "upload") steps.push(uploadTo(field.target, entry.file), { wait_for: "idle" });
    else steps.push({ check: literalTarget(target) });
  }
  flush();
  return steps;
};

const uploadTo = (field: Target, kind: FileKind): StepDocument => {
  const target = literalTarget(field);
  const file = { generate: kind };
  return { upload: typeof target === "string" ? { [target]: file } : { target, file } };
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
    entries.flatMap((entry) =>
      entry.kind === "fill"
        ? Object.entries(entry.fixtures)
        : Object.entries(entry.kind === "select" && entry.of ? fixturesOf(entry.of) : {}),
    ),
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
export const fieldItself = ({ type, target, popup, called, by_label: byLabel }: SurveyField): Target => {
  if (typeof target !== "string") return literalTarget(target ?? "");
  if (byLabel && called === undefined) return { label: literal(target) };
  const name = literal(called ?? target);
  const role = popup === undefined ? ROLES[type] : "combobox";
  return role === undefined ? { label: name } : { role, name };
};
