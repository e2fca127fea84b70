import { text } from "node:stream/consumers";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createPlaywrightBrowser } from "#adapters/playwright/launch.ts";
import { escapeHtml } from "#test/support/escape-html.ts";
import { tryPages } from "#test/support/failing-cases.ts";
import type { Browser } from "#ports/browser.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await createPlaywrightBrowser();
});
afterAll(() => browser.close());

/** Users, of which there is one at first, each with a menu of the same name. */
const createUsers = (): RequestListener => {
  const users = ["admin"];
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (request.method === "POST") {
      users.push(new URLSearchParams(await text(request)).get("name") ?? "");
      return void response.writeHead(303, { location: "/" }).end();
    }
    const rows = users.map(
      (name) =>
        `<tr><td>${escapeHtml(name)}<td><button type=button class=menu>User actions</button><span></span></tr>`,
    );
    response.writeHead(request.url === "/" ? 200 : 404, { "content-type": "text/html; charset=utf-8" });
    response.end(`<!doctype html><html lang=en><title>Users</title><link rel=icon href="data:,"><main><h1>Users</h1>
      <form method=post><label>Name <input name=name required></label> <button>Add user</button></form>
      <table><thead><tr><th>Name<th>Actions</tr></thead><tbody>${rows.join("")}</tbody></table></main>
      <script>document.querySelectorAll(".menu").forEach((each) => { each.onclick = () => { each.nextSibling.innerHTML = "<button type=button>Rename user</button>"; }; });</script>`);
  };
  return (request, response) => void answer(request, response);
};

it(
  "the control of the only row is that of the first, once there are more",
  { timeout: 240_000 },
  async () => {
    const { failing, yaml } = await tryPages(browser, createUsers(), { pages: 2, actions: 300 });
    expect(failing).toEqual([]);
    expect(yaml).toContain("id: create-user");
    expect(yaml).toContain("name: User actions, exact: true, within: {css: tbody > tr:has(> td),");
  },
);
