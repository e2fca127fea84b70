/** What a race gives when the time was up first. */
export const late = Symbol("late");

/**
 * The promise's value, or `late`. The loser's rejection is swallowed; the promise itself goes on.
 * An answer that is here when the time is up, and was not read because this process was busy or stopped, is in time.
 */
export const within = async <T>(promise: Promise<T>, ms: number): Promise<T | typeof late> => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeUp = new Promise<typeof late>((resolve) => {
    timer = setTimeout(() => setImmediate(() => setImmediate(() => resolve(late))), Math.max(0, ms));
  });
  promise.catch(() => undefined);
  try {
    return await Promise.race([promise, timeUp]);
  } finally {
    clearTimeout(timer);
  }
};

/** Runs for its effect; failures and slowness do not matter. */
export const ignoring = (promise: Promise<unknown>): void => {
  promise.catch(() => undefined);
};

export type Deadline = { readonly timeoutMs: number; left(): number };

export const deadlineIn = (timeoutMs: number): Deadline => {
  const ends = performance.now() + timeoutMs;
  return { timeoutMs, left: () => Math.max(0, Math.ceil(ends - performance.now())) };
};

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
