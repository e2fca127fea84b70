/** The word in capital letters, or in small ones where it has none; null where that is another word, as of "außerhalb". */
export const otherCase = (word: string): string | null => {
  const other = word === word.toLowerCase() ? word.toUpperCase() : word.toLowerCase();
  return other !== word && other.length === word.length && other.toLowerCase() === word.toLowerCase()
    ? other
    : null;
};
