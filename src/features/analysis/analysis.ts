import type { AnalyzeRequest } from "#api/analyze.ts";
import type { AnalyzeResult } from "#model/analysis.ts";
import { credentialName } from "#model/credential-name.ts";
import { AppError } from "#model/errors.ts";
import { newId } from "#model/ids.ts";
import { isOpen } from "#model/run.ts";
import type { FileIssues } from "#model/run.ts";
import { queueTopic } from "#ports/bus.ts";
import type { Bus } from "#ports/bus.ts";
import type { Queue } from "#ports/queue.ts";
import type { Seal } from "#ports/seal.ts";
import type { RunRow, Store } from "#ports/store.ts";
import { checkLogBackend } from "./request.ts";
import type { AnalysisPlan, AnalysisSecrets } from "./request.ts";
import { emptyResult, isAnalyzeResult } from "./result.ts";

type Dependencies = {
  store: Store;
  queue: Queue;
  bus: Bus;
  seal: Seal;
  /** Throws AppError("invalid_request") for an address that the outbound policy refuses. */
  checkUrl(url: string): Promise<void>;
  /** Throws AppError("invalid_request") when issues cannot be filed there. */
  checkFiling(orgId: string, target: FileIssues | undefined): Promise<void>;
  /** Resolves when the run has ended, after timeoutMs, or on abort. */
  waitForEnd(orgId: string, runId: string, timeoutMs: number, signal: AbortSignal): Promise<void>;
};

/** Queues an analysis: generate a suite for a live app, run it, find the root causes. */
export const createAnalysis = (dependencies: Dependencies) => {
  const { store, queue, bus, seal } = dependencies;

  const enqueue = async (orgId: string, request: AnalyzeRequest): Promise<string> => {
    await dependencies.checkFiling(orgId, request.file_issues);
    await dependencies.checkUrl(request.app_url);
    if (request.base_url) await dependencies.checkUrl(request.base_url);
    const secrets: AnalysisSecrets = {
      llm_key: request.llm_key?.trim() || null,
      log_backend: checkLogBackend(request.log_backend),
      // An empty field of a form is none.
      text: request.text || null,
      password: request.auth?.password ?? null,
    };
    const baseUrl = request.base_url ?? request.app_url;
    const loggedInTo = request.kind === "url" ? request.app_url : baseUrl;
    const secret = request.auth ? credentialName(loggedInTo, request.auth.username) : "";
    const plan: AnalysisPlan = {
      app_url: request.app_url,
      kind: request.kind,
      base_url: baseUrl,
      exhaustive: request.exhaustive ?? false,
      auth: request.auth
        ? { username: request.auth.username, secret, login_path: request.auth.login_path ?? null }
        : null,
    };
    const id = newId();
    await queue.enqueue([
      {
        id,
        orgId,
        kind: "analyze",
        suite: null,
        cases: null,
        fileIssues: request.file_issues ?? "off",
        sharded: false,
        baseUrl: null,
        planId: null,
        request: plan,
        sealed: Object.values(secrets).some((value) => value !== null)
          ? seal.seal(JSON.stringify(secrets))
          : null,
      },
    ]);
    bus.publish(queueTopic);
    return id;
  };

  return {
    /**
     * Sync mode waits up to `timeout_s` and answers with the result, or with status `queued` or
     * `running` when the time is up: the run goes on. Throws AppError("generation_error") when no suite could be generated.
     */
    analyze: async (orgId: string, request: AnalyzeRequest, signal: AbortSignal): Promise<AnalyzeResult> => {
      const id = await enqueue(orgId, request);
      if (request.mode === "async") return emptyResult(id, "queued");
      await dependencies.waitForEnd(orgId, id, request.timeout_s * 1000, signal);
      const run = await store.runs.get(orgId, id);
      if (!run) throw new AppError("internal", `Run ${id} is gone.`);
      return answer(run, await store.runs.details(orgId, id));
    },
  };
};

const answer = (run: RunRow, details: { result: Record<string, unknown> | null } | null): AnalyzeResult => {
  const isRefused = run.error?.startsWith("generation_error: ") === true;
  // Without a suite there is nothing else to answer with; a suite that was written is there, whatever went wrong then.
  if (run.status === "error" && (isRefused || (run.suite === null && !isAnalyzeResult(details?.result)))) {
    const why = run.error?.replace(/^generation_error: /, "") ?? "The analysis ended without a suite.";
    throw new AppError("generation_error", why);
  }
  if (isOpen(run.status) || !isAnalyzeResult(details?.result))
    return { ...emptyResult(run.id, run.status), ...(run.error !== null && { warnings: [run.error] }) };
  return details.result;
};
