import type { Tx } from "./store.ts";

/** What a suite was generated as. `proposed`: what it was generated as since, which nobody has applied yet. */
export type GeneratedSuite = {
  yaml: string;
  generatedAt: string;
  proposed: { yaml: string; at: string } | null;
};

/** What was last generated for suites. Gone with the suite. */
export type GeneratedStore = {
  get(orgId: string, suite: string, tx?: Tx): Promise<GeneratedSuite | null>;
  /** Takes the place of what was kept. Nothing is kept of a suite that is no longer there. */
  save(orgId: string, suite: string, generated: GeneratedSuite, tx?: Tx): Promise<void>;
};
