import { runInNewContext } from "node:vm";
import { transformSync } from "esbuild";
import { describe, expect, test } from "vitest";
import { expectDefinitions } from "#core/suite/expects/index.ts";
import { isSorted } from "#core/suite/order.ts";
import type { OrderedBy, SortDirection } from "#core/suite/order.ts";
import { parseSuite } from "#core/suite/parse.ts";
import { stepDefinitions } from "#core/suite/steps/index.ts";
import { exportSpec } from "./export-spec.ts";
import { helperCode, helperNames } from "./helpers/index.ts";

const exported = (yaml: string): string => {
  const { suite, diagnostics } = parseSuite(yaml);
  if (!suite) throw new Error(JSON.stringify(diagnostics));
  return exportSpec(suite, "shop.yaml");
};
const header = "suite: Shop\nbase_url: http://127.0.0.1:9\n";
const cases = (...list: string[]): string =>
  exported(`${header}cases:\n${list.map((item) => `  - ${item}\n`).join("")}`);
/** The spec without its helpers. */
const testsOf = (spec: string): string =>
  spec.slice(spec.indexOf("test.use("), spec.indexOf("// How elements are found"));

type Told = { kind: string; title: string; run: (fixtures: unknown) => Promise<void> };

/** Loads a spec with a Playwright that only writes down the tests. */
const load = (spec: string): { tests: Told[]; globals: Record<string, unknown> } => {
  const { code } = transformSync(spec, { loader: "ts", format: "cjs" });
  const tests: Told[] = [];
  const tell =
    (kind: string) =>
    (title: string, ...rest: unknown[]): void =>
      void tests.push({ kind, title, run: rest.at(-1) as Told["run"] });
  const nothing = (): void => undefined;
  const describeTests = Object.assign((body: () => void) => body(), { configure: nothing });
  const own = Object.assign(tell("test"), {
    fixme: tell("fixme"),
    use: nothing,
    setTimeout: nothing,
    describe: describeTests,
  });
  const playwright = { test: { extend: () => own }, expect };
  const globals: Record<string, unknown> = {
    process: { env: {} },
    require: (name: string) => (name === "@playwright/test" ? playwright : {}),
    module: { exports: {} },
    URL,
  };
  runInNewContext(code, globals);
  return { tests, globals };
};

describe("an exported spec", () => {
  test("reads as a person would write it", () => {
    const spec = cases(
      "{id: order, title: A guest orders, steps: [{goto: /}, {fill: {Email: a@b.example}}, {click: {role: button, name: Send}, timeout: 2s}, {expect: {text: Thanks}}]}",
    );
    expect(testsOf(spec)).toBe(`test.use(contextOptions);
test.describe.configure({ timeout: 300_000 });

test("order: A guest orders", async ({ page }) => {
  await goto(page, "/");
  await fill(page, "Email", "a@b.example");
  await click(page, { role: "button", name: "Send" }, { timeout: 2_000 });
  await expectText(page, null, "Thanks");
});

`);
  });

  test("is the same each time", () => {
    const yaml = `${header}fixtures: {email: internet.email, n: {int: [1, 9]}}\ncases:\n  - {id: a, steps: [{fill: {E: "\${email}", N: "\${n}"}}]}\n`;
    expect(exported(yaml)).toBe(exported(yaml));
  });

  test.each([...stepDefinitions.values()].map(({ verb, example }) => [verb, example]))(
    "has an answer to the step %s",
    (verb, example) => {
      const blocks = verb === "use" ? `blocks: {${example.slice("use: ".length)}: [reload]}\n` : "";
      const spec = exported(`${header}${blocks}cases:\n  - id: a\n    steps:\n      - ${example}\n`);
      expect(load(spec).tests).toHaveLength(1);
    },
  );

  test.each([...expectDefinitions.values()].map(({ kind, example }) => [kind, example]))(
    "has an answer to the expect %s",
    (_, example) => {
      const spec = exported(`${header}cases:\n  - id: a\n    steps:\n      - ${example}\n`);
      expect(load(spec).tests).toHaveLength(1);
    },
  );

  test("keeps the list of texts that rows are sorted by", () => {
    const spec = cases("{id: a, steps: [{expect: {sorted: {target: {column: Size}, by: [S, M, 40]}}}]}");
    expect(spec).toContain('await expectSorted(page, { column: "Size" }, { by: ["S", "M", "40"] });');
  });

  test("carries only the helpers that it uses", () => {
    const spec = cases("{id: a, steps: [{goto: /}]}");
    expect(spec).not.toContain("function click(");
    expect(spec).not.toContain("isSorted");
    expect(spec).not.toContain("node:fs");
  });
});

const evil = [
  '"); globalThis.owned = 1; ("',
  "`); globalThis.owned = 1; (`",
  "$${globalThis.owned = 1}",
  "*/ globalThis.owned = 1; /*",
  "a\n globalThis.owned = 1; //",
  "a\u2028 globalThis.owned = 1; //",
  "</script><script>globalThis.owned = 1</script>",
  '\\"); globalThis.owned = 1; (\\"',
  "\\`); globalThis.owned = 1; //",
];

