import type { SiteNarrowed } from "#model/site-download.ts";
import type { FilterOption, SiteFilter } from "#model/site-lists.ts";
import type { SitePage } from "#model/site-pages.ts";
import type { PageSurvey, SurveyCollection } from "#model/survey.ts";
import { act } from "#core/explore/forms/act.ts";
import { lookAnswered } from "#core/explore/forms/answered.ts";
import { withoutQuery } from "#core/explore/pages/address.ts";
import { fewRows } from "./few-rows.ts";
import { fold, sameList } from "./lists.ts";
import { open } from "#core/explore/pages/open-page.ts";
import { downloadControls } from "#core/explore/controls/download-controls.ts";
import type { DownloadControl } from "#core/explore/controls/download-controls.ts";
import type { Walk } from "#core/explore/pages/walk.ts";

/** A file of a list by what its rows are called there. */
type Filed = { texts: string[]; times: number[] };

/** What of the list is not shown under the choice, as the file calls it: that stands there just once. */
const leftOutOf = (shown: string[], { texts, times }: Filed): string | null =>
  texts.find((text, row) => times[row] === 1 && shown.every((each) => !each.includes(text))) ?? null;

/** Texts of the rows that are shown now. */
const rowsNow = async (walk: Walk, survey: PageSurvey, list: SurveyCollection): Promise<string[]> => {
  const shown = sameList(survey, list);
  return shown ? shown.items.map(({ text }) => fold(text)) : ((await fewRows(walk, list))?.texts ?? []);
};

const choose = async (walk: Walk, filter: SiteFilter, option: FilterOption): Promise<PageSurvey | null> => {
  const isChosen = filter.field
    ? await act(walk, filter.field, { kind: "select", options: [option.label] })
    : await act(walk, option.target, { kind: "click" });
  if (!isChosen || (filter.apply !== null && !(await act(walk, filter.apply, { kind: "click" }))))
    return null;
  return lookAnswered(walk);
};

/** The same control announces another file: its address has another query. */
const follows = (now: DownloadControl, { href }: DownloadControl): boolean =>
  now.href !== href && now.href !== "" && withoutQuery(now.href) === withoutQuery(href);

/** Makes a choice of a filter of the page that shows less, and looks whether what gives the file follows that. */
export const probeNarrowed = async (
  walk: Walk,
  page: SitePage,
  control: DownloadControl,
  filters: SiteFilter[],
  list: SurveyCollection,
  filed: Filed,
): Promise<SiteNarrowed | null> => {
  for (const filter of filters.filter(({ pageId }) => pageId === page.id)) {
    const option = filter.options.find(
      ({ names, problems }) =>
        names.length > 0 && problems.length === 0 && filter.before.some((name) => !names.includes(name)),
    );
    if (!option || walk.over()) continue;
    const survey = (await open(walk, page.path)).ok ? await choose(walk, filter, option) : null;
    if (!survey) continue;
    const shown = await rowsNow(walk, survey, list);
    const without = shown.length > 0 ? leftOutOf(shown, filed) : null;
    const now = downloadControls(survey, survey.url).find(({ name }) => name === control.name);
    if (now && without !== null && follows(now, control))
      return { filter, option, target: now.target, without };
  }
  return null;
};
