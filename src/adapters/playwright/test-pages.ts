import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Session, SessionOptions } from "#ports/browser.ts";
import type { LaunchedBrowser } from "./launch.ts";

export type Route = string | ((request: IncomingMessage, response: ServerResponse) => void);
export type TestSite = {
  url: string;
  origin: string;
  /** Adds or replaces what a path answers: HTML, or a handler. */
  set(path: string, route: Route): void;
  requests: { method: string; url: string; headers: IncomingMessage["headers"] }[];
  [Symbol.asyncDispose](): Promise<void>;
};

/** A web site of small pages in this process. */
export const serveSite = async (routes: Record<string, Route> = {}): Promise<TestSite> => {
  const known = new Map(Object.entries(routes));
  const requests: TestSite["requests"] = [];
  const server = createServer((request, response) => {
    const { method = "", url = "" } = request;
    requests.push({ method, url, headers: request.headers });
    const route = known.get(url.split("?", 1)[0] ?? "");
    if (typeof route === "function") {
      route(request, response);
      return;
    }
    response.statusCode = route === undefined ? 404 : 200;
    response.setHeader("content-type", "text/html; charset=utf-8");
    response.end(route === undefined ? "<h1>Not found</h1>" : `<!doctype html><html lang=en>${route}`);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: `${origin}/`,
    origin,
    set: (path, route) => known.set(path, route),
    requests,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
};

/** For what is to fail, and has to be looked at before that is said of it. */
export const soon = { timeoutMs: 1_500 };
/** For what is to succeed, on a busy machine as well. */
export const long = { timeoutMs: 60_000 };

/** A session on a site of one page, opened there. */
export const openPage = async (
  browser: LaunchedBrowser,
  html: Route,
  options: Partial<SessionOptions> = {},
) => {
  const site = await serveSite({ "/": html });
  const session: Session = await browser.openSession({ baseUrl: site.url, ...options });
  const went = await session.page.goto("/", long);
  return {
    site,
    session,
    page: session.page,
    went,
    async [Symbol.asyncDispose]() {
      await session.close();
      await site[Symbol.asyncDispose]();
    },
  };
};
