import type { TracewrightApi } from "#api/index.ts";
import { AppError } from "#model/errors.ts";
import type { AnalyticsFeature } from "#features/analytics/analytics.ts";
import type { createAnalysis } from "#features/analysis/analysis.ts";
import type { ArtifactsFeature } from "#features/artifacts/artifacts.ts";
import type { AuthFeature } from "#features/auth/auth.ts";
import type { createApiCheck } from "#features/checks/api-check.ts";
import type { createScreenshotCheck } from "#features/checks/screenshot-check.ts";
import type { GenerationFeature } from "#features/generation/generation.ts";
import type { RegenerationFeature } from "#features/generation/regeneration.ts";
import type { IssuesFeature } from "#features/issues/issues.ts";
import type { Trackers } from "#features/issues/trackers.ts";
import type { OrganisationsFeature } from "#features/organisations/organisations.ts";
import type { PlansFeature } from "#features/plans/plans.ts";
import type { QualificationFeature } from "#features/qualification/qualification.ts";
import type { createRunPatches } from "#features/runs/patches.ts";
import type { createRuns } from "#features/runs/runs.ts";
import type { createSettings } from "#features/settings/settings.ts";
import type { SuitesFeature } from "#features/suites/suites.ts";
import type { TracingFeature } from "#features/tracing/tracing.ts";
import type { Handlers, RawAnswer } from "./context.ts";
import { docsPage } from "./docs.ts";
import { createStreamLimit, eventStream, resumeAfter } from "./event-stream.ts";

/** What the service can do, as the server needs it. */
export type Features = {
  auth: AuthFeature;
  organisations: OrganisationsFeature;
  suites: SuitesFeature;
  runs: ReturnType<typeof createRuns>;
  patches: ReturnType<typeof createRunPatches>;
  artifacts: ArtifactsFeature;
  analysis: ReturnType<typeof createAnalysis>;
  qualification: QualificationFeature;
  tracing: TracingFeature;
  generation: GenerationFeature;
  regeneration: Pick<RegenerationFeature, "get" | "apply">;
  plans: Pick<PlansFeature, "list" | "get" | "save" | "remove" | "run">;
  issues: IssuesFeature;
  trackers: Pick<Trackers, "configured">;
  analytics: AnalyticsFeature;
  checks: {
    api: ReturnType<typeof createApiCheck>;
    screenshot: ReturnType<typeof createScreenshotCheck>;
  };
  /** Sends a test chat message now. */
  testNotification(orgId: string): Promise<void>;
  settings: Pick<ReturnType<typeof createSettings>, "read" | "write">;
  /** Each throws when its part of the service cannot do its work: database, data directory. */
  readiness: (() => Promise<void>)[];
};

const ok = { ok: true } as const;

