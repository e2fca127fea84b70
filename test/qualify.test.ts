import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createShop } from "#examples/shop/shop.ts";
import { keepExpects } from "#test/support/keep-expects.ts";
import { runQualify } from "#cli/qualify.ts";
import type { Qualification } from "#model/qualification.ts";
import type { RunDetail } from "#model/run.ts";
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
}, 60_000);
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

    const { body: begun } = await qualify(file, {});
    expect(begun).toMatchObject({ status: "queued", score: null });
    await expect.poll(() => eventsOf(begun.run_id), { timeout: 60_000 }).toBeGreaterThan(0);
    await service.send("POST", `/runs/${begun.run_id}/cancel`);
    const ended = await service.ended(begun.run_id);
    expect(ended).toMatchObject({ status: "cancelled", result: { status: "cancelled" } });
  });
});

const eventsOf = async (id: string): Promise<number> =>
  (await service.send<RunDetail>("GET", `/runs/${id}`)).body.events.length;
