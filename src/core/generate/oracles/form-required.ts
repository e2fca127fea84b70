import type { SurveyField, SurveyForm } from "#model/survey.ts";
import { slug } from "#core/explore/states.ts";
import { defineOracle } from "#core/generate/define-oracle.ts";
import type { Draft } from "#core/generate/define-oracle.ts";
import { distinctForms, fieldItself, fillIn, fixturesOf } from "#core/generate/forms.ts";
import type { UsableForm } from "#core/generate/forms.ts";
import { click, short } from "#core/generate/steps.ts";

const MOST_FIELDS = 6;

const IDENTITY = /^(?:(?:your |full |ihr |votre )?name|e-?mail(?:[ -]?address)?)\s*\*?:?$/i;
const OPTIONAL = /optional|freiwillig|facultatif|opcional|facoltativ|optioneel/i;

/** A field that says so; and, in a form that needs other fields, who sends it unless that is said to be optional. */
const mustBeFilled = (field: SurveyField, form: SurveyForm): boolean => {
  if (field.required) return true;
  const others = form.fields.filter(({ required }) => required).length;
  const identity =
    IDENTITY.test(field.name.trim()) || field.autocomplete === "name" || field.autocomplete === "email";
  return others > 0 && identity && !OPTIONAL.test(field.name);
};

const draft = (usable: UsableForm, field: SurveyField, index: number): Draft => ({
  id: `${usable.id}-requires-${slug(field.name) || index + 1}`,
  title: `"${short(usable.name)}" refuses an empty "${short(field.name, 30)}"`,
  steps: [
    ...usable.open,
    ...fillIn(usable.entries, { without: field }),
    click(usable.submit),
    { wait_for: "idle" },
    { expect: { visible: fieldItself(field) } },
  ],
  fixtures: fixturesOf(usable.entries.filter((entry) => entry.field !== field)),
  rank: 26 + index * 6,
});

export const formRequired = defineOracle({
  id: "form-required",
  summary: "A required field refuses to be empty: the form stays.",
  applies: (site) =>
    distinctForms(site).flatMap((usable) =>
      usable.entries
        .filter((entry) => entry.kind === "fill" && mustBeFilled(entry.field, usable.form))
        .slice(0, MOST_FIELDS)
        .map((entry, index) => draft(usable, entry.field, index)),
    ),
});
