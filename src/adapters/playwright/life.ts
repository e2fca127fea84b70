import type { Failure, FailureKind } from "#model/failure.ts";
import { deadlineIn, late, messageOf, within } from "./deadline.ts";
import type { Deadline } from "./deadline.ts";
import { failure } from "./failures.ts";

/** Time that Playwright's own time-outs may take to arrive on top of a call's. */
const SLACK_MS = 3500;

/** Whether the tab can still be worked with; once it ended, every call fails with the same reason at once. */
export type Life = {
  ended(): Failure | null;
  end(kind: FailureKind, message: string): void;
  /** Runs one call so that it ends with a value: in time, or with the reason why not. */
  run<T>(timeoutMs: number, work: (deadline: Deadline) => Promise<T | Failure>): Promise<T | Failure>;
};

export const createLife = (onStuck: () => void): Life => {
  let reason: Failure | null = null;
  let announce: (reason: Failure) => void = () => undefined;
  const end = new Promise<Failure>((resolve) => {
    announce = resolve;
  });

  return {
    ended: () => reason,
    end(kind, message) {
      if (reason) return;
      reason = failure(kind, message);
      announce(reason);
    },
    async run(timeoutMs, work) {
      if (reason) return reason;
      const attempt = work(deadlineIn(timeoutMs)).catch((error: unknown) => {
        if (reason) return reason;
        const message = messageOf(error);
        return /crashed/i.test(message)
          ? failure("crashed", "the tab crashed")
          : failure("timeout", `the page did not answer: ${message.split("\n", 1)[0]}`);
      });
      const result = await within(Promise.race([attempt, end]), timeoutMs + SLACK_MS);
      if (result !== late) return reason ?? result;
      onStuck();
      return failure("timeout", `the page did not answer within ${timeoutMs} ms: its script keeps it busy`);
    },
  };
};
