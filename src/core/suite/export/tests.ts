import type { Case } from "#model/suite.ts";
import { comment, indent, millis, quote } from "./code.ts";
import type { Ties } from "./plan.ts";
import type { Statements } from "./statements.ts";

export type CaseCode = {
  item: Case;
  statements: Statements;
  /** Why the case cannot run. */ reasons: string[];
};

/** What most cases have, told once for the whole file. */
export type Common = { retries: number; caseTimeoutMs: number };

export const commonOf = (cases: readonly Case[]): Common => {
  const [first] = cases;
  const same = (read: (item: Case) => number): boolean =>
    cases.every((item) => first && read(item) === read(first));
  return {
    retries: first && same(({ retries }) => retries) ? first.retries : 0,
    caseTimeoutMs: first?.caseTimeoutMs ?? 0,
  };
};

const titleOf = ({ id, title }: Case): string => quote(title === id ? id : `${id}: ${title}`);

const tagsOf = (tags: readonly string[]): string => {
  const named = [...new Set(tags)].map((tag) => quote(tag.startsWith("@") ? tag : `@${tag}`));
  if (named.length === 0) return "";
  return `, { tag: [${named.join(", ")}] }`;
};

const beginning = (item: Case, ties: Ties, common: Common, need: (helper: string) => void): string[] => {
  const lines: string[] = [];
  if (item.caseTimeoutMs !== common.caseTimeoutMs)
    lines.push(`test.setTimeout(${millis(item.caseTimeoutMs)});`);
  if (item.timeoutMs !== null) {
    need("limits");
    lines.push(`limits.set(page.context(), ${millis(item.timeoutMs)});`);
  }
  if (ties.mode === "kept" && item.needs.length > 0) {
    need("needs");
    lines.push(`needs(${item.needs.map(quote).join(", ")});`);
  }
  return lines;
};

/** One `test()`, in a group of its own where it has settings of its own. */
const testOf = (
  { item, statements, reasons }: CaseCode,
  options: {
    ties: Ties;
    common: Common;
    suiteTags: readonly string[];
    isNeeded: boolean;
    need(helper: string): void;
  },
): string[] => {
  const { ties, common, suiteTags, isNeeded, need } = options;
  const tags = tagsOf([...suiteTags, ...item.tags]);
  const end: string[] = [];
  if (ties.mode === "kept" && isNeeded) {
    need("passed");
    end.push(`passed(${quote(item.id)});`);
  }
  const body = [...beginning(item, ties, common, need), ...statements.lines, ...end];
  const call = reasons.length > 0 ? "test.fixme" : "test";
  const usesPage = body.some((line) => /\bpage\b/.test(line));
  const test = [
    ...reasons.map((reason) => comment(`Not exported: ${reason}.`)),
    `${call}(${titleOf(item)}${tags}, async (${usesPage ? "{ page }" : ""}) => {`,
    ...indent(body),
    "});",
  ];
  const own = [
    ...(item.auth ? [] : ["test.use({ storageState: { cookies: [], origins: [] } });"]),
    ...(item.retries === common.retries ? [] : [`test.describe.configure({ retries: ${item.retries} });`]),
  ];
  return own.length === 0 ? test : ["test.describe(() => {", ...indent([...own, ...test]), "});"];
};

/** All tests of a spec, in the order of a run. */
export const testsCode = (
  ties: Ties,
  codes: ReadonlyMap<Case, CaseCode>,
  common: Common,
  suite: { tags: readonly string[]; hasAuth: boolean },
  need: (helper: string) => void,
): string[] => {
  const needed = new Set([...codes.keys()].flatMap(({ needs }) => needs));
  return ties.groups.flatMap((group) => {
    const tests = group.flatMap((item) => {
      const code = codes.get(item);
      if (!code) return [];
      // Without a log-in every case begins blank.
      const shown = suite.hasAuth ? code : { ...code, item: { ...item, auth: true } };
      const isNeeded = needed.has(item.id);
      return [...testOf(shown, { ties, common, suiteTags: suite.tags, isNeeded, need }), ""];
    });
    if (group.length === 1) return tests;
    const lines = tests.slice(0, -1);
    const why = comment("Each needs those before it.");
    return [
      why,
      "test.describe(() => {",
      ...indent(['test.describe.configure({ mode: "serial" });', "", ...lines]),
      "});",
      "",
    ];
  });
};
