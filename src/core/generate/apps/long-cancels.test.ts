import { text as textOf } from "node:stream/consumers";
import type { RequestListener } from "node:http";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createPlaywrightBrowser } from "#adapters/playwright/launch.ts";
import { tryPages } from "#test/support/failing-cases.ts";
import { suiteForApp } from "#test/support/generate-suite.ts";
import type { Browser } from "#ports/browser.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await createPlaywrightBrowser();
});
afterAll(() => browser.close());

/** An app of one page; whatever else than GET changes something, by what its body says. */
const served =
  (page: () => string, change: (url: string, body: string) => void): RequestListener =>
  (request, response) => {
    if (request.method === "GET")
      return void response.writeHead(200, { "content-type": "text/html" }).end(page());
    void textOf(request).then((body) => {
      change(request.url ?? "/", body);
      response.writeHead(204).end();
    });
  };

/** What comes of typing, and of giving it up; `asks`: whether it is meant. `inline`: the form is no dialog. */
type Kind = { typing?: "shown"; cancel?: "saves" | "asks" | "told"; inline?: true; clock?: true };

/** A hall with a form for changing its name and its seats. */
const hall = ({ typing, cancel, inline, clock }: Kind): RequestListener => {
  const stored = { name: "Harbour hall", seats: 40 };
  let visits = 0;
  const page = (): string => `<!doctype html><html lang=en><meta charset=utf-8><title>Halls</title>
    <link rel=icon href="data:,"><main><h1>${stored.name}</h1><p>It has room for <b>${stored.seats}</b> people.</p>
    ${clock ? `<p>Seen ${(visits += 1)} times</p>` : ""}<button id=edit>Edit hall</button><p id=note></p>
    <${inline ? "section hidden" : "dialog"} id=box aria-label="Edit hall"><form><label>Name <input name=name value="${stored.name}"></label>
    <label>Seats <input name=seats type=number min=1 max=40 value=${stored.seats}></label>
    <button>Save</button> <button type=button id=stop>Cancel</button></form></${inline ? "section" : "dialog"}>
    <div id=sure role=alertdialog aria-label="Leave?" hidden>Leave what you typed? <button type=button id=leave>Leave it</button></div></main>
    <script>const $ = (what) => document.querySelector(what), box = $("#box"), form = $("form");
      const show = (on) => { ${inline ? "box.hidden = !on" : "on ? box.showModal() : box.close()"}; };
      const keep = () => fetch("/", { method: "POST", body: JSON.stringify(Object.fromEntries(new FormData(form))) });
      $("#edit").onclick = () => { form.reset(); show(true); };
      form.elements.name.oninput = () => { if (${typing === "shown"}) $("h1").textContent = form.elements.name.value; };
      const away = () => { show(false); form.reset(); if (${cancel === "told"}) $("#note").textContent = "Nothing was changed"; };
      $("#stop").onclick = async () => {
        if (${cancel === "saves"}) await keep();
        if (${cancel === "asks"}) { show(false); $("#sure").hidden = false; } else away(); };
      $("#leave").onclick = () => { $("#sure").hidden = true; away(); };
      form.onsubmit = async (event) => { event.preventDefault(); await keep(); location.reload(); };</script>`;
  return served(page, (_, body) => void Object.assign(stored, JSON.parse(body)));
};

const CASE = "cancels-home-edit-hall";

it.each<[string, Kind, string[]]>([
  ["is gone, in a dialog", {}, []],
  ["is gone, in a form on the page", { inline: true }, []],
  ["is gone, as a message says", { cancel: "told" }, []],
  ["is shown until the page is loaded anew", { typing: "shown" }, [CASE]],
  [
    "is shown until the page is loaded anew, in a form on the page",
    { typing: "shown", inline: true },
    [CASE],
  ],
  ["is kept", { cancel: "saves" }, [CASE]],
])("what is typed and then cancelled %s", { timeout: 240_000 }, async (_, kind, expected) => {
  const { failing, yaml } = await tryPages(browser, hall(kind));
  expect(failing).toEqual(expected);
  expect(yaml).toContain(CASE);
});

it.each<[string, Kind]>([
  ["it asks first", { cancel: "asks" }],
  ["the page is another one on each visit", { clock: true }],
])("what is typed and then cancelled is left alone where %s", { timeout: 240_000 }, async (_, kind) => {
  const { failing, yaml } = await tryPages(browser, hall(kind));
  expect(failing).toEqual([]);
  expect(yaml).not.toContain(CASE);
});

