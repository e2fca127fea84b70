import { chromium } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { LaunchedBrowser } from "./launch.ts";
import { createPlaywrightBrowser } from "./launch.ts";
import { openSession } from "./session.ts";
import { long, openPage, serveSite, soon } from "./test-pages.ts";

let browser: LaunchedBrowser;
beforeAll(async () => {
  browser = await createPlaywrightBrowser();
});
afterAll(() => browser.close());

/** Size of a JPEG, from its frame header. */
const sizeOf = (jpeg: Uint8Array | null): [number, number] => {
  if (!jpeg) throw new Error("no picture");
  const view = new DataView(jpeg.buffer, jpeg.byteOffset, jpeg.byteLength);
  for (let at = 2; at < view.byteLength;) {
    const marker = view.getUint16(at);
    if (marker >= 0xffc0 && marker <= 0xffc3) return [view.getUint16(at + 7), view.getUint16(at + 5)];
    at += 2 + view.getUint16(at + 2);
  }
  throw new Error("no JPEG");
};

test("secrets leave the session masked and are covered in pictures", async () => {
  const secret = "S3cret & <more>";
  const html = `<label>User <input></label><label>Key <input></label><p data-testid=p></p>
    <script>document.querySelectorAll("input")[1].oninput = (event) => {
      const { value } = event.target; document.querySelector("p").textContent = "You typed " + value; console.error("got " + value);
      fetch("/log?key=" + encodeURIComponent(value), { method: "POST", body: value }); setTimeout(() => { throw new Error(value) });
    }</script>`;
  await using opened = await openPage(browser, html, { secrets: [secret] });
  const { page, session, site } = opened;
  site.set("/log", (_, response) =>
    response.writeHead(400, { "content-type": "application/json" }).end(JSON.stringify({ refused: secret })),
  );
  const before = await page.screenshot();
  await page.act("Key", { kind: "fill", value: secret }, long);
  const wrong = await page.expect(
    { kind: "text", target: { testid: "p" }, match: { contains: "never" } },
    soon,
  );
  await page.settle(long);
  expect(wrong).toMatchObject({ observed: "You typed ********" });
  const told = JSON.stringify([
    session.evidence,
    wrong,
    await page.survey(long),
    await page.state(),
    await page.read("Key", "value", long),
  ]);
  expect(told).not.toContain("S3cret");
  expect(told).toContain("********");
  expect(site.requests.some(({ url }) => url.includes("S3cret"))).toBe(true);
  const after = await page.screenshot({ outline: true, fullScale: true });
  expect(sizeOf(before)).toEqual([640, 360]);
  expect(sizeOf(after)).toEqual([1280, 720]);
  // What was drawn for the picture is gone again.
  expect(await page.read({ css: "html > div" }, "count", long)).toEqual({ ok: true, value: "0" });
});

test("what a page is operated with: named, seen and offered, in order", async () => {
  await using opened = await openPage(
    browser,
    `<h1>Cart 7</h1><p>Text</p><button>Pay</button><button hidden>Gone</button><button aria-hidden="true">Silent</button>
    <button></button><label>Note <input value="typed"></label><a>no link</a><div role="tab">Open <b>orders</b></div>`,
  );
  const elements = ['heading "Cart 7"', 'button "Pay"', 'textbox "Note"', 'tab "Open orders"'];
  expect(await opened.page.operated(long)).toEqual({ ok: true, elements });
  expect((await opened.page.state()).elements).toEqual(elements);
});

