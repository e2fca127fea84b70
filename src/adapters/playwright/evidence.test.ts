import { afterAll, beforeAll, expect, test } from "vitest";
import type { LaunchedBrowser } from "./launch.ts";
import { createPlaywrightBrowser } from "./launch.ts";
import { long, openPage, serveSite } from "./test-pages.ts";

let browser: LaunchedBrowser;
beforeAll(async () => {
  browser = await createPlaywrightBrowser();
});
afterAll(() => browser.close());

const trace = "4bf92f3577b34da6a3ce929d0e0e4736";

test("requests, errors, console and navigations are written down by step", async () => {
  await using opened = await openPage(
    browser,
    `<p>ok</p><button onclick="go()">Order</button><script>
      async function go() {
        await fetch("/api/orders", { method: "POST", headers: { traceparent: "00-${trace}-00f067aa0ba902b7-01" } });
        await fetch("/timed"); console.error("order", "failed"); console.warn("careful"); console.log("chatter");
        setTimeout(() => { throw new TypeError("total is undefined") });
        document.body.append("done");
      }</script>`,
  );
  const { page, session, site } = opened;
  site.set("/api/orders", (_, response) =>
    response.writeHead(500, { "content-type": "application/json" }).end('{"error":"NullPointerException"}'),
  );
  site.set("/timed", (_, response) =>
    response
      .writeHead(200, { "server-timing": `traceparent;desc="00-${trace}-00f067aa0ba902b7-01"` })
      .end("fine"),
  );
  session.beginStep(3);
  await page.act("Order", { kind: "click" }, long);
  await page.expect({ kind: "text", target: null, match: { contains: "done" } }, long);
  await page.settle(long);
  const { evidence } = session;
  // The body of a failed answer and an exception are told after the page has gone on.
  await expect
    .poll(() => [typeof evidence.requests[1]?.body, evidence.page_errors.length])
    .toEqual(["string", 1]);
  expect(
    evidence.requests.map(({ step, method, url, status }) => [
      step,
      method,
      url.replace(site.origin, ""),
      status,
    ]),
  ).toEqual([
    [-1, "GET", "/", 200],
    [3, "POST", "/api/orders", 500],
    [3, "GET", "/timed", 200],
  ]);
  expect(evidence.requests[1]).toMatchObject({
    same_origin: true,
    resource_type: "fetch",
    trace_id: trace,
    content_type: "application/json",
    body: '{"error":"NullPointerException"}',
    failure: null,
    aborted: false,
  });
  expect(evidence.requests[2]).toMatchObject({ trace_id: trace, body: null });
  expect(evidence.page_errors).toMatchObject([{ step: 3, message: "total is undefined", url: site.url }]);
  expect(evidence.console.filter(({ text }) => !text.startsWith("Failed to load"))).toMatchObject([
    { step: 3, level: "error", text: "order failed" },
    { step: 3, level: "warning", text: "careful" },
  ]);
  expect(evidence.navigations).toMatchObject([{ step: -1, url: site.url, status: 200 }]);
});

test("redirects, refused connections and given-up requests", async () => {
  const gone = await serveSite();
  await gone[Symbol.asyncDispose]();
  await using opened = await openPage(
    browser,
    `<img src="${gone.url}x.png"><script>
    const stop = new AbortController(); fetch("/slow", { signal: stop.signal }).catch(() => 0); setTimeout(() => stop.abort(), 50)</script>`,
  );
  const { page, session, site } = opened;
  site.set("/slow", () => undefined);
  site.set("/old", (_, response) => response.writeHead(301, { location: "/new" }).end());
  site.set("/new", (_, response) =>
    response.writeHead(404, { "content-type": "text/html" }).end("<h1>No such page</h1>"),
  );
  await page.settle(long);
  expect(await page.goto("/old", long)).toEqual({ ok: true, url: `${site.origin}/new`, status: 404 });
  await page.settle(long);
  const find = (path: string) => session.evidence.requests.find(({ url }) => url.endsWith(path));
  await expect.poll(() => find("/new")?.body).toBe("<h1>No such page</h1>");
  expect(find("x.png")).toMatchObject({
    status: null,
    failure: "net::ERR_CONNECTION_REFUSED",
    aborted: false,
    same_origin: false,
  });
  expect(find("/slow")).toMatchObject({ failure: "net::ERR_ABORTED", aborted: true });
  expect(find("/old")).toMatchObject({ status: 301, redirected_to: `${site.origin}/new` });
  expect(find("/new")).toMatchObject({ status: 404, body: "<h1>No such page</h1>" });
  expect(session.evidence.navigations.at(-1)).toMatchObject({ url: `${site.origin}/new`, status: 404 });
});

