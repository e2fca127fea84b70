import { base64Forms } from "./base64-forms.ts";
import { escapeRegex } from "./escape-regex.ts";

const named: Record<string, string> = { "&": "amp", "<": "lt", ">": "gt", '"': "quot", "'": "apos" };
const inJson: Record<string, string> = { "\n": "n", "\r": "r", "\t": "t", "\b": "b", "\f": "f" };

/** Beyond so many signs only those that encodings change are looked for in their encoded forms, too. */
const MOST_ENCODED = 100;
/** Below so many a secret is covered only where it stands by itself: "1" is not cut out of "2010". */
const SHORT_BELOW = 4;
const SHORTEST_LINE = 8;

/** Bounded, as everything that repeats here: a page must not make the search take for ever. */
const SLASH = String.raw`(?:\\|%(?:25){0,3}5[cC])`;
const NESTED = `${SLASH}{0,7}`;

/** A hexadecimal number, whatever the case of its letters. */
const hex = (value: number, digits: number): string =>
  value
    .toString(16)
    .padStart(digits, "0")
    .replaceAll(/[a-f]/g, (letter) => `[${letter}${letter.toUpperCase()}]`);

/** One sign as it is, or as addresses, JSON, scripts and HTML write it, also when they hold one another. */
const signForms = (sign: string, literal: (text: string) => string): string => {
  const code = sign.codePointAt(0) ?? 0;
  const bytes = [...new TextEncoder().encode(sign)];
  const units = Array.from({ length: sign.length }, (_, at) => sign.charCodeAt(at));
  const forms = [
    `${NESTED}${escapeRegex(literal(sign))}`,
    `${NESTED}${bytes.map((byte) => `%(?:25){0,3}${hex(byte, 2)}`).join("")}`,
    units.map((unit) => `${SLASH}{1,7}u${hex(unit, 4)}`).join(""),
    `${SLASH}{1,7}${String.raw`u\{`}0{0,6}${hex(code, 1)}${String.raw`\}`}`,
    `&(?:amp;){0,3}#0{0,6}${code};`,
    `&(?:amp;){0,3}#[xX]0{0,6}${hex(code, 1)};`,
  ];
  if (code < 0x100) forms.push(`${SLASH}{1,7}x${hex(code, 2)}`);
  if (sign === " ") forms.push(String.raw`\+`);
  if (named[sign] !== undefined) forms.push(`&(?:amp;){0,3}${named[sign]};`);
  if (inJson[sign] !== undefined) forms.push(`${SLASH}{1,7}${inJson[sign]}`);
  return `(?:${forms.join("|")})`;
};

const inHex = (secret: string): string[] => {
  const bytes = [...new TextEncoder().encode(secret)];
  return bytes.length < SHORT_BELOW ? [] : [bytes.map((byte) => hex(byte, 2)).join("")];
};

const formsOf = (secret: string, literal: (text: string) => string, isLong: boolean): string[] => {
  const whole = Array.from(secret)
    .map((sign, at) => {
      if (isLong && /[\p{L}\p{N}]/u.test(sign)) return escapeRegex(literal(sign));
      const forms = signForms(sign, literal);
      // What stands before the first sign is no part of the secret.
      return at === 0 ? forms.replaceAll(NESTED, "") : forms;
    })
    .join("");
  const lines = secret.split(/\r?\n/).filter((line) => line.trim().length >= SHORTEST_LINE);
  return [
    secret.length < SHORT_BELOW ? String.raw`(?<![\p{L}\p{N}])${whole}(?![\p{L}\p{N}])` : whole,
    ...base64Forms(secret).map(escapeRegex),
    ...inHex(secret),
    ...(lines.length > 1 ? lines.flatMap((line) => formsOf(line, literal, isLong)) : []),
  ];
};

/** The commonest forms of secrets as plain texts, for where a pattern would be too slow. */
export const secretTexts = (secrets: readonly string[]): string[] => [
  ...new Set(
    secrets.flatMap((secret) => [
      secret,
      encodeURIComponent(secret),
      JSON.stringify(secret).slice(1, -1),
      ...base64Forms(secret),
    ]),
  ),
];

/**
 * Finds every secret, also where it is encoded for addresses, JSON, scripts or HTML, in Base64 or as hexadecimal bytes;
 * null when there is none. Blank ones are no secrets. `bytes`: the text has one character a byte of UTF-8.
 */
export const secretPattern = (secrets: Iterable<string>, { bytes = false } = {}): RegExp | null => {
  const literal = (text: string): string => (bytes ? Buffer.from(text).toString("latin1") : text);
  const longestFirst = [...new Set(secrets)]
    .filter((secret) => secret.trim() !== "")
    .toSorted((a, b) => b.length - a.length);
  const forms = new Set(
    longestFirst.flatMap((secret) => formsOf(secret, literal, secret.length > MOST_ENCODED)),
  );
  return forms.size === 0 ? null : new RegExp([...forms].join("|"), "gu");
};
