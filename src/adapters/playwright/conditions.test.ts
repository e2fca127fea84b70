import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readOverflow } from "#model/overflow.ts";
import type { Condition } from "#ports/browser.ts";
import type { LaunchedBrowser } from "./launch.ts";
import { createPlaywrightBrowser } from "./launch.ts";
import { long, openPage, soon } from "./test-pages.ts";

let browser: LaunchedBrowser;
beforeAll(async () => {
  browser = await createPlaywrightBrowser();
});
afterAll(() => browser.close());

const later = (script: string): string => `<script>setTimeout(() => { ${script} }, 150)</script>`;

describe("a condition that becomes true late is seen", () => {
  const cases: [what: string, html: string, condition: Condition][] = [
    ["visible", later(`document.body.append("Thank you")`), { kind: "visible", target: "Thank you" }],
    [
      "visible by style sheet",
      `<style id=s>p{display:none}</style><p>Here</p>${later(`s.remove()`)}`,
      { kind: "visible", target: "Here" },
    ],
    [
      "hidden",
      `<p>Loading</p>${later(`document.querySelector("p").remove()`)}`,
      { kind: "hidden", target: "Loading" },
    ],
    [
      "text",
      `<p>1</p>${later(`document.querySelector("p").firstChild.data="order\\u00a0 no 7"`)}`,
      { kind: "text", target: null, match: { contains: "order no 7" } },
    ],
    [
      "text of an element",
      `<p data-testid=p>1</p>${later(`document.querySelector("p").textContent="22"`)}`,
      { kind: "text", target: { testid: "p" }, match: { matches: "^\\d{2}$" } },
    ],
    [
      "text that is gone",
      `<p>Busy</p>${later(`document.querySelector("p").hidden=true`)}`,
      { kind: "text", target: null, match: { contains: "Busy" }, not: true },
    ],
    [
      "value set by a script",
      `<input aria-label=A>${later(`document.querySelector("input").value="x"`)}`,
      { kind: "value", target: "A", match: { is: "x" } },
    ],
    ["url", later(`history.pushState({}, "", "/there?q=1")`), { kind: "url", match: { is: "/there?q=1" } }],
    ["title", later(`document.title="Ready"`), { kind: "title", match: { is: "Ready" } }],
    [
      "count",
      `<ul><li>a</ul>${later(`document.querySelector("ul").append(document.createElement("li").appendChild(new Text("x")).parentNode)`)}`,
      { kind: "count", target: { role: "listitem" }, count: { min: 2, max: 2 } },
    ],
    [
      "checked",
      `<label>B<input type=checkbox></label>${later(`document.querySelector("input").checked=true`)}`,
      { kind: "checked", target: "B", checked: true },
    ],
    [
      "enabled",
      `<button disabled>Go</button>${later(`document.querySelector("button").disabled=false`)}`,
      { kind: "enabled", target: "Go", enabled: true },
    ],
    [
      "focused",
      `<input aria-label=A>${later(`document.querySelector("input").focus()`)}`,
      { kind: "focused", target: "A" },
    ],
    [
      "attribute",
      `<a href="/x">L</a>${later(`document.querySelector("a").href="/y"`)}`,
      { kind: "attribute", target: "L", name: "href", match: { contains: "/y" } },
    ],
    [
      "in a shadow root",
      `<x-a></x-a><script>const r=document.querySelector("x-a").attachShadow({mode:"open"})</script>${later(`r.innerHTML="<p>Deep</p>"`)}`,
      { kind: "visible", target: "Deep" },
    ],
    ["after a navigation", later(`location.href="/?2"`), { kind: "url", match: { contains: "?2" } }],
  ];
  test.each(cases)("%s", async (_, html, condition) => {
    await using opened = await openPage(browser, `<title>-</title><body>${html}`);
    expect(await opened.page.expect(condition, long)).toMatchObject({ ok: true });
  });
});

test("the wait goes on in the next document", async () => {
  await using opened = await openPage(browser, `<p>First</p>${later(`location.href="/next"`)}`);
  opened.site.set("/next", (_, response) => {
    setTimeout(() => {
      response.setHeader("content-type", "text/html");
      response.end(`<p>Second</p>${later(`document.body.insertAdjacentHTML("beforeend", "<b>Third</b>")`)}`);
    }, 100);
  });
  const held = await opened.page.expect({ kind: "visible", target: "Third" }, long);
  expect(held).toEqual({ ok: true, observed: "Third" });
});

