import { faker as english } from "@faker-js/faker/locale/en";
import type { Faker } from "@faker-js/faker";
import { z } from "zod";
import type { Fixture } from "#model/suite.ts";
import { didYouMean } from "./nearest.ts";
import { baseOf } from "./used-fixtures.ts";

const scalarSchema = z.union([z.string(), z.number(), z.boolean()]);
const dayPattern = /^\d{4}-\d{2}-\d{2}$/;
const daySchema = z.string().refine((day) => dayPattern.test(day) && !Number.isNaN(Date.parse(day)), {
  message: "expected a day such as 2026-01-31",
});

/** How a fixture is written. */
export const fixtureSchema = z.union([
  z.string().min(1).describe("Path of a faker method, such as internet.email"),
  z
    .strictObject({
      int: z
        .tuple([z.int(), z.int()])
        .refine(([low, high]) => low <= high, { message: "expected [least, most]" })
        .describe("A whole number, both ends included")
        .optional(),
      string: z.int().min(1).max(10_000).describe("Letters and digits, so many").optional(),
      letters: z.int().min(1).max(10_000).describe("Letters alone, so many").optional(),
      capitals: z.int().min(1).max(10_000).describe("Capital letters alone, so many").optional(),
      ean: z
        .string()
        .regex(/^\d{0,12}$/)
        .describe(
          "13 digits that begin so, the last of them the check digit, as in an EAN; an ISBN begins with 978",
        )
        .optional(),
      iban: z
        .string()
        .regex(/^DE\d{0,18}$/)
        .describe("A German IBAN with its check digits, whose bank and account begin as these digits do")
        .optional(),
      date: z
        .union([
          z.enum(["past", "today", "soon", "future"]),
          z.tuple([daySchema, daySchema]),
          z.strictObject({ after: z.string().min(1), days: z.int().min(-3_660).max(3_660) }),
        ])
        .describe(
          "A day as YYYY-MM-DD: past, today, soon (within 10 days), future, or [from, to]; the last three on a working day where there is one; or {after: arrival, days: 2}, so many days after the day of a fixture above it",
        )
        .optional(),
      pick: z.array(scalarSchema).min(1).describe("One of these").optional(),
      value: scalarSchema.describe("Just this").optional(),
    })
    .refine((kinds) => Object.keys(kinds).length === 1, {
      message: "needs exactly one of int, string, letters, capitals, ean, iban, date, pick, value",
    }),
]);
export type FixtureDocument = z.input<typeof fixtureSchema>;

/** A generator of its own, so that runs at the same time do not share a seed. The package as a whole loads 60 locales; one is enough. */
const createFaker = (seed: number, today: Date): Faker => {
  const Generator = english.constructor as typeof Faker;
  const faker = new Generator({ locale: english.rawDefinitions, seed });
  faker.setDefaultRefDate(today);
  return faker;
};

const day = (date: Date): string => date.toISOString().slice(0, 10);

const partsSchema = z.record(z.string(), z.unknown());

/** What a faker or one of its modules has, by name. */
const partsOf = (whole: object): Record<string, unknown> => partsSchema.parse({ ...whole });

const methodsOf = (part: object): string[] =>
  Object.entries(part)
    .filter(([name, value]) => typeof value === "function" && !name.startsWith("_"))
    .map(([name]) => name);

const modulesOf = (faker: Faker): Map<string, Record<string, unknown>> => {
  const modules = new Map<string, Record<string, unknown>>();
  for (const [name, part] of Object.entries(partsOf(faker))) {
    if (["helpers", "fakerCore"].includes(name) || typeof part !== "object" || part === null) continue;
    modules.set(name, partsOf(part));
  }
  return modules;
};

const callPath = (faker: Faker, path: string): string | number | boolean => {
  const [moduleName = "", method = ""] = path.split(".");
  const part = modulesOf(faker).get(moduleName);
  const make = part && Object.hasOwn(part, method) ? part[method] : undefined;
  if (typeof make !== "function" || path.split(".").length !== 2)
    throw new Error(`no faker method '${path}'`);
  const value: unknown = make.call(part);
  if (value instanceof Date) return day(value);
  if (typeof value === "bigint") return String(value);
  if (typeof value === "string" || typeof value === "number" || typeof value === "boolean") return value;
  throw new Error(`'${path}' does not make a text, number or date`);
};