/** A handler for every operation of the contract; `openApi` gives the finished description. */
export const createHandlers = (features: Features, openApi: () => string): Handlers<TracewrightApi> => {
  const { auth, organisations, suites, runs, patches, artifacts, analysis, tracing, settings } = features;
  const { generation, plans, issues, trackers, analytics, checks } = features;
  const openStream = createStreamLimit();
  return {
    getHealth: async () => ({ status: "ok" }),
    getReadiness: async ({ log }) => {
      try {
        await Promise.all(features.readiness.map((probe) => probe()));
      } catch (error) {
        log.error({ err: error }, "not ready");
        throw new AppError("not_ready", "The data directory or the database cannot be written.", {
          cause: error,
        });
      }
      return { status: "ready" };
    },
    getOpenApi: async () => ({ contentType: "application/json; charset=utf-8", body: openApi() }),
    getDocs: async ({ credential }) => docsPage(credential),

    getSetup: async () => ({ needs_setup: await auth.needsSetup() }),
    setUp: ({ body }) => auth.setUp(body),
    login: ({ body, address }) => auth.login(body, address),
    getMe: ({ caller }) => auth.me(caller),
    createToken: ({ caller, body }) => auth.createToken(caller, body.name),
    listTokens: async ({ caller, query }) => ({ ...(await auth.listTokens(caller, query)), ...query }),
    deleteToken: async ({ caller, params }) => {
      await auth.deleteToken(caller, params.id);
      return ok;
    },
    listUsers: async ({ caller, query }) => ({ ...(await auth.listUsers(caller.orgId, query)), ...query }),
    createUser: ({ caller, body }) => auth.createUser(caller.orgId, body),
    updateUser: ({ caller, params, body }) => auth.updateUser(caller.orgId, params.id, body),
    deleteUser: async ({ caller, params }) => {
      await auth.deleteUser(caller.orgId, params.id);
      return ok;
    },

    listOrganisations: async ({ caller, query }) => ({
      ...(await organisations.list(caller, query)),
      ...query,
    }),
    createOrganisation: ({ caller, body }) => organisations.create(caller, body),

    listSuites: async ({ caller, query }) => {
      const { limit, offset } = query;
      return { ...(await suites.list(caller.orgId, query)), limit, offset };
    },
    createSuite: async ({ caller, body }) => ({ ...ok, file: await suites.create(caller.orgId, body.yaml) }),
    getSuite: ({ caller, params }) => suites.get(caller.orgId, params.name),
    updateSuite: async ({ caller, params, body }) => {
      await suites.update(caller.orgId, params.name, body.yaml);
      return { ...ok, file: params.name };
    },
    deleteSuite: async ({ caller, params }) => {
      await suites.remove(caller.orgId, params.name);
      return ok;
    },
    exportSuite: async ({ caller, params }) => ({
      contentType: "text/plain; charset=utf-8",
      body: await suites.exportSpec(caller.orgId, params.name),
    }),

    listRuns: async ({ caller, query }) => {
      const { limit, offset } = query;
      return { ...(await runs.list(caller.orgId, query)), limit, offset };
    },
    startRuns: ({ caller, body }) => {
      if ("jobs" in body) return runs.start(caller.orgId, body);
      const { suite, cases, ...options } = body;
      return runs.start(caller.orgId, { jobs: [{ suite, cases }], single: true, ...options });
    },
    getQueue: ({ caller }) => runs.queue(caller.orgId),
    getRun: ({ caller, params, query }) => runs.get(caller.orgId, params.id, query.since),
    cancelRun: async ({ caller, params }) => ({ ...ok, ...(await runs.cancel(caller.orgId, params.id)) }),
    getRunPatch: ({ caller, params }) => patches.get(caller.orgId, params.id),
    applyRunPatch: async ({ caller, params }) => ({
      ...ok,
      ...(await patches.apply(caller.orgId, params.id)),
    }),
    streamRunEvents: async ({ caller, params, query, header, signal, credential }) => {
      // Asked first, so that a run that is not there is 404 and no empty stream.
      await runs.get(caller.orgId, params.id, Number.MAX_SAFE_INTEGER);
      const since = resumeAfter(header("last-event-id"), query.since);
      return eventStream(runs.events(caller.orgId, params.id, since, signal), {
        mayGoOn: () =>
          auth.authenticate(credential ?? "").then(
            ({ orgId }) => orgId === caller.orgId,
            () => false,
          ),
        onEnd: openStream(caller.orgId),
      });
    },

    getArtifact: async ({ caller, params, header }) => {
      const artifact = await artifacts.open(caller.orgId, params.path);
      return header("authorization") === undefined ? embeddable(artifact) : artifact;
    },

    getRegeneration: ({ caller, params }) => features.regeneration.get(caller.orgId, params.name),
    applyRegeneration: async ({ caller, params }) => ({
      ok: true,
      ...(await features.regeneration.apply(caller.orgId, params.name)),
    }),
    generateSuite: ({ caller, body, signal }) => generation.generate(caller.orgId, body, signal),
    generatePlan: ({ caller, body, signal }) => generation.generatePlan(caller.orgId, body, signal),

    listPlans: async ({ caller, query }) => ({ ...(await plans.list(caller.orgId, query)), ...query }),
    getPlan: ({ caller, params }) => plans.get(caller.orgId, params.plan_id),
    savePlan: ({ caller, body }) => plans.save(caller.orgId, body),
    deletePlan: async ({ caller, params }) => {
      await plans.remove(caller.orgId, params.plan_id);
      return ok;
    },
    runPlan: ({ caller, params, body }) => plans.run(caller.orgId, params.plan_id, body ?? {}),

    listIssues: async ({ caller, query }) => {
      const { limit, offset } = query;
      return { ...(await issues.list(caller.orgId, query)), limit, offset };
    },
    getIssue: ({ caller, params }) => issues.get(caller.orgId, params.id),
    updateIssue: ({ caller, params, body }) => issues.change(caller.orgId, params.id, body),
    commentIssue: async ({ caller, params, body }) => {
      const { email } = await auth.me(caller);
      return issues.comment(caller.orgId, params.id, email, body.body);
    },

    analyze: ({ caller, body, signal }) => {
      const { log_backend: given, ...rest } = body;
      const log_backend = given && withoutUnset(given);
      return analysis.analyze(caller.orgId, { ...rest, log_backend }, signal);
    },

    qualifySuite: ({ caller, params, body, signal }) =>
      features.qualification.qualify(caller.orgId, params.name, body, signal),

    getTracingSnippet: async () => tracing.snippet(),

    getSettings: async ({ caller }) => settings.read(caller.orgId),
    updateSettings: async ({ caller, body }) => {
      await settings.write(caller.orgId, body);
      return settings.read(caller.orgId);
    },
    getTrackers: ({ caller }) => trackers.configured(caller.orgId),
    sendTestNotification: async ({ caller }) => {
      await features.testNotification(caller.orgId);
      return ok;
    },
    getAnalytics: ({ caller, query }) => analytics.read(caller.orgId, query.days),

    checkApi: ({ body, signal }) => checks.api(body, signal),
    checkScreenshot: ({ caller, body }) => checks.screenshot.compare(caller.orgId, body),
    listBaselines: async ({ caller, query }) => ({
      ...(await checks.screenshot.list(caller.orgId, query)),
      ...query,
    }),
    deleteBaseline: async ({ caller, params }) => {
      await checks.screenshot.remove(caller.orgId, params.name);
      return ok;
    },
  };
};

/** An address with its token is for tags that cannot send headers, also on a page of another origin, such as a dashboard's. */
const embeddable = ({ headers, ...answer }: RawAnswer): RawAnswer => ({
  ...answer,
  headers: { ...headers, "cross-origin-resource-policy": "cross-origin" },
});

const withoutUnset = (values: Record<string, string | undefined>): Record<string, string> => {
  const set: Record<string, string> = {};
  for (const [name, value] of Object.entries(values)) if (value !== undefined) set[name] = value;
  return set;
};
