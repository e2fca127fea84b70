import type { Fingerprint } from "#model/fingerprint.ts";
import { meansOtherwise } from "./meaning.ts";
import type { Features } from "./similarity.ts";
import {
  called,
  isLeftOver,
  keepsBindings,
  keepsCompany,
  keepsIcon,
  keepsKeys,
  keepsOrder,
  keepsPlace,
  keepsSureKey,
  hasSameKeys,
  keepsWords,
  losesWords,
  ownNameLikeness,
  sameCompany,
  saysOtherwise,
  sharedKeys,
  sharesWord,
} from "./similarity.ts";
import { lower } from "./fold.ts";

/** What a candidate must reach to be taken; all are shares of 1. */
export type Policy = {
  /** Least similarity. */
  threshold: number;
  /** The same for one that is called what the target was called to the letter, or with words besides in its old company. */
  sameName: number;
  /** Least lead over the second best. */
  margin: number;
  /** Least likeness of the names where no key (id, name, test id, link) is the same. */
  name: number;
  /** The same for one of several items of one build, whose names are likely data: words may only come or go. */
  repeatedName: number;
  /** Least share of the controls that it stood among, where its name lost or exchanged words. */
  company: number;
  /** Least similarity of the only candidate inside what the target is within, where neither ever had a name. */
  nameless: number;
};

/** Set with the tuning applications of `npm run bench:healing`; docs/benchmarks.md has the figures of the others, too. */
const policy: Policy = {
  threshold: 0.5,
  sameName: 0.35,
  margin: 0.1,
  name: 0.5,
  repeatedName: 0.7,
  company: 0.5,
  nameless: 0.7,
};

/** A candidate that was compared with a fingerprint. */
export type Compared = {
  features: Features;
  /** Similarity, 0..1. */
  score: number;
  /** It was on the page before, as another element than the target. */
  known: boolean;
  /** Other controls' names held all words of the target's, and all of them are there still, on others than this one. */
  isToldApart: boolean;
  /** Every name that another control had then is there still: none of the others was renamed to this one's. */
  isOnlyNew: boolean;
};

/** Likeness of names that have the same words and differ in case, blanks or signs alone. */
const SAME_WORDS = 0.97;

export type Choice<C extends Compared> = { best: C; margin: number } | { reason: string };

/** Whether the words of the name are those of another control, too: of one that was called so, or so and more and is not seen to be there still. */
const sharesName = (before: Fingerprint, { isToldApart }: Compared): boolean =>
  before.common.includes("name") || (before.common.includes("words") && !isToldApart);

/** The name tells the element: no other control was called so, or so and more, or this one is called so to the letter and of the same role. */
const isTold = (before: Fingerprint, candidate: Compared): boolean =>
  (lower(candidate.features.name) === lower(before.name) && candidate.features.role === before.role) ||
  !sharesName(before, candidate);

/** Whether the names, without any identifier, say that a candidate is the target. */
const isNamed = (before: Fingerprint, candidate: Compared, needs: Policy): boolean => {
  const { features } = candidate;
  const likeness = ownNameLikeness(before, features) ?? 0;
  const stays = sharesName(before, candidate) ? keepsPlace(before, features) : keepsCompany(before, features);
  if (!isTold(before, candidate) && !stays) return false;
  if (likeness < 1 && isLeftOver(before, features)) return false;
  const isNear = stays || (sameCompany(before, features) ?? 0) >= needs.company;
  if (keepsWords(before, features)) {
    // Words that came may have come to another control that had the rest of them, or are those of another page.
    if (likeness < SAME_WORDS && !isNear && !candidate.isOnlyNew) return false;
    return likeness >= (before.repeated ? needs.repeatedName : needs.name);
  }
  if (before.repeated) return stays && losesWords(before, features) && likeness >= needs.name;
  return likeness >= needs.name && isNear;
};

