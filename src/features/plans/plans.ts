import { AppError } from "#model/errors.ts";
import { newId } from "#model/ids.ts";
import { isOpen } from "#model/run.ts";
import type { FileIssues, RunItem, RunStatus } from "#model/run.ts";
import type { Summary } from "#model/report.ts";
import { secretMask } from "#model/settings.ts";
import type { PlanItem, PlanRow, PlanStore } from "#ports/plan-store.ts";
import type { Seal } from "#ports/seal.ts";
import type { Page, PageRequest, Tx } from "#ports/store.ts";
import { nextTick } from "./schedule.ts";

export type PlanInput = {
  id?: string;
  name: string;
  description?: string;
  items: PlanItem[];
  schedule?: string | null;
  auth?: { username: string; password: string; login_path?: string | null } | null;
};

export type LastRun = {
  run_ids: string[];
  status: RunStatus;
  started_at: string | null;
  finished_at: string | null;
  summary: Summary;
};
export type PlanView = {
  id: string;
  name: string;
  description: string;
  items: PlanItem[];
  schedule: string | null;
  next_run_at: string | null;
  last_run: LastRun | null;
  auth: { username: string; password: string; login_path: string | null } | null;
};

type Dependencies = {
  plans: PlanStore;
  seal: Seal;
  /**
   * Throws AppError("not_found") for an unknown suite, AppError("invalid_request") for an unknown case; `at` says where an
   * item stands in the request.
   */
  checkJobs(orgId: string, items: PlanItem[], at: (place: number) => string, tx?: Tx): Promise<void>;
  /** Queues runs as one ordered pass; gives their ids in order. */
  startPass(pass: {
    orgId: string;
    planId: string;
    items: PlanItem[];
    auth: PlanRow["auth"];
    fileIssues: FileIssues;
    baseUrl: string | null;
    tx?: Tx;
  }): Promise<string[]>;
  /** Throws AppError("invalid_request") when issues cannot be filed there. */
  checkFiling(orgId: string, target: FileIssues | undefined): Promise<void>;
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  now(): Date;
};

export type PlansFeature = ReturnType<typeof createPlans>;

