import type { RequestListener } from "node:http";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createPlaywrightBrowser } from "#adapters/playwright/launch.ts";
import type { Browser } from "#ports/browser.ts";
import { tryPages } from "#test/support/failing-cases.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await createPlaywrightBrowser();
});
afterAll(() => browser.close());

const FLAGS = ["Dark mode", "New basket", "Fast search"];

/** A list whose rows are skeletons at first, which lead nowhere; nothing but their class tells them from rows. */
const createFlags = (): RequestListener => (request, response) => {
  const { pathname } = new URL(request.url ?? "/", "http://flags");
  const [, kind, id] = pathname.split("/");
  const at = Number(id) - 1;
  if (pathname === "/rows")
    return void setTimeout(
      () => response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(FLAGS)),
      // Longer than a page is waited for once it is opened.
      5_000,
    );
  const main =
    pathname === "/"
      ? `<h1>Flags</h1><table aria-label=Flags><thead><tr><th>Name<th>State</thead><tbody>${[1, 2, 3].map((each) => `<tr class="row skeleton"><td><a href="/placeholders/${each}">Flag name ${each}</a><td>on`).join("")}</tbody></table>
        <script>fetch("/rows").then((answer) => answer.json()).then((names) => { document.querySelector("tbody").innerHTML =
          names.map((name, at) => '<tr><td><a href="/flags/' + (at + 1) + '">' + name + "</a><td>on").join(""); });</script>`
      : kind === "flags" && FLAGS[at] !== undefined
        ? `<h1>${FLAGS[at]}</h1><p>It is on for everybody.</p>`
        : null;
  response.writeHead(main === null ? 404 : 200, { "content-type": "text/html" });
  response.end(
    `<!doctype html><html lang=en><title>Flags</title><link rel=icon href="data:,"><main>${main ?? "<h1>Not found</h1>"}</main>`,
  );
};

it(
  "what stands in the place of rows that are still to come is waited for",
  { timeout: 240_000 },
  async () => {
    const { failing, yaml } = await tryPages(browser, createFlags(), { pages: 8 });
    expect(failing).toEqual([]);
    expect(yaml).not.toContain("placeholders");
    expect(yaml).toContain("id: items-home");
  },
);
