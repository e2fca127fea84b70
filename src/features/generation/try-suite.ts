import { annotate } from "#core/generate/verify/annotate.ts";
import { createAttempts } from "#core/generate/verify/attempt.ts";
import { verify } from "#core/generate/verify/verify.ts";
import type { Verified } from "#core/generate/verify/verify.ts";
import type { SuiteDocument } from "#core/suite/grammar.ts";
import { printSuite } from "#core/suite/print.ts";
import { AppError } from "#model/errors.ts";
import type { Browser } from "#ports/browser.ts";

/** How long trying the cases of a suite may take. */
export const trialMs = { quick: 200_000, exhaustive: 760_000 };

/** Said where that did not suffice. */
export const trialEnded = "trying the cases was ended by a limit (time)";

/** What trying came to, in words: findings, cases left out, changed, or not tried. */
export const notesOn = ({ findings, dropped, repaired, untried }: Verified): string[] => [
  ...findings.map(({ case_id: id, why }) => `finding: ${id}: ${why}`),
  ...dropped.map(({ case_id: id, reason }) => `left out: ${id}: ${reason}`),
  ...repaired.map(({ case_id: id, reason }) => `changed: ${id}: ${reason}`),
  ...(untried.length > 0
    ? [`not tried: ${untried.map(({ case_id: id, reason }) => `${id} (${reason})`).join(", ")}`]
    : []),
];

type Trying = {
  browser(): Promise<Browser>;
  document: SuiteDocument;
  baseUrl: string;
  secret(name: string): string | undefined;
  exhaustive: boolean;
  signal: AbortSignal;
  progress(message: string): void;
};

/**
 * Runs every case of a suite that was written from words or a description before anybody gets it, in bounded time. Throws
 * AppError("generation_error") when no case is left; rejects with the signal's reason when aborted.
 */
export const trySuite = async (
  trying: Trying,
): Promise<Verified & { yaml: string; cutShort: string | null }> => {
  const { browser, document, baseUrl, secret, exhaustive, signal, progress } = trying;
  const deadline = AbortSignal.timeout(trialMs[exhaustive ? "exhaustive" : "quick"]);
  const { attempt } = createAttempts({
    browser,
    origin: new URL(baseUrl).origin,
    secret,
    signal: AbortSignal.any([signal, deadline]),
    now: () => new Date(),
  });
  const tried = await verify({
    document,
    attempt,
    twice: exhaustive,
    over: () => signal.aborted || deadline.aborted,
    progress,
  });
  signal.throwIfAborted();
  const first = tried.dropped[0];
  if (tried.document.cases.length === 0)
    throw new AppError(
      "generation_error",
      `no case could be kept: ${first?.case_id}: ${first?.reason ?? ""}`,
    );
  const cutShort = deadline.aborted ? trialEnded : null;
  return { ...tried, yaml: annotate(printSuite(tried.document), tried.findings), cutShort };
};
