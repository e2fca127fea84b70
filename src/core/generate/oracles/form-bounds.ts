import type { StepDocument } from "#core/suite/grammar.ts";
import type { SurveyField } from "#model/survey.ts";
import { defineOracle } from "#core/generate/define-oracle.ts";
import type { Draft } from "#core/generate/define-oracle.ts";
import { disordered } from "#core/generate/disordered.ts";
import { freeNumber, isSaidPositive, neverNegative, takenAs } from "#core/generate/below-zero.ts";
import {
  distinctForms,
  fieldItself,
  filledIn,
  fixturesOf,
  isOfRecords,
  refused,
} from "#core/generate/forms.ts";
import type { UsableForm } from "#core/generate/forms.ts";
import { click, fillOne, idle, short } from "#core/generate/steps.ts";
import { digitsIn, mostLengthIn } from "#core/explore/field-hints.ts";
import { sameForm } from "#core/explore/sendable-forms.ts";
import type { SiteModel } from "#model/site.ts";

const MOST = 4;
const MOST_BELOW = 3;
const COUNTS =
  /^(?:quantity|qty|age|guests?|persons?|people|seats?|tickets?|menge|anzahl|alter|quantit[ée]|cantidad)\b/i;
/** Of these there may be none, or less than that only as a difference: the whole name has to say so. */
const MEASURES =
  /^(?:(?:usual |default )?(?:number|no\.?) of (?:guests|persons|people|seats|tickets|copies|pieces|items|rooms|nights|servings|portions|units)|minutes|hours|duration|servings|portions|copies|pieces|rooms|nights|capacity|(?:in |initial )?stock|minuten|stunden|dauer|portionen|st[üu]ckzahl|pl[äa]tze|dur[ée]e|minutos|horas|duraci[óo]n|durata)(?: \d+| in \p{L}+)?\s*(?:\([^)]*\))?[\s*:]*$|\((?:min(?:ute)?s?|h(?:our)?s?|minuten|stunden)\.?\)[\s*:]*$/iu;
const DIFFERENCE = /offset|correct|adjust|differ|change|balance|delta|shift|before|after|[±+]/i;

/** No number of these can be below zero. */
const isCount = ({ name }: SurveyField): boolean =>
  COUNTS.test(name) || (MEASURES.test(name) && !DIFFERENCE.test(name));

/** A value that a field must not take, with the words for it. */
type Wrong = { field: SurveyField; value: string; what: string };

const dayAfter = (day: string, days: number): string | null => {
  const time = Date.parse(`${day}T00:00:00Z`);
  return Number.isNaN(time) ? null : new Date(time + days * 86_400_000).toISOString().slice(0, 10);
};

const outOfNumber = (field: SurveyField): Wrong[] => {
  const [min, max] = [field.min, field.max].map((text) =>
    text === null || text === "" ? null : Number(text),
  );
  const low = min ?? (isCount(field) || isSaidPositive(field) ? 0 : null);
  return [
    ...(low !== null && low !== undefined && Number.isFinite(low)
      ? [{ field, value: String(low - 1), what: "below" }]
      : []),
    ...(max !== null && max !== undefined && Number.isFinite(max)
      ? [{ field, value: String(max + 1), what: "above" }]
      : []),
  ];
};

const outOfDays = (field: SurveyField): Wrong[] => {
  const before = field.min ? dayAfter(field.min, -1) : null;
  const after = field.max ? dayAfter(field.max, 1) : null;
  return [
    ...(before === null ? [] : [{ field, value: before, what: "before" }]),
    ...(after === null ? [] : [{ field, value: after, what: "after" }]),
  ];
};

/** Its hint says how many digits it takes: "Five digits, for example 20148". */
const isOfDigits = ({ type, hint }: SurveyField): boolean =>
  /^(?:text|tel)$/.test(type) && (digitsIn(hint ?? "") ?? 0) > 1;

const LONGEST_SAID = 255;
const WORDS = "Tracewright ";

