import { setTimeout as sleep } from "node:timers/promises";
import { createPatterns, normalise, pathOf } from "#core/explore/pages/address.ts";
import { routesIn } from "#core/explore/pages/routes.ts";
import { executeSuite } from "#core/run/execute.ts";
import { parseSuite } from "#core/suite/parse.ts";
import { printSuite } from "#core/suite/print.ts";
import type { SuiteDocument } from "#core/suite/grammar.ts";
import { AppError } from "#model/errors.ts";
import type { CaseFailure } from "#model/failure.ts";
import { causeNotAsked } from "#model/root-cause.ts";
import type { Browser } from "#ports/browser.ts";
import { patiently } from "./patience.ts";
import { stoppedIn, withStop } from "./stopped.ts";
import type { Stopped } from "./stopped.ts";
import type { Trial } from "./trial.ts";
import { numberedAsWritten } from "./written-step.ts";

/** Room for so many lanes, the first of which needs none. */
const roomFor = (lanes: number): (() => Promise<(() => void) | null>) => {
  let free = lanes - 1;
  return async () => {
    if (free <= 0) return null;
    free -= 1;
    return () => {
      free += 1;
    };
  };
};

/** Executes cases of a suite that is being written: no pictures, no files, no causes. Notes what they reach. */
export const createAttempts = (options: {
  browser(): Promise<Browser>;
  origin: string;
  /** Values of the secrets that the suite names. */
  secret(name: string): string | undefined;
  signal: AbortSignal;
  now(): Date;
}) => {
  const { origin, signal, now } = options;
  const paths = new Set<string>();
  const routes = new Set<string>();
  const patterns = createPatterns();
  let stopped: Stopped | null = null;
  // What an earlier generation has made is still there, under the names that it gave: each has its own.
  const own = (now().getTime() % 200_000_000) * 8;

  const watched = async (): Promise<Browser> => {
    const browser = await options.browser();
    return {
      name: browser.name,
      close: () => browser.close(),
      async openSession(wanted) {
        const session = await browser.openSession({ ...wanted, watchTimers: true });
        const close = session.close.bind(session);
        return Object.assign(session, {
          close: async (): Promise<void> => {
            for (const { url } of session.evidence.navigations) {
              const seen = normalise(url, origin);
              if (seen?.origin === origin) paths.add(pathOf(seen));
            }
            for (const route of routesIn(session.evidence, -1, patterns)) routes.add(route);
            await close();
          },
        });
      },
    };
  };

  const once = async (document: SuiteDocument, only: string[], seed: number, lanes = 1): Promise<Trial> => {
    const { suite, diagnostics } = parseSuite(printSuite(document));
    if (!suite)
      throw new AppError("internal", `a generated suite is not valid: ${diagnostics[0]?.message ?? ""}`);
    const failures = new Map<string, CaseFailure>();
    const report = await executeSuite({
      suite,
      only,
      browser: watched,
      values: { env: () => undefined, secret: (name) => options.secret(name) },
      seed: own + seed,
      emit: async () => undefined,
      saveFile: async () => undefined,
      explain: async (failure) => {
        failures.set(failure.caseId, failure);
        return causeNotAsked;
      },
      signal,
      injectTraceparent: false,
      pictures: "failure",
      trace: "off",
      now,
      ...(lanes > 1 && { spareRoom: roomFor(lanes) }),
    });
    const cases = report.cases.map((each) => numberedAsWritten(document, each));
    // Beside each other, no case is known to have been the last.
    if (lanes === 1) stopped ??= stoppedIn(cases);
    return { cases: stopped ? withStop(cases, stopped) : cases, failures };
  };

  const attempt = patiently(once, {
    wait: (ms) => sleep(ms, undefined, { signal, ref: false }).catch(() => undefined),
    over: () => signal.aborted,
  });
  return { attempt, reached: { paths, routes } };
};
