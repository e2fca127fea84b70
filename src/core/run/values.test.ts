import { expect, test } from "vitest";
import { parseSuite } from "#core/suite/parse.ts";
import { putIn } from "#core/suite/values.ts";
import { createValues, secretsOf } from "./values.ts";

const suite = parseSuite(`
suite: S
base_url: http://a.example
auth: {username: ann, password: "\${secret.SHOP}"}
fixtures:
  email: internet.email
  born: date.past
  quantity: {int: [1, 9]}
  code: {string: 12}
  due: {date: soon}
  stay: {date: [2026-01-01, 2026-01-31]}
  size: {pick: [S, M, L]}
  flag: {value: true}
cases: [{id: a, steps: [{fill: {A: "\${secret.OTHER} \${email}"}}]}]
`).suite;
if (!suite) throw new Error("the suite is valid");

const today = new Date("2026-03-04T12:00:00Z");
const sources = { env: (name: string) => (name === "WHO" ? "ann" : undefined), secret: () => undefined };
const all = (seed: number): unknown[] => {
  const { lookup } = createValues(suite, sources, seed, today);
  return Object.keys(suite.fixtures).map(lookup);
};

test("fixtures follow from the seed alone", () => {
  expect(all(7)).toEqual(all(7));
  expect(all(7)).not.toEqual(all(8));
  const [email, born, quantity, code, due, stay, size, flag] = all(7);
  expect(email).toMatch(/@/);
  for (const day of [born, due, stay]) expect(day).toMatch(/^\d{4}-\d{2}-\d{2}$/);
  expect(quantity).toSatisfy((value: number) => Number.isInteger(value) && value >= 1 && value <= 9);
  expect(code).toMatch(/^[A-Za-z0-9]{12}$/);
  expect(stay).toMatch(/^2026-01-/);
  expect(["S", "M", "L"]).toContain(size);
  expect(flag).toBe(true);
});

test("a lone variable keeps its type, one in a text becomes text, an escaped one is left", () => {
  const { lookup, set } = createValues(suite, sources, 1, today);
  set("n", 5);
  expect(putIn({ a: "${n}", b: ["no ${n}"], "${n}": "$${n}", c: "${env.WHO}" }, lookup)).toEqual({
    a: 5,
    b: ["no 5"],
    "5": "${n}",
    c: "ann",
  });
  expect(putIn("${n}", lookup, false)).toBe("5");
});

test("a missing value says what to do", () => {
  const { lookup } = createValues(suite, sources, 1, today);
  expect(() => putIn("${secret.SHOP}", lookup)).toThrow(
    "${secret.SHOP} has no value: set SECRET_SHOP in the settings",
  );
  expect(() => putIn("${order_id}", lookup)).toThrow("${order_id} has no value: no step has captured it");
});

test("every secret that a suite names is known to the mask", () => {
  expect(secretsOf(suite, (name) => `value of ${name}`)).toEqual(["value of SHOP", "value of OTHER"]);
});
