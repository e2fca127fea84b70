import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ElementAction } from "#ports/browser.ts";
import type { LaunchedBrowser } from "./launch.ts";
import { createPlaywrightBrowser } from "./launch.ts";
import { long, openPage } from "./test-pages.ts";

let browser: LaunchedBrowser;
beforeAll(async () => {
  browser = await createPlaywrightBrowser();
});
afterAll(() => browser.close());

const click: ElementAction = { kind: "click" };

test("the address that is open is loaded anew, with a route in its hash as well", async () => {
  await using opened = await openPage(browser, `<p></p><button onclick="this.remove()">Once</button>`);
  const { page } = opened;
  await page.goto("/#/items", long);
  await page.act("Once", click, long);
  expect(await page.goto("/#/items", long)).toMatchObject({ ok: true, status: 200 });
  expect(await page.act("Once", click, long)).toMatchObject({ ok: true });
});

describe("after a click", () => {
  const slowPage = async () => {
    const opened = await openPage(
      browser,
      `<h1>First</h1><a href=/next>Link</a><form action=/next><button>Form</button></form><button onclick="location.href='/next'">Script</button>
       <a href=/none>Nothing</a><a href=/file>File</a><a href="#here">Here</a><a href=/next target=_blank>Tab</a>`,
    );
    opened.site.set("/next", (_, response) => {
      setTimeout(() => response.writeHead(200, { "content-type": "text/html" }).end("<h1>Next</h1>"), 300);
    });
    opened.site.set("/none", (_, response) => response.writeHead(204).end());
    opened.site.set("/file", (_, response) =>
      response.writeHead(200, { "content-disposition": "attachment; filename=a.txt" }).end("text"),
    );
    return opened;
  };

  test.each(["Link", "Form", "Script"])("the next document is there: %s", async (name) => {
    await using opened = await slowPage();
    expect(await opened.page.act(name, click, long)).toMatchObject({ ok: true });
    expect(await opened.page.read({ css: "h1" }, "text", long)).toEqual({ ok: true, value: "Next" });
  });

  test("a page that asks and is not left is not waited for", async () => {
    await using opened = await openPage(
      browser,
      `<label>Text <input></label><a href=/next>Away</a><script>onbeforeunload = (event) => event.preventDefault()</script>`,
    );
    opened.site.set("/next", "<h1>Next</h1>");
    const { page, session } = opened;
    await page.act("Text", { kind: "fill", value: "unsaved" }, long);
    session.answerNextDialog({ accept: false, text: null });
    expect(await page.act("Away", click, long)).toMatchObject({ ok: true });
    expect(await page.read("Text", "value", long)).toEqual({ ok: true, value: "unsaved" });
    expect(await page.act("Away", click, long)).toMatchObject({ ok: true });
    expect(await page.read({ css: "h1" }, "text", long)).toEqual({ ok: true, value: "Next" });
  });

  test.each(["Nothing", "File", "Here", "Tab"])(
    "nothing is waited for that does not come: %s",
    async (name) => {
      await using opened = await slowPage();
      expect(await opened.page.act(name, click, { timeoutMs: 30_000 })).toMatchObject({ ok: true });
      expect(await opened.page.read({ css: "h1" }, "text", long)).toEqual({ ok: true, value: "First" });
    },
  );
});
