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

/**
 * How a form behaves as it is sent: it waits for the answer, waits for nothing and takes what comes, is put aside at once
 * above rows whose buttons then lie below the pointer, or leaves it to the server to refuse a name that is there.
 */
type Way = "locks" | "takes both" | "closes at once" | "is refused";

const HEAD = `<!doctype html><html lang=en><link rel=icon href="data:,"><style>
  dialog { position: absolute; left: 0; top: 0; margin: 0; padding: 0; border: 0; } dialog button { position: absolute; left: 300px; top: 120px; width: 120px; height: 300px; }
  table { position: absolute; left: 0; top: 170px; } td { width: 290px; height: 40px; } td button { width: 140px; height: 40px; }</style>`;

/** A depot that keeps crates and pallets, each with a form in a dialog that a script sends. */
const depot = (ways: { crate: Way; pallet: Way }): RequestListener => {
  const kept: Record<string, { id: number; name: string }[]> = {
    crate: ["Apples", "Pears", "Quinces"].map((name, id) => ({ id, name })),
    pallet: ["Bricks", "Slates", "Tiles"].map((name, id) => ({ id, name })),
  };
  let last = 10;
  const page = (kind: "crate" | "pallet"): string => `${HEAD}<title>${kind}s</title>
    <nav><a href="/">Crates</a> <a href="/pallets">Pallets</a></nav><main><h1>${kind === "crate" ? "Crates" : "Pallets"}</h1><button id=new>New ${kind}</button>
    <table aria-label="All ${kind}s"><thead><tr><th>Name<th></tr></thead><tbody></tbody></table></main>
    <dialog aria-label="New ${kind}"><form><label>Name <input name=name required></label><p role=alert></p><button>Save ${kind}</button></form></dialog><script>
    const dialog = document.querySelector("dialog"), form = document.querySelector("form"), way = "${ways[kind]}";
    const draw = async () => { const all = await (await fetch("/api/${kind}")).json();
      document.querySelector("tbody").replaceChildren(...all.map(({ id, name }) => { const row = document.createElement("tr");
        row.insertCell().textContent = name; const remove = document.createElement("button"); remove.textContent = "Remove";
        remove.onclick = async () => { await fetch("/api/${kind}/" + id, { method: "DELETE" }); draw(); };
        row.insertCell().append(remove); return row; })); };
    document.querySelector("#new").onclick = () => { form.reset(); dialog.showModal(); };
    let sending = false;
    form.onsubmit = async (event) => { event.preventDefault();
      if (sending && way === "locks") return;
      sending = true;
      const body = form.name.value;
      if (way === "closes at once") dialog.close();
      const answer = await fetch("/api/${kind}", { method: "POST", body });
      sending = false;
      if (answer.ok) { dialog.close(); draw(); } else document.querySelector("[role=alert]").textContent = "This name is taken already."; };
    draw();</script>`;
  return (request, response) => {
    const url = request.url ?? "/";
    const [, kind = "", id] = /^\/api\/(\w+)(?:\/(\d+))?$/.exec(url) ?? [];
    const json = (value: unknown, status = 200): void =>
      void response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value));
    const list = kept[kind];
    if (list && request.method === "DELETE") {
      kept[kind] = list.filter((each) => String(each.id) !== id);
      return json({});
    }
    if (list && request.method === "POST") {
      void textOf(request).then((name) => {
        const isTaken = list.some((each) => each.name === name);
        if (isTaken && ways[kind as "crate"] === "is refused") return json({}, 409);
        list.push({ id: (last += 1), name });
        setTimeout(() => json({}, 201), 40);
      });
      return;
    }
    if (list) return json(list);
    const isPallets = url === "/pallets";
    response.writeHead(isPallets || url === "/" ? 200 : 404, { "content-type": "text/html; charset=utf-8" });
    response.end(page(isPallets ? "pallet" : "crate"));
  };
};

it.each<[Way, Way, string[], number]>([
  ["locks", "locks", [], 2],
  ["locks", "takes both", ["create-pallet-twice"], 2],
  ["takes both", "takes both", [], 0],
  ["closes at once", "closes at once", [], 2],
  ["is refused", "takes both", [], 0],
  ["locks", "is refused", [], 1],
])(
  "a double click where one form %s and another one %s",
  { timeout: 240_000 },
  async (crate, pallet, expected, tried) => {
    const limits = { only: /^(?:create|delete)-/, pages: 8, actions: 300 };
    const { failing, yaml } = await tryPages(browser, depot({ crate, pallet }), limits);
    expect(failing).toEqual(expected);
    expect(yaml.match(/- id: create-\w+-twice\n/g) ?? []).toHaveLength(tried);
  },
);
