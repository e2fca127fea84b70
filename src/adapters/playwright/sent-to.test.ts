import { afterAll, beforeAll, expect, test } from "vitest";
import type { Target } from "#model/target.ts";
import type { LaunchedBrowser } from "./launch.ts";
import { createPlaywrightBrowser } from "./launch.ts";
import { long, openPage } from "./test-pages.ts";

let browser: LaunchedBrowser;
beforeAll(async () => {
  browser = await createPlaywrightBrowser();
});
afterAll(() => browser.close());

const code = "<label>Code <input></label>";
const there = "https://other.example";
const framed: Target = { label: "Code", frame: { css: "iframe" } };

type Row = [what: string, html: string, sent: string[], target?: Target];
const rows: Row[] = [
  ["no form", code, []],
  ["a form that says nothing", `<form>${code}</form>`, []],
  ["an address of the app", `<form action="/in">${code}<button formaction="/out">Out</button></form>`, []],
  ["another origin", `<form action="${there}/in">${code}</form>`, [there]],
  ["another origin by the base", `<base href="${there}/"><form action="in">${code}</form>`, [there]],
  [
    "another origin by the base, and a form that says nothing",
    `<base href="${there}/"><form action="">${code}</form>`,
    [],
  ],
  [
    "a field of that name hides nothing",
    `<form action="${there}/in"><input name=action>${code}</form>`,
    [there],
  ],
  ["by mail", `<form action="mailto:x@other.example">${code}</form>`, ["mailto:"]],
  ["a script", `<form action="javascript:void 0">${code}</form>`, []],
  ["one of the buttons", `<form>${code}<button formaction="${there}/in">In</button></form>`, [there]],
  [
    "a button outside of it",
    `<form id=f>${code}</form><input type=image alt=In form=f formaction="${there}/in">`,
    [there],
  ],
  [
    "a button that sends nothing, and one of another form",
    `<form>${code}<button type=button formaction="${there}/in">In</button></form><form><button formaction="${there}/in">In</button></form>`,
    [],
  ],
  [
    "a form around it by name",
    `<form id=f action="${there}/in"></form><label>Code <input form=f></label>`,
    [there],
  ],
  ["inside a document of the page's own", `<iframe srcdoc="${code}"></iframe>`, [], framed],
];

test.each(rows)("where what is typed goes: %s", async (_, html, sent, target = { label: "Code" }) => {
  await using opened = await openPage(browser, html);
  const read = await opened.page.read(target, "sent_to", long);
  expect(read).toEqual({ ok: true, value: [opened.site.origin, ...sent].join(" ") });
});

test("where what is typed goes: of a document that is cut off from its page nowhere that can be told", async () => {
  await using opened = await openPage(browser, `<iframe sandbox srcdoc="${code}"></iframe>`);
  expect(await opened.page.read(framed, "sent_to", long)).toEqual({ ok: true, value: "null" });
});
