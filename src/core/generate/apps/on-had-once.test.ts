import { text as textOf } from "node:stream/consumers";
import type { RequestListener } from "node:http";
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

type How =
  | "is refused"
  | "is refused above the form"
  | "is refused in a new one alone"
  | "breaks the server"
  | "is to be unique and is taken"
  | "is taken";

type Member = { id: number; name: string; email: string };

/** Members who are told apart by an address; what the app does where another one has it. */
const members = (how: How): RequestListener => {
  let all: Member[] = ["Ann Moor", "Ben Hill"].map((name, id) => ({ id, name, email: `m${id}@example.com` }));
  let last = 10;
  const page = (title: string, main: string): string =>
    `<!doctype html><html lang=en><title>${title}</title><link rel=icon href="data:,"><nav><a href="/">Members</a></nav><main><h1>${title}</h1>${main}</main>`;
  const form = ({ name, email }: Omit<Member, "id">, words = ""): string =>
    `<form method=post>${words && /above/.test(how) ? `<p role=alert>${words}</p>` : ""}
    <p><label>Name <input name=name required value="${escapeHtml(name)}"></label>
    <p><label>E-mail <input name=email type=email required value="${escapeHtml(email)}"${words && !/above/.test(how) ? ` aria-invalid=true aria-describedby=wrong` : ""}></label>
    ${how === "is to be unique and is taken" ? "<small>Must be unique.</small>" : ""}${words && !/above/.test(how) ? `<p id=wrong>${words}</p>` : ""}
    <p><button>Save member</button></form>`;
  const list = (): string => {
    const rows = all.map(
      ({ id, name, email }) =>
        `<tr><td>${escapeHtml(name)}</td><td>${escapeHtml(email)}</td><td><a href="/members/${id}/edit">Edit</a> <form method=post action="/members/${id}/delete"><button>Delete</button></form></td></tr>`,
    );
    return page(
      "Members",
      `<a href="/new">New member</a><table><thead><tr><th>Name</th><th>E-mail</th><th></th></tr></thead><tbody>${rows.join("")}</tbody></table>`,
    );
  };
  const mayTake = (isNew: boolean): boolean => how.endsWith("is taken") || (!isNew && /alone/.test(how));
  return (request, response) =>
    void textOf(request).then((body) => {
      const url = request.url ?? "/";
      const sent = Object.fromEntries(new URLSearchParams(body)) as Omit<Member, "id">;
      const [, id = "", deed = ""] = /^\/members\/(\d+)\/(\w+)$/.exec(url) ?? [];
      const found = all.find((each) => String(each.id) === id);
      const html = (text: string, status = 200): void =>
        void response.writeHead(status, { "content-type": "text/html; charset=utf-8" }).end(text);
      const goTo = (location: string): void => void response.writeHead(303, { location }).end();
      if (request.method === "POST" && deed === "delete") {
        all = all.filter((each) => each !== found);
        return goTo("/");
      }
      if (request.method === "POST") {
        const isHad = all.some((each) => each !== found && each.email === sent.email);
        if (isHad && how === "breaks the server") return html(page("Error", "Something went wrong"), 500);
        if (isHad && !mayTake(!found))
          return html(page("Member", form(sent, "Another member has this e-mail already.")), 422);
        if (found) Object.assign(found, sent);
        else all.push({ ...sent, id: (last += 1) });
        return goTo("/");
      }
      if (url === "/new") return html(page("New member", form({ name: "", email: "" })));
      if (found) return html(page("Edit member", form(found)));
      return url === "/" ? html(list()) : html(page("Not found", ""), 404);
    });
};

it.each<[How, string[], boolean]>([
  ["is refused", [], true],
  ["is refused above the form", [], true],
  ["is refused in a new one alone", ["create-member-once"], true],
  ["breaks the server", ["create-member-once"], true],
  ["is to be unique and is taken", ["create-member-once"], true],
  ["is taken", [], false],
])("an address that another member has %s", { timeout: 240_000 }, async (how, expected, isTried) => {
  const limits = { pages: 6, actions: 400, depth: 3 };
  const { failing, yaml } = await tryPages(browser, members(how), {
    ...limits,
    only: /^(?:create|edit)-member/,
  });
  expect(failing).toEqual(expected);
  expect(yaml.includes("create-member-once")).toBe(isTried);
});