test("what does not hold is told with what was seen instead", async () => {
  await using opened = await openPage(
    browser,
    `<p data-testid=sum>Total: 12</p><p hidden>Secret</p><input aria-label=A value=1>`,
  );
  const see = (condition: Condition) => opened.page.expect(condition, soon);
  expect(await see({ kind: "text", target: { testid: "sum" }, match: { contains: "13" } })).toMatchObject({
    failure: "not_held",
    observed: "Total: 12",
  });
  expect(await see({ kind: "visible", target: "Secret" })).toMatchObject({
    failure: "not_held",
    observed: "it is on the page, but hidden",
  });
  expect(await see({ kind: "visible", target: "Totals: 12" })).toMatchObject({ failure: "not_found" });
  expect(await see({ kind: "hidden", target: "Total: 12" })).toMatchObject({ failure: "not_held" });
  expect(await see({ kind: "value", target: "A", match: { is: "2" } })).toMatchObject({
    failure: "not_held",
    observed: "1",
  });
  expect(
    await see({ kind: "count", target: { role: "paragraph" }, count: { min: 3, max: 9 } }),
  ).toMatchObject({ failure: "not_held", observed: "1" });
});

test("hidden text is no text; upper case by style matches as written", async () => {
  await using opened = await openPage(
    browser,
    `<p style="text-transform:uppercase">Add to cart</p><p style="display:none">Error</p>`,
  );
  const text = (contains: string) =>
    opened.page.expect(
      { kind: "text", target: null, match: { contains } },
      contains === "Error" ? soon : long,
    );
  expect(await text("Add to cart")).toMatchObject({ ok: true });
  expect(await text("ADD TO CART")).toMatchObject({ ok: true });
  expect(await text("Error")).toMatchObject({ failure: "not_held" });
});

test("absence is not proven by a page that still loads", async () => {
  await using opened = await openPage(browser, "<p>ok</p>");
  opened.site.set("/slow", (_, response) => {
    response.setHeader("content-type", "text/html");
    response.write(`<!doctype html><p>Start</p>${" ".repeat(2000)}`);
    setTimeout(() => response.end("<p>Failure</p>"), 500);
  });
  await opened.page.act({ css: "body" }, { kind: "hover" }, long);
  const going = opened.page.goto("/slow", long);
  await opened.page.expect({ kind: "visible", target: "Start" }, long);
  expect(await opened.page.expect({ kind: "hidden", target: "Failure" }, { timeoutMs: 2500 })).toMatchObject({
    failure: "not_held",
  });
  await going;
});

test("a pattern that takes for ever does not hold the call up, nor the next", async () => {
  await using opened = await openPage(browser, `<p>${"a".repeat(60)}!</p>`);
  const slow = await opened.page.expect(
    { kind: "text", target: null, match: { matches: "^(a+)+$" } },
    { timeoutMs: 500 },
  );
  expect(slow.ok).toBe(false);
  expect(
    await opened.page.expect({ kind: "text", target: null, match: { contains: "aaa" } }, long),
  ).toMatchObject({ ok: true });
  const wrong = await opened.page.expect({ kind: "text", target: null, match: { matches: "(" } }, long);
  expect(wrong).toMatchObject({ failure: "invalid" });
});

test("broken images are seen", async () => {
  await using opened = await openPage(browser, `<img src="/none.png" width=9 height=9>`);
  expect(await opened.page.expect({ kind: "no_broken_images" }, soon)).toMatchObject({
    failure: "not_held",
    observed: `${opened.site.origin}/none.png`,
  });
});

test("reads wait for their target", async () => {
  await using opened = await openPage(
    browser,
    `<title>T</title><body>${later(`document.body.innerHTML="<p data-testid=p>#42</p><a href=/x title=tip>L</a>"`)}`,
  );
  const { page } = opened;
  expect(await page.read({ testid: "p" }, "text", long)).toEqual({ ok: true, value: "#42" });
  expect(await page.read("L", { attribute: "title" }, long)).toEqual({ ok: true, value: "tip" });
  expect(await page.read({ role: "link" }, "count", long)).toEqual({ ok: true, value: "1" });
  expect(await page.read("Nothing", "text", soon)).toMatchObject({ failure: "not_found" });
});

