import type { StepDocument } from "#core/suite/grammar.ts";
import { defineOracle } from "#core/generate/define-oracle.ts";
import type { Draft, SuiteCredentials } from "#core/generate/define-oracle.ts";
import { fieldItself, usableForms } from "#core/generate/forms.ts";
import type { UsableForm } from "#core/generate/forms.ts";
import { anew, click, fillOne, idle, literal, openPage, short } from "#core/generate/steps.ts";
import { notSaved } from "#core/generate/thanked.ts";
import { asksForEmail } from "./form-email.ts";
import { isOfSettings } from "./settings.ts";

const WRONG = "not an address";
const EMAIL = /(?<!\p{L})e-?mail(?!\p{L})/iu;
const draft = (credentials: SuiteCredentials | null, usable: UsableForm): Draft[] => {
  const { form, page, submit, id, name } = usable;
  const field = form.fields.find(
    (each) =>
      /^(?:text|email|)$/.test(each.type) &&
      (asksForEmail(each) || EMAIL.test(each.name)) &&
      /^\S+@\S+\.\S+$/.test(each.value) &&
      each.target !== null &&
      !each.read_only &&
      !each.disabled,
  );
  // Nobody could log in any more, were it taken for the address by which one does.
  if (!field || field.value === credentials?.username) return [];
  const unsaved = notSaved(page);
  const open: StepDocument[] = [...openPage(page), ...anew(page)];
  return [
    {
      id: `settings-${id}-email`,
      title: `"${short(name)}" keeps nothing for "${short(field.name, 30)}" that is no e-mail address`,
      steps: [
        ...open,
        fillOne(field, WRONG),
        click(submit),
        idle,
        ...unsaved.steps,
        ...open,
        { expect: { value: { target: fieldItself(field), is: literal(field.value) } } },
      ],
      blocks: unsaved.blocks,
      rank: 27,
    },
  ];
};

export const settingsEmail = defineOracle({
  id: "settings-email",
  summary: "A form that shows what is stored keeps nothing that is no e-mail address where it has one.",
  applies: (site, credentials) =>
    usableForms(site)
      .filter(isOfSettings)
      .flatMap((usable) => draft(credentials, usable)),
});
