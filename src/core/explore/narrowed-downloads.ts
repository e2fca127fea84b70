import type { SiteNarrowed } from "#model/site-download.ts";
import type { FilterOption, SiteFilter } from "#model/site-lists.ts";
import type { SitePage } from "#model/site.ts";
import type { PageSurvey } from "#model/survey.ts";
import { lookAnswered } from "./answered.ts";
import { withoutQuery } from "./address.ts";
import { open } from "./open-page.ts";
import { downloadControls } from "./download-controls.ts";
import type { DownloadControl } from "./download-controls.ts";
import { ACT_TIMEOUT, spend } from "./walk.ts";
import type { Walk } from "./walk.ts";

/** A file of a list by what its rows are called there. */
type Filed = { texts: string[]; times: number[] };

const withoutNumbers = (name: string): string => name.replaceAll(/\d+/g, "#");

/** What the list showed at first and does not show under the choice, as the file calls it: that stands there just once. */
const leftOutBy = (
  { before }: SiteFilter,
  { names }: FilterOption,
  { texts, times }: Filed,
): string | null => {
  if (before.length !== texts.length) return null;
  const at = before.findIndex((name, row) => !names.includes(name) && times[row] === 1);
  return texts[at] ?? null;
};

const choose = async (walk: Walk, filter: SiteFilter, option: FilterOption): Promise<PageSurvey | null> => {
  const act = async (
    target: typeof filter.field,
    action: Parameters<Walk["session"]["page"]["act"]>[1],
  ): Promise<boolean> =>
    target !== null &&
    spend(walk) &&
    (await walk.session.page.act(target, action, { timeoutMs: ACT_TIMEOUT })).ok;
  const isChosen = filter.field
    ? await act(filter.field, { kind: "select", options: [option.label] })
    : await act(option.target, { kind: "click" });
  if (!isChosen || (filter.apply !== null && !(await act(filter.apply, { kind: "click" })))) return null;
  return lookAnswered(walk);
};

/** The same control announces another file: it leads elsewhere, or says another number. */
const follows = (now: DownloadControl, { name, href }: DownloadControl, option: FilterOption): boolean =>
  (now.name !== name && now.name.includes(String(option.names.length))) ||
  (now.href !== href && now.href !== "" && withoutQuery(now.href) === withoutQuery(href));

/** Makes a choice of a filter of the page, and looks whether what gives the file follows that. */
export const probeNarrowed = async (
  walk: Walk,
  page: SitePage,
  control: DownloadControl,
  filters: SiteFilter[],
  filed: Filed,
): Promise<SiteNarrowed | null> => {
  for (const filter of filters.filter(({ pageId }) => pageId === page.id)) {
    const choices = filter.options.map((option) => ({ option, without: leftOutBy(filter, option, filed) }));
    const choice = choices.find(
      ({ option, without }) => option.names.length > 0 && without !== null && option.problems.length === 0,
    );
    if (!choice || choice.without === null || walk.over()) continue;
    const { option, without } = choice;
    const survey = (await open(walk, page.path)).ok ? await choose(walk, filter, option) : null;
    const now = survey
      ? downloadControls(survey, survey.url).find(
          ({ name }) => withoutNumbers(name) === withoutNumbers(control.name),
        )
      : undefined;
    if (now && follows(now, control, option)) return { filter, option, target: now.target, without };
  }
  return null;
};
