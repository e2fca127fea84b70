const RANGE =
  /(?<![\d.,/-])(\d+)(\s*(?:[-–]|to|bis)\s*)(\d+)(\s+(?:of|von|sur|de|di)\s+)(\d+)(?![\d.,]*\d)( \p{L}+)?/giu;

/** `between` and `of` are the words between the numbers, with their spaces; `behind` is the word that follows, if any. */
export type SaidRange = {
  from: number;
  to: number;
  all: number;
  between: string;
  of: string;
  behind: string;
};

/** What a text says of the part of a list that is shown, each time it does: "1–10 of 43 orders". */
export const saidRanges = (text: string): SaidRange[] =>
  [...text.matchAll(RANGE)].map(([, from, between = "", to, of = "", all, behind = ""]) => ({
    from: Number(from),
    to: Number(to),
    all: Number(all),
    between,
    of,
    behind,
  }));

/** What a text says of a list's first part. */
export const firstPart = (text: string): SaidRange | null =>
  saidRanges(text).find(({ from }) => from === 1) ?? null;

/** "Page 1 of 6": of how many pages a list says that its first one is. */
export const PAGE_OF = /\b(?:page|seite|p[áa]gina|pagina)\s+1\s+(?:of|von|sur|de|di|\/)\s+(\d+)\b/i;
