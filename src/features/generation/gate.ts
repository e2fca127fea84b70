/** Lets at most `most` pieces of work go on at a time; others wait in order. A wait ends when its signal aborts. */
export const createGate = (most: number) => {
  let busy = 0;
  const waiting = new Set<() => void>();
  const wakeNext = (): void => {
    const [next] = waiting;
    if (!next) return;
    waiting.delete(next);
    next();
  };
  return async <T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> => {
    while (busy >= most && !signal.aborted) {
      const turn = Promise.withResolvers<void>();
      waiting.add(turn.resolve);
      const leave = (): void => turn.resolve();
      signal.addEventListener("abort", leave);
      await turn.promise;
      signal.removeEventListener("abort", leave);
      waiting.delete(turn.resolve);
    }
    if (signal.aborted) {
      // It may have been its turn.
      if (busy < most) wakeNext();
      throw signal.reason;
    }
    busy += 1;
    try {
      return await work();
    } finally {
      busy -= 1;
      wakeNext();
    }
  };
};
