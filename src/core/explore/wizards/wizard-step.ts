import { withoutQuery } from "#core/explore/pages/address.ts";
import type { SitePage } from "#model/site-pages.ts";
import type { PageSurvey, SurveyControl, SurveyField, SurveyForm } from "#model/survey.ts";
import type { Target } from "#model/target.ts";
import type { WizardOption } from "#model/wizard.ts";
import { findValues } from "#core/suite/order.ts";
import { isWordy } from "#core/explore/forms/form-data.ts";
import { isHeadField } from "#core/explore/forms/head-fields.ts";
import { fold } from "#core/explore/lists/lists.ts";
import { REVISES } from "./wizard-words.ts";
import { nameFormIn } from "#core/explore/login/name-form.ts";
import {
  CHOOSE,
  CLOSES,
  CREATE,
  EDIT,
  FINISH,
  SEARCH,
  SHOWS,
  isBack,
  isDangerous,
  isNext,
} from "#core/explore/words.ts";

/** What one step of several offers: fields to fill in, buttons or cards to choose of, and the ways on and back. */
export type StepControls = {
  fields: SurveyField[];
  /** Buttons that stand for things to choose of; `sure` where their names say so. */
  choices: { options: WizardOption[]; sure: boolean };
  next: Usable | null;
  back: Target | null;
  /** What ends it all, where nothing leads on. */
  finish: Usable | null;
};
type Usable = { name: string; target: Target; disabled: boolean };

const STEP_OF =
  /\b(?:step|schritt|[ée]tape|paso|passo|fase|stap|krok)\s*(\d+)\s*(?:of|\/|von|sur|de|di|van|z)\s*(\d+)/i;

/** What "Step 2 of 4" says; null where the page says no such thing. */
export const stepOf = (text: string): { at: number; of: number; words: string } | null => {
  const [words, at, of] = STEP_OF.exec(text) ?? [];
  return words === undefined ? null : { at: Number(at), of: Number(of), words };
};

const same = (a: Target | null | undefined, b: Target | null | undefined): boolean =>
  JSON.stringify(a ?? null) === JSON.stringify(b ?? null);

const usable = ({ name, target, disabled }: SurveyControl): Usable[] =>
  target === null ? [] : [{ name, target, disabled }];

/** Fields that go with the way on: in its form, or in none that is sent by itself; not what stands in the head of all pages. */
const fieldsOf = ({ forms }: PageSurvey, ways: (Target | null)[]): SurveyField[] =>
  forms
    .filter(
      (form) =>
        form.purpose === "other" && !isHeadField(form) && ways.some((way) => same(form.submit?.target, way)),
    )
    .flatMap(({ fields }) => fields);

const isWay = (name: string): boolean => isNext(name) || isBack(name) || CLOSES.test(name);

const TIME = /^\d{1,2}(?:[:.h]\d{2})?\s*(?:[ap]\.?m\.?|uhr|h)?$/i;
const MOST_CHOICES = 40;

/** All that the rows say that the buttons of one name stand in. */
const rowsWith = ({ collections }: PageSurvey, name: string): string[] =>
  collections
    .flatMap(({ items }) => items)
    .filter(({ buttons, links }) => [...buttons, ...links.map(({ text }) => text)].includes(name))
    .map(({ text }) => fold(text));

/** The name of the row or card that a button is in. */
const calledIn = (target: Target): string => {
  const row = typeof target === "object" ? target.within : undefined;
  return typeof row === "object" ? fold(row.name ?? "") : "";
};

const optionsOf = (survey: PageSurvey, buttons: Usable[]): WizardOption[] =>
  buttons.map(({ name, target }) => {
    const alike = buttons.filter((each) => each.name === name);
    const rows = rowsWith(survey, name);
    const at = alike.findIndex((each) => same(each.target, target));
    const own = fold(name.replace(CHOOSE, ""));
    const text = (alike.length === rows.length ? rows[at] : undefined) ?? (own || name);
    const called = calledIn(target);
    return { text, target, ...(called !== "" && text.startsWith(called) && { called }) };
  });

const choicesOf = (survey: PageSurvey): StepControls["choices"] => {
  const buttons = survey.buttons
    .filter(({ chrome, role, submit, disabled, expanded, name }) => {
      const isPlain = !chrome && !disabled && expanded === null && /^(?:button|switch)$/.test(role);
      return isPlain && name !== "" && (!submit || CHOOSE.test(name));
    })
    .flatMap(usable)
    .filter(({ name }) => !isWay(name));
  const links = survey.links
    .filter(({ chrome, same_origin: own, text }) => !chrome && own && CHOOSE.test(text))
    .flatMap(({ text, target }) => (target ? [{ name: text, target, disabled: false }] : []));
  const groups = [
    buttons.filter(({ name }) => TIME.test(name) && /[:.h]|m/i.test(name)),
    buttons.filter(({ name }) => findValues(name, "money").length > 0),
    [...buttons, ...links].filter(({ name }) => CHOOSE.test(name)),
  ];
  const sure = groups.find((group) => group.length >= 2);
  if (sure) return { options: optionsOf(survey, sure.slice(0, MOST_CHOICES)), sure: true };
  const others = buttons.filter(
    ({ name }) =>
      ![FINISH, CREATE, EDIT, SHOWS, SEARCH].some((words) => words.test(name)) && !isDangerous(name),
  );
  return { options: others.length < 2 ? [] : optionsOf(survey, others.slice(0, MOST_CHOICES)), sure: false };
};

