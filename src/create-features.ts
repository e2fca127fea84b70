import { setTimeout as sleep } from "node:timers/promises";
import { createWebhookNotifier } from "#adapters/notify/webhook.ts";
import type { createOutbound } from "#adapters/outbound/outbound.ts";
import { createTrackerDefinitions } from "#adapters/trackers/trackers.ts";
import { createLinks } from "#core/report/links.ts";
import { parseSuite } from "#core/suite/parse.ts";
import { createAnalysis } from "#features/analysis/analysis.ts";
import { createAnalytics } from "#features/analytics/analytics.ts";
import { createArtifactReader } from "#features/artifacts/artifacts.ts";
import { createAuth } from "#features/auth/auth.ts";
import { hashPassword } from "#features/auth/passwords.ts";
import { createApiCheck } from "#features/checks/api-check.ts";
import { createScreenshotCheck } from "#features/checks/screenshot-check.ts";
import type { GenerateFromApp } from "#features/generation/generate-from-app.ts";
import { createGenerateFromSource } from "#features/generation/generate-from-source.ts";
import { createGeneration } from "#features/generation/generation.ts";
import { createRegeneration } from "#features/generation/regeneration.ts";
import { createGenerationModel } from "#features/generation/generation-model.ts";
import type { GenerationModel } from "#features/generation/generation-model.ts";
import { createIssues } from "#features/issues/issues.ts";
import { createTrackers } from "#features/issues/trackers.ts";
import { createTryingAgain } from "#features/issues/try-again.ts";
import { createNotifications } from "#features/notifications/notifications.ts";
import { createOrganisations } from "#features/organisations/organisations.ts";
import { createPlans } from "#features/plans/plans.ts";
import { createJobCheck } from "#features/runs/check-jobs.ts";
import { createPassStarter } from "#features/runs/pass.ts";
import { createQualification } from "#features/qualification/qualification.ts";
import { createRunPatches } from "#features/runs/patches.ts";
import { createRuns } from "#features/runs/runs.ts";
import { createSettings } from "#features/settings/settings.ts";
import { createSuites } from "#features/suites/suites.ts";
import { createTracing } from "#features/tracing/tracing.ts";
import type { Features } from "#http/handlers.ts";
import type { Settings } from "#model/settings.ts";
import type { Artifacts } from "#ports/artifacts.ts";
import type { Browser } from "#ports/browser.ts";
import type { Bus } from "#ports/bus.ts";
import type { ModelAccess } from "#ports/model.ts";
import { outboxTopic } from "#ports/outbox.ts";
import type { Queue } from "#ports/queue.ts";
import type { Seal } from "#ports/seal.ts";
import type { Store, Tx } from "#ports/store.ts";
import { readSnippet } from "./snippet.ts";

type Parts = {
  store: Store;
  queue: Queue;
  bus: Bus;
  artifacts: Artifacts;
  seal: Seal;
  outbound: Pick<ReturnType<typeof createOutbound>, "fetch">;
  sessions: Parameters<typeof createAuth>[0]["config"];
  /** Address that people reach the service by. */
  publicUrl: string | undefined;
  /** Generations at a time. */
  concurrency: number;
  generateFromApp(needs: { model: GenerationModel }): GenerateFromApp;
  browser(): Promise<Browser>;
  createModel(settings: Settings, requestKey: string | null): ModelAccess;
  /** Throws AppError("invalid_request") for an address that the outbound rules refuse. */
  checkUrl(url: string): Promise<void>;
  now(): Date;
};

/** Everything that the service can do for who asks it, over what it is kept in; workers take from it what they need. */
export const createFeatures = async (parts: Parts) => {
  const { store, queue, bus, artifacts, seal, outbound, checkUrl, now } = parts;
  const settings = createSettings({ store, seal });
  const suites = createSuites({ store, parseSuite });
  const definitions = createTrackerDefinitions({ fetch: outbound.fetch });
  const trackers = createTrackers({ inClear: settings.inClear, definitions });
  const { checkFiling } = trackers;
  const caseIds = (yaml: string): string[] => parseSuite(yaml).suite?.cases.map(({ id }) => id) ?? [];
  const checkJobs = createJobCheck({ suites: store.suites, caseIds });
  const runs = createRuns({ store, queue, bus, checkJobs, checkFiling });
  const plans = createPlans({
    plans: store.plans,
    seal,
    checkJobs,
    startPass: createPassStarter(queue),
    checkFiling,
    transaction: store.transaction,
    now,
  });
  const links = createLinks(parts.publicUrl);
  const notifications = createNotifications({
    inClear: settings.inClear,
    notify: createWebhookNotifier(outbound.fetch),
    linkTo: links.report,
  });
  const auth = createAuth({ store, config: parts.sessions });
  const model = createGenerationModel({
    settings,
    createModel: parts.createModel,
    sleep: (ms, signal) => sleep(ms, undefined, { signal }),
  });
  const generateFromApp = parts.generateFromApp({ model });
  const generateFromSource = createGenerateFromSource({
    fetch: outbound.fetch,
    browser: parts.browser,
    model,
  });
  const regeneration = createRegeneration({ store, now });
  const saveGenerated = async (orgId: string, yaml: string, title?: string, tx?: Tx): Promise<string> => {
    const file = await suites.create(orgId, yaml, title, tx);
    await regeneration.remember(orgId, file, yaml, tx);
    return file;
  };
  const tryAgain = createTryingAgain(store);
  const { waitForEnd } = runs;
  const features: Features = {
    auth,
    organisations: createOrganisations({ store, hashPassword }),
    suites,
    runs,
    patches: createRunPatches({ store, parseSuite, now }),
    artifacts: createArtifactReader({ store, artifacts }),
    analysis: createAnalysis({ store, queue, bus, seal, checkFiling, waitForEnd, checkUrl }),
    qualification: createQualification({ store, queue, bus, caseIds, waitForEnd }),
    regeneration,
    generation: createGeneration({
      generateFromApp,
      generateFromSource,
      keepSecret: settings.keepSecret,
      saveSuite: saveGenerated,
      regeneration,
      savePlan: plans.save,
      transaction: store.transaction,
      concurrency: parts.concurrency,
      checkUrl,
    }),
    plans,
    issues: createIssues({ issues: store.issues, filings: store.filings, now }),
    trackers,
    analytics: createAnalytics({ analytics: store.analytics, now }),
    checks: {
      api: createApiCheck(outbound.fetch),
      screenshot: createScreenshotCheck({ baselines: store.baselines, artifacts, now }),
    },
    testNotification: notifications.test,
    tracing: createTracing(await readSnippet()),
    settings: {
      read: settings.read,
      write: async (orgId, patch) => {
        await settings.write(orgId, patch);
        await tryAgain(orgId, Object.keys(patch));
        bus.publish(outboxTopic);
      },
    },
    readiness: [store.probe, artifacts.probe],
  };
  return {
    features,
    auth,
    settings,
    suites,
    plans,
    trackers,
    links,
    notifications,
    generateFromApp,
    generateFromSource,
    saveGenerated,
  };
};
