import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { LaunchedBrowser } from "./launch.ts";
import { createPlaywrightBrowser } from "./launch.ts";
import type { Route } from "./test-pages.ts";
import { long, openPage, serveSite, soon } from "./test-pages.ts";

let browser: LaunchedBrowser;
beforeAll(async () => {
  browser = await createPlaywrightBrowser();
});
afterAll(() => browser.close());

/** After whatever happened a new session of the same browser works. */
const stillWorks = async (): Promise<void> => {
  await using opened = await openPage(browser, "<p>fine</p>");
  expect(opened.went).toMatchObject({ ok: true, status: 200 });
  expect(await opened.page.expect({ kind: "visible", target: "fine" }, long)).toMatchObject({ ok: true });
};

describe("a page that does not let go", () => {
  test("a script without end: every call gives a failure, and the session closes", async () => {
    await using opened = await openPage(browser, `<button onclick="for(;;);">Spin</button><p>text</p>`);
    const { page } = opened;
    const clicked = await page.act("Spin", { kind: "click" }, soon);
    expect(clicked).toMatchObject({ ok: false });
    const seen = await page.expect({ kind: "visible", target: "Nothing" }, soon);
    expect(seen.ok).toBe(false);
    await page.screenshot();
    await page.survey(soon);
    await page.settle(soon);
    expect((await page.state()).crashed).toBe(false);
    await opened.session.close();
    expect(await page.expect({ kind: "visible", target: "text" }, soon)).toMatchObject({ failure: "closed" });
    await stillWorks();
  });

  test("a script without end while the page loads", async () => {
    await using opened = await openPage(browser, "<p>ok</p>");
    opened.site.set("/spin", "<p>before</p><script>for(;;);</script>");
    expect(await opened.page.goto("/spin", soon)).toMatchObject({ failure: "timeout" });
    expect(await opened.page.goto("/", long)).toMatchObject({ ok: true });
    await stillWorks();
  });

  test("dialogs without end are answered, recorded up to a bound, and stopped", async () => {
    await using opened = await openPage(browser, `<p>ok</p><button onclick="for(;;)alert(1)">Shout</button>`);
    const { page, session } = opened;
    await page.act("Shout", { kind: "click" }, { timeoutMs: 5000 });
    expect(await page.expect({ kind: "visible", target: "ok" }, long)).toMatchObject({ ok: true });
    expect(session.evidence.dialogs.length).toBeGreaterThan(0);
    expect(session.evidence.dialogs.length).toBeLessThanOrEqual(100);
    await stillWorks();
  });

  test("dialogs from a timer, while loading and on leaving", async () => {
    await using opened = await openPage(
      browser,
      `<p>ok</p><script>alert("hello"); setInterval(() => confirm("again"), 5); onbeforeunload = (event) => event.preventDefault()</script>`,
    );
    const { page, session } = opened;
    expect(opened.went).toMatchObject({ ok: true });
    expect(await page.expect({ kind: "visible", target: "ok" }, long)).toMatchObject({ ok: true });
    expect(session.evidence.dialogs[0]).toMatchObject({
      type: "alert",
      message: "hello",
      answered: "accepted",
    });
    opened.site.set("/next", "<p>next</p>");
    expect(await page.goto("/next", long)).toMatchObject({ ok: true });
  });

  test("pop-ups without end", async () => {
    await using opened = await openPage(
      browser,
      `<p>ok</p><script>setInterval(() => { for (let i = 0; i < 5; i++) window.open("/") }, 20)</script>`,
    );
    const { page } = opened;
    expect(await page.expect({ kind: "visible", target: "ok" }, long)).toMatchObject({ ok: true });
    expect(await page.screenshot()).not.toBeNull();
    await opened.session.close();
    await stillWorks();
  });

  test("a page that goes from address to address without end", async () => {
    await using opened = await openPage(
      browser,
      `<script>setTimeout(() => location.href = "/?" + Math.random(), 1)</script>`,
    );
    expect(await opened.page.expect({ kind: "visible", target: "never" }, soon)).toMatchObject({ ok: false });
    await opened.page.act("never", { kind: "click" }, soon);
    await stillWorks();
  });

  test("a page that changes without end", async () => {
    await using opened = await openPage(
      browser,
      `<p>ok</p><script>new MutationObserver(() => document.body.title += "x".repeat(1)).observe(document, {attributes: true, childList: true, subtree: true}); setInterval(() => document.body.append("x"), 1)</script>`,
    );
    expect(await opened.page.expect({ kind: "visible", target: "never" }, soon)).toMatchObject({ ok: false });
    await opened.page.settle(soon);
    await stillWorks();
  });

  test("a page that forges the functions of the platform deceives no one", async () => {
    await using opened = await openPage(
      browser,
      `<p>real</p><script>
        for (const name of ["getAttribute", "matches", "checkVisibility"]) Element.prototype[name] = () => true;
        document.querySelectorAll = () => []; document.createTreeWalker = () => ({ nextNode: () => null });
        window.getComputedStyle = () => ({ display: "block", visibility: "visible" }); Array.prototype.filter = () => [];
        JSON.stringify = () => '{"held":true}'; RegExp.prototype.test = () => true; Promise.prototype.then = () => {};
        window.tracewright = { waitFor: () => ({ held: true }) };
      </script>`,
    );
    const { page } = opened;
    expect(await page.expect({ kind: "visible", target: "real" }, long)).toMatchObject({ ok: true });
    expect(await page.expect({ kind: "visible", target: "forged" }, soon)).toMatchObject({ ok: false });
    expect(
      await page.expect({ kind: "text", target: null, match: { matches: "^forged$" } }, soon),
    ).toMatchObject({ ok: false });
  });

  test("fields that are named like the platform's own properties hide nothing of their form", async () => {
    const names = `attributes checkVisibility childNodes children classList className closest contains
      elements firstChild getAttribute getBoundingClientRect getRootNode hasAttribute hidden id
      innerText isConnected length localName matches name nodeName nodeType parentElement
      parentNode querySelector querySelectorAll remove role shadowRoot style tagName textContent
      title`.split(/\s+/);
    await using opened = await openPage(
      browser,
      `<form role="search" onsubmit="return false">${names.map((name) => `<input type="hidden" name="${name}">`).join("")}
        <h2>Order</h2><label>City <input id="city"></label><button>Send</button></form><p id="out"></p>
        <script>document.querySelector("button").onclick = () => out.append("sent " + city.value)</script>`,
      { secrets: ["hunter2-secret"] },
    );
    const { page } = opened;
    expect(await page.act("City", { kind: "fill", value: "Rome" }, long)).toMatchObject({ ok: true });
    expect(await page.act("Send", { kind: "click" }, long)).toMatchObject({ ok: true });
    const sent = { kind: "text", target: null, match: { contains: "sent Rome" } } as const;
    expect(await page.expect(sent, long)).toMatchObject({ ok: true });
    const form = { kind: "visible", target: { role: "search" } } as const;
    expect(await page.expect(form, long)).toMatchObject({ ok: true });
    expect(await page.survey(long)).toMatchObject({ ok: true, survey: { forms: [{ name: "Order" }] } });
    expect(await page.screenshot()).not.toBeNull();
  });

  test("addresses of megabytes, again and again, are written down in part", async () => {
    await using opened = await openPage(
      browser,
      `<p>ok</p><script>for (let i = 0; i < 20; i++) history.pushState(0, "", "/?" + i + "x".repeat(300_000))</script>`,
    );
    await opened.page.settle(long);
    const { navigations } = opened.session.evidence;
    expect(navigations.length).toBeGreaterThan(10);
    expect(JSON.stringify(opened.session.evidence).length).toBeLessThan(1_000_000);
  });

  test("a tab that is lost says so, and its session closes", async () => {
    await using opened = await openPage(browser, `<button onclick="window.close()">Bye</button><p>ok</p>`);
    const { page, session } = opened;
    await page.act("Bye", { kind: "click" }, long);
    expect(await page.expect({ kind: "visible", target: "never" }, soon)).toMatchObject({ ok: false });
    await session.close();
    await stillWorks();
  });
});

