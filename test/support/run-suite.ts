import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { BrowserProvider } from "#adapters/playwright/provider.ts";
import { executeSuite } from "#core/run/execute.ts";
import type { ExecuteOptions } from "#core/run/options.ts";
import { parseSuite } from "#core/suite/parse.ts";
import type { NewRunEvent } from "#model/event.ts";
import type { CaseFailure } from "#model/failure.ts";
import type { CaseReport, Report } from "#model/report.ts";
import { causeNotAsked } from "#model/root-cause.ts";

export type Handler = (request: IncomingMessage, response: ServerResponse, url: URL) => void;

/** A web app of a few routes on loopback; a text is a page's body. */
export const startApp = async (routes: Record<string, string | Handler>) => {
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "/", "http://app.test");
    const route = routes[url.pathname];
    if (typeof route === "function") return route(request, response, url);
    response.writeHead(route === undefined ? 404 : 200, { "content-type": "text/html; charset=utf-8" });
    response.end(
      `<!doctype html><html lang="en"><title>App</title><body>${route ?? "<h1>Not found</h1>"}</body></html>`,
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};

export type SuiteRun = {
  report: Omit<Report, "suite">;
  /** By id. */
  cases: Record<string, CaseReport>;
  events: NewRunEvent[];
  files: Map<string, Uint8Array>;
  failures: CaseFailure[];
};

/** Runs a suite of which only `cases` (or more of the header) is written, against a base address. */
export const runSuite = async (
  browsers: Pick<BrowserProvider, "get">,
  baseUrl: string,
  yaml: string,
  options: Partial<ExecuteOptions> & { secrets?: Record<string, string> } = {},
): Promise<SuiteRun> => {
  const { suite, diagnostics } = parseSuite(`suite: Test\nbase_url: ${baseUrl}\n${yaml}`);
  if (!suite) throw new Error(JSON.stringify(diagnostics));
  const events: NewRunEvent[] = [];
  const files = new Map<string, Uint8Array>();
  const failures: CaseFailure[] = [];
  const report = await executeSuite({
    suite,
    only: null,
    browser: browsers.get,
    values: { env: () => undefined, secret: (name) => options.secrets?.[name] },
    seed: 1,
    emit: async (event) => void events.push(event),
    saveFile: async (name, content) => void files.set(name, content),
    explain: async (failure) => {
      failures.push(failure);
      return causeNotAsked;
    },
    signal: new AbortController().signal,
    injectTraceparent: false,
    now: () => new Date(),
    ...options,
  });
  const cases = Object.fromEntries(report.cases.map((item) => [item.id, item]));
  return { report, cases, events, files, failures };
};
