import type { CaseDocument, StepDocument } from "#core/suite/grammar.ts";
import type { FixtureDocument } from "#core/suite/fixtures.ts";
import type { SiteModel } from "#model/site.ts";

/** A case that an oracle proposes. */
export type Draft = {
  /** Kebab-case, told apart by `generateSuite` where two are equal. */
  id: string;
  title: string;
  steps: StepDocument[];
  /** Of the variables that the steps use. Equal names of equal kinds are shared by cases. */
  fixtures?: Record<string, FixtureDocument>;
  blocks?: Record<string, StepDocument[]>;
  needs?: string[];
  /** It removes what the cases that it needs have made: who makes items is to remove them, however short the suite is. */
  undoes?: true;
  auth?: CaseDocument["auth"];
  /** What is left out first when there is no room for all: the highest number. 0..100. */
  rank: number;
};

/** How a suite logs in: the password as the suite may hold it. */
export type SuiteCredentials = { username: string; passwordRef: string };

export type Oracle = {
  readonly id: string;
  /** What must be true of any app, in a sentence. */
  readonly summary: string;
  /** Its cases change nothing that others look at: they can be carried out beside each other. */
  readonly looks?: true;
  /** Its cases ask the same of one place each, so that a short suite may tell those of some places as one. Not for what sends forms: one that fails would hide the others. */
  readonly joins?: true;
  /** Cases for what the exploration saw; none where the affordance is not there. */
  applies(site: SiteModel, credentials: SuiteCredentials | null): Draft[];
};

/** Defines one oracle: one kind of knowledge about how apps have to behave, stated as ordinary cases. */
export const defineOracle = (oracle: Oracle): Oracle => oracle;
