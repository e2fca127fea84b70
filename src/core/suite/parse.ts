import { z } from "zod";
import type { Diagnostic } from "#model/errors.ts";
import type { Case, Fixture, Step, Suite } from "#model/suite.ts";
import { checkCycles, checkNeeds, checkReferences } from "./check-references.ts";
import { checkSteps } from "./check-steps.ts";
import { checkDayAfter, checkFakerPath } from "./fixtures.ts";
import { outlineSchema } from "./grammar.ts";
import type { Outline, SuiteDocument } from "./grammar.ts";
import { mistakesIn } from "./issues.ts";
import { parseDuration } from "./scalars.ts";
import { readSource } from "./source.ts";
import type { Mistake, Path, Source } from "./source.ts";
import { variablesIn, visitTexts } from "./values.ts";

export type ParseLimits = {
  /** UTF-8 bytes of the document; 1 MiB when absent. */
  maxBytes?: number;
  /** Values that YAML aliases may expand to; 2,000 when absent. */
  maxAliased?: number;
  /** Steps of one case, blocks written out; 1,000 when absent. */
  maxSteps?: number;
  /** 2,000 when absent. */
  maxCases?: number;
  /** Mistakes that are told; 100 when absent. */
  maxDiagnostics?: number;
};
export type ParseOptions = {
  limits?: ParseLimits;
  /** Names that `${env.X}` may have; any when absent. */
  envNames?: readonly string[];
  /** Names that `${secret.X}` may have; any when absent. */
  secretNames?: readonly string[];
};
export type Parsed = {
  /** Null when there is any diagnostic. */
  suite: Suite | null;
  /** As written; null when there is any diagnostic. */
  document: SuiteDocument | null;
  /** Every mistake, by line and column, which are 1-based and always present. */
  diagnostics: (Diagnostic & { line: number; column: number })[];
};

const defaultCaseTimeoutMs = 5 * 60_000;
const looseSchema = z.record(z.string(), z.unknown());
const asMapping = (value: unknown): Record<string, unknown> => looseSchema.safeParse(value).data ?? {};
const asList = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const millis = (value: string | number | undefined): number | null =>
  value === undefined ? null : parseDuration(value);

const checkOutline = (source: Source, add: (mistake: Mistake) => void): void => {
  for (const { path, message, key } of mistakesIn(outlineSchema, source.value)) {
    add({ path, message, at: key ? source.atKey(path) : source.at(path) });
  }
  const root = asMapping(source.value);
  for (const [name, fixture] of Object.entries(asMapping(root["fixtures"]))) {
    const path = ["fixtures", name];
    const wrong =
      typeof fixture === "string" && fixture !== ""
        ? checkFakerPath(fixture)
        : checkDayAfter(name, asMapping(root["fixtures"]));
    if (wrong) add({ path, at: source.at(path), message: wrong });
  }
  const ids = new Map<string, number>();
  asList(root["cases"]).forEach((item, index) => {
    const { id } = asMapping(item);
    if (typeof id !== "string") return;
    const first = ids.get(id);
    const path = ["cases", index, "id"];
    if (first === undefined) ids.set(id, index);
    else
      add({
        path,
        at: source.at(path),
        message: `case id '${id}' is taken by the case in line ${source.at(["cases", first]).line}`,
      });
  });
};

/** Variables outside the steps: the header knows env, the log-in env, secrets and fixtures. */
const checkHeaderVariables = (
  source: Source,
  options: ParseOptions,
  add: (mistake: Mistake) => void,
): void => {
  const root = asMapping(source.value);
  const auth = asMapping(root["auth"]);
  const fixtures = Object.keys(asMapping(root["fixtures"]));
  const check = (value: unknown, base: Path, allowed: RegExp, plain: readonly string[]): void =>
    visitTexts(value, (text, path) => {
      for (const name of variablesIn(text)) {
        const at = source.at([...base, ...path]);
        const [space, key = ""] = name.split(".");
        const names = space === "env" ? options.envNames : options.secretNames;
        const known =
          plain.includes(name) || (allowed.test(name) && (names === undefined || names.includes(key)));
        if (!known) add({ path: [...base, ...path], at, message: `\${${name}} has no value here` });
      }
    });
  check(root["base_url"], ["base_url"], /^env\.\w+$/, []);
  for (const key of ["username", "password", "login_path"]) {
    check(auth[key], ["auth", key], /^(env|secret)\.\w+$/, fixtures);
  }
};

