import { once } from "node:events";
import fastify from "fastify";
import { readConfig } from "#src/config.ts";
import { startService } from "#src/service.ts";
import { cells, quantile } from "./figures.ts";
import { credentials, fillHistory, idOfRun } from "./engines.ts";
import type { Engine } from "./engines.ts";

type Question = { name: string; method: "GET" | "POST"; path: string; body?: (round: number) => unknown };

const suiteOf = (round: number): string =>
  `suite: Load ${round}\nbase_url: http://127.0.0.1:9\ncases:\n  - id: a\n    title: A\n    steps: [{goto: /}]\n`;

const questions = (runs: number, suite: string): Question[] => [
  { name: "`GET /auth/me`", method: "GET", path: "/auth/me" },
  { name: "`GET /runs`", method: "GET", path: "/runs" },
  { name: "`GET /runs`, page in the middle", method: "GET", path: `/runs?offset=${Math.floor(runs / 2)}` },
  { name: "`GET /runs?status=error`", method: "GET", path: "/runs?status=error" },
  { name: "`GET /runs?suite=…`", method: "GET", path: "/runs?suite=suite-7.yaml" },
  {
    name: "`GET /runs?suite=…&status=cancelled`",
    method: "GET",
    path: "/runs?suite=suite-1.yaml&status=cancelled",
  },
  { name: "`GET /runs/{id}`", method: "GET", path: `/runs/${idOfRun(Math.floor(runs / 20) * 10)}` },
  { name: "`GET /runs/queue`", method: "GET", path: "/runs/queue" },
  { name: "`GET /suites`", method: "GET", path: "/suites" },
  { name: "`POST /suites`", method: "POST", path: "/suites", body: (round) => ({ yaml: suiteOf(round) }) },
  { name: "`POST /runs`", method: "POST", path: "/runs", body: () => ({ suite }) },
];

/** Reads and writes of the API over a long history, each beside a bare Fastify route that sends the same body. */
export const measureRequests = async (engine: Engine, runs: number, rounds: number): Promise<void> => {
  await fillHistory(engine, "history", runs);
  const config = readConfig({
    SERVICE_PORT: "0",
    SERVICE_LOG_LEVEL: "silent",
    // Nobody works on what is queued; where one process does all, a run without a browser ends at once.
    SERVICE_ROLE: engine.name === "SQLite" ? "all" : "api",
    SERVICE_BROWSER_PATH: "/nonexistent/browser",
    SERVICE_SECRET_KEY: "a key of the benchmark",
    SERVICE_JWT_SECRET: "a key of the benchmark",
    ...engine.env("history"),
  });
  const service = await startService(config);
  const base = `${service.url}/api/v1`;
  let token = "";
  const ask = async (url: string, method: string, body?: unknown): Promise<{ ms: number; text: string }> => {
    const before = performance.now();
    const response = await fetch(url, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body !== undefined && { "content-type": "application/json" }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const ms = performance.now() - before;
    if (!response.ok) throw new Error(`${method} ${url} answered ${response.status}: ${text}`);
    return { ms, text };
  };
  const login = await ask(`${base}/auth/login`, "POST", credentials);
  token = String((JSON.parse(login.text) as { token: unknown }).token);
  const saved = await ask(`${base}/suites`, "POST", { yaml: suiteOf(-1) });
  const asked = questions(runs, String((JSON.parse(saved.text) as { file: unknown }).file));

  const bare = fastify();
  const sent = new Map<string, string>();
  const send = (number: string): string => sent.get(number) ?? "";
  bare.get<{ Params: { n: string } }>("/:n", async ({ params }, reply) =>
    reply.type("application/json").send(send(params.n)),
  );
  bare.post<{ Params: { n: string } }>("/:n", async ({ params }, reply) =>
    reply.type("application/json").send(send(params.n)),
  );
  await bare.listen({ host: "127.0.0.1", port: 0 });
  const address = bare.server.address();
  const bareUrl = `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}`;

  const times = asked.map(() => ({ ours: [] as number[], bare: [] as number[], size: 0 }));
  const warmUp = Math.ceil(rounds / 10);
  const tellEvery = Math.max(1, Math.floor(rounds / 5));
  for (let round = -warmUp; round < rounds; round += 1) {
    if (round % tellEvery === 0) console.log(`${engine.name}: round ${round} of ${rounds}`);
    for (const [number, { method, path, body }] of asked.entries()) {
      const input = body?.(round);
      const ours = await ask(base + path, method, input);
      sent.set(String(number), ours.text);
      const yardstick = await ask(`${bareUrl}/${number}`, method, input);
      const into = times[number];
      if (round < 0 || !into) continue;
      into.ours.push(ours.ms);
      into.bare.push(yardstick.ms);
      into.size = ours.text.length;
    }
  }
  console.log(
    `\n| ${engine.name}, ${runs} runs | body | p50 | p99 | bare Fastify p50 | p99 | ratio of p50 |`,
  );
  console.log("|---|---|---|---|---|---|---|");
  for (const [number, { name }] of asked.entries()) {
    const { ours, bare: theirs, size } = times[number] ?? { ours: [], bare: [], size: 0 };
    const ratio = quantile(ours, 0.5) / quantile(theirs, 0.5);
    console.log(`| ${name} | ${size} B | ${cells(ours)} | ${cells(theirs)} | ${ratio.toFixed(1)} |`);
  }
  bare.server.close();
  bare.server.closeAllConnections();
  await once(bare.server, "close").catch(() => undefined);
  await service.close(0);
};