/** Why a candidate is not the target, though nothing on the page is more like it; null when it is. */
const objection = (
  before: Fingerprint,
  candidate: Compared,
  alone: boolean,
  needs: Policy,
): string | null => {
  const { features, score } = candidate;
  const likeness = ownNameLikeness(before, features);
  const stays = keepsPlace(before, features);
  // "add alpha" and "add beta": of things that are alike, another one.
  const isExchanged =
    sharesWord(before, features) && !keepsWords(before, features) && !losesWords(before, features);
  const isKeyed =
    sharedKeys(before, features) > 0 ||
    (stays && (keepsKeys(before, features) || keepsBindings(before, features))) ||
    (stays && !isExchanged && keepsIcon(before, features));
  const [was, is] = [called(before), called(features)];
  const isThere = (sameCompany(before, features) ?? 0) >= needs.company && keepsWords(before, features);
  if (score < ((likeness ?? 0) >= SAME_WORDS || isThere ? needs.sameName : needs.threshold))
    return `the nearest, "${is}", is not alike enough`;
  const nameless =
    likeness === null &&
    is === "" &&
    ((before.scoped && alone) || stays) &&
    before.field === features.field &&
    before.href === features.href &&
    score >= needs.nameless;
  if (!isKeyed && !nameless && !isNamed(before, candidate, needs))
    return `"${is}" has neither the name nor any identifier of "${was}"`;
  const isSame = isKeyed && (!before.repeated || (stays && keepsSureKey(before, features)));
  if (isExchanged && !isSame) return `"${is}" is another item than "${was}"`;
  if (saysOtherwise(before, features)) return `what is to be read on "${is}" has changed`;
  if (meansOtherwise(was, is) || meansOtherwise(before.text, features.text))
    return `"${is}" means something else than "${was}"`;
  return null;
};

const onlyOne = <C>(list: readonly C[]): C | null => (list.length === 1 ? (list[0] ?? null) : null);

/**
 * Of candidates that are about as much alike, the only one with an identifier of the target, or in its place. Of several
 * in its place the only one that has no identifier that it did not have, or that stands between the same controls in the
 * same order.
 */
const outstanding = <C extends Compared>(before: Fingerprint, contenders: readonly C[]): C | null => {
  const keyed = contenders.filter(({ features }) => sharedKeys(before, features) > 0);
  const placed = contenders.filter(({ features }) => keepsPlace(before, features));
  if (keyed.length > 0) return onlyOne(keyed);
  const same = placed.filter(({ features }) => hasSameKeys(before, features));
  const ordered = (same.length > 0 ? same : placed).filter(({ features }) => keepsOrder(before, features));
  return onlyOne(placed) ?? onlyOne(same) ?? onlyOne(ordered);
};

/** The one candidate that is the target of before, or why there is none. `ranked`: the most like first. */
export const choose = <C extends Compared>(
  before: Fingerprint,
  ranked: readonly C[],
  needs: Policy = policy,
): Choice<C> => {
  if (ranked.length === 0) return { reason: "nothing on the page could be it" };
  const fresh = ranked.filter(({ known }) => !known);
  const [first] = fresh;
  if (!first) return { reason: "what is like it was there before, as another element" };
  const names = new Set([before.name, before.text].map(lower));
  names.delete("");
  // A namesake of another role that was there before is no other candidate for the name.
  const isNamesake = ({ features }: Compared): boolean =>
    (names.has(lower(features.name)) || names.has(lower(features.text))) &&
    (features.role === before.role || !before.common.includes("name"));
  const contenders = ranked.filter(
    (one) => first.score - one.score < needs.margin && (!one.known || isNamesake(one)),
  );
  const best = contenders.length === 1 ? first : outstanding(before, contenders);
  if (!best || best.known) {
    const [one, other] = contenders;
    return {
      reason: `"${called((one ?? first).features)}" and "${called((other ?? first).features)}" are both like it`,
    };
  }
  const namesakes = ranked.filter((one) => one !== best && isNamesake(one));
  if (namesakes.length > 0 && !isNamesake(best))
    return { reason: `another element is called "${called(before)}" now` };
  const others = fresh.filter((one) => one !== best);
  const next = [...others, ...namesakes].toSorted((a, b) => b.score - a.score)[0];
  const margin = Math.max(0, best.score - (next?.score ?? 0));
  const reason = objection(before, best, others.length === 0, needs);
  return reason === null ? { best, margin } : { reason };
};
