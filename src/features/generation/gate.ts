/** Lets at most `most` pieces of work go on at a time; others wait in order. A wait ends when its signal aborts. */
export const createGate = (most: number) => {
  let busy = 0;
  const waiting: (() => void)[] = [];
  return async <T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> => {
    while (busy >= most) {
      const turn = Promise.withResolvers<void>();
      waiting.push(turn.resolve);
      const giveUp = (): void => turn.reject(signal.reason);
      signal.addEventListener("abort", giveUp, { once: true });
      await turn.promise.finally(() => signal.removeEventListener("abort", giveUp));
    }
    signal.throwIfAborted();
    busy += 1;
    try {
      return await work();
    } finally {
      busy -= 1;
      waiting.shift()?.();
    }
  };
};
