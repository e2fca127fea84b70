import { text as textOf } from "node:stream/consumers";
import type { IncomingMessage, ServerResponse } from "node:http";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createPlaywrightBrowser } from "#adapters/playwright/launch.ts";
import type { Browser } from "#ports/browser.ts";
import { escapeHtml } from "#test/support/escape-html.ts";
import { suiteForApp } from "#test/support/generate-suite.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await createPlaywrightBrowser();
});
afterAll(() => browser.close());

const PER_PAGE = 3;
const kinds = ["Rope", "Metal", "Cloth"];

type Part = { id: number; name: string; kind: string };

const shell = (main: string): string =>
  `<!doctype html><html lang=en><meta charset=utf-8><title>Parts</title><link rel=icon href="data:,"><main>${main}</main>`;

const form = (title: string, action: string, { name, kind }: Omit<Part, "id">): string =>
  shell(`<h1>${title}</h1><form method=post action="${action}"><label>Name <input name=name required value="${escapeHtml(name)}"></label>
    <label>Kind <select name=kind>${kinds.map((each) => `<option${each === kind ? " selected" : ""}>${each}`).join("")}</select></label> <button>Save part</button></form>`);

/** A page of the list, which is in order of the names, the last first: what is made has its place among them. */
const list = (parts: Part[], page: number): string => {
  const pages = Math.max(1, Math.ceil(parts.length / PER_PAGE));
  const shown = parts
    .toSorted((a, b) => (a.name < b.name ? 1 : -1))
    .slice((page - 1) * PER_PAGE, page * PER_PAGE);
  const turn = (to: number, name: string): string =>
    `<button onclick="location='/?page=${to}'" ${to < 1 || to > pages ? "disabled" : ""}>${name}</button>`;
  return shell(
    `<h1>Parts</h1><a href="/new">New part</a><table aria-label=Parts><thead><tr><th>Name<th>Kind<th></tr></thead><tbody>${shown
      .map(
        ({ id, name, kind }) =>
          `<tr><td>${escapeHtml(name)}<td>${kind}<td><a href="/edit/${id}">Edit</a><form method=post action="/remove/${id}"><button>Delete</button></form></tr>`,
      )
      .join(
        "",
      )}</tbody></table><nav aria-label=Pages>${turn(page - 1, "Previous")} Page ${page} of ${pages} ${turn(page + 1, "Next")}</nav>`,
  );
};

/** Parts in a list of pages without a search, which does not keep the new kind of a part. */
const store = () => {
  let parts = ["Zip", "Yarn", "Sail", "Pin", "Oar"].map((name, id): Part => ({ id, name, kind: "Rope" }));
  let last = parts.length;
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://app");
    const [, verb, id] = /^\/(new|edit|remove)(?:\/(\d+))?$/.exec(pathname) ?? [];
    const part = parts.find((each) => String(each.id) === id);
    if (request.method === "POST") {
      const sent = new URLSearchParams(await textOf(request));
      const [name = "", kind = ""] = ["name", "kind"].map((field) => sent.get(field) ?? "");
      if (verb === "new" && name.trim() !== "") parts.push({ id: (last += 1), name, kind });
      if (verb === "remove") parts = parts.filter((each) => each !== part);
      if (verb === "edit" && part) part.name = name;
      return void response.writeHead(303, { location: "/" }).end();
    }
    const isThere = pathname === "/" || verb === "new" || (verb === "edit" && part !== undefined);
    response.writeHead(isThere ? 200 : 404, { "content-type": "text/html" });
    if (!isThere) response.end(shell("<h1>Not found</h1>"));
    else if (verb === "new") response.end(form("New part", "/new", { name: "", kind: "" }));
    else if (part) response.end(form("Edit part", `/edit/${part.id}`, part));
    else response.end(list(parts, Number(searchParams.get("page") ?? 1)));
  };
  return (request: IncomingMessage, response: ServerResponse): void => void answer(request, response);
};

it(
  "what is made is found on whichever page it is, although a part of it is not kept",
  { timeout: 400_000 },
  async () => {
    const { told, dropped, yaml } = await suiteForApp(browser, store());
    // That is all that is found, once its new name was.
    expect(told).toEqual([expect.stringMatching(/^edit-part: .*Kind/)]);
    expect(dropped).toEqual([]);
    expect(yaml).toContain("- id: delete-part");
    expect(yaml).toMatch(/name: Next, exact: true\}, when: \{hidden: \{text: "Tracewright/);
  },
);
