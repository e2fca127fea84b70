import type { Candidate } from "#model/failure.ts";
import type { Fingerprint } from "#model/fingerprint.ts";
import type { Target } from "#model/target.ts";
import { choose } from "./choose.ts";
import type { Compared } from "./choose.ts";
import type { DocumentIndex } from "./document-index.ts";
import { indexDocument } from "./document-index.ts";
import { featuresOf } from "./fingerprint.ts";
import { keysOf, nameDigest, ownKeyDigests } from "./fingerprint-keys.ts";
import { cheapName, isControl } from "./fingerprint-names.ts";
import { nameLikeness } from "./name-likeness.ts";
import type { ElementQuery, Purpose } from "./protocol.ts";
import { resolve } from "./resolve.ts";
import { rolesFor, suits } from "./roles.ts";
import { alikeRoles, sharedKeys, similarity } from "./similarity.ts";
import { isInside } from "./tree.ts";
import { createTargetFinder, describeElement } from "./unique-target.ts";

/** Candidates that are compared in full, of at most so many that are looked at. */
const COMPARED = 40;
const MOST_CANDIDATES = 4000;
const MOST_ELEMENTS = 30_000;

export type Ranked = Compared & { element: Element };

export type Healing =
  | { found: true; target: Target; element: Candidate; score: number; margin: number }
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

/** The elements that the verb could act on, most like first; null when there are too many to compare. */
export const rank = (
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
      // An identifier that only the target had goes before a name that another control had.
      const known =
        (name !== "" && names.has(nameDigest(name)) && sharedKeys(before, features) === 0) ||
        ownKeyDigests(index, element).some((key) => keys.has(key));
      return { element, features, score: similarity(before, features), known };
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

/** Looks for the element that a target meant when its fingerprint was taken. Nothing is taken that is not clearly it. */
export const heal = ({ target, purpose }: ElementQuery, before: Fingerprint): Healing => {
  const within = typeof target === "object" ? target.within : undefined;
  if (typeof target === "object" && target.nth !== undefined)
    return refused("it was told from others by its number alone");
  const index = indexDocument();
  if (index.elements.length > MOST_ELEMENTS) return refused("the page has too many elements to compare");
  let scope: Element | null = null;
  if (within !== undefined) {
    const found = resolve(index, within, "any");
    const [only] = found.ok ? found.elements : [];
    if (!found.ok || !only || found.elements.length !== 1)
      return refused("what it is within is not on the page");
    scope = only;
  }
  const now = resolve(index, target, purpose);
  if (now.ok && now.elements.length + now.hidden.length > 0) return refused("it is on the page");
  if (before.twins > 0) return refused("it was one of several elements alike");
  const ranked = rank(index, before, purpose, scope);
  if (ranked === null) return refused("the page has too many elements to compare");
  const choice = choose(before, ranked);
  if ("reason" in choice) return refused(choice.reason);
  const { element, score } = choice.best;
  const printed = createTargetFinder(index)(element, purpose, within);
  if (printed === null)
    return refused("the element that it may be now cannot be named by a target of its own");
  return {
    found: true,
    target: printed,
    element: describeElement(index, element, printed),
    score: Math.round(score * 1000) / 1000,
    margin: Math.round(choice.margin * 1000) / 1000,
  };
};
