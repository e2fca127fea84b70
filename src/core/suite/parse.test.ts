import { describe, expect, test } from "vitest";
import { textLike } from "#test/support/any.ts";
import { expectDefinitions } from "./expects/index.ts";
import { suiteJsonSchema } from "./json-schema.ts";
import { parseSuite } from "./parse.ts";
import { stepDefinitions } from "./steps/index.ts";

const told = (yaml: string, options = {}): string[] =>
  parseSuite(yaml, options).diagnostics.map(({ line, column, message }) => `${line}:${column} ${message}`);

const head = "suite: S\nbase_url: http://shop.example\n";
/** The first step begins in line 6, column 9. */
const withSteps = (...steps: string[]): string =>
  `${head}cases:\n  - id: a\n    steps:\n${steps.map((step) => `      - ${step}\n`).join("")}`;

describe("what is refused, where, and which word is near", () => {
  const cases: [name: string, yaml: string, expected: string[]][] = [
    ["nothing", "", ["1:1 a suite is a mapping that begins with suite, base_url and cases"]],
    ["a list", "- a\n", ["1:1 a suite is a mapping that begins with suite, base_url and cases"]],
    ["missing keys", "suite: S\n", ["1:1 'base_url' is missing", "1:1 'cases' is missing"]],
    [
      "an unknown key",
      `${head}casess: []\n`,
      ["1:1 'cases' is missing", "3:1 unknown key 'casess', did you mean 'cases'?"],
    ],
    [
      "an address that is none",
      "suite: S\nbase_url: shop\ncases: [{id: a, steps: [reload]}]\n",
      ["2:11 expected an address such as https://shop.example"],
    ],
    [
      "two documents",
      `${head}cases: [{id: a, steps: [reload]}]\n---\nx: 1\n`,
      ["4:1 a suite is one YAML document; remove what follows the second ---"],
    ],
    ["a key twice", `suite: S\n${head}cases: [{id: a, steps: [reload]}]\n`, ["2:1 'suite' is here twice"]],
    [
      "a tag",
      `suite: !!python/object S\nbase_url: http://shop.example\ncases: [{id: a, steps: [reload]}]\n`,
      ["1:8 YAML tags are not supported"],
    ],
    ["an unknown verb", withSteps("{clik: Save}"), ["6:10 unknown verb 'clik', did you mean 'click'?"]],
    [
      "a verb without arguments",
      withSteps("click"),
      ["6:9 'click' needs something to act on, as in: click: Add to cart"],
    ],
    [
      "two verbs",
      withSteps("{click: A, fill: {B: c}}"),
      ["6:20 a step has one verb, this one has 'click' and 'fill': make it two steps"],
    ],
    [
      "an unknown option",
      withSteps("{click: A, timout: 5s}"),
      ["6:20 unknown option 'timout', did you mean 'timeout'?"],
    ],
    [
      "a time that is none",
      withSteps("{click: A, timeout: soon}"),
      ["6:29 expected a time such as 5s, 500ms or 2m, at most 30m"],
    ],
    [
      "an unknown part of a target",
      withSteps("{click: {rol: button}}"),
      ["6:18 unknown key 'rol', did you mean 'role'?"],
    ],
    ["a target that is a list", withSteps("{click: [A]}"), ["6:17 expected text or a mapping, not a list"]],
    [
      "an empty target",
      withSteps('{click: ""}'),
      ["6:17 expected text that is not empty, not an empty text"],
    ],
    [
      "an unknown expect",
      withSteps("{expect: {visble: A}}"),
      ["6:19 unknown expect 'visble', did you mean 'visible'?"],
    ],
    [
      "an unknown expect in a guard",
      withSteps("{click: A, when: {visble: A}}"),
      ["6:27 unknown expect 'visble', did you mean 'visible'?"],
    ],
    [
      "an invalid regular expression",
      withSteps('{expect: {text: {matches: "(("}}}'),
      ["6:35 invalid regular expression /((/: Unterminated group"],
    ],
    [
      "two comparisons",
      withSteps("{expect: {text: {is: a, contains: b}}}"),
      ["6:25 needs exactly one of is, contains, matches"],
    ],
    [
      "an empty value",
      withSteps("{fill: {Email: }}"),
      ["6:24 expected text, a number or true or false, not nothing"],
    ],
    [
      "an unknown block",
      `${head}blocks: {open cart: [{click: Cart}]}\ncases: [{id: a, steps: [{use: open card}]}]\n`,
      ["4:25 unknown block 'open card', did you mean 'open cart'?"],
    ],
    [
      "blocks in a circle",
      `${head}blocks:\n  x: [{use: y}]\n  y: [{use: x}]\ncases: [{id: a, steps: [{use: x}]}]\n`,
      ["5:7 block 'x' uses itself: x → y → x"],
    ],
    [
      "an id with a space",
      `${head}cases: [{id: a b, steps: [reload]}]\n`,
      ["3:14 expected letters, digits, - _ . and no leading dot or dash, not 'a b'"],
    ],
    [
      "an id that is a folder",
      `${head}cases: [{id: .., steps: [reload]}]\n`,
      ["3:14 expected letters, digits, - _ . and no leading dot or dash, not '..'"],
    ],
    [
      "an id twice",
      `${head}cases:\n  - {id: a, steps: [reload]}\n  - {id: a, steps: [reload]}\n`,
      ["5:10 case id 'a' is taken by the case in line 4"],
    ],
    [
      "an unknown need",
      `${head}cases:\n  - {id: order, steps: [reload]}\n  - {id: b, needs: [ordr], steps: [reload]}\n`,
      ["5:21 unknown case 'ordr', did you mean 'order'?"],
    ],
    [
      "needs in a circle",
      `${head}cases:\n  - {id: a, needs: [b], steps: [reload]}\n  - {id: b, needs: [a], steps: [reload]}\n`,
      ["4:5 cases need each other in a circle: a → b → a"],
    ],
    [
      "an undefined variable",
      `${head}fixtures: {email: internet.email}\ncases: [{id: a, steps: [{goto: "/\${emial}"}]}]\n`,
      ["4:25 undefined variable ${emial}, did you mean 'email'?"],
    ],
    [
      "a variable before its capture",
      withSteps('{goto: "/${id}"}', "{capture: {id: Number}}"),
      ["6:9 ${id} is used before this case captures it"],
    ],
    [
      "an unknown faker path",
      `${head}fixtures: {email: internet.emial}\ncases: [{id: a, steps: [reload]}]\n`,
      ["3:19 unknown faker path 'internet.emial', did you mean 'internet.email'?"],
    ],
    [
      "a faker path that makes no text",
      `${head}fixtures: {x: airline.airline}\ncases: [{id: a, steps: [reload]}]\n`,
      ["3:15 faker path 'airline.airline' does not make a text, number or date by itself"],
    ],
    [
      "a day counted from a fixture that is not above it",
      `${head}fixtures: {leaves: {date: {after: arives, days: 2}}, arrives: {date: soon}}\ncases: [{id: a, steps: [reload]}]\n`,
      ["3:20 'arives' is no fixture above 'leaves'; define it there"],
    ],
    [
      "a day counted from what is no day",
      `${head}fixtures: {n: {int: [1, 9]}, leaves: {date: {after: n, days: 2}}}\ncases: [{id: a, steps: [reload]}]\n`,
      ["3:38 'n' is no day; days are counted from a fixture with date"],
    ],
    [
      "a log-in without a password",
      `${head}auth: {username: a}\ncases: [{id: a, steps: [reload]}]\n`,
      ["3:7 needs username and password, or steps"],
    ],
    ["an alias without an anchor", `${head}cases: *all\n`, ["3:8 alias *all has no anchor"]],
    [
      "a syntax error",
      `${head}cases: [{id: a\n`,
      ["4:1 Flow map in block collection must be sufficiently indented and end with a }"],
    ],
  ];
  test.each(cases)("%s", (_name, yaml, expected) => {
    expect(told(yaml)).toEqual(expected);
  });

  test("all mistakes at once, in the order of the text", () => {
    const yaml = `suite: 5\nbase_url: x\ncases:\n  - id: a\n    steps:\n      - clik: A\n      - expect: {visble: B}\n      - goto: "/\${nope}"\n  - id: a\n`;
    expect(told(yaml).map((line) => line.split(" ")[0])).toEqual([
      "1:8",
      "2:11",
      "6:9",
      "7:18",
      "8:9",
      "9:5",
      "9:9",
    ]);
  });

  test("names that suites may not use", () => {
    const yaml = withSteps(
      '{fill: {User: "${env.HOME}"}}',
      '{fill: {User: "${env.USER_NAME}"}}',
      '{fill: {P: "${secret.PASWORD}"}}',
    );
    expect(told(yaml, { envNames: ["USER_NAME"], secretNames: ["PASSWORD"] })).toEqual([
      "6:9 ${env.HOME} is not a name that this service lets suites use; known: USER_NAME",
      "8:9 ${secret.PASWORD} is not set, did you mean 'PASSWORD'?",
    ]);
    expect(told(yaml)).toEqual([]);
  });
});

