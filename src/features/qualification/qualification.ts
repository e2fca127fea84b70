import type { QualifyRequest } from "#api/qualify.ts";
import { emptyQualification } from "#core/qualify/empty.ts";
import { AppError } from "#model/errors.ts";
import { newId } from "#model/ids.ts";
import { faultKinds, qualificationSchema } from "#model/qualification.ts";
import type { Qualification } from "#model/qualification.ts";
import { queueTopic } from "#ports/bus.ts";
import type { Bus } from "#ports/bus.ts";
import type { Queue } from "#ports/queue.ts";
import type { Store } from "#ports/store.ts";
import type { QualificationPlan } from "./request.ts";

type Dependencies = {
  store: Store;
  queue: Queue;
  bus: Bus;
  /** Case ids of a suite's YAML. */
  caseIds(yaml: string): string[];
  /** Resolves when the run has ended, after timeoutMs, or on abort. */
  waitForEnd(orgId: string, runId: string, timeoutMs: number, signal: AbortSignal): Promise<void>;
};

export type QualificationFeature = ReturnType<typeof createQualification>;

/** Another sample for each qualification that names no seed; 31 bits, so that seeds next to it fit, too. */
const newSeed = (id: string): number => Number.parseInt(id.slice(-8), 16) >>> 1;

/** Queues qualifications: what a suite would notice if its app broke. */
export const createQualification = ({ store, queue, bus, caseIds, waitForEnd }: Dependencies) => {
  const enqueue = async (orgId: string, file: string, request: QualifyRequest): Promise<string> => {
    const suite = await store.suites.get(orgId, file);
    if (!suite) throw new AppError("not_found", `There is no suite ${file}.`);
    const known = new Set(caseIds(suite.yaml));
    const errors = (request.cases ?? []).flatMap((id, index) =>
      known.has(id) ? [] : [{ path: `cases.${index}`, message: `${file} has no case ${id}` }],
    );
    const { reset } = request;
    if (reset !== undefined && !known.has(reset))
      errors.push({ path: "reset", message: `${file} has no case ${reset}` });
    if (errors.length > 0) throw new AppError("invalid_request", "Some cases do not exist.", { errors });
    const id = newId();
    const plan: QualificationPlan = {
      max_faults: request.max_faults,
      budget_s: request.budget_s,
      kinds: request.kinds ?? [...faultKinds],
      seed: request.seed ?? newSeed(id),
      reset: reset ?? null,
    };
    await queue.enqueue([
      {
        id,
        orgId,
        kind: "qualify",
        suite: file,
        cases: request.cases ?? null,
        fileIssues: "off",
        sharded: false,
        baseUrl: request.base_url ?? null,
        planId: null,
        request: plan,
        sealed: null,
      },
    ]);
    bus.publish(queueTopic);
    return id;
  };

  return {
    /**
     * Sync mode waits up to `timeout_s`; when the time is up the status is still `queued` or `running`, and the run goes on.
     * not_found for an unknown suite, invalid_request for an unknown case.
     */
    qualify: async (
      orgId: string,
      file: string,
      request: QualifyRequest,
      signal: AbortSignal,
    ): Promise<Qualification> => {
      const id = await enqueue(orgId, file, request);
      if (request.mode === "async") return emptyQualification({ run_id: id, status: "queued", suite: file });
      await waitForEnd(orgId, id, request.timeout_s * 1000, signal);
      const run = await store.runs.get(orgId, id);
      if (!run) throw new AppError("internal", `Run ${id} is gone.`);
      const details = await store.runs.details(orgId, id);
      const result = qualificationSchema.safeParse(details?.result);
      if (result.success) return result.data;
      return emptyQualification({ run_id: id, status: run.status, suite: file });
    },
  };
};
