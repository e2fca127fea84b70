import { activeElement } from "./active-element.ts";
import type { Condition } from "#ports/browser.ts";
import type { TextMatch } from "#model/target.ts";
import type { DocumentIndex } from "./document-index.ts";
import { indexDocument } from "./document-index.ts";
import { explain } from "./nearest.ts";
import type { Look } from "./observe.ts";
import { watch } from "./observe.ts";
import type { Purpose, Target, Verdict } from "./protocol.ts";
import type { Unresolved } from "./resolve.ts";
import { describeOverflow, overflowPx } from "./overflow.ts";
import { findOverlap } from "./overlap.ts";
import { resolve } from "./resolve.ts";
import { isDisabled } from "dom-accessibility-api";
import { remember } from "./looked-at.ts";
import { clip, fold, matches, patternProblem, seenText } from "./text.ts";
import { attribute, closest, drawnText, fitsSelector, wholeText } from "./tree.ts";

const OBSERVED = 500;
/** How long a target may fit several elements, while a page swaps its content, before that is the verdict. */
const AMBIGUOUS_MS = 1000;

type Sight = { held: boolean; observed: string; problem?: Omit<Unresolved, "ok">; purpose?: Purpose };
type Evaluation = (index: () => DocumentIndex) => Sight;

const MOST_AROUND = 4;

/** What a select that a script draws around an input shows as its choice: all that stands around that input alone. */
const chosenBeside = (input: HTMLInputElement): string => {
  if (attribute(input, "role") !== "combobox") return "";
  let around: Element = input;
  for (let level = 0; level < MOST_AROUND; level += 1) {
    const wider = around.parentElement;
    if (!wider || wider.querySelectorAll("input,select,textarea").length > 1) break;
    if (wider.querySelector("label") !== null) break;
    around = wider;
  }
  return fold(wholeText(around));
};

const valueOf = (element: Element): string[] => {
  if (element instanceof HTMLSelectElement) {
    const chosen = [...element.selectedOptions];
    return [
      chosen.map((option) => fold(option.text)).join(", "),
      chosen.map((option) => option.value).join(", "),
    ];
  }
  if (element instanceof HTMLInputElement && element.value === "") return [chosenBeside(element)];
  if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) return [element.value];
  const own = attribute(element, "aria-valuetext") ?? attribute(element, "aria-valuenow");
  return [own ?? fold(wholeText(element))];
};

/** Value as a reader would tell it: the text of the chosen option, what stands in the field. */
export const readValue = (element: Element): string => valueOf(element)[0] ?? "";

/** Text as drawn: of the page, or of one element. */
export const readText = (element: Element): string => {
  const drawn = element instanceof HTMLElement ? fold(drawnText(element)) : "";
  return drawn === "" ? seenText(element) : drawn;
};

const textFits = (element: Element, match: TextMatch): boolean =>
  matches(readText(element), match) || matches(seenText(element), match);

const isChecked = (element: Element): boolean =>
  element instanceof HTMLInputElement && /^(checkbox|radio)$/.test(element.type)
    ? element.checked
    : /^(true|mixed)$/.test(
        attribute(element, "aria-checked") ??
          attribute(element, "aria-pressed") ??
          attribute(element, "aria-selected") ??
          "false",
      );

/** Disabled by itself, by its fieldset or by ARIA on it or around it. */
export const isOff = (element: Element): boolean =>
  isDisabled(element) ||
  fitsSelector(element, ":disabled") ||
  closest(element, (at) => attribute(at, "aria-disabled") === "true") !== null;

/** Looks at the one element that fits; hidden ones count when no visible one does. */
const withElement =
  (
    target: Target,
    purpose: Purpose,
    test: (element: Element) => { held: boolean; observed: string },
  ): Evaluation =>
  (index) => {
    const found = resolve(index(), target, purpose);
    if (!found.ok) return { held: false, observed: "", problem: found, purpose };
    const pool = found.elements.length > 0 ? found.elements : found.hidden;
    const [element] = pool;
    if (!element)
      return { held: false, observed: "", problem: { status: "not_found", target, elements: [] }, purpose };
    if (pool.length > 1)
      return { held: false, observed: "", problem: { status: "ambiguous", target, elements: pool }, purpose };
    remember(element);
    return test(element);
  };

const seen =
  (target: Target): Evaluation =>
  (index) => {
    const found = resolve(index(), target, "any");
    if (!found.ok) return { held: false, observed: "", problem: found, purpose: "any" };
    const [element] = found.elements;
    if (element) {
      remember(element);
      return { held: true, observed: clip(readText(element), OBSERVED) };
    }
    if (found.hidden.length > 0) return { held: false, observed: "it is on the page, but hidden" };
    return {
      held: false,
      observed: "",
      problem: { status: "not_found", target, elements: [] },
      purpose: "any",
    };
  };

/** A page that is still loading proves no absence. */
const loaded = (): boolean => document.readyState === "complete";

const gone =
  (target: Target): Evaluation =>
  (index) => {
    const found = resolve(index(), target, "set");
    if (!found.ok && found.status === "invalid")
      return { held: false, observed: "", problem: found, purpose: "set" };
    const [element] = found.elements;
    if (found.ok && element) {
      remember(element);
      return { held: false, observed: `visible: ${clip(readText(element), OBSERVED)}` };
    }
    return { held: loaded(), observed: "not visible" };
  };

const counted =
  (target: Target): Evaluation =>
  (index) => {
    const found = resolve(index(), target, "set");
    if (!found.ok && found.status !== "not_found")
      return { held: false, observed: "", problem: found, purpose: "set" };
    return { held: false, observed: String(found.ok ? found.elements.length : 0) };
  };

