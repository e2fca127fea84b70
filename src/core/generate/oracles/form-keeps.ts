import { NOTHING } from "#core/explore/forms/taken.ts";
import type { StepDocument } from "#core/suite/grammar.ts";
import type { SiteModel } from "#model/site.ts";
import type { SurveyForm } from "#model/survey.ts";
import { dataFor } from "#core/explore/forms/form-data.ts";
import { defineOracle } from "#core/generate/define-oracle.ts";
import type { Draft } from "#core/generate/define-oracle.ts";
import { fieldItself, fillIn, fixturesOf, usableForms } from "#core/generate/forms.ts";
import type { UsableForm } from "#core/generate/forms.ts";
import { click, idle, short } from "#core/generate/steps.ts";

const MOST = 3;
const MOST_FIELDS = 4;

const formsOf = ({ pages }: SiteModel): SurveyForm[] =>
  pages.flatMap(({ survey, reveals }) => [...survey.forms, ...reveals.flatMap(({ forms }) => forms)]);

/**
 * That some apps clear a form which they refuse is bad, but their way. It is a fault where the form keeps some of what was
 * typed and not the rest, where other forms of the app keep it, or where it says of a field what is wrong with it, so that
 * it is there to be put right.
 */
const isFault = (site: SiteModel, { refused }: SurveyForm): boolean =>
  refused !== undefined &&
  refused.lost.length > 0 &&
  // Of one field alone, it may be what was wrong.
  (refused.marked || refused.lost.length > 1) &&
  (refused.kept.length > 0 ||
    (refused.marked && refused.lost.length > 1) ||
    formsOf(site).some((other) => (other.refused?.kept.length ?? 0) > 0));

const draft = ({ form, submit, open, id, name }: UsableForm): Draft[] => {
  const typed = form.refused?.typed ?? {};
  const asThen = form.fields.map((field) => ({
    ...field,
    taken: typed[field.name] ?? NOTHING,
  }));
  const entries = dataFor({ ...form, fields: asThen }) ?? [];
  const lost = entries.flatMap((entry): StepDocument[] =>
    entry.kind === "fill" && form.refused?.lost.includes(entry.field.name)
      ? [{ expect: { value: { target: fieldItself(entry.field), is: entry.value } } }]
      : [],
  );
  if (lost.length === 0) return [];
  return [
    {
      id: `${id}-keeps-refused`,
      title: `"${short(name)}" keeps what was typed when it refuses it`,
      steps: [...open, ...fillIn(entries), click(submit), idle, ...lost.slice(0, MOST_FIELDS)],
      fixtures: fixturesOf(entries),
      rank: 16,
    },
  ];
};

export const formKeeps = defineOracle({
  id: "form-keeps",
  summary: "A form that is refused still holds what was typed, so that it can be put right.",
  applies: (site) =>
    usableForms(site)
      .filter(({ form }) => isFault(site, form))
      .slice(0, MOST)
      .flatMap(draft),
});
