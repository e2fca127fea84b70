import { Script, createContext } from "node:vm";
import { patternFlags } from "#model/pattern-flags.ts";

/** Time that all looks of one pattern may take together. */
const budgetMs = 1000;

/** A regular expression that backtracks without end on some text. */
export class SlowPattern extends Error {
  constructor(pattern: string) {
    super(`the regular expression /${pattern}/ takes too long to compare; make it simpler`);
    this.name = "SlowPattern";
  }
}

type Sandbox = { pattern: string; flags: string; text: string; found: unknown };

// A regular expression can only be stopped from outside, which Node offers for scripts in a context of their own.
const sandbox: Sandbox = { pattern: "", flags: "", text: "", found: null };
const context = createContext(sandbox);
const script = new Script(
  "found = JSON.stringify((new RegExp(pattern, flags).exec(text) ?? []).map((part) => part ?? null))",
);

const execute = (pattern: string, flags: string, text: string, timeout: number): (string | null)[] => {
  Object.assign(sandbox, { pattern, flags, text, found: null });
  script.runInContext(context, { timeout });
  return JSON.parse(String(sandbox.found)) as (string | null)[];
};

/** The error may come from the other context, where `Error` is another class. */
const isTimeout = (error: unknown): boolean =>
  typeof error === "object" &&
  error !== null &&
  "code" in error &&
  error.code === "ERR_SCRIPT_EXECUTION_TIMEOUT";

export type Pattern = {
  /** The part of the text that fits and its groups, as `RegExp.exec` gives them; null when none fits. Throws SlowPattern. */
  find(text: string): (string | null)[] | null;
  fits(text: string): boolean;
};

/**
 * A regular expression that comes from a suite or from a page, as one that cannot stall the process: all its looks
 * together take a second at most, or `mostMs`. Throws SyntaxError when it is none.
 */
export const createPattern = (
  pattern: string,
  flags: string = patternFlags(pattern),
  mostMs: number = budgetMs,
): Pattern => {
  void new RegExp(pattern, flags);
  const known = new Map<string, (string | null)[] | null>();
  let left = mostMs;
  const look = (text: string): (string | null)[] | null => {
    if (left < 1) throw new SlowPattern(pattern);
    const begun = performance.now();
    try {
      const found = execute(pattern, flags, text, Math.ceil(left));
      return found.length === 0 ? null : found;
    } catch (error) {
      if (isTimeout(error)) left = 0;
      throw isTimeout(error) ? new SlowPattern(pattern) : error;
    } finally {
      left -= performance.now() - begun;
    }
  };
  const find = (text: string): (string | null)[] | null => {
    const before = known.get(text);
    if (before !== undefined) return before;
    const found = look(text);
    known.set(text, found);
    return found;
  };
  return { find, fits: (text) => find(text) !== null };
};
