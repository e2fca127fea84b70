import { sql } from "kysely";
import type { Operations } from "#ports/operations.ts";
import { createPruning } from "./pruning.ts";
import { queued, running } from "./run-waiting.ts";
import type { Transactions } from "./transactions.ts";

export const createOperations = (transactions: Transactions, now: () => Date): Operations => {
  const { executor } = transactions;
  return {
    ...createPruning(transactions),

    load: async () => {
      const at = now();
      const waiting = await executor()
        .selectFrom("runs")
        .where(queued)
        .select((eb) => [eb.fn.countAll().as("total"), sql<string | null>`min(created_at)`.as("oldest")])
        .executeTakeFirstOrThrow();
      const busy = await executor()
        .selectFrom("runs")
        .where(running)
        .select((eb) => eb.fn.countAll().as("total"))
        .executeTakeFirstOrThrow();
      const outbox = await executor()
        .selectFrom("outbox")
        .select((eb) => [
          eb.fn.countAll().as("total"),
          sql<number | null>`sum(case when due_at <= ${at.toISOString()} then 1 else 0 end)`.as("due"),
        ])
        .executeTakeFirstOrThrow();
      const { oldest } = waiting;
      return {
        queued: Number(waiting.total),
        running: Number(busy.total),
        oldestQueuedS: oldest === null ? 0 : Math.max(0, (at.getTime() - Date.parse(oldest)) / 1000),
        outbox: Number(outbox.total),
        outboxDue: outbox.due ?? 0,
      };
    },

    organisationIds: async () => {
      const rows = await executor().selectFrom("organisations").select("id").orderBy("id").execute();
      return rows.map(({ id }) => id);
    },

    takeTurn: async (name, owner, until) => {
      const at = now().toISOString();
      const taken = await executor()
        .insertInto("turns")
        .values({ name, owner, until: until.toISOString() })
        .onConflict((conflict) =>
          conflict
            .column("name")
            .doUpdateSet({ owner, until: until.toISOString() })
            .where((eb) => eb.or([eb("turns.owner", "=", owner), eb("turns.until", "<", at)])),
        )
        .returning("owner")
        .executeTakeFirst();
      return taken !== undefined;
    },

    endTurn: async (name, owner) => {
      await executor().deleteFrom("turns").where("name", "=", name).where("owner", "=", owner).execute();
    },

    noteTrace: async (runIds, traceparent, tx) => {
      await executor(tx)
        .insertInto("run_traces")
        .values(runIds.map((run_id) => ({ run_id, traceparent })))
        .execute();
    },

    traceOf: async (runId) => {
      const row = await executor()
        .selectFrom("run_traces")
        .select("traceparent")
        .where("run_id", "=", runId)
        .executeTakeFirst();
      return row?.traceparent ?? null;
    },
  };
};
