const longest = 200;

const cut = (text: string, length: number): string =>
  // Half of a character that takes two places is none.
  text.slice(0, Math.max(length, 0)).replace(/[\uD800-\uDBFF]$/, "");

/** The title of a generated suite, and of its part for one area: as long as a title may be, and the area is never what is cut. */
export const suiteTitle = (title: string, area: string | null = null): string => {
  const tail = area === null ? "" : `: ${area}`;
  return cut(title, longest - tail.length) + tail;
};
