import { stripVTControlCharacters } from "node:util";

/** Text of an app on one line of a terminal: nothing in it steers the terminal, is hidden or turns the direction around. */
export const printable = (text: string): string =>
  stripVTControlCharacters(text)
    .replaceAll(/\p{Cc}+/gu, " ")
    .replaceAll(/\p{Cf}+/gu, "");

/** The same for a text of many lines. */
export const printableLines = (text: string): string => text.split("\n").map(printable).join("\n");

/** What goes to standard output to be kept: a file or another program is given it as it is, a terminal is not. */
export const forOutput = (text: string): string => (process.stdout.isTTY ? printableLines(text) : text);
