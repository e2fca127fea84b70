import type { Candidate } from "#model/failure.ts";
import type { Fingerprint } from "#model/fingerprint.ts";
import type { Target } from "#model/target.ts";
import { choose } from "./choose.ts";
import type { Compared } from "./choose.ts";
import type { DocumentIndex } from "./document-index.ts";
import { indexDocument } from "./document-index.ts";
import { featuresOf } from "./fingerprint.ts";
import { keysOf, nameDigest, ownKeyDigests } from "./fingerprint-keys.ts";
import { cheapName, controlsOf, isControl } from "./fingerprint-names.ts";
import { scopeOfDigest } from "./fingerprint-scope.ts";
import { holdersStay, othersStay } from "./names-then.ts";
import { nameLikeness } from "./name-likeness.ts";
import type { ElementQuery, Purpose } from "./protocol.ts";
import { resolve } from "./resolve.ts";
import { rolesFor, suits } from "./roles.ts";
import { alikeRoles, keepsKeys, sharedKeys, similarity, tellsApart } from "./similarity.ts";
import { isInside } from "./tree.ts";
import { createTargetFinder, describeElement } from "./unique-target.ts";

/** Candidates that are compared in full, of at most so many that are looked at. */
const COMPARED = 40;
const MOST_CANDIDATES = 4000;
const MOST_ELEMENTS = 30_000;
const LONGEST_NAME = 80;

export type Ranked = Compared & { element: Element };

export type Healing =
  | {
      found: true;
      target: Target;
      /** It is no longer inside what the target was within; the new target says by itself where it is. */
      moved: boolean;
      element: Candidate;
      score: number;
      margin: number;
    }
  | { found: false; reason: string };

const refused = (reason: string): Healing => ({ found: false, reason });

/** Whether the verb could act on the element as it did on the one of before. */
const isCompatible = (
  index: DocumentIndex,
  before: Fingerprint,
  element: Element,
  purpose: Purpose,
): boolean => {
  if (!suits(element, purpose)) return false;
  const type = element instanceof HTMLInputElement ? element.type : "";
  if ((before.type === "password") !== (type === "password")) return false;
  const resets = type === "reset" || (element instanceof HTMLButtonElement && element.type === "reset");
  if (resets !== (before.type === "reset")) return false;
  const role = index.role(element) ?? "";
  if (purpose === "click" && role !== "" && !(rolesFor.click?.has(role) ?? true) && role !== before.role)
    return false;
  if (alikeRoles(before.role, role) === 0) return false;
  return role !== "" || isControl(element) || (before.role === "" && element.localName === before.tag);
};

/** How like the element is, told by what costs nothing to ask for. */
const roughLikeness = (index: DocumentIndex, before: Fingerprint, element: Element): number => {
  const name = cheapName(index, element);
  const likeness = Math.max(nameLikeness(before.name, name), nameLikeness(before.text, name));
  const keys = keysOf(element);
  const shared = (["id", "field", "testid", "href"] as const).filter(
    (key) => keys[key] !== "" && keys[key] === before[key],
  );
  const classes = before.classes.filter((name) => element.classList.contains(name)).length;
  return (
    2 * likeness +
    shared.length +
    (element.localName === before.tag ? 0.5 : 0) +
    classes / Math.max(1, before.classes.length)
  );
};

/** Whether another control is called so. */
const isCalledTwice = (index: DocumentIndex, element: Element, name: string): boolean =>
  controlsOf(index).some(
    (other) =>
      other !== element &&
      other.localName !== "label" &&
      cheapName(index, other) === name &&
      !isInside(other, element) &&
      !isInside(element, other),
  );

/** The elements that the verb could act on, most like first; null when there are too many to compare. */
const rank = (
  index: DocumentIndex,
  before: Fingerprint,
  purpose: Purpose,
  scope: Element | null,
): Ranked[] | null => {
  const pool = index.elements.filter(
    (element) =>
      (scope === null || isInside(element, scope)) &&
      (isControl(element) || element.localName === before.tag),
  );
  if (pool.length > MOST_CANDIDATES) return null;
  const names = new Set(before.others.names);
  const keys = new Set(before.others.keys);
  const rough = pool
    .filter((element) => isCompatible(index, before, element, purpose))
    .map((element) => ({ element, likeness: roughLikeness(index, before, element) }))
    .toSorted((a, b) => b.likeness - a.likeness)
    .filter(({ element }) => index.visible(element) && index.offered(element))
    .slice(0, COMPARED);
  const ranked = rough
    .map(({ element }) => {
      const features = featuresOf(index, element);
      const name = cheapName(index, element);
      // An identifier that only the target had goes before a name that another control had, as long as that one is there,
      // too: where entries are counted through, each has the identifier of the one before as soon as one is gone.
      const isCalledAsOther = name !== "" && names.has(nameDigest(name));
      const known =
        (isCalledAsOther && (sharedKeys(before, features) === 0 || !isCalledTwice(index, element, name))) ||
        ownKeyDigests(index, element).some((key) => keys.has(key));
      return {
        element,
        features,
        score: similarity(before, features),
        known,
        isToldApart: holdersStay(index, before, element),
        isOnlyNew: othersStay(index, before, element),
      };
    })
    .toSorted((a, b) => b.score - a.score);
  return oneOfNested(ranked);
};

