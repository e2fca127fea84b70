import type { Candidate } from "#model/failure.ts";
import { dice } from "#model/letter-pairs.ts";
import type { Target } from "#model/target.ts";

/** The words by which a target would be found: name, label, text and the like. */
export const wordsOf = (target: Target): string => {
  if (typeof target === "string") return target;
  const { name, label, text, placeholder, testid, column, css } = target;
  return name ?? label ?? text ?? placeholder ?? testid ?? column ?? css ?? "";
};

const plain = (text: string): string =>
  text
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim();

/** Share of letter pairs (Dice) or of words that two texts have in common, 0 to 1; letter case and signs do not count. */
const similarity = (left: string, right: string): number => {
  const [a, b] = [plain(left), plain(right)];
  if (!a || !b) return 0;
  if (a === b) return 1;
  const [wordsA, wordsB] = [new Set(a.split(" ")), new Set(b.split(" "))];
  const common = [...wordsA].filter((word) => wordsB.has(word)).length / Math.max(wordsA.size, wordsB.size);
  return Math.max(dice(a, b), common);
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
