import type { Candidate } from "#model/failure.ts";
import type { Target } from "#model/target.ts";

/** The words by which a target would be found: name, label, text and the like. */
export const wordsOf = (target: Target): string => {
  if (typeof target === "string") return target;
  return (
    target.name ?? target.label ?? target.text ?? target.placeholder ?? target.testid ?? target.css ?? ""
  );
};

const plain = (text: string): string =>
  text
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim();

const pairsOf = (text: string): Map<string, number> => {
  const pairs = new Map<string, number>();
  for (let at = 0; at < text.length - 1; at += 1) {
    const pair = text.slice(at, at + 2);
    pairs.set(pair, (pairs.get(pair) ?? 0) + 1);
  }
  return pairs;
};

/** Share of letter pairs (Dice) or of words that two texts have in common, 0 to 1; letter case and signs do not count. */
const similarity = (left: string, right: string): number => {
  const [a, b] = [plain(left), plain(right)];
  if (!a || !b) return 0;
  if (a === b) return 1;
  const [pairsA, pairsB] = [pairsOf(a), pairsOf(b)];
  let shared = 0;
  for (const [pair, count] of pairsA) shared += Math.min(count, pairsB.get(pair) ?? 0);
  const dice = (2 * shared) / Math.max(1, a.length - 1 + b.length - 1);
  const [wordsA, wordsB] = [new Set(a.split(" ")), new Set(b.split(" "))];
  const common = [...wordsA].filter((word) => wordsB.has(word)).length / Math.max(wordsA.size, wordsB.size);
  return Math.max(dice, common);
};

/** Elements whose text is data: another one is another record, not the same element under a new name. */
const dataRoles = new Set([
  "row",
  "cell",
  "gridcell",
  "listitem",
  "option",
  "treeitem",
  "article",
  "img",
  "text",
  "generic",
]);
const withoutNumbers = (text: string): string =>
  plain(text).replaceAll(/\d+/g, "").replaceAll(/\s+/g, " ").trim();

/** The candidate that most likely is the target under a changed name, and how like it is; null when none is near. */
export const nearest = (
  target: Target,
  candidates: readonly Candidate[],
): { candidate: Candidate; likeness: number } | null => {
  const wanted = wordsOf(target);
  const role = typeof target === "string" ? null : (target.role ?? null);
  const rated = candidates
    .filter((candidate) => !dataRoles.has(candidate.role))
    .map((candidate) => {
      const name = candidate.name || candidate.text;
      const onlyNumbersDiffer =
        plain(name) !== plain(wanted) && withoutNumbers(name) === withoutNumbers(wanted);
      const likeness = onlyNumbersDiffer ? 0 : similarity(wanted, name);
      return { candidate, likeness: role && candidate.role !== role ? likeness * 0.9 : likeness };
    })
    .toSorted((a, b) => b.likeness - a.likeness);
  const [best] = rated;
  return best && best.likeness >= 0.5 ? best : null;
};