test("bounded, and failures stay when there are too many", async () => {
  await using opened = await openPage(
    browser,
    `<script>(async () => { await fetch("/bad"); for (let i = 0; i < 520; i++) await fetch("/?" + i); for (let i = 0; i < 120; i++) console.error("e" + i); document.title = "done" })()</script>`,
  );
  const { page, session } = opened;
  await page.expect({ kind: "title", match: { is: "done" } }, long);
  const { evidence } = session;
  expect(evidence.requests).toHaveLength(500);
  expect(evidence.requests.some(({ status }) => status === 404)).toBe(true);
  expect(evidence.console.length).toBeLessThanOrEqual(100);
  expect(evidence.left_out).toBeGreaterThan(20);
}, 240_000);

test("trace ids are read from the headers of other tracers too", async () => {
  const xRay = "1-5759e988-bd862e3fe1be46a994272793";
  await using opened = await openPage(
    browser,
    `<button onclick="go()">Order</button><script>
      async function go() {
        await fetch("/a", { headers: { b3: "${trace}-00f067aa0ba902b7-1" } });
        await fetch("/b", { headers: { "x-datadog-trace-id": "67667974448284343" } });
        await fetch("/c", { headers: { "X-Amzn-Trace-Id": "Root=${xRay};Sampled=1" } });
        await fetch("/d");
        document.body.append("done");
      }</script>`,
  );
  const { page, session, site } = opened;
  for (const path of ["/a", "/b", "/c"]) site.set(path, (_, response) => response.end("fine"));
  site.set("/d", (_, response) => response.writeHead(200, { "x-amzn-trace-id": `Root=${xRay}` }).end("fine"));
  await page.act("Order", { kind: "click" }, long);
  await page.expect({ kind: "text", target: null, match: { contains: "done" } }, long);
  // The page hears of an answer before the service does.
  await expect
    .poll(() => session.evidence.requests.slice(1).map((entry) => entry.trace_id))
    .toEqual([trace, "67667974448284343", xRay, xRay]);
});

test("trace ids are sent to the app's own origin only, documents included", async () => {
  await using other = await serveSite({
    "/": (_, response) => response.writeHead(200, { "access-control-allow-origin": "*" }).end("x"),
  });
  await using opened = await openPage(
    browser,
    `<script>Promise.all([fetch("/own", { headers: { "x-a": "1" } }), fetch("${other.url}")]).then(() => document.title = "done")</script>`,
    { injectTraceparent: true },
  );
  const { page, session, site } = opened;
  await page.expect({ kind: "title", match: { is: "done" } }, long);
  await page.settle(long);
  for (const { url, headers } of site.requests) {
    const sent = /^00-([0-9a-f]{32})-[0-9a-f]{16}-01$/.exec(String(headers["traceparent"]))?.[1];
    expect(sent).toBeDefined();
    expect(session.evidence.requests.find((entry) => entry.url === `${site.origin}${url}`)?.trace_id).toBe(
      sent,
    );
  }
  expect(site.requests.find(({ url }) => url === "/own")?.headers["x-a"]).toBe("1");
  expect(other.requests[0]?.headers["traceparent"]).toBeUndefined();
});

test("a failed answer whose body the page never reads does not keep it from being still", async () => {
  await using opened = await openPage(browser, "<p>Shop</p>");
  const { page, session, site } = opened;
  site.set("/refused", (_, response) =>
    response.writeHead(409, { "content-type": "application/json" }).end('{"error":"taken"}'),
  );
  site.set(
    "/asking",
    `<script>fetch("/refused").then(({ status }) => { document.title = String(status); });
      setTimeout(() => { document.title = "late"; }, 4000)</script>`,
  );
  await page.goto("/asking", long);
  await page.settle(long);
  expect(await page.read(null, "title", long)).toMatchObject({ value: "409" });
  expect(session.evidence.requests.find(({ url }) => url.endsWith("/refused"))?.status).toBe(409);
});
