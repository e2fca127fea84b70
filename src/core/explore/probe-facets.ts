import type { SiteFacets } from "#model/site-choices.ts";
import type { SiteSearch } from "#model/site-lists.ts";
import type { SitePage } from "#model/site.ts";
import type { PageSurvey, SurveyCollection, SurveyField } from "#model/survey.ts";
import type { Target, TargetObject } from "#model/target.ts";
import { isByAddress } from "./by-address.ts";
import type { Facet } from "./facet-links.ts";
import { facetsIn, isOfFacets } from "./facet-links.ts";
import { childrenOf, mainList, rowsOf } from "./lists.ts";
import { searchFields } from "./probe-search.ts";
import type { Walk } from "./walk.ts";
import { look, open } from "./open-page.ts";
import { ACT_TIMEOUT, here, spend } from "./walk.ts";

const MOST_GROUPS = 3;
const MOST_TRIED = 2;

type Group = { list: SurveyCollection; target: Target; facets: Facet[] };

/** Finds the number of a facet in its text. */
export const FACET_NUMBER = String.raw`(\d+)[)\]]?\s*$`;

/** A link of a group by its words, without the number that may be among them. */
export const facetLink = (group: Target, label: string): TargetObject => ({
  role: "link",
  name: label,
  within: group,
});

/** The entry of a group with all that it says. */
export const facetEntry = (group: Target, label: string): TargetObject => ({
  ...childrenOf(group),
  text: label,
});

/** Labels that stand in another one, too, tell no link. */
const isTold = ({ label }: Facet, facets: Facet[]): boolean =>
  facets.filter((other) => other.label.toLowerCase().includes(label.toLowerCase())).length === 1;

const groupsIn = (survey: PageSurvey): Group[] =>
  survey.collections.flatMap((list) => {
    const { target, kind } = list;
    const facets = kind === "list" && target !== null ? facetsIn(survey.url, list) : [];
    return target !== null && isOfFacets(survey.url, list)
      ? [{ list, target, facets: facets.filter((each) => isTold(each, facets)) }]
      : [];
  });

const click = async (walk: Walk, target: Target): Promise<PageSurvey | null> => {
  if (!spend(walk)) return null;
  const used = await walk.session.page.act(target, { kind: "click" }, { timeoutMs: ACT_TIMEOUT });
  return used.ok ? look(walk) : null;
};

const countOf = async (walk: Walk, rows: TargetObject): Promise<number | null> => {
  const read = await walk.session.page.read(rows, "count", { timeoutMs: 1_000 });
  return read.ok ? Number(read.value) : null;
};

/** A word of several rows, though not of all, which no link of the page is called by. */
const sharedWord = ({ items }: SurveyCollection, groups: Group[]): string | null => {
  const labels = groups.flatMap(({ facets }) => facets.map(({ label }) => label.toLowerCase()));
  const words = items.map(({ text }) => new Set(text.toLowerCase().match(/\p{L}{4,}/gu) ?? []));
  const times = (word: string): number => words.filter((row) => row.has(word)).length;
  const fits = [...new Set(words.flatMap((row) => [...row]))].filter(
    (word) => times(word) >= 2 && times(word) < items.length && !labels.some((label) => label.includes(word)),
  );
  return fits.toSorted((a, b) => b.length - a.length)[0] ?? null;
};

type Found = { field: SurveyField; trigger: SiteSearch["trigger"]; survey: PageSurvey };

/** Searches the list of the page for a word. Null where that does not bring another address. */
const search = async (walk: Walk, page: SitePage, term: string): Promise<Found | null> => {
  const [found] = searchFields(page.survey);
  const field = found?.field ?? searchIn(page.survey);
  const opened = field?.target ? await open(walk, page.path) : null;
  if (!field?.target || !opened?.ok || !spend(walk)) return null;
  const start = here(walk);
  const wait = { timeoutMs: ACT_TIMEOUT };
  const filled = await walk.session.page.act(field.target, { kind: "fill", value: term }, wait);
  if (!filled.ok || !spend(walk)) return null;
  const sent = await walk.session.page.act(field.target, { kind: "press", key: "Enter" }, wait);
  const survey = sent.ok ? await look(walk) : null;
  return survey && here(walk) !== start ? { field, trigger: "enter", survey } : null;
};

/** Of a form that searches by more than words, the field of these. */
const searchIn = ({ forms }: PageSurvey): SurveyField | null =>
  forms
    .filter(({ method, purpose }) => purpose !== "login" && method.toLowerCase() === "get")
    .flatMap(({ fields }) => fields)
    .find(({ type, target }) => type === "search" && target !== null) ?? null;

/** While a word is searched for: a link whose number is another one than before, else any. */
const trySearched = async (
  walk: Walk,
  page: SitePage,
  group: Group,
  groups: Group[],
  list: SurveyCollection,
): Promise<SiteFacets["searched"]> => {
  const term = sharedWord(list, groups);
  const found = term === null ? null : await search(walk, page, term);
  if (term === null || !found) return null;
  const now = groupsIn(found.survey).find(({ list: each }) => each.name === group.list.name);
  if (!now || JSON.stringify(now.target) !== JSON.stringify(group.target)) return null;
  const before = new Map(group.facets.map(({ label, number }) => [label, number]));
  const usable = now.facets.filter(({ label, number }) => before.has(label) && number <= list.rows);
  const [facet] = usable.toSorted(
    (a, b) => Number(before.get(a.label) === a.number) - Number(before.get(b.label) === b.number),
  );
  return facet ? { field: found.field, trigger: found.trigger, term, label: facet.label } : null;
};

const probe = async (
  walk: Walk,
  page: SitePage,
  group: Group,
  groups: Group[],
): Promise<SiteFacets | null> => {
  const list = mainList(page.survey);
  const rows = list ? rowsOf(list) : null;
  if (!list || !rows) return null;
  // All of what is chosen has to fit on one page, and what the suite makes as well.
  const most = list.paging ? list.rows - 1 : list.rows;
  const usable = group.facets.filter(({ number }) => number > 0 && number <= most);
  const some = usable.toSorted((a, b) => b.number - a.number).slice(0, MOST_TRIED);
  const labels: string[] = [];
  let agreeing = 0;
  for (const { label, number } of some) {
    const opened = await open(walk, page.path);
    if (!opened.ok || !(await click(walk, facetLink(group.target, label)))) continue;
    const count = await countOf(walk, rows);
    if (count === null) continue;
    labels.push(label);
    if (count === number && number < list.rows) agreeing += 1;
  }
  // Where no number is that of the rows, the numbers are of something else.
  if (agreeing === 0) return null;
  const searched = await trySearched(walk, page, group, groups, list);
  const { name, target } = { name: group.list.name, target: group.target };
  return { pageId: page.id, path: page.path, name, group: target, rows, labels, searched };
};

/** Tries links that say how much of a list they show: alone, and while a word is searched for. */
export const probeFacets = async (walk: Walk, pages: SitePage[]): Promise<SiteFacets[]> => {
  const found: SiteFacets[] = [];
  const known = new Set<string>();
  for (const page of pages) {
    if (!isByAddress(page) || page.path.includes("?")) continue;
    const groups = groupsIn(page.survey);
    for (const group of groups) {
      const key = group.facets.map(({ label }) => label).join("\n");
      if (walk.over() || found.length >= MOST_GROUPS) return found;
      if (known.has(key)) continue;
      known.add(key);
      walk.progress(`choosing "${group.list.name}" on ${page.path}`);
      const facets = await probe(walk, page, group, groups);
      if (facets) found.push(facets);
    }
  }
  return found;
};
