import { suiteDigest } from "#core/suite/digest.ts";
import type { AnalyzeResult } from "#model/analysis.ts";
import type { Coverage } from "#model/coverage.ts";
import { AppError } from "#model/errors.ts";
import type { Report } from "#model/report.ts";
import type { Settings } from "#model/settings.ts";
import type { Lease } from "#ports/queue.ts";
import type { Seal } from "#ports/seal.ts";
import type { RunOutcome, RunRow, Store } from "#ports/store.ts";
import type { AnalysisPlan, AnalysisSecrets } from "./request.ts";
import { emptyResult, toAnalyzeResult } from "./result.ts";

/** What an analysis writes about its run. */
type Journal = {
  log(level: "info" | "warn" | "error", message: string): Promise<void>;
  /** `request`: what whoever takes the run over is to go on with. */
  setSuite(file: string, request: AnalysisPlan): Promise<void>;
  finish(outcome: RunOutcome): Promise<void>;
};

type Dependencies<J extends Journal> = {
  store: Store;
  seal: Seal;
  openJournal(lease: Lease): J;
  generate(request: {
    orgId: string;
    kind: AnalysisPlan["kind"];
    baseUrl: string;
    text: string | null;
    /** The app for kind url; else what to fetch when there is no text. */
    url: string;
    auth: { username: string; password: string; secretName: string; loginPath: string | null } | null;
    exhaustive: boolean;
    modelKey: string | null;
    signal: AbortSignal;
    progress(message: string): void;
  }): Promise<{
    yaml: string;
    notes: string[];
    coverage: Coverage | null;
    secrets?: Record<string, string>;
  }>;
  executeSuite(execution: {
    lease: Lease;
    journal: J;
    file: string;
    yaml: string;
    logSource: Settings | null;
    modelKey: string | null;
  }): Promise<Report>;
  /** Why no model is asked with the key of the request; null when one is. */
  whyKeyIsUnused(orgId: string, modelKey: string): Promise<string | null>;
  keepSecret(orgId: string, name: string, value: string): Promise<void>;
  /** Files what the run has found where it was asked to, and gives that; rejects only when an event cannot be written. */
  fileIssues(run: RunRow, report: Report, log: Journal["log"]): Promise<AnalyzeResult["issues"]>;
  /** Saves the suite under a new name and gives that. */
  saveSuite(orgId: string, yaml: string): Promise<string>;
};

/** Carries out a run of kind `analyze`: explore, generate, save, run. A retaken run goes on with the suite it has saved. */
export const createAnalysisHandler = <J extends Journal>(dependencies: Dependencies<J>) => {
  const generate = async (
    lease: Lease,
    journal: J,
    plan: AnalysisPlan,
    { password, text, llm_key: modelKey }: Partial<AnalysisSecrets>,
  ): Promise<{ yaml: string; coverage: Coverage | null }> => {
    let said = Promise.resolve();
    const progress = (message: string): void => {
      said = said.then(() => journal.log("info", message));
      // Awaited below; a generation that fails first must not leave it unheard.
      said.catch(() => undefined);
    };
    const {
      yaml,
      notes,
      coverage,
      secrets = {},
    } = await dependencies.generate({
      orgId: lease.run.orgId,
      kind: plan.kind,
      baseUrl: plan.base_url,
      text: text ?? plan.text ?? null,
      url: plan.app_url,
      auth: plan.auth && {
        username: plan.auth.username,
        password: password ?? "",
        secretName: plan.auth.secret,
        loginPath: plan.auth.login_path,
      },
      exhaustive: plan.exhaustive,
      modelKey: modelKey ?? null,
      signal: lease.signal,
      progress,
    });
    for (const [name, value] of Object.entries(secrets)) {
      await dependencies.keepSecret(lease.run.orgId, name, value);
    }
    for (const note of notes) progress(note);
    await said;
    return { yaml, coverage };
  };

  const obtainSuite = async (
    lease: Lease,
    journal: J,
    plan: AnalysisPlan,
    secrets: Partial<AnalysisSecrets>,
  ): Promise<{ file: string; yaml: string; coverage: Coverage | null }> => {
    const { run } = lease;
    const saved = run.suite === null ? null : await dependencies.store.suites.get(run.orgId, run.suite);
    if (saved) return { ...saved, coverage: plan.coverage ?? null };
    const { yaml, coverage } = await generate(lease, journal, plan, secrets);
    // Only a password that has opened the app takes the place of the one that other suites use.
    if (plan.auth && plan.kind === "url")
      await dependencies.keepSecret(run.orgId, plan.auth.secret, secrets.password ?? "");
    const file = await dependencies.saveSuite(run.orgId, yaml);
    await journal.setSuite(file, { ...plan, coverage });
    await journal.log("info", `saved the suite as ${file}`);
    return { file, yaml, coverage };
  };

  const fail = (journal: J, runId: string, error: string): Promise<void> =>
    journal.finish({
      status: "error",
      error,
      summary: null,
      report: null,
      result: emptyResult(runId, "error"),
    });

  return async (lease: Lease): Promise<void> => {
    const { run } = lease;
    const journal = dependencies.openJournal(lease);
    const plan = run.request as AnalysisPlan | null;
    if (!plan) throw new AppError("internal", `run ${run.id} has no request`);
    const sealed = run.sealed ? (JSON.parse(dependencies.seal.open(run.sealed)) as AnalysisSecrets) : null;
    const warnings: string[] = [];
    try {
      const modelKey = sealed?.llm_key ?? null;
      const why = modelKey === null ? null : await dependencies.whyKeyIsUnused(run.orgId, modelKey);
      if (why !== null) warnings.push(`llm_key is not used: ${why}`);
      for (const warning of warnings) await journal.log("warn", warning);
      const { file, yaml, coverage } = await obtainSuite(lease, journal, plan, sealed ?? {});
      const logSource = sealed?.log_backend ?? null;
      const report = await dependencies.executeSuite({ lease, journal, file, yaml, logSource, modelKey });
      if (lease.signal.aborted && lease.signal.reason !== "cancelled") return;
      const status = lease.signal.aborted ? "cancelled" : "done";
      const issues = status === "done" ? await dependencies.fileIssues(run, report, journal.log) : [];
      await journal.finish({
        status,
        error: null,
        summary: report.summary,
        report,
        result: toAnalyzeResult(run.id, status, report, issues, { coverage, warnings }),
        suiteDigest: suiteDigest(yaml, report.base_url),
      });
    } catch (error) {
      if (lease.signal.aborted && lease.signal.reason === "cancelled") {
        const result = emptyResult(run.id, "cancelled");
        await journal.finish({ status: "cancelled", error: null, summary: null, report: null, result });
      } else if (error instanceof AppError && error.code === "generation_error" && !lease.signal.aborted) {
        await fail(journal, run.id, `generation_error: ${error.message}`);
      } else throw error;
    }
  };
};
