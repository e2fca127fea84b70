import type { FacetChoice, SiteFacets } from "#model/site-choices.ts";
import type { SiteSearch } from "#model/site-lists.ts";
import type { SitePage } from "#model/site-pages.ts";
import type { PageSurvey, SurveyCollection, SurveyField } from "#model/survey.ts";
import type { Target, TargetObject } from "#model/target.ts";
import { isByAddress } from "#core/explore/pages/by-address.ts";
import type { Facet } from "#core/explore/lists/facet-links.ts";
import { facetsIn, isOfFacets, looseFacets } from "#core/explore/lists/facet-links.ts";
import { childrenOf, mainList, rowsOf } from "#core/explore/lists/lists.ts";
import { searchFields } from "./probe-search.ts";
import type { Walk } from "#core/explore/pages/walk.ts";
import { look, open } from "#core/explore/pages/open-page.ts";
import { ACT_TIMEOUT, here, spend } from "#core/explore/pages/walk.ts";

const MOST_GROUPS = 3;
const MOST_TRIED = 3;

/** `whole`: the number beside what shows all there is. */
type Group = { name: string; facets: FacetChoice[]; whole: number | null };

/** Finds the number of a facet in its text. */
export const FACET_NUMBER = String.raw`(\d+)[)\]]?\s*[|·•/,]?\s*$`;

/** A link of a group by its words, without the number that may be among them. */
const facetLink = (group: Target, label: string): TargetObject => ({
  role: "link",
  name: label,
  within: group,
});

/** The entry of a group with all that it says. */
const facetEntry = (group: Target, label: string): TargetObject => ({
  ...childrenOf(group),
  text: label,
});

/** Labels that stand in another one, too, tell no link. */
const isTold = ({ label }: Facet, facets: Facet[]): boolean =>
  facets.filter((other) => other.label.toLowerCase().includes(label.toLowerCase())).length === 1;

const groupsIn = (survey: PageSurvey): Group[] => {
  const lists = survey.collections.flatMap((list): Group[] => {
    const { target, kind, name } = list;
    const facets = kind === "list" && target !== null ? facetsIn(survey.url, list) : [];
    if (target === null || !isOfFacets(survey.url, list)) return [];
    const told = facets
      .filter((each) => isTold(each, facets))
      .map((each) => ({
        ...each,
        link: facetLink(target, each.label),
        said: facetEntry(target, each.label),
      }));
    return [{ name, facets: told, whole: null }];
  });
  const { facets, whole } = looseFacets(survey);
  return facets.length > 0 ? [...lists, { name: "links", facets, whole }] : lists;
};

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
  const now = groupsIn(found.survey).find(({ name }) => name === group.name);
  const before = new Map(group.facets.map(({ label, number }) => [label, number]));
  const links = new Set(group.facets.map(({ link }) => JSON.stringify(link)));
  // Where there is nothing, a row may say so.
  const usable = (now?.facets ?? []).filter(
    ({ label, link, number }) =>
      before.has(label) && links.has(JSON.stringify(link)) && number >= 1 && number <= list.rows,
  );
  const [facet] = usable.toSorted(
    (a, b) => Number(before.get(a.label) === a.number) - Number(before.get(b.label) === b.number),
  );
  return facet ? { field: found.field, trigger: found.trigger, term, choice: facet } : null;
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
  const choices: FacetChoice[] = [];
  const agreeing = new Set<number>();
  let wrong = 0;
  let saying = 0;
  for (const facet of some) {
    const opened = await open(walk, page.path);
    const survey = opened.ok ? await click(walk, facet.link) : null;
    const count = survey ? await countOf(walk, rows) : null;
    if (!survey || count === null || (mainList(survey)?.paging?.next ?? null) !== null) continue;
    choices.push(facet);
    if (count !== facet.number) wrong += 1;
    else if (count < list.rows) agreeing.add(count);
    if (countsOf(survey).includes(count)) saying += 1;
  }
  const all = countsOf(page.survey);
  const isSaid = group.whole !== null && all.includes(group.whole);
  // Where the number of all is none that the page says, the numbers are of something else.
  if (group.whole !== null && all.length > 0 && !isSaid) return null;
  // One number may be that of the rows by chance.
  const isCounted = agreeing.size > 1 || (agreeing.size === 1 && wrong === 0);
  if (!isCounted && !(isSaid && saying > 0 && saying === choices.length)) return null;
  const searched = await trySearched(walk, page, group, groups, list);
  return { pageId: page.id, path: page.path, name: group.name, rows, choices, searched };
};

/** Numbers with a word that counts: "29 articles". */
const countsOf = ({ counters }: PageSurvey): number[] =>
  counters.flatMap(({ text }) => {
    const [, number] = /^\(?(\d{1,4}) \p{L}+(?: found)?\)?$/u.exec(text.trim()) ?? [];
    return number === undefined ? [] : [Number(number)];
  });

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
      walk.progress(`choosing "${group.name}" on ${page.path}`);
      const facets = await probe(walk, page, group, groups);
      if (facets) found.push(facets);
    }
  }
  return found;
};
