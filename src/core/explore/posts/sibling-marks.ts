import type { SitePage } from "#model/site-pages.ts";
import type { SiteToggle } from "#model/site-toggles.ts";
import type { PageSurvey } from "#model/survey.ts";
import { withoutQuery } from "#core/explore/pages/address.ts";
import { click } from "#core/explore/forms/act.ts";
import { takesBack } from "#core/explore/lists/done-marks.ts";
import { open } from "#core/explore/pages/open-page.ts";
import type { Walk } from "#core/explore/pages/walk.ts";
import { isThorough } from "#core/explore/pages/walk.ts";

type Siblings = NonNullable<SiteToggle["siblings"]>;
type Mark = Pick<Siblings, "set" | "back">;

const nameIn = (target: SiteToggle["on"]): string | null =>
  typeof target === "object" && target.within === undefined && target.exact === true
    ? (target.name ?? null)
    : null;

/** What sets the mark and what takes it back, where their names tell them apart. */
const markOf = ({ on, off, pressed }: SiteToggle): Mark | null => {
  const [first, second] = [nameIn(on), nameIn(off)];
  if (pressed !== null || first === null || second === null) return null;
  if (takesBack(first) === takesBack(second)) return null;
  return takesBack(first) ? { set: off, back: on } : { set: on, back: off };
};

const parentOf = (path: string): string => path.slice(0, path.lastIndexOf("/"));

/** Addresses of items of one kind below one thing, such as the lessons of a course, in their order. */
const besideIt = (walk: Walk, page: SitePage): string[] => {
  const known = walk.samples.filter(({ pattern }) => pattern === page.pattern).map(({ path }) => path);
  return [...new Set([page.path, ...page.examples, ...known])]
    .filter((path) => path === withoutQuery(path) && parentOf(path) === parentOf(page.path))
    .toSorted((a, b) => a.localeCompare(b, "en", { numeric: true }));
};

const has = ({ buttons }: PageSurvey, target: SiteToggle["on"]): boolean =>
  buttons.filter(({ name, disabled }) => name === nameIn(target) && !disabled).length === 1;

/** Whether the mark is set there now; null where it is not offered. */
const isSetAt = async (walk: Walk, path: string, { set, back }: Mark): Promise<boolean | null> => {
  const opened = await open(walk, path);
  if (!opened.ok || has(opened.survey, set) === has(opened.survey, back)) return null;
  return has(opened.survey, back);
};

/** Brings the mark of one item into a state; false where that cannot be done. */
const bring = async (walk: Walk, path: string, mark: Mark, state: boolean): Promise<boolean> => {
  const now = await isSetAt(walk, path, mark);
  if (now === null || now === state) return now !== null;
  const after = await click(walk, state ? mark.set : mark.back);
  return after !== null && has(after, state ? mark.back : mark.set);
};

/**
 * Two items beside each other whose marks can both be set, as it was tried: then that of the later one is taken back. Null
 * where a mark is one that a single item has at a time.
 */
export const siblingsOf = async (
  walk: Walk,
  page: SitePage,
  toggle: SiteToggle,
): Promise<SiteToggle["siblings"]> => {
  const mark = toggle.flips && toggle.kept && isThorough(walk) ? markOf(toggle) : null;
  const [one, two] = mark ? besideIt(walk, page) : [];
  if (!mark || one === undefined || two === undefined || walk.over()) return null;
  const first = await isSetAt(walk, one, mark);
  const second = await isSetAt(walk, two, mark);
  if (first === null || second === null) return null;
  const areSet = (await bring(walk, one, mark, true)) && (await bring(walk, two, mark, true));
  const areBoth = areSet && (await isSetAt(walk, one, mark)) === true;
  // Where one alone has it, what is set last stays.
  await bring(walk, two, mark, second);
  await bring(walk, one, mark, first);
  return areBoth
    ? {
        ...mark,
        first: { path: one, isSet: first },
        second: { path: two, isSet: second },
      }
    : null;
};
