import { slug } from "#core/explore/pages/states.ts";
import { SAVES } from "#core/explore/words.ts";
import { defineOracle } from "#core/generate/define-oracle.ts";
import type { Draft } from "#core/generate/define-oracle.ts";
import { legibleElsewhere } from "#core/generate/legible-pages.ts";
import { formsOn, isOfSettings } from "#core/generate/settings/setting-forms.ts";
import type { Found } from "#core/generate/settings/setting-forms.ts";
import { LOOKS } from "#core/generate/settings/setting-changes.ts";
import { click, idle, legible, literal, literalTarget, openPage, short } from "#core/generate/steps.ts";
import { chooseOption } from "#core/generate/sums/sums-kept.ts";
import type { StepDocument } from "#core/suite/grammar.ts";
import type { SiteModel } from "#model/site.ts";
import type { SurveyField } from "#model/survey.ts";

const DARK = /^(?:dark|night|dunkel|sombre|oscuro|scuro|donker)/i;

type Choice = Found & { field: SurveyField; dark: string };

/** A select or buttons by which a form of the page chooses between light and dark; what is chosen holds at once, or once it is saved. */
const choicesIn = (found: Found): Choice[] => {
  const { purpose, fields, submit } = found.form;
  if (purpose !== "other" || (submit !== null && (submit.disabled || !SAVES.test(submit.name)))) return [];
  return fields.flatMap((field) => {
    const { type, options, target, disabled, value } = field;
    const dark = options.find((option) => DARK.test(option.trim()));
    const isOfLooks =
      options.length > 1 && options.every((option) => LOOKS.test(option.trim()) || DARK.test(option.trim()));
    const isFree = !disabled && !field.read_only && target !== null && options.includes(value);
    const isHere = type === "select" || type === "radio";
    return dark !== undefined && isOfLooks && isFree && isHere && value !== dark
      ? [{ ...found, field, dark }]
      : [];
  });
};

const draft = (site: SiteModel, { page, form, opener, field, dark }: Choice): Draft => {
  const { submit } = form;
  const open = [...openPage(page), ...(opener ? [click(opener.target)] : []), idle];
  const choose = (option: string): StepDocument[] => [
    chooseOption(field, option),
    ...(submit?.target ? [click(submit.target)] : []),
    idle,
  ];
  // What a button saves is looked at by the case of its form.
  const isKept: StepDocument[] = [
    ...open,
    field.type === "radio"
      ? { expect: { checked: literal(dark) } }
      : { expect: { value: { target: literalTarget(field.target ?? ""), is: literal(dark) } } },
  ];
  return {
    id: `theme-${slug(field.name) || page.id}-readable`,
    title: `"${short(dark, 30)}" of "${short(field.name, 30)}" is kept, and no text has nearly the colour of what is behind it then`,
    steps: [
      ...open,
      ...choose(dark),
      ...(submit === null ? isKept : []),
      legible,
      ...legibleElsewhere(site, page.path),
      ...open,
      ...choose(field.value),
    ],
    rank: 37,
  };
};

export const themeChoices = defineOracle({
  id: "theme-choices",
  summary:
    "Text can be read in the dark as well, where settings choose between light and dark, and that is kept.",
  applies: (site) =>
    site.pages
      .filter(isOfSettings)
      .flatMap((page) => formsOn(page).flatMap(choicesIn))
      .slice(0, 1)
      .map((choice) => draft(site, choice)),
});