describe("hostile documents", () => {
  test("more than 1 MiB", () => {
    expect(told(`${head}# ${"é".repeat(600_000)}`)).toEqual(["1:1 the suite is larger than 1024 KiB"]);
  });

  test("aliases that explode", () => {
    const levels = Array.from(
      { length: 12 },
      (_, i) => `  b${i + 1}: &b${i + 1} [${Array(10).fill(`*b${i}`).join(", ")}]`,
    );
    const yaml = `${head}blocks:\n  b0: &b0 [{click: A}]\n${levels.join("\n")}\ncases: [{id: a, steps: [reload]}]\n`;
    expect(told(yaml).map((line) => line.replace(/^\d+:\d+ /, ""))).toEqual([
      "aliases expand to too many values",
    ]);
  });

  test("an alias that contains itself", () => {
    expect(told(`${head}cases: &c [*c]\n`)).toContain("3:12 alias *c contains itself");
  });

  test("blocks that explode", () => {
    const blocks = Array.from({ length: 30 }, (_, i) => `  b${i + 1}: [{use: b${i}}, {use: b${i}}]`).join(
      "\n",
    );
    const yaml = `${head}blocks:\n  b0: [reload]\n${blocks}\ncases: [{id: a, steps: [{use: b30}]}]\n`;
    expect(told(yaml)).toEqual(["35:9 case 'a' has more than 1000 steps, those of its blocks included"]);
  });

  test("nesting without end", () => {
    expect(told("[".repeat(100_000)).length).toBeGreaterThan(0);
    expect(told(`${head}cases: ${"{a: ".repeat(20_000)}`).length).toBeGreaterThan(0);
  });

  test("mistakes without end are cut off", () => {
    const diagnostics = told(withSteps(...Array.from({ length: 500 }, () => "{clik: A}")));
    expect(diagnostics).toHaveLength(101);
    expect(diagnostics.at(-1)).toMatch(/and 400 more mistakes$/);
  });

  test("keys of JavaScript's own", () => {
    expect(told(`${head}__proto__: {a: b}\ncases: [{id: a, steps: [{constructor: A}]}]\n`)).toEqual([
      "3:1 unknown key '__proto__'; known: suite, base_url, description, tags, timeout, case_timeout, retries, seed, viewport, healing, auth, fixtures, blocks, cases",
      textLike("^4:26 unknown verb 'constructor'"),
    ]);
  });
});

