import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createPlaywrightBrowser } from "#adapters/playwright/launch.ts";
import { tryPages } from "#test/support/failing-cases.ts";
import type { Browser } from "#ports/browser.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await createPlaywrightBrowser();
});
afterAll(() => browser.close());

/** Notices, each of which is marked as read or deleted, and a button that marks all as read, so that only deleting them is left. */
const SCRIPT = `
const box = document.querySelector("#notices"), all = document.querySelector("#all");
const send = (what, id) => fetch("/api/" + what + "/" + id, { method: "POST" });
const read = (row) => row.querySelector("[data-read]")?.remove();
all.onclick = async () => { await send("read", "all"); [...box.children].forEach(read); all.disabled = true; };
box.onclick = async ({ target }) => {
  const row = target.closest("li");
  if (target.closest("[data-read]")) { await send("read", row.dataset.id); read(row); }
  else if (target.closest("[data-delete]")) { await send("delete", row.dataset.id); row.remove(); }
};`;

it.each([
  ["each by itself", false],
  ["all at once as well", true],
])("what is left of a row that is marked %s is no mark", { timeout: 120_000 }, async (_, hasAll) => {
  let notices = ["Your hold is ready.", "Your loan is due.", "The branch is closed on Monday."].map(
    (words, id) => ({ words, id, isRead: false }),
  );
  const page = (): string =>
    `<h1>Notices</h1><p><button type=button id=all${hasAll ? "" : " hidden"}>Mark all as read</button></p><ul id=notices>${notices.map(({ words, id, isRead }) => `<li data-id=${id}><p>${words}</p>${isRead ? "" : "<button type=button data-read>Mark as read</button> "}<button type=button data-delete>Delete</button>`).join("")}</ul><script>${SCRIPT}</script>`;
  const deleted: string[] = [];
  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    const [, , what, id] = (request.url ?? "/").split("/");
    if (what === "read")
      notices = notices.map((each) =>
        id === "all" || String(each.id) === id ? { ...each, isRead: true } : each,
      );
    if (what === "delete") {
      deleted.push(id ?? "");
      notices = notices.filter((each) => String(each.id) !== id);
    }
    response.writeHead(200, { "content-type": "text/html; charset=utf-8" });
    response.end(
      what === undefined
        ? `<!doctype html><html lang=en><meta charset=utf-8><title>Notices</title><link rel=icon href="data:,"><main>${page()}</main>`
        : "",
    );
  };
  const listener: RequestListener = answer;
  const { failing, yaml } = await tryPages(browser, listener, { actions: 300, only: /^toggle-/ });
  expect(deleted).toEqual([]);
  expect(failing).toEqual([]);
  expect(yaml).not.toMatch(/- id: toggle-|click: [^\n]*Delete/);
});
