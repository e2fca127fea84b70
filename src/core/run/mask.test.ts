import { expect, test } from "vitest";
import { createMask } from "./mask.ts";

/** As servers and scripts of other languages write it. */
const asOthersWriteIt = (secret: string): string[] => {
  const each = (escape: (code: number) => string): string =>
    Array.from(secret, (sign) => (/\w/.test(sign) ? sign : escape(sign.charCodeAt(0)))).join("");
  const hex = (code: number): string => code.toString(16).padStart(4, "0");
  const inPhp = JSON.stringify(secret)
    .slice(1, -1)
    .replaceAll("/", String.raw`\/`)
    .replaceAll("ü", String.raw`\u00fc`);
  return [
    inPhp,
    each((code) => String.raw`\u${hex(code)}`),
    each((code) => String.raw`\u${hex(code).toUpperCase()}`),
    each((code) => String.raw`\x${hex(code).slice(2)}`),
    each((code) => `&#${code};`),
    each((code) => `&#x${hex(code)};`),
    secret.replaceAll("&", "&amp;").replaceAll('"', "&#34;").replaceAll("/", "&#x2F;"),
    encodeURIComponent(secret).replaceAll(/%../g, (byte) => byte.toLowerCase()),
    encodeURIComponent(encodeURIComponent(secret)),
    encodeURIComponent(JSON.stringify(secret).slice(1, -1)),
    JSON.stringify(JSON.stringify(secret)).slice(3, -3),
    [...Buffer.from(secret)].map((byte) => `%${byte.toString(16)}`).join(""),
  ];
};

test("a secret is covered in every form that it takes", () => {
  const secret = `p&ss "w0rd"/ü`;
  const { text } = createMask([secret]);
  const forms = [
    secret,
    encodeURIComponent(secret),
    new URLSearchParams({ p: secret }).toString().slice(2),
    JSON.stringify(secret),
    "p&amp;ss &quot;w0rd&quot;/ü",
    Buffer.from(secret).toString("base64"),
    Buffer.from(secret).toString("hex"),
    ...asOthersWriteIt(secret),
  ];
  for (const form of forms) expect(text(`before ${form} after`)).toMatch(/^before "?\*{8}[="\w]{0,4} after$/);
  for (const user of ["ann", "bert", "clara"]) {
    expect(createMask(["correct horse"]).text(`Basic ${btoa(`${user}:correct horse`)}`)).toMatch(
      /^Basic [\w+/]{4,8}\*{8}[\w+/]{0,2}=*$/,
    );
  }
});

test("the longest secret wins, and empty ones cover nothing", () => {
  const { text } = createMask(["hunter", "hunter2-long", "", "  "]);
  expect(text("hunter2-long hunter  x")).toBe("******** ********  x");
});

test("a short secret is covered only where it stands alone", () => {
  const { text } = createMask(["42"]);
  expect(text("pin 42, order 1420")).toBe("pin ********, order 1420");
});

test("texts and keys deep in a value are covered, the rest is left", () => {
  const { deep } = createMask(["tok-123456"]);
  const at = null;
  expect(deep({ a: ["x tok-123456", 5, at], "tok-123456": true })).toEqual({
    a: ["x ********", 5, at],
    "********": true,
  });
});

test("signs that mean something in a pattern are taken as they are", () => {
  const secret = String.raw`-/\^$*+?.()|[]{}-`;
  expect(createMask([secret]).text(`a ${secret} b`)).toBe("a ******** b");
});

test("a page cannot make the search for a secret take for ever", () => {
  const { text } = createMask([String.raw`\\a&%b\\`, "&amp;&amp;x", "%%%%y", "0000z"]);
  for (const sign of ["\\", "&amp;", "%25", "&#0", "%", "0"]) {
    const long = sign.repeat(30_000);
    expect(text(long)).toBe(long);
  }
});

test("a long secret of many lines is covered, whole and line by line", () => {
  const lines = Array.from({ length: 40 }, (_, at) => `${at}`.padStart(4, "x").repeat(16));
  const { text } = createMask([lines.join("\n")]);
  expect(text(`key: ${JSON.stringify(lines.join("\n"))}`)).toBe('key: "********"');
  expect(text(`line ${lines[7]}.`)).toBe("line ********.");
});
