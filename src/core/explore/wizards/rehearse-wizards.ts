import { withoutQuery } from "#core/explore/pages/address.ts";
import type { SitePage } from "#model/site-pages.ts";
import type { SiteWizard } from "#model/wizard.ts";
import { lookSteadily } from "#core/explore/pages/open-page.ts";
import type { Walk } from "#core/explore/pages/walk.ts";
import { isThorough } from "#core/explore/pages/walk.ts";
import { aboutThat, placesLeft } from "#core/explore/lists/places-left.ts";
import { tryBack } from "./wizard-back.ts";
import { end, mayEnd } from "./wizard-end.ts";
import { goesOn, mayBegin } from "./wizard-step.ts";
import type { Beginning, Way } from "./wizard-walk.ts";
import { goAgain, goThrough } from "./wizard-walk.ts";
import { CHOOSE, CREATE, isDangerous } from "#core/explore/words.ts";
import { isAnswered, isByAddress } from "#core/explore/pages/by-address.ts";

const MOST = { quick: 1, thorough: 3 };
const MOST_TRIED = 6;

/** The page that leads to a first step whose address is another one each time, and what leads there. */
const byWay = ({ setup, via }: SitePage, pages: readonly SitePage[]): Beginning | null => {
  const [, click, ...others] = setup;
  const page = pages.find(({ id }) => id === via?.pageId);
  if (!page || !via?.target || click?.kind !== "click" || others.length > 0) return null;
  if (JSON.stringify(click.target) !== JSON.stringify(via.target)) return null;
  const control = { role: "link", disabled: false, expanded: null, submit: false, chrome: false };
  return { page, setup: [], opener: { ...control, name: via.text, target: via.target } };
};

/** It is there once something was put into the cart. */
const isBehindCart = ({ setup, status }: SitePage): boolean =>
  setup.length > 2 && setup.at(-1)?.kind === "goto" && isAnswered({ status });

/** Pages that may be a first step, and controls that may bring one up. */
const beginnings = (pages: readonly SitePage[]): Beginning[] => [
  ...pages.filter(mayBegin).flatMap((page) => byWay(page, pages) ?? []),
  ...pages.filter(isByAddress).flatMap((page): Beginning[] => [
    ...(mayBegin(page) ? [{ page, setup: [], opener: null }] : []),
    ...page.reveals
      .filter(
        ({ effect, forms, control }) =>
          /^(?:dialog|content)$/.test(effect) && control.target !== null && forms.some(goesOn),
      )
      .filter(({ control }) => CREATE.test(control.name) || CHOOSE.test(control.name))
      .map(({ control }) => ({ page, setup: [], opener: control })),
  ]),
  ...pages
    .filter((page) => isBehindCart(page) && mayBegin(page))
    .map((page) => ({ page, setup: page.setup, opener: null })),
];

const nameOf = ({ page, opener }: Beginning): string =>
  opener?.name ??
  page.via?.text.trim() ??
  page.survey.headings.find(({ level }) => level === 1)?.text ??
  page.title;

/** Where the link to the page was found. */
const cameFrom = ({ page, opener }: Beginning, pages: readonly SitePage[]): SitePage | null => {
  if (opener) return page;
  const { via } = page;
  return via && CREATE.test(via.text) ? (pages.find(({ id }) => id === via.pageId) ?? null) : null;
};

/** How many can still be had of what the form is for, as its page says, or the one that its address belongs to. */
const placesOf = ({ page, opener }: Beginning, pages: readonly SitePage[]): SiteWizard["places"] => {
  for (const about of [...(opener ? [] : aboutThat(page, pages)), page]) {
    const left = placesLeft(about.survey.text);
    if (left && left.number > 0) return { path: about.path, before: left.before, behind: left.behind };
  }
  return null;
};

