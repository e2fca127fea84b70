import { expect, test } from "vitest";
import type { SuiteDocument } from "#core/suite/grammar.ts";
import { parseSuite } from "#core/suite/parse.ts";
import { splitSuite } from "./split.ts";

const page = (id: string, path: string, more: object = {}) => ({
  id,
  title: `The page ${id}`,
  steps: [{ goto: path }, { expect: "no_errors" }],
  ...more,
});

const document = {
  suite: "Shop",
  base_url: "https://shop.example",
  fixtures: { name: "person.fullName", word: "lorem.word" },
  cases: [
    page("home", "/"),
    page("orders", "/orders"),
    page("orders-2", "/orders?page=2"),
    { id: "order", title: "Order", steps: [{ goto: "/orders/new" }, { fill: { Name: "${name}" } }] },
    page("order-kept", "/orders", { needs: ["order"] }),
    page("about", "/about-us"),
    ...Array.from({ length: 20 }, (_, at) => page(`product-${at}`, `/products/${at}`)),
  ],
} as SuiteDocument;

test("each area gets a suite of its own, small ones share one, and large ones are cut", () => {
  const parts = splitSuite(document, 15);
  expect(parts.map(({ area, document: part }) => [area, part.cases.length])).toEqual([
    ["General", 2],
    ["Orders", 4],
    ["Products 1", 15],
    ["Products 2", 5],
  ]);
  expect(parts.flatMap(({ document: part }) => part.cases.map(({ id }) => id)).toSorted()).toEqual(
    document.cases.map(({ id }) => id).toSorted(),
  );
  for (const { yaml } of parts) expect(parseSuite(yaml).diagnostics).toEqual([]);
});

test("a suite keeps what it uses and no more", () => {
  const orders = splitSuite(document).find(({ area }) => area === "Orders");
  expect(orders?.document.fixtures).toEqual({ name: "person.fullName" });
  expect(splitSuite(document).find(({ area }) => area === "General")?.document.fixtures).toBeUndefined();
});

test("cases that need one another stay together", () => {
  const tied = {
    ...document,
    cases: [page("a", "/x"), page("b", "/y", { needs: ["a"] }), page("c", "/z", { needs: ["b"] })],
  };
  expect(splitSuite(tied as SuiteDocument, 1).map((part) => part.document.cases.map(({ id }) => id))).toEqual(
    [["a", "b", "c"]],
  );
});

test("what nearly all cases need stands in every suite, and ties nothing together", () => {
  const logIn = {
    id: "log-in",
    title: "Log in",
    steps: [{ request: { url: "/login", capture: { token: "$.token" } } }],
  };
  const asking = (area: string, at: number) => ({
    id: `${area}-${at}`,
    title: `Ask ${area} ${at}`,
    steps: [{ request: { url: `/api/v1/${area}/${at}`, headers: { Authorization: "Bearer ${token}" } } }],
  });
  const cases = ["users", "orders"].flatMap((area) =>
    Array.from({ length: 10 }, (_, at) => asking(area, at)),
  );
  const api = { suite: "API", base_url: "https://api.example", cases: [logIn, ...cases] } as SuiteDocument;
  const parts = splitSuite(api);
  expect(parts.map(({ area, document: part }) => [area, part.cases.length, part.cases[0]?.id])).toEqual([
    ["Users", 11, "log-in"],
    ["Orders", 11, "log-in"],
  ]);
  for (const { yaml } of parts) expect(parseSuite(yaml).diagnostics).toEqual([]);
});
