import { patternFlags } from "#model/pattern-flags.ts";

/** TypeScript source for values of a suite. Nothing of a suite's text gets into the source but through these. */

/** A string literal, safe in any place of a script, also one inside HTML. */
export const quote = (text: string): string =>
  JSON.stringify(text)
    .replaceAll("\u2028", String.raw`\u2028`)
    .replaceAll("\u2029", String.raw`\u2029`)
    .replaceAll("</", String.raw`<\/`);

/** Literal text between the backticks of a template. */
export const templatePart = (text: string): string =>
  quote(text)
    .slice(1, -1)
    .replaceAll(String.raw`\"`, '"')
    .replaceAll("`", "\\`")
    .replaceAll("${", "\\${");

/** A line comment: always one line, and harmless inside HTML. */
export const comment = (text: string): string =>
  `// ${text
    .replaceAll(/[\s\u0085\u2028\u2029]+/g, " ")
    .replaceAll("</", "< /")
    .trim()}`;

const plainKey = /^[A-Za-z_$][\w$]*$/;

/** A key of an object literal. `__proto__` is computed, for it would be no key otherwise. */
export const keyOf = (key: string): string => {
  if (key === "__proto__") return '["__proto__"]';
  return plainKey.test(key) ? key : quote(key);
};

const plainPattern =
  /^(?:[\w\s#:,@=<>%&'"!;.\-$^|()*+?]|\\[\\dDwWsSbB./()*+?$^|[\]{}#-]|\[[\w#:,@ .-]+\]|\{\d+(?:,\d*)?\}|\/)+$/;

/** A regular expression that is known: a literal where every reader and compiler takes it for the same. */
export const regexCode = (pattern: string, flags: string = patternFlags(pattern)): string => {
  const literal = plainPattern.test(pattern) && !/\(\?(?![:=!])|[\r\n]|<\//.test(pattern);
  const made = `new RegExp(${quote(pattern)}${flags === "" ? "" : `, ${quote(flags)}`})`;
  if (!literal) return made;
  try {
    return String(new RegExp(pattern, flags));
  } catch {
    return made;
  }
};

export const indent = (lines: readonly string[]): string[] =>
  lines.map((line) => (line === "" ? line : `  ${line}`));

/** `{ a: 1, b: "x" }` of ready sources; what is undefined is left out, and nothing gives null. */
export const objectCode = (entries: Record<string, string | undefined>): string | null => {
  const parts = Object.entries(entries).flatMap(([key, code]) =>
    code === undefined ? [] : [`${keyOf(key)}: ${code}`],
  );
  return parts.length === 0 ? null : `{ ${parts.join(", ")} }`;
};

/** Milliseconds as people group digits. */
export const millis = (ms: number): string => String(ms).replaceAll(/(?<=\d)(?=(?:\d{3})+$)/g, "_");

const widest = 110;

/** A list between braces: on one line where it fits, else one entry a line. */
export const listCode = (open: string, entries: readonly string[], close: string): string[] => {
  const line = `${open} ${entries.join(", ")} ${close}`;
  return line.length <= widest ? [line] : [open, ...indent(entries.map((entry) => `${entry},`)), close];
};