/** Of elements drawn in one another only the one that is most like counts. */
const oneOfNested = (ranked: readonly Ranked[]): Ranked[] => {
  const kept: Ranked[] = [];
  for (const one of ranked) {
    const nested = kept.some(
      ({ element }) => isInside(element, one.element) || isInside(one.element, element),
    );
    if (!nested) kept.push(one);
  }
  return kept;
};

/** What the target is within as it is now: as it is written, else the only one of its role with the same texts. */
const scopeOf = (
  index: DocumentIndex,
  within: Target,
  before: Fingerprint,
): { scope: Element; moved: boolean } | null => {
  const found = resolve(index, within, "any");
  const [only] = found.ok ? found.elements : [];
  if (found.ok && only && found.elements.length === 1) return { scope: only, moved: false };
  const role = typeof within === "object" ? within.role : undefined;
  if (role === undefined || (found.ok && found.elements.length > 0)) return null;
  const same = scopeOfDigest(index, role, before.scope);
  return same ? { scope: same, moved: true } : null;
};

/** Outside of what it was within: what has its role, its name and all its identifiers, which it alone on the page had. */
const elsewhere = (index: DocumentIndex, before: Fingerprint, purpose: Purpose): Ranked[] => {
  if (!tellsApart(before)) return [];
  return (rank(index, before, purpose, null) ?? []).filter(
    ({ features, known }) =>
      !known && features.role === before.role && features.name === before.name && keepsKeys(before, features),
  );
};

/** A target by role, name and number, for one that nothing else tells from its look-alikes. */
const numbered = (
  index: DocumentIndex,
  element: Element,
  purpose: Purpose,
  within: Target | undefined,
): Target | null => {
  const [role, name] = [index.role(element), index.name(element)];
  if (role === null || name.length > LONGEST_NAME) return null;
  const own = name === "" ? { role } : { role, name };
  const found = resolve(index, { ...own, ...(within === undefined ? {} : { within }) }, purpose);
  const nth = found.ok ? found.elements.indexOf(element) : -1;
  return nth < 0 ? null : { ...own, nth };
};

/** A target for an element that was found, inside what it was within unless it has moved; null when there is none. */
export const targetFor = (
  index: DocumentIndex,
  element: Element,
  purpose: Purpose,
  within: Target | undefined,
): Target | null =>
  createTargetFinder(index)(element, purpose, within) ?? numbered(index, element, purpose, within);

/** `moved`: they are not inside what the target is written to be within. */
export type Looked = { ranked: Ranked[]; moved: boolean };

/** The candidates for the target of a fingerprint, most like first, or why there are none. */
export const lookFor = (
  index: DocumentIndex,
  { target, purpose }: ElementQuery,
  before: Fingerprint,
): Looked | { reason: string } => {
  const tooMany = { reason: "the page has too many elements to compare" };
  const within = typeof target === "object" ? target.within : undefined;
  if (within === undefined) {
    const ranked = rank(index, before, purpose, null);
    return ranked === null ? tooMany : { ranked, moved: false };
  }
  const place = scopeOf(index, within, before);
  const inside = place === null ? [] : rank(index, before, purpose, place.scope);
  if (inside === null) return tooMany;
  if (place === null || "reason" in choose(before, inside)) {
    const outside = elsewhere(index, before, purpose);
    if (outside.length > 0) return { ranked: outside, moved: true };
  }
  if (place === null) return { reason: "what it is within is not on the page" };
  return { ranked: inside, moved: place.moved };
};

/** Looks for the element that a target meant when its fingerprint was taken. Nothing is taken that is not clearly it. */
export const heal = ({ target, purpose }: ElementQuery, before: Fingerprint): Healing => {
  const within = typeof target === "object" ? target.within : undefined;
  if (typeof target === "object" && target.nth !== undefined)
    return refused("it was told from others by its number alone");
  const index = indexDocument();
  if (index.elements.length > MOST_ELEMENTS) return refused("the page has too many elements to compare");
  const now = resolve(index, target, purpose);
  if (now.ok && now.elements.length + now.hidden.length > 0) return refused("it is on the page");
  if (before.twins > 0) return refused("it was one of several elements alike");
  const looked = lookFor(index, { target, purpose }, before);
  if ("reason" in looked) return refused(looked.reason);
  const { ranked, moved } = looked;
  const choice = choose(before, ranked);
  if ("reason" in choice) return refused(choice.reason);
  const { element, score } = choice.best;
  const printed = targetFor(index, element, purpose, moved ? undefined : within);
  if (printed === null)
    return refused("the element that it may be now cannot be named by a target of its own");
  return {
    found: true,
    target: printed,
    moved,
    element: describeElement(index, element, printed),
    score: Math.round(score * 1000) / 1000,
    margin: Math.round(choice.margin * 1000) / 1000,
  };
};
