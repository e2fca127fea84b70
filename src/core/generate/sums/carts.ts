import type { StepDocument } from "#core/suite/grammar.ts";
import type { RowControl } from "#model/site-records.ts";
import type { CartFilled, SiteCart } from "#model/site-cart.ts";
import type { SiteModel } from "#model/site.ts";
import type { SiteAction, SitePage } from "#model/site-pages.ts";
import type { SurveyCollection, SurveyField, SurveyForm } from "#model/survey.ts";
import type { Target, TargetObject } from "#model/target.ts";
import { findValues } from "#core/suite/order.ts";
import { offeredBy } from "#core/explore/forms/form-data.ts";
import { relativeTo } from "#core/explore/pages/address.ts";
import { cellsByPlace, fold } from "#core/explore/lists/lists.ts";
import { sumWords } from "#core/explore/lists/shared-sums.ts";
import { controlIn } from "#core/explore/items/own-item.ts";
import { CART, DELETE, isUpdate } from "#core/explore/words.ts";
import { oneOf } from "#core/explore/probes/choose-one.ts";
import { amountsOf } from "./cart-amounts.ts";
import type { CartAmounts } from "./cart-amounts.ts";
import { mainOf } from "#core/generate/counts/counts.ts";
import { stepOf } from "#core/generate/steps.ts";
import { looseList, looseQuantity, looseRemoval, manyCome } from "./loose-carts.ts";
import { lineSums } from "./line-sums.ts";
import { totalsOf } from "./sums.ts";

/** A cart as the exploration filled it with one item. */
export type Cart = {
  path: string;
  main: Target;
  /** The main part of an item's page. */
  itemMain: Target;
  list: Target;
  /** Null where nothing but the item's name tells its row. */
  rowRole: "row" | "listitem" | null;
  /** What can be put into it: as the cart calls it, and the page that offers it. */
  items: { name: string; path: string; choose: StepDocument[] }[];
  /** On an item's page: puts it into the cart. */
  add: Target;
  /** On an item's page: how many. */
  quantity: SurveyField | null;
  /** On an item's page: a choice that the cart says of the item, with another option; `price`: the page shows just one. */
  choice: { target: Target; option: string; price: boolean } | null;
  /** The quantity of the only row. */
  rowQuantity: TargetObject | null;
  amounts: CartAmounts;
  /** The row of the first item, or the list where that is its only row. */
  first: Target;
  /** Name of the button that takes over a new quantity; null where there is none. */
  update: string | null;
  /** What removes a row, and what says yes where that is asked. */
  remove: RowControl | null;
  question: Target | null;
  /** That the amounts add up; `lines`: those below the list, as long as just the first item is in it. */
  sums: StepDocument[];
  /** Fits what the cart says once there are as many of the first item as it is set to. */
  manyCome: string | null;
  /** What takes everything out, as it was tried. */
  empty: SiteCart["empty"];
  /** Words beside the sums that the cart says: "Delivery". */
  words: string[];
  /** What leads to the cart on an item's page that stays open, and says how much is in it. */
  badge: TargetObject | null;
  lines: StepDocument[];
  /** No amount in it is below zero. */
  isPositive: boolean;
};

/** An amount of money that is less than nothing. */
export const BELOW_ZERO = String.raw`(?:^|\s)[-−]\s?[€$£¥₹]\s?\d|[€$£¥₹]\s?[-−]\s?\d|(?:^|\s)[-−]\d[\d.,]*\s?(?:€|EUR|CHF|kr\b|zł)`;

type Filled = CartFilled & {
  list: SurveyCollection;
  target: Target;
  isLoose: boolean;
  /** The kind of page that it was put in on. */
  page: SitePage;
  name: string;
};

/** Pages after something was put in. */
const afterPutting = ({ pages, cart }: SiteModel): CartFilled[] => {
  const shown = pages.flatMap(({ path, survey, setup }): CartFilled[] => {
    const [start, ...done] = setup;
    const at = done.findIndex(({ kind }) => kind === "click");
    const [put, last] = done.slice(at);
    if (start?.kind !== "goto" || put?.kind !== "click" || !CART.test(path)) return [];
    if (last !== undefined && last.kind !== "goto") return [];
    const goto = last ?? start;
    return [{ path: goto.path, survey, from: start.path, chosen: done.slice(0, at), add: put.target }];
  });
  // What was in it before may have been looked at as a page already, and makes no other one of it.
  return [...shown, ...(cart?.filled && CART.test(cart.filled.path) ? [cart.filled] : [])];
};

/** The first of these that shows a list with the item's name. */
const filledCart = (site: SiteModel): Filled | null => {
  for (const put of afterPutting(site)) {
    const { survey } = put;
    const sample = site.samples.find(({ path }) => path === put.from);
    const page = site.pages.find(
      ({ path, examples, pattern, setup }) =>
        [path, ...examples].includes(put.from) || (setup.length === 0 && pattern === sample?.pattern),
    );
    const name = page ? nameAt(site, put.from) : null;
    if (!page || name === null) continue;
    const known = survey.collections.find(
      ({ kind, items }) => kind !== "grid" && items.some(({ text }) => fold(text).includes(name)),
    );
    const list = known ?? looseList(survey, name);
    if (list?.target) return { ...put, list, target: list.target, isLoose: !known, page, name };
  }
  return null;
};