describe("a server that misbehaves", () => {
  const cases: [what: string, route: Route, failure: string][] = [
    ["never answers", () => undefined, "timeout"],
    [
      "redirects without end",
      (_, response) => response.writeHead(302, { location: "/" }).end(),
      "unreachable",
    ],
    ["cuts the connection", (_, response) => response.destroy(), "unreachable"],
    [
      "never ends its page",
      (_, response) => void response.writeHead(200, { "content-type": "text/html" }).write("<p>part"),
      "timeout",
    ],
    [
      "sends a download",
      (_, response) =>
        response.writeHead(200, { "content-disposition": "attachment; filename=a.zip" }).end("zip"),
      "invalid",
    ],
    ["sends no content", (_, response) => response.writeHead(204).end(), "unreachable"],
  ];
  test.each(cases)("%s", async (_, route, failure) => {
    await using opened = await openPage(browser, "<p>ok</p>");
    opened.site.set("/bad", route);
    if (failure === "unreachable") opened.site.set("/", route);
    expect(
      await opened.page.goto(
        failure === "unreachable" ? "/" : "/bad",
        failure === "timeout" ? { timeoutMs: 1500 } : long,
      ),
    ).toMatchObject({ ok: false, failure });
    await stillWorks();
  });

  test("nobody listens", async () => {
    const site = await serveSite();
    const { url } = site;
    await site[Symbol.asyncDispose]();
    const session = await browser.openSession({ baseUrl: url });
    expect(await session.page.goto("/", long)).toMatchObject({
      failure: "unreachable",
      message: expect.stringContaining("nothing listens") as string,
    });
    expect((await session.page.state()).crashed).toBe(false);
    await session.close();
  });

  test("addresses that are no web pages are refused", async () => {
    await using opened = await openPage(browser, "<p>ok</p>");
    for (const url of ["file:///etc/passwd", "chrome://version", "javascript:alert(1)", "data:text/html,x"]) {
      expect(await opened.page.goto(url, long)).toMatchObject({ failure: "refused" });
    }
    expect(await opened.page.goto("http://[", long)).toMatchObject({ failure: "invalid" });
  });
});
