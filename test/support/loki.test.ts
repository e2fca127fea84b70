import { afterEach, describe, expect, test } from "vitest";
import { startLoki } from "./loki.ts";
import type { LokiOptions, RunningLoki } from "./loki.ts";

type Answer = { status: string; data: { resultType: string; result: Stream[] } };
type Stream = { stream: Record<string, string>; values: [string, string][] };

const NOW = Date.now();
const at = (ms: number): string => String(BigInt(NOW + ms) * 1_000_000n);

describe("the small Loki", () => {
  const running: RunningLoki[] = [];
  afterEach(async () => {
    await Promise.all(running.splice(0).map((loki) => loki.close()));
  });

  async function filled(options: LokiOptions = {}, headers: Record<string, string> = {}) {
    const loki = await startLoki(options);
    running.push(loki);
    const push = await fetch(`${loki.url}/loki/api/v1/push`, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify({
        streams: [
          {
            stream: { app: "shop" },
            values: [
              [at(-3000), "first trace=aa"],
              [at(-1000), "third trace=bb"],
            ],
          },
          { stream: { app: "stock" }, values: [[at(-2000), 'second "quoted" trace=aa']] },
        ],
      }),
    });
    const query = async (params: Record<string, string>) => {
      const answer = await fetch(`${loki.url}/loki/api/v1/query_range?${new URLSearchParams(params)}`, {
        headers,
      });
      const text = await answer.text();
      return { status: answer.status, text, body: answer.ok ? (JSON.parse(text) as Answer) : null };
    };
    const lines = async (params: Record<string, string>) => {
      const { body } = await query(params);
      return body?.data.result.flatMap(({ values }) => values.map(([, line]) => line.split(" ")[0]));
    };
    return { loki, push, query, lines };
  }

  test("answers in Loki's shape", async () => {
    const { push, query } = await filled();
    expect(push.status).toBe(204);
    const { body } = await query({ query: '{app="shop"} |= "trace=aa"' });
    expect(body).toMatchObject({
      status: "success",
      data: {
        resultType: "streams",
        result: [{ stream: { app: "shop" }, values: [[at(-3000), "first trace=aa"]] }],
      },
    });
  });

  test("selects by label and filters by text and expression", async () => {
    const { lines } = await filled();
    expect(await lines({ query: '{app=~"sh.*|none"}' })).toEqual(["third", "first"]);
    expect(await lines({ query: '{app=~".+", app!="shop"}' })).toEqual(["second"]);
    expect(await lines({ query: '{app=~"shop|stock"} |= "trace=aa" != "first"' })).toEqual(["second"]);
    expect(await lines({ query: '{app="stock"} |= "\\"quoted\\""' })).toEqual(["second"]);
    expect(await lines({ query: '{app="stock"} |= `"quoted"`' })).toEqual(["second"]);
    expect(await lines({ query: '{app="shop"} |~ "(?i)TRACE=(aa|cc)"' })).toEqual(["first"]);
  });

  test("keeps to start, end, limit and direction", async () => {
    const { lines } = await filled();
    const query = '{app=~"shop|stock"}';
    expect(await lines({ query, start: at(-2500) })).toEqual(["third", "second"]);
    expect(await lines({ query, end: new Date(NOW - 1500).toISOString(), direction: "forward" })).toEqual([
      "first",
      "second",
    ]);
    expect(await lines({ query, limit: "1" })).toEqual(["third"]);
    expect(await lines({ query, limit: "1", direction: "forward" })).toEqual(["first"]);
  });

  test("refuses what Loki refuses", async () => {
    const { query, loki } = await filled();
    const status = async (params: Record<string, string>) => (await query(params)).status;
    expect(await status({ query: "" })).toBe(400);
    expect(await status({ query: "{}" })).toBe(400);
    expect(await status({ query: '{app=~".*"}' })).toBe(400);
    expect(await status({ query: '{app="shop"' })).toBe(400);
    expect(await status({ query: '{app="shop"}', limit: "9999" })).toBe(400);
    expect(await status({ query: '{app="shop"}', start: "soon" })).toBe(400);
    expect((await fetch(`${loki.url}/nowhere`)).status).toBe(404);
  });

  test("asks for basic auth and for the tenant", async () => {
    const options = { basicAuth: { username: "me", password: "secret" }, tenant: "team" };
    const authorization = `Basic ${Buffer.from("me:secret").toString("base64")}`;
    const right = await filled(options, { authorization, "x-scope-orgid": "team" });
    expect(await right.lines({ query: '{app="shop"}' })).toHaveLength(2);
    const url = `${right.loki.url}/loki/api/v1/query_range?query=${encodeURIComponent('{app="shop"}')}`;
    expect((await fetch(url)).status).toBe(401);
    expect((await fetch(url, { headers: { authorization } })).status).toBe(401);
    const other = await fetch(url, { headers: { authorization, "x-scope-orgid": "other" } });
    expect(await other.json()).toMatchObject({ data: { result: [] } });
  });

  test("holds lines back for as long as ingestion takes", async () => {
    const { lines, loki } = await filled({ ingestionDelayMs: 3_600_000 });
    expect(loki.lines).toHaveLength(3);
    expect(await lines({ query: '{app="shop"}' })).toEqual([]);
  });
});
