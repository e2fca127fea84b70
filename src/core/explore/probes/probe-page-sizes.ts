import type { SitePaging } from "#model/site-lists.ts";
import type { PageSize, SitePageSize } from "#model/site-page-sizes.ts";
import type { SitePage } from "#model/site-pages.ts";
import type { PageSurvey, SurveyCollection, SurveyField, SurveyForm } from "#model/survey.ts";
import type { Target } from "#model/target.ts";
import { lookAnswered } from "#core/explore/forms/answered.ts";
import { leadsOn } from "#core/explore/controls/leads-on.ts";
import { mainList, rowsOf, sameList } from "#core/explore/lists/lists.ts";
import { sizeFields, sizeOf, sizesOf, targetOf } from "#core/explore/forms/page-size-fields.ts";
import type { Walk } from "#core/explore/pages/walk.ts";
import { open } from "#core/explore/pages/open-page.ts";
import { ACT_TIMEOUT, beginStep, here, spend } from "#core/explore/pages/walk.ts";

const MOST_OPTIONS = 10;
const WAIT = { timeoutMs: 1_000 };

type Chooser = { field: Target; apply: Target | null };

/** The options of a select that a script draws, which are there only while it is open. */
const drawnOptions = async (walk: Walk, field: Target): Promise<string[]> => {
  const { page } = walk.session;
  if (!spend(walk) || !(await page.act(field, { kind: "click" }, { timeoutMs: ACT_TIMEOUT })).ok) return [];
  const count = await page.read({ role: "option" }, "count", WAIT);
  const options: string[] = [];
  for (let nth = 0; nth < Math.min(MOST_OPTIONS, count.ok ? Number(count.value) : 0); nth += 1) {
    const read = await page.read({ role: "option", nth }, "text", WAIT);
    if (read.ok) options.push(read.value);
  }
  await page.act(field, { kind: "press", key: "Escape" }, { timeoutMs: ACT_TIMEOUT });
  return options;
};

const listIn = (survey: PageSurvey | null, list: SurveyCollection): SurveyCollection | null =>
  survey ? sameList(survey, list) : null;

const textOf = (survey: PageSurvey | null, list: SurveyCollection): string =>
  JSON.stringify(listIn(survey, list)?.items.map(({ text }) => text));

/** Chooses a size on the page that is open. Null where that cannot be done. */
const choose = async (
  walk: Walk,
  { field, apply }: Chooser,
  { label }: PageSize,
): Promise<PageSurvey | null> => {
  if (!spend(walk)) return null;
  beginStep(walk);
  const { page } = walk.session;
  const wait = { timeoutMs: ACT_TIMEOUT };
  if (!(await page.act(field, { kind: "select", options: [label] }, wait)).ok) return null;
  if (apply !== null && !(spend(walk) && (await page.act(apply, { kind: "click" }, wait)).ok)) return null;
  return lookAnswered(walk);
};

/** The size that the field says; null where it is not there. */
const sizeIn = async ({ session }: Walk, field: Target): Promise<PageSize | null> => {
  const read = await session.page.read(field, "value", WAIT);
  return read.ok ? sizeOf(read.value) : null;
};

const probe = async (
  walk: Walk,
  paging: SitePaging,
  survey: PageSurvey,
  list: SurveyCollection,
  { form, field }: { form: SurveyForm; field: SurveyField },
): Promise<SitePageSize | null> => {
  const rows = rowsOf(list);
  const first = sizeOf(field.value);
  const target = targetOf(field);
  if (!rows || !target || !first || first.rows === null) return null;
  const options = field.type === "select" ? field.options : await drawnOptions(walk, target);
  const sizes = sizesOf(options).toSorted((a, b) => (a.rows ?? Infinity) - (b.rows ?? Infinity));
  const own = sizes.find((size) => size.rows === first.rows);
  const sizeAt = first.rows;
  const smaller = sizes.findLast((size) => (size.rows ?? Infinity) < sizeAt) ?? null;
  const larger = sizes.find((size) => size.rows !== null && size.rows > sizeAt) ?? null;
  const most = sizes.at(-1);
  if (!own || !most || most === own) return null;

  const start = here(walk);
  const chooser: Chooser = { field: target, apply: null };
  const isMoved = (now: PageSurvey | null): boolean =>
    here(walk) !== start || textOf(now, list) !== textOf(survey, list);
  let chosen = await choose(walk, chooser, most);
  if (chosen && !isMoved(chosen) && form.submit?.target && spend(walk)) {
    chooser.apply = form.submit.target;
    chosen = await choose(walk, chooser, most);
  }
  const shown = listIn(chosen, list);
  if (!chosen || !shown || (await sizeIn(walk, target)) === null) return null;
  // Of a list that draws no more rows than are in sight it cannot be counted how many there are.
  const isDrawn = list.kind !== "grid";
  const isOne = isDrawn && leadsOn(chosen, shown.paging?.next ?? null) === null;
  const back = await choose(walk, chooser, own);
  const again = await open(walk, paging.path);
  // What is kept for the next time is somebody's setting.
  if (!back || !again.ok || (await sizeIn(walk, target))?.rows !== sizeAt) return null;
  const isKept = paging.kept.some((each) => JSON.stringify(each) === JSON.stringify(field.target));
  return {
    pageId: paging.pageId,
    path: paging.path,
    name: field.name,
    ...chooser,
    rows,
    first: own,
    smaller,
    larger: isDrawn ? larger : null,
    total: isOne ? shown.rows : null,
    whole: isOne && isKept && shown.rows > sizeAt ? { next: paging.next, size: most } : null,
  };
};

const MOST = 3;

/** Tries what chooses how many rows a page of a list shows, and puts it back. */
export const probePageSizes = async (
  walk: Walk,
  pages: SitePage[],
  pagings: SitePaging[],
): Promise<SitePageSize[]> => {
  const found: SitePageSize[] = [];
  for (const paging of pagings) {
    const page = pages.find(({ id }) => id === paging.pageId);
    const known = page ? mainList(page.survey) : null;
    if (!page || !known || paging.kind === "more" || found.length >= MOST || walk.over()) continue;
    if (sizeFields(page.survey, known.rows).length === 0) continue;
    walk.progress(`choosing how many rows ${page.path} shows`);
    const opened = await open(walk, page.path);
    const list = opened.ok ? sameList(opened.survey, known) : null;
    const field = opened.ok && list ? sizeFields(opened.survey, list.rows)[0] : undefined;
    if (!opened.ok || !list || !field || leadsOn(opened.survey, list.paging?.next ?? null) === null) continue;
    const size = await probe(walk, paging, opened.survey, list, field);
    if (size) found.push(size);
  }
  return found;
};
