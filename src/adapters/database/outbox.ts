import { z } from "zod";
import { newId } from "#model/ids.ts";
import type { OutboxItem, OutboxKind, OutboxStore } from "#ports/outbox.ts";
import type { Executor, Transactions } from "./transactions.ts";

const kindSchema = z.enum(["notification", "filing"]) satisfies z.ZodType<OutboxKind>;
/** A lease that has ended without a word. */
const ended = "";

/** Puts a subject in, in the caller's transaction. */
const putInOutbox = async (
  db: Executor,
  { orgId, kind, subject, at }: { orgId: string; kind: OutboxKind; subject: string; at: string },
): Promise<void> => {
  await db
    .insertInto("outbox")
    .values({
      id: newId(),
      org_id: orgId,
      kind,
      subject,
      revision: 1,
      attempts: 0,
      created_at: at,
      due_at: at,
      lease: null,
    })
    .onConflict((conflict) =>
      conflict.columns(["kind", "subject"]).doUpdateSet((eb) => ({
        revision: eb("outbox.revision", "+", 1),
        attempts: 0,
        created_at: at,
        due_at: at,
      })),
    )
    .execute();
};

/** Puts the news of a run in, which ends once, where the organisation has a setting of this name. */
export const announceRun = (
  db: Executor,
  { id, orgId, at }: { id: string; orgId: string; at: string },
  setting: string,
) =>
  db
    .insertInto("outbox")
    .columns(["id", "org_id", "kind", "subject", "revision", "attempts", "created_at", "due_at"])
    .expression((eb) =>
      eb
        .selectFrom("settings")
        .select([
          eb.val(newId()).as("id"),
          "org_id",
          eb.val<OutboxKind>("notification").as("kind"),
          eb.val(id).as("subject"),
          eb.lit(1).as("revision"),
          eb.lit(0).as("attempts"),
          eb.val(at).as("created_at"),
          eb.val(at).as("due_at"),
        ])
        .where("org_id", "=", orgId)
        .where("name", "=", setting),
    )
    .onConflict((conflict) => conflict.columns(["kind", "subject"]).doNothing());

export const createOutboxQueries = ({ executor, within }: Transactions, now: () => Date): OutboxStore => ({
  put: (item, tx) => within(tx, (db) => putInOutbox(db, { ...item, at: now().toISOString() })),

  claim: (leaseMs) =>
    within(undefined, async (db) => {
      const at = now();
      const due = await db
        .selectFrom("outbox")
        .selectAll()
        .where("due_at", "<=", at.toISOString())
        .where((eb) => eb.or([eb("lease", "is", null), eb("lease", "<=", at.toISOString())]))
        .orderBy("due_at")
        .orderBy("id")
        .limit(1)
        .executeTakeFirst();
      if (!due) return null;
      const taken = await db
        .updateTable("outbox")
        .set((eb) => ({
          attempts: eb("attempts", "+", 1),
          lease: new Date(at.getTime() + leaseMs).toISOString(),
        }))
        .where("id", "=", due.id)
        .where("lease", due.lease === null ? "is" : "=", due.lease)
        .returning("attempts")
        .executeTakeFirst();
      if (!taken) return null;
      return {
        id: due.id,
        orgId: due.org_id,
        kind: kindSchema.parse(due.kind),
        subject: due.subject,
        revision: due.revision,
        attempts: taken.attempts,
        createdAt: due.created_at,
        interrupted: due.lease !== null,
      };
    }),

  done: (item) =>
    within(undefined, async (db) => {
      const gone = await db
        .deleteFrom("outbox")
        .where("id", "=", item.id)
        .where("revision", "=", item.revision)
        .returning("id")
        .executeTakeFirst();
      if (!gone) await letGo(db, item.id);
    }),

  retry: (item, dueAt) =>
    within(undefined, async (db) => {
      await db
        .updateTable("outbox")
        .set({ due_at: dueAt })
        .where("id", "=", item.id)
        .where("revision", "=", item.revision)
        .execute();
      await letGo(db, item.id);
    }),

  release: async () => {
    await executor().updateTable("outbox").set({ lease: ended }).where("lease", "is not", null).execute();
  },
});

const letGo = async (db: Executor, id: OutboxItem["id"]): Promise<void> => {
  await db.updateTable("outbox").set({ lease: null }).where("id", "=", id).execute();
};
