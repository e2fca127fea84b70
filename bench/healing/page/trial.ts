import type { Fingerprint } from "#model/fingerprint.ts";
import type { Target } from "#model/target.ts";
import type { DocumentIndex } from "#adapters/playwright/page-script/document-index.ts";
import { indexDocument } from "#adapters/playwright/page-script/document-index.ts";
import { fingerprintOf } from "#adapters/playwright/page-script/fingerprint.ts";
import { keyKinds, keysOf } from "#adapters/playwright/page-script/fingerprint-keys.ts";
import { lower } from "#adapters/playwright/page-script/fold.ts";
import { isControl } from "#adapters/playwright/page-script/fingerprint-names.ts";
import { choose } from "#adapters/playwright/page-script/choose.ts";
import { lookFor, targetFor } from "#adapters/playwright/page-script/heal.ts";
import type { Purpose } from "#adapters/playwright/page-script/protocol.ts";
import { resolve } from "#adapters/playwright/page-script/resolve.ts";
import { called } from "#adapters/playwright/page-script/similarity.ts";
import type { Features } from "#adapters/playwright/page-script/similarity.ts";
import { suits } from "#adapters/playwright/page-script/roles.ts";
import { isInside } from "#adapters/playwright/page-script/tree.ts";
import { createTargetFinder } from "#adapters/playwright/page-script/unique-target.ts";
export { cost } from "./cost.ts";
import { gone, iconKept, keepIcon, mutations, renamingOf } from "./mutations.ts";
import type { Renaming, Scene } from "./mutations.ts";
import { randomFrom } from "./random.ts";
import { isSamePlace, similo, similoPage } from "./similo.ts";
import type { SimiloPrint } from "./similo.ts";

export type BenchTarget = {
  place: number;
  target: Target;
  purpose: Purpose;
  before: Fingerprint;
  similo: SimiloPrint;
};

/** What was found after one change: the candidates as the product ranks them, and what Similo takes. */
export type Trial = {
  kind: string;
  /** The element is still there. */
  present: boolean;
  ranked: {
    features: Features;
    score: number;
    known: boolean;
    isToldApart: boolean;
    isOnlyNew: boolean;
    right: boolean;
    unnamed: boolean;
  }[];
  /** Null: not asked. */
  similo: "right" | "wrong" | null;
  /** What the target as written fits now. */
  written: "it" | "another" | "none";
};

const MOST_ITEMS = 2;

const purposeOf = (element: Element): Purpose => {
  if (suits(element, "check")) return "check";
  if (suits(element, "fill")) return "fill";
  return element instanceof HTMLSelectElement ? "select" : "click";
};

const scopeOf = (index: DocumentIndex, target: Target): Element | null | undefined => {
  if (typeof target === "string" || target.within === undefined) return null;
  const found = resolve(index, target.within, "any");
  return found.ok && found.elements.length === 1 ? found.elements[0] : undefined;
};

/** Elements of the page that a suite could act on and that a fingerprint is kept of, at most `most`. */
export const targets = (seed: string, most: number, taken: readonly string[]): BenchTarget[] => {
  const index = indexDocument();
  index.nameAll();
  const find = createTargetFinder(index);
  const seen = new Set(taken);
  const print = similoPage();
  const all = [...document.querySelectorAll("*")];
  const usable = index.elements.filter(
    (element) =>
      isControl(element) &&
      element.localName !== "label" &&
      element.localName !== "option" &&
      (element.localName !== "a" || element.hasAttribute("href")) &&
      index.visible(element) &&
      index.offered(element) &&
      element.getBoundingClientRect().top < 3000,
  );
  const found: BenchTarget[] = [];
  let items = 0;
  for (const element of randomFrom(seed).shuffled(usable)) {
    if (found.length >= most) break;
    const purpose = purposeOf(element);
    if (
      purpose === "click" &&
      !/^(a|button|summary|input)$/.test(element.localName) &&
      !/^(button|link|tab|menuitem|treeitem|option)$/.test(index.role(element) ?? "")
    )
      continue;
    const target = find(element, purpose);
    if (target === null || seen.has(JSON.stringify(target))) continue;
    seen.add(JSON.stringify(target));
    const before = fingerprintOf(index, element, scopeOf(index, target) ?? null);
    if (before.twins > 0) continue;
    // Of rows and cards, which are all alike, a few are enough.
    if (before.scoped && before.repeated && (items += 1) > MOST_ITEMS) continue;
    found.push({ place: all.indexOf(element), target, purpose, before, similo: print(element) });
  }
  return found;
};

