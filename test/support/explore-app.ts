import { createServer } from "node:http";
import type { RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import type { Browser } from "#ports/browser.ts";
import type { Credentials } from "#core/explore/login/login.ts";
import { explore } from "#core/explore/explore.ts";
import type { Exploration } from "#core/explore/explore.ts";
import type { Limits } from "#core/explore/pages/walk.ts";

/** Explores what is served at the address, quickly unless limits say otherwise. `now`: a clock, in milliseconds. */
export const exploreApp = async (
  browser: Browser,
  startUrl: string,
  login?: Credentials,
  limits: Partial<Limits> = {},
  now = () => performance.now(),
): Promise<Exploration> => {
  const session = await browser.openSession({
    baseUrl: startUrl,
    secrets: login ? [login.password] : [],
    watchTimers: true,
  });
  try {
    return await explore({
      session,
      startUrl,
      login,
      limits: { pages: 20, actions: 60, timeMs: 200_000, depth: 4, ...limits },
      signal: new AbortController().signal,
      progress: () => undefined,
      now,
    });
  } finally {
    await session.close();
  }
};

/** An app of one handler, for as long as the test takes. */
export const withApp = async (
  listener: RequestListener,
  use: (url: string) => Promise<void>,
): Promise<void> => {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve()));
  try {
    const { port } = server.address() as AddressInfo;
    await use(`http://127.0.0.1:${port}`);
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
};

/** The same page at every address. */
export const html =
  (body: string): RequestListener =>
  (_request, response) => {
    response
      .writeHead(200, { "content-type": "text/html" })
      .end(`<!doctype html><title>App</title><body>${body}`);
  };
