import type {
  Model,
  ModelAccess,
  ModelAnswer,
  ModelFailure,
  ModelMessage,
  ModelRequest,
  ModelUsage,
} from "#ports/model.ts";
import type { PriceTable } from "#model/model-price.ts";
import type { ModelUse } from "#model/model-use.ts";
import { createLedger } from "./ledger.ts";
import type { Ledger, Spent } from "./ledger.ts";
import type { ModelLimits } from "./limits.ts";
import { costOf, priceOf } from "./prices.ts";

/** A model within what one step may spend. */
export type StepModel = Model & {
  /** Counts an action that the model asked for. Null when it may be done, else the failure that ends the step. */
  action(): ModelFailure | null;
  readonly spent: Readonly<Spent>;
};

/** The model of a step, or the sentence that says why there is none and what to do. */
export type StepModelAccess = { model: StepModel } | { model: null; why: string };

export type Meter = {
  /** A new account for one step, on top of that of the run. */
  step(): StepModelAccess;
  /** What the run has used, for its report; null when no model was asked. */
  use(): ModelUse | null;
};

export type MeterOptions = {
  access: ModelAccess;
  limits: ModelLimits;
  prices: PriceTable;
  /** Covers secrets in everything that is sent. */
  mask(text: string): string;
  /** Ends early on abort, without an error. */
  sleep(ms: number, signal?: AbortSignal): Promise<unknown>;
};

const mostTries = 4;
const firstWaitMs = 1000;
const leastOutputTokens = 256;
/** A token is about four characters of English, fewer of other text: rather too many are reckoned. */
const charactersPerToken = 3.5;

const textOf = (message: ModelMessage): string => {
  if (message.role === "user") return message.text;
  if (message.role === "tool") return message.results.map(({ text }) => text).join("");
  return JSON.stringify(message.content);
};

const reckon = ({ instructions, messages }: ModelRequest, extra: string): number =>
  Math.ceil(
    (instructions.length +
      extra.length +
      messages.reduce((sum, message) => sum + textOf(message).length, 0)) /
      charactersPerToken,
  );

const masked = <R extends ModelRequest>(request: R, mask: (text: string) => string): R => ({
  ...request,
  instructions: mask(request.instructions),
  messages: request.messages.map((message): ModelMessage => {
    if (message.role === "user") return { ...message, text: mask(message.text) };
    if (message.role === "assistant") return message;
    return { ...message, results: message.results.map((result) => ({ ...result, text: mask(result.text) })) };
  }),
});

const passing = new Set(["rate_limited", "unavailable"]);
/** What may have been paid for though the provider did not say so. */
const maybePaid = new Set(["timeout", "aborted", "truncated", "malformed"]);

/**
 * Keeps account of what a run asks of its model: bounds it by step and by run, covers secrets in what is sent, and tries again
 * what may pass, as late as the provider asks and as long as the time lasts.
 */
