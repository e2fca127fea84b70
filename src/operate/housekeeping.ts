import { createArtifacts } from "#adapters/artifacts/local.ts";
import type { Kept } from "#features/housekeeping/housekeeping.ts";
import { createLogger } from "#http/logger.ts";
import { AppError } from "#model/errors.ts";
import type { Config } from "#src/config.ts";
import { openHousekeeping } from "#src/keep-house.ts";
import { openArtifacts, openStorage } from "#src/open-storage.ts";
import { join } from "node:path";
import { peekEmbedded } from "./peek.ts";

type Options = {
  /** Says what would be removed, and removes nothing; the service may be at work. */
  dryRun: boolean;
  /** Looks for files of unknown runs, too. */
  orphans: boolean;
};

/** Keeps house once, as the service does by itself. Throws AppError("conflict") when another process is at it. */
export const keepHouse = async (config: Config, { dryRun, orphans }: Options): Promise<Kept> => {
  const { signal } = new AbortController();
  if (dryRun && config.databaseUrl === undefined) {
    const { store, operations } = peekEmbedded(config.dataDir);
    const artifacts =
      config.artifactsUrl === undefined
        ? await createArtifacts({ directory: join(config.dataDir, "artifacts"), isShared: true })
        : await openArtifacts(config);
    try {
      const house = openHousekeeping(config, { operations, artifacts });
      const kept = await house.preview();
      return { ...kept, orphans: orphans ? await house.sweepOrphans(signal, true) : 0 };
    } finally {
      await store.close();
    }
  }
  const storage = await openStorage(config, createLogger("warn"));
  try {
    const house = openHousekeeping(config, storage);
    const kept = dryRun ? await house.preview() : await house.run(signal);
    if (!kept) throw new AppError("conflict", "Another process keeps house now; try again later.");
    return { ...kept, orphans: orphans ? await house.sweepOrphans(signal, dryRun) : 0 };
  } finally {
    await storage.close();
  }
};
