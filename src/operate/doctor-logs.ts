import { existsSync } from "node:fs";
import { createLogBackend } from "#adapters/logs/create-log-backend.ts";
import { createOutbound } from "#adapters/outbound/outbound.ts";
import { loadSeal } from "#adapters/seal/seal.ts";
import { createSettings } from "#features/settings/settings.ts";
import type { Config } from "#src/config.ts";
import { messageOf } from "./finding.ts";
import type { Check, Finding } from "./finding.ts";
import { databaseFile } from "./embedded.ts";
import { peekEmbedded } from "./peek.ts";

const name = "log backends";
/** A trace that nobody has. */
const noTrace = "00000000000000000000000000000001";
const answerMs = 10_000;

/** Asks the log backend of every organisation for a trace that is not there. */
export const checkLogBackends: Check = async (config) => {
  const opened = await open(config);
  if (!opened) return { name, state: "ok", message: "no database yet" };
  const { store, operations, close } = opened;
  const outbound = createOutbound(config);
  try {
    const settings = createSettings({ store, seal: await loadSeal(config) });
    const findings: Finding[] = [];
    for (const orgId of await operations.organisationIds()) {
      const logs = createLogBackend(await settings.inClear(orgId), {
        fetch: outbound.fetch,
        logDirs: config.logDirs,
      });
      if (!logs) continue;
      const to = new Date();
      const query = { traceIds: [noTrace], from: new Date(to.getTime() - 60_000), to, limit: 1 };
      try {
        await logs.find({ ...query, signal: AbortSignal.timeout(answerMs) });
        findings.push({ name, state: "ok", message: `${logs.name} of organisation ${orgId} answers` });
      } catch (error) {
        const next =
          "Correct LOG_BACKEND and its settings (PUT /settings), or start the backend; causes are found without its lines meanwhile.";
        findings.push({
          name,
          state: "warn",
          message: `${logs.name} of organisation ${orgId}: ${messageOf(error)}`,
          next,
        });
      }
    }
    return findings.length > 0 ? findings : { name, state: "ok", message: "none is set up" };
  } catch (error) {
    return {
      name,
      state: "warn",
      message: `could not be asked: ${messageOf(error)}`,
      next: "Mend keys and database first.",
    };
  } finally {
    await outbound.close();
    await close();
  }
};

const open = async (config: Config) => {
  if (config.databaseUrl === undefined) {
    if (!existsSync(databaseFile(config.dataDir))) return null;
    const peeked = peekEmbedded(config.dataDir);
    return { ...peeked, close: peeked.store.close };
  }
  const { peekPostgres } = await import("./peek-postgres.ts");
  return peekPostgres(config.databaseUrl);
};
