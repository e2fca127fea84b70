import type { StepDocument } from "#core/suite/grammar.ts";
import type { SitePage } from "#model/site-pages.ts";
import type { SurveyField, SurveyForm } from "#model/survey.ts";
import { choicesOf } from "#core/explore/items/item-data.ts";
import { isSteadyTarget } from "#core/explore/pages/steady.ts";
import { defineOracle } from "#core/generate/define-oracle.ts";
import type { Draft } from "#core/generate/define-oracle.ts";
import { netSum } from "#core/generate/sums/net-sums.ts";
import { pageNames } from "#core/generate/page-names.ts";
import { fillOne, literal, noErrors, openPage, selectOne } from "#core/generate/steps.ts";
import { isAnswered } from "#core/explore/pages/by-address.ts";

const MOST_FIELDS = 4;
const MOST_OPTIONS = 6;

/** What is used at once may be kept at once, too: only what is worked out from numbers is tried. */
const isLive = ({ purpose, submit, fields }: SurveyForm): boolean =>
  purpose === "other" &&
  submit === null &&
  fields.some(({ type }) => type === "number") &&
  fields.every(({ type }) => /^(?:number|range|select|radio)$/.test(type));

/** Its bounds, and what lies between them. */
const numbersFor = ({ min, max, value }: SurveyField): string[] => {
  const [least, most] = [Number(min ?? 1), Number(max ?? 10)];
  if (![least, most].every((bound) => Number.isSafeInteger(bound)) || most <= least) return [];
  return [most, Math.floor((least + most) / 2), least].map(String).filter((number) => number !== value);
};

const tried = (field: SurveyField): StepDocument[] => {
  const { type, target, value, disabled, read_only: fixed } = field;
  if (target === null || disabled || fixed || value === "" || !isSteadyTarget(target)) return [];
  if (type === "number") {
    const steps = numbersFor(field).map((number) => fillOne(field, number));
    return steps.length > 0 ? [...steps, fillOne(field, literal(value))] : [];
  }
  if (type !== "select") return [];
  const others = choicesOf(field).filter((option) => option !== value);
  const steps = others.slice(0, MOST_OPTIONS).map((option) => selectOne(target, option));
  return steps.length > 0 ? [...steps, selectOne(target, value)] : [];
};

const draft = (page: SitePage, called: string): Draft[] => {
  const fields = page.survey.forms.filter(isLive).flatMap((form) => form.fields);
  const steps = fields.slice(0, MOST_FIELDS).flatMap(tried);
  if (steps.length === 0) return [];
  // Of nothing at all every sum is right.
  const sums = page.survey.collections.flatMap(netSum);
  return [
    {
      id: `live-${page.id}`,
      title: `Every number and choice of ${called} is worked with`,
      steps: [
        ...openPage(page),
        ...steps.flatMap((step, at): StepDocument[] => [
          step,
          ...(at === 0 ? sums : []),
          noErrors(page.problems, page.behindLogin),
        ]),
      ],
      rank: 40,
    },
  ];
};

export const liveFields = defineOracle({
  id: "live-fields",
  summary:
    "What a page works out at once from numbers and choices, it works out from each that the fields allow.",
  applies: (site) =>
    site.pages.filter(isAnswered).flatMap((page) => draft(page, pageNames(site.pages)(page))),
});