/** The last step is no longer reached with what it was ended with: nobody can be enrolled twice. */
const isSpent = async (walk: Walk, beginning: Beginning, way: Way, tag: string): Promise<boolean> => {
  if (walk.over()) return false;
  const again = await goAgain(walk, beginning, way, `${tag}v`);
  const now = again ? await lookSteadily(walk) : null;
  const target = JSON.stringify(way.finish.target);
  return now?.buttons.every((button) => JSON.stringify(button.target) !== target) ?? true;
};

const MOST_OTHERS = 3;

/** Goes through the steps with the first thing that can be chosen otherwise. Null where the last is not reached. */
const withOthers = async (
  walk: Walk,
  beginning: Beginning,
  { steps }: Way,
  tag: string,
): Promise<Way | null> => {
  const choice = steps.flatMap(({ entries }) => entries).find(({ options }) => options.length > 2);
  const spent = new Set(choice ? [choice.value] : []);
  for (let round = 0; choice && round < MOST_OTHERS && !walk.over(); round += 1) {
    const way = await goThrough(walk, beginning, tag, spent);
    if (way) return way;
    const free = choice.options.filter(({ text }) => !spent.has(text));
    const tried = free[1] ?? free[0];
    if (tried) spent.add(tried.text);
  }
  return null;
};

/**
 * Goes through forms in several steps with proper data, back and forth again, up to the button that ends them. That is used
 * only where it makes an item of a list that can be taken away again, or that has the control that the form began with.
 */
export const rehearseWizards = async (
  walk: Walk,
  pages: readonly SitePage[],
  tag: string,
): Promise<SiteWizard[]> => {
  const wizards: SiteWizard[] = [];
  const known = new Set<string>();
  /** What was gone through; whether a button brought it up. */
  const kinds = new Map<string, boolean>();
  let tried = 0;
  for (const beginning of beginnings(pages)) {
    if (walk.over() || tried >= MOST_TRIED) break;
    if (wizards.length >= MOST[isThorough(walk) ? "thorough" : "quick"]) break;
    const { page, setup, opener } = beginning;
    if (known.has(withoutQuery(page.path)) && !opener) continue;
    tried += 1;
    const name = nameOf(beginning) || page.title;
    walk.progress(`going through the steps of "${name}" on ${page.path}`);
    const first = await goThrough(walk, beginning, tag);
    if (!first) continue;
    // A button may bring up what has a page of its own, or what another one does.
    const key = JSON.stringify([
      name,
      first.finish.name,
      first.steps.map(({ entries }) => entries.map(({ kind, label }) => [kind, label])),
    ]);
    const isOpened = kinds.get(key);
    if (isOpened !== undefined && (opener || isOpened)) continue;
    kinds.set(key, opener !== null);
    for (const { path } of [...first.steps, ...(opener ? [] : [page])]) known.add(withoutQuery(path));
    const back = await tryBack(walk, first);
    const words = [
      first.finish.name,
      name,
      page.title,
      page.path,
      ...page.survey.headings.slice(0, 1).map(({ text }) => text),
    ];
    const may = !isDangerous(first.finish.name) && mayEnd(pages, words.join(" "), cameFrom(beginning, pages));
    const again = may && !walk.over() ? await goAgain(walk, beginning, first, `${tag}w`) : null;
    const ended = again ? await end(walk, again, pages, words.join(" ")) : null;
    const once = ended !== null && !ended.list?.remove && (await isSpent(walk, beginning, first, tag));
    const way = once ? await withOthers(walk, beginning, first, tag) : first;
    if (!way) continue;
    wizards.push({
      pageId: page.id,
      path: page.path,
      setup,
      opener: opener?.target ? { name: opener.name, target: opener.target } : null,
      name,
      steps: way.steps,
      stages: way.stages,
      finish: way.finish,
      back: once && back ? await tryBack(walk, way) : back,
      ended: once ? null : ended,
      once,
      thorough: isThorough(walk),
      places: placesOf(beginning, pages),
    });
  }
  return wizards;
};