/** Ordered regression passes, run by hand or by schedule. */
export const createPlans = ({
  plans,
  seal,
  checkJobs,
  startPass,
  checkFiling,
  transaction,
  now,
}: Dependencies) => {
  const requirePlan = async (orgId: string, id: string, tx?: Tx): Promise<PlanRow> => {
    const plan = await plans.get(orgId, id, tx);
    if (!plan) throw noPlan(id);
    return plan;
  };

  const checkItems = (orgId: string, items: PlanItem[], tx?: Tx): Promise<void> =>
    checkJobs(orgId, items, (place) => `items.${place}.`, tx);

  const toAuth = (input: PlanInput["auth"], before: PlanRow["auth"]): PlanRow["auth"] => {
    if (input === undefined) return before;
    if (input === null) return null;
    if (input.password === secretMask && !before) {
      throw new AppError("invalid_request", "The plan has no stored password that the mask could keep.", {
        errors: [{ path: "auth.password", message: "there is none to keep; give the password itself" }],
      });
    }
    const kept = input.password === secretMask ? before?.sealedPassword : undefined;
    return {
      username: input.username,
      sealedPassword: kept ?? seal.seal(input.password),
      loginPath: input.login_path ?? null,
    };
  };

  const view = async (orgId: string, plan: PlanRow, tx?: Tx): Promise<PlanView> => ({
    id: plan.id,
    name: plan.name,
    description: plan.description,
    items: plan.items,
    schedule: plan.schedule,
    next_run_at: plan.nextRunAt,
    last_run: toLastRun(await plans.lastPass(orgId, plan.id, tx)),
    auth: plan.auth && {
      username: plan.auth.username,
      password: secretMask,
      login_path: plan.auth.loginPath,
    },
  });

  return {
    list: async (orgId: string, page: PageRequest): Promise<Page<PlanView>> => {
      const { items, total } = await plans.list(orgId, page);
      return { items: await Promise.all(items.map((plan) => view(orgId, plan))), total };
    },

    get: async (orgId: string, id: string): Promise<PlanView> => view(orgId, await requirePlan(orgId, id)),

    /** Creates a plan, or updates the one that `id` names. 404 for an unknown plan or suite, 400 for a bad schedule. */
    save: async (orgId: string, input: PlanInput, tx?: Tx): Promise<PlanView> => {
      const before = input.id === undefined ? null : await requirePlan(orgId, input.id, tx);
      await checkItems(orgId, input.items, tx);
      const at = now();
      const schedule = input.schedule === undefined ? (before?.schedule ?? null) : input.schedule || null;
      const keepsTick = before !== null && before.schedule === schedule;
      const plan: PlanRow = {
        id: before?.id ?? newId(),
        orgId,
        name: input.name,
        description: input.description ?? before?.description ?? "",
        items: input.items,
        schedule,
        nextRunAt: schedule === null ? null : keepsTick ? before.nextRunAt : nextTick(schedule, at),
        auth: toAuth(input.auth, before?.auth ?? null),
        createdAt: before?.createdAt ?? at.toISOString(),
        updatedAt: at.toISOString(),
      };
      if (!before) await plans.insert(plan, tx);
      // A tick that is claimed in this moment must not be written back.
      else if (!(await plans.update({ ...plan, nextRunAt: keepsTick ? undefined : plan.nextRunAt }, tx))) {
        throw noPlan(plan.id);
      }
      return view(orgId, plan, tx);
    },

    remove: async (orgId: string, id: string): Promise<void> => {
      if (!(await plans.remove(orgId, id))) throw noPlan(id);
    },

    run: async (
      orgId: string,
      id: string,
      options: { file_issues?: FileIssues; base_url?: string } = {},
    ): Promise<{ run_ids: string[] }> => {
      const plan = await requirePlan(orgId, id);
      await checkFiling(orgId, options.file_issues);
      await checkItems(orgId, plan.items);
      const run_ids = await startPass({
        orgId,
        planId: id,
        items: plan.items,
        auth: plan.auth,
        fileIssues: options.file_issues ?? "off",
        baseUrl: options.base_url ?? null,
      });
      return { run_ids };
    },

    /**
     * Starts every plan that is due, once however many processes ask: the tick and the runs are one transaction.
     * A plan whose ticks passed while nothing ran fires once. A plan that cannot be started does not hold up the others;
     * `onError` is told. Gives the number of passes started.
     */
    tick: async (onError: (error: unknown, planId: string) => void): Promise<number> => {
      const at = now();
      let started = 0;
      for (const plan of await plans.due(at.toISOString())) {
        const { nextRunAt, schedule } = plan;
        if (nextRunAt === null || schedule === null) continue;
        const { orgId, id: planId } = plan;
        try {
          const fired = await transaction(async (tx) => {
            if (!(await plans.claimTick(planId, nextRunAt, nextTick(schedule, at), tx))) return false;
            const current = (await plans.get(orgId, planId, tx)) ?? plan;
            const { items, auth } = current;
            await startPass({ orgId, planId, items, auth, fileIssues: "off", baseUrl: null, tx });
            return true;
          });
          if (fired) started += 1;
        } catch (error) {
          onError(error, planId);
        }
      }
      return started;
    },
  };
};

const noPlan = (id: string): AppError => new AppError("not_found", `There is no plan ${id}.`);

const toLastRun = (runs: RunItem[]): LastRun | null => {
  if (runs.length === 0) return null;
  const summary: Summary = { passed: 0, failed: 0, broken: 0, skipped: 0 };
  for (const run of runs) {
    for (const status of ["passed", "failed", "broken", "skipped"] as const)
      summary[status] += run.summary?.[status] ?? 0;
  }
  const open = runs.some(({ status }) => isOpen(status));
  return {
    run_ids: runs.map(({ id }) => id),
    status: passStatus(runs),
    started_at: sorted(runs.map(({ started_at }) => started_at))[0] ?? null,
    finished_at: open ? null : (sorted(runs.map(({ finished_at }) => finished_at)).at(-1) ?? null),
    summary,
  };
};

/** The moments that are known, earliest first. */
const sorted = (moments: (string | null)[]): string[] =>
  moments.filter((moment) => moment !== null).toSorted();

/** The status of the whole pass: the worst that its runs came to, or what they are doing. */
const passStatus = (runs: RunItem[]): RunStatus => {
  const has = (status: RunStatus): boolean => runs.some((run) => run.status === status);
  if (has("running") || (has("queued") && !runs.every(({ status }) => status === "queued"))) return "running";
  if (has("queued")) return "queued";
  if (has("error")) return "error";
  return has("cancelled") ? "cancelled" : "done";
};
