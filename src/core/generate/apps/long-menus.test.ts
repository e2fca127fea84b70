import { text as textOf } from "node:stream/consumers";
import type { IncomingMessage, ServerResponse } from "node:http";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createPlaywrightBrowser } from "#adapters/playwright/launch.ts";
import { tryPages } from "#test/support/failing-cases.ts";
import type { Browser } from "#ports/browser.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await createPlaywrightBrowser();
});
afterAll(() => browser.close());

/** What goes wrong: an entry does nothing, what is removed stays in sight, what is ticked is counted still, a box is not kept. */
type Fault = "archive" | "stale" | "left" | "box";
type Item = { id: number; name: string; state: string; done: boolean };

/** Projects with a menu in each row, and things to buy with boxes and the number of those that are left. */
const shell = (
  faults: Fault[],
): string => `<!doctype html><html lang=en><meta charset=utf-8><title>Works</title><link rel=icon href="data:,">
  <nav aria-label=Main><a href="#/projects">Projects</a> <a href="#/shopping">Shopping</a> <a href="#/settings">Settings</a></nav><main></main><p role=status></p>
  <script>const has = (fault) => ${JSON.stringify(faults)}.includes(fault), $ = (css, of = document) => of.querySelector(css);
    const call = async (method, path, body) => (await fetch("/api/" + path, { method, ...(body && { body: JSON.stringify(body) }) })).json();
    const make = (tag, props, ...inner) => { const made = Object.assign(document.createElement(tag), props); made.append(...inner); return made; };
    const say = (text) => { $("[role=status]").textContent = text; setTimeout(() => { $("[role=status]").textContent = ""; }, 3000); };
    const dialog = (title, fill) => { const open = make("dialog", { ariaLabel: title }, make("h2", { textContent: title }));
      fill(open, () => open.remove()); open.append(make("button", { type: "button", textContent: "Cancel", onclick: () => open.remove() })); document.body.append(open); open.showModal(); };
    const form = (title, item, save) => dialog(title, (open, close) => { const field = make("input", { name: "name", required: true, value: item?.name ?? "" });
      const fields = make("form", { onsubmit: async (event) => { event.preventDefault(); await save(field.value); close(); } }, make("label", {}, "Name ", field), make("button", { textContent: "Save" }));
      open.append(fields); });
    const menu = (button, entries) => { $("#menu")?.remove(); if (button.ariaExpanded === "true") { button.ariaExpanded = "false"; return; }
      const open = make("ul", { id: "menu", role: "menu" }, ...Object.entries(entries).map(([name, run]) => make("li", { role: "menuitem", tabIndex: 0, textContent: name, onclick: () => { open.remove(); button.ariaExpanded = "false"; run(); } })));
      button.ariaExpanded = "true"; document.body.append(open); };
    const projects = async () => { let all = await call("GET", "projects");
      const main = $("main"); main.replaceChildren(make("h1", { textContent: "Projects" }), make("button", { textContent: "New project", onclick: () => form("New project", null, async (name) => { all.push(await call("POST", "projects", { name })); draw(); say("Created"); }) }), make("table", { innerHTML: "<thead><tr><th>Name<th>State<th>Actions</thead><tbody></tbody>" }));
      const change = async (item, what) => { Object.assign(item, await call("PUT", "projects/" + item.id, what)); draw(); say("Saved"); };
      const draw = () => $("tbody", main).replaceChildren(...all.map((item) => { const more = make("button", { textContent: "⋮", ariaLabel: "Actions for " + item.name, ariaHasPopup: "menu", ariaExpanded: "false" });
        more.onclick = () => menu(more, { Edit: () => form("Edit project", item, (name) => change(item, { name })),
          ...(item.state === "archived" ? { Reactivate: () => change(item, { state: "active" }) } : { Archive: () => has("archive") || change(item, { state: "archived" }) }),
          Delete: () => dialog("Delete project?", (open, close) => open.append(make("p", { textContent: item.name }), make("button", { textContent: "Delete project", onclick: async () => { await call("DELETE", "projects/" + item.id); if (!has("stale")) all = all.filter((each) => each !== item); close(); draw(); say("Deleted"); } }))) });
        return make("tr", {}, make("td", { textContent: item.name }), make("td", { textContent: item.state }), make("td", {}, more)); }));
      draw(); };
    const shopping = async () => { let all = await call("GET", "items"); const field = make("input", { name: "name" }), count = make("p", { className: "count" }), list = make("ul", { ariaLabel: "Shopping" });
      const add = make("form", { onsubmit: async (event) => { event.preventDefault(); if (!field.value.trim()) return; all.push(await call("POST", "items", { name: field.value })); field.value = ""; draw(); } }, make("label", {}, "Item ", field), make("button", { textContent: "Add item" }));
      $("main").replaceChildren(make("h1", { textContent: "Shopping" }), add, count, list);
      const draw = () => { const left = all.filter(({ done }) => !done || has("left")).length; count.textContent = left + (left === 1 ? " item" : " items") + " left";
        list.replaceChildren(...all.map((item) => make("li", {}, make("label", {}, make("input", { type: "checkbox", checked: item.done, onchange: async (event) => { Object.assign(item, await call("PUT", "items/" + item.id, { done: event.target.checked })); draw(); } }), " " + item.name), " ",
          make("button", { textContent: "Delete", ariaLabel: "Delete " + item.name, onclick: async () => { await call("DELETE", "items/" + item.id); all = all.filter((each) => each !== item); draw(); } })))); };
      draw(); };
    const settings = async () => { const now = (await call("GET", "settings"))[0];
      const box = (key, label) => make("label", {}, make("input", { type: "checkbox", name: key, checked: now[key] }), " " + label);
      const fields = make("form", {}, box("done", "Weekly summary"), box("daily", "Daily summary"), make("button", { textContent: "Save" }));
      fields.onsubmit = async (event) => { event.preventDefault(); const [done, daily] = [...fields.elements].map(({ checked }) => checked); await call("PUT", "settings/" + now.id, has("box") ? { daily } : { done, daily }); say("Saved"); };
      $("main").replaceChildren(make("h1", { textContent: "Settings" }), fields); };
    const route = () => { $("#menu")?.remove(); ({ "#/shopping": shopping, "#/settings": settings })[location.hash]?.() ?? projects(); };
    onhashchange = route; route();</script>`;

