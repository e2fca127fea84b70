import { USUAL_VIEWPORT } from "#model/viewport.ts";
import type { Case, Step, Suite } from "#model/suite.ts";
import { stepDefinitions } from "#core/suite/steps/index.ts";
import { variablesIn, visitTexts } from "#core/suite/values.ts";
import { allSteps, capturesIn, typeOf } from "./captures.ts";
import { comment, indent, keyOf, listCode, millis } from "./code.ts";
import { fixtureCode } from "./fixtures.ts";
import { helperCode } from "./helpers/index.ts";
import { specNameCode, testCode } from "./log-in.ts";
import { nameBlocks } from "./names.ts";
import { tieCases } from "./plan.ts";
import type { Ties } from "./plan.ts";
import { createScope } from "./scope.ts";
import { writeSteps } from "./statements.ts";
import type { Statements, StatementsOptions } from "./statements.ts";
import { commonOf, testsCode } from "./tests.ts";
import type { CaseCode } from "./tests.ts";

const playwrightTypes = [
  "Browser",
  "BrowserContext",
  "FrameLocator",
  "Locator",
  "Page",
  "Request",
  "WorkerInfo",
];
const fileFunctions = ["existsSync", "mkdirSync", "readFileSync", "writeFileSync"];
const pathFunctions = ["basename", "dirname", "join"];

const importsOf = (body: string): string[] => {
  const uses = (name: string): boolean => new RegExp(`\\b${name}\\b`).test(body);
  const types = playwrightTypes.filter(uses).map((name) => `type ${name}`);
  const files = fileFunctions.filter(uses);
  const paths = pathFunctions.filter((name) => new RegExp(`(?<![.\\w])${name}\\(`).test(body));
  const values = [...(uses("expect") ? ["expect"] : []), "test as base"];
  return [
    ...(files.length > 0 ? [`import { ${files.join(", ")} } from "node:fs";`] : []),
    ...(paths.length > 0 ? [`import { ${paths.join(", ")} } from "node:path";`] : []),
    ...listCode("import {", [...values, ...types], '} from "@playwright/test";'),
    "",
  ];
};

/** Whether a case uses what the log-in captures. */
const sharesLogin = (suite: Suite): boolean => {
  const login = capturesIn(suite.auth?.steps ?? []);
  let shares = false;
  visitTexts([suite.cases, suite.blocks], (text) => {
    if (variablesIn(text).some((name) => login.has(name))) shares = true;
  });
  return shares;
};

/** Blocks in the order in which each comes after those it uses. */
const blocksInOrder = (blocks: Suite["blocks"]): [string, Step[]][] => {
  const done = new Map<string, Step[]>();
  const add = (name: string): void => {
    const steps = Object.hasOwn(blocks, name) ? blocks[name] : undefined;
    if (!steps || done.has(name)) return;
    for (const step of steps) {
      const inner = stepDefinitions.get(step.verb)?.uses(step.args);
      if (inner) add(inner);
    }
    done.set(name, steps);
  };
  for (const name of Object.keys(blocks)) add(name);
  return [...done];
};

/** A case that cannot run takes with it those that need it. */
const withNeeds = (ties: Ties, written: ReadonlyMap<Case, Statements>): Map<Case, CaseCode> => {
  const codes = new Map<Case, CaseCode>();
  const left = new Set<string>();
  for (const item of ties.groups.flat()) {
    const statements = written.get(item) ?? { lines: [], reasons: [], switches: false };
    const missing = item.needs.find((id) => left.has(id));
    const reasons = [
      ...new Set([...statements.reasons, ...(missing === undefined ? [] : [`it needs ${missing}`])]),
    ];
    if (reasons.length > 0) left.add(item.id);
    codes.set(item, { item, statements, reasons });
  }
  return codes;
};

/**
 * The suite as a spec for `npx playwright test`, with the verdicts of the runner: failed and broken are both Playwright's
 * `failed`. Cases with a step that has no counterpart become `test.fixme` with the reason. `file` is the suite's file
 * name. Never throws for a suite that parseSuite gave.
 */
