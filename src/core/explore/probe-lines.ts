import type { SiteLines, SitePage, SiteReveal } from "#model/site.ts";
import type { PageSurvey, SurveyField, SurveyForm } from "#model/survey.ts";
import { click } from "./act.ts";
import { isWordy } from "./form-data.ts";
import type { Walk } from "./walk.ts";
import { open } from "./open-page.ts";
import { CREATE, DELETE } from "./words.ts";
import { isByAddress } from "./by-address.ts";

const MOST = 3;
const CROSS = /^[×✕✖xX]$/;

const named = ({ fields }: Pick<SurveyForm, "fields">, name: string): number =>
  fields.filter((field) => field.name === name).length;

/** Words of a line that the form had once and, once the control was used, has twice. */
const fieldOf = ({ survey }: SitePage, { forms }: SiteReveal): SurveyField | null =>
  survey.forms
    .filter(({ purpose }) => purpose === "other")
    .flatMap((own) => {
      const grown = forms.find((form) => form.submit?.name === own.submit?.name);
      const repeated = own.fields.filter(
        (field) => isWordy(field) && named(own, field.name) === 1 && grown && named(grown, field.name) === 2,
      );
      return repeated.find(({ target, value }) => target !== null && value === "") ?? [];
    })[0] ?? null;

/** What removes a line, while there are two: nothing else on the page is called so. */
const removerIn = ({ buttons }: PageSurvey): string | null => {
  const found = buttons.filter(
    ({ name, submit, chrome, disabled }) =>
      !submit && !chrome && !disabled && (DELETE.test(name) || CROSS.test(name)),
  );
  const isOne = new Set(found.map(({ name }) => name)).size === 1;
  return isOne && found.length === 2 ? (found[0]?.name ?? null) : null;
};

const tryLines = async (walk: Walk, page: SitePage, reveal: SiteReveal): Promise<SiteLines | null> => {
  const { name, target } = reveal.control;
  const field = fieldOf(page, reveal);
  if (!field || target === null || !(await open(walk, page.path)).ok) return null;
  const added = await click(walk, target);
  const count = (survey: PageSurvey | null): number =>
    Math.max(0, ...(survey?.forms ?? []).map((form) => named(form, field.name)));
  const remove = added ? removerIn(added) : null;
  if (remove === null || count(added) !== 2) return null;
  const after = await click(walk, { role: "button", name: remove, exact: true, nth: 0 });
  return count(after) === 1 && after?.dialogs.length === 0
    ? { pageId: page.id, path: page.path, add: { name, target }, field, remove }
    : null;
};

/** Adds a line to forms that have lines, and removes the first again; nothing is sent. */
export const probeLines = async (walk: Walk, pages: SitePage[]): Promise<SiteLines[]> => {
  const found: SiteLines[] = [];
  for (const page of pages) {
    if (!isByAddress(page)) continue;
    // An item that is there already may lose a line of its own.
    if (page.survey.forms.some(({ fields }) => fields.some((field) => isWordy(field) && field.value !== "")))
      continue;
    for (const reveal of page.reveals) {
      if (walk.over() || found.length >= MOST) return found;
      if (reveal.effect !== "content" || !CREATE.test(reveal.control.name)) continue;
      const lines = await tryLines(walk, page, reveal);
      if (lines) found.push(lines);
    }
  }
  return found;
};
