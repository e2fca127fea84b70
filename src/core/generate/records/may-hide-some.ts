import { relativeTo } from "#core/explore/pages/address.ts";
import { fold } from "#core/explore/lists/lists.ts";
import { sortFields } from "#core/explore/lists/sort-orders.ts";
import { CREATE } from "#core/explore/words.ts";
import type { SiteFilter } from "#model/site-lists.ts";
import type { SitePage } from "#model/site-pages.ts";
import type { SiteModel } from "#model/site.ts";
import type { PageSurvey, SurveyCollection } from "#model/survey.ts";

/** What is no longer among what is counted, by its state. */
const AWAY = String.raw`closed|done|solved|archived?|hidden|inactive|disabled|suspended|cancell?ed|past|expired|older|deleted|archiviert\w*|erledigt\w*|geschlossen\w*|inaktiv|archiv[ée]\w*|archivad\w*`;
const HIDES = new RegExp(
  String.raw`\b(?:show|(?:view|see) (?:all|more)|hide|include|exclude|only|anzeigen|ausblenden|afficher|masquer|mostrar|ocultar|${AWAY})\b`,
  "i",
);
const IS_AWAY = new RegExp(`^(?:${AWAY})$`, "i");
const CHOOSES = /^(?:select|combobox|checkbox|radio|switch)$/;

/** How many rows say of themselves that they are archived, inactive or the like. */
export const putAside = ({ items }: SurveyCollection): number =>
  items.filter(({ cells, lines = [] }) => [...cells, ...lines].some((text) => IS_AWAY.test(fold(text))))
    .length;

/** The choices that were tried there, where none of them brought up what was not there at first. */
const triedAt = ({ filters }: SiteModel, { id }: SitePage): SiteFilter[] =>
  filters.filter(
    ({ pageId, before, options }) =>
      pageId === id && options.every(({ names }) => names.every((name) => before.includes(name))),
  );

/** Fields that choose: no order, nothing of what is added, none in the rows themselves. */
const choosesByField = (survey: PageSurvey, tried: SiteFilter[]): boolean => {
  const sorts = new Set(sortFields(survey).map(({ field }) => field));
  const known = new Set(tried.map(({ field }) => JSON.stringify(field)));
  const fields = survey.forms
    .filter(({ chrome, submit }) => chrome !== true && !CREATE.test(submit?.name ?? ""))
    .flatMap((form) => form.fields)
    .filter((field) => CHOOSES.test(field.type) && !sorts.has(field));
  const inRows = survey.collections.map(({ items }) =>
    items.flatMap((item) => item.fields).filter(({ type }) => CHOOSES.test(type)),
  );
  return (
    fields.filter(({ target }) => target === null || !known.has(JSON.stringify(target))).length >
    Math.max(0, ...inRows.map(({ length }) => length))
  );
};

/** Something on the page chooses what it lists, so that it may leave out some: a field, a tab, "Show closed"; nothing that was seen not to. */
export const mayHideSome = (page: SitePage, site: SiteModel): boolean => {
  const { survey, path } = page;
  const tried = triedAt(site, page);
  const told = page.reveals.filter(({ effect, forms }) => effect === "dialog" && forms.length === 0);
  const vain = new Set([
    ...tried.flatMap(({ options }) => options.map(({ label }) => label)),
    ...told.map(({ control }) => control.name),
  ]);
  const inRows = survey.collections.flatMap(({ items }) => items);
  const links = new Set(inRows.flatMap((item) => item.links.map(({ href }) => href)));
  const buttons = new Set(inRows.flatMap((item) => item.buttons));
  return (
    choosesByField(survey, tried) ||
    survey.buttons.some(({ chrome, role, name, pressed }) => {
      const isHiding = role === "tab" || pressed !== undefined || HIDES.test(name);
      return !chrome && !vain.has(name) && !buttons.has(name) && isHiding;
    }) ||
    survey.links.some(({ chrome, href, text }) => {
      const isSame = relativeTo(site.origin, href).startsWith(`${path}?`);
      return !chrome && !vain.has(text) && (isSame || (!links.has(href) && HIDES.test(text)));
    })
  );
};
