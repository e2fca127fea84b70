import type { StepDocument } from "#core/suite/grammar.ts";
import type { SitePage } from "#model/site.ts";
import type { SurveyField, SurveyForm } from "#model/survey.ts";
import { dataFor, isWordy } from "#core/explore/form-data.ts";
import type { Entry } from "#core/explore/form-data.ts";
import { isSteadyTarget } from "#core/explore/steady.ts";
import { isDangerous } from "#core/explore/words.ts";
import { defineOracle } from "#core/generate/define-oracle.ts";
import type { Draft } from "#core/generate/define-oracle.ts";
import { fieldItself, fixturesOf } from "#core/generate/forms.ts";
import { fillOne, openPage, short } from "#core/generate/steps.ts";

const MOST_FIELDS = 8;

type Typed = Extract<Entry, { kind: "fill" }>;

/** An empty field for words that says nothing of searching or of harm, and keeps what is typed as it is. */
const isPlain = (entry: Entry): entry is Typed =>
  entry.kind === "fill" &&
  entry.field.target !== null &&
  isSteadyTarget(entry.field.target) &&
  entry.field.value === "" &&
  (isWordy(entry.field) || entry.field.type === "email") &&
  entry.field.type !== "search" &&
  !isDangerous(entry.field.name);

/** Forms that nothing sends: what is typed into them is used at once, or later. */
const isLoose = ({ purpose, submit }: SurveyForm): boolean => purpose === "other" && submit === null;

const draft = (page: SitePage): Draft[] => {
  const seen = new Set<SurveyField["name"]>();
  const entries = page.survey.forms
    .filter(isLoose)
    .flatMap((form) => dataFor(form) ?? [])
    .filter(isPlain)
    .filter(({ field }) => !seen.has(field.name) && Boolean(seen.add(field.name)))
    .slice(0, MOST_FIELDS);
  if (entries.length === 0) return [];
  return [
    {
      id: `fields-${page.id}`,
      title: `The fields of "${short(page.title || page.path, 30)}" keep what is typed into them`,
      steps: [
        ...openPage(page),
        ...entries.flatMap((entry): StepDocument[] => [
          fillOne(entry.field, entry.value),
          { expect: { value: { target: fieldItself(entry.field), is: entry.value } } },
        ]),
      ],
      fixtures: fixturesOf(entries),
      rank: 58,
    },
  ];
};

export const fields = defineOracle({
  id: "fields",
  summary: "A field that belongs to no form keeps what is typed into it.",
  looks: true,
  applies: (site) => site.pages.filter(({ status }) => (status ?? 200) < 400).flatMap(draft),
});
