import { text as textOf } from "node:stream/consumers";
import type { IncomingMessage, ServerResponse } from "node:http";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createPlaywrightBrowser } from "#adapters/playwright/launch.ts";
import type { Browser } from "#ports/browser.ts";
import { suiteForApp } from "#test/support/generate-suite.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await createPlaywrightBrowser();
});
afterAll(() => browser.close());

type Item = { id: number; name: string; kind: string };
type Fault = "filter" | "kind";

const kinds = ["Tool", "Paint", "Wood"];

/** A select that a script draws: its list stands at the end of the page while it is open, and may have a heading, which nobody can choose. Its label stands in it until something is chosen. */
const select = (id: string, label: string, options: string[], chosen: string): string =>
  `<span id="${id}-label">${label}</span> <div id="${id}" role=combobox tabindex=0 aria-haspopup=listbox aria-expanded=false aria-labelledby="${id}-label"
    style="display:inline-block;min-width:8em;border:1px solid" onclick='offer(this, ${JSON.stringify(options)})'>${chosen || `${label} *`}</div><input type=hidden name="${id}" value="${chosen}">`;

const script = (fault: Fault | null): string => `<script>
  const close = () => document.querySelector("[role=listbox]")?.remove();
  document.addEventListener("keydown", (event) => { if (event.key === "Escape") close(); });
  const offer = (field, options) => { close();
    const list = document.createElement("ul"); list.setAttribute("role", "listbox"); list.style = "position:absolute;background:#fff;z-index:9";
    for (const option of options) { const entry = document.createElement("li"); entry.setAttribute("role", "option"); entry.textContent = option; list.append(entry);
      if (option.startsWith("For the")) continue;
      entry.tabIndex = -1; entry.onclick = () => { field.textContent = option; field.nextElementSibling.value = option; close(); field.onchosen?.(option); }; }
    document.body.append(list); };
  const filter = document.querySelector("#shown");
  if (filter) filter.onchosen = (kind) => { for (const row of document.querySelectorAll("tbody tr"))
    row.hidden = !(kind === "All kinds" || row.cells[1].textContent === (${fault === "filter"} && kind === "Wood" ? "Paint" : kind)); };
</script>`;

const shell = (title: string, main: string, fault: Fault | null): string =>
  `<!doctype html><html lang=en><meta charset=utf-8><title>${title}</title><link rel=icon href="data:,">
  <nav><a href="/">Items</a></nav><main><h1>${title}</h1>${main}</main>${script(fault)}`;

const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");

const list = (items: Item[], fault: Fault | null): string =>
  shell(
    "Items",
    `<p><a href="/new">New item</a></p><p>${select("shown", "Kind", ["All kinds", ...kinds], "All kinds")}</p>
    <table aria-label=Items><thead><tr><th>Name<th>Kind<th></tr></thead><tbody>${items
      .map(
        ({ id, name, kind }) =>
          `<tr><td>${escaped(name)}<td>${kind}<td><a href="/edit/${id}">Edit</a> <form method=post action="/remove/${id}"><button>Delete</button></form></tr>`,
      )
      .join("")}</tbody></table>`,
    fault,
  );

const form = (title: string, action: string, fault: Fault | null, item?: Item): string =>
  shell(
    title,
    `<form method=post action="${action}"><label>Name <input name=name required value="${escaped(item?.name ?? "")}"></label>
    ${select("kind", "Kind", ["For the workshop", ...kinds], item?.kind ?? "")}${item ? "<label><input type=checkbox> Tell the others</label>" : ""} <button>Save</button></form>`,
    fault,
  );

/** Generates for a list whose selects a script draws; one may choose the wrong rows, or what is chosen may be lost. */
const generate = async (fault: Fault | null) => {
  let items = ["Hammer", "Red", "Oak", "Saw", "Blue", "Elm"].map((name, id): Item => ({
    id,
    name,
    kind: kinds[id % 3] ?? "",
  }));
  const made: string[] = [];
  let last = items.length;
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname } = new URL(request.url ?? "/", "http://app");
    const [, verb = "", id = ""] = /^\/(remove|edit)\/(\d+)$/.exec(pathname) ?? [];
    const found = items.find((item) => String(item.id) === id);
    if (request.method === "POST") {
      const sent = new URLSearchParams(await textOf(request));
      const name = (sent.get("name") ?? "").trim();
      made.push(sent.get("kind") ?? "");
      const chosen = sent.get("kind") ?? "";
      // Whatever is chosen, another one is kept.
      const kind = fault === "kind" ? (kinds[(kinds.indexOf(chosen) + 1) % kinds.length] ?? "") : chosen;
      if (verb === "remove") items = items.filter((item) => item !== found);
      else if (found) Object.assign(found, { name, kind });
      else if (name === "" || !sent.get("kind"))
        return void response.writeHead(303, { location: "/new" }).end();
      else items.push({ id: (last += 1), name, kind });
      return void response.writeHead(303, { location: "/" }).end();
    }
    const page =
      pathname === "/"
        ? list(items, fault)
        : pathname === "/new"
          ? form("New item", "/new", fault)
          : verb === "edit" && found
            ? form("Change item", pathname, fault, found)
            : null;
    response.writeHead(page === null ? 404 : 200, { "content-type": "text/html" });
    response.end(page ?? shell("Not found", "<p>There is no such page.</p>", fault));
  };
  return { ...(await suiteForApp(browser, (request, response) => void answer(request, response))), made };
};

it("selects that a script draws are used like others", { timeout: 480_000 }, async () => {
  const { told, yaml, made } = await generate(null);
  expect(told).toEqual([]);
  expect(yaml).toMatch(/- id: filter-home-kind\n/);
  expect([...new Set(made)]).toEqual(expect.arrayContaining(kinds));
});

it("one that chooses the wrong rows is a finding", { timeout: 480_000 }, async () => {
  const { found } = await generate("filter");
  expect(found).toContain("filter-home-kind");
});

it("so is one whose choice is lost", { timeout: 480_000 }, async () => {
  const { found } = await generate("kind");
  expect(found.filter((id) => /item/.test(id))).not.toEqual([]);
});
