import { sameForm } from "#core/explore/forms/sendable-forms.ts";
import { defineOracle } from "#core/generate/define-oracle.ts";
import type { Draft } from "#core/generate/define-oracle.ts";
import { distinctForms, fillIn, fixturesOf, isOfRecords } from "#core/generate/forms.ts";
import type { UsableForm } from "#core/generate/forms.ts";
import { promisedTexts } from "#core/generate/records/promised-texts.ts";
import { click, idle, literal, noErrors, problemsOf, short } from "#core/generate/steps.ts";
import { isOfWizard } from "#core/generate/wizards/wizards.ts";
import { slug } from "#core/explore/pages/states.ts";
import type { SiteModel } from "#model/site.ts";

const MOST = 3;

const draft = (site: SiteModel, usable: UsableForm): Draft[] => {
  const { form, entries, id, name, open, submit, page } = usable;
  const { said = null } = form.answered ?? {};
  return promisedTexts(entries)
    .slice(0, MOST)
    .map(({ field, value, fixtures, kind, what }) => ({
      id: `${id}-takes-${kind}-${slug(field.name) || "text"}`,
      title: `"${short(name)}" takes ${what} in ${short(field.name, 30)}, as it says`,
      steps: [
        ...open,
        ...fillIn(entries, { instead: { field, value } }),
        click(submit),
        idle,
        noErrors([...page.problems, ...problemsOf(site)], page.behindLogin),
        ...(said === null ? [] : [{ expect: { text: { contains: literal(said) } } }]),
      ],
      fixtures: { ...fixturesOf(entries), ...fixtures },
      rank: 23,
    }));
};

export const promises = defineOracle({
  id: "promises",
  summary: "A form takes what its fields say that they take.",
  applies: (site) =>
    distinctForms(site)
      .filter(
        (usable) =>
          usable.form.tried === "taken" &&
          !site.posts.some((post) => sameForm(post.form, usable.form)) &&
          !isOfWizard(site, usable.form) &&
          !isOfRecords(site, usable),
      )
      .flatMap((usable) => draft(site, usable)),
});