describe("what a suite says is data, never code", () => {
  test.each(evil)("%j", async (text) => {
    const said = JSON.stringify(text).replaceAll("\u2028", String.raw`\u2028`);
    const spec = exported(
      [
        `suite: ${said}`,
        "base_url: http://127.0.0.1:9",
        `description: ${said}`,
        `tags: [${said}]`,
        "fixtures: {n: {value: 3}, word: {value: " + said + "}}",
        `blocks: {${said}: [{note: ${said}, click: ${said}}]}`,
        "cases:",
        "  - id: a",
        `    title: ${said}`,
        `    tags: [${said}]`,
        "    steps:",
        `      - {use: ${said}, note: ${said}}`,
        `      - {goto: ${said}, when: {text: ${said}}}`,
        `      - {fill: {${said}: ${said}}, within: {css: ${said}}}`,
        `      - request: {url: ${said}, headers: {${said}: ${said}}, json: {${said}: [${said}, "\${word}"]}}`,
        `      - {request: {url: /, capture: {x: "$.a[?@.b]"}}, note: ${said}}`,
        `      - {expect: {text: {matches: ${JSON.stringify(text.replaceAll(/[\\()$*]/g, "."))}}}}`,
        `      - {expect: {attribute: {target: ${said}, name: ${said}, is: ${said}}}}`,
      ].join("\n"),
    );
    const { tests, globals } = load(spec);
    expect(globals["owned"]).toBeUndefined();
    expect(tests.map(({ kind, title }) => [kind, title])).toEqual([["fixme", `a: ${text}`]]);
    await tests[0]?.run({ page: null }).catch(() => undefined);
    expect(globals["owned"]).toBeUndefined();
    expect(spec).not.toMatch(/<\/script|[\u2028\u2029]/);
  });
});

test("a body's key __proto__ stays a key", () => {
  const spec = cases('{id: a, steps: [{request: {url: /, json: {a: {"__proto__": 1}, b: "$${x}"}}}]}');
  expect(spec).toContain('json: { a: { ["__proto__"]: 1 }, b: "${x}" }');
});

describe("cases that need each other", () => {
  const step = "steps: [{goto: /}]";

  test("are a serial group when they are a chain", () => {
    const spec = testsOf(
      cases(
        `{id: a, ${step}}`,
        `{id: b, needs: [a], ${step}}`,
        `{id: c, needs: [b], ${step}}`,
        `{id: d, ${step}}`,
      ),
    );
    expect(spec.match(/mode: "serial"/g)).toHaveLength(1);
    expect(spec).toMatch(/serial[^]*a[^]*b[^]*c[^]*\n}\);\n\ntest\("d"/);
  });

  test.each([
    [
      "two need the same one",
      [`{id: a, ${step}}`, `{id: b, needs: [a], ${step}}`, `{id: c, needs: [a], ${step}}`],
    ],
    ["another stands between", [`{id: a, ${step}}`, `{id: x, ${step}}`, `{id: c, needs: [a], ${step}}`]],
    ["one is tried again", [`{id: a, ${step}}`, `{id: b, retries: 1, needs: [a], ${step}}`]],
  ])("leave word when %s", (_, list) => {
    const spec = testsOf(cases(...list));
    expect(spec).not.toContain("serial");
    expect(spec).toContain('mode: "default"');
    expect(spec).toContain('passed("a");');
    expect(spec).toContain('needs("a");');
  });

  test("come after what they need", () => {
    const spec = testsOf(cases(`{id: b, needs: [a], ${step}}`, `{id: a, ${step}}`));
    expect(spec.indexOf('test("a"')).toBeLessThan(spec.indexOf('test("b"'));
  });
});

test("a step without a counterpart makes its case, and those that need it, fixme with the reason", () => {
  const spec = testsOf(
    cases(
      '{id: a, steps: [{request: {url: /, capture: {x: "$.items[?@.n > 1].id"}}}]}',
      '{id: b, steps: [{goto: "/${x}"}]}',
      "{id: c, steps: [{goto: /}]}",
    ),
  );
  expect(spec).toContain(
    '// Not exported: the JSON path $.items[?@.n > 1].id does not go straight to one value.\n  test.fixme("a"',
  );
  expect(spec).toContain('// Not exported: it needs a.\n  test.fixme("b"');
  expect(spec).toContain('test("c"');
});

test("what a model judges is fixme, for Playwright has none", () => {
  const spec = testsOf(cases('{id: a, steps: [{goto: /}, {expect: {that: "Delivery is free"}}]}'));
  expect(spec).toContain(
    '// Not exported: the expect "that" is judged by a language model, which Playwright does not have.\ntest.fixme("a"',
  );
});

