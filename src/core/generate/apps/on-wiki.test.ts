import { afterAll, beforeAll, expect, it } from "vitest";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createPlaywrightBrowser } from "#adapters/playwright/launch.ts";
import { explore } from "#core/explore/explore.ts";
import type { CaseDocument } from "#core/suite/grammar.ts";
import type { Browser } from "#ports/browser.ts";
import { generateSuite } from "#core/generate/generate.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await createPlaywrightBrowser();
});
afterAll(() => browser.close());

const names = ["Oak", "Beech", "Maple"];

/** The site's name is the first heading of every page; each article can be read, edited and looked back at. */
const pageAt = (address: string): string => {
  const { pathname, searchParams } = new URL(address, "http://wiki");
  const at = Number(/^\/tree\/(\d)$/.exec(pathname)?.[1] ?? 0);
  const name = names[at - 1] ?? "All trees";
  const what = searchParams.get("do") ?? "read";
  const links = names.map((text, index) => `<li><a href="/tree/${index + 1}">${text}</a></li>`).join("");
  const own = `<p><a href="/tree/${at}?do=edit">Edit</a> <a href="/tree/${at}?do=history">History</a></p>`;
  const parts: Record<string, string> = {
    read: at === 0 ? `<ul>${links}</ul>` : `<p>It is a tree.</p>${own}`,
    history: `<p>Nothing was changed.</p>${own}`,
    edit: `<button type=button onclick="signs.hidden = false">Show signs</button><h3 id=signs hidden>Signs</h3>${own}`,
  };
  // No two pages are built alike.
  const more = ["", "<pre>1</pre>", "<ol><li>1</ol>", "<dl><dt>1</dl>"][at] ?? "";
  return `<!doctype html><html lang=en><title>${name} - ${what}</title><h1>Tree wiki</h1><h3>Tools</h3><h2>${name}: ${what}</h2>${parts[what] ?? ""}${more}`;
};

const suiteFor = async (): Promise<CaseDocument[]> => {
  const server = createServer((request, response) => {
    response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(pageAt(request.url ?? "/"));
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", () => done()));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const session = await browser.openSession({ baseUrl: url });
  const found = await explore({
    session,
    startUrl: url,
    limits: { pages: 40, actions: 300, timeMs: 300_000, depth: 5 },
    signal: new AbortController().signal,
    progress: () => undefined,
    now: () => performance.now(),
  });
  await session.close();
  server.closeAllConnections();
  server.close();
  if (!found.ok) throw new Error(found.message);
  return generateSuite({ site: found.site, mode: "exhaustive", baseUrl: url, seed: 1 }).document.cases;
};

it(
  "a suite looks at each kind of page by what is its own, and does nothing twice",
  { timeout: 240_000 },
  async () => {
    const cases = await suiteFor();
    const text = (id: RegExp): string => JSON.stringify(cases.filter((each) => id.test(each.id)));
    expect(text(/^page/)).toContain("Oak: edit");
    expect(text(/^page/)).not.toMatch(/Tree wiki|Tools/);
    const unknown = cases
      .find(({ id }) => id === "unknown-addresses")
      ?.steps.map((step) => JSON.stringify(step));
    expect(unknown?.filter((step) => step.includes("goto"))).toEqual(
      [...new Set(unknown)].filter((step) => step.includes("goto")),
    );
    const shows = cases.filter(({ id }) => id.startsWith("controls-"));
    expect(JSON.stringify(shows).split(`"click":"Show signs"`).length - 1).toBe(1);
  },
);
