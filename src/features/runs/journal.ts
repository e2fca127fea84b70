import type { NewRunEvent } from "#model/event.ts";
import type { Artifacts } from "#ports/artifacts.ts";
import { runTopic } from "#ports/bus.ts";
import type { Bus } from "#ports/bus.ts";
import type { Lease } from "#ports/queue.ts";
import type { Fence, RunOutcome, Store } from "#ports/store.ts";

/** The lease was lost: somebody else writes to this run now. */
class LeaseLost extends Error {
  override readonly name = "LeaseLost";
}

export type Journal = ReturnType<typeof openJournal>;

type Dependencies = { store: Store; bus: Bus; artifacts: Artifacts };

/** Everything that a worker writes about the run it holds; each write throws LeaseLost when the run was handed on. */
export const openJournal = ({ store, bus, artifacts }: Dependencies, lease: Lease) => {
  const runId = lease.run.id;
  const fence: Fence = { runId, attempt: lease.attempt };
  const held = (written: boolean): void => {
    if (!written) throw new LeaseLost(`run ${runId} was handed to another worker`);
    bus.publish(runTopic(runId));
  };
  const emit = async (event: NewRunEvent): Promise<void> =>
    held(await store.runs.appendEvents(fence, [event]));
  return {
    emit,
    log: (level: "info" | "warn" | "error", message: string): Promise<void> =>
      emit({ kind: "log", case_id: null, step: null, level, message }),
    saveFile: (name: string, content: Uint8Array | string): Promise<void> =>
      artifacts.write(`${runId}/${name}`, content),
    setSuite: async (file: string, request: object): Promise<void> =>
      held(await store.runs.setSuite(fence, file, request)),
    finish: async (outcome: RunOutcome): Promise<void> => held(await store.runs.finish(fence, outcome)),
  };
};
