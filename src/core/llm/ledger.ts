import type { ModelUsage } from "#ports/model.ts";
import type { Limits } from "./limits.ts";

/** What was spent of a limit so far; `cost` in US dollars, null when the model has no known price. */
export type Spent = {
  calls: number;
  inputTokens: number;
  outputTokens: number;
  cachedTokens: number;
  cost: number | null;
  actions: number;
  /** Time that calls and the waits between their tries took; what goes on at the same time counts once. */
  milliseconds: number;
};

export type Ledger = {
  readonly spent: Readonly<Spent>;
  /** What is used up, as a phrase; null when a call of so many tokens may be made. */
  exhausted(tokens: number, cost: number | null): string | null;
  /** Tokens that may still be used, those of calls under way aside. */
  tokensLeft(): number;
  /** Those of calls under way aside; infinite when the model has no known price. */
  usdLeft(): number;
  /** Whole ones. */
  millisecondsLeft(): number;
  /** Holds the tokens and dollars that a call under way may use; the function gives them back. */
  hold(tokens: number, usd: number): () => void;
  record(usage: ModelUsage | null, cost: number | null): void;
  /** Starts the clock, which runs while anything is under way; the function ends that. */
  begin(): () => void;
  /** Counts an action; what is used up when no more may be done. */
  action(): string | null;
};

/** Keeps one account. `scope` names it in messages: step or run. */
export const createLedger = (
  scope: "step" | "run",
  limits: Limits,
  hasPrice: boolean,
  now: () => number = () => performance.now(),
): Ledger => {
  const spent: Spent = {
    calls: 0,
    inputTokens: 0,
    outputTokens: 0,
    cachedTokens: 0,
    cost: hasPrice ? 0 : null,
    actions: 0,
    milliseconds: 0,
  };
  let held = 0;
  let heldUsd = 0;
  let underWay = 0;
  let begun = 0;
  const setting = (name: string): string => `LLM_MAX_${scope.toUpperCase()}_${name}`;
  const tokensLeft = (): number => limits.tokens - spent.inputTokens - spent.outputTokens - held;
  const millisecondsLeft = (): number =>
    Math.floor(limits.seconds * 1000 - spent.milliseconds - (underWay > 0 ? now() - begun : 0));

  return {
    spent,
    tokensLeft,
    usdLeft: () => (spent.cost === null ? Number.POSITIVE_INFINITY : limits.usd - spent.cost - heldUsd),
    millisecondsLeft,
    exhausted(tokens, cost) {
      if (tokens > tokensLeft())
        return `the ${limits.tokens} tokens of a ${scope} (${setting("TOKENS")}) are spent: ${spent.inputTokens + spent.outputTokens} were used and the next call needs about ${tokens}`;
      if (cost !== null && (spent.cost ?? 0) + heldUsd + cost > limits.usd)
        return `the $${limits.usd} of a ${scope} (${setting("USD")}) are spent: $${(spent.cost ?? 0).toFixed(4)} were used and the next call costs about $${cost.toFixed(4)}`;
      if (millisecondsLeft() <= 0)
        return `the ${limits.seconds} s of a ${scope} (${setting("SECONDS")}) are spent`;
      return null;
    },
    hold(tokens, usd) {
      held += tokens;
      heldUsd += usd;
      return () => {
        held -= tokens;
        heldUsd -= usd;
      };
    },
    record(usage, cost) {
      spent.calls += 1;
      spent.inputTokens += usage?.inputTokens ?? 0;
      spent.outputTokens += usage?.outputTokens ?? 0;
      spent.cachedTokens += usage?.cachedInputTokens ?? 0;
      if (cost !== null && spent.cost !== null) spent.cost += cost;
    },
    begin() {
      if (underWay === 0) begun = now();
      underWay += 1;
      return () => {
        underWay -= 1;
        if (underWay === 0) spent.milliseconds += now() - begun;
      };
    },
    action() {
      if (spent.actions >= limits.actions)
        return `the ${limits.actions} actions of a ${scope} (${setting("ACTIONS")}) are spent`;
      spent.actions += 1;
      return null;
    },
  };
};
