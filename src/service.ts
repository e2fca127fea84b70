import { setTimeout as sleep } from "node:timers/promises";
import { readWhole } from "#adapters/artifacts/read-whole.ts";
import { watchLogs, watchModel } from "#adapters/metrics/watch.ts";
import { createModel } from "#adapters/llm/create-model.ts";
import { createLogBackend } from "#adapters/logs/create-log-backend.ts";
import { createOutbound } from "#adapters/outbound/outbound.ts";
import { createBrowserProvider } from "#adapters/playwright/provider.ts";
import { createSourceMaps } from "#adapters/source-maps/source-maps.ts";
import { createAnalysisHandler } from "#features/analysis/run-analysis.ts";
import { createGenerateFromApp } from "#features/generation/generate-from-app.ts";
import { createRunFiling } from "#features/issues/after-run.ts";
import { createFiling } from "#features/issues/file-issues.ts";
import { createSettling } from "#features/issues/settle.ts";
import { createTracking } from "#features/issues/track.ts";
import { createRunNotices } from "#features/notifications/after-run.ts";
import { createQualificationHandler } from "#features/qualification/run-qualification.ts";
import { createSuiteExecution } from "#features/runs/execute.ts";
import { openJournal } from "#features/runs/journal.ts";
import { memoryFor } from "#features/runs/memory.ts";
import { createSuiteHandler } from "#features/runs/run-suite.ts";
import { createLogger } from "#http/logger.ts";
import { listenOn } from "#http/listen-on.ts";
import { listenForMetrics } from "#http/metrics.ts";
import { createServer } from "#http/server.ts";
import { AppError } from "#model/errors.ts";
import { outboxTopic } from "#ports/outbox.ts";
import type { Lease } from "#ports/queue.ts";
import { startOutbox } from "#worker/outbox.ts";
import { startTicker } from "#worker/ticker.ts";
import { startWorker } from "#worker/worker.ts";
import type { Config } from "./config.ts";
import { createFeatures } from "./create-features.ts";
import { startHousekeeping } from "./keep-house.ts";
import { observeService } from "./observe-service.ts";
import { openStorage } from "./open-storage.ts";
import { version } from "./version.ts";

export type Service = {
  /** Address without the base path; empty for a process that only works on runs. */
  url: string;
  /** Where `/metrics` is; empty for a process that listens nowhere. */
  metricsUrl: string;
  needsSetup(): Promise<boolean>;
  /** Stops taking runs, gives those under way `graceMs` to end, and hands the rest back to the queue. */
  close(graceMs?: number): Promise<void>;
};

const now = (): Date => new Date();

/**
 * The service, or the half of it that the role names: API, queue, workers, browser. Throws AppError when it
 * cannot start, with everything closed again: what stayed open would keep the process from ending.
 */
export const startService = async (config: Config): Promise<Service> => {
  const opened = new AsyncDisposableStack();
  try {
    return await openService(config, opened);
  } catch (error) {
    await opened.disposeAsync();
    throw error;
  }
};

