import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createPlaywrightBrowser } from "#adapters/playwright/launch.ts";
import { generateSuite } from "#core/generate/generate.ts";
import type { Browser } from "#ports/browser.ts";
import { explore } from "#core/explore/explore.ts";

let browser: Browser;
/** Asks for the name, then for the password; everything else is behind it. */
const server = createServer((request, response) => {
  response.setHeader("content-type", "text/html");
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => {
    const sent = new URLSearchParams(Buffer.concat(chunks).toString());
    const { pathname } = new URL(request.url ?? "/", "http://app");
    const page = (body: string): void => void response.end(`<!doctype html><title>App</title>${body}`);
    if (pathname === "/signin/password" && request.method === "POST") {
      if (sent.get("password") !== "correct horse")
        return page(`<p role="alert">Wrong password</p>${second}`);
      response.writeHead(303, { location: "/", "set-cookie": "sid=1; Path=/" });
      return void response.end();
    }
    if (pathname === "/signin" && request.method === "POST") return page(second);
    if ((request.headers.cookie ?? "").includes("sid=1")) {
      return page(`<h1>Inside</h1><iframe src="/framed"></iframe><a href="/reports">Reports</a>`);
    }
    return page(first);
  });
});
const first = `<h1>Sign in</h1><form method="post" action="/signin">
  <label>E-mail <input name="email" type="email"></label><button>Next</button></form>`;
const second = `<h1>Sign in</h1><form method="post" action="/signin/password">
  <label>Password <input name="password" type="password"></label><button>Sign in</button></form>`;
let url = "";

beforeAll(async () => {
  browser = await createPlaywrightBrowser();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve()));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
});
afterAll(async () => {
  await browser.close();
  server.closeAllConnections();
  server.close();
});

const walk = async (password: string) => {
  const session = await browser.openSession({ baseUrl: url, secrets: [password] });
  try {
    return await explore({
      session,
      startUrl: url,
      login: { username: "ada@example.com", password },
      limits: { pages: 10, actions: 40, timeMs: 200_000, depth: 3 },
      signal: new AbortController().signal,
      progress: () => undefined,
      now: () => performance.now(),
    });
  } finally {
    await session.close();
  }
};

it(
  "gives the name first and then the password, and writes how into the suite",
  { timeout: 240_000 },
  async () => {
    const found = await walk("correct horse");
    if (!found.ok) throw new Error(found.message);
    const { site } = found;
    expect(site.pages.map(({ path }) => path)).toEqual(expect.arrayContaining(["/", "/framed", "/reports"]));
    const auth = { username: "ada@example.com", passwordRef: "${secret.APP}", loginPath: "/" };
    const { document } = generateSuite({ site, mode: "quick", baseUrl: site.origin, auth });
    expect(document.auth?.steps).toEqual([
      { goto: "/" },
      { fill: { target: "E-mail", value: "ada@example.com" } },
      { click: "Next" },
      { fill: { target: "Password", value: "${secret.APP}" } },
      { click: "Sign in" },
      { expect: { hidden: "Password" } },
    ]);
  },
);

it("says what the app says when the password is wrong", { timeout: 240_000 }, async () => {
  const found = await walk("wrong");
  expect(found).toMatchObject({ ok: false, reason: "login_failed" });
  expect(!found.ok && found.message).toContain('the app says "Wrong password"');
});
