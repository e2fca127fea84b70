import { createMeter } from "#core/llm/meter.ts";
import { readLimits, readPrices } from "#core/llm/limits.ts";
import { renderQualification } from "#core/report/qualification-page.ts";
import { createMask } from "#core/run/mask.ts";
import type { ActionMemory } from "#core/run/recall.ts";
import { parseSuite } from "#core/suite/parse.ts";
import { qualifySuite } from "#core/qualify/qualify.ts";
import { AppError } from "#model/errors.ts";
import type { NewRunEvent } from "#model/event.ts";
import type { Qualification } from "#model/qualification.ts";
import type { Settings } from "#model/settings.ts";
import type { Browser } from "#ports/browser.ts";
import type { ModelAccess } from "#ports/model.ts";
import type { Lease } from "#ports/queue.ts";
import type { RunOutcome, Store } from "#ports/store.ts";
import { qualificationPlanSchema } from "./request.ts";

type Journal = {
  emit(event: NewRunEvent): Promise<void>;
  saveFile(name: string, content: string): Promise<void>;
  finish(outcome: RunOutcome): Promise<void>;
};

type Dependencies = {
  store: Pick<Store, "suites">;
  openJournal(lease: Lease): Journal;
  browser(): Promise<Browser>;
  settings: {
    inClear(orgId: string): Promise<Settings>;
    secrets(orgId: string): Promise<Map<string, string>>;
  };
  createModel(settings: Settings, requestKey: string | null): ModelAccess;
  /** What the `do` steps of a suite have found before. */
  memoryFor(place: { orgId: string; file: string; settings: Settings }): ActionMemory;
  suiteEnv(name: string): string | undefined;
  clock: { now(): Date; sleep(ms: number, signal?: AbortSignal): Promise<void> };
};

const shortestSecret = 6;

/** Carries out a run of kind `qualify`. A retaken one begins anew, with the same faults. */
export const createQualificationHandler = (dependencies: Dependencies) => {
  const { store, clock } = dependencies;

  const qualify = async (
    { run, signal }: Lease,
    journal: Journal,
    { file, yaml }: { file: string; yaml: string },
  ): Promise<Qualification> => {
    const { suite, diagnostics } = parseSuite(yaml);
    if (!suite) {
      const [first] = diagnostics;
      const place = `line ${first?.line ?? 1}: ${first?.message ?? ""}`;
      throw new AppError("invalid_yaml", `${file} is not valid: ${place}`);
    }
    const plan = qualificationPlanSchema.parse(run.request);
    const settings = await dependencies.settings.inClear(run.orgId);
    const secrets = await dependencies.settings.secrets(run.orgId);
    const hidden = [...secrets.values(), settings.LLM_API_KEY ?? ""].filter(
      ({ length }) => length >= shortestSecret,
    );
    const mask = createMask(hidden);
    const meter = createMeter({
      access: dependencies.createModel(settings, null),
      limits: readLimits(settings),
      prices: readPrices(settings),
      mask: mask.text,
      sleep: (ms, until) => clock.sleep(ms, until).catch(() => undefined),
    });
    const result = await qualifySuite({
      runId: run.id,
      file,
      suite,
      reset: plan.reset,
      secrets: hidden,
      only: run.cases,
      baseUrl: run.base_url ?? undefined,
      browser: dependencies.browser,
      values: { env: dependencies.suiteEnv, secret: (name) => secrets.get(name) },
      seed: plan.seed,
      maxFaults: plan.max_faults,
      budgetMs: plan.budget_s * 1000,
      kinds: plan.kinds,
      injectTraceparent: settings.TRACE_INJECTION === "same_origin",
      meter,
      memory: dependencies.memoryFor({ orgId: run.orgId, file, settings }),
      signal,
      emit: (event) => journal.emit(mask.deep(event)),
      now: clock.now,
    });
    return mask.deep(result);
  };

  return async (lease: Lease): Promise<void> => {
    const { run, signal } = lease;
    const journal = dependencies.openJournal(lease);
    const nothing = { summary: null, report: null };
    const suite = run.suite === null ? null : await store.suites.get(run.orgId, run.suite);
    if (!suite) {
      const error = `suite_gone: ${run.suite ?? "the suite"} was deleted before the run started`;
      await journal.finish({ ...nothing, status: "error", error, result: null });
      return;
    }
    const result = await qualify(lease, journal, suite);
    if (signal.aborted && signal.reason !== "cancelled") return;
    await journal.saveFile("report.json", JSON.stringify(result, null, 2));
    await journal.saveFile("report.html", renderQualification(result));
    await journal.finish({
      ...nothing,
      status: result.status === "cancelled" ? "cancelled" : "done",
      error: null,
      result,
    });
  };
};
