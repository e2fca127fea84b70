import type { SiteModel } from "#model/site.ts";
import type { SitePage } from "#model/site-pages.ts";
import type { SurveyField, SurveyForm } from "#model/survey.ts";
import { isByAddress } from "#core/explore/pages/by-address.ts";
import { sameForm } from "#core/explore/forms/sendable-forms.ts";
import { slug } from "#core/explore/pages/states.ts";
import { SAVES } from "#core/explore/words.ts";
import { usableForms } from "#core/generate/forms.ts";
import type { UsableForm } from "#core/generate/forms.ts";
import { click, openPage } from "#core/generate/steps.ts";

const OF_SETTINGS =
  /settings?|preferences?|options?|profile|account|notif|configur|einstellung|benachrichtig|pr[ée]f[ée]renc|param[èe]tres|ajustes|impostazioni|instellingen/i;

/** Nothing to write, but what is chosen, ticked or counted. */
const isOfChoices = ({ fields }: SurveyForm): boolean =>
  fields.length > 0 &&
  fields.every(({ type }) => /^(?:checkbox|switch|select|number|time|radio|range)$/.test(type));

const headingsOf = ({ path, survey }: SitePage): string =>
  [path, survey.title, ...survey.headings.map(({ text }) => text)].join(" ");

export type Found = { page: SitePage; form: SurveyForm; opener: UsableForm["opener"] };

/** Forms of a page, and those that one of its tabs shows. */
export const formsOn = (page: SitePage): Found[] => [
  ...page.survey.forms.map((form) => ({ page, form, opener: null })),
  ...page.reveals.flatMap(({ control, forms, effect }) =>
    effect === "navigation" || control.role !== "tab" || control.target === null
      ? []
      : forms.map((form) => ({ page, form, opener: { name: control.name, target: control.target ?? "" } })),
  ),
];

export const isOfSettings = (page: SitePage): boolean =>
  isByAddress(page) && !page.pattern.includes(":id") && OF_SETTINGS.test(headingsOf(page));

/** Forms of settings that have nothing to write in them, each once: what others leave alone. */
export const choiceForms = (site: SiteModel): UsableForm[] => {
  const ids = new Set(usableForms(site).map(({ id }) => id));
  const seen: SurveyForm[] = [];
  return site.pages
    .filter((page) => isByAddress(page) && OF_SETTINGS.test(headingsOf(page)))
    .flatMap(formsOn)
    .flatMap(({ page, form, opener }): UsableForm[] => {
      const { submit, purpose, method, action } = form;
      const isSaved = submit?.target && !submit.disabled && SAVES.test(submit.name);
      const isLooked = method.toLowerCase() === "get" && action !== null;
      if (purpose !== "other" || !isSaved || isLooked || !isOfChoices(form)) return [];
      if (seen.some((each) => sameForm(each, form))) return [];
      seen.push(form);
      const base = slug(opener?.name ?? page.id) || page.id;
      const id = ids.has(base) ? `${base}-choices` : base;
      ids.add(id);
      const name = opener?.name ?? (form.name || page.title);
      const open = [...openPage(page), ...(opener ? [click(opener.target)] : [])];
      return [{ page, form, submit: submit.target ?? "", entries: [], opener, isEdit: true, id, name, open }];
    });
};

/** Of boxes one that is off, or one of several that are on, is turned: a form may need one of them. */
export const oneBox = (fields: readonly SurveyField[]): SurveyField[] => {
  const boxes = fields.filter(({ type, disabled }) => /^(?:checkbox|switch)$/.test(type) && !disabled);
  const on = boxes.filter(({ value }) => value === "true");
  const box = boxes.find(({ value }) => value !== "true") ?? (on.length > 1 ? on[0] : undefined);
  return box ? [box] : [];
};
