import { accessibleHelpers } from "./accessible.ts";
import { actionHelpers } from "./actions.ts";
import { answerHelpers } from "./answers.ts";
import { downloadHelpers } from "./downloads.ts";
import { evidenceHelpers } from "./evidence.ts";
import { expectHelpers } from "./expects.ts";
import { findHelpers } from "./find.ts";
import { layoutHelpers } from "./layout.ts";
import { listHelpers } from "./lists.ts";
import { logInHelpers } from "./log-in.ts";
import { pageHelpers } from "./page.ts";
import { valueHelpers } from "./values.ts";

/** In the order in which a spec lists them. */
const parts = [
  actionHelpers,
  answerHelpers,
  expectHelpers,
  layoutHelpers,
  listHelpers,
  valueHelpers,
  evidenceHelpers,
  accessibleHelpers,
  downloadHelpers,
  findHelpers,
  logInHelpers,
  pageHelpers,
];

/** Every helper that a spec may carry, by name. */
const sources = new Map(
  parts.flatMap((part) => Object.entries(part)).map(([name, source]) => [name, source.trim()]),
);

/** Name of a helper; one that does not exist is told by `helperCode`. */
export type HelperName = string;

export const helperNames: ReadonlySet<string> = new Set(sources.keys());

const withoutWords = (source: string): string =>
  source
    .replaceAll(/\/\*\*.*?\*\//gs, "")
    .replaceAll(/"(?:[^"\\\n]|\\.)*"/g, '""')
    .replaceAll(/(?<=\s)\/\/ [^\n]*/g, "");

/** Helpers that a source names, other than as properties or keys. */
const usedIn = (source: string): Set<string> => {
  const words = new Set(withoutWords(source).match(/(?<![.\w])[A-Za-z]\w*(?![\w]|\??:)/g));
  return new Set([...words].filter((word) => sources.has(word)));
};

/** Names of the helpers given and of all that they use. */
const withUsed = (wanted: Iterable<HelperName>): Set<string> => {
  const needed = new Set<string>();
  const add = (name: string): void => {
    if (!sources.has(name)) throw new Error(`there is no helper ${name}`);
    if (needed.has(name)) return;
    needed.add(name);
    for (const other of usedIn(sources.get(name) ?? "")) add(other);
  };
  for (const name of wanted) add(name);
  return needed;
};

/** Source of the helpers named, with all that they use; a constant stands after those that it reads. */
export const helperCode = (wanted: Iterable<HelperName>): string[] => {
  const needed = withUsed(wanted);
  const isConstant = (name: string): boolean => /^(?:const|class)\b/m.test(sources.get(name) ?? "");
  const ordered = new Set<string>();
  const add = (name: string): void => {
    for (const other of usedIn(sources.get(name) ?? "")) if (other !== name && isConstant(other)) add(other);
    ordered.add(name);
  };
  const all = [...sources.keys()].filter((name) => needed.has(name));
  for (const name of all.filter(isConstant)) add(name);
  for (const name of all) ordered.add(name);
  return [...ordered].map((name) => sources.get(name) ?? "");
};
