import type { TargetObject } from "#model/target.ts";
import { cellsBelow } from "./columns.ts";
import type { DocumentIndex } from "./document-index.ts";
import type { Purpose } from "./protocol.ts";
import { namedByText, rolesFor, suits, withoutKeys } from "./roles.ts";
import { fold, lower } from "./text.ts";
import type { TextMode } from "./text-search.ts";
import { searchText } from "./text-search.ts";
import { attribute, isInside } from "./tree.ts";

export const testIdAttributes = ["data-testid", "data-test-id", "data-test", "data-cy"];

/** Where to look: the whole document, or inside some elements. */
export type Area = { index: DocumentIndex; within: Element | null };

const inArea = ({ within }: Area, element: Element): boolean => within === null || isInside(element, within);

/** Compares texts that are folded already with a wanted one. */
const fitting = (wanted: string, mode: TextMode): ((text: string) => boolean) => {
  if (mode === "exact") {
    const folded = fold(wanted);
    return (text) => text === folded;
  }
  const needle = lower(wanted);
  if (mode === "equal") return (text) => text.length === needle.length && text.toLowerCase() === needle;
  return (text) => text.length >= needle.length && text.toLowerCase().includes(needle);
};

export const byName = (area: Area, wanted: string, mode: TextMode, purpose: Purpose): Element[] => {
  const roles = rolesFor[purpose];
  const { index } = area;
  const fits = fitting(wanted, mode);
  return index.named(lower(wanted), mode === "contains" ? "contains" : "equal").filter((element) => {
    if (!fits(index.name(element))) return false;
    const role = index.role(element);
    if (purpose === "press" && withoutKeys.has(role ?? "")) return false;
    const wantedRole =
      roles === null ? role !== null : roles.has(role ?? "") || (role === null && suits(element, purpose));
    return wantedRole && inArea(area, element) && index.offered(element);
  });
};

export const byLabel = (area: Area, wanted: string, mode: TextMode, purpose: Purpose): Element[] => {
  const fits = fitting(wanted, mode);
  return area.index.labelled().filter((element) => {
    if (!area.index.labels(element).some(fits)) return false;
    return inArea(area, element) && suits(element, purpose);
  });
};

export const byPlaceholder = (area: Area, wanted: string, mode: TextMode): Element[] => {
  const fits = fitting(wanted, mode);
  return area.index.elements.filter((element) => {
    const placeholder = attribute(element, "placeholder") ?? attribute(element, "data-placeholder");
    return placeholder !== null && fits(fold(placeholder)) && inArea(area, element);
  });
};

export const byTestId = (area: Area, wanted: string): Element[] =>
  area.index.elements.filter(
    (element) =>
      testIdAttributes.some((name) => attribute(element, name) === wanted) && inArea(area, element),
  );

export const byText = (area: Area, wanted: string, mode: TextMode): Element[] => {
  // A document that comes has no element yet.
  const root = area.within ?? document.querySelector(":root");
  return root === null
    ? []
    : searchText(area.index, [root], wanted, mode).filter((element) => element !== area.within);
};

const byCss = (area: Area, css: string): Element[] => {
  // `:scope` is what the target is within.
  const own = css.includes(":scope") && area.within instanceof Element ? area.within : null;
  const roots: ParentNode[] = own ? [own] : [document, ...area.index.shadowRoots];
  const found = new Set(roots.flatMap((root) => [...root.querySelectorAll(css)]));
  return area.index.elements.filter((element) => found.has(element) && inArea(area, element));
};

export const byFrame = (area: Area, wanted: string, mode: TextMode): Element[] => {
  const fits = fitting(wanted, mode);
  return area.index.elements.filter((element) => {
    if (!suits(element, "frame") || !inArea(area, element)) return false;
    const names = ["title", "aria-label", "name", "id", ...testIdAttributes].map((name) =>
      attribute(element, name),
    );
    return (
      names.some((name) => name !== null && fits(fold(name))) ||
      (mode === "contains" && (attribute(element, "src") ?? "").includes(wanted))
    );
  });
};

const nameFitting = ({ index }: Area, wanted: string, mode: TextMode): ((element: Element) => boolean) => {
  const fits = fitting(wanted, mode);
  const word = firstWord(wanted);
  return (element) => {
    const name = index.name(element);
    if (fits(name)) return true;
    const byContent = namedByText.has(index.role(element) ?? "") && (name === "" || mode === "contains");
    return byContent && index.rawText(element).includes(word) && fits(index.text(element));
  };
};

const firstWord = (text: string): string => lower(text).split(" ", 1)[0] ?? "";

/** All elements that fit an object target, `nth`, `within` and `frame` aside. `mode` is how names and texts compare. */
export const byObject = (area: Area, target: TargetObject, mode: TextMode, purpose: Purpose): Element[] => {
  const { css, column, testid, placeholder, label, role, name, text } = target;
  const { index } = area;
  const sets: Element[][] = [];
  if (css !== undefined) sets.push(byCss(area, css));
  if (column !== undefined)
    sets.push(cellsBelow(index, column, target.exact === true).filter((cell) => inArea(area, cell)));
  if (testid !== undefined) sets.push(byTestId(area, testid));
  if (placeholder !== undefined) sets.push(byPlaceholder(area, placeholder, mode));
  if (label !== undefined) sets.push(byLabel(area, label, mode, purpose === "frame" ? "frame" : "any"));
  if (role !== undefined) {
    const wanted = role.toLowerCase();
    sets.push(index.withRole(wanted).filter((element) => inArea(area, element) && index.offered(element)));
  }
  if (sets.length === 0 && name !== undefined) sets.push(byNameOfAnyRole(area, name, mode, purpose));
  if (sets.length === 0 && text !== undefined) return byText(area, text, mode);
  const [first = [], ...others] = sets;
  const rest = others.map((set) => new Set(set));
  const nameFits = name === undefined ? null : nameFitting(area, name, mode);
  const textFits = text === undefined ? null : fitting(text, mode);
  return first.filter((element) => {
    if (!rest.every((set) => set.has(element))) return false;
    if (nameFits && !nameFits(element)) return false;
    return !textFits || textFits(index.text(element));
  });
};

const byNameOfAnyRole = (area: Area, name: string, mode: TextMode, purpose: Purpose): Element[] => {
  if (purpose === "frame") return byFrame(area, name, mode);
  const suited = byName(area, name, mode, purpose);
  return suited.length > 0 ? suited : byName(area, name, mode, "any");
};
