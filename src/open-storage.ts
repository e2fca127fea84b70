import { join } from "node:path";
import { createArtifacts } from "#adapters/artifacts/local.ts";
import { createMemoryBus } from "#adapters/bus/memory.ts";
import { openDatabase } from "#adapters/database/open.ts";
import { createQueue } from "#adapters/queue/queue.ts";
import type { ClosableQueue, QueueLog } from "#adapters/queue/queue.ts";
import { loadKeyFile } from "#adapters/seal/key-file.ts";
import { loadSeal } from "#adapters/seal/seal.ts";
import { AppError } from "#model/errors.ts";
import type { Operations } from "#ports/operations.ts";
import type { Artifacts } from "#ports/artifacts.ts";
import type { Bus } from "#ports/bus.ts";
import type { Seal } from "#ports/seal.ts";
import type { Store } from "#ports/store.ts";
import type { Config } from "./config.ts";

/** Where everything is kept that outlives the process. */
export type Storage = {
  store: Store;
  /** What operating the service asks of the database. */
  operations: Operations;
  queue: ClosableQueue;
  bus: Bus;
  artifacts: Artifacts;
  seal: Seal;
  jwtSecret: string;
  /** Whether other processes work with the same. */
  isShared: boolean;
  /** After the workers and the server. */
  close(): Promise<void>;
};

type Watch = (store: Store) => Store;
type Parts = Pick<Storage, "store" | "queue" | "bus">;

/**
 * Opens what the configuration names: the embedded database below the data directory, or PostgreSQL; artifacts on the disk or
 * in S3. `watch` may stand between the store and all who use it. Throws AppError when something cannot be opened, or when the key of another installation would read its secrets.
 */
export const openStorage = async (
  config: Config,
  log: QueueLog,
  watch: (store: Store) => Store = (store) => store,
): Promise<Storage> => {
  const { databaseUrl } = config;
  const parts =
    databaseUrl === undefined
      ? await openEmbedded(config, log, watch)
      : await openShared(databaseUrl, config, log, watch);
  try {
    return {
      ...parts,
      artifacts: await openArtifacts(config),
      jwtSecret: config.jwtSecret ?? (await loadKeyFile(config.dataDir, "session.key")),
      isShared: databaseUrl !== undefined,
      close: () => closeParts(parts),
    };
  } catch (error) {
    await closeParts(parts);
    throw error;
  }
};

const closeParts = async ({ queue, bus, store }: Parts): Promise<void> => {
  await queue.close();
  await bus.close();
  await store.close();
};

const openEmbedded = async (config: Config, log: QueueLog, watch: Watch) => {
  const { dataDir, maxConcurrentRunsPerOrganisation: mostPerOrganisation } = config;
  const { store: plain, leases, operations } = await openDatabase({ dataDir, mostPerOrganisation });
  const store = watch(plain);
  const bus = createMemoryBus();
  const queue = createQueue({ leases, runs: store.runs, bus, log });
  return { store, operations, bus, queue, seal: await loadSeal(config) };
};

/** Loads the driver, the queue and the listener of PostgreSQL only here: who does not use them does not pay for them. */
const openShared = async (url: string, config: Config, log: QueueLog, watch: Watch) => {
  const [{ openPostgres }, { isAway }, { createPostgresBus }] = await Promise.all([
    import("#adapters/database/open-postgres.ts"),
    import("#adapters/database/postgres-failures.ts"),
    import("#adapters/bus/postgres.ts"),
  ]);
  const opened = await openPostgres({
    url,
    connections: config.databaseConnections,
    mostPerOrganisation: config.maxConcurrentRunsPerOrganisation,
    onError: (error) => log.warn({ err: error }, "trouble with the database"),
  });
  const { leases, operations, remember } = opened;
  const store = watch(opened.store);
  const bus = createPostgresBus({
    url,
    onError: (error) => log.warn({ err: error }, "the connection that wakes listeners was lost"),
  });
  const queue = createQueue({ leases, runs: store.runs, bus, log, isAway });
  const parts = { store, operations, bus, queue };
  try {
    const seal = await loadSeal(config);
    await requireSameKey(seal, remember);
    return { ...parts, seal };
  } catch (error) {
    await closeParts(parts);
    throw error;
  }
};

const known = "the key of this installation";

const requireSameKey = async (
  seal: Seal,
  remember: (name: string, value: string) => Promise<string>,
): Promise<void> => {
  const sealed = await remember("secret_key", seal.seal(known));
  try {
    if (seal.open(sealed) === known) return;
  } catch {
    // Told below: what cannot be opened was sealed with another key.
  }
  throw new AppError(
    "conflict",
    "SERVICE_SECRET_KEY is not the key that the secrets in this database are encrypted with. Every process of an installation needs the same.",
  );
};

/** Where files of runs are kept: on the disk or in S3. */
export const openArtifacts = async ({ artifactsUrl, dataDir, databaseUrl }: Config): Promise<Artifacts> => {
  if (artifactsUrl === undefined) {
    const directory = join(dataDir, "artifacts");
    return createArtifacts({ directory, isShared: databaseUrl !== undefined });
  }
  const { createS3Artifacts } = await import("#adapters/artifacts/s3.ts");
  return createS3Artifacts(artifactsUrl);
};
