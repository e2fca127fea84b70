const longest = 120;

/** A title as a suite may have it, of what a model gave; null for one that is none. */
export const titleIn = (given: string): string | null => {
  const title = given
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, " ")
    .replaceAll(/\s+/g, " ")
    .trim();
  return title.length < 3 || title.length > longest || title.includes("${") ? null : title;
};