test("a page that can be scrolled sideways is told with what sticks out, once it has another size", async () => {
  const table = `<table aria-label=Members><tr>${"<td style=min-width:150px>Name</td>".repeat(4)}</tr></table>`;
  const pages: [html: string, observed: string | null, yields: number][] = [
    [table, '220 px wider than its window: table "Members" sticks out', 0],
    [`<div style=overflow-x:auto>${table}</div>`, null, 4],
    [`<style>html{overflow-x:hidden}</style>${table}`, null, 0],
    // A drawer that is out of sight makes no page wider, nor is it what does.
    [
      `<nav style="position:fixed;right:-300px;width:300px"><p>Menu</p></nav>${table}`,
      '220 px wider than its window: table "Members" sticks out',
      0,
    ],
    [`<p>Narrow</p>`, null, 0],
  ];
  for (const [html, observed, yields] of pages) {
    await using opened = await openPage(
      browser,
      `<!doctype html><style>body{margin:0}table{border-spacing:0}td{padding:0}</style>${html}`,
    );
    expect(await opened.page.expect({ kind: "no_horizontal_scroll" }, long)).toMatchObject({ ok: true });
    expect(await opened.page.resize({ width: 380, height: 700 }, long)).toEqual({ ok: true });
    const seen = await opened.page.expect({ kind: "no_horizontal_scroll" }, observed ? soon : long);
    expect(seen).toMatchObject(observed ? { failure: "not_held", observed } : { ok: true });
    const read = await opened.page.read(null, "overflow", long);
    expect(read.ok && readOverflow(read.value)).toMatchObject({
      px: observed ? 220 : 0,
      by: observed ? "table" : "",
      columns: observed ? 4 : 0,
      yields,
    });
  }
});

test("tells what lies over something else, and what is meant to", async () => {
  const two = (style: string, body = `<p class=a>First of all</p><p class=b>Second text</p>`): string =>
    `<style>p{margin:0}${style}</style>${body}`;
  const pages: [html: string, observed: string | null][] = [
    [two(""), null],
    [two(".b{margin-top:-14px}"), 'p "First of all" and p "Second text" lie over each other'],
    [two(".b{position:relative;top:-14px}"), 'p "First of all" and p "Second text" lie over each other'],
    [two(".b{position:absolute;top:8px}"), 'p "First of all" and p "Second text" lie over each other'],
    [two(".b{position:absolute;top:8px;background:white}"), null],
    [two(".b{position:fixed;top:8px}"), null],
    [two(".b{margin-top:-14px;opacity:0}"), null],
    [two(".b{margin-top:-14px;color:transparent}"), null],
    [two(".b{margin-top:-14px;transform:rotate(45deg)}"), null],
    [two(".b{position:absolute;top:8px;clip-path:inset(50%)}"), null],
    // Two that are lifted out of the flow both: marks of a chart, what a calendar has at one time.
    [two(".a,.b{position:absolute;top:8px}"), null],
    // What is cut off lies over nothing.
    [two(".a{height:10px;overflow:hidden}.b{margin-top:-1px}"), null],
    [
      two(".a{height:16px}", `<p class=a>First of<br>all</p><p class=b>Second text</p>`),
      'p "Second text" and p "First ofall"',
    ],
    // Fields and their words.
    [
      two(".b{margin-top:-20px}", `<input placeholder="Name of a tenant"><p class=b>Second text</p>`),
      'input "Name of a tenant" and p "Second text" lie over each other',
    ],
    [
      two("button{margin-left:-60px}", `<input type=password aria-label=Password><button>Show it</button>`),
      null,
    ],
    [two("label{position:relative;top:20px}", `<label for=n>Your name</label><br><input id=n>`), null],
    // Cards of one kind, and faces of a group.
    [
      two(
        "section{border:1px solid;width:200px;padding:9px}section+section{margin-top:-22px}",
        "<section>One repair</section><section>Two</section>".replace("Two", "<br>Two rents"),
      ),
      "section",
    ],
    [
      two(
        "i{display:inline-block;border:1px solid;width:40px;height:40px}i+i{margin-left:-20px}",
        "<i>AB</i><i>CD</i>",
      ),
      null,
    ],
  ];
  for (const [html, observed] of pages) {
    await using opened = await openPage(browser, `<!doctype html>${html}`);
    const seen = await opened.page.expect({ kind: "no_overlap" }, observed === null ? long : soon);
    const told = seen.ok ? null : seen.failure === "not_held" && seen.observed;
    const begins = observed !== null && typeof told === "string" && told.startsWith(observed);
    expect([html, begins ? observed : told]).toEqual([html, observed]);
    const read = await opened.page.read(null, "overlap", long);
    expect(read).toEqual({ ok: true, value: told ?? "" });
  }
});
