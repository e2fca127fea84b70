import { fold } from "#core/explore/lists/lists.ts";

const NAME = String.raw`\p{L}[\p{L}.'’-]*(?: [\p{L}.'’-]+){0,3}`;
const LAST_FIRST = new RegExp(`^(${NAME}), (${NAME})$`, "u");

/** The same person in the other order: "Dimitri Byrne" for "Byrne, Dimitri"; null for what is not written so. */
export const turned = (name: string): string | null => {
  const [, last, first] = LAST_FIRST.exec(fold(name)) ?? [];
  return last === undefined || first === undefined ? null : `${first} ${last}`;
};

/** Captures the two parts of a name that is written so. */
export const LAST_NAME = "^([^,]+),";
export const FIRST_NAME = ", (.+)$";

/** The names of one thing, however their parts are ordered. */
export const namesAlike = (a: string, b: string): boolean =>
  fold(a) === fold(b) || turned(a) === fold(b) || fold(a) === turned(b);
