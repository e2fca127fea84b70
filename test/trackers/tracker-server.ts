import { text as textOf } from "node:stream/consumers";
import { once } from "node:events";
import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** An issue as a tracker keeps it; `body` is Markdown, or an Atlassian document. */
export type KeptIssue = {
  number: number;
  title: string;
  body: unknown;
  isOpen: boolean;
  createdAt: string;
  comments: unknown[];
  files: string[];
};

/** What is done instead of the next answer. `lost`: all is done, and the answer does not arrive. */
export type Trouble =
  | { status: number; headers?: Record<string, string>; body?: unknown }
  | "hang"
  | "refuse"
  | "lost";

export type TrackerRequest = {
  method: string;
  /** Below the address of the tracker. */
  path: string;
  query: URLSearchParams;
  headers: IncomingMessage["headers"];
  body: unknown;
};
export type TrackerAnswer = { status: number; body?: unknown };

/** How one vendor answers. Whatever is wrong with a request goes into `faults`. */
export type Vendor = (
  request: TrackerRequest,
  issues: KeptIssue[],
  url: string,
) => { answer: TrackerAnswer; faults: string[] };

/** A tracker on the loopback interface, which does for one vendor what its API is described to do. */
export const startTracker = async (vendor: Vendor) => {
  const issues: KeptIssue[] = [];
  const faults: string[] = [];
  const asked: string[] = [];
  const troubles: { on: RegExp; trouble: Trouble }[] = [];

  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const text = await textOf(request);
    const { pathname, searchParams } = new URL(request.url ?? "/", url);
    const method = request.method ?? "GET";
    asked.push(`${method} ${pathname}`);
    const at = troubles.findIndex(({ on }) => on.test(`${method} ${pathname}`));
    const trouble = at < 0 ? null : (troubles.splice(at, 1)[0]?.trouble ?? null);
    if (trouble === "hang") return;
    if (trouble === "refuse") {
      request.socket.destroy();
      return;
    }
    if (trouble !== null && trouble !== "lost") {
      response.writeHead(trouble.status, { "content-type": "application/json", ...trouble.headers });
      response.end(JSON.stringify(trouble.body ?? {}));
      return;
    }
    const isJson = (request.headers["content-type"] ?? "").includes("application/json");
    const body: unknown = isJson ? JSON.parse(text) : text;
    const { headers } = request;
    const done = vendor({ method, path: pathname, query: searchParams, headers, body }, issues, url);
    faults.push(...done.faults.map((fault) => `${method} ${pathname}: ${fault}`));
    if (trouble === "lost") {
      request.socket.destroy();
      return;
    }
    response.writeHead(done.answer.status, { "content-type": "application/json" });
    response.end(done.answer.body === undefined ? undefined : JSON.stringify(done.answer.body));
  };

  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => {
      faults.push(String(error));
      response.writeHead(500).end();
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    url,
    issues,
    /** What was wrong with requests, by the description. */
    faults,
    asked,
    /** The next request that fits meets this. */
    trouble: (on: RegExp, trouble: Trouble): void => void troubles.push({ on, trouble }),
    [Symbol.asyncDispose]: async (): Promise<void> => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
};

export type TestTracker = Awaited<ReturnType<typeof startTracker>>;

/** A new issue, numbered. */
export const keep = (issues: KeptIssue[], title: string, body: unknown): KeptIssue => {
  const issue = {
    number: issues.length + 1,
    title,
    body,
    isOpen: true,
    createdAt: new Date().toISOString(),
    comments: [],
    files: [],
  };
  issues.push(issue);
  return issue;
};
