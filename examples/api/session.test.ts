import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { AnalyzeResult } from "#model/analysis.ts";
import type { RunDetail } from "#model/run.ts";
import { createShop } from "#examples/shop/shop.ts";
import { textLike } from "#test/support/any.ts";
import { startLoki } from "#test/support/loki.ts";
import { startTestService } from "#test/support/service.ts";
import type { TestService } from "#test/support/service.ts";

const appPassword = "demo1234";
const script = join(import.meta.dirname, "session.sh");

describe("the session of curl calls", { timeout: 900_000 }, () => {
  let service: TestService;
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "session-"));
    // A new service without a user, so that the session begins with the setup.
    service = await startTestService({ SERVICE_ADMIN_EMAIL: "", SERVICE_ADMIN_PASSWORD: "" });
  });
  afterAll(async () => {
    await service[Symbol.asyncDispose]();
    await rm(folder, { recursive: true, force: true });
  });

  const run = (env: Record<string, string>): Promise<{ code: number; output: string; errors: string }> =>
    new Promise((resolve) => {
      const options = { env: { ...process.env, TRACEWRIGHT_URL: service.url, ...env }, cwd: folder };
      execFile("bash", [script], options, (error, output, errors) =>
        resolve({ code: error ? Number(error.code ?? 1) : 0, output, errors }),
      );
    });

  test("sets up, analyses the shop and tells the cause with its log line", async () => {
    await using loki = await disposable(startLoki());
    const snippet = `${service.base}/tracing/snippet.js`;
    await using shop = await disposable(
      createShop({ bugs: ["order-throws"], lokiUrl: loki.url, tracingSnippet: snippet }),
    );
    const { code, output, errors } = await run({
      APP_URL: shop.url,
      APP_USERNAME: "demo@shop.example",
      APP_PASSWORD: appPassword,
      APP_LOGIN_PATH: "/login",
      LOKI_URL: loki.url,
      LOKI_SELECTOR: '{app="shop"}',
    });
    // With what it printed, which says what was tried instead where nothing failed.
    expect({ code, errors, output }).toEqual({ code: 1, errors: "", output: textLike(/failed: /) });
    expect(output).toContain("Signed in as you@example.com (admin)");
    expect(output).toMatch(/backend_exception: .*TypeError/);
    expect(output).toMatch(/ {2}\| .*TypeError/);
    expect(await readFile(join(folder, "report.html"), "utf8")).toContain("<html");
    await checkAnalysis();
  });

  /** What the only run of the service has: the cause of every failure, and the password nowhere. */
  const checkAnalysis = async (): Promise<void> => {
    const signedIn = await service.send<{ token: string }>("POST", "/auth/login", {
      email: "you@example.com",
      password: "correct horse",
    });
    const get = async <T>(path: string): Promise<T> =>
      (await service.send<T>("GET", path, undefined, signedIn.body.token)).body;
    const { items } = await get<{ items: { id: string }[] }>("/runs");
    const run = await get<RunDetail>(`/runs/${items[0]?.id ?? ""}`);
    expect(run).toMatchObject({ status: "done", result: { status: "done", run_id: run.id } });
    const { cases } = run.result as AnalyzeResult;
    const causes = cases.flatMap((item) => (item.root_cause ? [item.root_cause] : []));
    expect(new Set(causes.map(({ category }) => category))).toEqual(new Set(["backend_exception"]));
    const [cause] = causes;
    expect(cause).toMatchObject({ server_status: "diagnosed", trace_id: textLike(/^[0-9a-f]{32}$/) });
    expect(cause?.summary).toContain("TypeError");
    expect(cause?.evidence.some((line) => line.includes(cause.trace_id ?? "-"))).toBe(true);
    expect(JSON.stringify(run)).not.toContain(appPassword);
    const { yaml } = await get<{ yaml: string }>(`/suites/${run.suite}`);
    expect(yaml).not.toContain(appPassword);
    expect(yaml).toContain("${secret.");
  };

  test("signs in the second time, and says what is wrong when something is", async () => {
    const answer = await run({ APP_URL: "http://127.0.0.1:9" });
    expect(answer.output).toContain("Signed in as you@example.com (admin)");
    expect(answer.code).toBe(1);
    expect(answer.errors).toContain("The run ended as error");
    const refused = await run({ PASSWORD: "wrong password" });
    expect(refused.code).toBe(1);
    expect(refused.errors).toContain("401");
  });
});

const disposable = async <T extends { close(): Promise<void> }>(opening: Promise<T>) => {
  const opened = await opening;
  return Object.assign(opened, { [Symbol.asyncDispose]: () => opened.close() });
};
