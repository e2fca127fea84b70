import type { CauseContext } from "#core/cause/context.ts";
import type { ScopedRequest } from "#core/cause/scope.ts";
import type { CauseCategory } from "#model/root-cause.ts";

export type Finding = {
  /** What broke, in one sentence. */
  summary: string;
  /** Why, naming route, function and line where the evidence does. */
  suspectedCause: string;
  /** What to do next. */
  suggestedFix: string;
  /** 0 to 1: how often a finding with this evidence is right. */
  confidence: number;
  /** The request that the cause is about; null or absent where the server plays no part. */
  request?: ScopedRequest | null;
  /** A further request that the finding rests on, for the evidence. */
  cites?: ScopedRequest;
};

/** One category of causes. `find` gives a finding when its least evidence is there, else null. */
export type Rule = { category: CauseCategory; find(context: CauseContext): Finding | null };

export const defineRule = (rule: Rule): Rule => rule;