/** Null when the change left the element where nobody could see it: neither there nor gone. */
const look = (item: BenchTarget, truth: Element | null, kind: string): Trial | null => {
  const index = indexDocument();
  if (truth && !(index.visible(truth) && index.offered(truth))) return null;
  const { target, purpose, before } = item;
  const looked = lookFor(index, { target, purpose }, before);
  const ranked = "ranked" in looked ? looked.ranked : [];
  const choice = choose(before, ranked);
  const best = "best" in choice ? choice.best : null;
  const within =
    typeof target === "object" && !("moved" in looked && looked.moved) ? target.within : undefined;
  // What no target fits alone is not healed, however surely it was found.
  const isUnnamed = best !== null && targetFor(index, best.element, purpose, within) === null;
  const isRight = (element: Element): boolean =>
    truth !== null &&
    (element === truth ||
      isInside(element, truth) ||
      (isInside(truth, element) && isSamePlace(element, truth)));
  // Similo compares everything with everything: a third of the targets is enough for its figures.
  const asked = item.place % 3 === 0;
  const taken = asked ? similo(item.similo) : null;
  const found = resolve(index, target, purpose);
  const [only] = found.ok && found.elements.length === 1 ? found.elements : [];
  return {
    kind,
    present: truth !== null,
    ranked: ranked
      .filter(({ known, features }, at) => at < 8 || !known || called(features) === called(before))
      .map(({ element, features, score, known, isToldApart, isOnlyNew }) => ({
        features,
        score,
        known,
        isToldApart,
        isOnlyNew,
        right: isRight(element),
        unnamed: isUnnamed && element === best?.element,
      })),
    similo: taken === null ? null : truth !== null && isSamePlace(taken, truth) ? "right" : "wrong",
    written: only === undefined ? "none" : isRight(only) ? "it" : "another",
  };
};

let renaming: Renaming | null = null;

/** Changes the page around the target in every way, one after the other, and looks for it each time. */
export const trials = (item: BenchTarget, seed: string): Trial[] => {
  const original = document.body.cloneNode(true);
  const styles = [...document.querySelectorAll("style")].map(({ textContent }) => textContent ?? "");
  const restore = (): void => {
    document.documentElement.replaceChild(original.cloneNode(true), document.body);
    document.querySelectorAll("style").forEach((style, at) => {
      if (style.textContent !== styles[at]) style.textContent = styles[at] ?? "";
    });
    document.documentElement.className = rootClass;
  };
  const rootClass = document.documentElement.className;
  // Once a page: the style sheets of a page are long.
  const renamed = (renaming ??= renamingOf(randomFrom(`${seed} names`)));
  const results: Trial[] = [];
  for (const [kind, mutate] of Object.entries({
    ...mutations,
    ...gone,
    ...(item.before.icon === "" ? {} : { [iconKept]: keepIcon }),
  })) {
    restore();
    const truth = document.querySelectorAll("*")[item.place] ?? null;
    const scene: Scene = { truth, random: randomFrom(`${seed} ${kind}`), renamed };
    mutate(scene);
    const result = look(item, scene.truth, kind);
    if (result) results.push(result);
  }
  restore();
  return results;
};

/** Looks for a target of another page; null when this page has it, too, or it has nothing to tell that by. */
export const trialElsewhere = (item: BenchTarget): Trial | null => {
  const index = indexDocument();
  const { before } = item;
  const kinds = keyKinds.filter(
    (kind) => before[kind] !== "" && (kind === "id" || kind === "href" || !before.common.includes(kind)),
  );
  if (before.name === "" && kinds.length === 0) return null;
  const there = index.elements.some((element) => {
    const keys = keysOf(element);
    return (
      (before.name !== "" && lower(index.name(element)) === lower(before.name)) ||
      kinds.some((kind) => keys[kind] === before[kind])
    );
  });
  return there ? null : look(item, null, "on another page");
};
