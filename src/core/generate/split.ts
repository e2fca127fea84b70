import { suiteTitle } from "./suite-title.ts";
import type { CaseDocument, StepDocument, SuiteDocument } from "#core/suite/grammar.ts";
import { parseSuite } from "#core/suite/parse.ts";
import { printSuite } from "#core/suite/print.ts";
import { usedFixtures } from "#core/suite/used-fixtures.ts";

/** Areas with fewer cases than this are put together. */
const smallArea = 3;
const restName = "General";

export type SplitSuite = { area: string; document: SuiteDocument; yaml: string };

/** A case that so large a part of the others needs is no part of an area: each suite that needs it has it. */
const sharedBy = 0.6;

/**
 * Splits a suite by area of the app (the first part of the address that a case opens) into suites of at most about
 * `most` cases. Cases that need one another stay together, in order; each suite carries the fixtures and blocks it uses, and
 * what nearly all cases need, such as a log-in that captures a token.
 */
export const splitSuite = (document: SuiteDocument, most = 15): SplitSuite[] => {
  const needs = needsOf(document);
  const isShared = ({ id }: CaseDocument): boolean =>
    document.cases.length > most &&
    document.cases.filter((other) => needs(other).includes(id)).length >=
      sharedBy * (document.cases.length - 1);
  const shared = document.cases.filter(isShared);
  const groups = tiedCases(
    document.cases.filter((item) => !shared.includes(item)),
    needs,
  );
  const withShared = (cases: CaseDocument[]): CaseDocument[] => [
    ...shared.filter(({ id }) => cases.some((item) => needs(item).includes(id))),
    ...cases,
  ];
  const areas = new Map<string, CaseDocument[][]>();
  for (const group of groups) {
    const area = areaOf(group, document.blocks ?? {});
    areas.set(area, [...(areas.get(area) ?? []), group]);
  }
  const rest: CaseDocument[][] = [];
  const parts: { area: string; cases: CaseDocument[] }[] = [];
  for (const [area, members] of areas) {
    if (area === restName || members.flat().length < smallArea) rest.push(...members);
    else parts.push(...chunks(area, members, most));
  }
  if (rest.length > 0) parts.unshift(...chunks(restName, rest, most));
  const only = parts.length === 1;
  return parts.map(({ area, cases }) => {
    const part = prune({
      ...document,
      suite: suiteTitle(document.suite, only ? null : area),
      cases: withShared(cases),
    });
    return { area, document: part, yaml: printSuite(part) };
  });
};

/** What a case needs, said or implied by a captured value. */
const needsOf = (document: SuiteDocument): ((item: CaseDocument) => readonly string[]) => {
  const needs = new Map(parseSuite(printSuite(document)).suite?.cases.map((item) => [item.id, item.needs]));
  return (item) => needs.get(item.id) ?? item.needs ?? [];
};

/** Cases that need each other as one group, groups in order of their first case. */
const tiedCases = (
  cases: readonly CaseDocument[],
  needs: (item: CaseDocument) => readonly string[],
): CaseDocument[][] => {
  const groupOf = new Map<string, CaseDocument[]>();
  for (const item of cases) {
    const tied = needs(item).flatMap((id) => groupOf.get(id) ?? []);
    const members = cases.filter((other) => other === item || tied.includes(other));
    for (const member of members) groupOf.set(member.id, members);
  }
  return [...new Set(cases.map((item) => groupOf.get(item.id) ?? [item]))];
};

const areaOf = (group: CaseDocument[], blocks: Record<string, StepDocument[]>): string => {
  const steps = group.flatMap((item) => item.steps);
  const paths = steps.flatMap((step) => gotoPath(step, blocks));
  const first = paths.map((path) => /^\/#?!?\/?([^/?#]+)/.exec(path)?.[1]).find((part) => part !== undefined);
  if (first === undefined) return restName;
  const words = decodeURIComponentOr(first)
    .replaceAll(/[-_.]+/g, " ")
    .trim();
  return words === "" ? restName : words.charAt(0).toUpperCase() + words.slice(1, 40);
};

/** Parts of an API's addresses that tell nothing of what they are about. */
const commonParts = /^\/(?:(?:api|rest|v\d+|public|internal|admin)(?=\/))?/i;

const requestPath = (request: unknown): string[] => {
  const url: unknown = typeof request === "object" && request !== null ? Reflect.get(request, "url") : null;
  if (typeof url !== "string") return [];
  let path = url;
  for (let rest = path.replace(commonParts, ""); rest.startsWith("/"); rest = path.replace(commonParts, ""))
    path = rest;
  return [path];
};

const gotoPath = (step: StepDocument, blocks: Record<string, StepDocument[]>): string[] => {
  if (typeof step === "string") return [];
  const entries = new Map<string, unknown>(Object.entries(step));
  const path = entries.get("goto");
  if (typeof path === "string") return [path];
  if (entries.has("request")) return requestPath(entries.get("request"));
  const block = entries.get("use");
  return typeof block === "string" ? (blocks[block] ?? []).flatMap((inner) => gotoPath(inner, {})) : [];
};

const chunks = (
  area: string,
  groups: CaseDocument[][],
  most: number,
): { area: string; cases: CaseDocument[] }[] => {
  const parts: CaseDocument[][] = [];
  for (const group of groups) {
    const last = parts.at(-1);
    if (last && last.length + group.length <= most) last.push(...group);
    else parts.push([...group]);
  }
  return parts.map((cases, index) => ({ area: parts.length > 1 ? `${area} ${index + 1}` : area, cases }));
};

/** Leaves out fixtures and blocks that no case of the part uses. */
const prune = (document: SuiteDocument): SuiteDocument => {
  const { fixtures = {}, blocks = {}, ...rest } = document;
  const text = JSON.stringify(document.cases);
  const usedBlocks = Object.fromEntries(
    Object.entries(blocks).filter(([name]) => text.includes(`"use":${JSON.stringify(name)}`)),
  );
  const all = text + JSON.stringify(usedBlocks) + JSON.stringify(document.auth ?? {});
  const kept = usedFixtures(fixtures, all);
  return {
    ...rest,
    ...(Object.keys(kept).length > 0 && { fixtures: kept }),
    ...(Object.keys(usedBlocks).length > 0 && { blocks: usedBlocks }),
  };
};

const decodeURIComponentOr = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};
