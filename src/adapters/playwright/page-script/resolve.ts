import type { Target, TargetObject } from "#model/target.ts";
import type { Area } from "./matching.ts";
import { byFrame, byLabel, byName, byObject, byPlaceholder, byTestId, byText } from "./matching.ts";
import type { DocumentIndex } from "./document-index.ts";
import type { Purpose } from "./protocol.ts";
import { isCheckable, suits } from "./roles.ts";
import type { TextMode } from "./text-search.ts";
import { attribute, composedParent } from "./tree.ts";

/**
 * What fits a target. `elements` are the visible ones (all, for purposes that do not need to see: upload, frame), in
 * document order, with nested matches of one control taken as one. `hidden` fit but cannot be seen.
 */
export type Resolution =
  | {
      ok: true;
      elements: Element[];
      hidden: Element[];
      /** They only have the words in a longer name or text. */
      partly: boolean;
    }
  | Unresolved;
/** `target` is the part that could not be resolved: the target itself or what it is within. */
export type Unresolved = {
  ok: false;
  status: "not_found" | "ambiguous" | "hidden" | "invalid";
  target: Target;
  elements: Element[];
};

type Rung = { mode: TextMode; find(area: Area): Element[] };

const textModes: TextMode[] = ["exact", "equal", "contains"];

/** The rungs of the ladder for a plain string, the nearest meaning first. */
const ladder = (wanted: string, purpose: Purpose): Rung[] => {
  if (purpose === "frame")
    return textModes.map((mode) => ({ mode, find: (area) => byFrame(area, wanted, mode) }));
  const direct = textModes.map((mode): Rung[] => {
    const finders: Rung["find"][] = [
      (area) => byName(area, wanted, mode, purpose),
      (area) => byLabel(area, wanted, mode, purpose),
      (area) => byPlaceholder(area, wanted, mode),
    ];
    if (mode === "exact") finders.push((area) => byTestId(area, wanted));
    return finders.map((find) => ({ mode, find }));
  });
  const [exact = [], equal = [], contains = []] = direct;
  if (purpose !== "click" && purpose !== "any" && purpose !== "set" && purpose !== "press")
    return [...exact, ...equal, ...contains];
  const texts = textModes.map((mode): Rung => ({ mode, find: (area) => byText(area, wanted, mode) }));
  const [exactText, equalText, containsText] = texts;
  const rungs =
    purpose === "click"
      ? [...exact, ...equal, ...contains, exactText, equalText, containsText]
      : [...exact, exactText, ...equal, equalText, ...contains, containsText];
  return rungs.filter((rung) => rung !== undefined);
};

const objectRungs = (target: TargetObject, purpose: Purpose): Rung[] => {
  const modes: TextMode[] = target.exact ? ["exact"] : purpose === "set" ? ["contains"] : textModes;
  return modes.map((mode) => ({ mode, find: (area) => byObject(area, target, mode, purpose) }));
};

/** Of matches nested in one another the innermost are kept; a wrapper gives way to the one field inside it. */
const asControls = (elements: Element[], purpose: Purpose): Element[] => {
  const controls = new Set(elements.map((element) => controlOf(element, purpose)));
  const outer = new Set<Element>();
  for (const control of controls) {
    for (let at = composedParent(control); at; at = composedParent(at)) if (controls.has(at)) outer.add(at);
  }
  return [...controls].filter((element) => !outer.has(element));
};

const isListBox = (element: Element): boolean => attribute(element, "role") === "listbox";

/** Without the open list of a control that is among them: it often bears the name of its control. */
const withoutLists = (controls: Element[]): Element[] => {
  const ids = new Set(
    controls
      .filter((control) => !isListBox(control))
      .flatMap((control) =>
        ["aria-controls", "aria-owns"].flatMap((name) => attribute(control, name)?.split(/\s+/) ?? []),
      ),
  );
  ids.delete("");
  return controls.filter((each) => !isListBox(each) || !ids.has(attribute(each, "id") ?? ""));
};

const needsControl: ReadonlySet<Purpose> = new Set(["fill", "select", "check", "upload", "frame"]);

/** The element that can be used for the purpose: itself, the control of a label, or the only one inside. */
const controlOf = (element: Element, purpose: Purpose): Element => {
  if (!needsControl.has(purpose) || suits(element, purpose)) return element;
  if (element instanceof HTMLLabelElement && element.control && suits(element.control, purpose))
    return element.control;
  const inside = [...element.querySelectorAll("*")].filter((below) => suits(below, purpose));
  return inside.length === 1 && inside[0] ? inside[0] : element;
};

const unseenPurposes: ReadonlySet<Purpose> = new Set(["upload", "frame"]);

const labelVisible = (index: DocumentIndex, element: Element): boolean =>
  visibleLabel(index, element) !== null;

/** The visible label of a control that is drawn by it instead of by itself. */
export const visibleLabel = (index: DocumentIndex, element: Element): Element | null => {
  if (!(element instanceof HTMLInputElement) || !isCheckable(element)) return null;
  return index.labelElements(element).find((label) => index.visible(label)) ?? null;
};

const isSeen = (index: DocumentIndex, element: Element, purpose: Purpose): boolean => {
  if (unseenPurposes.has(purpose) || index.visible(element)) return true;
  return (purpose === "check" || purpose === "click") && labelVisible(index, element);
};

const scopeOf = (index: DocumentIndex, within: Target): Element | Unresolved => {
  const found = resolve(index, within, "any");
  if (!found.ok) return found;
  const pool = found.elements.length > 0 ? found.elements : found.hidden;
  const [only] = pool;
  if (only && pool.length === 1) return only;
  return { ok: false, status: only ? "ambiguous" : "not_found", target: within, elements: pool };
};

/** Looks a target up as the page is now. Nothing is guessed: it gives all that fit by the nearest meaning that fits any. */
export const resolve = (index: DocumentIndex, target: Target, purpose: Purpose): Resolution => {
  const object = typeof target === "string" ? null : target;
  let within: Element | null = null;
  if (object?.within !== undefined) {
    const scope = scopeOf(index, object.within);
    if (!(scope instanceof Element)) return scope;
    within = scope;
  }
  const area: Area = { index, within };
  const called = object ? object.called : typeof target === "string" ? target : undefined;
  const rungs = called === undefined ? objectRungs(object ?? {}, purpose) : ladder(called, purpose);
  let hidden: Element[] = [];
  try {
    for (const { mode, find } of rungs) {
      const matching = find(area);
      const fitting = called === undefined && purpose === "set" ? matching : asControls(matching, purpose);
      const visible = fitting.filter((element) => isSeen(index, element, purpose));
      const seen = purpose === "set" ? visible : withoutLists(visible);
      if (seen.length > 0)
        return { ok: true, elements: pick(seen, object?.nth), hidden, partly: mode === "contains" };
      if (hidden.length === 0) hidden = fitting;
    }
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
    return { ok: false, status: "invalid", target, elements: [] };
  }
  return { ok: true, elements: [], hidden, partly: false };
};

const pick = (elements: Element[], nth: number | undefined): Element[] =>
  nth === undefined ? elements : elements.slice(nth, nth + 1);