const works = (...faults: Fault[]) => {
  let last = 10;
  const item = (name: string): Item => ({ id: (last += 1), name, state: "active", done: false });
  const all = new Map<string, Item[]>([
    ["projects", ["Harbour bridge", "North tower", "Old mill"].map(item)],
    ["settings", [item("")]],
    ["items", [...["Bread", "Butter", "Coffee"].map(item), { ...item("Tea"), done: true }]],
  ]);
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const [, kind = "", id = ""] = /^\/api\/(\w+)(?:\/(\d+))?$/.exec(request.url ?? "") ?? [];
    const items = all.get(kind);
    if (!items)
      return void response
        .writeHead(request.url === "/" ? 200 : 404, { "content-type": "text/html" })
        .end(shell(faults));
    const sent = (
      request.method === "GET" ? {} : JSON.parse((await textOf(request)) || "{}")
    ) as Partial<Item>;
    const known = items.find((each) => String(each.id) === id);
    const made = known ?? item("");
    if (request.method !== "GET") Object.assign(made, sent);
    if (request.method === "POST") items.push(made);
    if (request.method === "DELETE" && known) items.splice(items.indexOf(known), 1);
    const body = request.method === "GET" ? items : made;
    return void response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(body));
  };
  return (request: IncomingMessage, response: ServerResponse): void => void answer(request, response);
};

const LIMITS = { pages: 8, actions: 400, depth: 3 };

it.each<[what: string, faults: Fault[], failing: string[]]>([
  ["that do what they say", [], []],
  [
    "of which one does nothing, while a list is stale and a number stands still",
    ["archive", "stale", "left", "box"],
    ["tick-item", "delete-project", "acts-project-archive", "settings-settings"],
  ],
])("rows with menus %s", { timeout: 300_000 }, async (_, faults, expected) => {
  const { failing, yaml } = await tryPages(browser, works(...faults), LIMITS);
  expect(failing.toSorted()).toEqual(expected.toSorted());
  expect(yaml).toContain("left_before_item");
  for (const id of [
    "edit-project",
    "delete-project",
    "acts-project-archive",
    "tick-item",
    "delete-item",
    "settings-settings",
  ])
    expect(yaml).toContain(`id: ${id}\n`);
});