/** Whatever is opened is handed to `opened`, which closes it in the opposite order. */
const openService = async (config: Config, opened: AsyncDisposableStack): Promise<Service> => {
  let graceMs = 0;
  const log = createLogger(config.logLevel);
  const observed = await observeService(config, {
    log,
    operations: () => storage.operations,
    browsers: () => browsers.counts(),
  });
  opened.defer(() => observed.tracer.close());
  const { metrics } = observed;
  const storage = await openStorage(config, log, observed.watchStore);
  opened.defer(() => storage.close());
  const { store, bus, artifacts, seal, jwtSecret } = storage;
  const queue = observed.watchQueue(storage.queue, store);
  const outbound = createOutbound(config);
  opened.defer(() => outbound.close());
  // A model may think for minutes before its first word.
  const modelOutbound = createOutbound({ ...config, timeoutMs: 300_000 });
  opened.defer(() => modelOutbound.close());
  const browsers = createBrowserProvider({
    executablePath: config.browserPath,
    wsEndpoint: config.browserWsEndpoint,
    sandbox: config.browserSandbox,
    allowUrl: outbound.isAllowedUrl,
    proxy: outbound.browserProxy,
    fetch: outbound.fetch,
    log: (message) => log.info(message),
  });
  opened.defer(() => browsers.close());
  const parts = await createFeatures({
    store,
    queue,
    bus,
    artifacts,
    seal,
    outbound,
    sessions: { ...config, jwtSecret },
    publicUrl: config.publicUrl,
    concurrency: config.maxConcurrentRuns,
    generateFromApp: ({ model }) => createGenerateFromApp({ browser: browsers.get, model }),
    browser: browsers.get,
    createModel: (values, key) => createModel(values, key, modelOutbound),
    checkUrl: async (url) => {
      if (await outbound.isAllowedUrl(url)) return;
      throw new AppError("invalid_request", `${url} is refused by this service's outbound rules.`);
    },
    now,
  });
  const { auth, settings, plans, trackers, links, notifications, generateFromApp, generateFromSource } =
    parts;
  await auth.bootstrap();

  const journalOf = (lease: Lease) => observed.watchJournal(openJournal({ store, bus, artifacts }, lease));
  const executeSuite = createSuiteExecution({
    browser: browsers.get,
    settings,
    fingerprints: store.fingerprints,
    foundActions: store.foundActions,
    profiles: store,
    recentVerdicts: (orgId, suite) => store.analytics.recent(orgId, suite),
    createLogs: (values) =>
      watchLogs(createLogBackend(values, { fetch: outbound.fetch, logDirs: config.logDirs }), metrics),
    sourceMaps: createSourceMaps(outbound.fetch),
    createModel: (values, key) => watchModel(createModel(values, key, modelOutbound), metrics),
    suiteEnv: config.suiteEnv,
    clock: { now, sleep: (ms, signal) => sleep(ms, undefined, { signal }) },
  });
  const fileIssues = createRunFiling({
    filing: createFiling({ ...store, links, now }),
    settle: createSettling({
      filings: store.filings,
      wake: () => bus.publish(outboxTopic),
      sleep: (ms) => sleep(ms),
    }),
    views: parts.features.issues.views,
    onError: (error, runId) => log.error({ err: error, run_id: runId }, "issues could not be filed"),
  });
  const server = createServer({
    observe: observed.request,
    metrics: config.metricsPort === undefined ? observed.metricsPage : undefined,
    features: parts.features,
    config: { trustProxy: config.trustProxy, corsOrigins: config.corsOrigins, version },
    logger: log,
  });
  opened.defer(() => server.close());
  // Before any work is taken up: a port that is taken is found out here.
  const url =
    config.role === "worker" ? "" : await listenOn("SERVICE_PORT", config, (at) => server.listen(at));
  const { metricsPort } = config;
  const listener =
    metricsPort === undefined
      ? null
      : await listenOn("SERVICE_METRICS_PORT", { host: config.host, port: metricsPort }, (at) =>
          listenForMetrics(observed.metricsPage, at),
        );
  opened.defer(() => listener?.close());

  if (!storage.isShared) await store.outbox.release();
  const outbox = startOutbox({
    outbox: store.outbox,
    bus,
    handlers: {
      notification: createRunNotices({
        store,
        runEnded: notifications.runEnded,
        warn: (message) => log.warn(message),
      }),
      filing: createTracking({
        issues: store.issues,
        filings: store.filings,
        open: trackers.open,
        readFile: (runId, path) => readWhole(artifacts, `${runId}/${path}`),
        links,
        now,
      }),
    },
    onError: (error, item) =>
      log.error(
        { err: error, kind: item?.kind, subject: item?.subject },
        "the outbox could not be worked off",
      ),
  });
  opened.defer(() => outbox.stop(graceMs));
  const startWorking = () =>
    startWorker(
      queue,
      config.maxConcurrentRuns,
      {
        suite: createSuiteHandler({ store, seal, openJournal: journalOf, executeSuite, fileIssues }),
        analyze: createAnalysisHandler({
          store,
          seal,
          openJournal: journalOf,
          executeSuite,
          fileIssues,
          generate: ({ kind, baseUrl, ...request }) =>
            kind === "url" ? generateFromApp(request) : generateFromSource({ ...request, baseUrl, kind }),
          whyKeyIsUnused: async (orgId, key) => {
            const access = createModel(await settings.inClear(orgId), key, modelOutbound);
            return access.model === null ? access.why : null;
          },
          keepSecret: settings.keepSecret,
          saveSuite: parts.saveGenerated,
        }),
        qualify: createQualificationHandler({
          store,
          openJournal: journalOf,
          browser: browsers.get,
          settings,
          createModel: (values, key) => createModel(values, key, modelOutbound),
          memoryFor: (place) => memoryFor(store.foundActions, place, now),
          suiteEnv: config.suiteEnv,
          clock: { now, sleep: (ms, signal) => sleep(ms, undefined, { signal }) },
        }),
      },
      async (lease, carryOut) => {
        try {
          await observed.aroundRun(lease, carryOut);
        } finally {
          bus.publish(outboxTopic);
        }
      },
    );
  const worker = config.role === "api" ? null : startWorking();
  opened.defer(() => worker?.stop(graceMs));
  const ticker = startTicker(
    () =>
      plans.tick((error, planId) =>
        log.error({ err: error, plan_id: planId }, "a plan could not be started"),
      ),
    { everyMs: 15_000, onError: (error) => log.error({ err: error }, "the schedules could not be read") },
  );
  opened.defer(() => ticker.stop());
  const house = startHousekeeping(config, storage, { log, onRemoved: metrics.housekept });
  opened.defer(() => house.stop());

  return {
    url,
    metricsUrl: listener ? listener.url : url,
    needsSetup: auth.needsSetup,
    close: async (patienceMs = 10_000) => {
      graceMs = patienceMs;
      await opened.disposeAsync();
    },
  };
};
