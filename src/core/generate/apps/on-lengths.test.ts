import type { RequestListener } from "node:http";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createPlaywrightBrowser } from "#adapters/playwright/launch.ts";
import type { Browser } from "#ports/browser.ts";
import { tryPages } from "#test/support/failing-cases.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await createPlaywrightBrowser();
});
afterAll(() => browser.close());

const lengths = [59, 146, 73, 305, 77, 227, 51, 80, 180, 84, 138, 116, 117, 140];
const names =
  "Git Python German Rust Spanish Design Teams Access Poetry Music Baking Sailing Maths Chess".split(" ");
const courses = lengths.map((minutes, at) => ({ name: names[at] ?? "", minutes }));
const PAGE = 4;

const written = (minutes: number): string =>
  minutes < 60
    ? `${minutes} min`
    : `${Math.floor(minutes / 60)} h${minutes % 60 ? ` ${minutes % 60} min` : ""}`;

type Course = (typeof courses)[number];
type Look = { asText?: boolean; table?: boolean; also?: (course: Course) => string };

/** Courses in pages of four, as cards with a select or as a table; with `asText` their lengths are compared as they are written. */
const school =
  ({ asText = false, table = false, also = () => "" }: Look): RequestListener =>
  (request, response) => {
    const { pathname, searchParams: asked } = new URL(request.url ?? "/", "http://school.test");
    const sort = asked.get("sort") ?? "";
    const at = Number(asked.get("page") ?? 1);
    const text = (a: Course, b: Course): number => (written(a.minutes) < written(b.minutes) ? -1 : 1);
    const all = courses.toSorted((a, b) =>
      sort === "" ? 0 : (sort === "long" ? -1 : 1) * (asText ? text(a, b) : a.minutes - b.minutes),
    );
    const shown = all.slice((at - 1) * PAGE, at * PAGE);
    const cards = `<form><label>Sort by <select name=sort>${[
      ["", "Most popular"],
      ["short", "Shortest first"],
    ]
      .map(([value, label]) => `<option value="${value}"${value === sort ? " selected" : ""}>${label}`)
      .join("")}</select></label><button>Show</button></form>
      <div>${shown.map((course) => `<article><h2><a href="/courses/${course.name}">${course.name}</a></h2><p>Beginner · ${written(course.minutes)}${also(course)}</p></article>`).join("")}</div>`;
    const rows = `<table aria-label=Courses><thead><tr><th>Course<th><a href="/?sort=${sort === "short" ? "long" : "short"}">Length</a></tr></thead><tbody>
      ${shown.map((course) => `<tr><td>${course.name}<td>${written(course.minutes)}</tr>`).join("")}</tbody></table>`;
    const link = (to: number, label: string): string => `<a href="/?sort=${sort}&page=${to}">${label}</a>`;
    const isList = pathname === "/";
    const pages = `<p>${(at - 1) * PAGE + 1}–${(at - 1) * PAGE + shown.length} of ${all.length} courses</p><nav aria-label=Pages>${at > 1 ? link(at - 1, "Previous") : ""} ${at * PAGE < all.length ? link(at + 1, "Next") : ""}</nav>`;
    response.writeHead(200, { "content-type": "text/html; charset=utf-8" });
    response.end(
      `<!doctype html><html lang=en><title>School</title><link rel=icon href="data:,"><main><h1>${isList ? "Courses" : "A course"}</h1>${isList ? (table ? rows : cards) + pages : ""}</main>`,
    );
  };

it.each<[what: string, look: Look, failing: string[]]>([
  ["that are right", {}, []],
  ["of a table, that are right", { table: true }, []],
  ["that compares them as texts, which shows on no page alone", { asText: true }, ["sort-home"]],
  ["of a table, that compares them as texts", { asText: true, table: true }, ["sort-home-length"]],
])("orders of lengths of time in pages %s", { timeout: 240_000 }, async (_, look, expected) => {
  const { failing, yaml } = await tryPages(browser, school(look), { only: /^sort/, actions: 120 });
  expect(failing).toEqual(expected);
  expect(yaml).toContain("by: duration");
});

it("says nothing of an order where cards show two lengths of time", { timeout: 240_000 }, async () => {
  const also = ({ minutes }: Course): string => ` · ${Math.ceil(minutes / 10)} min of reading`;
  const { failing, yaml } = await tryPages(browser, school({ asText: true, also }), {
    only: /^sort/,
    actions: 120,
  });
  expect(failing).toEqual([]);
  expect(yaml).not.toContain("by: duration");
});