/** What lists call the item of an address, else its own page. */
const nameAt = (site: SiteModel, path: string): string | null => {
  const names = site.pages
    .filter(({ setup }) => setup.length === 0)
    .flatMap(({ survey }) => survey.collections)
    .flatMap(({ items }) => items.flatMap(({ links }) => links))
    .filter(({ href, text }) => relativeTo(site.origin, href) === path && fold(text).length > 2)
    .map(({ text }) => fold(text));
  const own = site.samples.find((sample) => sample.path === path)?.survey.headings ?? [];
  const [heading, ...others] = own.filter(({ level }) => level === 1);
  return names[0] ?? (heading && others.length === 0 ? fold(heading.text) : null);
};

/** The most that the field offers in which the first of these is chosen. */
const mostOf = (form: SurveyForm | null, [chosen]: SiteAction[]): number => {
  const target = chosen && chosen.kind !== "goto" ? JSON.stringify(chosen.target) : null;
  const field = form?.fields.find((each) => JSON.stringify(each.target) === target);
  const offered = [...(field?.options ?? []), field?.max ?? ""]
    .filter((each) => /^\d+$/.test(each))
    .map(Number);
  return field && offered.length > 0 ? Math.max(...offered) : Infinity;
};

/** So many, or as many as there can be; null where that is one. */
const atMost = (many: number | null, most: number): number | null =>
  many === null || many <= most ? many : most > 1 ? most : null;

/** The only select of the form, where the cart's row bears what it was set to. */
const choiceOf = (form: SurveyForm | null, { survey }: SitePage, row: string): Cart["choice"] => {
  const [field, ...others] = (form?.fields ?? []).filter(({ type }) => type === "select");
  if (!field?.target || others.length > 0 || field.value === "") return null;
  const offered = offeredBy(field.options);
  const option = offered.at(-1);
  const isSaid = fold(row).includes(fold(field.value)) && offered.includes(field.value);
  const isPlain = offered.every((each) => findValues(each, "money").length === 0);
  return option !== undefined && option !== field.value && isSaid && isPlain
    ? { target: field.target, option, price: findValues(fold(survey.text), "money").length === 1 }
    : null;
};

export const cartOf = (site: SiteModel): Cart | null => {
  const found = filledCart(site);
  if (!found) return null;
  const { path, survey, list, target, isLoose, page, from, chosen, add, name } = found;
  const row = list.items.find(({ text }) => fold(text).includes(name));
  if (!row) return null;
  // What was in it before stays in it.
  const isShared = list.items.length > 1;
  const others = [page.path, ...page.examples].flatMap((path) => {
    const other = path === from ? null : nameAt(site, path);
    if (other === null || other.includes(name) || name.includes(other)) return [];
    const own = path === page.path ? page : site.samples.find((sample) => sample.path === path);
    const choose = own && chosen.length > 0 ? oneOf(own.survey, add).map(stepOf) : [];
    return chosen.length > 0 && choose.length === 0 ? [] : [{ name: other, path, choose }];
  });
  const form = page.survey.forms.find(({ submit }) => JSON.stringify(submit?.target) === JSON.stringify(add));
  const number = row.fields.find(({ type }) => type === "number");
  const cells = number && list.kind === "table" ? cellsByPlace(list, number.cell, "input") : null;
  const rowRole = isLoose ? null : list.kind === "table" ? "row" : "listitem";
  // How many are chosen of each kind is no quantity of the item.
  const quantity = chosen.length > 0 ? null : (form?.fields.find(({ type }) => type === "number") ?? null);
  const can = amountsOf(survey, name, number?.value ?? null, page.survey, quantity);
  const amounts = { ...can, many: atMost(can.many, mostOf(form ?? null, chosen)) };
  const own: Target = isShared && rowRole !== null ? { role: rowRole, name, within: target } : target;
  return {
    path,
    main: mainOf(survey),
    itemMain: mainOf(page.survey),
    list: target,
    rowRole,
    items: [{ name, path: from, choose: chosen.map(stepOf) }, ...others.slice(0, 2)],
    add,
    quantity,
    choice: isLoose || isShared || chosen.length > 0 ? null : choiceOf(form ?? null, page, row.text),
    rowQuantity: isLoose
      ? looseQuantity(survey, name)
      : !number
        ? null
        : isShared || !cells
          ? { css: "input[type=number]", within: own }
          : cells,
    amounts,
    first: own,
    update: row.buttons.find((button) => isUpdate(button)) ?? null,
    remove: site.cart?.unclear ? null : isLoose ? looseRemoval(survey, name) : controlIn(row, DELETE, name),
    sums: totalsOf(survey, list),
    manyCome: isLoose && amounts.adds && amounts.many !== null ? manyCome(survey, amounts.many) : null,
    question: site.cart?.question ?? null,
    empty: site.cart?.empty ?? null,
    words: sumWords(survey.text),
    badge: site.cart?.stays ? badgeOf(site, page, path) : null,
    lines: lineSums(survey),
    isPositive: !new RegExp(BELOW_ZERO, "u").test(survey.text),
  };
};

/** The frame's link to the cart, by its address: its name changes with what is in it. */
const badgeOf = ({ origin }: SiteModel, { survey }: SitePage, path: string): TargetObject | null => {
  const [link] = survey.links.filter(({ href, chrome }) => chrome && relativeTo(origin, href) === path);
  return link && /\d/.test(link.text) && /^[\w./-]+$/.test(path)
    ? { css: `a[href$="${path}"]`, nth: 0 }
    : null;
};
