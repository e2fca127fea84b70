import { createServer } from "node:http";
import type { IncomingHttpHeaders, Server } from "node:http";
import type { AddressInfo } from "node:net";
import { chromium } from "playwright-core";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { parseTraceparent } from "#model/trace.ts";
import { readSnippet } from "#src/snippet.ts";
import { createTracing } from "./tracing.ts";

type Seen = { path: string; headers: IncomingHttpHeaders };

const listen = async (server: Server): Promise<string> => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return `http://127.0.0.1:${port}`;
};

describe("the tracing snippet in a browser", () => {
  const seen: Seen[] = [];
  let script = "";
  const app = createServer((request, response) => {
    const path = request.url ?? "";
    if (path === "/") {
      response.setHeader("content-type", "text/html");
      response.end(`<script>${script}</script><script>${script}</script>`);
      return;
    }
    if (path === "/strict") {
      response.setHeader("content-type", "text/html");
      response.setHeader("content-security-policy", "script-src 'self'");
      response.end('<script src="/snippet.js"></script>');
      return;
    }
    if (path === "/snippet.js") {
      response.setHeader("content-type", "text/javascript");
      response.end(script);
      return;
    }
    seen.push({ path, headers: request.headers });
    response.setHeader("access-control-allow-origin", "*");
    response.end("ok");
  });
  const other = createServer((request, response) => {
    seen.push({ path: `other${request.url}`, headers: request.headers });
    response.setHeader("access-control-allow-origin", "*");
    response.end("ok");
  });
  let browser: Browser;
  let page: Page;
  let otherUrl: string;

  beforeAll(async () => {
    script = createTracing(await readSnippet()).snippet().body;
    const url = await listen(app);
    otherUrl = await listen(other);
    browser = await chromium.launch({
      executablePath: process.env.SERVICE_BROWSER_PATH ?? "/usr/bin/chromium-headless-shell",
      args: ["--no-sandbox"],
    });
    page = await browser.newPage();
    await page.goto(url);
  });
  afterAll(async () => {
    await browser.close();
    app.close();
    other.close();
  });
  beforeEach(() => {
    seen.length = 0;
  });

  const headersOf = (path: string): IncomingHttpHeaders =>
    seen.find((entry) => entry.path === path)?.headers ?? {};
  const traceOf = (path: string) => parseTraceparent(String(headersOf(path)["traceparent"] ?? ""));

  test("gives every fetch a traceparent of its own and keeps the other headers", async () => {
    await page.evaluate(async () => {
      await fetch("/a", { method: "POST", body: "x", headers: { "x-mine": "1" } });
      await fetch(new URL("/b", location.href));
    });
    expect(traceOf("/a")).not.toBeNull();
    expect(traceOf("/b")).not.toBeNull();
    expect(traceOf("/a")?.traceId).not.toBe(traceOf("/b")?.traceId);
    expect(headersOf("/a")["x-mine"]).toBe("1");
  });

  test("works with Request objects, their headers and their body", async () => {
    const echoed = await page.evaluate(async () => {
      const request = new Request("/r", { method: "PUT", body: "body", headers: { "x-mine": "2" } });
      return (await fetch(request)).status;
    });
    expect(echoed).toBe(200);
    expect(traceOf("/r")).not.toBeNull();
    expect(headersOf("/r")).toMatchObject({ "x-mine": "2", "content-length": "4" });
  });

  test("keeps a traceparent that the app has set", async () => {
    const own = `00-${"a".repeat(32)}-${"b".repeat(16)}-01`;
    await page.evaluate(async (traceparent) => {
      await fetch("/f", { headers: { traceparent } });
      await fetch(new Request("/q", { headers: { traceparent } }));
      const xhr = new XMLHttpRequest();
      xhr.open("GET", "/x");
      xhr.setRequestHeader("Traceparent", traceparent);
      await new Promise((resolve) => {
        xhr.addEventListener("loadend", resolve);
        xhr.send();
      });
    }, own);
    for (const path of ["/f", "/q", "/x"]) expect(headersOf(path)["traceparent"]).toBe(own);
  });

  test("gives an XMLHttpRequest a traceparent each time it is sent", async () => {
    await page.evaluate(async () => {
      const xhr = new XMLHttpRequest();
      for (const path of ["/one", "/two"]) {
        xhr.open("GET", path);
        await new Promise((resolve) => {
          xhr.addEventListener("loadend", resolve, { once: true });
          xhr.send();
        });
      }
    });
    expect(traceOf("/one")?.traceId).not.toBe(traceOf("/two")?.traceId);
    expect(traceOf("/two")).not.toBeNull();
  });

  test("leaves other origins alone", async () => {
    await page.evaluate(async (url) => {
      await fetch(`${url}/fetch`);
      const xhr = new XMLHttpRequest();
      xhr.open("GET", `${url}/xhr`);
      await new Promise((resolve) => {
        xhr.addEventListener("loadend", resolve);
        xhr.send();
      });
    }, otherUrl);
    expect(seen.map(({ path }) => path)).toEqual(["other/fetch", "other/xhr"]);
    for (const { headers } of seen) expect(headers["traceparent"]).toBeUndefined();
  });

  test("fails only where the page's own call would fail", async () => {
    const outcomes = await page.evaluate(async () => {
      const name = (error: unknown): string => (error instanceof Error ? error.name : String(error));
      return {
        badUrl: await fetch("http://").catch(name),
        none: await (fetch as unknown as () => Promise<Response>)().catch(name),
        nullInit: (await fetch("/null", null as unknown as RequestInit)).status,
        frozen: (await fetch("/frozen", Object.freeze({ method: "GET" }))).status,
        aborted: await fetch("/aborted", { signal: AbortSignal.abort() }).catch(name),
      };
    });
    expect(outcomes).toEqual({
      badUrl: "TypeError",
      none: "TypeError",
      nullInit: 200,
      frozen: 200,
      aborted: "AbortError",
    });
    expect(traceOf("/frozen")).not.toBeNull();
  });

  test("sends a short beacon with a traceparent, a long one as it is, and none elsewhere", async () => {
    const queued = await page.evaluate(
      (elsewhere) => [
        navigator.sendBeacon("/beacon", "seen"),
        navigator.sendBeacon("/blob", new Blob(["{}"], { type: "application/json" })),
        navigator.sendBeacon("/long", "x".repeat(30_000)),
        navigator.sendBeacon(`${elsewhere}/beacon`, "seen"),
      ],
      otherUrl,
    );
    expect(queued).toEqual([true, true, true, true]);
    await expect.poll(() => seen.length).toBe(4);
    const headersOf = (path: string) => seen.find((each) => each.path === path)?.headers;
    expect(parseTraceparent(String(headersOf("/beacon")?.["traceparent"]))).not.toBeNull();
    expect(headersOf("/beacon")?.["content-type"]).toMatch(/^text\/plain/);
    expect(parseTraceparent(String(headersOf("/blob")?.["traceparent"]))).not.toBeNull();
    expect(headersOf("/blob")?.["content-type"]).toBe("application/json");
    expect(headersOf("/long")?.["traceparent"]).toBeUndefined();
    expect(headersOf("other/beacon")?.["traceparent"]).toBeUndefined();
  });

  test("breaks no page that freezes what it builds on, or that forbids inline script", async () => {
    const frozen = await browser.newPage();
    const errors: string[] = [];
    frozen.on("pageerror", ({ message }) => errors.push(message));
    await frozen.addInitScript(() => {
      for (const object of [XMLHttpRequest.prototype, Navigator.prototype, navigator]) Object.freeze(object);
      Object.defineProperty(window, "fetch", { value: window.fetch, writable: false, configurable: false });
    });
    await frozen.goto(new URL("/", page.url()).href);
    const statuses = await frozen.evaluate(async () => {
      const xhr = new XMLHttpRequest();
      xhr.open("GET", "/frozen-xhr");
      const answered = new Promise((done) => xhr.addEventListener("load", done));
      xhr.send();
      await answered;
      return [(await fetch("/frozen")).status, xhr.status, navigator.sendBeacon("/frozen-beacon")];
    });
    expect(statuses).toEqual([200, 200, true]);
    await frozen.close();

    const strict = await browser.newPage();
    strict.on("pageerror", ({ message }) => errors.push(message));
    await strict.goto(new URL("/strict", page.url()).href);
    await strict.evaluate(() => fetch("/from-strict").then(({ status }) => status));
    const headers = seen.find(({ path }) => path === "/from-strict")?.headers;
    expect(parseTraceparent(String(headers?.["traceparent"]))).not.toBeNull();
    await strict.close();
    expect(errors).toEqual([]);
  });

  test("is smaller than 2 kB", () => {
    expect(Buffer.byteLength(script)).toBeLessThan(2000);
  });
});
