import { afterAll, beforeAll, expect, it } from "vitest";
import type { Target } from "#model/target.ts";
import type { ElementAction } from "#ports/browser.ts";
import type { LaunchedBrowser } from "./launch.ts";
import { createPlaywrightBrowser } from "./launch.ts";
import { long, serveSite } from "./test-pages.ts";

let browser: LaunchedBrowser;
beforeAll(async () => {
  browser = await createPlaywrightBrowser();
});
afterAll(() => browser.close());

/** What has the words in a longer name is there at once, and what is called so once the data have come. */
const page = (late: string): string => `<title>Nothing</title>
  <button onclick="document.title='account'">Account of Anna Keller</button>
  <label>Search people <input oninput="document.title='search'"></label>
  <ul id=people>Loading…</ul>
  <script>fetch("/people").then((answer) => answer.text()).then((html) => { document.getElementById("people").innerHTML = ${late}; });</script>`;

const people = `<li><a href="#anna" onclick="document.title='person'">Anna Keller</a><li><label>People <input oninput="document.title='field'"></label>`;

const tries: [string, Target, ElementAction, string][] = [
  ["a click by a name", "Anna Keller", { kind: "click" }, "person"],
  ["a click by its part of a name of no other", "Account of Anna", { kind: "click" }, "account"],
  ["a click by a name alone", { name: "Anna Keller" }, { kind: "click" }, "person"],
  ["what is typed by a label", { label: "People" }, { kind: "fill", value: "a" }, "field"],
];

it.each(tries)("%s waits for what is called so to the letter", async (_, target, action, title) => {
  await using site = await serveSite({
    "/": page("html"),
    "/people": (_request, response) => void setTimeout(() => response.end(people), 400),
  });
  for (const trace of [false, true]) {
    const session = await browser.openSession({ baseUrl: site.url, trace });
    expect(await session.page.goto("/", long)).toMatchObject({ ok: true });
    expect(await session.page.act(target, action, long)).toMatchObject({ ok: true });
    expect(await session.page.read(null, "title", long)).toMatchObject({ value: title });
    await session.close();
  }
});
