import { createExplainer } from "#core/cause/explain.ts";
import { createMeter } from "#core/llm/meter.ts";
import { readLimits, readPrices } from "#core/llm/limits.ts";
import { createMask } from "#core/run/mask.ts";
import { renderHtmlReport } from "#core/report/html-report.ts";
import { healPatch } from "#core/suite/heal-patch.ts";
import { healsOf } from "#model/healing.ts";
import { diffOf } from "./patches.ts";
import { executeSuite } from "#core/run/execute.ts";
import { secretsOf } from "#core/run/values.ts";
import { suiteDigest } from "#core/suite/digest.ts";
import { parseSuite } from "#core/suite/parse.ts";
import { AppError } from "#model/errors.ts";
import { withLogSource } from "#model/log-source.ts";
import type { Report } from "#model/report.ts";
import type { Settings } from "#model/settings.ts";
import type { Browser } from "#ports/browser.ts";
import type { ActionStore } from "#ports/action-store.ts";
import type { FingerprintStore } from "#ports/fingerprint-store.ts";
import type { LogBackend } from "#ports/logs.ts";
import type { SourceMaps } from "#ports/source-maps.ts";
import type { ModelAccess } from "#ports/model.ts";
import type { Lease } from "#ports/queue.ts";
import { healingFor } from "./healing.ts";
import { memoryFor } from "./memory.ts";
import { profilesFor } from "./profiles.ts";
import type { ProfileKeeper } from "./profiles.ts";
import type { Journal } from "./journal.ts";
import { withFlakiness } from "./flakiness.ts";
import type { RecentVerdicts } from "./flakiness.ts";
import { withLogin } from "./pass.ts";
import type { GivenLogin } from "./pass.ts";

/** Wall clock, so that tests can pass their own. */
export type Clock = { now(): Date; sleep(ms: number, signal?: AbortSignal): Promise<void> };

export type SuiteExecutionDependencies = {
  browser(): Promise<Browser>;
  settings: {
    inClear(orgId: string): Promise<Settings>;
    secrets(orgId: string): Promise<Map<string, string>>;
  };
  /** The latest verdicts of the suite's cases before this run. */
  recentVerdicts(orgId: string, suite: string): Promise<RecentVerdicts>;
  fingerprints: FingerprintStore;
  foundActions: ActionStore;
  profiles: ProfileKeeper;
  createLogs(settings: Settings): LogBackend | null;
  sourceMaps: SourceMaps;
  /** The model of the settings, or the one that the key of a request stands for. */
  createModel(settings: Settings, requestKey: string | null): ModelAccess;
  suiteEnv(name: string): string | undefined;
  clock: Clock;
};

export type SuiteExecution = {
  lease: Lease;
  journal: Journal;
  file: string;
  yaml: string;
  /** Log source of the request, in place of the saved one for this run. */
  logSource?: Settings | null;
  /** Key of a model provider for this run alone, in place of the saved one. */
  modelKey?: string | null;
  /** Takes the place of the suite's own log-in. */
  login?: GivenLogin | null;
};

/** Largest sum of pictures that the report page carries inside itself. */
const inlinePictureBytes = 12 * 1024 * 1024;

/** Runs one suite for the worker that holds the lease, and leaves report.json and report.html beside the pictures. */
export const createSuiteExecution =
  (dependencies: SuiteExecutionDependencies) =>
  async ({ lease, journal, file, yaml, logSource, modelKey, login }: SuiteExecution): Promise<Report> => {
    const { run } = lease;
    const { suite: written, diagnostics } = parseSuite(yaml);
    if (!written) {
      const first = diagnostics[0];
      throw new AppError(
        "invalid_yaml",
        `${file} is not valid: line ${first?.line ?? 1}: ${first?.message ?? ""}`,
      );
    }
    const settings = withLogSource(await dependencies.settings.inClear(run.orgId), logSource ?? null);
    const secrets = await dependencies.settings.secrets(run.orgId);
    const { suite, secret } = withLogin(written, (name) => secrets.get(name), login ?? null);
    const keys = [modelKey ?? "", settings.LLM_API_KEY ?? ""];
    const mask = createMask([
      ...secretsOf(suite, secret),
      ...hiddenFromModels([...secrets.values(), ...keys]),
    ]);
    const access = dependencies.createModel(settings, modelKey ?? null);
    const meter = createMeter({
      access,
      limits: readLimits(settings),
      prices: readPrices(settings),
      mask: mask.text,
      sleep: (ms, signal) => dependencies.clock.sleep(ms, signal).catch(() => undefined),
    });
    const profiles = profilesFor(
      dependencies.profiles,
      { orgId: run.orgId, file, runId: run.id },
      dependencies.clock.now,
    );
    const explain = createExplainer({
      logs: dependencies.createLogs(settings),
      sourceMaps: dependencies.sourceMaps,
      lastPass: profiles.last,
      clock: dependencies.clock,
      meter,
    });
    const healing = healingFor(
      dependencies.fingerprints,
      { orgId: run.orgId, file, mode: suite.healing, settings },
      dependencies.clock.now,
    );
    const pictures = new Map<string, string>();
    let pictureBytes = 0;
    const result = await executeSuite({
      suite,
      only: run.cases,
      baseUrl: run.base_url ?? undefined,
      browser: dependencies.browser,
      values: { env: dependencies.suiteEnv, secret },
      seed: seedOf(run.id),
      folder: lease.attempt > 1 ? `attempt-${lease.attempt}/` : "",
      emit: journal.emit,
      saveFile: async (name, bytes) => {
        await journal.saveFile(name, bytes);
        if (!name.endsWith(".jpg") || pictureBytes + bytes.byteLength > inlinePictureBytes) return;
        pictureBytes += bytes.byteLength;
        pictures.set(name, `data:image/jpeg;base64,${Buffer.from(bytes).toString("base64")}`);
      },
      explain: (failure) => explain(failure, lease.signal),
      passed: profiles.passed,
      meter,
      memory: memoryFor(
        dependencies.foundActions,
        { orgId: run.orgId, file, settings },
        dependencies.clock.now,
      ),
      signal: lease.signal,
      ...(run.sharded ? { spareRoom: lease.spareRoom } : {}),
      ...(healing ? { healing } : {}),
      injectTraceparent: settings.TRACE_INJECTION === "same_origin",
      now: dependencies.clock.now,
    });
    // It is for later runs: that it cannot be kept ends no run.
    await profiles.save().catch(async (error: unknown) => {
      const why = error instanceof Error ? error.message : String(error);
      await journal.log("warn", `what the app answered could not be kept: ${why}`);
    });
    const recent = await dependencies.recentVerdicts(run.orgId, file);
    const report: Report = withFlakiness(
      { suite: file, ...result },
      suiteDigest(yaml, result.base_url),
      recent,
    );
    await journal.saveFile("report.json", JSON.stringify(report, null, 2));
    await journal.saveFile(
      "report.html",
      renderHtmlReport(
        report,
        run.id,
        (path) => pictures.get(path) ?? null,
        diffOf(file, yaml, healPatch(yaml, healsOf(report)).yaml),
      ),
    );
    return report;
  };

/**
 * What no prompt may hold: every secret of the organisation that is long enough not to be a word, also as a page shows it, with
 * its white space folded.
 */
const hiddenFromModels = (secrets: readonly string[]): string[] =>
  secrets
    .filter((secret) => secret.length >= 6)
    .flatMap((secret) => [secret, secret.trim().replaceAll(/\s+/g, " ")]);

/** A seed that follows from the run's id, so that a retaken run types the same values. */
const seedOf = (runId: string): number => Number.parseInt(runId.slice(-8), 16);
