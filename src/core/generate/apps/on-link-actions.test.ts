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

/** Addresses that one is written to; a link of each takes it out of use and, unless it `sticks`, back into use. */
const createAddresses = (sticks: boolean): RequestListener => {
  const all = [
    { id: 1, name: "Harbour office", off: false },
    { id: 2, name: "Lighthouse", off: false },
  ];
  let last = 2;
  return (request, response) => {
    const url = new URL(request.url ?? "/", "http://app");
    let body = "";
    request.on("data", (part: Buffer) => (body += part.toString()));
    request.on("end", () => {
      const [, deed = "", id = ""] = url.pathname.split("/");
      const at = all.findIndex((each) => String(each.id) === id);
      const found = all[at];
      if (request.method === "POST") {
        if (deed === "remove" && at >= 0) all.splice(at, 1);
        else if (deed === "switch" && found) found.off = sticks ? false : !found.off;
        else if (url.pathname === "/")
          all.push({ id: (last += 1), name: new URLSearchParams(body).get("name") ?? "", off: false });
        response.writeHead(303, { location: "/" }).end();
        return;
      }
      const rows = all.map(
        (each) =>
          `<tr><td>${each.name.replaceAll("&", "&amp;").replaceAll("<", "&lt;")}<td><a data-method=post href="/switch/${each.id}">${each.off ? "Enable" : "Disable"}</a> <a data-method=post href="/remove/${each.id}">Delete</a></tr>`,
      );
      response.writeHead(200, { "content-type": "text/html; charset=utf-8" });
      response.end(`<!doctype html><html lang=en><title>Addresses</title><link rel=icon href="data:,"><main><h1>Addresses</h1>
        <table><thead><tr><th>Name<th>Deeds</thead><tbody>${rows.join("")}</tbody></table>
        <form method=post action="/"><label>Name <input name=name required></label> <button>Add address</button></form></main>
        <script>addEventListener("click", (event) => { const link = event.target.closest("a[data-method]"); if (!link) return;
        event.preventDefault(); const form = document.createElement("form"); form.method = "post"; form.action = link.href; document.body.append(form); form.submit(); });</script>`);
    });
  };
};

it("what a link of an item offers instead is a link as well", { timeout: 240_000 }, async () => {
  const { failing, yaml } = await tryPages(browser, createAddresses(false), { actions: 300, only: /^acts-/ });
  expect(yaml).toContain("acts-");
  expect(yaml).toMatch(/visible: \{role: link,\s+name: Enable/);
  expect(failing).toEqual([]);
});
