export type Ticker = {
  /** No tick begins any more; waits for the one under way. */
  stop(): Promise<void>;
};

/** Calls `tick` at once and then every `everyMs`, one call at a time. An error is told and the next tick comes all the same. */
export const startTicker = (
  tick: () => Promise<unknown>,
  { everyMs, onError }: { everyMs: number; onError(error: unknown): void },
): Ticker => {
  let underWay: Promise<void> | null = null;
  let stopped = false;
  const run = (): void => {
    if (underWay || stopped) return;
    underWay = tick()
      .then(() => undefined, onError)
      .finally(() => {
        underWay = null;
      });
  };
  const timer = setInterval(run, everyMs);
  run();
  return {
    stop: async () => {
      stopped = true;
      clearInterval(timer);
      await underWay;
    },
  };
};
