const OF_UNICODE = /\\[pP]\{/;

/** The flags of a regular expression that somebody wrote without any: `u` where it has a `\p{…}`, which means nothing else without it. */
export const patternFlags = (pattern: string): "" | "u" => {
  if (!OF_UNICODE.test(pattern)) return "";
  try {
    void new RegExp(pattern, "u");
    return "u";
  } catch {
    return "";
  }
};