/** Images of other origins are none of the app's business. */
const isOwn = (address: string): boolean => {
  if (!/^https?:/.test(address)) return true;
  return URL.canParse(address) && new URL(address).origin === location.origin;
};

const brokenImages = (): string[] =>
  [...document.images]
    .filter(
      (image) => image.complete && image.naturalWidth === 0 && (image.currentSrc || attribute(image, "src")),
    )
    .map((image) => image.currentSrc || image.src)
    .filter(isOwn);

const imagesPending = (): boolean =>
  [...document.images].some((image) => !image.complete && image.loading !== "lazy");

const evaluationOf = (condition: Condition): Evaluation => {
  switch (condition.kind) {
    case "visible":
      return seen(condition.target);
    case "hidden":
      return gone(condition.target);
    case "text": {
      const { target, match, not } = condition;
      const test = (element: Element) => ({
        held: not ? !textFits(element, match) && loaded() : textFits(element, match),
        observed: clip(readText(element), OBSERVED),
      });
      if (target !== null) return withElement(target, "any", test);
      return () => (document.body ? test(document.body) : { held: false, observed: "" });
    }
    case "value":
      return withElement(condition.target, "any", (element) => {
        const holder = valueHolder(element);
        return {
          held: valueOf(holder).some((value) => matches(value, condition.match)),
          observed: clip(readValue(holder), OBSERVED),
        };
      });
    case "url":
      return () => {
        const { href, pathname, search, hash } = window.location;
        const forms = [href, `${pathname}${search}${hash}`, pathname, `${pathname}${search}`];
        return { held: forms.some((form) => matches(form, condition.match)), observed: href };
      };
    case "title":
      return () => ({ held: matches(document.title, condition.match), observed: document.title });
    case "count": {
      const count = counted(condition.target);
      const { min, max } = condition.count;
      return (index) => {
        const sight = count(index);
        const number = Number(sight.observed);
        const held = !sight.problem && number >= min && number <= max && (min > 0 || loaded());
        return { ...sight, held };
      };
    }
    case "checked":
      return withElement(condition.target, "check", (element) => ({
        held: isChecked(element) === condition.checked,
        observed: isChecked(element) ? "checked" : "not checked",
      }));
    case "enabled":
      return withElement(condition.target, "any", (element) => ({
        held: isOff(element) !== condition.enabled,
        observed: isOff(element) ? "disabled" : "enabled",
      }));
    case "focused":
      return withElement(condition.target, "any", (element) => {
        const active = activeElement();
        return {
          held: active === element,
          observed:
            active && active !== document.body
              ? `the focus is on ${describe(active)}`
              : "nothing has the focus",
        };
      });
    case "attribute":
      return withElement(condition.target, "any", (element) => {
        const value = attribute(element, condition.name);
        return {
          held: value !== null && matches(value, condition.match),
          observed: value === null ? `no attribute ${condition.name}` : clip(value, OBSERVED),
        };
      });
    case "no_broken_images":
      return () => {
        const broken = brokenImages();
        return {
          held: loaded() && !imagesPending() && broken.length === 0,
          observed: clip(broken.slice(0, 5).join(", "), OBSERVED),
        };
      };
    case "no_horizontal_scroll":
      return () => {
        const px = overflowPx();
        return { held: px === 0, observed: describeOverflow(px) };
      };
    case "no_overlap":
      return () => {
        const overlap = findOverlap();
        return { held: overlap === null, observed: overlap ?? "nothing lies over anything" };
      };
  }
};

const describe = (element: Element): string => {
  const label = attribute(element, "aria-label") ?? attribute(element, "name") ?? attribute(element, "id");
  return label === null ? element.localName : `${element.localName} "${clip(label, 60)}"`;
};

/** The field inside what a target named, when there is just one. */
const valueHolder = (element: Element): Element => {
  if (fitsSelector(element, "input,textarea,select")) return element;
  if (element instanceof HTMLLabelElement && element.control) return element.control;
  const fields = element.querySelectorAll("input,textarea,select");
  const [only] = fields;
  return only && fields.length === 1 ? only : element;
};

const matchOf = (condition: Condition): TextMatch | null => ("match" in condition ? condition.match : null);

/** Waits until the condition holds or the time is up. */
export const waitFor = async (condition: Condition, timeoutMs: number): Promise<Verdict> => {
  const match = matchOf(condition);
  const problem = match && patternProblem(match);
  if (problem)
    return {
      held: false,
      observed: problem,
      missing: { status: "invalid", part: "", count: 0, candidates: [] },
    };
  const evaluate = evaluationOf(condition);
  let ambiguousSince: number | null = null;
  const look = (): Look<Sight> => {
    let index: DocumentIndex | null = null;
    const sight = evaluate(() => (index ??= indexDocument()));
    const status = sight.problem?.status;
    const now = performance.now();
    ambiguousSince = status === "ambiguous" ? (ambiguousSince ?? now) : null;
    const settled = status === "invalid" || (ambiguousSince !== null && now - ambiguousSince >= AMBIGUOUS_MS);
    const shadowRoots = (index as DocumentIndex | null)?.shadowRoots ?? [];
    return { done: sight.held || settled, result: sight, shadowRoots };
  };
  const { held, observed, problem: unresolved, purpose } = await watch(look, timeoutMs);
  const missing = !held && unresolved ? explain(indexDocument(), unresolved, purpose ?? "any") : null;
  if (condition.kind === "visible" && missing?.status === "hidden") {
    return { held, observed: "it is on the page, but hidden", missing: null };
  }
  return { held, observed, missing };
};
