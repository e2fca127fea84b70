import type { Entry } from "#core/explore/forms/form-data.ts";
import type { StepDocument } from "#core/suite/grammar.ts";
import type { SurveyField } from "#model/survey.ts";
import { defineOracle } from "#core/generate/define-oracle.ts";
import type { Draft } from "#core/generate/define-oracle.ts";
import { distinctForms, filledIn, fixturesOf, refused } from "#core/generate/forms.ts";
import type { UsableForm } from "#core/generate/forms.ts";
import { click, fillOne, idle, short } from "#core/generate/steps.ts";
import { notThanked } from "#core/generate/thanked.ts";

export const asksForEmail = ({ type, autocomplete, name }: SurveyField): boolean =>
  type === "email" ||
  autocomplete === "email" ||
  /^(?:your |ihre |votre )?e-?mail(?:[ -]?address|-?adresse)?\s*\*?:?$/i.test(name.trim());

/**
 * A form of an address alone often stands on the page that comes once it was sent, so that its staying tells nothing: then
 * what the page says to a right address is not what it has said to the wrong one.
 */
const answered = (
  { id, form, submit, opener }: UsableForm,
  entry: Extract<Entry, { kind: "fill" }>,
  use: StepDocument,
): { before: StepDocument[]; after: StepDocument[] } => {
  if (form.fields.length !== 1 || opener || !entry.value.includes("${email}"))
    return { before: [], after: [] };
  // It may stand below what the page is about, and so may the answer.
  const target = { css: "body" };
  const key = id.replaceAll(/[^a-z0-9]+/gi, "_");
  const [first, wrong] = [`at_first_${key}`, `to_the_wrong_${key}`];
  const isNot = (name: string) => ({ text: { target, is: `\${${name}}`, not: true } });
  return {
    before: [{ capture: { [first]: { text: target } } }],
    after: [
      { capture: { [wrong]: { text: target } } },
      use,
      fillOne(entry.field, entry.value.replace("${email}", "second.${email}")),
      click(submit),
      idle,
      // Where it says nothing at all, there is nothing to tell.
      { expect: isNot(wrong), when: isNot(first) },
    ],
  };
};

const draft = (usable: UsableForm): Draft[] => {
  const entry = usable.entries.find((each) => each.kind === "fill" && asksForEmail(each.field));
  if (entry?.kind !== "fill") return [];
  const { blocks, use } = filledIn(usable);
  const sent = refused(usable);
  const { before, after } = answered(usable, entry, use);
  // What was taken once may be refused as known.
  const wrong = "not an address ${tag}";
  return [
    {
      id: `${usable.id}-email`,
      title: `"${short(usable.name)}" refuses what is no e-mail address`,
      blocks: { ...blocks, ...sent.blocks },
      steps: [use, ...before, fillOne(entry.field, wrong), sent.use, ...notThanked(usable), ...after],
      fixtures: { ...fixturesOf(usable.entries), tag: { string: 6 } },
      rank: 28,
    },
  ];
};

export const formEmail = defineOracle({
  id: "form-email",
  summary:
    "An e-mail field refuses what is no address: the form stays, and does not say what it says to an address.",
  applies: (site) => distinctForms(site).flatMap(draft),
});