test("storage goes from one session to the next: cookies, local, session and database", async () => {
  const html = `<p></p><script>
    const show = () => { const open = indexedDB.open("db", 1);
      open.onupgradeneeded = () => open.result.createObjectStore("s").add("four", "k");
      open.onsuccess = () => { open.result.transaction("s").objectStore("s").get("k").onsuccess = (event) => {
        document.querySelector("p").textContent = [document.cookie, localStorage.a, sessionStorage.b, event.target.result].join(" ") } } };
    if (location.search) { document.cookie = "c=one"; localStorage.a = "two"; sessionStorage.b = "three"; }
    show()</script>`;
  await using first = await openPage(browser, html);
  await first.page.goto("/?set", long);
  await first.page.expect({ kind: "text", target: null, match: { contains: "four" } }, long);
  const state = JSON.parse(JSON.stringify(await first.session.storageState())) as Awaited<
    ReturnType<typeof first.session.storageState>
  >;
  const again = await browser.openSession({ baseUrl: first.site.url, storageState: state });
  await again.page.goto("/", long);
  expect(
    await again.page.expect({ kind: "text", target: null, match: { is: "c=one two three four" } }, long),
  ).toMatchObject({ ok: true });
  expect(again.evidence.navigations).toHaveLength(1);
  await again.close();
});

test("requests share the cookies of the browser, both ways", async () => {
  await using opened = await openPage(browser, "<p>ok</p>");
  const { session, site, page } = opened;
  site.set("/in", (_, response) =>
    response.writeHead(303, { location: "/me", "set-cookie": "sid=7; HttpOnly; Path=/" }).end(),
  );
  site.set("/me", (request, response) =>
    response
      .writeHead(200, { "content-type": "text/html" })
      .end(`<p>${request.method} ${request.headers.cookie}</p>`),
  );
  const answer = await session.request({ method: "POST", url: "/in", body: "x", timeoutMs: 60_000 });
  expect(answer).toMatchObject({ ok: true, status: 200, body: "<p>GET sid=7</p>" });
  await page.goto("/me", long);
  expect(await page.expect({ kind: "visible", target: "GET sid=7" }, long)).toMatchObject({ ok: true });
  site.set("/slow", () => undefined);
  expect(await session.request({ method: "GET", url: "/slow", timeoutMs: 200 })).toMatchObject({
    failure: "timeout",
  });
  site.set("/big", (_, response) => response.end("x".repeat(3_000_000)));
  const big = await session.request({ method: "GET", url: "/big", timeoutMs: 30_000 });
  expect(big.ok && big.body.length).toBe(1024 * 1024);
});

test("aborting ends calls under way and closes the session", async () => {
  const stop = new AbortController();
  await using opened = await openPage(browser, "<p>ok</p>", { signal: stop.signal });
  const waiting = opened.page.expect({ kind: "visible", target: "never" }, { timeoutMs: 30_000 });
  stop.abort();
  expect(await waiting).toMatchObject({ failure: "closed" });
  expect(await opened.session.request({ method: "GET", url: "/", timeoutMs: 1000 })).toMatchObject({
    failure: "closed",
  });
});

test("a trace archive is recorded when asked for", async () => {
  await using opened = await openPage(browser, "<p>ok</p>", { trace: true });
  const archive = await opened.session.saveTrace({ title: "", steps: [] });
  expect(
    Buffer.from(archive ?? [])
      .subarray(0, 2)
      .toString(),
  ).toBe("PK");
});

test("a crashed tab is told as such, and its session closes", async () => {
  await using site = await serveSite({ "/": "<p>ok</p>" });
  const raw = await chromium.launch({
    executablePath: process.env["SERVICE_BROWSER_PATH"] ?? "/usr/bin/chromium-headless-shell",
  });
  const session = await openSession(
    raw,
    { baseUrl: site.url },
    { allowUrl: undefined, onStuck: () => undefined, onClosed: () => undefined },
  );
  await session.page.goto("/", long);
  const waiting = session.page.expect({ kind: "visible", target: "never" }, long);
  await raw
    .contexts()[0]
    ?.pages()[0]
    ?.goto("chrome://crash")
    .catch(() => undefined);
  expect(await waiting).toMatchObject({ failure: "crashed" });
  expect(await session.page.act("ok", { kind: "click" }, soon)).toMatchObject({ failure: "crashed" });
  expect(await session.page.screenshot()).toBeNull();
  expect((await session.page.state()).crashed).toBe(true);
  await session.close();
  await raw.close();
});
