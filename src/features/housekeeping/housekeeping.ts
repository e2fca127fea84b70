import type { Artifacts } from "#ports/artifacts.ts";
import { prunable } from "#ports/operations.ts";
import type { Operations, Overdue, Prunable } from "#ports/operations.ts";

/** How long what runs leave behind is kept; what is unset is kept for as long as its run. */
export type Retention = {
  /** Days after a run's end. */
  days: Partial<Record<Prunable, number | undefined>>;
  /** Most ended runs of an organisation. */
  runs?: number | undefined;
};

type Dependencies = {
  operations: Operations;
  artifacts: Artifacts;
  retention: Retention;
  /** Names this process among those that share the database. */
  owner: string;
  now(): Date;
  /** Told of what was removed. */
  onRemoved?(what: Prunable | "orphans" | "leftovers", count: number): void;
};

/** How much of each was removed, or would be. */
export type Kept = Record<Prunable | "orphans" | "leftovers", number>;

const dayMs = 86_400_000;
const runsAtOnce = 50;
/** Longer than a batch takes. */
const turnMs = 10 * 60_000;
const failuresMs = dayMs;
const messagesMs = 30 * dayMs;
const turn = "housekeeping";
const runId = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const trace = /(^|\/)trace\.zip$/;

/**
 * Removes what is older than it is kept, a few runs at a time. Files go before the rows that name them, so that one that is
 * interrupted leaves nothing that nobody knows of, and the next one goes on.
 */
export const createHousekeeping = (dependencies: Dependencies) => {
  const { operations, artifacts, retention, owner, now, onRemoved = () => {} } = dependencies;

  const holdTurn = (): Promise<boolean> =>
    operations.takeTurn(turn, owner, new Date(now().getTime() + turnMs));

  const overdue = async (): Promise<Overdue[]> => {
    const found: Overdue[] = [];
    for (const what of prunable) {
      const days = retention.days[what];
      if (days !== undefined)
        found.push({ what, before: new Date(now().getTime() - days * dayMs).toISOString() });
    }
    const keep = retention.runs;
    if (keep !== undefined) {
      for (const orgId of await operations.organisationIds()) found.push({ what: "runs", orgId, keep });
    }
    return found;
  };

  const removeFiles = async (what: Prunable, ids: readonly string[]): Promise<void> => {
    if (what === "events") return;
    for (const id of ids) {
      if (what !== "traces") await artifacts.removeFolder(id);
      else for (const key of await artifacts.list(id)) if (trace.test(key)) await artifacts.remove(key);
    }
  };

  const removeBatch = async (what: Prunable, ids: string[]): Promise<number> => {
    await removeFiles(what, ids);
    if (what === "runs") return operations.removeRuns(ids);
    await operations.take(what, ids);
    return ids.length;
  };

  const prune = async (which: Overdue, signal: AbortSignal): Promise<number> => {
    let removed = 0;
    while (!signal.aborted && (await holdTurn())) {
      const ids = await operations.overdue(which, runsAtOnce);
      if (ids.length === 0) break;
      const count = await removeBatch(which.what, ids);
      removed += count;
      onRemoved(which.what, count);
      // None of them may go any more: an issue was opened meanwhile.
      if (count === 0) break;
    }
    return removed;
  };

  return {
    /** Nothing is removed where another process has its turn: null. `signal` ends it after the batch under way. */
    run: async (signal: AbortSignal): Promise<Kept | null> => {
      if (!(await holdTurn())) return null;
      const kept: Kept = { traces: 0, artifacts: 0, events: 0, runs: 0, orphans: 0, leftovers: 0 };
      try {
        for (const which of await overdue()) kept[which.what] += await prune(which, signal);
        kept.leftovers = await operations.removeLeftovers({
          failures: new Date(now().getTime() - failuresMs).toISOString(),
          messages: new Date(now().getTime() - messagesMs).toISOString(),
        });
        onRemoved("leftovers", kept.leftovers);
        return kept;
      } finally {
        await operations.endTurn(turn, owner);
      }
    },

    /** How many runs each would be taken from; those that one setting removes may be counted by another, too. */
    preview: async (): Promise<Kept> => {
      const kept: Kept = { traces: 0, artifacts: 0, events: 0, runs: 0, orphans: 0, leftovers: 0 };
      for (const which of await overdue()) kept[which.what] += await operations.countOverdue(which);
      return kept;
    },

    /**
     * Removes the files of runs that the database does not know; counts them only, if `isPreview`. Only for who knows that
     * no other installation keeps its files in the same place.
     */
    sweepOrphans: async (signal: AbortSignal, isPreview = false): Promise<number> => {
      let removed = 0;
      const check = async (ids: string[]): Promise<void> => {
        const existing = await operations.existing(ids);
        for (const id of ids) {
          if (existing.has(id) || signal.aborted) continue;
          if (!isPreview) await artifacts.removeFolder(id);
          removed += 1;
        }
      };
      let ids: string[] = [];
      for await (const folder of artifacts.folders()) {
        if (signal.aborted) break;
        if (runId.test(folder)) ids.push(folder);
        if (ids.length >= 500) {
          await check(ids);
          ids = [];
        }
      }
      await check(ids);
      if (!isPreview) onRemoved("orphans", removed);
      return removed;
    },
  };
};
