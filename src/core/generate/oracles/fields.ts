import type { StepDocument } from "#core/suite/grammar.ts";
import type { SitePage } from "#model/site-pages.ts";
import type { SurveyForm } from "#model/survey.ts";
import { dataFor, isWordy } from "#core/explore/forms/form-data.ts";
import type { Entry } from "#core/explore/forms/form-data.ts";
import { isSteadyTarget } from "#core/explore/pages/steady.ts";
import { slug } from "#core/explore/pages/states.ts";
import { isDangerous } from "#core/explore/words.ts";
import { defineOracle } from "#core/generate/define-oracle.ts";
import type { Draft } from "#core/generate/define-oracle.ts";
import { fieldItself, fixturesOf } from "#core/generate/forms.ts";
import { pageNames } from "#core/generate/page-names.ts";
import { click, fillOne, openPage, short } from "#core/generate/steps.ts";
import { isAnswered } from "#core/explore/pages/by-address.ts";

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

/** Somewhere that shows loose forms: a page as it opens, or what a control of it brings up. */
type Place = { id: string; name: string; open: StepDocument[]; forms: SurveyForm[] };

const placesOf = (page: SitePage, called: string): Place[] => [
  {
    id: page.id,
    name: called,
    open: openPage(page),
    forms: page.survey.forms,
  },
  ...page.reveals.flatMap(({ control, effect, forms, problems }): Place[] => {
    const { name, target } = control;
    const brings = (effect === "dialog" || effect === "content") && problems.length === 0;
    if (!brings || target === null || !isSteadyTarget(target)) return [];
    return [
      {
        id: `${page.id}-${slug(name) || effect}`,
        name: `"${short(name, 30)}"`,
        open: [...openPage(page), click(target)],
        forms,
      },
    ];
  }),
];

/** Told by its fields, whatever stands above them: on another page that is the same form. */
const keyOf = (entries: readonly Typed[]): string =>
  entries.map(({ field }) => `${field.type} ${field.name}`).join("|");

const draft = (place: Place, seen: Set<string>): Draft[] => {
  const fresh = place.forms.filter(isLoose).flatMap((form) => {
    const entries = (dataFor(form) ?? []).filter(isPlain);
    return entries.length === 0 || seen.has(keyOf(entries)) ? [] : [entries];
  });
  for (const entries of fresh) seen.add(keyOf(entries));
  const names = new Set<string>();
  const entries = fresh
    .flat()
    .filter(({ field }) => !names.has(field.name) && Boolean(names.add(field.name)))
    .slice(0, MOST_FIELDS);
  if (entries.length === 0) return [];
  return [
    {
      id: `fields-${place.id}`,
      title: `The fields of ${place.name} keep what is typed into them`,
      steps: [
        ...place.open,
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
  applies(site) {
    const seen = new Set<string>();
    const nameOf = pageNames(site.pages);
    const pages = site.pages.filter(isAnswered);
    return pages.flatMap((page) => placesOf(page, nameOf(page))).flatMap((place) => draft(place, seen));
  },
});
