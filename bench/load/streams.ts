import { once } from "node:events";
import { createServer } from "node:http";
import { Agent, fetch } from "undici";
import { readConfig } from "#src/config.ts";
import { startService } from "#src/service.ts";
import { credentials } from "./engines.ts";
import type { Engine } from "./engines.ts";
import { cells } from "./figures.ts";

/** One run in a real browser with many listeners to its events: how late each event comes to each, and whether any is missing. */
export const measureStreams = async (engine: Engine, listeners: number): Promise<void> => {
  const app = createServer((_request, response) =>
    response.setHeader("content-type", "text/html").end("<!doctype html><title>Shop</title><h1>Shop</h1>"),
  );
  app.listen(0, "127.0.0.1");
  await once(app, "listening");
  const address = app.address();
  const appUrl = `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}`;
  await engine.execute("streams", []).catch(() => undefined);
  const service = await startService(
    readConfig({
      SERVICE_PORT: "0",
      SERVICE_LOG_LEVEL: "silent",
      SERVICE_SECRET_KEY: "a key of the benchmark",
      SERVICE_JWT_SECRET: "a key of the benchmark",
      SERVICE_ADMIN_EMAIL: credentials.email,
      SERVICE_ADMIN_PASSWORD: credentials.password,
      SERVICE_BROWSER_PATH: process.env.SERVICE_BROWSER_PATH,
      ...engine.env("streams"),
    }),
  );
  const dispatcher = new Agent({ connections: null, bodyTimeout: 0 });
  let token = "";
  const send = async (method: string, path: string, body?: unknown): Promise<Record<string, unknown>> => {
    const answer = await fetch(`${service.url}/api/v1${path}`, {
      method,
      dispatcher,
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return (await answer.json()) as Record<string, unknown>;
  };
  token = String((await send("POST", "/auth/login", credentials))["token"]);
  const steps = Array.from({ length: 40 }, () => "{goto: /}, {expect: {visible: Shop}}").join(", ");
  const yaml = `suite: Long\nbase_url: ${appUrl}\ncases:\n  - {id: a, title: A, steps: [${steps}]}\n`;
  const suite = (await send("POST", "/suites", { yaml }))["file"];
  // The first run starts the browser.
  const first = String((await send("POST", "/runs", { suite }))["run_id"]);
  while ((await send("GET", `/runs/${first}`))["finished_at"] === null)
    await new Promise((next) => setTimeout(next, 100));

  const run = String((await send("POST", "/runs", { suite }))["run_id"]);
  const lateness: number[] = [];
  const received = await Promise.all(
    Array.from({ length: listeners }, async () => {
      const answer = await fetch(`${service.url}/api/v1/runs/${run}/events`, {
        dispatcher,
        headers: { authorization: `Bearer ${token}` },
      });
      const connected = Date.now();
      let count = 0;
      let rest = "";
      const decoder = new TextDecoder();
      for await (const chunk of answer.body ?? []) {
        const now = Date.now();
        rest += decoder.decode(chunk as Uint8Array, { stream: true });
        const frames = rest.split("\n\n");
        rest = frames.pop() ?? "";
        for (const frame of frames) {
          const data = /^data: (.*)$/m.exec(frame)?.[1];
          if (data === undefined) continue;
          count += 1;
          const at = Date.parse((JSON.parse(data) as { at: string }).at);
          // What happened before the listener came is no measure.
          if (at >= connected) lateness.push(now - at);
        }
      }
      return count;
    }),
  );
  const { events } = await send("GET", `/runs/${run}`);
  const told = (events as unknown[]).length;
  const complete = received.filter((count) => count === told).length;
  console.log(`\n| ${engine.name}, ${listeners} listeners to a run of ${told} events | |`);
  console.log("|---|---|");
  console.log(`| lateness of an event: p50, p99 | ${cells(lateness).replace(" | ", ", ")} |`);
  console.log(
    `| deliveries measured; listeners that got every event | ${lateness.length}; ${complete} of ${listeners} |`,
  );
  await dispatcher.destroy();
  await service.close(0);
  app.closeAllConnections();
  app.close();
};
