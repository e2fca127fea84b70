import { masked } from "./mask.ts";
import type { CaseFailure } from "#model/failure.ts";
import type { CaseReport, Shot, StepReport } from "#model/report.ts";
import type { Case } from "#model/suite.ts";
import { isSecretName } from "#model/secret-names.ts";
import type { Session } from "#ports/browser.ts";
import type { Causes } from "./causes.ts";
import { failureBeforeStart, gatherFailure, keepTrace, messageOf, saveEvidence, sayWhy } from "./failure.ts";
import { healAttempt } from "./healing.ts";
import type { Fingerprints } from "./healing.ts";
import { createLogins } from "./logins.ts";
import type { TakenLogin } from "./logins.ts";
import { noLogin } from "./log-in-once.ts";
import type { RunContext } from "./options.ts";
import { openSession } from "./sessions.ts";
import type { Values } from "./values.ts";
import { runnerFor } from "./step-runner.ts";
import type { FailedStep } from "./perform.ts";

type Attempt = {
  /** Null: passed. */
  failure: CaseFailure | null;
  why: string;
  cancelled: boolean;
  steps: StepReport[];
  shots: Shot[];
  captured: Record<string, unknown>;
  trace: string | null;
};

type Place = {
  number: number;
  /** The attempt is made once more, after the log-in was renewed. */
  renewed: boolean;
  firstIndex: number;
  last: boolean;
};

export type CaseRunner = {
  /**
   * Executes one case, with the attempts that it may have; logs in before the first, and again when the log-in has
   * expired. `last`: no case follows. The cause of a failure is left to `causes`.
   */
  run(item: Case, values: Values, last: boolean): Promise<CaseReport>;
};

const relabel = (shots: Shot[], before: string): Shot[] =>
  shots.map((shot) => (before === "" ? shot : { ...shot, label: before + shot.label }));

