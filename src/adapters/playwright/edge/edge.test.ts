import { afterAll, beforeAll, expect, it } from "vitest";
import { createPlaywrightBrowser } from "#adapters/playwright/launch.ts";
import type { LaunchedBrowser } from "#adapters/playwright/launch.ts";
import { long, serveSite } from "#adapters/playwright/test-pages.ts";
import type { TestSite } from "#adapters/playwright/test-pages.ts";
import type { Session } from "#ports/browser.ts";
import type { Edge, EdgeAnswer, Exchange, ShownChange } from "#ports/edge.ts";

let browser: LaunchedBrowser;
let site: TestSite;
beforeAll(async () => {
  browser = await createPlaywrightBrowser({ executablePath: process.env.SERVICE_BROWSER_PATH });
  site = await serveSite({
    "/": `<title>Stock</title><h1>Stock</h1><nav><a href="/">Home</a></nav>
      <p role="status">3 things</p>
      <ul id="things"><li>Axe</li><li>Bow</li><li>Cup</li></ul>
      <button onclick="load()">Load</button><output></output>
      <script>
        const load = async () => {
          const out = document.querySelector("output");
          try {
            const answer = await fetch("/data", { method: "POST", body: "ask" });
            out.textContent = answer.status + " " + (await answer.text());
          } catch { out.textContent = "no answer"; }
        };
      </script>`,
    "/data": (_, response) => {
      response.setHeader("content-type", "application/json");
      response.setHeader("set-cookie", "kept=1; Path=/");
      response.end('{"price":5}');
    },
    "/away": (_, response) => {
      response.writeHead(303, { location: "/data" });
      response.end();
    },
  });
});
afterAll(async () => {
  await browser.close();
  await site[Symbol.asyncDispose]();
});

const passing: Edge = { request: () => null, answer: () => null, shown: null, onShown: () => undefined };

const through = async (edge: Partial<Edge>, work: (session: Session) => Promise<void>): Promise<void> => {
  const session = await browser.openSession({ baseUrl: site.url, edge: { ...passing, ...edge } });
  try {
    await session.page.goto("/", long);
    await work(session);
  } finally {
    await session.close();
  }
};

const loads = async ({ page }: Session, said: string): Promise<void> => {
  await page.act("Load", { kind: "click" }, long);
  const match = { is: said };
  expect(await page.expect({ kind: "text", target: { css: "output" }, match }, long)).toMatchObject({
    ok: true,
  });
};

const isData = ({ url }: Exchange): boolean => url.endsWith("/data");
const asked = (): number => site.requests.filter(({ url }) => url === "/data").length;

