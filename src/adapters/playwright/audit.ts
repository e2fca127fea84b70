import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { z } from "zod";
import type { Failure } from "#model/failure.ts";
import type { Target } from "#model/target.ts";
import type { Audited } from "#ports/browser.ts";
import type { Deadline } from "./deadline.ts";
import { failure, missingFailure } from "./failures.ts";
import { locatorIn, splitFrame } from "./frames.ts";
import type { Frames } from "./frames.ts";
import type { ElementQuery } from "./page-script/protocol.ts";

const MOST_ELEMENTS = 5;
const HTML = 200;

let source: string | null = null;
const axeSource = (): string =>
  (source ??= readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8"));

const impacts = ["minor", "moderate", "serious", "critical"] as const;
const resultSchema = z.array(
  z.object({
    rule: z.string(),
    impact: z.enum(impacts).nullable().catch(null),
    help: z.string(),
    helpUrl: z.string(),
    elements: z.array(z.string()),
    count: z.number(),
  }),
);

/**
 * In the page: the violations of the rules, elements by the beginning of their HTML. A rule that is none is an error. With a
 * contrast, text of less than that counts, and text of the very colour of what is behind it, which axe leaves to people; but
 * none that is faded or crossed out, nothing but signs, such as a tick or what parts links, a day of a calendar, or before
 * something that axe cannot see.
 */
const auditCode = (
  context: string,
  wanted: readonly string[],
  contrast: number | null,
): string => `(async () => {
  const contrast = ${JSON.stringify(contrast)};
  const wanted = ${JSON.stringify(wanted)};
  const all = axe.getRules();
  const unknown = wanted.filter((word) => !all.some(({ ruleId, tags }) => ruleId === word || tags.includes(word)));
  if (unknown.length > 0) throw new Error("axe has no rule or tag " + unknown.join(", "));
  const odd = ({ tags }) => tags.includes("experimental") || tags.includes("deprecated");
  const ids = all
    .filter((rule) => wanted.includes(rule.ruleId) || (!odd(rule) && rule.tags.some((tag) => wanted.includes(tag))))
    .map(({ ruleId }) => ruleId);
  const options = { resultTypes: ["violations"], elementRef: false, iframes: false, preload: false };
  if (wanted.length > 0) options.runOnly = { type: "rule", values: ids };
  if (contrast !== null) {
    const least = { expected: contrast };
    options.checks = { "color-contrast": { options: { contrastRatio: { normal: least, large: least } } } };
    options.resultTypes.push("incomplete");
    options.elementRef = true;
  }
  const { violations, incomplete } = await axe.run(${context}, options);
  const overlaps = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
  const isTold = ({ element }) => {
    const text = element ? element.textContent.trim() : "";
    if (text.length < 2 || /^\\d\\d$/.test(text) || element.closest("s, del, [role=gridcell]")) return false;
    const own = [...element.childNodes].map((node) => (node.nodeType === 3 ? node.data : "")).join("").trim();
    if (own !== "" && !/[\\p{L}\\p{N}]/u.test(own)) return false;
    for (let at = element; at; at = at.parentElement) if (Number(getComputedStyle(at).opacity) < 1) return false;
    if (/, 0\\)$|^transparent$/.test(getComputedStyle(element).color)) return false;
    const box = element.getBoundingClientRect();
    return ![...document.querySelectorAll("*")].some((other) => !other.contains(element) && !element.contains(other) &&
      getComputedStyle(other).pointerEvents === "none" && overlaps(other.getBoundingClientRect(), box));
  };
  for (const found of contrast === null ? [] : incomplete.filter(({ id }) => id === "color-contrast")) {
    const same = found.nodes.filter(({ any }) => any.some(({ data }) => data?.messageKey === "equalRatio"));
    const other = violations.find(({ id }) => id === found.id);
    if (other) other.nodes.push(...same);
    else violations.push({ ...found, nodes: same });
  }
  for (const found of violations) if (contrast !== null && found.id === "color-contrast") found.nodes = found.nodes.filter(isTold);
  return violations.filter(({ nodes }) => nodes.length > 0).map(({ id, impact, help, helpUrl, nodes }) => ({ rule: id, impact, help, helpUrl, count: nodes.length,
    elements: nodes.slice(0, ${MOST_ELEMENTS}).map(({ html }) => html.slice(0, ${HTML})) }));
})()`;

/** What axe-core finds on the page or inside one element; nothing is looked at inside iframes that are not named. */
export const audit = async (
  frames: Frames,
  target: Target | null,
  rules: readonly string[],
  contrast: number | null,
  deadline: Deadline,
): Promise<Audited | Failure> => {
  const { frame, inner } = target === null ? { frame: null, inner: null } : splitFrame(target);
  const place = await frames.enter(frame, deadline);
  if ("ok" in place) return place;
  let context = "document";
  if (inner !== null) {
    const query: ElementQuery = { target: inner, purpose: "any" };
    const located = await place.world.insist("locate", (left) => [query, left], deadline);
    if (!located.ok) return failure(located.why === "error" ? "invalid" : "timeout", located.message);
    if (located.value.status !== "found") return missingFailure(located.value, inner);
    context = `tracewright.elementsFor(${JSON.stringify(query)})[0] ?? document`;
  }
  const code = auditCode(context, rules, contrast);
  for (;;) {
    const missing = await place.world.evaluate('typeof axe === "undefined"', deadline);
    if (missing.ok && missing.value === true)
      await place.world.evaluate(`(() => {${axeSource()}\n})()`, deadline);
    const answer = await place.world.evaluate(code, deadline);
    if (answer.ok) return { ok: true, violations: resultSchema.parse(answer.value) };
    if (answer.why === "late") return failure("timeout", answer.message);
    if (answer.why === "error") return failure("invalid", `the rules cannot be checked: ${answer.message}`);
    if (deadline.left() === 0) return failure("timeout", "the page did not stay for the check");
  }
};

/** Playwright's ARIA snapshot of the page or of one element, in YAML. */
export const readAria = async (
  frames: Frames,
  target: Target | null,
  deadline: Deadline,
): Promise<{ ok: true; value: string } | Failure> => {
  const { frame, inner } = target === null ? { frame: null, inner: null } : splitFrame(target);
  const place = await frames.enter(frame, deadline);
  if ("ok" in place) return place;
  if (inner === null) {
    return {
      ok: true,
      value: await place.root.locator("body").ariaSnapshot({ timeout: deadline.left() + 1 }),
    };
  }
  const query: ElementQuery = { target: inner, purpose: "any" };
  const located = await place.world.insist("locate", (left) => [query, left], deadline);
  if (!located.ok) return failure(located.why === "error" ? "invalid" : "timeout", located.message);
  if (located.value.status !== "found") return missingFailure(located.value, inner);
  return { ok: true, value: await locatorIn(place, query).ariaSnapshot({ timeout: deadline.left() + 1 }) };
};
