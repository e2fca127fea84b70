import { afterAll, beforeAll, expect, it } from "vitest";
import { createPlaywrightBrowser } from "#adapters/playwright/launch.ts";
import type { Browser } from "#ports/browser.ts";
import type { Pages } from "#test/support/failing-cases.ts";
import { tryPages } from "#test/support/failing-cases.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await createPlaywrightBrowser();
});
afterAll(() => browser.close());

type How =
  | "by its number"
  | "by its place"
  | "by its place, the newest first"
  | "which brings the whole list back"
  | "while its row stays in sight";

/** Members by name; the page narrows them while one types, and removes `how`. */
const members = (how: How): Pages => {
  let names = ["Ines Moreau", "Okafor Brothers", "Petra Lindqvist", "Tomas Weber"];
  return (request, response) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => {
      const said = Buffer.concat(parts).toString();
      if (request.method === "POST" && how.endsWith("first")) names.unshift(said);
      else if (request.method === "POST") names.push(said);
      if (request.method === "DELETE") names = names.filter((name) => name !== said);
      if (request.url === "/members")
        response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(names));
      else
        response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(
          `<!doctype html><html lang=en><title>Members</title><main><h1>Members</h1>
            <label>Search <input type=search></label> <form id=new><label>Name <input name=name required></label> <button>Add member</button></form>
            <table aria-label=Members><thead><tr><th>Name<th>Actions</tr></thead><tbody></tbody></table></main>
            <script>const search = document.querySelector("[type=search]"); let all = [];
              const send = async (method, name) => { await fetch("/members", { method, body: name }); await load(); };
              const load = async () => { all = await (await fetch("/members")).json(); draw(); };
              const draw = () => {
                const found = all.filter((name) => name.toLowerCase().includes(search.value.toLowerCase()));
                document.querySelector("tbody").replaceChildren(...found.map((name, at) => {
                  const row = document.createElement("tr"); const cell = document.createElement("td"); cell.textContent = name;
                  const deeds = document.createElement("td"); deeds.innerHTML = "<button>Delete</button>";
                  deeds.firstChild.onclick = () => { const gone = ${how.startsWith("by its place") ? "all[at]" : "name"}; ${how === "which brings the whole list back" ? 'search.value = "";' : ""} ${how === "while its row stays in sight" ? 'fetch("/members", { method: "DELETE", body: gone }); all.splice(Math.max(0, all.indexOf(name) - 1), 1); draw();' : 'send("DELETE", gone);'} };
                  row.append(cell, deeds); return row; }));
              };
              let timer; search.oninput = () => { clearTimeout(timer); timer = setTimeout(draw, 250); };
              document.querySelector("#new").onsubmit = (event) => { event.preventDefault(); send("POST", event.target.name.value); event.target.reset(); };
              load();</script>`,
        );
    });
  };
};

it.each<[How, string[]]>([
  ["by its number", []],
  ["by its place", ["delete-member"]],
  ["by its place, the newest first", ["delete-member"]],
  ["which brings the whole list back", []],
  ["while its row stays in sight", ["delete-member"]],
])("what was found is removed %s", async (how, expected) => {
  const { failing, yaml } = await tryPages(browser, members(how), { pages: 2, actions: 600 });
  expect(yaml).toContain("id: delete-member");
  expect(failing).toEqual(expected);
});
