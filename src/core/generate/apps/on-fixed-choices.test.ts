import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { text as textOf } from "node:stream/consumers";
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

type Member = { name: string; kind: string; notes: string; desk: string };
type Ways = { fixed?: true; fixedName?: true; forgetsNotes?: true; keepsDesk?: true };

/** Members of a library, whose kind or name may be such as stays what it was when they joined. */
const createLibrary = ({ fixed, fixedName, forgetsNotes, keepsDesk }: Ways): RequestListener => {
  const members: (Member | null)[] = [
    { name: "Rosa Lind", kind: "Adult", notes: "", desk: "Main" },
    { name: "Tom Berry", kind: "Child", notes: "Likes whales", desk: "Harbour" },
    { name: "Ines Falk", kind: "Adult", notes: "", desk: "Main" },
  ];
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname } = new URL(request.url ?? "/", "http://library");
    const sent = new URLSearchParams(request.method === "POST" ? await textOf(request) : "");
    const go = (location: string): void => void response.writeHead(303, { location }).end();
    const page = (title: string, main: string, status = 200): void => {
      response.writeHead(status, { "content-type": "text/html; charset=utf-8" });
      response.end(
        `<!doctype html><html lang=en><title>${title}</title><link rel=icon href="data:,"><nav><a href="/">Members</a></nav><main><h1>${title}</h1>${main}</main>`,
      );
    };
    const form = ({ name, kind, notes, desk }: Member, against = ""): string =>
      `${against && `<p role=alert>${against}</p>`}<form method=post><p><label>Full name <input name=name required${fixedName && name !== "" ? " disabled" : ""} value="${escapeHtml(name)}"></label></p>
      <p><label>Kind <select name=kind>${["Adult", "Child", "Staff"].map((each) => `<option${each === kind ? " selected" : ""}>${each}`).join("")}</select></label></p>
      <p><label>Desk <select name=desk>${["Main", "Harbour"].map((each) => `<option${each === desk ? " selected" : ""}>${each}`).join("")}</select></label></p>
      <p><label>Notes <textarea name=notes>${escapeHtml(notes)}</textarea></label></p><button>Save member</button></form>`;
    const typed = (): Member => ({
      name: sent.get("name") ?? "",
      kind: sent.get("kind") ?? "",
      notes: sent.get("notes") ?? "",
      desk: sent.get("desk") ?? "",
    });
    if (pathname === "/")
      return page(
        "Members",
        `<p><a href="/new">New member</a></p><table><thead><tr><th>Name<th>Kind<th>Desk<th></thead><tbody>${members
          .map((each, at) =>
            each
              ? `<tr><td>${escapeHtml(each.name)}<td>${each.kind}<td>${each.desk}<td><a href="/${at}/edit">Edit</a> <form method=post action="/${at}/delete"><button>Delete</button></form>`
              : "",
          )
          .join("")}</table>`,
      );
    if (pathname === "/new" && request.method === "POST") {
      members.push(typed());
      return go("/");
    }
    if (pathname === "/new")
      return page("New member", form({ name: "", kind: "Adult", notes: "", desk: "Main" }));
    const [, at = "", what] = /^\/(\d+)\/(edit|delete)$/.exec(pathname) ?? [];
    const member = members[Number(at)];
    if (!member) return page("Not found", "", 404);
    if (what === "delete" && request.method === "POST") {
      members[Number(at)] = null;
      return go("/");
    }
    if (request.method !== "POST") return page("Edit member", form(member));
    const now = typed();
    if (fixed && now.kind !== member.kind)
      return page("Edit member", form(now, "The kind of a member cannot be changed."), 422);
    members[Number(at)] = {
      ...now,
      ...(fixedName && { name: member.name }),
      ...(forgetsNotes && { notes: "" }),
      ...(keepsDesk && { desk: member.desk }),
    };
    go("/");
  };
  return (request, response) => void answer(request, response);
};

it.each<[string, Ways, string[]]>([
  ["each may be changed", {}, []],
  ["one is refused to be changed", { fixed: true }, []],
  ["one is refused to be changed, and notes are lost", { fixed: true, forgetsNotes: true }, ["edit-member"]],
  ["one is not kept", { keepsDesk: true }, ["edit-member"]],
  ["the name stays", { fixedName: true }, []],
  ["the name stays, and notes are lost", { fixedName: true, forgetsNotes: true }, ["edit-member"]],
])("choices of members of whom %s", { timeout: 240_000 }, async (_, ways, expected) => {
  const { failing, yaml } = await tryPages(browser, createLibrary(ways), {
    only: /^(?:edit|delete|create)-/,
    pages: 10,
    actions: 300,
  });
  expect(yaml).toContain("id: edit-member");
  expect(yaml).toContain("id: delete-member");
  expect(failing).toEqual(expected);
});
