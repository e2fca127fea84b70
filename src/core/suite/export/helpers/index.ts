import { actionHelpers } from "./actions.ts";
import { expectHelpers } from "./expects.ts";
import { findHelpers } from "./find.ts";
import { pageHelpers } from "./page.ts";

/** Every helper that a spec may carry, by name, in the order in which a spec lists them. */
const sources = new Map(
  Object.entries({ ...actionHelpers, ...expectHelpers, ...findHelpers, ...pageHelpers }).map(
    ([name, source]) => [name, source.trim()],
  ),
);

/** Name of a helper; one that does not exist is told by `helperCode`. */
export type HelperName = string;

export const helperNames: ReadonlySet<string> = new Set(sources.keys());

const usedIn = (source: string): Set<string> => {
  const words = new Set(source.match(/[A-Za-z]\w*/g));
  return new Set([...words].filter((word) => sources.has(word)));
};

/** Source of the helpers named, with all that they use; a constant stands before what reads it. */
export const helperCode = (wanted: Iterable<HelperName>): string[] => {
  const needed = new Set<string>();
  const add = (name: string): void => {
    const source = sources.get(name);
    if (source === undefined) throw new Error(`there is no helper ${name}`);
    if (needed.has(name)) return;
    needed.add(name);
    for (const other of usedIn(source)) add(other);
  };
  for (const name of wanted) add(name);
  const isEager = (name: string): boolean => /^(\/\*\*.*\*\/\s*)?(const|class)/.test(sources.get(name) ?? "");
  const all = [...sources.keys()].filter((name) => needed.has(name));
  const eager = all
    .filter(isEager)
    .sort((a, b) => (usedIn(sources.get(b) ?? "").has(a) ? -1 : usedIn(sources.get(a) ?? "").has(b) ? 1 : 0));
  return [...eager, ...all.filter((name) => !isEager(name))].map((name) => sources.get(name) ?? "");
};
