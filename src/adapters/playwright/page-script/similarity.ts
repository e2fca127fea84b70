import type { Fingerprint } from "#model/fingerprint.ts";
import { tokens } from "./meaning.ts";
import { hasWordsOf, nameLikeness } from "./name-likeness.ts";

/** What can be told of an element without its surroundings of then. */
export type Features = Omit<
  Fingerprint,
  "twins" | "repeated" | "others" | "common" | "holders" | "scoped" | "scope"
>;

type Comparison = {
  weight: number;
  /** 0..1; null where the fingerprint says nothing that could be compared. */
  compare(before: Features, now: Features): number | null;
};

const same = (before: string, now: string): number | null => (before === "" ? null : before === now ? 1 : 0);

const overlap = (before: readonly string[], now: readonly string[]): number | null => {
  if (before.length === 0) return null;
  const there = new Set(now);
  const shared = before.filter((item) => there.has(item)).length;
  return (2 * shared) / (before.length + now.length);
};

const identifiers = (id: string): string[] =>
  id
    .toLowerCase()
    .split(/[^a-z0-9]+|(?<=[a-z])(?=\d)/)
    .filter(Boolean);
/** An identifier that was renamed often keeps some of its words. */
const alikeIds = (before: string, now: string): number | null => {
  if (before === "") return null;
  if (before === now) return 1;
  return 0.6 * (overlap(identifiers(before), identifiers(now)) ?? 0);
};

/** Roles that pages put in each other's place for one and the same purpose. */
const exchangeable = [
  ["button", "link", "menuitem", "tab", ""],
  ["textbox", "searchbox", "combobox", "spinbutton", ""],
  ["checkbox", "switch", "radio", "menuitemcheckbox"],
  ["combobox", "listbox"],
  ["option", "menuitem", "menuitemradio", "radio", "tab"],
];
/** 1 the same, 0.5 one that pages put in its place, else 0. */
export const alikeRoles = (before: string, now: string): number => {
  if (before === now) return 1;
  return exchangeable.some((roles) => roles.includes(before) && roles.includes(now)) ? 0.5 : 0;
};

/** Longest common run of kinds, order kept, over the longer list. */
const alikeAncestors = (before: readonly string[], now: readonly string[]): number | null => {
  if (before.length === 0) return null;
  const row = Array.from({ length: now.length + 1 }, () => 0);
  for (const kind of before) {
    let diagonal = 0;
    for (let at = 1; at <= now.length; at += 1) {
      const above = row[at] ?? 0;
      row[at] = kind === now[at - 1] ? diagonal + 1 : Math.max(above, row[at - 1] ?? 0);
      diagonal = above;
    }
  }
  return (row[now.length] ?? 0) / Math.max(before.length, now.length);
};

const REACH = 400;
const near = (before: Features, now: Features): number => {
  const [x, y, width, height] = before.box;
  const [left, top, wide, high] = now.box;
  const distance = Math.hypot(x + width / 2 - left - wide / 2, y + height / 2 - top - high / 2);
  return Math.max(0, 1 - distance / REACH);
};

const alikeSizes = (before: Features, now: Features): number => {
  const [, , width, height] = before.box;
  const [, , wide, high] = now.box;
  const ratio = (a: number, b: number): number =>
    Math.max(a, b) === 0 ? 1 : Math.min(a, b) / Math.max(a, b);
  return ratio(width, wide) * ratio(height, high);
};

/** What a person would call it. */
export const called = ({ name, label, placeholder, text }: Features): string =>
  name || label || placeholder || text;

/** Names of one kind, before and now: a label is not compared with a text. */
const namePairs = (before: Features, now: Features): (readonly [string, string])[] => {
  const pairs = [
    [called(before), called(now)],
    [before.label, now.label],
    [before.placeholder, now.placeholder],
  ] as const;
  return pairs.filter(([was]) => was !== "");
};

/** How alike the two are in what a person would call them, 0..1; null when the first had no name. */
export const ownNameLikeness = (before: Features, now: Features): number | null => {
  const pairs = namePairs(before, now);
  return pairs.length === 0 ? null : Math.max(...pairs.map(([was, is]) => nameLikeness(was, is)));
};

/** Whether all words of a name are in the name of now: words came, none went. */
export const keepsWords = (before: Features, now: Features): boolean =>
  namePairs(before, now).some(([was, is]) => hasWordsOf(is, was));

/** Whether the names have a word in common. */
export const sharesWord = (before: Features, now: Features): boolean =>
  namePairs(before, now).some(([was, is]) => tokens(was).some((word) => hasWordsOf(is, word)));

/** Whether the name of now is part of the one of before: words went, none came. */
export const losesWords = (before: Features, now: Features): boolean =>
  namePairs(before, now).some(([was, is]) => hasWordsOf(was, is));

/** Least likeness of the texts of one element whose accessible name stayed. */
const SAME_TEXT = 0.3;

/** Whether the accessible name stayed and what is to be read there did not. */
export const saysOtherwise = (before: Features, now: Features): boolean =>
  before.text !== "" &&
  now.text !== "" &&
  nameLikeness(before.text, now.text) < SAME_TEXT &&
  before.name === now.name;

const isAddress = (href: string): boolean => /^[^?]+$/.test(href) && !/^#[^/]*\d/.test(href);
const isUncounted = (key: string): boolean => /^\D+$/.test(key);

const keyKinds = ["id", "field", "testid", "href"] as const;

/** How many keys that a developer gave this element alone (id, name, test id, link) are still the same. */
export const sharedKeys = (before: Features & Pick<Fingerprint, "common">, now: Features): number =>
  keyKinds.filter((key) => before[key] !== "" && before[key] === now[key] && !before.common.includes(key))
    .length;