export const exportSpec = (suite: Suite, file: string): string => {
  const needed = new Set<string>();
  const need = (helper: string): void => void needed.add(helper);
  const fixtures = fixtureCode(suite);
  fixtures.helpers.forEach(need);
  const captured = capturesIn(allSteps(suite));
  const scope = createScope({ fixtures: fixtures.kinds, captured });
  const blockNames = nameBlocks(Object.keys(suite.blocks));
  const blocks = new Map<string, Statements>();
  const options: StatementsOptions = {
    scope,
    need,
    blockNames,
    blockOf: (name) => blocks.get(name),
  };
  const write = (steps: readonly Step[]): Statements => writeSteps(steps, options);
  for (const [name, steps] of blocksInOrder(suite.blocks)) blocks.set(name, write(steps));

  const loginSteps = suite.auth?.steps ? write(suite.auth.steps) : null;
  const ties = tieCases(suite, sharesLogin(suite));
  const written = new Map(ties.groups.flat().map((item) => [item, write(item.steps)]));
  const codes = withNeeds(ties, written);
  if (loginSteps)
    for (const code of codes.values())
      code.reasons.push(...loginSteps.reasons.map((reason) => `the log-in: ${reason}`));

  const common = commonOf(suite.cases);
  const keepsDownloads = needed.has("download") || needed.has("expectDownload");
  const remember = ties.mode === "kept" ? "rememberedByAll" : "remembered";
  if (captured.size > 0) need(remember);
  const types = [...captured].map(([name, kind]) => `${keyOf(name)}: ${typeOf(kind)}`);
  const size = suite.viewport ?? USUAL_VIEWPORT;
  const settings = [
    `timeout: ${millis(common.caseTimeoutMs)}`,
    ...(common.retries > 0 ? [`retries: ${common.retries}`] : []),
  ];

  const main = [
    `const baseURL = process.env.BASE_URL ?? ${scope.text(suite.baseUrl)};`,
    `const contextOptions = { baseURL, viewport: { width: ${size.width}, height: ${size.height} }, locale: "en-US" };`,
    ...(suite.auth ? [specNameCode(file)] : []),
    "",
    ...fixtures.lines,
    ...(captured.size > 0
      ? [
          "/** What steps read from the app. */",
          ...listCode(`const captured = ${remember}<{`, types, "}>();"),
          "",
        ]
      : []),
    ...testCode(suite, scope, need, loginSteps?.lines ?? null, keepsDownloads),
    "test.use(contextOptions);",
    ...(ties.mode === "kept"
      ? [comment("Cases that need others come after them, in one process at a time.")]
      : []),
    `test.describe.configure({ ${[...(ties.mode === "kept" ? ['mode: "default"'] : []), ...settings].join(", ")} });`,
    "",
    ...[...blocks].flatMap(([name, { lines, switches }]) => [
      ...(blockNames.get(name) === name ? [] : [comment(name)]),
      `async function ${blockNames.get(name) ?? ""}(page: Page): Promise<${switches ? "Page" : "void"}> {`,
      ...indent(switches ? [...lines, "return page;"] : lines),
      "}",
      "",
    ]),
    ...testsCode(ties, codes, common, { tags: suite.tags, hasAuth: suite.auth !== null }, need),
  ];
  if (main.some((line) => /(?<![\w.])env\(/.test(line))) need("env");
  if (main.some((line) => /(?<![\w.])textOf\(/.test(line))) need("textOf");
  const helpers = helperCode(needed).flatMap((source) => [...source.split("\n"), ""]);
  const code = [
    ...main,
    comment("How elements are found and waited for, as Tracewright does."),
    "",
    ...helpers,
  ];
  const head = [
    comment(`${suite.title}, exported by Tracewright from ${file}. Run it with: npx playwright test`),
    ...(suite.description === null ? [] : [comment(suite.description)]),
  ];
  return [...head, ...importsOf(code.join("\n")), ...code].join("\n").trimEnd() + "\n";
};
