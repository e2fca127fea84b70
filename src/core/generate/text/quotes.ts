const pairs =
  /"([^"\n]{0,500})"|“([^”\n]{0,500})”|«([^»\n]{0,500})»|„([^“”\n]{0,500})[“”]|`([^`\n]{1,500})`|(?<![\p{L}\d])['‘]([^'’\n]{1,500}(?:['’](?=\p{L})[^'’\n]{1,200})*)['’](?![\p{L}\d])/gu;

/** A sentence with a mark in the place of each quoted text, and the texts. */
export type Masked = { text: string; quotes: string[] };

/** The mark of a quoted text. */
export const mark = String.raw`⟦\d+⟧`;

/** Takes quoted texts out, so that rules see the words around them alone. */
export const maskQuotes = (sentence: string): Masked => {
  const quotes: string[] = [];
  const text = sentence.replaceAll(/[⟦⟧]/g, "").replaceAll(pairs, (...found: unknown[]) => {
    const inner = found.slice(1, 7).find((group) => typeof group === "string");
    quotes.push(typeof inner === "string" ? inner.trim() : "");
    return `⟦${quotes.length - 1}⟧`;
  });
  return { text, quotes };
};

/** The text of a lone mark; null when the words are anything else. */
export const quoteOf = (words: string, quotes: readonly string[]): string | null => {
  const index = /^⟦(\d+)⟧$/.exec(words.trim())?.[1];
  return index === undefined ? null : (quotes[Number(index)] ?? null);
};

/** Puts the quoted texts back, without their quotes. */
export const unmask = (words: string, quotes: readonly string[]): string =>
  words.replaceAll(/⟦(\d+)⟧/g, (_, index: string) => quotes[Number(index)] ?? "").trim();