export const createMeter = ({ access, limits, prices, mask, sleep }: MeterOptions): Meter => {
  const { model } = access;
  if (model === null) return { step: () => access, use: () => null };
  const price = priceOf(model.provider, model.name, prices);
  const whole = createLedger("run", limits.run, price !== null);

  const spend = async <R extends ModelRequest, T>(
    step: Ledger,
    request: R,
    extra: string,
    ask: (request: R) => Promise<ModelAnswer<T>>,
  ): Promise<ModelAnswer<T>> => {
    const ledgers = [step, whole];
    const input = reckon(request, extra);
    const prudent: ModelUsage = {
      inputTokens: input,
      outputTokens: 0,
      cachedInputTokens: 0,
      cacheWriteTokens: 0,
    };
    const cost = (usage: ModelUsage | null): number | null => (price && usage ? costOf(price, usage) : null);
    const least = { ...prudent, outputTokens: leastOutputTokens };
    for (const ledger of ledgers) {
      const why = ledger.exhausted(input + leastOutputTokens, cost(least));
      if (why !== null) return spentOut(why);
    }
    const affordable = ledgers.map((ledger) =>
      price
        ? ((ledger.usdLeft() - costOf(price, prudent)) * 1_000_000) / Math.max(price.output, 1e-9)
        : ledger.tokensLeft(),
    );
    const output = Math.floor(
      Math.min(
        request.maxOutputTokens,
        ...ledgers.map((ledger) => ledger.tokensLeft() - input),
        ...affordable,
      ),
    );
    const most = cost({ ...prudent, outputTokens: output }) ?? 0;
    const releases = ledgers.map((ledger) => ledger.hold(input + output, most));
    try {
      const left = Math.min(...ledgers.map((ledger) => ledger.millisecondsLeft()));
      const timeoutMs = Math.max(1, Math.min(request.timeoutMs, left));
      const answer = await ask({ ...masked(request, mask), maxOutputTokens: output, timeoutMs });
      const paid = answer.usage ?? (!answer.ok && maybePaid.has(answer.kind) ? prudent : null);
      for (const ledger of ledgers) ledger.record(paid, cost(paid));
      return answer;
    } finally {
      for (const release of releases) release();
    }
  };

  /** Within the time of the step and of the run. */
  const timed = async <T>(step: Ledger, work: () => Promise<T>): Promise<T> => {
    const ends = [step.begin(), whole.begin()];
    try {
      return await work();
    } finally {
      for (const end of ends) end();
    }
  };

  const patiently = async <R extends ModelRequest, T>(
    step: Ledger,
    request: R,
    extra: string,
    ask: (request: R) => Promise<ModelAnswer<T>>,
  ): Promise<ModelAnswer<T>> => {
    let left = request.timeoutMs;
    let answer: ModelAnswer<T>;
    for (let attempt = 1; ; attempt += 1) {
      answer = await spend(step, { ...request, timeoutMs: left }, extra, ask);
      left -= answer.latencyMs;
      if (answer.ok || attempt === mostTries || request.signal?.aborted) return answer;
      const again = passing.has(answer.kind) || (answer.kind === "malformed" && attempt === 1);
      if (!again) return answer;
      const wait =
        answer.kind === "malformed" ? 0 : (answer.retryAfterMs ?? firstWaitMs * 2 ** (attempt - 1));
      const room = Math.min(left, step.millisecondsLeft(), whole.millisecondsLeft());
      if (wait >= room) {
        const seconds = Math.ceil(wait / 1000);
        return {
          ...answer,
          message: `${answer.message}; the next try would be in ${seconds} s, beyond what is left of the time`,
        };
      }
      if (wait > 0) await sleep(wait, request.signal);
      left -= wait;
    }
  };

  return {
    step() {
      const ledger = createLedger("step", limits.step, price !== null);
      return {
        model: {
          provider: model.provider,
          name: model.name,
          spent: ledger.spent,
          object: (request) =>
            timed(ledger, () => patiently(ledger, request, "", (sent) => model.object(sent))),
          turn: (request) => {
            const tools = request.tools.map(({ name, description }) => name + description).join("");
            return timed(ledger, () => patiently(ledger, request, tools, (sent) => model.turn(sent)));
          },
          action() {
            const why = ledger.action() ?? whole.action();
            return why === null ? null : spentOut(why);
          },
        },
      };
    },
    use: () => (whole.spent.calls === 0 ? null : toModelUse(model, whole.spent)),
  };
};

const spentOut = (why: string): ModelFailure => ({
  ok: false,
  kind: "budget",
  message: why,
  usage: null,
  latencyMs: 0,
  retryAfterMs: null,
});

/** An account as reports show it. */
export const toModelUse = (model: Pick<Model, "provider" | "name">, spent: Readonly<Spent>): ModelUse => ({
  provider: model.provider,
  model: model.name,
  calls: spent.calls,
  input_tokens: spent.inputTokens,
  output_tokens: spent.outputTokens,
  cached_tokens: spent.cachedTokens,
  cost_usd: spent.cost === null ? null : Math.round(spent.cost * 1_000_000) / 1_000_000,
});
