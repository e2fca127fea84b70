import { z } from "zod";
import { didYouMean } from "./nearest.ts";
import type { Path } from "./source.ts";

/** A mistake in a value: `key` when its place is a key rather than a value. */
export type ValueMistake = { path: Path; message: string; key: boolean };

/** A value with more mistakes than these is not told all of them. */
const most = 200;

type Issue = z.core.$ZodIssue;

const kindOf = (value: unknown): string => {
  if (value === undefined || value === null) return "nothing";
  if (value === "") return "an empty text";
  if (Array.isArray(value)) return value.length === 0 ? "an empty one" : "a list";
  if (typeof value === "object") return "a mapping";
  if (typeof value === "string")
    return value.length <= 40 && !value.includes("\n") ? `'${value}'` : "a long text";
  return typeof value === "number" || typeof value === "boolean" ? String(value) : "that";
};

const named: Record<string, string> = {
  string: "text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  tuple: "a list",
  object: "a mapping",
  record: "a mapping",
  null: "nothing",
};

const valueAt = (root: unknown, path: readonly PropertyKey[]): unknown => {
  let value = root;
  for (const key of path) {
    if (typeof value !== "object" || value === null) return undefined;
    value = Object.getOwnPropertyDescriptor(value, key)?.value;
  }
  return value;
};

const keyOf = (key: PropertyKey): string | number => (typeof key === "number" ? key : String(key));

const weight = (issue: Issue): number => {
  if (issue.code === "unrecognized_keys") return 3 * issue.keys.length;
  if (issue.path.length > 0) return issue.code === "custom" ? 1 : 2;
  return issue.code === "custom" ? 1 : 100;
};
const total = (issues: readonly Issue[]): number => issues.reduce((sum, issue) => sum + weight(issue), 0);

/** Replaces a union's issue by those of the branch that the author most likely meant. */
const flatten = (issue: Issue, root: unknown): Issue[] => {
  if (issue.code !== "invalid_union") return [issue];
  const branches = issue.errors.map((errors) =>
    errors.flatMap((inner) => flatten(inner, valueAt(root, issue.path))),
  );
  let best: Issue[] | null = null;
  for (const branch of branches)
    if (branch.length > 0 && (!best || total(branch) < total(best))) best = branch;
  if (!best || total(best) >= 100) return [issue];
  return best.map((inner) => ({ ...inner, path: [...issue.path, ...inner.path] }));
};

const wanted = (issue: Issue): string[] => {
  if (issue.code === "invalid_type") return [named[issue.expected] ?? issue.expected];
  if (issue.code === "invalid_value")
    return issue.values.map((value) => (value === null ? "nothing" : String(value)));
  if (issue.code === "invalid_union") return issue.errors.flatMap((errors) => errors.flatMap(wanted));
  if (issue.code === "too_small" || issue.code === "too_big") return [range(issue)];
  if (issue.code === "invalid_format" || issue.code === "custom")
    return [issue.message.replace(/^expected /, "")];
  return [];
};

const range = (issue: Extract<Issue, { code: "too_small" | "too_big" }>): string => {
  const small = issue.code === "too_small";
  const limit = small ? issue.minimum : issue.maximum;
  if (issue.origin === "string") {
    if (small && limit === 1) return "text that is not empty";
    return `text of at ${small ? "least" : "most"} ${limit} characters`;
  }
  if (issue.origin === "array") {
    return limit === 1 && small
      ? "a list that is not empty"
      : `a list of at ${small ? "least" : "most"} ${limit}`;
  }
  return `a number of at ${small ? "least" : "most"} ${limit}`;
};

const listed = (words: string[]): string => {
  const unique = [...new Set(words)];
  return unique.length <= 1
    ? (unique[0] ?? "something else")
    : `${unique.slice(0, -1).join(", ")} or ${unique.at(-1)}`;
};

/**
 * What is wrong with a value, in words: every mistake, each with its path. Unknown keys are told with the nearest valid one.
 */
export const mistakesIn = (schema: z.ZodType, value: unknown): ValueMistake[] => {
  const validKeys = new WeakMap<readonly string[], { words: string[]; noun: string }>();
  const parsed = schema.safeParse(value, {
    error(raw) {
      if (raw.code !== "unrecognized_keys" || !(raw.inst instanceof z.ZodObject)) return undefined;
      const noun = z.globalRegistry.get(raw.inst)?.keys;
      validKeys.set(raw.keys, {
        words: Object.keys(raw.inst.shape),
        noun: typeof noun === "string" ? noun : "key",
      });
      return undefined;
    },
  });
  if (parsed.success) return [];
  const told = (issue: Issue): ValueMistake[] => {
    const path = issue.path.map(keyOf);
    if (issue.code === "unrecognized_keys") {
      const { words, noun } = validKeys.get(issue.keys) ?? { words: [], noun: "key" };
      return issue.keys.slice(0, most).map((key) => ({
        path: [...path, key],
        message: `unknown ${noun} '${key}'${didYouMean(key, words)}`,
        key: true,
      }));
    }
    if (issue.code === "invalid_key") {
      const reason = issue.issues[0]?.message ?? "not a valid name";
      return [{ path, message: `'${path.at(-1)}': ${reason}`, key: true }];
    }
    const found = valueAt(value, issue.path);
    const name = path.at(-1);
    if (
      found === undefined &&
      typeof name === "string" &&
      ["invalid_type", "invalid_union", "invalid_value"].includes(issue.code)
    ) {
      return [{ path, message: `'${name}' is missing`, key: false }];
    }
    if (issue.code === "custom") return [{ path, message: issue.message, key: false }];
    return [{ path, message: `expected ${listed(wanted(issue))}, not ${kindOf(found)}`, key: false }];
  };
  const issues = parsed.error.issues.flatMap((issue) => flatten(issue, value));
  const misspelt = new Set(
    issues.filter((issue) => issue.code === "unrecognized_keys").map((issue) => issue.path.join("\n")),
  );
  // What a whole mapping lacks is most often the very key that is misspelt.
  return issues
    .filter((issue) => issue.code !== "custom" || !misspelt.has(issue.path.join("\n")))
    .slice(0, most)
    .flatMap(told);
};