/** Whether one of the identifiers that it alone had is the same, and is nothing that entries are counted through with. */
export const keepsSureKey = (before: Features & Pick<Fingerprint, "common">, now: Features): boolean =>
  keyKinds.some(
    (key) =>
      before[key] === now[key] &&
      !before.common.includes(key) &&
      (key === "href" ? isAddress(before.href) : isUncounted(before[key])),
  );

/** Whether all its identifiers are the same, those that it has none of, too. */
export const hasSameKeys = (before: Features, now: Features): boolean =>
  keyKinds.every((key) => before[key] === now[key]);

/**
 * Whether every identifier of before is the same now, at least one, and as many elements carry them as then. Where others
 * carry them, too, and the element is gone, there is one fewer.
 */
export const keepsKeys = (before: Features, now: Features): boolean => {
  const kinds = keyKinds.filter((key) => before[key] !== "");
  return (
    kinds.length > 0 && kinds.every((key) => before[key] === now[key]) && before.carriers === now.carriers
  );
};

/** Whether its identifiers were its alone on the whole page, and one of them is nothing that entries are counted through with. */
export const tellsApart = ({ carriers, id, field, testid, href }: Features): boolean =>
  carriers === 1 && (isAddress(href) || [id, field, testid].some(isUncounted));

/** Whether it is bound to all that it alone was bound to, at least one thing. */
export const keepsBindings = (before: Features, now: Features): boolean =>
  before.bindings.length > 0 && before.bindings.every((binding) => now.bindings.includes(binding));

/** Whether it shows the icon that it alone showed, and no identifier is another. */
export const keepsIcon = (before: Features, now: Features): boolean =>
  before.icon !== "" && before.icon === now.icon && hasSameKeys(before, now);

const FEWEST_NEIGHBOURS = 2;

/** The controls that it stands among now, without those that were called as it was: they did not count then. */
const companyNow = (before: Features, now: Features): string[] =>
  now.company.filter((one) => one !== before.own);

/** How many of the controls that it stood among it stands among now, 0..1; null when there were too few to tell. */
export const sameCompany = (before: Features, now: Features): number | null => {
  if (before.company.length < FEWEST_NEIGHBOURS) return null;
  const left = new Map<string, number>();
  for (const one of companyNow(before, now)) left.set(one, (left.get(one) ?? 0) + 1);
  let kept = 0;
  for (const one of before.company) {
    const count = left.get(one) ?? 0;
    if (count === 0) continue;
    kept += 1;
    left.set(one, count - 1);
  }
  return kept / before.company.length;
};

/** Whether the element stands among exactly the controls that it stood among: none more, none fewer. */
export const keepsCompany = (before: Features, now: Features): boolean =>
  before.company.length === companyNow(before, now).length && sameCompany(before, now) === 1;

/** Whether it does so and is of the same kind. */
export const keepsPlace = (before: Features, now: Features): boolean =>
  before.role === now.role && before.tag === now.tag && before.type === now.type && keepsCompany(before, now);

/** Whether it stands in its place between the same controls in the same order, too. */
export const keepsOrder = (before: Features, now: Features): boolean =>
  keepsPlace(before, now) &&
  before.place === now.place &&
  before.company.every((one, at) => one === now.company[at]);

/** Whether the element stands where it was with one control fewer beside it: then that one is likely the target, and gone. */
export const isLeftOver = (before: Features, now: Features): boolean =>
  companyNow(before, now).length < before.company.length && (sameCompany(before, now) ?? 0) >= 0.5;

/**
 * What is compared and how much it counts. The features are those of Similo (Nass, Alégroth, Feldt, Leotta, Ricca:
 * "Similarity-based web element localization for robust test automation", ACM TOSEM 32(3), 2023) with the accessible
 * name, the label, the role, the landmark and the test id besides; the weights were set with the
 * tuning applications of `npm run bench:healing`.
 */
const comparisons: Record<string, Comparison> = {
  name: { weight: 3, compare: ownNameLikeness },
  id: { weight: 1.5, compare: (a, b) => alikeIds(a.id, b.id) },
  field: { weight: 1.5, compare: (a, b) => alikeIds(a.field, b.field) },
  testid: { weight: 1.5, compare: (a, b) => alikeIds(a.testid, b.testid) },
  href: { weight: 1.5, compare: (a, b) => same(a.href, b.href) },
  role: { weight: 1, compare: (a, b) => alikeRoles(a.role, b.role) },
  tag: { weight: 0.5, compare: (a, b) => same(a.tag, b.tag) },
  type: { weight: 0.5, compare: (a, b) => same(a.type, b.type) },
  classes: { weight: 0.5, compare: (a, b) => overlap(a.classes, b.classes) },
  attributes: { weight: 0.5, compare: (a, b) => overlap(a.attributes, b.attributes) },
  around: { weight: 1.5, compare: (a, b) => overlap(a.around, b.around) },
  ancestors: { weight: 0.75, compare: (a, b) => alikeAncestors(a.ancestors, b.ancestors) },
  landmark: { weight: 0.5, compare: (a, b) => same(a.landmark, b.landmark) },
  place: { weight: 0.75, compare: near },
  size: { weight: 0.25, compare: alikeSizes },
};

/** Weighted mean of all that can be compared, 0..1. */
export const similarity = (before: Features, now: Features): number => {
  let sum = 0;
  let weights = 0;
  for (const { weight, compare } of Object.values(comparisons)) {
    const likeness = compare(before, now);
    if (likeness === null) continue;
    sum += weight * likeness;
    weights += weight;
  }
  return weights === 0 ? 0 : sum / weights;
};
