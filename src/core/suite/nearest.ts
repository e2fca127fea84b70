/** Edits between two words, a swap of neighbours counting as one; gives up beyond `limit`. */
const distance = (a: string, b: string, limit: number): number => {
  if (Math.abs(a.length - b.length) > limit) return limit + 1;
  let before: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const same = a[i - 1] === b[j - 1];
      let cost = Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + (same ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        cost = Math.min(cost, (before[j - 2] ?? 0) + 1);
      next.push(cost);
    }
    before = row;
    row = next;
  }
  return row[b.length] ?? limit + 1;
};

const fold = (word: string): string => word.toLowerCase().replaceAll(/[\s_-]+/g, "");

/** The valid word that was most likely meant, or null when none is near. */
export const nearest = (word: string, valid: Iterable<string>): string | null => {
  const folded = fold(word).slice(0, 80);
  const limit = Math.max(1, Math.min(3, Math.floor(folded.length / 3)));
  let best: string | null = null;
  let least = limit + 1;
  for (const candidate of valid) {
    const edits = distance(folded, fold(candidate), limit);
    if (edits < least) {
      least = edits;
      best = candidate;
    }
  }
  return best;
};

/** `, did you mean 'x'?`, or the valid words when none is near and they are few, or nothing. */
export const didYouMean = (word: string, valid: Iterable<string>): string => {
  const words = [...valid];
  const near = nearest(word, words);
  if (near !== null) return `, did you mean '${near}'?`;
  return words.length > 0 && words.length <= 30 ? `; known: ${words.join(", ")}` : "";
};