/** One character more than its hint says there may be, where it does not itself keep to that. */
const outOfLength = (field: SurveyField): Wrong[] => {
  const isFree = /^(?:text|textarea)$/.test(field.type) && (field.max_length ?? 0) <= 0 && !field.pattern;
  const most = isFree ? mostLengthIn(field.hint ?? "") : null;
  if (most === null || most < WORDS.length || most > LONGEST_SAID) return [];
  const value = WORDS.repeat(Math.ceil((most + 1) / WORDS.length)).slice(0, most + 1);
  return [{ field, value: value.replace(/ $/, "."), what: "longer" }];
};

/** Values that a field must not take. */
export const wrongOf = (field: SurveyField): Wrong[] => {
  if (field.target === null || field.read_only || field.disabled || field.clamped) return [];
  if (isOfDigits(field))
    return [{ field, value: "abcdefghij".slice(0, digitsIn(field.hint ?? "") ?? 0), what: "letters" }];
  if (field.type === "number" || (field.type === "text" && isSaidPositive(field))) return outOfNumber(field);
  return field.type === "date" ? outOfDays(field) : outOfLength(field);
};

/**
 * Numbers below zero where only the name of a field speaks against them: an app may put another in the place of one, and
 * then goes on without it; what shows it has taken it.
 */
const belowZero = (site: SiteModel, usable: UsableForm, use: StepDocument): StepDocument[] => {
  const { form, entries, submit, name, page } = usable;
  const free = freeNumber(site.pages);
  const inLists =
    isOfRecords(site, usable) && !site.records.some((each) => each.ownPage && sameForm(each.form, form));
  const first = entries.find(({ kind }) => kind === "fill")?.field;
  if (!free || inLists || !first) return [];
  return neverNegative(form, entries, `${name} ${page.title}`)
    .filter((field) => wrongOf(field).every(({ what }) => what !== "below"))
    .slice(0, MOST_BELOW)
    .flatMap((field): StepDocument[] => [
      use,
      fillOne(field, free.value),
      click(submit),
      idle,
      { expect: { visible: fieldItself(first) }, when: { text: { matches: takenAs(free.pattern) } } },
    ]);
};

const refusedOf = (wrong: Wrong[]): string => {
  if (wrong.every(({ what }) => what === "letters")) return "letters in place of digits";
  return wrong.every(({ what }) => what === "longer")
    ? "a longer text than it says"
    : "what is out of bounds";
};

const titleOf = (name: string, wrong: Wrong[], tries: number): string =>
  `"${short(name)}" refuses ${wrong.length > 0 ? refusedOf(wrong) : tries > 0 ? "an end before its beginning" : "numbers below zero"}`;

const draft = (site: SiteModel, usable: UsableForm): Draft[] => {
  const { form, entries, id, name } = usable;
  const wrong = form.fields.flatMap(wrongOf).slice(0, MOST);
  const disorder = disordered(form, entries);
  const tries = [...wrong.map(({ field, value }) => [fillOne(field, value)]), ...disorder];
  const { blocks, use } = filledIn(usable);
  const below = belowZero(site, usable, use);
  if (tries.length + below.length === 0) return [];
  const sent = refused(usable);
  return [
    {
      id: `${id}-bounds`,
      title: titleOf(name, wrong, tries.length),
      blocks: { ...blocks, ...(tries.length > 0 && sent.blocks) },
      steps: [...tries.flatMap((fills): StepDocument[] => [use, ...fills, sent.use]), ...below],
      fixtures: fixturesOf(entries),
      // What a field says of its bounds a browser sees to; which of two comes first only the app does.
      rank: disorder.length > 0 ? 22 : 34,
    },
  ];
};

export const formBounds = defineOracle({
  id: "form-bounds",
  summary:
    "A number or a day beyond the bounds of its field is refused, and so are letters in place of digits, and an end before its beginning.",
  applies: (site) => distinctForms(site).flatMap((usable) => draft(site, usable)),
});