describe("what is understood", () => {
  test("each verb's and each expect's example", () => {
    for (const { example, verb } of stepDefinitions.values()) {
      const yaml = `${head}blocks: {open cart: [{click: Cart}]}\ncases:\n  - id: a\n    steps:\n      - ${example}\n`;
      expect({ verb, told: told(yaml) }).toEqual({ verb, told: [] });
    }
    for (const { example, kind } of expectDefinitions.values()) {
      expect({ kind, told: told(`${head}cases:\n  - id: a\n    steps:\n      - ${example}\n`) }).toEqual({
        kind,
        told: [],
      });
    }
  });

  test("numbers keep the text that was written", () => {
    const { suite } = parseSuite(withSteps("{fill: {Zip: 01234, Price: 1.50, Count: 3}}"));
    expect(suite?.cases[0]?.steps[0]?.args).toEqual({ Zip: "01234", Price: "1.50", Count: 3 });
  });

  test("a case that uses what another captures needs it", () => {
    const yaml = `${head}blocks:\n  look: [{goto: "/\${id}"}]\ncases:\n  - {id: b, steps: [{use: look}]}\n  - {id: a, steps: [{capture: {id: Number}}, {use: look}]}\n`;
    expect(told(yaml)).toEqual([]);
    expect(parseSuite(yaml).suite?.cases.map(({ needs }) => needs)).toEqual([["a"], []]);
  });

  test("options, time-outs and retries: the nearest wins", () => {
    const yaml = `${head}timeout: 2s\nretries: 1\ncase_timeout: 1m\ncases:\n  - {id: a, retries: 0, steps: [{click: A, timeout: 500ms, within: {role: row}}]}\n  - {id: b, timeout: 1.5s, steps: [reload]}\n`;
    const [a, b] = parseSuite(yaml).suite?.cases ?? [];
    expect([a?.retries, a?.timeoutMs, a?.caseTimeoutMs, a?.steps[0]?.options]).toEqual([
      0,
      2000,
      60_000,
      { timeoutMs: 500, within: { role: "row" } },
    ]);
    expect([b?.retries, b?.timeoutMs]).toEqual([1, 1500]);
  });

  test("the JSON Schema says the same and stays small", () => {
    const schema = JSON.stringify(suiteJsonSchema());
    expect(schema.length).toBeLessThan(100_000);
    for (const verb of stepDefinitions.keys()) expect(schema).toContain(`"${verb}"`);
  });
});
