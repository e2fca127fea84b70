import type { Part } from "./suite-text.ts";

const head = "# Not looked at again: ";
/** The first line of a case alone: the app may have written the like further down. */
const line = /^ *# Not looked at again: (.*)\n/;

/** A case as it was generated before, which stands for what nobody has looked at since. */
export const asUnseen = (text: string, indent: number, why: string): string =>
  `${" ".repeat(indent)}${head}${why}\n${withoutUnseen(text)}`;

export const withoutUnseen = (text: string): string => text.replace(line, "");

/** Why a case of a new generation is the one of an earlier one; null for one that was written anew. */
export const whyUnseen = ({ text }: Part): string | null => {
  const why = line.exec(text)?.[1];
  return why === undefined ? null : `not looked at again: ${why}`;
};
