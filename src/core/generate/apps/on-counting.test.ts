import { text as textOf } from "node:stream/consumers";
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

const page = (
  endless: boolean,
  lingers: boolean,
): string => `<!doctype html><html lang=en><meta charset=utf-8><title>Store</title><link rel=icon href="data:,"><main><h1>Store</h1>
  <button id=new>New ware</button><div id=list></div>
  <dialog aria-label="New ware"><form><label>Name <input name=name required></label> <label>Pieces <input type=number name=pieces min=0 required></label> <button>Add</button></form></dialog></main>
  <script>let all = [];
    const ask = async (method, url, body) => { const answer = await fetch(url, { method, body: body && JSON.stringify(body) }); return answer.status === 200 ? answer.json() : null; };
    const draw = () => { list.innerHTML = "<table aria-label=Wares><thead><tr><th>Name<th>Pieces<th></tr></thead><tbody>" + all.map((ware) =>
        "<tr><td>" + ware.name.replace(/</g, "&lt;") + "<td><span data-by=-1>−</span> <b>" + ware.pieces + "</b> <span data-by=1>+</span><td><button>Delete</button></tr>").join("") + "</tbody></table>";
      [...list.querySelectorAll("tbody tr")].forEach((row, at) => {
        for (const sign of row.querySelectorAll("[data-by]")) sign.onclick = async () => { const by = Number(sign.dataset.by);
          if (all[at].pieces + by < 0 && !${endless}) return;
          all[at].pieces += by; draw(); await ask("PATCH", "/wares/" + all[at].id, { by }); };
        row.querySelector("button").onclick = async () => { await ask("DELETE", "/wares/" + all[at].id); load(); }; }); };
    const load = async () => { all = await ask("GET", "/wares"); draw(); };
    const form = document.querySelector("form"), dialog = document.querySelector("dialog");
    document.querySelector("#new").onclick = () => { form.reset(); dialog.showModal(); };
    form.onsubmit = async (event) => { event.preventDefault(); const { name, pieces } = Object.fromEntries(new FormData(form));
      await ask("POST", "/wares", { name, pieces: Number(pieces) }); if (!${lingers}) dialog.close(); load(); };
    load();</script>`;

/**
 * A store whose wares can be counted up and down; one that loses does not keep that, an endless one goes below zero, and where
 * one lingers the form for a new ware is not put aside. */
const store = ({ loses = false, endless = false, lingers = false } = {}): RequestListener => {
  let wares = ["Rope", "Sail", "Oar"].map((name, id) => ({ id, name, pieces: 12 + id }));
  let last = wares.length;
  return (request, response) => {
    const id = Number(/\d+$/.exec(request.url ?? "")?.[0]);
    const answer = async (): Promise<void> => {
      const sent: unknown = JSON.parse((await textOf(request)) || "{}");
      const { by = 0, name = "", pieces = 0 } = sent as { by?: number; name?: string; pieces?: number };
      if (request.method === "POST") wares.push({ id: (last += 1), name, pieces });
      if (request.method === "DELETE") wares = wares.filter((ware) => ware.id !== id);
      for (const ware of wares) if (request.method === "PATCH" && ware.id === id && !loses) ware.pieces += by;
      const isPage = request.url === "/";
      response.writeHead(request.method === "GET" ? (isPage || request.url === "/wares" ? 200 : 404) : 204, {
        "content-type": isPage ? "text/html" : "application/json",
      });
      response.end(
        isPage ? page(endless, lingers) : request.method === "GET" ? JSON.stringify(wares) : undefined,
      );
    };
    void answer();
  };
};

it.each([
  ["that is kept and ends at zero", {}, []],
  [
    "that is lost, goes below zero, and lingers",
    { loses: true, endless: true, lingers: true },
    ["create-ware-closes", "steps-home", "steps-ware-zero"],
  ],
])("counting up and down %s", { timeout: 240_000 }, async (_, faults, expected) => {
  const { failing, yaml } = await tryPages(browser, store(faults), { actions: 300 });
  expect(failing.toSorted()).toEqual(expected);
  for (const id of ["steps-home", "steps-ware-zero"]) expect(yaml).toContain(`id: ${id}\n`);
});