/** Reads a page as the step that it is; the first is 1. */
export const controlsOf = (survey: PageSurvey, place: number): StepControls => {
  // What each row of a list has is about that row.
  const own = survey.buttons.filter(
    ({ chrome, role, name }) => !chrome && role === "button" && rowsWith(survey, name).length < 2,
  );
  const link = (is: (name: string) => boolean): Usable[] =>
    survey.links
      .filter(({ chrome, same_origin: here, text }) => !chrome && here && is(text))
      .flatMap(({ text, target }) => (target ? [{ name: text, target, disabled: false }] : []));
  const named = (is: (name: string) => boolean): Usable | undefined =>
    own.filter(({ name }) => is(name) && !isDangerous(name)).flatMap(usable)[0];
  const said = stepOf(survey.text);
  const found = choicesOf(survey);
  const ends = own
    .filter(({ name }) => (FINISH.test(name) && !isWay(name)) || (isNext(name) && isDangerous(name)))
    .flatMap(usable)
    .filter(({ target }) => !(found.sure && found.options.some((option) => same(option.target, target))));
  const ending =
    ends.length <= 1
      ? ends[0]
      : ends.find(({ target }) => survey.forms.some(({ submit }) => same(submit?.target, target)));
  // What says that further steps follow ends nothing, whatever it is called.
  const isEarly = said?.at === place && (place === 1 || place < said.of - 1);
  const next =
    named(isNext) ??
    (place > 1 ? link(isNext)[0] : undefined) ??
    (isEarly && ending && !isDangerous(ending.name) ? ending : undefined);
  const way = next ?? ending ?? null;
  // Several lead to several places.
  const revise = next || !ending ? [] : [...own.flatMap(usable), ...link(() => true)];
  const revises = revise.filter(({ name }) => REVISES.test(fold(name)));
  const back =
    named(isBack)?.target ??
    link(isBack)[0]?.target ??
    (place > 1 && revises.length === 1 ? revises[0]?.target : undefined) ??
    null;
  return {
    fields: fieldsOf(survey, [way?.target ?? null, back, null]),
    choices: found,
    next: next ?? null,
    back,
    finish: next ? null : (ending ?? null),
  };
};

/** What turns the pages of a list leads to no further step. */
const turnsPages = (survey: PageSurvey, { target }: Usable): boolean =>
  survey.collections.some(
    ({ paging }) =>
      paging && same(paging.next, target) && (paging.label !== null || paging.previous !== null),
  ) && !survey.forms.some(({ submit, fields }) => fields.length > 0 && same(submit?.target, target));

const CHOOSES_ONE =
  /\b(?:choose|select|pick|book|reserve|w[äa]hlen|buchen|choisi|r[ée]serv|elegir|elige|scegli|prenot|escolh|kies|boek|wybierz)/i;

/** It shows what is there already, for changing it. */
const isEdit = (fields: SurveyField[]): boolean => {
  const typed = fields.filter((field) => isWordy(field) || field.type === "email");
  return typed.filter(({ value }) => value !== "").length * 2 > typed.length;
};

/** Whether a page may be the first of several steps. */
export const mayBegin = ({ survey, path }: Pick<SitePage, "survey" | "path">): boolean => {
  if (survey.login || nameFormIn(survey)) return false;
  const { fields, choices, next, finish } = controlsOf(survey, 1);
  if (isEdit(fields)) return false;
  const said = stepOf(survey.text);
  if (said && said.of > 1 && said.at === 1) return next !== null || choices.options.length > 1;
  if (next && (fields.length > 0 || choices.options.length > 1)) return !turnsPages(survey, next);
  const heads = [...survey.headings.slice(0, 3).map(({ text }) => text), withoutQuery(path)];
  return finish === null && choices.sure && heads.some((text) => CHOOSES_ONE.test(text));
};

/** Whether the form is but the first part of something: its button says that it goes on. */
export const goesOn = ({ submit }: SurveyForm): boolean => isNext(submit?.name ?? "");

const targetsOf = (fields: readonly SurveyField[]): string[] =>
  fields.flatMap(({ target }) => (target === null ? [] : [JSON.stringify(target)]));

/** Whether what was to be put in at a step is no longer asked for. */
export const hasLeft = (
  before: PageSurvey,
  after: PageSurvey,
  { fields, choices }: Pick<StepControls, "fields" | "choices">,
): boolean => {
  const asked = targetsOf(fields);
  if (asked.length > 0) {
    const now = new Set(targetsOf(after.forms.flatMap((form) => form.fields)));
    return asked.filter((target) => !now.has(target)).length * 2 > asked.length;
  }
  const offered = choices.options.map(({ target }) => JSON.stringify(target));
  const now = new Set([...after.buttons, ...after.links].map(({ target }) => JSON.stringify(target)));
  const isGone = offered.length > 0 && offered.every((target) => !now.has(target));
  const heads = ({ headings }: PageSurvey): string => headings.map(({ text }) => text).join("|");
  return isGone || (offered.length === 0 && (heads(before) !== heads(after) || before.url !== after.url));
};
