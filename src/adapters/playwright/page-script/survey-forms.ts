import { CURRENT_PASSWORD } from "#model/current-password.ts";
import type { SurveyField, SurveyForm, SurveyLogin } from "#model/survey.ts";
import { fieldTarget, isField, isUsable, surveyField } from "./survey-field.ts";
import { inFull } from "./survey-field-notes.ts";
import type { Surveyor } from "./survey-parts.ts";
import { joinLoose } from "./survey-loose-forms.ts";
import { chromeAround, headingBefore, isChrome, purposeOf } from "./survey-parts.ts";
import { submitOf } from "./survey-submit.ts";
import { clip, fold } from "./text.ts";
import { attribute, closest, firstInside } from "./tree.ts";

const MOST_FIELDS = 200;

const searchWords = /search|find|filter|query|suche|buscar|recherche/i;

const changesSomething = (fields: readonly SurveyField[]): boolean =>
  fields.some(({ type, name }) => type === "password" && CURRENT_PASSWORD.test(name));

const purposeOfForm = (
  fields: readonly SurveyField[],
  owner: Element,
  { index }: Surveyor,
): SurveyForm["purpose"] => {
  const passwords = fields.filter(({ type }) => type === "password");
  if (
    passwords.length === 1 &&
    fields.length <= 4 &&
    passwords[0]?.autocomplete !== "new-password" &&
    !changesSomething(fields)
  )
    return "login";
  const texts = fields.filter(({ type }) => type === "text" || type === "search");
  const [text] = texts;
  if (
    !text ||
    texts.length > 1 ||
    fields.some(({ type }) => /textarea|editor|email|password|file/.test(type))
  )
    return "other";
  const searching = text.type === "search" || closest(owner, (at) => index.role(at) === "search") !== null;
  const isForm = owner instanceof HTMLFormElement;
  const get = isForm && (attribute(owner, "method") ?? "get").toLowerCase() === "get";
  // "query-form" may as well be where a query is given a name, and saved.
  const id = isForm && !get ? owner.id.replace(/query/i, "") : owner.id;
  const called = `${text.name} ${id}`;
  return searching || searchWords.test(called) || (get && fields.length === 1 && text.name === "q")
    ? "search"
    : "other";
};

const groupRoles = new Set(["dialog", "alertdialog", "form", "search", "region", "tabpanel"]);

const groupOf = (index: Surveyor["index"], field: Element): Element | null => {
  const { form } = field as HTMLInputElement;
  if (form instanceof HTMLFormElement) return form;
  return closest(field, (at) => at instanceof HTMLFormElement || groupRoles.has(index.role(at) ?? ""));
};

/** What holds a field's form together: the form element, or what comes nearest to one. */
const ownerOf = (surveyor: Surveyor, field: Element): Element => {
  const group = groupOf(surveyor.index, field);
  if (group) return group;
  // What stands in the head of the page, or in its navigation, goes with nothing beside it.
  const part = chromeAround(surveyor, field);
  const withButton = closest(
    field,
    (at) => at === part || (at !== field && firstInside(at, "button,input[type=submit]") !== null),
  );
  return withButton ?? document.body;
};

export type FoundForm = { owner: Element; fields: Element[]; form: SurveyForm };

export const surveyForms = (surveyor: Surveyor): FoundForm[] => {
  const { index } = surveyor;
  const groups = new Map<Element, Element[]>();
  const radios = new Set<string>();
  const candidates = index.elements.filter(
    (element) => isField(surveyor, element) && isUsable(surveyor, element),
  );
  for (const field of candidates.slice(0, MOST_FIELDS)) {
    const owner = ownerOf(surveyor, field);
    if (field instanceof HTMLInputElement && field.type === "radio" && field.name !== "") {
      const key = `${[...groups.keys()].indexOf(owner)} ${field.name}`;
      if (radios.has(key)) continue;
      radios.add(`${groups.has(owner) ? [...groups.keys()].indexOf(owner) : groups.size} ${field.name}`);
    }
    groups.set(owner, [...(groups.get(owner) ?? []), field]);
  }
  const isLoose = (owner: Element, fields: readonly Element[]): boolean => {
    const last = fields.at(-1) ?? owner;
    return groupOf(index, last) === null && submitOf(surveyor, owner, last, "other") === null;
  };
  const { groups: forms, joined } = joinLoose(surveyor, groups, isLoose);
  return [...forms].map(([owner, elements]) => {
    const fields = inFull(
      elements.map((element) => surveyField(surveyor, element)),
      elements.map((element) => fold(surveyor.index.name(element))),
    );
    const isForm = owner instanceof HTMLFormElement;
    const name = nameOfForm(surveyor, owner, elements[0] ?? owner);
    const purpose = purposeOfForm(fields, owner, surveyor);
    const form: SurveyForm = {
      name: clip(name, 120),
      action: isForm ? attribute(owner, "action") : null,
      method: isForm ? (attribute(owner, "method") ?? "get").toLowerCase() : "get",
      purpose,
      fields,
      submit:
        owner === joined?.owner ? joined.saver : submitOf(surveyor, owner, elements.at(-1) ?? owner, purpose),
      ...(isChrome(surveyor, elements[0] ?? owner) && { chrome: true as const }),
    };
    return { owner, fields: elements, form };
  });
};

const groupNames = new Set(["region", "dialog", "alertdialog", "form", "tabpanel"]);

/** Its own name, that of the part of the page it is in, or the heading above its first field. */
const nameOfForm = (surveyor: Surveyor, owner: Element, first: Element): string => {
  const { index } = surveyor;
  const part = closest(owner, (at) => groupNames.has(index.role(at) ?? "") && index.name(at) !== "");
  return part ? index.name(part) : headingBefore(surveyor, first);
};

export const surveyLogin = (surveyor: Surveyor, forms: readonly FoundForm[]): SurveyLogin | null => {
  for (const { fields, form } of forms) {
    const passwords = fields.filter(
      (field) => field instanceof HTMLInputElement && field.type === "password",
    );
    const [password] = passwords;
    if (!password || passwords.length > 1 || fields.length > 4) continue;
    if (attribute(password, "autocomplete") === "new-password" || changesSomething(form.fields)) continue;
    const before = fields.slice(0, fields.indexOf(password)).filter((field) => purposeOf(field) === "fill");
    const username = before.at(-1);
    if (!username) continue;
    const targets = {
      username: fieldTarget(surveyor, username),
      password: fieldTarget(surveyor, password),
    };
    if (targets.username === null || targets.password === null) continue;
    return { username: targets.username, password: targets.password, submit: form.submit?.target ?? null };
  }
  return null;
};