/** What is wrong with a faker path, or null. */
export const checkFakerPath = (path: string): string | null => {
  const faker = createFaker(1, new Date(0));
  const modules = modulesOf(faker);
  const known = [...modules].flatMap(([name, part]) => methodsOf(part).map((method) => `${name}.${method}`));
  if (!known.includes(path)) {
    const [moduleName = "", method = ""] = path.split(".");
    const siblings = known.filter((name) => name.startsWith(`${moduleName}.`));
    const sameMethod = known.filter((name) => name.endsWith(`.${method}`));
    const pool = siblings.length > 0 ? siblings : sameMethod.length > 0 ? sameMethod : known;
    return `unknown faker path '${path}'${didYouMean(path, pool)}`;
  }
  try {
    callPath(faker, path);
    return null;
  } catch {
    return `faker path '${path}' does not make a text, number or date by itself`;
  }
};

/** What is wrong with a day that is counted from another fixture, which has to stand above it; null for nothing. */
export const checkDayAfter = (name: string, fixtures: Record<string, unknown>): string | null => {
  const base = baseOf(fixtureSchema.safeParse(fixtures[name]).data ?? "");
  if (base === null) return null;
  const names = Object.keys(fixtures);
  const above = names.slice(0, names.indexOf(name));
  if (!above.includes(base))
    return `'${base}' is no fixture above '${name}'${didYouMean(base, above)}; define it there`;
  const fixture = fixtureSchema.safeParse(fixtures[base]).data;
  const isDay = typeof fixture === "string" ? fixture.startsWith("date.") : fixture?.date !== undefined;
  return isDay ? null : `'${base}' is no day; days are counted from a fixture with date`;
};

/** Twelve digits and the one that an EAN ends in for them. */
export const withCheckDigit = (digits: string): string => {
  const sum = Array.from(digits).reduce((all, digit, at) => all + Number(digit) * (at % 2 === 0 ? 1 : 3), 0);
  return `${digits}${(10 - (sum % 10)) % 10}`;
};

/** A German IBAN of 18 digits of bank and account. Check digits by ISO 7064, MOD 97-10, over these, the country (D is 13, E is 14) and two zeros. */
export const germanIban = (account: string): string =>
  `DE${String(98n - (BigInt(`${account}131400`) % 97n)).padStart(2, "0")}${account}`;

const DAY_MS = 24 * 60 * 60_000;

/** On Saturdays and Sundays many a form takes nothing: the Friday before or the Monday after, where that is not out of bounds. */
export const workingDay = (date: string, from: string, to: string): string => {
  const time = Date.parse(`${date}T12:00:00Z`);
  const after = [6, 0].indexOf(new Date(time).getUTCDay()) + 1;
  const friday = day(new Date(time - after * DAY_MS));
  const monday = day(new Date(time + (3 - after) * DAY_MS));
  if (after === 0 || friday >= from) return friday;
  return monday <= to ? monday : date;
};

type Values = Map<string, string | number | boolean>;

const daysAfter = (begin: unknown, days: number): string => {
  const time = Date.parse(String(begin));
  return Number.isNaN(time) ? "" : day(new Date(time + days * DAY_MS));
};

const make = (faker: Faker, fixture: Fixture, today: Date, above: Values): string | number | boolean => {
  if (typeof fixture === "string") return callPath(faker, fixture);
  if ("int" in fixture) return faker.number.int({ min: fixture.int[0], max: fixture.int[1] });
  if ("string" in fixture) return faker.string.alphanumeric(fixture.string);
  if ("letters" in fixture) return faker.string.alpha(fixture.letters);
  if ("capitals" in fixture) return faker.string.alpha({ length: fixture.capitals, casing: "upper" });
  if ("ean" in fixture)
    return withCheckDigit(`${fixture.ean}${faker.string.numeric(12 - fixture.ean.length)}`);
  if ("iban" in fixture) {
    const account = fixture.iban.slice(2);
    return germanIban(`${account}${faker.string.numeric(18 - account.length)}`);
  }
  if ("pick" in fixture) return faker.helpers.arrayElement(fixture.pick);
  if ("value" in fixture) return fixture.value;
  if (fixture.date === "today") return day(today);
  if (fixture.date === "past") return day(faker.date.past());
  const tomorrow = day(new Date(today.getTime() + DAY_MS));
  if (fixture.date === "soon") return workingDay(day(faker.date.soon({ days: 10 })), tomorrow, "9999");
  if (fixture.date === "future") return workingDay(day(faker.date.future()), tomorrow, "9999");
  if (typeof fixture.date === "object" && "after" in fixture.date)
    return daysAfter(above.get(fixture.date.after), fixture.date.days);
  const [from, to] = fixture.date;
  return workingDay(day(faker.date.between({ from, to })), from, to);
};

/** The fixtures' values: the same for the same seed, day and order. */
export const makeFixtures = (fixtures: Record<string, Fixture>, seed: number, today: Date): Values => {
  const faker = createFaker(seed, today);
  const values: Values = new Map();
  for (const [name, fixture] of Object.entries(fixtures))
    values.set(name, make(faker, fixture, today, values));
  return values;
};
