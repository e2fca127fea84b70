/**
 * A function that runs `work` one at a time: calls while it runs lead to one more run after it.
 * The promise resolves when work that began after the call has ended. `work` must not reject.
 */
export const coalesce = (work: () => Promise<void>): (() => Promise<void>) => {
  let current: Promise<void> | null = null;
  let next: Promise<void> | null = null;
  const start = (): Promise<void> => {
    next = null;
    const mine = work().finally(() => {
      if (current === mine) current = null;
    });
    current = mine;
    return mine;
  };
  return () => {
    if (!current) return start();
    next ??= current.then(start);
    return next;
  };
};
