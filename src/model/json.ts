/** Levels of arrays and objects that a JSON document from outside may have: far beyond any real one, far below what recursion bears. */
export const maxNesting = 100;

const childrenOf = (value: unknown): unknown[] =>
  typeof value === "object" && value !== null ? Object.values(value) : [];

/** Whether a value has more levels than `maxNesting`; takes time by its size, never stack. */
export const isNestedTooDeep = (value: unknown): boolean => {
  let level = childrenOf(value);
  for (let depth = 1; level.length > 0; depth++) {
    if (depth > maxNesting) return true;
    level = level.flatMap(childrenOf);
  }
  return false;
};

/** Where U+0000 stands first in a JSON value, as the keys that lead there; null when it is nowhere. A key with it counts. */
export const placeOfNul = (value: unknown): string[] | null => {
  if (typeof value === "string") return value.includes("\0") ? [] : null;
  if (typeof value !== "object" || value === null) return null;
  for (const [key, inner] of Object.entries(value)) {
    const place = key.includes("\0") ? [] : placeOfNul(inner);
    if (place) return [key, ...place];
  }
  return null;
};
