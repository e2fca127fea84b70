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

/** One dialog renames whichever list it was brought up for; or the one for which it was brought up first. */
const page = (
  keepsFirst: boolean,
): string => `<!doctype html><html lang=en><meta charset=utf-8><title>Lists</title><link rel=icon href="data:,"><main><h1>Lists</h1>
  <button id=new>New list</button><ul id=lists></ul>
  <dialog id=making aria-label="New list"><form><label>List name <input name=name required></label> <button>Create list</button></form></dialog>
  <dialog id=renaming aria-label="Rename list"><form><label>Other name <input name=name required></label> <button>Save name</button> <button type=button>Cancel</button></form></dialog></main>
  <script>const ask = async (method, url, body) => { const answer = await fetch(url, { method, body: body && JSON.stringify(body) }); return answer.status === 200 ? answer.json() : null; };
    const making = document.querySelector("#making"), renaming = document.querySelector("#renaming"); let current = null;
    const load = async () => { const all = await ask("GET", "/lists");
      document.querySelector("#lists").innerHTML = all.map((list) => "<li><h2>" + list.name.replace(/</g, "&lt;") + "</h2><button data-rename=" + list.id + ">Rename</button> <button data-delete=" + list.id + ">Delete</button>").join("");
      for (const button of document.querySelectorAll("[data-delete]")) button.onclick = async () => { await ask("DELETE", "/lists/" + button.dataset.delete); load(); };
      for (const button of document.querySelectorAll("[data-rename]")) button.onclick = () => { const { id, name } = all.find((list) => String(list.id) === button.dataset.rename);
        current = ${keepsFirst} ? current ?? id : id; renaming.querySelector("input").value = name; renaming.showModal(); }; };
    renaming.querySelector("[type=button]").onclick = () => renaming.close();
    document.querySelector("#new").onclick = () => { making.querySelector("form").reset(); making.showModal(); };
    making.querySelector("form").onsubmit = async (event) => { event.preventDefault(); await ask("POST", "/lists", { name: making.querySelector("input").value }); making.close(); load(); };
    renaming.querySelector("form").onsubmit = async (event) => { event.preventDefault(); await ask("PUT", "/lists/" + current, { name: renaming.querySelector("input").value }); renaming.close(); load(); };
    load();</script>`;

const app = (keepsFirst: boolean): RequestListener => {
  let lists = ["Summer holiday", "Book club"].map((name, id) => ({ id, name }));
  let last = lists.length;
  return (request, response) => {
    const answer = async (): Promise<void> => {
      const id = Number(/\d+$/.exec(request.url ?? "")?.[0]);
      const sent: unknown = JSON.parse((await textOf(request)) || "{}");
      const { name = "" } = sent as { name?: string };
      if (request.method === "POST") lists.push({ id: (last += 1), name });
      if (request.method === "DELETE") lists = lists.filter((list) => list.id !== id);
      for (const list of lists) if (request.method === "PUT" && list.id === id) list.name = name;
      if (request.method !== "GET") return void response.writeHead(204).end();
      const isPage = request.url === "/";
      response.writeHead(isPage || request.url === "/lists" ? 200 : 404, {
        "content-type": isPage ? "text/html" : "application/json",
      });
      response.end(isPage ? page(keepsFirst) : JSON.stringify(lists));
    };
    void answer();
  };
};

it.each<[string, boolean, string[]]>([
  ["the item that it was brought up for", false, []],
  ["the item that it was brought up for first", true, ["edit-list"]],
])("a dialog changes %s", { timeout: 240_000 }, async (_, keepsFirst, told) => {
  const { failing, yaml } = await tryPages(browser, app(keepsFirst), { actions: 300, only: /^edit-list$/ });
  expect(yaml).toContain("id: edit-list\n");
  expect(failing).toEqual(told);
});
