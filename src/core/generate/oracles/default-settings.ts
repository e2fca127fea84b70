import type { SurveyField } from "#model/survey.ts";
import { labelKey } from "#core/explore/lists/lists.ts";
import { slug } from "#core/explore/pages/states.ts";
import { defineOracle } from "#core/generate/define-oracle.ts";
import type { Draft } from "#core/generate/define-oracle.ts";
import { usableForms } from "#core/generate/forms.ts";
import type { UsableForm } from "#core/generate/forms.ts";
import { changeOf } from "#core/generate/settings/setting-changes.ts";
import { choiceForms } from "#core/generate/settings/setting-forms.ts";
import { click, idle, noErrors, short } from "#core/generate/steps.ts";
import { isOfSettings } from "./settings.ts";

const DEFAULT =
  /^(?:(?:the |your )?(?:default|standard|usual)|standard-?|vorgabe f[üu]r|(?<rest>.+?) (?:par d[ée]faut|predeterminad[oa]|predefinit[oa]))\s*/i;

/** What the setting is the default of: "Default tax rate (%)" that of "Tax rate (%)"; null where its name says no such thing. */
const subject = (name: string): string | null => {
  const found = DEFAULT.exec(name);
  if (!found) return null;
  const rest = found.groups?.["rest"] ?? name.slice(found[0].length);
  return rest.trim() === "" ? null : labelKey(rest);
};

const draft = (
  loggedIn: boolean,
  { page, submit, id, open }: UsableForm,
  field: SurveyField,
  others: UsableForm[],
): Draft[] => {
  const what = subject(field.name);
  const change = what === null ? null : changeOf(field, page);
  if (change === null || field.target === null) return [];
  for (const other of others) {
    const follower = other.form.fields.find(
      ({ name, type, value, target }) =>
        labelKey(name) === what &&
        value === field.value &&
        target !== null &&
        (type === "select") === (field.type === "select"),
    );
    const there =
      follower && !other.isEdit
        ? changeOf({ ...field, name: follower.name, target: follower.target }, other.page)
        : null;
    if (!follower || there === null) continue;
    const save = [click(submit), idle];
    return [
      {
        id: `default-${id}-${slug(follower.name) || "value"}`,
        title: `"${short(other.name, 30)}" begins with what "${short(field.name, 30)}" is set to`,
        steps: [
          ...open,
          change.change,
          ...save,
          ...other.open,
          there.seen,
          ...open,
          change.restore,
          ...save,
          noErrors([...page.problems, ...other.page.problems], loggedIn),
        ],
        rank: 21,
      },
    ];
  }
  return [];
};

export const defaultSettings = defineOracle({
  id: "default-settings",
  summary: "A form begins with what the settings say is the default of one of its fields.",
  applies: (site) => {
    const usable = usableForms(site);
    const settings = [...usable.filter(isOfSettings), ...choiceForms(site)];
    return settings.flatMap((each) =>
      each.form.fields.flatMap((field) =>
        draft(
          site.login?.used ?? false,
          each,
          field,
          usable.filter((other) => other.form !== each.form),
        ),
      ),
    );
  },
});
