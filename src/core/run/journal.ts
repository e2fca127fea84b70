import type { NewRunEvent } from "#model/event.ts";
import type { Mask } from "./mask.ts";

/** Writes events and files in order, while the run goes on. */
export type Journal = {
  event(event: NewRunEvent): void;
  file(name: string, content: Uint8Array): void;
  log(level: "info" | "warn" | "error", message: string, caseId?: string): void;
  /** Waits until all is written. Rejects with the first error of a write. */
  flush(): Promise<void>;
  /** Rejects when a write has failed: nobody will read what this run still does. */
  check(): void;
};

export type JournalOptions = {
  emit(event: NewRunEvent): Promise<void>;
  saveFile(name: string, content: Uint8Array): Promise<void>;
  mask: Mask;
};

export const createJournal = ({ emit, saveFile, mask }: JournalOptions): Journal => {
  let last: Promise<void> = Promise.resolve();
  let failure: { error: unknown } | null = null;
  const then = (write: () => Promise<void>): void => {
    last = last.then(async () => {
      if (failure) return;
      try {
        await write();
      } catch (error) {
        failure = { error };
      }
    });
  };
  const check = (): void => {
    if (failure) throw failure.error;
  };
  const event = (given: NewRunEvent): void => {
    const covered = mask.deep(given);
    then(() => emit(covered));
  };
  return {
    event,
    file: (name, content) => then(() => saveFile(name, content)),
    log: (level, message, caseId) =>
      event({ kind: "log", case_id: caseId ?? null, step: null, level, message }),
    check,
    async flush() {
      await last;
      check();
    },
  };
};
