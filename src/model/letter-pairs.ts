const pairsOf = (text: string): Map<string, number> => {
  const counts = new Map<string, number>();
  for (let at = 0; at < text.length - 1; at += 1) {
    const pair = text.slice(at, at + 2);
    counts.set(pair, (counts.get(pair) ?? 0) + 1);
  }
  return counts;
};

/** Dice's coefficient over pairs of letters, 0..1. */
export const dice = (a: string, b: string): number => {
  if (a.length < 2 || b.length < 2) return 0;
  const inA = pairsOf(a);
  let shared = 0;
  for (const [pair, count] of pairsOf(b)) shared += Math.min(count, inA.get(pair) ?? 0);
  return (2 * shared) / (a.length + b.length - 2);
};
