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

const escaped = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

/** What is refused is listed above the form, which is answered as any page is, and nothing marks the fields. */
const createProjects = (): RequestListener => {
  const all = [
    { name: "Harbour", short: "harbour" },
    { name: "Boat shed", short: "boat-shed" },
  ];
  return (request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://app");
    let body = "";
    request.on("data", (part: Buffer) => (body += part.toString()));
    request.on("end", () => {
      const sent = new URLSearchParams(body);
      const [name, short] = [sent.get("name") ?? "", sent.get("short") ?? ""];
      const wrong = /^[a-z][a-z0-9-]*$/.test(short) ? "" : "Identifier is invalid";
      if (request.method === "POST" && pathname === "/remove") {
        const at = all.findIndex((each) => each.short === short);
        if (at >= 0) all.splice(at, 1);
        response.writeHead(303, { location: "/" }).end();
        return;
      }
      if (request.method === "POST" && wrong === "") {
        all.push({ name, short });
        response.writeHead(303, { location: "/" }).end();
        return;
      }
      const rows = all.map(
        (each) =>
          `<tr><td>${escaped(each.name)}<td>${each.short}<td><form method=post action="/remove"><input type=hidden name=short value="${each.short}"><button>Delete</button></form></tr>`,
      );
      const errors =
        request.method === "POST" ? `<div id="errorExplanation"><ul><li>${wrong}</li></ul></div>` : "";
      const main =
        pathname === "/new"
          ? `<h1>New project</h1>${errors}<form method=post action="/new"><p><label>Name * <input name=name value="${escaped(name)}"></label>
             <p><label>Identifier * <input name=short value="${escaped(short)}"></label> <em>Lower case letters, numbers and dashes.</em><p><button>Create</button></form>`
          : `<h1>Projects</h1><a href="/new">New project</a><table><thead><tr><th>Name<th>Identifier<th></thead><tbody>${rows.join("")}</tbody></table>`;
      response.writeHead(200, { "content-type": "text/html; charset=utf-8" });
      response.end(
        `<!doctype html><html lang=en><title>Projects</title><link rel=icon href="data:,"><main>${main}</main>`,
      );
    });
  };
};

it(
  "what the errors above a form say of its fields is minded, although nothing marks them",
  { timeout: 240_000 },
  async () => {
    const { failing, yaml } = await tryPages(browser, createProjects(), {
      actions: 300,
      only: /^(?:create|delete)-/,
    });
    expect(yaml).toMatch(/Identifier: "?tw-\$\{digits_6\}/);
    expect(failing).toEqual([]);
  },
);
