import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createShop } from "#examples/shop/shop.ts";
import { keepExpects } from "#test/support/keep-expects.ts";
import { runQualify } from "#cli/qualify.ts";
import { qualificationSchema } from "#model/qualification.ts";
import type { Qualification } from "#model/qualification.ts";
import type { RunDetail } from "#model/run.ts";
import { startApp } from "./support/run-suite.ts";
import type { Handler } from "./support/run-suite.ts";
import { startTestService } from "./support/service.ts";
import type { TestService } from "./support/service.ts";

const yaml = `suite: Cart and search
base_url: http://127.0.0.1:1
cases:
  - id: search
    title: A search finds both lamps
    steps:
      - goto: /catalogue?q=lamp
      - expect: {text: {target: {css: "main [role=status]"}, is: 2 products for “lamp”}}
      - expect: {count: {target: {css: ".cards > li"}, is: 2}}
      - expect: {text: {target: {css: ".cards > li:nth-child(1)"}, is: Desk lamp Lighting · 31 Mar 2024 €79.00}}
      - expect: {text: {target: {css: ".cards > li:nth-child(2)"}, is: Floor lamp Lighting · 31 Aug 2024 €249.00}}
      - expect: {count: {target: {css: ".cards img"}, is: 2}}
      - expect: {visible: {role: heading, name: Catalogue}}
  - id: cart
    title: A mug is put into the cart and removed
    steps:
      - goto: /products/1
      - expect: {visible: {role: heading, name: Enamel mug}}
      - click: Add to cart
      - expect: {url: /cart}
      - expect: {visible: {role: heading, name: Cart}}
      - expect: {text: {target: {css: "main [role=status]"}, is: Enamel mug is in your cart.}}
      - expect: {count: {target: {css: tbody tr}, is: 1}}
      - expect: {text: {target: {css: tfoot}, contains: €12.50}}
      - click: Remove
      - expect: {text: Your cart is empty.}
      - expect: {hidden: {role: table}}
  - id: wrong
    title: A case that does not pass as it is
    steps:
      - goto: /about
      - expect: {text: There is no such text}
        timeout: 500ms
`;

let service: TestService;
let shop: Awaited<ReturnType<typeof createShop>>;

beforeAll(async () => {
  [service, shop] = await Promise.all([startTestService(), createShop({})]);
}, 240_000);
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await shop.close();
});

const save = async (text: string): Promise<string> => {
  const { body } = await service.send<{ file: string }>("POST", "/suites", { yaml: text });
  return body.file;
};
const qualify = (file: string, body: Record<string, unknown>) =>
  service.send<Qualification>("POST", `/suites/${file}/qualify`, { base_url: shop.url, ...body });

/** Kinds that show in seconds; the others have tests of their own. */
const kinds = ["text_changed", "rows_missing", "rows_doubled", "write_lost", "element_missing", "stale_read"];
const sample = { kinds, max_faults: 7, seed: 3, mode: "sync", cases: ["search", "cart"] };

