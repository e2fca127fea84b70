import { text as textOf } from "node:stream/consumers";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createPlaywrightBrowser } from "#adapters/playwright/launch.ts";
import { suiteForApp } from "#test/support/generate-suite.ts";
import type { SuiteForApp } from "#test/support/generate-suite.ts";
import type { Browser } from "#ports/browser.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await createPlaywrightBrowser();
});
afterAll(() => browser.close());

type Salon = { clients: { id: number; name: string }[]; settings: Record<string, string> };

const salon = (): Salon => ({
  clients: ["Lena Hofer", "Marc Duval", "Ines Prado", "Tom Becker"].map((name, id) => ({ id, name })),
  settings: { greeting: "Welcome", days: "2", salon: "Corner" },
});

/** Routes in the hash; a list with dialogs, and settings. */
const app = (
  sound: boolean,
): string => `<!doctype html><html lang=en><meta charset=utf-8><title>Salon</title><link rel=icon href="data:,">
  <nav><a href="#/clients">Clients</a> <a href="#/settings">Settings</a> <a href="#/help">Help</a></nav><main></main>
  <dialog><form><h2></h2><label>Name <input name=name required></label> <button>Save client</button> <button type=button id=stop>Cancel</button></form></dialog>
  <script>const $ = (what) => document.querySelector(what);
    const ask = async (path, method = "GET", body) => (await fetch("/api/" + path, { method, body: body && JSON.stringify(body) })).json();
    const text = (words) => words.replace(/[&<>"]/g, (sign) => "&#" + sign.charCodeAt(0) + ";");
    const dialog = (title, name, save) => { $("dialog h2").textContent = title; $("dialog input").value = name;
      $("dialog form").onsubmit = async (event) => { event.preventDefault(); await save($("dialog input").value); $("dialog").close(); };
      $("dialog").showModal(); };
    $("#stop").onclick = () => $("dialog").close();
    const views = {
      clients: async () => { const all = await ask("clients");
        $("main").innerHTML = "<h1>Clients</h1><button id=add>Add client</button><ul aria-label=Clients>" + all.map(({ name }) => "<li><span>" + text(name) + "</span> <button>Edit</button></li>").join("") + "</ul>";
        $("#add").onclick = () => dialog("Add client", ${sound} ? "" : $("dialog input").value, async (name) => { await ask("clients", "POST", { name }); await views.clients(); });
        document.querySelectorAll("li button").forEach((button, at) => { button.onclick = () =>
          dialog("Edit client", all[at].name, async (name) => { await ask("clients/" + all[at].id, "PUT", { name }); if (${sound}) await views.clients(); else all[at].name = name; }); }); },
      settings: async () => { const now = await ask("settings");
        $("main").innerHTML = "<h1>Settings</h1><form><label>Salon <input name=salon></label> <label>Greeting <input name=greeting></label> <label>Days of notice <input type=number name=days min=0 max=9></label> <button>Save</button></form><p role=status></p>";
        for (const [name, value] of Object.entries(now)) $("main [name=" + name + "]").value = value;
        $("main form").onsubmit = async (event) => { event.preventDefault(); await ask("settings", "PUT", Object.fromEntries(new FormData($("main form")))); $("[role=status]").textContent = "Saved"; }; },
      help: () => { $("main").innerHTML = "<h1>Help</h1><p><a href='#/terms'>Terms</a> <a href='#/gone'>Page not found</a></p>"; },
      ${sound ? `terms: () => { $("main").innerHTML = "<h1>Terms</h1><p>Be on time.</p>"; },` : ""}
      // An article of that name.
      gone: () => { $("main").innerHTML = "<h1>Page not found</h1><p>Why you may see this, and what to do.</p>"; },
      terms_: () => {} };
    const route = () => { const view = views[location.hash.slice(2) || "clients"];
      if (view) return view();
      $("main").innerHTML = ${sound} ? "<h1>Nothing here</h1>" : location.hash === "#/terms" ? "<h1>404 – Page not found</h1>" : ""; };
    addEventListener("hashchange", route); route();</script>`;

const answer = async (
  data: Salon,
  sound: boolean,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> => {
  const path = request.url ?? "/";
  const json = (body: unknown): void =>
    void response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(body));
  if (path === "/") return void response.writeHead(200, { "content-type": "text/html" }).end(app(sound));
  if (path === "/api/clients" && request.method === "POST") {
    const { name } = JSON.parse(await textOf(request)) as { name: string };
    data.clients.push({ id: data.clients.length, name: sound ? name : name.replaceAll("&", "&amp;") });
    return json({});
  }
  if (path === "/api/clients") return json(data.clients);
  const client = data.clients.find(({ id }) => path === `/api/clients/${id}`);
  if (client) {
    Object.assign(client, JSON.parse(await textOf(request)));
    return json({});
  }
  if (path === "/api/settings" && request.method === "PUT") {
    const { greeting, ...others } = JSON.parse(await textOf(request)) as Record<string, string>;
    Object.assign(data.settings, others, sound ? { greeting } : {});
    return json({});
  }
  if (path === "/api/settings") return json(data.settings);
  response.writeHead(404).end();
};

const suiteOf = (sound: boolean): Promise<SuiteForApp> => {
  const data = salon();
  return suiteForApp(browser, (request, response) => void answer(data, sound, request, response));
};

it(
  "a suite for a sound salon has no finding, and changes a client and the settings",
  {
    timeout: 480_000,
  },
  async () => {
    const { found, yaml } = await suiteOf(true);
    expect(found).toEqual([]);
    for (const id of ["create-client", "edit-client", "cancel-client", "settings-settings"])
      expect(yaml).toContain(`id: ${id}\n`);
    expect(yaml).toMatch(/Days of notice, is: ["']?3/);
  },
);

it(
  "a suite for a salon that forgets a setting, shows an old list, old values and signs otherwise, and leads nowhere finds each",
  {
    timeout: 480_000,
  },
  async () => {
    const { found } = await suiteOf(false);
    expect(found).toEqual([
      "cancel-client",
      "edit-client",
      "link-terms",
      "settings-settings",
      "settings-settings-emptied",
      "shows-client",
      "unknown-addresses",
    ]);
  },
);
