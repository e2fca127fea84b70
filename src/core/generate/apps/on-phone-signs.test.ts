import { text as textOf } from "node:stream/consumers";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createPlaywrightBrowser } from "#adapters/playwright/launch.ts";
import type { Browser } from "#ports/browser.ts";
import { escapeHtml } from "#test/support/escape-html.ts";
import { tryPages } from "#test/support/failing-cases.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await createPlaywrightBrowser();
});
afterAll(() => browser.close());

/** Clients with a telephone number, which is kept in some shape. */
const office = (kept: (phone: string) => string): RequestListener => {
  let clients = ["Ann Hill", "Bob Lake"].map((name, id) => ({ id, name, phone: `+31 20 555 010${id}` }));
  let last = clients.length;
  const form = (at: string, name = "", phone = ""): string =>
    `<form method=post action="${at}"><label>Name <input name=name required value="${escapeHtml(name)}"></label> <label>Phone <input type=tel name=phone value="${phone}"></label> <button>Save client</button></form>`;
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const path = request.url ?? "/";
    const [, what = "", id = ""] = path.split("/");
    const client = clients.find((each) => String(each.id) === id);
    if (request.method === "POST") {
      const sent = new URLSearchParams(await textOf(request));
      const given = { name: (sent.get("name") ?? "").trim(), phone: kept(sent.get("phone") ?? "") };
      if (what === "new") clients.push({ id: (last += 1), ...given });
      if (what === "edit") Object.assign(client!, given);
      if (what === "remove") clients = clients.filter((each) => each !== client);
      return void response.writeHead(303, { location: "/" }).end();
    }
    const main =
      what === "new"
        ? `<h1>New client</h1>${form("/new")}`
        : what === "edit" && client
          ? `<h1>Edit client</h1>${form(path, client.name, client.phone)}`
          : `<h1>Clients</h1><a href="/new">New client</a><table aria-label=Clients><thead><tr><th>Name<th></tr></thead><tbody>${clients.map((each) => `<tr><td>${escapeHtml(each.name)}<td><a href="/edit/${each.id}">Edit</a> <form method=post action="/remove/${each.id}"><button>Remove</button></form></tr>`).join("")}</tbody></table>`;
    response.writeHead(/^\/(?:new|edit\/\d+)?$/.test(path) ? 200 : 404, {
      "content-type": "text/html; charset=utf-8",
    });
    response.end(
      `<!doctype html><html lang=en><title>Office</title><link rel=icon href="data:,"><nav aria-label=Main><a href="/">Clients</a></nav><main>${main}</main>`,
    );
  };
  return (request, response) => void answer(request, response);
};

const LIMITS = { only: /^(?:create|edit|delete)-client$/, pages: 5, actions: 300, depth: 2 };

it.each([
  ["in digits alone", (phone: string) => phone.replaceAll(/\D/g, ""), []],
  ["without its plus", (phone: string) => phone.replace("+", ""), ["edit-client"]],
])("a telephone number that is kept %s", { timeout: 240_000 }, async (_, kept, expected) => {
  const { failing, yaml } = await tryPages(browser, office(kept), LIMITS);
  expect(yaml).toContain("id: edit-client");
  expect(failing).toEqual(expected);
});
