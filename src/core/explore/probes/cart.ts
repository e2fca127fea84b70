import type { SiteAction, SitePage } from "#model/site-pages.ts";
import type { SiteCart } from "#model/site-cart.ts";
import type { PageSurvey, SurveyControl } from "#model/survey.ts";
import { click } from "#core/explore/forms/act.ts";
import { fold } from "#core/explore/lists/lists.ts";
import { pathOf } from "#core/explore/pages/address.ts";
import { findLimit } from "./cart-limit.ts";
import { oneOf } from "./choose-one.ts";
import { inDialog, newButtons } from "#core/explore/controls/dialogs.ts";
import { addressOf } from "#core/explore/pages/frontier.ts";
import type { Visited } from "#core/explore/pages/open-page.ts";
import { placesLeft, stockLeft } from "#core/explore/lists/places-left.ts";
import { EMPTIES, isRemoval, removals } from "#core/explore/pages/reopen.ts";
import type { Walk } from "#core/explore/pages/walk.ts";
import { look, open, perform } from "#core/explore/pages/open-page.ts";
import { here, isThorough } from "#core/explore/pages/walk.ts";
import { CART, CART_ADD, CLOSES } from "#core/explore/words.ts";

type Take = (
  visited: Visited,
  setup: SiteAction[],
  lead: { depth: number; via: SitePage["via"] },
) => Promise<void>;

/** Takes everything out of a cart that holds just the item that was put into it. */
const tryEmptying = async (
  walk: Walk,
  survey: PageSurvey,
  steps: SiteAction[],
): Promise<SiteCart["empty"]> => {
  const control = survey.buttons.find(({ name, disabled }) => !disabled && EMPTIES.test(name.trim()));
  if (!control?.target || removals(survey) !== 1 || walk.over()) return null;
  const { name, target } = control;
  const asked = await click(walk, target);
  if (!asked) return null;
  const answers = newButtons(survey, asked).filter((each) => !CLOSES.test(each.name.trim()));
  const isDead = asked.text === survey.text && answers.length === 0;
  const isAsked = asked.dialogs.length > survey.dialogs.length || answers.length > 0;
  let empty: SiteCart["empty"] = isDead || !isAsked ? { name, target, confirm: null } : null;
  const [answer, ...others] = answers;
  if (isAsked && answer?.target && others.length === 0) {
    const after = await click(walk, answer.target);
    // Where nothing has come of it either, that is news.
    if (after && (removals(after) === 0 || after.text === survey.text))
      empty = { name, target, confirm: answer.target };
  } else if (!isDead && removals(asked) > 0) empty = null;
  // What comes after it needs the item.
  return (await perform(walk, steps)) ? empty : null;
};

const nameOf = ({ survey }: Pick<SitePage, "survey">): string =>
  fold(survey.headings.find(({ level }) => level === 1)?.text ?? "");

/**
 * What says yes where a cart that holds just the item that was put into it asks whether that is to be taken out; null where it
 * does not ask, or where it is `unclear` what says so.
 */
const findQuestion = async (
  walk: Walk,
  survey: PageSurvey,
  steps: SiteAction[],
  item: string,
): Promise<Pick<SiteCart, "question" | "unclear">> => {
  const none = { question: null, unclear: false };
  const [removes, ...more] = survey.buttons.filter(({ name, disabled }) => !disabled && isRemoval(name));
  const inRows = survey.collections
    .flatMap(({ items }) => items.flatMap((row) => row.buttons))
    .filter(isRemoval);
  const isAlone = more.length === 0 && inRows.length <= 1 && removals(survey) === 1;
  if (!isThorough(walk) || !removes?.target || !isAlone || walk.over()) return none;
  const asked = await click(walk, removes.target);
  const [answer, ...others] = asked
    ? newButtons(survey, asked).filter((each) => !CLOSES.test(each.name.trim()))
    : [];
  const isAsked = asked !== null && asked.dialogs.length > survey.dialogs.length;
  const yes =
    isAsked && answer && others.length === 0 ? await inDialog(walk, survey, asked, answer, item) : null;
  const path = steps.at(-1);
  // It is there still where it was asked for; else it is put in again.
  const back = isAsked && path?.kind === "goto" ? [path] : steps;
  const isBack = await perform(walk, back);
  return { question: isBack ? yes : null, unclear: isAsked && (!isBack || yes === null) };
};

const addOn = ({ buttons, forms }: PageSurvey): SurveyControl | undefined =>
  [...buttons, ...forms.flatMap(({ submit }) => (submit ? [submit] : []))].find(
    ({ name, target, disabled }) => target !== null && !disabled && CART_ADD.test(name),
  );

/** Of a kind of page, the one that was seen to have the most left, as far as pages say so: what is ordered is gone. */
const mostLeft = (walk: Walk, page: SitePage): Pick<SitePage, "path" | "survey"> => {
  const leftOn = ({ survey }: Pick<SitePage, "survey">): number =>
    (stockLeft(survey.text) ?? placesLeft(survey.text))?.number ?? 0;
  const others = walk.samples.filter(
    ({ pattern, survey, setup }) => pattern === page.pattern && setup.length === 0 && addOn(survey),
  );
  return others.reduce((most, other) => (leftOn(other) > leftOn(most) ? other : most), page);
};

/**
 * Puts one item into the cart, which only this session has, and looks at the cart and the checkout as they are then.
 * Nothing is ordered.
 */
export const fillCart = async (walk: Walk, take: Take): Promise<SiteCart | null> => {
  for (const page of walk.pages.values()) {
    if (page.setup.length > 0 || !addOn(page.survey)) continue;
    const item = mostLeft(walk, page);
    const control = addOn(item.survey);
    if (!control?.target) continue;
    const chosen = oneOf(item.survey, control.target);
    const setup: SiteAction[] = [
      { kind: "goto", path: item.path },
      ...chosen,
      { kind: "click", target: control.target },
    ];
    walk.progress(`putting an item into the cart on ${item.path}`);
    if (!(await perform(walk, setup))) return null;
    const survey = await look(walk);
    if (!survey) return null;
    const cart: SiteCart = {
      stays: here(walk) === item.path,
      question: null,
      unclear: false,
      empty: null,
      filled: null,
      limit: null,
    };
    const depth = page.depth + 1;
    const seen = new Set<string>();
    // The cart first, then what it leads to: the checkout.
    for (let from = survey, round = 0; round < 3; round += 1) {
      const links = from.links.filter((each) => CART.test(each.text) || CART.test(each.href));
      const next = links
        .map((each) => ({ each, url: addressOf(walk, each) }))
        .find(({ url }) => url !== null && !seen.has(pathOf(url)) && url.search === "");
      if (!next?.url || walk.over()) return cart;
      const path = pathOf(next.url);
      seen.add(path);
      const visited = await open(walk, path);
      if (!visited.ok) return cart;
      walk.visited += 1;
      const via = { pageId: page.id, text: next.each.text, target: next.each.target };
      const steps: SiteAction[] = [...setup, { kind: "goto", path }];
      cart.filled ??= { path, survey: visited.survey, from: item.path, chosen, add: control.target };
      walk.cart ??= { path, from: item.path };
      await take(visited, steps, { depth: depth + round, via });
      if (round === 0) Object.assign(cart, await findQuestion(walk, visited.survey, steps, nameOf(item)));
      cart.limit ??= await findLimit(walk, { path, survey: visited.survey }, item, control.target);
      cart.empty ??= await tryEmptying(walk, visited.survey, steps);
      from = visited.survey;
    }
    return cart;
  }
  return null;
};
