import type { SitePage } from "#model/site-pages.ts";
import type { PageSurvey } from "#model/survey.ts";
import { relativeTo } from "#core/explore/pages/address.ts";
import { isByAddress } from "#core/explore/pages/by-address.ts";
import { isPrivate } from "#core/explore/login/guards.ts";
import { fold, mainList } from "#core/explore/lists/lists.ts";
import { open } from "#core/explore/pages/open-page.ts";
import type { Walk } from "#core/explore/pages/walk.ts";
import { here } from "#core/explore/pages/walk.ts";

const LEAST_OWN = 3;
const MOST_TRIED = 4;
const OWN_NAME = /^(?:(?:full|your|my) )?name\b|^vollständiger name\b|^nom\b|^nombre\b|^nome\b|^naam\b/i;
const IS_NAME = /^\p{Lu}[\p{L}'’-]+(?: \p{L}[\p{L}'’.-]*)+$/u;

/** The name of who is logged in, as the form of the own profile holds it; null where none does. */
const ownName = (pages: readonly SitePage[]): string | null => {
  const names = pages
    .filter((page) => page.behindLogin && isByAddress(page) && /\b(?:account|profile)\b/i.test(page.path))
    .flatMap(({ survey }) => survey.forms.filter(({ purpose }) => purpose !== "search"))
    .flatMap(({ fields }) => fields.filter(({ name, value }) => OWN_NAME.test(name) && IS_NAME.test(value)));
  const [only, ...others] = new Set(names.map(({ value }) => fold(value)));
  return only !== undefined && others.length === 0 ? only : null;
};

/** Says that what is there is one's own: of what is shared at work, such as tickets, a list may show one's own alone. */
const OWN_PLACE = /(?:^|[/_-])(?:account|profile|me|my|mine)(?:[/_-]|$)/i;
const OWN_HEADING =
  /^(?:your|my|(?:meine?|ihre?|deine?)|mes|vos|mis|tus|sus|i (?:miei|tuoi)|le (?:mie|tue)|(?:os )?meus|(?:as )?minhas) \p{L}/iu;

const isOwnPlace = ({ path, survey }: SitePage): boolean =>
  OWN_PLACE.test(path) || OWN_HEADING.test(headingOf(survey) ?? "");

/** Items with a number at the end of their address, in the order of these. */
type Numbered = { prefix: string; numbers: number[] };

const numberedIn = (walk: Walk, survey: PageSurvey): Numbered | null => {
  const paths = (mainList(survey)?.items ?? []).map(({ links }) =>
    links
      .map(({ href }) => /^(\/[^?#]*\/)([1-9]\d{0,8})$/.exec(relativeTo(walk.origin, href)))
      .find((found) => found !== null),
  );
  const prefix = paths[0]?.[1];
  if (prefix === undefined || paths.some((path) => path?.[1] !== prefix)) return null;
  const numbers = paths.map((path) => Number(path?.[2]));
  const isFalling = numbers.every((number, at) => at === 0 || number < (numbers[at - 1] ?? 0));
  const isRising = numbers.every((number, at) => at === 0 || number > (numbers[at - 1] ?? 0));
  return isFalling || isRising ? { prefix, numbers } : null;
};

/** Numbers between these, which the list leaves out. */
const between = (numbers: number[]): number[] => {
  const [least, most] = [Math.min(...numbers), Math.max(...numbers)];
  const all = Array.from({ length: Math.min(most - least, 100) }, (_, at) => most - at);
  return all.filter((number) => !numbers.includes(number)).slice(0, MOST_TRIED);
};

const headingOf = ({ headings }: PageSurvey): string | null => {
  const [only, ...others] = headings.filter(({ level }) => level === 1);
  return only && others.length === 0 ? only.text : null;
};

const partsOf = ({ headings }: PageSurvey): string =>
  headings
    .filter(({ level }) => level > 1)
    .map(({ text }) => text)
    .join("\n");

/** The pages of one's own items that were opened, where each is called by its number and bears one's name. */
const ownPages = (walk: Walk, { prefix, numbers }: Numbered, name: string): SitePage[] => {
  const paths = new Set(numbers.map((number) => `${prefix}${number}`));
  const opened = [...walk.pages.values(), ...walk.samples].filter(
    (page) => isByAddress(page) && paths.has(page.path),
  );
  const isOwn = ({ path, survey }: SitePage): boolean =>
    survey.text.includes(name) && (headingOf(survey) ?? "").includes(path.slice(prefix.length));
  return opened.every(isOwn) ? opened : [];
};

const probe = async (walk: Walk, page: SitePage, name: string): Promise<void> => {
  const numbered = numberedIn(walk, page.survey);
  const own = numbered ? ownPages(walk, numbered, name) : [];
  const [known] = own;
  if (!numbered || !known || own.length < LEAST_OWN || !numbered.prefix.startsWith(`${page.path}/`)) return;
  const { prefix, numbers } = numbered;
  for (const number of between(numbers)) {
    if (walk.over()) return;
    const path = `${prefix}${number}`;
    walk.progress(`opening ${path}, which is not on ${page.path}`);
    const opened = await open(walk, path);
    if (!opened.ok || (opened.status ?? 200) >= 400 || here(walk) !== path || opened.survey.login) continue;
    const heading = headingOf(known.survey)?.replace(known.path.slice(prefix.length), String(number));
    const isAlike =
      headingOf(opened.survey) === heading &&
      own.some(({ survey }) => partsOf(survey) === partsOf(opened.survey));
    if (heading === undefined || !isAlike || opened.survey.text.includes(name)) continue;
    page.stranger = { path, heading };
    return;
  }
};

/**
 * Opens addresses between those of one's own items, such as orders, which their list leaves out: whether what is there is
 * somebody else's. It is where it looks like one's own, each of which bears one's name, and does not bear it.
 */
export const probeStrangers = async (walk: Walk, pages: SitePage[]): Promise<void> => {
  const name = ownName(pages);
  const lists = pages.filter((page) => page.behindLogin && isByAddress(page) && !page.path.includes("?"));
  if (name === null) return;
  for (const page of lists.filter((each) => isPrivate(each) && isOwnPlace(each)))
    await probe(walk, page, name);
};
