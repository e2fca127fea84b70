import type { Candidate } from "#model/failure.ts";
import { dice } from "#model/letter-pairs.ts";
import type { Target } from "#model/target.ts";
import type { DocumentIndex } from "./document-index.ts";
import type { Missing, Purpose } from "./protocol.ts";
import type { Unresolved } from "./resolve.ts";
import { rolesFor, suits } from "./roles.ts";
import { clip, lower } from "./text.ts";
import { attribute, wholeText } from "./tree.ts";
import { createTargetFinder, describeElement } from "./unique-target.ts";

const POOL = 3000;
const NEAREST = 3;
const LISTED = 8;
const LEAST_LIKENESS = 0.25;

/** How alike two texts are, 0..1: Dice's coefficient over pairs of letters, more when one begins the other. */
const likeness = (left: string, right: string): number => {
  const [a, b] = [clip(lower(left), 200), clip(lower(right), 200)];
  if (a === "" || b === "") return 0;
  if (a === b) return 1;
  const alike = dice(a, b);
  return a.startsWith(b) || b.startsWith(a) ? Math.max(alike, 0.6) : alike;
};

const wantedText = (target: Target): string =>
  typeof target === "string"
    ? target
    : (target.name ??
      target.label ??
      target.placeholder ??
      target.text ??
      target.testid ??
      target.column ??
      target.css ??
      target.role ??
      "");

const candidatesOf = (
  index: DocumentIndex,
  elements: Element[],
  purpose: Purpose,
  target: Target,
): Candidate[] => {
  const find = createTargetFinder(index);
  return elements.slice(0, LISTED).map((element, nth) => {
    const own = find(element, purpose);
    const nthOf = typeof target === "string" ? null : { ...target, nth };
    return describeElement(index, element, own ?? nthOf);
  });
};

/** The visible elements whose names are most like what was looked for. */
const nearest = (index: DocumentIndex, target: Target, purpose: Purpose): Candidate[] => {
  const wanted = wantedText(target);
  const roles = typeof target === "object" && target.role ? new Set([target.role]) : rolesFor[purpose];
  const scored = new Map<string, { element: Element; score: number }>();
  for (const element of index.elements.slice(0, POOL)) {
    const role = index.role(element);
    const suited = purpose === "frame" ? suits(element, "frame") : role !== null || suits(element, purpose);
    if (!suited || (purpose !== "frame" && !index.visible(element))) continue;
    const texts = [index.name(element), ...index.labels(element), attribute(element, "placeholder") ?? ""];
    const best = Math.max(...texts.map((text) => likeness(text, wanted)));
    const score = best * (roles === null || roles.has(role ?? "") ? 1 : 0.7);
    if (score < LEAST_LIKENESS) continue;
    const key = `${role} ${texts.join("|")}`;
    if ((scored.get(key)?.score ?? 0) < score) scored.set(key, { element, score });
  }
  const top = [...scored.values()].sort((a, b) => b.score - a.score).slice(0, NEAREST);
  const elements = top.map(({ element }) => element);
  const find = createTargetFinder(index);
  return elements.map((element) => describeElement(index, element, find(element, purpose)));
};

/** Elements that would fit by their text if they could be seen. */
const unseenTexts = (index: DocumentIndex, target: Target): Element[] => {
  const wanted = typeof target === "string" ? target : target.role === undefined ? target.text : undefined;
  if (wanted === undefined) return [];
  const needle = lower(wanted);
  const unseen = index.elements.filter(
    (element) => !index.visible(element) && lower(wholeText(element)).includes(needle),
  );
  return unseen.filter((element) => !unseen.some((other) => other !== element && element.contains(other)));
};

/** Why a target could not be resolved, with the elements that a person would look at next. */
export const explain = (index: DocumentIndex, problem: Omit<Unresolved, "ok">, purpose: Purpose): Missing => {
  if (problem.status === "not_found") {
    const unseen = unseenTexts(index, problem.target);
    if (unseen.length > 0) return explain(index, { ...problem, status: "hidden", elements: unseen }, purpose);
  }
  const { status, target, elements } = problem;
  index.nameAll();
  const candidates =
    status === "ambiguous" || status === "hidden"
      ? candidatesOf(index, elements, purpose, target)
      : status === "not_found"
        ? nearest(index, target, purpose)
        : [];
  return { status, part: target, count: elements.length, candidates };
};
