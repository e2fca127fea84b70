import { isUnchosen } from "#core/explore/forms/sendable-forms.ts";
import { defineOracle } from "#core/generate/define-oracle.ts";
import { distinctForms, isOfRecords } from "#core/generate/forms.ts";
import type { UsableForm } from "#core/generate/forms.ts";
import { click, problemsOf, REFUSALS, short, withoutFaults } from "#core/generate/steps.ts";
import { isOfWizard } from "#core/generate/wizards/wizards.ts";

/** Questions with answers to choose from, none of which is chosen, and nothing else that has to be given. */
const asksAlone = ({ form: { fields, tried } }: UsableForm): boolean =>
  tried !== "once" &&
  fields.some(isUnchosen) &&
  fields.every((field) => isUnchosen(field) || /^(?:checkbox|hidden)$/.test(field.type)) &&
  // Where the browser asks for an answer, nothing is sent.
  fields.every(({ required }) => !required);

export const formUnchosen = defineOracle({
  id: "form-unchosen",
  summary:
    "A form of choices, such as a quiz, takes or refuses that nothing was chosen, and does not break at it.",
  applies: (site) =>
    distinctForms(site)
      .filter((usable) => asksAlone(usable) && !isOfWizard(site, usable.form) && !isOfRecords(site, usable))
      .map(({ id, name, open, submit, page }) => ({
        id: `${id}-unchosen`,
        title: `"${short(name)}" does not break where nothing is chosen`,
        steps: [
          ...open,
          click(submit),
          { wait_for: "idle" as const },
          withoutFaults([...page.problems, ...problemsOf(site)], page.behindLogin, REFUSALS),
        ],
        rank: 24,
      })),
});