test("fixtures keep the values of the suite's seed; without a seed what must be new is new", () => {
  const fixtures =
    "fixtures: {email: internet.email, id: {string: 20}, n: {int: [1, 9]}, day: {date: today}, to: {date: soon}, out: {date: {after: day, days: 2}}}\n";
  const steps = 'cases: [{id: a, steps: [{goto: "/${email}${id}${n}${day}${to}"}]}]\n';
  const seeded = exported(`${header}seed: 3\n${fixtures}${steps}`);
  expect(seeded).toMatch(/email: "[^"]+@[^"]+", \/\/ internet.email/);
  expect(seeded).toContain("day: day(0),");
  expect(seeded).toContain("out: day(2),");
  expect(seeded).toMatch(/to: day\(\d+\),/);
  expect(seeded).toContain(
    "await goto(page, `/${fixtures.email}${fixtures.id}${fixtures.n}${fixtures.day}${fixtures.to}`);",
  );
  const fresh = exported(`${header}${fixtures}${steps}`);
  expect(fresh).toMatch(/email: "[^"]+" \+ "\." \+ run \+ "@[^"]+",/);
  expect(fresh).toMatch(/id: "\w{12}" \+ run,/);
});

test("a pattern with a class of Unicode has the flag that it needs", () => {
  const spec = testsOf(
    cases(
      String.raw`{id: a, steps: [{goto: /}, {expect: {text: {matches: "(?<!\\p{L})saved"}}}, {expect: {text: {matches: "\\d+ saved"}}}]}`,
    ),
  );
  expect(spec).toContain(String.raw`new RegExp("(?<!\\p{L})saved", "u")`);
  expect(spec).toContain(String.raw`/\d+ saved/`);
});

test("secrets and the environment are read when the spec runs", () => {
  const spec = exported(
    `${header}auth: {username: "\${env.SHOP_USER}", password: "\${secret.SHOP_PASSWORD}"}\ncases: [{id: a, steps: [{goto: /}]}]\n`,
  );
  expect(spec).toContain('await logInWithForm(page, null, env("SHOP_USER"), env("SECRET_SHOP_PASSWORD"));');
});

describe("helpers", () => {
  test("name no helper that is missing", () => {
    for (const name of helperNames) expect(() => helperCode([name])).not.toThrow();
  });

  test("put lists in order as the runner does", () => {
    const { code } = transformSync(`${helperCode(["isSorted"]).join("\n")}\nmodule.exports = isSorted;`, {
      loader: "ts",
      format: "cjs",
    });
    const module: { exports: unknown } = { exports: null };
    runInNewContext(code, { module });
    const spec = module.exports as (texts: string[], by: OrderedBy, sign: 1 | -1) => boolean;
    const samples: string[][] = [
      [],
      ["a"],
      ["Ärmel", "Zoo", "apfel"],
      ["apfel", "Ärmel", "Zoo"],
      ["item 2", "item 10"],
      ["item 10", "item 2"],
      ["€ 9.00", "€ 12.50", "1,249.00"],
      ["1.249,00 €", "12,50 €", "−3 €"],
      ["(3)", "2", "10"],
      ["1.125", "2.5", "2.75"],
      ["1.125", "1.200", "1.300"],
      ["2/14/2026, 12:05:00 AM", "2/14/2026, 11:05:00 AM", "2/14/2026, 3:05:00 PM"],
      ["13-02-2026", "14-02-2026"],
      ["Kraków", "Lublin", "Łódź", "Opole"],
      ["Malmö", "Ystad", "Ängelholm"],
      ["Opole", "Łódź", "Zabrze"],
      ["1/2/2024", "3/1/2024", "2/2/2024"],
      ["1.2.24", "2.2.24 10:30", "2.2.24 11:00"],
      ["3 Mar 2025", "2 Apr 2025", "1st May 2025"],
      ["3. März 2025", "x"],
      ["", "5"],
      ["45 min", "1 h 5 min", "1h20", "1.5 h", "2 hours", "10:30", "2 m²"],
      ["10 min", "9 min", "3 h"],
      ["Unassigned", "–", "Ann", "Bob"],
      ["Ann", "n/a", "Bob"],
      ["–", "9", "3", "None"],
      ["–", "–"],
      ["L'Amour", "The Mapmaker's Apprentice", "Night Ferry", "Eine Reise", "A Town in Ten Objects"],
      ["A Town", "The Mapmaker", "Night Ferry"],
      ["Anna", "Theo", "Das"],
      ["low", "Low ", "Medium", "Very  high"],
      ["–", "Very high", "Medium", "Low"],
      ["Very high", "Low", "Medium"],
      ["Low", "Unheard of"],
    ];
    const ranks = ["Low", "Medium", "very high"];
    const orders: SortDirection[] = ["ascending", "descending"];
    for (const by of ["text", "number", "date", "money", "duration", ranks] as const)
      for (const order of orders)
        for (const texts of samples)
          expect([texts, by, order, spec(texts, by, order === "ascending" ? 1 : -1)]).toEqual([
            texts,
            by,
            order,
            isSorted(texts, by, order),
          ]);
  });
});
