import { createPattern } from "#core/suite/pattern.ts";

/** What a regular expression keeps of each text: its first group, or all that it fits; empty where it fits nothing. */
export const keptOf = (texts: readonly string[], match: string): string[] => {
  const pattern = createPattern(match, "u");
  return texts.map((text) => {
    const found = pattern.find(text);
    return found?.[1] ?? found?.[0] ?? "";
  });
};
