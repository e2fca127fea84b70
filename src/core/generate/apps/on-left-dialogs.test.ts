import { text as textOf } from "node:stream/consumers";
import type { RequestListener } from "node:http";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createPlaywrightBrowser } from "#adapters/playwright/launch.ts";
import { tryPages } from "#test/support/failing-cases.ts";
import type { Browser } from "#ports/browser.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await createPlaywrightBrowser();
});
afterAll(() => browser.close());

type Left = "both" | "none";

/** Lists whose rows have headings, which a dialog makes; and a dialog for what one has to say. */
const page = (
  left: Left,
): string => `<!doctype html><html lang=en><meta charset=utf-8><title>Lists</title><link rel=icon href="data:,"><main><h1>Lists</h1>
  <button id=new>New list</button> <button id=tell>Tell us what you think</button><ul id=lists></ul><p role=status></p>
  <dialog id=making aria-label="New list"><h2>New list</h2><form><label>Name <input name=name required></label> <button>Create list</button></form></dialog>
  <dialog id=telling aria-label="What you think"><form><label>Comment <textarea name=text required></textarea></label> <button>Send</button></form></dialog></main>
  <script>const ask = async (method, url, body) => { const answer = await fetch(url, { method, body: body && JSON.stringify(body) }); return answer.status === 200 ? answer.json() : null; };
    const load = async () => { const all = await ask("GET", "/lists");
      document.querySelector("#lists").innerHTML = all.map((list) => "<li><h2>" + list.name.replace(/</g, "&lt;") + "</h2><button data-id=" + list.id + ">Delete</button>").join("");
      for (const button of document.querySelectorAll("[data-id]")) button.onclick = async () => { await ask("DELETE", "/lists/" + button.dataset.id); load(); }; };
    const on = (opener, dialog, send) => { const form = dialog.querySelector("form");
      opener.onclick = () => { form.reset(); dialog.showModal(); };
      form.onsubmit = async (event) => { event.preventDefault(); await send(Object.fromEntries(new FormData(form))); if (${left === "none"}) dialog.close(); }; };
    on(document.querySelector("#new"), document.querySelector("#making"), async (list) => { await ask("POST", "/lists", list); load(); });
    on(document.querySelector("#tell"), document.querySelector("#telling"), async (words) => { await ask("POST", "/words", words); document.querySelector("[role=status]").textContent = "Thank you for your comment."; });
    load();</script>`;

const app = (left: Left): RequestListener => {
  let lists = ["Summer", "Winter"].map((name, id) => ({ id, name }));
  let last = lists.length;
  return (request, response) => {
    const answer = async (): Promise<void> => {
      const id = Number(/\d+$/.exec(request.url ?? "")?.[0]);
      const sent: unknown = JSON.parse((await textOf(request)) || "{}");
      const { name = "" } = sent as { name?: string };
      if (request.method === "POST" && request.url === "/lists") lists.push({ id: (last += 1), name });
      if (request.method === "DELETE") lists = lists.filter((list) => list.id !== id);
      if (request.method !== "GET") return void response.writeHead(204).end();
      const isPage = request.url === "/";
      response.writeHead(isPage || request.url === "/lists" ? 200 : 404, {
        "content-type": isPage ? "text/html" : "application/json",
      });
      response.end(isPage ? page(left) : JSON.stringify(lists));
    };
    void answer();
  };
};

it.each<[Left, string[]]>([
  ["both", ["create-list-closes", "tell-us-what-you-think-submit"]],
  ["none", []],
])("of dialogs whose form was sent %s are left open", { timeout: 240_000 }, async (left, told) => {
  const { failing } = await tryPages(browser, app(left), { actions: 300 });
  expect(failing.toSorted()).toEqual(told);
});
