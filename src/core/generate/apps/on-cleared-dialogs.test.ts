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

type How = "are emptied" | "come back" | "are refused in passing" | "are asked for of what is owned";

type Bike = { id: number; name: string; kind: string; remarks: string };

/** Bikes that are written down in a dialog, which a script sends; what becomes of remarks that are emptied. */
const workshop = (how: How): RequestListener => {
  let bikes: Bike[] = ["Red racer", "Blue tandem"].map((name, id) => ({
    id,
    name,
    kind: "Owned",
    remarks: "Squeaks",
  }));
  let last = 10;
  const page = `<!doctype html><html lang=en><title>Bikes</title><link rel=icon href="data:,"><main><h1>Bikes</h1><button id=new>New bike</button><p id=said role=status></p>
    <table><thead><tr><th>Name</th><th></th></tr></thead><tbody></tbody></table></main>
    <dialog aria-label=Bike><form><p><label>Name <input name=name required></label><p><label>Kind <select name=kind><option>Owned<option>Rented</select></label>
    <p><label>Remarks <textarea name=remarks></textarea></label><p><button>Save bike</button> <button type=button id=cancel>Cancel</button></form></dialog><script>
    const dialog = document.querySelector("dialog"), form = document.querySelector("form"), fields = ["name", "kind", "remarks"];
    let at = null;
    const show = (bike) => { at = bike; form.reset(); for (const field of bike ? fields : []) form.elements[field].value = bike[field]; dialog.showModal(); };
    const button = (text, act) => Object.assign(document.createElement("button"), { textContent: text, onclick: act });
    const draw = async () => { const all = await (await fetch("/api/bikes")).json();
      document.querySelector("tbody").replaceChildren(...all.map((bike) => { const row = document.createElement("tr");
        row.insertCell().textContent = bike.name;
        row.insertCell().append(button("Edit", () => show(bike)), button("Delete", async () => { await fetch("/api/bikes/" + bike.id, { method: "DELETE" }); draw(); }));
        return row; })); };
    document.querySelector("#new").onclick = () => show(null);
    document.querySelector("#cancel").onclick = () => dialog.close();
    form.onsubmit = async (event) => { event.preventDefault();
      const body = JSON.stringify(Object.fromEntries(fields.map((field) => [field, form.elements[field].value])));
      const answer = await (await fetch("/api/bikes" + (at ? "/" + at.id : ""), { method: at ? "PATCH" : "POST", body })).json();
      dialog.close(); document.querySelector("#said").textContent = answer.said; draw(); };
    draw();</script>`;
  return (request, response) =>
    void textOf(request).then((body) => {
      const url = request.url ?? "/";
      const json = (value: unknown): void =>
        void response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(value));
      const [, id = ""] = /^\/api\/bikes\/(\d+)$/.exec(url) ?? [];
      const found = bikes.find((bike) => String(bike.id) === id);
      const sent = request.method === "GET" || body === "" ? null : (JSON.parse(body) as Omit<Bike, "id">);
      if (request.method === "DELETE") bikes = bikes.filter((bike) => bike !== found);
      else if (sent && !found) bikes.push({ ...sent, id: (last += 1) });
      else if (sent && found) {
        const isNeeded = /passing/.test(how) || (/owned/.test(how) && sent.kind === "Owned");
        if (sent.remarks === "" && isNeeded) return json({ said: "Remarks are needed" });
        for (const field of ["name", "kind", "remarks"] as const)
          if (how !== "come back" || sent[field]) found[field] = sent[field];
      }
      if (url.startsWith("/api/")) return json(request.method === "GET" ? bikes : { said: "Saved" });
      response.writeHead(url === "/" ? 200 : 404, { "content-type": "text/html; charset=utf-8" }).end(page);
    });
};

it.each<[How, string[], boolean]>([
  ["are emptied", [], true],
  ["come back", ["edit-bike"], true],
  ["are refused in passing", [], false],
  ["are asked for of what is owned", [], false],
])("remarks in a dialog that %s", { timeout: 240_000 }, async (how, expected, isTried) => {
  const { failing, yaml } = await tryPages(browser, workshop(how), {
    actions: 400,
    only: /^(?:create|edit)-bike$/,
  });
  expect(failing).toEqual(expected);
  expect(yaml.includes('Remarks: ""')).toBe(isTried);
});
