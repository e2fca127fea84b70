import { isAnswered } from "#core/explore/pages/by-address.ts";
import type { SiteModel } from "#model/site.ts";
import type { SitePage, SiteProblem } from "#model/site-pages.ts";

/** The pages that are to have a case of their own, which tells what goes wrong as they load. */
export const tellersOf = (site: SiteModel): { pages: SitePage[]; samples: SitePage[] } => ({
  pages: site.pages
    .filter(isAnswered)
    // Of several ways to the log-in form one is enough.
    .filter(({ survey, path }) => survey.login === null || site.login === null || site.login.path === path),
  samples: site.samples.filter(isAnswered),
});

/** A page with what its own case tells as what nothing else tells. */
export const telling = (page: SitePage): SitePage => ({
  ...page,
  problems: page.problems.map((problem) =>
    problem.told?.by === page.id ? { kind: problem.kind, message: problem.message } : problem,
  ),
});

/** Of further examples, so many may tell something that no page does. */
export const MOST_SAMPLES = 4;
/** Files of one folder that are not there are one fault. */
const LEAST_IN_FOLDER = 3;
/** What so many pages have may come up wherever a case goes. */
const LEAST_PAGES = 3;

/** What of a problem is in the message of an expect, whichever page it is seen on. */
const partOf = ({ kind, message }: SiteProblem): string => {
  if (kind === "broken_image") return /^image (\S+) /.exec(message)?.[1] ?? message;
  const [, path, answer] = (kind === "request" && /^[A-Z]+ (\S+) (.+)$/.exec(message)) || [];
  if (path === undefined) return message;
  if (path.includes("?")) return path.slice(0, path.indexOf("?") + 1);
  // Pictures are told by their address alone where they are looked for on the page.
  return /\.(?:png|jpe?g|gif|svg|webp|avif|ico)$/i.test(path) ? path : `${path} ${answer ?? ""}`;
};

const folderOf = (part: string): string | null => /^(\/\S*\/)[^/\s?]+\.\w+$/.exec(part)?.[1] ?? null;

/** Parts of the problems, files of a folder as the folder. */
const readerOf = (all: SiteProblem[]): ((problem: SiteProblem) => string) => {
  const files = new Set(all.map(partOf));
  const folders = Map.groupBy(files, folderOf);
  return (problem) => {
    const part = partOf(problem);
    const folder = folderOf(part);
    return folder !== null && (folders.get(folder)?.length ?? 0) >= LEAST_IN_FOLDER ? folder : part;
  };
};

/**
 * Has each fault that was seen while pages loaded told by the case of the first page that has it: marks it wherever else it was seen,
 * so that a logo that is missing is one finding and the other cases look for what is wrong where they go.
 */
export const tellOnce = (site: SiteModel): SiteModel => {
  const everyone = [...site.pages, ...site.samples];
  const tellers = tellersOf(site);
  const read = readerOf(everyone.flatMap(({ problems }) => problems));
  const partsOn = (page: SitePage): string[] => [...new Set(page.problems.map(read))];
  const toldBy = new Map<string, string>();
  const tell = (page: SitePage): void => {
    for (const part of partsOn(page)) if (!toldBy.has(part)) toldBy.set(part, page.id);
  };
  tellers.pages.forEach(tell);
  const odd = tellers.samples.filter((page) => partsOn(page).some((part) => !toldBy.has(part)));
  odd.slice(0, MOST_SAMPLES).forEach(tell);
  if (toldBy.size === 0) return site;

  const mark = (problem: SiteProblem): SiteProblem => {
    const part = read(problem);
    const by = toldBy.get(part);
    return by === undefined ? problem : { ...problem, told: { by, part } };
  };
  const untold = (problems: SiteProblem[]): SiteProblem[] =>
    problems.filter((problem) => !toldBy.has(read(problem)));
  const common = [...toldBy.keys()].filter(
    (part) => tellers.pages.filter((page) => partsOn(page).includes(part)).length >= LEAST_PAGES,
  );
  const everywhere = common.flatMap((part) =>
    everyone
      .flatMap(({ problems }) => problems)
      .filter((problem) => read(problem) === part)
      .slice(0, 1)
      .map(mark),
  );
  const onPage = (page: SitePage): SitePage => ({
    ...page,
    problems: [
      ...page.problems.map(mark),
      ...everywhere.filter(({ told }) => !partsOn(page).includes(told?.part ?? "")),
    ],
    reveals: page.reveals.map((reveal) => ({ ...reveal, problems: untold(reveal.problems) })),
  });
  return {
    ...site,
    pages: site.pages.map(onPage),
    samples: site.samples.map(onPage),
    filters: site.filters.map((filter) => ({
      ...filter,
      options: filter.options.map((option) => ({ ...option, problems: untold(option.problems) })),
    })),
    toggles: site.toggles.map((toggle) => ({ ...toggle, problems: untold(toggle.problems) })),
  };
};
