import type { SurveyField } from "#model/survey.ts";
import { defineOracle } from "#core/generate/define-oracle.ts";
import { distinctForms, filledIn, fixturesOf, refused } from "#core/generate/forms.ts";
import { fillOne, short } from "#core/generate/steps.ts";

const asksForEmail = ({ type, autocomplete, name }: SurveyField): boolean =>
  type === "email" ||
  autocomplete === "email" ||
  /^(?:your |ihre |votre )?e-?mail(?:[ -]?address|-?adresse)?\s*\*?:?$/i.test(name.trim());

export const formEmail = defineOracle({
  id: "form-email",
  joins: true,
  summary: "An e-mail field refuses what is no address: the form stays.",
  applies: (site) =>
    distinctForms(site).flatMap((usable) => {
      const entry = usable.entries.find(({ kind, field }) => kind === "fill" && asksForEmail(field));
      if (!entry) return [];
      const { field } = entry;
      const { blocks, use } = filledIn(usable);
      const sent = refused(usable);
      return [
        {
          id: `${usable.id}-email`,
          title: `"${short(usable.name)}" refuses what is no e-mail address`,
          blocks: { ...blocks, ...sent.blocks },
          steps: [use, fillOne(field, "not an address"), sent.use],
          fixtures: fixturesOf(usable.entries),
          rank: 28,
        },
      ];
    }),
});
