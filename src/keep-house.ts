import { randomUUID } from "node:crypto";
import { createHousekeeping } from "#features/housekeeping/housekeeping.ts";
import type { Kept } from "#features/housekeeping/housekeeping.ts";
import { startTicker } from "#worker/ticker.ts";
import type { Ticker } from "#worker/ticker.ts";
import type { Config } from "./config.ts";
import type { Storage } from "./open-storage.ts";

type Watcher = {
  log: Record<"info" | "error", (fields: object, message: string) => void>;
  onRemoved(what: keyof Kept, count: number): void;
};

const everyMs = 15 * 60_000;

/** Housekeeping over what the storage holds, in the name of this process. */
export const openHousekeeping = (
  { retention }: Pick<Config, "retention">,
  { operations, artifacts }: Pick<Storage, "operations" | "artifacts">,
  onRemoved?: Watcher["onRemoved"],
) =>
  createHousekeeping({
    operations,
    artifacts,
    retention,
    owner: randomUUID(),
    now: () => new Date(),
    ...(onRemoved && { onRemoved }),
  });

/**
 * Keeps house now and then for as long as the process lives; of several that share a database one at a time does. Files of
 * unknown runs are looked for once, at the start, and only where the data directory belongs to this process alone.
 */
export const startHousekeeping = (config: Config, storage: Storage, { log, onRemoved }: Watcher): Ticker => {
  const stopping = new AbortController();
  const housekeeping = openHousekeeping(config, storage, onRemoved);
  let isFirst = true;
  const ticker = startTicker(
    async () => {
      const orphans =
        isFirst && !storage.isShared && config.artifactsUrl === undefined
          ? await housekeeping.sweepOrphans(stopping.signal)
          : 0;
      isFirst = false;
      const kept = await housekeeping.run(stopping.signal);
      const removed = { ...kept, orphans };
      if (Object.values(removed).some((count) => count > 0)) log.info({ removed }, "housekeeping");
    },
    { everyMs, onError: (error) => log.error({ err: error }, "housekeeping failed; it is tried again") },
  );
  return {
    stop: () => {
      stopping.abort();
      return ticker.stop();
    },
  };
};