/** A card with a limit, which its form and its page spell in ways of their own; what is typed into the form may be on the page at once. */
const card = (held: string, said: string, isShown: boolean): RequestListener => {
  const page = `<!doctype html><html lang=en><meta charset=utf-8><title>Card</title><link rel=icon href="data:,"><main><h1>Card</h1>
    <p>Limit a day <b></b></p><p>Spent €17.30</p><button id=edit>Change limit</button>
    <dialog aria-label="Change limit"><form><label>Limit a day <input name=limit maxlength=12></label>
    <button>Save</button> <button type=button id=stop>Cancel</button></form></dialog></main>
    <script>const $ = (what) => document.querySelector(what), form = $("form"), held = "${held}";
      let limit = held;
      const number = (text) => Number(text.replace(/[,€ ]/g, ""));
      const draw = () => { $("b").textContent = limit === held ? "${said}" : "€" + number(limit).toLocaleString("en-GB", { minimumFractionDigits: 2 }); };
      $("#edit").onclick = () => { form.limit.value = limit; $("dialog").showModal(); };
      form.oninput = () => { if (${isShown} && number(form.limit.value) > 0) limit = form.limit.value; draw(); };
      $("#stop").onclick = () => $("dialog").close();
      form.onsubmit = (event) => event.preventDefault();
      draw();</script>`;
  return served(
    () => page,
    () => undefined,
  );
};

it.each<[held: string, said: string]>([
  ["3000", "€3,000.00"],
  ["3000.00", "€3,000"],
  ["12.50", "€12.50"],
  ["€3,000", "€3,000.00"],
])("an amount %s that the page says as %s and that is given up", { timeout: 240_000 }, async (held, said) => {
  const id = "cancels-home-change-limit";
  const sound = await tryPages(browser, card(held, said, false));
  expect(sound.failing).toEqual([]);
  expect(sound.yaml).toContain(id);
  const { failing } = await tryPages(browser, card(held, said, true));
  expect(failing).toEqual([id]);
});

/** Boats that are changed in a dialog each; what is typed into it may be in the list at once, or kept. */
const boats = (cancel: "sound" | "shown" | "saves"): RequestListener => {
  const all = ["Wanda", "Seehund", "Marta"].map((name, at) => ({
    name,
    skipper: ["Ole", "Fiete", "Jan"][at],
  }));
  const page =
    (): string => `<!doctype html><html lang=en><meta charset=utf-8><title>Boats</title><link rel=icon href="data:,">
      <main><h1>Boats</h1><table><thead><tr><th>Boat<th>Skipper<th></tr></thead><tbody></tbody></table>
      <dialog aria-label="Change boat"><form><label>Skipper <input name=skipper></label>
      <button>Save</button> <button type=button>Cancel</button></form></dialog></main>
      <script>const all = ${JSON.stringify(all)}, $ = (what) => document.querySelector(what), form = $("form");
        let open = 0;
        const keep = () => fetch("/" + open, { method: "PUT", body: JSON.stringify({ skipper: form.skipper.value }) });
        const draw = () => { $("tbody").innerHTML = all.map(({ name, skipper }) => "<tr><td>" + name + "<td>" + skipper + "<td><button>Edit</button></tr>").join("");
          document.querySelectorAll("tbody button").forEach((button, at) => button.onclick = () => {
            open = at; form.skipper.value = all[at].skipper; $("dialog").showModal(); }); };
        form.oninput = () => { if (${cancel === "shown"}) all[open].skipper = form.skipper.value; };
        $("[type=button]").onclick = async () => { if (${cancel === "saves"}) { await keep(); all[open].skipper = form.skipper.value; } $("dialog").close(); draw(); };
        form.onsubmit = async (event) => { event.preventDefault(); await keep(); all[open].skipper = form.skipper.value; $("dialog").close(); draw(); };
        draw();</script>`;
  return served(page, (url, body) => void Object.assign(all[Number(url.slice(1))] ?? {}, JSON.parse(body)));
};

it.each<["sound" | "shown" | "saves", string[]]>([
  ["sound", []],
  ["shown", ["cancels-home-edit"]],
  ["saves", ["cancels-home-edit"]],
])("what is typed for a row and then cancelled, %s", { timeout: 240_000 }, async (cancel, expected) => {
  const { found, cases } = await suiteForApp(browser, boats(cancel));
  expect(found).toEqual(expected);
  expect(cases).toContain("cancels-home-edit");
});
