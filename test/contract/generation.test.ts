import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createShop } from "#examples/shop/shop.ts";
import type { RunningShop } from "#examples/shop/shop.ts";
import { parseSuite } from "#core/suite/parse.ts";
import { textLike } from "#test/support/any.ts";
import { startApp } from "#test/support/run-suite.ts";
import { startTestService } from "#test/support/service.ts";
import type { TestService } from "#test/support/service.ts";

type Generated = { yaml: string; saved_as?: string };
type GeneratedPlan = { plan_id: string; plan_name: string; suites: string[] };

describe("generation over HTTP", { timeout: 300_000 }, () => {
  let service: TestService;
  let shop: RunningShop;
  let small: Awaited<ReturnType<typeof startApp>>;
  beforeAll(async () => {
    service = await startTestService();
    shop = await createShop();
    small = await startApp({
      "/": `<h1>Home</h1><nav><a href="/about">About</a></nav>`,
      "/about": `<h1>About</h1><nav><a href="/">Home</a></nav>`,
      "/private": (request, response) => {
        const isIn = request.headers.cookie?.includes("in=1");
        response.writeHead(isIn ? 200 : 303, {
          "content-type": "text/html",
          ...(isIn ? {} : { location: "/login" }),
        });
        response.end("<h1>Private</h1><p>Only for those who are in</p>");
      },
      "/login": (request, response) => {
        if (request.method === "POST") {
          response.writeHead(303, { location: "/private", "set-cookie": "in=1; Path=/" }).end();
          return;
        }
        const fields = `<label>E-mail <input name="email" type="email"></label><label>Password <input name="password" type="password"></label>`;
        response.setHeader("content-type", "text/html");
        response.end(
          `<title>Log in</title><h1>Log in</h1><form method="post">${fields}<button>Log in</button></form>`,
        );
      },
    });
  });
  afterAll(async () => {
    await service[Symbol.asyncDispose]();
    await shop.close();
    await small.close();
  });

  test("answers with a valid suite for the app, not saved unless asked", async () => {
    const { status, body } = await service.send<Generated>("POST", "/generate", {
      kind: "url",
      url: small.url,
    });
    expect(status).toBe(200);
    expect(parseSuite(body.yaml)).toMatchObject({ diagnostics: [], suite: { baseUrl: small.url } });
    expect(body.saved_as).toBeUndefined();
    expect((await service.send("GET", "/suites")).body).toMatchObject({ total: 0 });
  });

  test("saves under a name made from save_as, starts at a deep page and logs in", async () => {
    const auth = { username: "ada@example.com", password: "sesame-open" };
    const request = {
      kind: "url",
      url: `${small.url}/private`,
      auth,
      exhaustive: false,
      save_as: "Members' area",
    };
    const { status, body } = await service.send<Generated>("POST", "/generate", request);
    expect(status).toBe(200);
    expect(body.saved_as).toMatch(/^members-area.*\.yaml$/);
    expect(body.yaml).toContain("/private");
    expect(body.yaml).not.toContain(auth.password);
    const saved = await service.send("GET", `/suites/${body.saved_as}`);
    expect(saved.body).toMatchObject({ yaml: body.yaml });
  });

  test("splits an app into suites and saves a plan that is ready to run", async () => {
    const request = { kind: "url", url: shop.url, exhaustive: false, name: "Shop" };
    const { status, body } = await service.send<GeneratedPlan>("POST", "/generate/plan", request);
    expect({ status, body }).toMatchObject({ status: 200, body: { plan_name: "Shop" } });
    expect(body.suites.length).toBeGreaterThan(1);
    const plan = await service.send("GET", `/plans/${body.plan_id}`);
    expect(plan.body).toMatchObject({ name: "Shop", items: body.suites.map((suite) => ({ suite })) });
    for (const suite of body.suites) expect((await service.send("GET", `/suites/${suite}`)).status).toBe(200);
    const run = await service.send<{ run_ids: string[] }>("POST", `/plans/${body.plan_id}/run`);
    expect(run.body.run_ids).toHaveLength(body.suites.length);
    for (const id of run.body.run_ids) await service.send("POST", `/runs/${id}/cancel`);
    // What they still do would be met by what comes next.
    for (const id of run.body.run_ids) await service.ended(id);
  });

  test("writes a suite from an API description that it fetches, and the app passes it", async () => {
    const { status, body } = await service.send<Generated & { notes: string[] }>("POST", "/generate", {
      kind: "openapi",
      base_url: shop.url,
      url: `${shop.url}/api/openapi.json`,
      save_as: "Shop API",
    });
    expect({ status, body }).toMatchObject({ status: 200 });
    expect(parseSuite(body.yaml).diagnostics).toEqual([]);
    expect(body.notes[0]).toMatch(/^\d+ of \d+ operations are asked$/);
    const run = await service.send<{ run_id: string }>("POST", "/runs", { suite: body.saved_as });
    const ended = await service.ended<{ summary: unknown }>(run.body.run_id);
    expect(ended.summary).toMatchObject({ failed: 0, broken: 0, skipped: 0 });
  });

  test("splits an API with a very long title into suites whose titles name their area", async () => {
    const description = (await (await fetch(`${shop.url}/api/openapi.json`)).json()) as { info: object };
    const title = "The shop's API and all that it does ".repeat(8).trim();
    const text = JSON.stringify({ ...description, info: { ...description.info, title } });
    const request = { kind: "openapi", base_url: shop.url, text, exhaustive: true };
    const { status, body } = await service.send<GeneratedPlan>("POST", "/generate/plan", request);
    expect({ status, body }).toMatchObject({ status: 200 });
    expect(body.suites.length).toBeGreaterThan(1);
    for (const suite of body.suites) {
      const { body: saved } = await service.send<Generated>("GET", `/suites/${suite}`);
      expect(parseSuite(saved.yaml).suite?.title).toMatch(/^The shop's API .*: \w/);
    }
  });

  test.each([
    [
      "text",
      {
        text: 'Scenario: About\nGiven I am on the home page\nWhen I click "About"\nThen I should see "About"',
      },
    ],
    [
      "docs",
      { text: '<h2>About</h2><ol><li>Open /</li><li>Click "About"</li><li>You see "About"</li></ol>' },
    ],
  ])("writes a suite from %s, and the app passes it in one analysis", async (kind, source) => {
    const { status, body } = await service.send("POST", "/analyze", {
      kind,
      app_url: small.url,
      base_url: small.url,
      ...source,
    });
    expect({ status, body }).toMatchObject({
      status: 200,
      body: { status: "done", summary: { passed: 1, failed: 0, broken: 0 }, cases: [{ id: "about" }] },
    });
  });

  test("of text: what is no step is told with its reason, in a plan that runs as well", async () => {
    const text = `## About\n1. Open /about\n2. I should see "About"\n3. Click "Teleport"\n\n## Private\n1. Open /private\n2. I should see "Mars"`;
    const { status, body } = await service.send<
      GeneratedPlan & { unresolved: unknown; findings: unknown; dropped: unknown }
    >("POST", "/generate/plan", {
      kind: "text",
      base_url: small.url,
      text,
      name: "Written",
      exhaustive: false,
    });
    expect({ status, body }).toMatchObject({
      status: 200,
      body: {
        plan_name: "Written",
        unresolved: [{ sentence: 'Click "Teleport"', case: "About", reason: textLike("nothing called") }],
        findings: [{ case_id: "private", why: textLike("Mars") }],
        dropped: [],
      },
    });
    const run = await service.send<{ run_ids: string[] }>("POST", `/plans/${body.plan_id}/run`);
    const ended = await service.ended<{ summary: unknown }>(run.body.run_ids[0] ?? "");
    expect(ended.summary).toMatchObject({ passed: 1, failed: 1, broken: 0 });
  });

  test("generating again proposes, keeps what people edited, and changes the suite when it is applied", async () => {
    const write = (second: string, more: object) =>
      service.send<
        Generated & { regeneration?: { changes: { case_id: string; change: string }[]; diff: string } }
      >("POST", "/generate", {
        kind: "text",
        base_url: small.url,
        text: `## First\n1. Open /about\n2. I should see "About"\n\n## ${second}\n1. Open /\n2. I should see "Home"`,
        exhaustive: false,
        ...more,
      });
    const first = await write("Second", { save_as: "Twice" });
    const file = first.body.saved_as ?? "";
    const path = `/suites/${file}/regeneration`;
    expect((await service.send("GET", path)).status).toBe(404);
    const edited = first.body.yaml.replace(
      /goto: \/about,\s*/,
      "goto: /about, # by way of the menu, some day\n        ",
    );
    await service.send("PUT", `/suites/${file}`, { yaml: edited });
    const again = await write("Third", { regenerate: file });
    expect(again.body.regeneration?.changes.map(({ case_id: id, change }) => [id, change])).toEqual([
      ["second", "gone"],
      ["third", "new"],
    ]);
    expect((await service.send("GET", `/suites/${file}`)).body).toMatchObject({ yaml: edited });
    expect((await service.send("GET", path)).body).toEqual(again.body.regeneration);
    expect(await service.send("POST", path)).toMatchObject({ status: 200, body: { ok: true } });
    const now = await service.send<{ yaml: string }>("GET", `/suites/${file}`);
    expect(now.body.yaml).toBe(again.body.yaml);
    expect(now.body.yaml).toContain("# by way of the menu");
    expect((await write("Third", { regenerate: "none.yaml" })).status).toBe(404);
    expect((await write("Third", { regenerate: file, save_as: "Both" })).status).toBe(400);
  });

  test.each(["text", "openapi"])("of kind %s is a generation error where there is no app", async (kind) => {
    const text =
      kind === "text"
        ? '1. Open /\n2. I should see "Home"'
        : JSON.stringify({
            openapi: "3.1.0",
            info: { title: "A", version: "1" },
            paths: { "/a": { get: { responses: { 200: { description: "A" } } } } },
          });
    const answer = await service.send("POST", "/generate", { kind, text, base_url: "http://127.0.0.1:9" });
    expect(answer).toMatchObject({
      status: 502,
      body: { type: "generation_error", detail: textLike("base_url http://127.0.0.1:9") },
    });
  });

  test.each(["docs", "text", "openapi"])(
    "of kind %s says what it needs and what it cannot read",
    async (kind) => {
      const noBase = await service.send("POST", "/generate", { kind, text: "Members log in." });
      expect(noBase).toMatchObject({ status: 400, body: { errors: [{ path: "base_url" }] } });
      const noSource = await service.send("POST", "/generate", { kind, base_url: small.url });
      expect(noSource).toMatchObject({ status: 400, body: { errors: [{ path: "text" }] } });
      const unusable = await service.send("POST", "/generate/plan", {
        kind,
        base_url: small.url,
        text: "Members log in.",
      });
      expect(unusable).toMatchObject({ status: 502, body: { type: "generation_error" } });
    },
  );

  test("is a generation error where there is no app", async () => {
    const answer = await service.send("POST", "/generate", { kind: "url", url: "http://127.0.0.1:9" });
    expect(answer).toMatchObject({ status: 502, body: { type: "generation_error" } });
  });
});
