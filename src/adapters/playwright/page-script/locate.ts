import type { Target } from "#model/target.ts";
import { readText, readValue } from "./conditions.ts";
import type { DocumentIndex } from "./document-index.ts";
import { indexDocument } from "./document-index.ts";
import { fingerprintOf } from "./fingerprint.ts";
import { remember } from "./looked-at.ts";
import { explain } from "./nearest.ts";
import { watch } from "./observe.ts";
import { placeBeside } from "./place.ts";
import type {
  ElementQuery,
  Found,
  Located,
  Purpose,
  ReadAllAnswer,
  ReadAllRequest,
  ReadAnswer,
  ReadRequest,
} from "./protocol.ts";
import type { Unresolved } from "./resolve.ts";
import { resolve, visibleLabel } from "./resolve.ts";
import { isSelectable } from "./roles.ts";
import { readPageOverflow } from "./overflow.ts";
import { findOverlap } from "./overlap.ts";
import { sentTo } from "./sent-to.ts";
import { attribute } from "./tree.ts";
import { describeElement } from "./unique-target.ts";

const AMBIGUOUS_MS = 1000;

type Single = { element: Element; partly: boolean } | { problem: Omit<Unresolved, "ok"> };

const single = (index: DocumentIndex, target: Target, purpose: Purpose, hiddenToo: boolean): Single => {
  const found = resolve(index, target, purpose);
  if (!found.ok) return { problem: found };
  const pool = found.elements.length === 0 && hiddenToo ? found.hidden : found.elements;
  const [element] = pool;
  if (element && pool.length === 1) return { element, partly: found.partly };
  if (element) return { problem: { status: "ambiguous", target, elements: pool } };
  if (found.hidden.length > 0) return { problem: { status: "hidden", target, elements: found.hidden } };
  return { problem: { status: "not_found", target, elements: [] } };
};

/** Waits for exactly one element that fits. */
export const awaitOne = async (
  target: Target,
  purpose: Purpose,
  hiddenToo: boolean,
  timeoutMs: number,
): Promise<Single> => {
  let ambiguousSince: number | null = null;
  return watch(() => {
    const index = indexDocument();
    const result = single(index, target, purpose, hiddenToo);
    const now = performance.now();
    const status = "problem" in result ? result.problem.status : null;
    ambiguousSince = status === "ambiguous" ? (ambiguousSince ?? now) : null;
    const settled = ambiguousSince !== null && now - ambiguousSince >= AMBIGUOUS_MS;
    return {
      done: status === null || status === "invalid" || settled,
      result,
      shadowRoots: index.shadowRoots,
    };
  }, timeoutMs);
};

const listboxOf = (element: Element): "native" | "custom" | null => {
  if (element instanceof HTMLSelectElement) return "native";
  return isSelectable(element) ? "custom" : null;
};

/** What a target is within, as it is now. */
const scopeOf = (index: DocumentIndex, target: Target): Element | null => {
  if (typeof target === "string" || target.within === undefined) return null;
  const found = resolve(index, target.within, "any");
  return found.ok ? (found.elements[0] ?? null) : null;
};

/** What an action's element is. It is the one that the next picture outlines. */
export const foundOf = (
  index: DocumentIndex,
  { element, partly }: Extract<Single, { element: Element }>,
  { target, purpose }: ElementQuery,
  withFingerprint: boolean,
): Found => {
  remember(element);
  return {
    status: "found",
    element: describeElement(index, element, target),
    type: element instanceof HTMLInputElement ? element.type : element.localName,
    listbox: listboxOf(element),
    partly,
    fingerprint: withFingerprint ? fingerprintOf(index, element, scopeOf(index, target)) : null,
    viaLabel: purpose !== "upload" && !index.visible(element) && visibleLabel(index, element) !== null,
  };
};

/** Waits for the one element that an action is meant for and tells what it is, on request with its fingerprint. */
export const locate = async (
  { target, purpose }: ElementQuery,
  timeoutMs: number,
  withFingerprint = false,
): Promise<Located> => {
  const found = await awaitOne(target, purpose, false, timeoutMs);
  const index = indexDocument();
  if ("problem" in found) return explain(index, found.problem, purpose);
  return foundOf(index, found, { target, purpose }, withFingerprint);
};

/** The elements for an action, as Playwright's selector engine is asked for them: all that fit, the label for hidden controls. */
export const elementsFor = ({ target, purpose }: ElementQuery): Element[] => {
  const index = indexDocument();
  const found = resolve(index, target, purpose);
  if (!found.ok) return [];
  return found.elements.map((element) =>
    purpose === "upload" || purpose === "frame" || index.visible(element)
      ? element
      : (visibleLabel(index, element) ?? element),
  );
};

/** Reads a value once the target is there; `count` at once. */
export const read = async ({ target, what }: ReadRequest, timeoutMs: number): Promise<ReadAnswer> => {
  if (what === "url") return { ok: true, value: window.location.href };
  if (what === "title") return { ok: true, value: document.title };
  if (what === "overflow") return { ok: true, value: readPageOverflow() };
  if (what === "overlap") return { ok: true, value: findOverlap() ?? "" };
  if (what === "count") {
    const found = resolve(indexDocument(), target ?? { css: "*" }, "set");
    if (!found.ok && found.status === "invalid") return explain(indexDocument(), found, "set");
    return { ok: true, value: String(found.ok ? found.elements.length : 0) };
  }
  if (target === null) return { ok: true, value: document.body ? readText(document.body) : "" };
  const purpose = what === "sent_to" ? "fill" : "any";
  const found = await awaitOne(target, purpose, what !== "sent_to", timeoutMs);
  if ("problem" in found) return explain(indexDocument(), found.problem, purpose);
  remember(found.element);
  if (what === "sent_to") return { ok: true, value: sentTo(found.element).join(" ") };
  if (what === "place") return { ok: true, value: placeBeside(found.element) };
  if (what === "text") return { ok: true, value: readText(found.element) };
  if (what === "value") return { ok: true, value: readValue(found.element) };
  return { ok: true, value: attribute(found.element, what.attribute) ?? "" };
};

/** What each visible element that fits shows now; see the port's `readAll`. */
export const readAll = ({ target, most, attribute: name }: ReadAllRequest): ReadAllAnswer => {
  const index = indexDocument();
  const found = resolve(index, target, "set");
  if (!found.ok) return found.status === "invalid" ? explain(index, found, "set") : { ok: true, texts: [] };
  const [first] = found.elements;
  if (first) remember(first);
  const texts = found.elements
    .slice(0, most)
    .map((element) =>
      name === undefined
        ? readText(element).trim() || readValue(element).trim()
        : (attribute(element, name) ?? "").trim(),
    );
  return { ok: true, texts };
};

/** Texts of the options that a native select or an open list box offers. */
export const optionsOf = ({ target, purpose }: ElementQuery): string[] => {
  const index = indexDocument();
  const [element] = elementsFor({ target, purpose });
  if (element instanceof HTMLSelectElement)
    return [...element.options].slice(0, 200).map(({ text }) => text.trim());
  const options = index.withRole("option").filter((option) => index.visible(option));
  return options.slice(0, 200).map((option) => index.text(option));
};