describe("a qualification", { timeout: 300_000 }, () => {
  it("scores a suite with its expectations high and without them near zero, on the same app", async () => {
    const { body: good } = await qualify(await save(yaml), { ...sample, cases: undefined });
    expect(good).toMatchObject({ status: "done", control: { cases: ["search", "cart"] } });
    expect(good.control.failed).toMatchObject([{ case_id: "wrong" }]);

    const bare = await save(keepExpects(yaml, 0));
    const { body: poor } = await qualify(bare, sample);
    expect(poor).toMatchObject({ status: "done", noticed: 0, score: 0 });
    expect(poor.survived).toBeGreaterThan(2);
    expect(good.score).toBeGreaterThan(0.8);
    for (const { case_id, step, step_text, should } of poor.survivors) {
      expect(poor.control.cases).toContain(case_id);
      expect(step).toBeGreaterThanOrEqual(0);
      expect([step_text, should]).not.toContain("");
    }

    // The same run by its id, as a page, and in the list that is its own.
    const { body: run } = await service.send<RunDetail>("GET", `/runs/${poor.run_id}`);
    expect(run).toMatchObject({ kind: "qualify", status: "done", suite: bare, summary: null, result: poor });
    const told = run.events.flatMap((event) => (event.kind === "log" ? [event.message] : []));
    expect(told).toContain("control: 2 of 2 cases passed");
    expect(told.filter((message) => message.startsWith("fault "))).toHaveLength(poor.sample.tried);
    const page = await service.send<string>("GET", `/artifacts/${poor.run_id}/report.html`);
    expect(page.status).toBe(200);
    expect(page.body).toContain(poor.survivors[0]?.case_id);
    const of = async (query: string): Promise<string[]> => {
      const { body } = await service.send<{ items: { id: string }[]; total: number }>(
        "GET",
        `/runs?${query}`,
      );
      expect(body.total).toBe(body.items.length);
      return body.items.map(({ id }) => id);
    };
    expect(await of("kind=qualify")).toEqual([poor.run_id, good.run_id]);
    expect(await of(`kind=qualify&suite=${bare}`)).toEqual([poor.run_id]);
    expect(await of("limit=50")).toEqual([]);
    const { body: analytics } = await service.send("GET", "/analytics");
    expect(JSON.stringify(analytics)).not.toContain(bare);
  });

  it("is told on the command line, refuses what is not there, and ends when it is cancelled", async () => {
    const file = await save(keepExpects(yaml, 0));
    expect(await qualify("nobody.yaml", {})).toMatchObject({ status: 404 });
    expect(await qualify(file, { cases: ["none"] })).toMatchObject({ status: 400 });
    expect(await qualify(file, { kinds: ["fire"] })).toMatchObject({ status: 400 });

    const said = vi.spyOn(console, "log").mockImplementation(() => undefined);
    const whispered = vi.spyOn(console, "error").mockImplementation(() => undefined);
    const code = await runQualify({
      url: service.url,
      token: service.token,
      env: {},
      suite: file,
      cases: ["search"],
      baseUrl: shop.url,
      maxFaults: 1,
      seed: 5,
      least: 50,
      json: false,
    });
    expect(code).toBe(1);
    expect(said.mock.calls.join()).toMatch(/Cart and search: (?:0 %|–)/);
    said.mockRestore();
    whispered.mockRestore();

    const { body: begun } = await qualify(await save(yaml), { kinds, cases: ["search", "cart"] });
    expect(begun).toMatchObject({ status: "queued", score: null });
    await expect.poll(() => faultsTold(begun.run_id)).toBeGreaterThan(1);
    await service.send("POST", `/runs/${begun.run_id}/cancel`);
    const { result, ...ended } = await service.ended<RunDetail>(begun.run_id);
    expect(ended.status).toBe("cancelled");
    const partial = qualificationSchema.parse(result);
    expect(partial).toMatchObject({ status: "cancelled", control: { cases: ["search", "cart"] } });
    expect(partial.sample.tried).toBeGreaterThan(1);
    expect(partial.sample.tried).toBeLessThan(partial.sample.chosen);
    expect(partial.sample.told).toContain("it was cancelled before");
    const counted = partial.noticed + partial.stumbled + partial.survived;
    const others = [partial.not_reached, partial.no_effect, partial.undecided].flat().length;
    expect(counted + others).toBe(partial.sample.tried);
    const report = await service.send<string>("GET", `/artifacts/${begun.run_id}/report.html`);
    expect(report.status).toBe(200);
  });

  it("tells what a case leaves behind that stops half-way, and puts the app back where a case says how", async () => {
    let items = 0;
    const rows = (): string => `<p role=status>${items} items</p>`;
    const change =
      (by: (now: number) => number): Handler =>
      (_request, response) => {
        items = by(items);
        response.writeHead(303, { location: "/" }).end();
      };
    const form = (path: string, name: string): string =>
      `<form method=post action=${path}><button>${name}</button></form>`;
    const app = await startApp({
      "/": (_request, response) =>
        response
          .writeHead(200, { "content-type": "text/html" })
          .end(
            `<html lang=en><title>Items</title><h1>Items</h1>${rows()}${form("/add", "Add")}${form("/remove", "Remove")}`,
          ),
      "/add": change((now) => now + 1),
      "/remove": change((now) => now - 1),
      "/reset": change(() => 0),
    });
    try {
      const file = await save(`suite: Items
base_url: ${app.url}
cases:
  - {id: reset, steps: [{request: {url: /reset, method: POST}}]}
  - id: looks
    steps: [{goto: /}, {expect: {visible: {role: heading, name: Items}}}]
  - id: adds
    steps:
      - goto: /
      - click: Add
      - expect: {text: 1 items}
      - click: Remove
      - expect: {text: 0 items}
`);
      expect(await qualify(file, { reset: "none" })).toMatchObject({ status: 400 });
      const ask = { kinds: ["text_changed", "dead_control"], seed: 1, mode: "sync", base_url: app.url };
      const { body: worn } = await qualify(file, { ...ask, cases: ["looks", "adds"] });
      expect(worn.control).toMatchObject({ cases: ["looks"], unsteady: [{ case_id: "adds" }] });
      expect(worn.control.unsteady[0]?.why).toMatch(/^after .*1 items/);
      expect(worn.undecided.length).toBeGreaterThan(0);
      // What was found out before stands.
      expect(worn.killed.filter(({ case_id }) => case_id === "looks").length).toBeGreaterThan(0);

      const { body: steady } = await qualify(file, { ...ask, reset: "reset" });
      expect(steady.control).toMatchObject({ cases: ["looks", "adds"], failed: [], unsteady: [] });
      expect(steady).toMatchObject({ undecided: [], survived: 0, score: 1 });
      expect(steady.noticed).toBeGreaterThan(worn.noticed);
    } finally {
      await app.close();
    }
  });

  it("leaves no fault decided, and no case out, while nobody can log in any more", async () => {
    let logIns = 0;
    const page = (text: string): string => `<!doctype html><html lang="en"><title>App</title>${text}`;
    const logInForm = `<h1>Log in</h1><form method="post" action="/enter"><label>User <input name="user" autocomplete="username"></label><label>Password <input type="password" name="word"></label><button>Log in</button></form>`;
    const app = await startApp({
      "/": (request, response) => {
        const isIn = request.headers.cookie?.includes("in=1");
        response.writeHead(200, { "content-type": "text/html" });
        response.end(
          page(isIn ? "<h1>Inside</h1><p>Everything is fine</p><a href=/out>Log out</a>" : logInForm),
        );
      },
      "/enter": (_request, response) => {
        logIns += 1;
        // The control carries the suite out twice.
        const isLet = logIns <= 2;
        response
          .writeHead(isLet ? 303 : 503, isLet ? { location: "/", "set-cookie": "in=1; Path=/" } : {})
          .end();
      },
    });
    try {
      const file = await save(
        `suite: Behind a door\nbase_url: ${app.url}\nauth: {username: ann, password: open-sesame}\ncases:
  - {id: looks, steps: [{goto: /}, {expect: {text: Everything is fine}}]}
`,
      );
      const ask = { kinds: ["text_changed"], max_faults: 1, seed: 1, mode: "sync", base_url: app.url };
      const { body } = await qualify(file, ask);
      expect(body.control).toMatchObject({ cases: ["looks"], failed: [], unsteady: [] });
      expect(body.undecided).toMatchObject([{ why: expect.stringMatching(/log-in/) as string }]);
      const { body: run } = await service.send<RunDetail>("GET", `/runs/${body.run_id}`);
      expect(JSON.stringify(run.events)).not.toContain("was not carried out");
    } finally {
      await app.close();
    }
  });
});

const faultsTold = async (id: string): Promise<number> => {
  const { body } = await service.send<RunDetail>("GET", `/runs/${id}`);
  return body.events.filter((event) => event.kind === "log" && event.message.startsWith("fault ")).length;
};
