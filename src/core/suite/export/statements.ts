import type { Step } from "#model/suite.ts";
import { guardHoldMs } from "#core/suite/guard-hold.ts";
import { comment, indent, quote } from "./code.ts";
import { expectCalls } from "./expects.ts";
import { Unexportable } from "./scope.ts";
import type { Scope } from "./scope.ts";
import { stepStatements } from "./steps.ts";
import { createWriter, narrowingOf } from "./writer.ts";

/** The code of a list of steps; `reasons` say which of them have no counterpart in a spec. */
export type Statements = {
  lines: string[];
  reasons: string[];
  /** A step goes on in another tab. */ switches: boolean;
};

export type StatementsOptions = {
  scope: Scope;
  need(helper: string): void;
  blockNames: ReadonlyMap<string, string>;
  /** The code of a block that was written before. */
  blockOf(name: string): Statements | undefined;
};

const guarded = (calls: string[]): string => {
  const [only] = calls;
  if (only !== undefined && calls.length === 1) return `() => ${only}`;
  return `async () => { ${calls.map((call) => `await ${call};`).join(" ")} }`;
};

/** Writes steps one after the other; what cannot be exported stays as a comment in its place. */
export const writeSteps = (steps: readonly Step[], options: StatementsOptions): Statements => {
  const { scope, need, blockNames, blockOf } = options;
  const used = new Map<string, number>();
  const fresh = (base: string): string => {
    const number = (used.get(base) ?? 0) + 1;
    used.set(base, number);
    return number === 1 ? base : `${base}${number}`;
  };
  const reasons: string[] = [];
  let switches = false;

  const bodyOf = (step: Step): string[] => {
    const { verb, args } = step;
    if (verb === "tab") switches = true;
    if (verb !== "use") {
      const { timeoutMs } = step.options;
      return stepStatements(
        verb,
        args,
        createWriter({ scope, need, narrowing: narrowingOf(step.options), timeoutMs, fresh }),
      );
    }
    const block = blockOf(String(args));
    reasons.push(...(block?.reasons ?? []));
    if (block?.switches) switches = true;
    const name = blockNames.get(String(args)) ?? quote(String(args));
    return [`${block?.switches ? "page = " : ""}await ${name}(page);`];
  };

  const guardOf = (step: Step, before: string | null): string | null => {
    const { when } = step.options;
    if (when === undefined) return null;
    const writer = createWriter({ scope, need, narrowing: {}, timeoutMs: guardHoldMs(before), fresh });
    const calls = expectCalls(when, writer);
    need("holds");
    return `if (await holds(page, ${guarded(calls)})) {`;
  };

  /** Acting in a tab that may close itself by what is done there. */
  let away = false;
  let mayClose = false;
  const followTab = (step: Step): string[] => {
    const back = away && mayClose && step.verb !== "tab";
    if (step.verb === "tab") away = step.args === "newest";
    mayClose = ["click", "double_click", "press", "use"].includes(step.verb);
    if (!back) return [];
    need("stillOpen");
    return ["page = stillOpen(page);"];
  };

  const lines = steps.flatMap((step, at) => {
    const follow = followTab(step);
    const note = step.options.note === undefined ? [] : [comment(step.options.note)];
    try {
      const guard = guardOf(step, steps[at - 1]?.verb ?? null);
      const body = bodyOf(step);
      return [...follow, ...note, ...(guard === null ? body : [guard, ...indent(body), "}"])];
    } catch (error) {
      if (!(error instanceof Unexportable)) throw error;
      reasons.push(error.message);
      return [
        ...note,
        comment(`Not exported: ${error.message}. ${JSON.stringify({ [step.verb]: step.args })}`),
      ];
    }
  });
  return { lines, reasons, switches };
};
