import { escapeRegex } from "#model/escape-regex.ts";
import type { SiteModel } from "#model/site.ts";
import type { SitePage } from "#model/site-pages.ts";
import type { SurveyField, SurveyForm } from "#model/survey.ts";
import type { StepDocument } from "#core/suite/grammar.ts";
import { relativeTo, withoutQuery } from "#core/explore/pages/address.ts";
import { PLACEHOLDER } from "#core/explore/forms/form-data.ts";
import { fold } from "#core/explore/lists/lists.ts";
import { EDIT, SAVES } from "#core/explore/words.ts";
import { mainOf } from "#core/generate/counts/counts.ts";
import { defineOracle } from "#core/generate/define-oracle.ts";
import { fieldItself } from "#core/generate/forms.ts";
import { openedPages } from "#core/generate/records/item-pages.ts";
import { labelled } from "#core/generate/labelled.ts";
import { bareName } from "#core/generate/records/must-be-filled.ts";
import { captureName, idle, literal, literalTarget, short } from "#core/generate/steps.ts";

const LEAST_SAID = 4;
const MOST_OPTIONS = 12;
const MOST_CHOICES = 2;

/** What the page says under the name of a select, and what that holds in the form. */
type Choice = { field: SurveyField; name: string; label: string; said: string; options: string[] };

/** The page of an item, and the form for changing it that the page leads to. */
type Both = { page: SitePage; path: string; form: SurveyForm; choices: Choice[] };

const choiceOf = (page: SitePage, field: SurveyField): Choice[] => {
  const { type, value, target, disabled } = field;
  const options = field.options.map(fold).filter((option) => option !== "" && !PLACEHOLDER.test(option));
  const name = bareName(field);
  if (type !== "select" || target === null || disabled || options.length < 2 || PLACEHOLDER.test(fold(value)))
    return [];
  const found = labelled(page, name);
  const [said] = options
    .filter((option) => found && `${found.rest} `.startsWith(`${option} `))
    .toSorted((a, b) => b.length - a.length);
  return found && said !== undefined ? [{ field, name, label: found.label, said, options }] : [];
};

/** The form is about the very item: what is typed in another field of it, the page says under the same name. */
const isOfItem = (page: SitePage, { fields }: SurveyForm): boolean =>
  fields.some((field) => {
    const words = fold(field.value);
    if (/^(?:select|hidden)$/.test(field.type) || words.length < LEAST_SAID) return false;
    return labelled(page, bareName(field))?.rest.startsWith(words) === true;
  });

const bothOf = (site: SiteModel): Both[] => {
  const opened = openedPages(site);
  return [...opened.values()].flatMap((page): Both[] => {
    const below = page.survey.links
      .filter(({ text, chrome, same_origin: own }) => own && !chrome && EDIT.test(text))
      .map(({ href }) => relativeTo(site.origin, href))
      .filter((path) => path.startsWith(`${page.path}/`));
    const [path = ""] = below;
    const forms = opened.get(path)?.survey.forms ?? [];
    const [form, ...others] = forms.filter(({ submit }) => SAVES.test(submit?.name ?? ""));
    if (new Set(below).size !== 1 || !form || others.length > 0 || !isOfItem(page, form)) return [];
    const choices = form.fields.flatMap((field) => choiceOf(page, field));
    return choices.length > 0 ? [{ page, path, form, choices }] : [];
  });
};

const isOther = ({ field, said }: Choice): boolean => fold(field.value) !== said;

const stepsFor = ({ page, path }: Both, choices: Choice[]): StepDocument[] => {
  const target = literalTarget(mainOf(page.survey));
  const named = choices.map((choice, at) => ({ ...choice, as: captureName("stored", String(at + 1)) }));
  const capture = Object.fromEntries(
    named.map(({ as, label, said, options }) => {
      const all = options.length <= MOST_OPTIONS ? options.toSorted((a, b) => b.length - a.length) : [said];
      return [as, { text: target, match: `${escapeRegex(label)}(${all.map(escapeRegex).join("|")})` }];
    }),
  );
  return [
    { goto: literal(page.path) },
    idle,
    { capture },
    { goto: literal(path) },
    idle,
    ...named.map(({ field, as }): StepDocument => ({
      expect: { value: { target: fieldItself(field), is: `\${${as}}` } },
    })),
  ];
};

export const storedChoices = defineOracle({
  id: "stored-choices",
  summary: "The form for changing an item has chosen what the item's page says.",
  looks: true,
  applies(site) {
    const kinds = Map.groupBy(bothOf(site), ({ page }) => withoutQuery(page.pattern));
    return [...kinds.values()].flatMap((all) => {
      const both = all.find(({ choices }) => choices.some(isOther)) ?? all[0];
      if (!both) return [];
      const choices = both.choices
        .toSorted((a, b) => Number(isOther(b)) - Number(isOther(a)))
        .slice(0, MOST_CHOICES);
      const names = choices.map(({ name }) => `"${short(name, 30)}"`).join(" and ");
      return [
        {
          id: `stored-${both.page.id}`,
          title: `The form for a change has chosen what the page says under ${names}`,
          steps: stepsFor(both, choices),
          rank: 20,
        },
      ];
    });
  },
});
