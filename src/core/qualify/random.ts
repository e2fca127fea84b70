export type Random = {
  /** 0 up to, not including, `limit`. */
  below(limit: number): number;
  shuffled<T>(items: readonly T[]): T[];
};

/** The same numbers for the same seed (mulberry32). */
export const createRandom = (seed: number): Random => {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number): number => Math.floor(next() * limit);
  return {
    below,
    shuffled(items) {
      const all = [...items];
      for (let at = all.length - 1; at > 0; at -= 1) {
        const other = below(at + 1);
        const [a, b] = [all[at], all[other]];
        if (a !== undefined && b !== undefined) [all[at], all[other]] = [b, a];
      }
      return all;
    },
  };
};
