import type { SiteFilter } from "#model/site-lists.ts";
import type { SitePage } from "#model/site-pages.ts";
import type { SiteView } from "#model/site-switches.ts";
import type { SurveyField, SurveyForm } from "#model/survey.ts";
import type { Target } from "#model/target.ts";
import { act, click } from "#core/explore/forms/act.ts";
import { withoutQuery } from "#core/explore/pages/address.ts";
import { lookAnswered } from "#core/explore/forms/answered.ts";
import { isByAddress } from "#core/explore/pages/by-address.ts";
import { offeredBy } from "#core/explore/forms/form-data.ts";
import { open } from "#core/explore/pages/open-page.ts";
import { problemsSince } from "#core/explore/pages/problems.ts";
import { isSameField } from "#core/explore/forms/refusal.ts";
import { isSent } from "#core/explore/pages/sent.ts";
import { sortFields } from "#core/explore/lists/sort-orders.ts";
import { isSteadyTarget } from "#core/explore/pages/steady.ts";
import type { Walk } from "#core/explore/pages/walk.ts";
import { DECIDES, isDangerous } from "#core/explore/words.ts";
import { beginStep, isThorough } from "#core/explore/pages/walk.ts";

const MOST_OPTIONS = 8;
const PER_PAGE = 3;
const MOST = { thorough: 6, quick: 2 };
/** Of those, that are no time and no grouping. */
const MOST_PARTS = 3;

/** What a report or a view is of: a time, or what it is grouped by. */
const OF_VIEWS =
  /^(?:(?:show|select|choose) )?(?:the )?(?:(?:reporting|report|fiscal|financial|tax|school) )?(?:year|month|quarter|week|period|time ?(?:frame|range|span)|range|interval|group(?:ed)? by|break ?down(?: by)?|report|view|jahr|monat|quartal|woche|zeitraum|gruppier\w*(?: nach)?|ann[ée]e|mois|trimestre|p[ée]riode|a[ñn]o|mes|periodo|anno|mese)[\s*:]*$/iu;

const isOfView = ({ name }: SurveyField): boolean => OF_VIEWS.test(name.trim());

/** Sends what is chosen, and keeps nothing. */
const SHOWS =
  /^(?:show|view|go|apply|display|run|refresh|anzeigen|zeigen|afficher|mostrar|ver|mostra|visualizza|tonen)\b/i;

const REPORT =
  /\b(?:reports?|reporting|statistics?|stats|analytics|insights|figures|bericht|berichte|auswertung(?:en)?|statistik|rapports?|informes?|report[oi]?|relat[óo]rios?)\b/iu;

/** One of several that somebody wrote is known by a number, or by the words of its title. */
const WRITTEN = /^\d+$|\d{3}|(?:[-_]\w+){4}/;
const lastPart = (path: string): string => withoutQuery(path).split("/").at(-1) ?? "";

/** A page of its own that sums things up. */
const isReport = ({ path, pattern, survey }: SitePage): boolean =>
  !(withoutQuery(pattern).includes(":id") && WRITTEN.test(lastPart(path))) &&
  (REPORT.test(survey.headings.find(({ level }) => level === 1)?.text ?? "") ||
    REPORT.test(withoutQuery(path).replaceAll("-", " ")));

/** What is chosen by such a name is done, or is from then on. */
const DOES = /\b(?:actions?|status|state|assign\w*|deliver\w*|send|mail\w*|role|language)\b/i;

/** Asks for a part of what is shown, such as "Owner", as far as its words tell. */
const asksForPart = ({ name, options }: SurveyField, { method, submit }: SurveyForm): boolean =>
  method.toLowerCase() === "get" &&
  submit !== null &&
  ![name, submit.name, ...options].some((words) => isDangerous(words) || DECIDES.test(words.trim())) &&
  !DOES.test(name);

type Viewed = { field: SurveyField; submit: Target | null };

const viewsOf = (page: SitePage): Viewed[] => {
  const { survey } = page;
  const sorting = new Set(sortFields(survey).map(({ field }) => field));
  const ofReport = isReport(page);
  const isView = (field: SurveyField, form: SurveyForm): boolean => {
    const { type, target, disabled, options } = field;
    return (
      type === "select" &&
      target !== null &&
      isSteadyTarget(target) &&
      !disabled &&
      (isOfView(field) || (ofReport && asksForPart(field, form))) &&
      offeredBy(options).length > 1
    );
  };
  const asks = ({ submit, fields, purpose }: SurveyForm): boolean =>
    purpose !== "login" &&
    (submit === null || (submit.target !== null && SHOWS.test(submit.name))) &&
    fields.every(({ type }) => !/^(?:textarea|password|file|editor|email)$/.test(type));
  return survey.forms
    .filter(asks)
    .flatMap((form) =>
      form.fields
        .filter((field) => isView(field, form) && !sorting.has(field))
        .map((field) => ({ field, submit: form.submit?.target ?? null })),
    )
    .toSorted((a, b) => Number(isOfView(b.field)) - Number(isOfView(a.field)));
};

/** Chooses one after the other; null where the app keeps what is chosen, or it cannot be done. */
const probe = async (walk: Walk, page: SitePage, { field, submit }: Viewed): Promise<SiteView | null> => {
  const { name, target, value } = field;
  if (target === null) return null;
  const options: string[] = [];
  let isOpen = false;
  let anew = false;
  for (const option of offeredBy(field.options).slice(0, MOST_OPTIONS)) {
    if (option === value) continue;
    if (walk.over()) break;
    isOpen ||= (await open(walk, page.path)).ok;
    const mark = beginStep(walk);
    if (!isOpen || !(await act(walk, target, { kind: "select", options: [option] }))) return null;
    if (submit !== null && !(await click(walk, submit))) return null;
    const after = await lookAnswered(walk);
    const problems = problemsSince(walk.session.evidence, mark, walk.origin);
    if (isSent(walk, mark)) return null;
    options.push(option);
    // What comes after it could not be chosen any more.
    if (problems.length > 0) break;
    isOpen = after?.forms.some(({ fields }) => fields.some((each) => isSameField(each, field))) ?? false;
    anew ||= !isOpen;
  }
  return options.length === 0
    ? null
    : { pageId: page.id, path: page.path, name, target, submit, options, anew };
};

/** Chooses what reports and views are of, such as a year; what filters a list is known already. */
export const probeViews = async (
  walk: Walk,
  pages: readonly SitePage[],
  filters: readonly SiteFilter[],
): Promise<SiteView[]> => {
  const most = isThorough(walk) ? MOST.thorough : MOST.quick;
  const views: SiteView[] = [];
  const seen = new Set<string>();
  let parts = 0;
  for (const page of pages.filter(isByAddress)) {
    const fresh = viewsOf(page).filter(({ field }) => {
      const isFilter = filters.some((each) => each.pageId === page.id && each.name === field.name);
      // Reports below one address ("/reports/sales") are of different things.
      const where = isReport(page) ? page.path : page.pattern;
      const key = `${withoutQuery(where)} ${field.name}`;
      return !isFilter && !seen.has(key) && Boolean(seen.add(key));
    });
    for (const viewed of fresh.slice(0, PER_PAGE)) {
      if (walk.over() || views.length >= most) return views;
      if (!isOfView(viewed.field) && (parts += 1) > MOST_PARTS) continue;
      walk.progress(`choosing each "${viewed.field.name}" on ${page.path}`);
      const view = await probe(walk, page, viewed);
      if (view) views.push(view);
    }
  }
  return views;
};