const buildCase = (
  outline: Outline,
  item: Outline["cases"][number],
  steps: Step[],
  at: Case["at"],
): Case => ({
  id: item.id,
  title: item.title ?? item.id,
  tags: item.tags ?? [],
  needs: [...new Set(item.needs ?? [])],
  auth: item.auth ?? true,
  steps,
  retries: item.retries ?? outline.retries ?? 0,
  timeoutMs: millis(item.timeout ?? outline.timeout),
  caseTimeoutMs: millis(item.case_timeout ?? outline.case_timeout) ?? defaultCaseTimeoutMs,
  at,
});

/** Names under any `capture`, also of steps that have a mistake, so that one mistake is not told twice. */
const capturedNames = (value: unknown): string[] => {
  if (Array.isArray(value)) return value.flatMap(capturedNames);
  return Object.entries(asMapping(value)).flatMap(([key, item]) =>
    key === "capture" ? Object.keys(asMapping(item)) : capturedNames(item),
  );
};

type Checked = { blocks: Map<string, Step[]>; login: Step[] | null; caseSteps: Step[][] };

const checkAllSteps = (source: Source, add: (mistake: Mistake) => void): Checked => {
  const root = asMapping(source.value);
  const blocks = new Map(
    Object.entries(asMapping(root["blocks"])).map(([name, steps]) => [
      name,
      checkSteps(asList(steps), ["blocks", name], source, add),
    ]),
  );
  const loginSteps = asMapping(root["auth"])["steps"];
  const login =
    loginSteps === undefined ? null : checkSteps(asList(loginSteps), ["auth", "steps"], source, add);
  const caseSteps = asList(root["cases"]).map((item, index) =>
    checkSteps(asList(asMapping(item)["steps"]), ["cases", index, "steps"], source, add),
  );
  return { blocks, login, caseSteps };
};

/** As much of each case as can be told, so that references are checked in spite of other mistakes. */
const looseCases = (source: Source, caseSteps: Step[][]): Case[] =>
  asList(asMapping(source.value)["cases"]).map((raw, index) => {
    const item = asMapping(raw);
    const id = typeof item["id"] === "string" ? item["id"] : `#${index + 1}`;
    const needs = asList(item["needs"]).filter((need) => typeof need === "string");
    return {
      id,
      title: id,
      tags: [],
      needs,
      auth: true,
      steps: caseSteps[index] ?? [],
      retries: 0,
      timeoutMs: null,
      caseTimeoutMs: defaultCaseTimeoutMs,
      at: source.at(["cases", index]),
    };
  });

/** A case's index changes when another is put before it; its id does not. */
const named = ([root, , ...rest]: Path, caseId: string): Path => [root ?? "cases", caseId, ...rest];

const build = (outline: Outline, checked: Checked, cases: Case[], source: Source): Suite => ({
  title: outline.suite,
  baseUrl: outline.base_url,
  description: outline.description ?? null,
  tags: outline.tags ?? [],
  seed: outline.seed ?? null,
  viewport: outline.viewport ?? null,
  healing: outline.healing ?? null,
  auth: outline.auth
    ? {
        username: outline.auth.username ?? null,
        password: outline.auth.password ?? null,
        loginPath: outline.auth.login_path ?? null,
        steps: checked.login,
      }
    : null,
  fixtures: toFixtures(outline.fixtures ?? {}),
  blocks: Object.fromEntries(checked.blocks),
  cases: outline.cases.map((item, index) => ({
    ...buildCase(
      outline,
      item,
      (checked.caseSteps[index] ?? []).map((step) => ({ ...step, path: named(step.path, item.id) })),
      source.at(["cases", index]),
    ),
    needs: [...new Set(cases[index]?.needs ?? [])],
  })),
});

