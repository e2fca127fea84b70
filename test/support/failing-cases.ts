import { createServer } from "node:http";
import type { RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { explore } from "#core/explore/explore.ts";
import type { Limits } from "#core/explore/pages/walk.ts";
import { generateSuite } from "#core/generate/generate.ts";
import { executeSuite } from "#core/run/execute.ts";
import { parseSuite } from "#core/suite/parse.ts";
import type { Browser } from "#ports/browser.ts";

const LIMITS: Limits = { pages: 3, actions: 60, timeMs: 300_000, depth: 2 };

/** An app: one page, pages that never change, as what stands in their `main` by address, or all of a server. */
export type Pages = string | { [path: string]: string } | RequestListener;

const answers = (pages: Exclude<Pages, RequestListener>): RequestListener => {
  const mains = typeof pages === "string" ? { "/": pages } : pages;
  return (request, response) => {
    const url = request.url ?? "/";
    const found = mains[url] ?? (/^\/(?:\?|$)/.test(url) ? mains["/"] : undefined);
    const isPicture = url.includes(".svg");
    response.writeHead(found !== undefined || isPicture ? 200 : 404, {
      "content-type": isPicture ? "image/svg+xml" : "text/html; charset=utf-8",
    });
    if (isPicture) response.end(`<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"></svg>`);
    else
      response.end(
        found === undefined ? "" : `<!doctype html><html lang=en><title>Try</title><main>${found}</main>`,
      );
  };
};

const serve = async (pages: Pages) => {
  const server = createServer(typeof pages === "function" ? pages : answers(pages));
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", () => done()));
  return server;
};

/**
 * Explores pages, writes a suite for them, and gives its cases that fail, and all of it as YAML. `only` names the cases that
 * are run at all, with those that they need: running all of them takes longer than exploring. `explored` is called between
 * the two.
 */
export const tryPages = async (
  browser: Browser,
  pages: Pages,
  { only = /(?:)/, explored, ...limits }: Partial<Limits> & { only?: RegExp; explored?: () => void } = {},
): Promise<{ failing: string[]; yaml: string }> => {
  const server = await serve(pages);
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const signal = new AbortController().signal;
  const session = await browser.openSession({ baseUrl: url, watchTimers: true });
  const found = await explore({
    session,
    startUrl: url,
    limits: { ...LIMITS, ...limits },
    signal,
    progress: () => undefined,
    now: () => performance.now(),
  });
  await session.close();
  if (!found.ok) throw new Error(found.message);
  explored?.();
  const { yaml } = generateSuite({ site: found.site, mode: "exhaustive", baseUrl: url, seed: 1 });
  const { suite } = parseSuite(yaml);
  if (!suite) throw new Error(yaml);
  const report = await executeSuite({
    suite,
    only: suite.cases.map(({ id }) => id).filter((id) => only.test(id)),
    browser: async () => browser,
    values: { env: () => undefined, secret: () => undefined },
    seed: 1,
    emit: async () => undefined,
    saveFile: async () => undefined,
    explain: () => Promise.reject(new Error("not asked for")),
    signal,
    injectTraceparent: false,
    pictures: "failure",
    trace: "off",
    now: () => new Date(),
  });
  server.closeAllConnections();
  server.close();
  const failing = report.cases.filter(({ status }) => status !== "passed").map(({ id }) => id);
  return { failing, yaml };
};