it("changes, holds back and answers what the page and the steps ask for", async () => {
  const seen: [Exchange, EdgeAnswer][] = [];
  await through({ answer: (exchange, answer) => (seen.push([exchange, answer]), null) }, async (session) => {
    await loads(session, '200 {"price":5}');
    await session.request({ method: "GET", url: "/data", timeoutMs: 60_000 });
    await session.page.goto("/away", long);
  });
  expect(
    seen.map(([{ method, url, kind, byStep }, { status }]) => [
      method,
      new URL(url).pathname,
      kind,
      byStep,
      status,
    ]),
  ).toEqual([
    ["GET", "/", "document", false, 200],
    ["POST", "/data", "data", false, 200],
    ["GET", "/data", "data", true, 200],
    ["GET", "/away", "document", false, 303],
    ["GET", "/data", "document", false, 200],
  ]);
  expect(seen[1]?.[0].body).toBe("ask");
  expect(seen[1]?.[1]).toMatchObject({ body: '{"price":5}' });
  expect(seen[1]?.[1].headers).toContainEqual(["set-cookie", "kept=1"]);

  const cheaper = (exchange: Exchange, answer: EdgeAnswer) =>
    isData(exchange) ? { ...answer, body: '{"price":4}' } : null;
  await through({ answer: cheaper }, async (session) => {
    await loads(session, '200 {"price":4}');
    const answer = await session.request({ method: "GET", url: "/data", timeoutMs: 60_000 });
    expect(answer).toMatchObject({ ok: true, status: 200, body: '{"price":4}' });
  });

  const before = asked();
  const headers: [string, string][] = [["content-type", "text/plain"]];
  const lost = (exchange: Exchange) =>
    isData(exchange) ? { answer: { status: 201, headers, body: "done" } } : null;
  await through({ request: lost }, async (session) => {
    await loads(session, "201 done");
    const answer = await session.request({ method: "POST", url: "/data", timeoutMs: 60_000 });
    expect(answer).toMatchObject({ status: 201, body: "done" });
  });
  await through({ request: (exchange) => (isData(exchange) ? { fail: true } : null) }, async (session) => {
    await loads(session, "no answer");
    const answer = await session.request({ method: "POST", url: "/data", timeoutMs: 60_000 });
    expect(answer).toMatchObject({ ok: false, failure: "unreachable" });
  });
  expect(asked()).toBe(before);

  const forgets = (exchange: Exchange, answer: EdgeAnswer) =>
    isData(exchange) ? { ...answer, forget: ["kept"] } : null;
  await through({ answer: forgets }, async (session) => {
    await loads(session, '200 {"price":5}');
    await session.page.reload(long);
    expect(site.requests.at(-1)?.headers.cookie).toBeUndefined();
  });
  const elsewhere = ({ url }: Exchange, answer: EdgeAnswer) =>
    url.endsWith("/away")
      ? {
          ...answer,
          headers: answer.headers.map(([name, value]): [string, string] => [
            name,
            name === "location" ? "/" : value,
          ]),
        }
      : null;
  await through({ answer: elsewhere }, async ({ page }) => {
    await page.goto("/away", long);
    expect(new URL(page.url()).pathname).toBe("/");
  });
}, 240_000);

it("tells what a page shows, and changes it in every document and after every change of its own", async () => {
  await through({}, async (session) => {
    const facts = await session.facts?.();
    expect(facts).toMatchObject({
      title: "Stock",
      lists: [{ css: "#things", rows: [{ text: "Axe" }, { text: "Bow" }, { text: "Cup" }] }],
    });
    const told = facts?.elements.map(({ tag, text, role, chrome }) => [tag, text, role, chrome]);
    expect(told).toContainEqual(["h1", "Stock", "heading", false]);
    expect(told).toContainEqual(["p", "3 things", "status", false]);
    expect(told).toContainEqual(["a", "Home", "link", true]);
  });
  const changed: [ShownChange, string][] = [
    [{ path: "^/$", css: "body > p", kind: "text", from: "3 things", to: "one_more" }, "4 things"],
    [{ path: "^/$", css: "h1", kind: "text", from: null, to: "undefined" }, "undefined"],
    [{ path: "^/$", css: "#things", kind: "rows", how: "missing", row: 1 }, "Axe Cup"],
    [{ path: "^/$", css: "#things", kind: "rows", how: "doubled", row: 0 }, "Axe Axe Bow Cup"],
    [{ path: "^/$", css: "#things", kind: "rows", how: "unsorted", row: 0 }, "Cup Bow Axe"],
    [{ path: "^/other$", css: "h1", kind: "missing" }, "Stock"],
  ];
  for (const [shown, text] of changed) {
    let times = 0;
    await through({ shown, onShown: () => void (times += 1) }, async ({ page }) => {
      const match = { contains: text };
      expect(await page.expect({ kind: "text", target: null, match }, long)).toMatchObject({ ok: true });
      await page.reload(long);
      expect(await page.expect({ kind: "text", target: null, match }, long)).toMatchObject({ ok: true });
    });
    expect(times).toBe(shown.path === "^/$" ? 2 : 0);
  }
  await through(
    { shown: { path: "^/$", css: "output", kind: "text", from: null, to: "undefined" } },
    (session) => loads(session, "undefined"),
  );
}, 240_000);