export const createCaseRunner = (options: RunContext, causes: Causes): CaseRunner => {
  const { signal, now, journal, mask, sessions, baseUrl } = options;
  const logins = createLogins(options);

  const wantsTrace = (attempt: number): boolean =>
    options.trace === "always" || (options.trace !== "off" && attempt > 1);

  /** What was seen is of use for later runs only: that it cannot be kept changes no verdict. */
  const remember = async (caseId: string, prints: Fingerprints): Promise<void> => {
    try {
      await options.healing?.remember(caseId, prints);
    } catch (error) {
      journal.log("warn", `what the elements were like could not be kept: ${messageOf(error)}`, caseId);
    }
  };

  /** As above: what it takes down is for later runs. */
  const takeDown = async (caseId: string, session: Session): Promise<void> => {
    try {
      await options.passed?.(caseId, session);
    } catch (error) {
      journal.log("warn", `what the app answered could not be kept: ${messageOf(error)}`, caseId);
    }
  };

  const attemptCase = async (
    item: Case,
    values: Values,
    { number, renewed, firstIndex, last }: Place,
  ): Promise<Attempt> => {
    const again = `${number > 1 ? `attempt-${number}/` : ""}${renewed ? "renewed/" : ""}`;
    const folder = `${options.folder}cases/${item.id}/${again}`;
    const nothing = { why: "", cancelled: false, steps: [], shots: [], captured: {}, trace: null };
    const session = await openSession(sessions, wantsTrace(number), !item.auth);
    if (typeof session === "string") {
      const message = `the browser could not be had: ${session}`;
      const failure = failureBeforeStart(item.id, "crashed", message, baseUrl, mask);
      return { ...nothing, failure, why: message, cancelled: signal.aborted };
    }
    const captured: Record<string, unknown> = {};
    const capture = (name: string, value: unknown): void => {
      // Credentials that an app gives out, such as the token of a log-in, are for the steps alone.
      captured[name] = isSecretName(name) ? masked : value;
      values.set(name, value);
    };
    const { timeoutMs, caseTimeoutMs } = item;
    const healing = options.healing && healAttempt(options.healing, item.id, mask);
    const runner = runnerFor({ ...options, values }, session, {
      caseId: item.id,
      folder,
      firstIndex,
      timeoutMs,
      capture,
      boundMs: caseTimeoutMs,
      healing,
    });
    let failed: FailedStep | null = null;
    let failure: CaseFailure | null = null;
    let trace: string | null = null;
    try {
      if (!last) sessions.prepare();
      failed = await runner.runSteps(item.steps);
      if (!failed)
        await Promise.all([healing && remember(item.id, healing.taken()), takeDown(item.id, session)]);
      if (failed && !signal.aborted) {
        const { index } = failed;
        const healed = runner.reports.find((report) => report.index === index)?.healed;
        failure = await gatherFailure(item.id, failed, session, baseUrl, mask);
        if (healed) failure.healed = healed;
        saveEvidence(journal, folder, failure);
        trace = await keepTrace(options, session, folder, { title: item.title, steps: runner.traced });
      }
    } catch (error) {
      journal.check();
      failure = failureBeforeStart(
        item.id,
        "internal",
        `the runner failed: ${messageOf(error)}`,
        baseUrl,
        mask,
      );
    } finally {
      await session.close().catch(() => undefined);
    }
    if (failed?.failure.kind === "crashed") await sessions.discard();
    const { reports: steps, shots } = runner;
    const cancelled = failed !== null && signal.aborted;
    return {
      failure,
      why: failed ? sayWhy(failed) : (failure?.message ?? ""),
      cancelled,
      steps,
      shots,
      captured,
      trace,
    };
  };

  /** A new log-in when the attempt ended, without need, on the log-in form; null when there is nothing to be renewed. */
  const renewalFor = async (item: Case, attempt: Attempt, login: TakenLogin | null, renewed: boolean) => {
    if (!login || attempt.failure?.page?.looks_like_login !== true || signal.aborted) return null;
    if (renewed) return null;
    return logins.renew(login, item.id);
  };

  const run = async (item: Case, values: Values, last: boolean): Promise<CaseReport> => {
    const begun = now().getTime();
    journal.event({ kind: "case_started", case_id: item.id, step: null, title: item.title, attempt: 1 });
    const given = item.auth ? logins.take() : null;
    const before = given ? await given.done : noLogin;
    const duration = (): number => Math.max(0, Math.round(now().getTime() - begun));
    const common = { id: item.id, title: item.title };
    const none = { attempts: 0, flaky: false, captured: {}, trace: null };
    if (signal.aborted) {
      const { steps, shots } = before;
      return {
        ...common,
        ...none,
        status: "skipped",
        why: "run cancelled",
        duration_ms: duration(),
        steps,
        shots,
        root_cause: null,
      };
    }
    if (before.failure) {
      const { why, steps, shots, cause, trace } = before;
      return {
        ...common,
        ...none,
        trace,
        status: "broken",
        why,
        duration_ms: duration(),
        steps,
        shots,
        root_cause: cause,
      };
    }
    // The log-in is told once, as the beginning of the case that it was done for.
    let prelude = given?.first ? before : noLogin;
    let login = given;
    let renewed = false;
    const shots = [...prelude.shots];
    let first: Pick<Attempt, "why" | "trace"> = { why: "", trace: null };
    for (let number = 1; ; number += 1) {
      if (number > 1)
        journal.event({
          kind: "case_started",
          case_id: item.id,
          step: null,
          title: item.title,
          attempt: number,
        });
      const place = { number, renewed, firstIndex: prelude.steps.length, last };
      let attempt = await attemptCase(item, values, place);
      const label = number > 1 ? `attempt ${number}: ` : "";
      const fresh = await renewalFor(item, attempt, login, renewed);
      if (fresh) {
        [login, prelude, renewed] = [fresh.login, fresh.login.first ? fresh : noLogin, true];
        shots.push(...relabel(attempt.shots, `${label}before the log-in was renewed: `), ...prelude.shots);
        attempt = await attemptCase(item, values, { ...place, renewed, firstIndex: prelude.steps.length });
      }
      shots.push(...relabel(attempt.shots, label));
      const done = {
        ...common,
        duration_ms: duration(),
        attempts: number,
        steps: [...prelude.steps, ...attempt.steps],
        shots,
        captured: attempt.captured,
      };
      if (attempt.cancelled) {
        return {
          ...done,
          status: "skipped",
          why: "run cancelled",
          flaky: false,
          root_cause: null,
          trace: null,
        };
      }
      if (!attempt.failure) {
        const late = renewed ? "passed once the log-in, which had expired, was renewed" : "";
        const why = number > 1 ? `passed on attempt ${number}; attempt 1: ${first.why}` : late;
        return { ...done, status: "passed", why, flaky: number > 1, root_cause: null, trace: first.trace };
      }
      if (number === 1) first = attempt;
      if (number > item.retries || signal.aborted) {
        await causes.lookFor(attempt.failure);
        const { status } = attempt.failure;
        const { why, trace } = attempt;
        return { ...done, status, why, flaky: false, root_cause: null, trace };
      }
      journal.log("warn", `attempt ${number} ${attempt.failure.status}: ${attempt.why}`, item.id);
    }
  };
  return { run };
};