const toFixtures = (written: NonNullable<Outline["fixtures"]>): Record<string, Fixture> =>
  Object.fromEntries(
    Object.entries(written).map(([name, fixture]): [string, Fixture] => {
      if (typeof fixture === "string") return [name, fixture];
      if (fixture.int !== undefined) return [name, { int: fixture.int }];
      if (fixture.string !== undefined) return [name, { string: fixture.string }];
      if (fixture.letters !== undefined) return [name, { letters: fixture.letters }];
      if (fixture.capitals !== undefined) return [name, { capitals: fixture.capitals }];
      if (fixture.ean !== undefined) return [name, { ean: fixture.ean }];
      if (fixture.iban !== undefined) return [name, { iban: fixture.iban }];
      if (fixture.date !== undefined) return [name, { date: fixture.date }];
      if (fixture.pick !== undefined) return [name, { pick: fixture.pick }];
      return [name, { value: fixture.value ?? "" }];
    }),
  );

const toDiagnostics = (mistakes: Mistake[], most: number): Parsed["diagnostics"] => {
  const seen = new Set<string>();
  const all = mistakes
    .map(({ path, message, at }) => ({ path: path.join("."), message, line: at.line, column: at.column }))
    .toSorted((a, b) => a.line - b.line || a.column - b.column)
    .filter(({ line, column, message }) => {
      const key = `${line}:${column}:${message}`;
      return !seen.has(key) && seen.add(key);
    });
  const last = all[most - 1];
  if (all.length <= most || !last) return all;
  return [...all.slice(0, most), { ...last, path: "", message: `and ${all.length - most} more mistakes` }];
};

/**
 * Reads a suite. All mistakes are told at once, each with its line and column and, for an unknown word, the nearest valid
 * one; a suite with any mistake is null. Never throws for what the text says.
 */
export const parseSuite = (yaml: string, options: ParseOptions = {}): Parsed => {
  const {
    maxBytes = 1_048_576,
    maxAliased = 2000,
    maxSteps = 1000,
    maxCases = 2000,
    maxDiagnostics = 100,
  } = options.limits ?? {};
  const { source, mistakes } = readSource(yaml, { maxBytes, maxAliased });
  const unread = new Set(mistakes.map(({ at }) => `${at.line}:${at.column}`));
  const add = (mistake: Mistake): void => {
    if (!unread.has(`${mistake.at.line}:${mistake.at.column}`)) mistakes.push(mistake);
  };
  const refused = (): Parsed => ({
    suite: null,
    document: null,
    diagnostics: toDiagnostics(mistakes, maxDiagnostics),
  });
  if (!source) return refused();
  if (!looseSchema.safeParse(source.value).success) {
    add({
      path: [],
      at: source.at([]),
      message: "a suite is a mapping that begins with suite, base_url and cases",
    });
    return refused();
  }
  if (asList(asMapping(source.value)["cases"]).length > maxCases) {
    add({
      path: ["cases"],
      at: source.at(["cases"]),
      message: `more than ${maxCases} cases: make it several suites`,
    });
    return refused();
  }
  checkOutline(source, add);
  checkHeaderVariables(source, options, add);
  const checked = checkAllSteps(source, add);
  const cases = looseCases(source, checked.caseSteps);
  checkNeeds(cases, (path) => source.at(path), add);
  const fixtures = new Set(Object.keys(asMapping(asMapping(source.value)["fixtures"])));
  if (mistakes.length > 0) for (const name of capturedNames(source.value)) fixtures.add(name);
  const known = { env: options.envNames, secrets: options.secretNames };
  const sound = mistakes.length === 0;
  checkReferences({
    fixtures,
    blocks: checked.blocks,
    cases,
    login: checked.login ?? [],
    known,
    maxSteps,
    add,
  });
  checkCycles(cases, add);
  const outline = sound ? outlineSchema.safeParse(source.value) : null;
  if (mistakes.length > 0 || !outline?.success) return refused();
  return {
    suite: build(outline.data, checked, cases, source),
    document: source.value as SuiteDocument,
    diagnostics: [],
  };
};
