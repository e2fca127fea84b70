import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { AnalyzeResult } from "#model/analysis.ts";
import type { RunDetail } from "#model/run.ts";
import { createShop } from "#examples/shop/shop.ts";
import { startTestService } from "./support/service.ts";
import type { TestService } from "./support/service.ts";

const auth = { username: "demo@shop.example", password: "demo1234", login_path: "/login" };

describe("analyze", { timeout: 600_000 }, () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService();
  });
  afterAll(async () => {
    await service[Symbol.asyncDispose]();
  });

  test("a healthy app has no failed case", async () => {
    const shop = await createShop();
    const { body } = await service.send<AnalyzeResult>("POST", "/analyze", { app_url: shop.url, auth });
    await shop.close();
    expect(body.cases.filter((item) => item.status !== "passed")).toEqual([]);
    expect(body.summary.passed).toBeGreaterThan(5);
  });

  test("async mode answers at once and the run carries the result", async () => {
    const app = createServer(({ url }, response) => {
      const title = url === "/about" ? "About us" : "Home";
      response.setHeader("content-type", "text/html");
      response.end(
        `<!doctype html><html lang="en"><title>${title}</title><h1>${title}</h1><nav><a href="/">Home</a> <a href="/about">About</a></nav>`,
      );
    });
    await new Promise<void>((done) => app.listen(0, "127.0.0.1", done));
    const { body } = await service.send<AnalyzeResult>("POST", "/analyze", {
      app_url: `http://127.0.0.1:${(app.address() as AddressInfo).port}`,
      mode: "async",
    });
    expect(body).toMatchObject({ status: "queued", cases: [] });
    const run = await service.ended<RunDetail>(body.run_id);
    app.closeAllConnections();
    app.close();
    expect(run.status).toBe("done");
    expect(run.result).toMatchObject({ run_id: body.run_id, status: "done" });
    expect(run.events.map(({ seq }) => seq)).toEqual(run.events.map((_, index) => index + 1));
  });

  test("an app that cannot be reached is a generation error in bounded time", async () => {
    const { status, body } = await service.send<{ type: string }>("POST", "/analyze", {
      app_url: "http://127.0.0.1:9",
    });
    expect(status).toBe(502);
    expect(body.type).toBe("generation_error");
  });
});
