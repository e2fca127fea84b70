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

/** Helpers of a framework send what `data-method` says, and show what `data-remote` fetches; nobody opens the addresses. */
const SCRIPT = `<script>
  addEventListener("click", (event) => {
    const link = event.target.closest("a[data-method],a[data-remote]");
    if (!link) return;
    event.preventDefault();
    const { method = "get", remote } = link.dataset;
    const asked = fetch(link.href, { method, headers: { accept: "text/javascript" } });
    if (remote) asked.then((answer) => answer.text()).then((text) => { document.querySelector("#shown").innerHTML = text; });
    else asked.then(() => location.reload());
  });
</script>`;

const createDesk = (asked: string[], attributes: boolean): RequestListener => {
  const mark = (text: string): string => (attributes ? text : "");
  const page = (title: string, main: string): string =>
    `<!doctype html><html lang=en><title>${title}</title><link rel=icon href="data:,"><nav><a href="/">Desk</a> <a href="/about">About</a></nav><main><h1>${title}</h1>${main}</main>`;
  return (request, response) => {
    const { method = "GET", url = "/", headers } = request;
    if (url === "/key" || url === "/people") asked.push(`${method} ${url}`);
    const isScript = headers.accept === "text/javascript";
    const send = (status: number, text: string): void => {
      response.writeHead(status, { "content-type": "text/html; charset=utf-8" });
      response.end(text);
    };
    if (url === "/")
      return send(
        200,
        page(
          "Desk",
          `<p>Your key was made on Monday. <a href="/key" ${mark('data-method="post"')}>Make another key</a></p>
          <p>Watchers: <a href="/people" ${mark('data-remote="true"')}>Choose people</a></p><div id=shown></div>${SCRIPT}`,
        ),
      );
    if (url === "/about") return send(200, page("About", "<p>All about the desk.</p>"));
    if (url === "/key" && method === "POST") return send(200, "made");
    if (url === "/people" && isScript) return send(200, "<h2>People</h2><p>Ada, Ben</p>");
    return send(404, page("Not found", "<p>There is no such page.</p>"));
  };
};

it("links that a script sends or fetches lead to no page", { timeout: 240_000 }, async () => {
  const asked: string[] = [];
  const { failing } = await tryPages(browser, createDesk(asked, true), { pages: 6, actions: 300 });
  expect(failing).toEqual([]);
  expect(asked.filter((line) => line !== "GET /people")).toEqual([]);
});

it("plain links to the same lead nowhere", { timeout: 240_000 }, async () => {
  const { failing } = await tryPages(browser, createDesk([], false), { pages: 6, only: /^link-/ });
  expect(failing).toEqual(expect.arrayContaining(["link-make-another-key", "link-choose-people"]));
});
