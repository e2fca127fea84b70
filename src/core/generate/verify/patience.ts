import { MOST_WAIT_MS, askedTooOften } from "#core/explore/pages/asked-too-often.ts";
import type { SuiteDocument } from "#core/suite/grammar.ts";
import type { CaseFailure } from "#model/failure.ts";
import { neededBy } from "./needed.ts";
import type { Trial } from "./trial.ts";

/** How often cases that the app refused for being asked too often are executed again. */
const ROUNDS = 2;

type Attempt = (document: SuiteDocument, only: string[], seed: number, lanes?: number) => Promise<Trial>;

const refusalIn = (failure: CaseFailure | undefined) => failure && askedTooOften(failure.evidence, -2);

/**
 * Executes cases as `attempt` does, and those that did not pass while the app answered 429 once more, alone and after the wait
 * that it asked for: a fault of our pace is none of the app, nor of the case. What is refused even then counts as not tried.
 */
export const patiently = (
  attempt: Attempt,
  { wait, over }: { wait(ms: number): Promise<void>; over(): boolean },
): Attempt => {
  let waitedMs = 0;
  let isSlow = false;

  const refused = ({ cases, failures }: Trial) =>
    cases.flatMap(({ id, status }) => {
      const refusal = status === "failed" || status === "broken" ? refusalIn(failures.get(id)) : null;
      return refusal ? [{ id, ...refusal }] : [];
    });

  return async (document, only, seed, lanes = 1) => {
    let trial = await attempt(document, only, seed, isSlow ? 1 : lanes);
    let left = refused(trial);
    for (let round = 1; round <= ROUNDS && left.length > 0 && !over(); round += 1) {
      isSlow = true;
      const ms = Math.max(...left.map(({ waitMs }) => waitMs));
      if (waitedMs + ms > MOST_WAIT_MS) break;
      waitedMs += ms;
      await wait(ms);
      const ids = left.map(({ id }) => id);
      const again = neededBy(document, ids);
      const wanted = trial.cases.filter(
        ({ id, status }) => ids.includes(id) || (again.has(id) && status === "skipped"),
      );
      // Other values, as those of the first time may be taken by now.
      const later = await attempt(
        document,
        wanted.map(({ id }) => id),
        seed + 10 * round,
      );
      trial = merged(trial, later, new Set(wanted.map(({ id }) => id)));
      left = refused(trial);
    }
    const requests = new Map(left.map(({ id, request }) => [id, request]));
    return {
      ...trial,
      cases: trial.cases.map((report) => {
        const request = requests.get(report.id);
        const why = `the app answered ${request} with 429, as it was asked too often, after a wait as well`;
        return request === undefined ? report : { ...report, status: "skipped", why };
      }),
    };
  };
};

const merged = (first: Trial, later: Trial, ids: Set<string>): Trial => {
  const reports = new Map(later.cases.map((report) => [report.id, report]));
  const failures = new Map([...first.failures].filter(([id]) => !ids.has(id)));
  for (const [id, failure] of later.failures) if (ids.has(id)) failures.set(id, failure);
  return {
    cases: first.cases.map((report) => (ids.has(report.id) ? (reports.get(report.id) ?? report) : report)),
    failures,
  };
};
