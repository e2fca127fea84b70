import { text as textOf } from "node:stream/consumers";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createPlaywrightBrowser } from "#adapters/playwright/launch.ts";
import type { Browser } from "#ports/browser.ts";
import { escapeHtml } from "#test/support/escape-html.ts";
import { tryPages } from "#test/support/failing-cases.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await createPlaywrightBrowser();
});
afterAll(() => browser.close());

const KINDS = { members: "member", rooms: "room", tools: "tool" };
type Kind = keyof typeof KINDS;

/** Three lists, each with a form on a page of its own that asks for a name; those of `lax` are content with spaces. Members can be removed. */
const club = (...lax: Kind[]): { app: RequestListener; names: Record<Kind, string[]> } => {
  const names: Record<Kind, string[]> = {
    members: ["Ada Quist", "Ben Okoro", "Cem Aydin"],
    rooms: ["Attic", "Hall", "Kitchen"],
    tools: ["Drill", "Ladder", "Saw"],
  };
  const shell = (title: string, main: string): string =>
    `<!doctype html><html lang=en><title>${title} – Club</title><link rel=icon href="data:,"><nav>${Object.keys(
      KINDS,
    )
      .map((kind) => `<a href="/${kind}">${kind}</a> `)
      .join("")}</nav><main><h1>${title}</h1>${main}</main>`;
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const [, at = "", last] = (request.url ?? "").split("/");
    const kind: Kind = at === "rooms" || at === "tools" ? at : "members";
    const page = (status: number, title: string, main: string): void => {
      response.writeHead(status, { "content-type": "text/html; charset=utf-8" });
      response.end(shell(title, main));
    };
    if (request.url !== "/" && !(at in KINDS)) return page(404, "Not found", "");
    const form = (error: string): string =>
      `<form method=post action="/${kind}/new">${error && `<p role=alert>${error}</p>`}<label>Name <input name=name required></label>
      <label>Remarks <textarea name=remarks></textarea></label> <button>Add ${KINDS[kind]}</button></form>`;
    if (request.method === "POST" && last === "removed") {
      names[kind].splice(Number(new URLSearchParams(await textOf(request)).get("at")), 1);
      response.writeHead(303, { location: `/${kind}` });
      return void response.end();
    }
    if (request.method === "POST") {
      const name = new URLSearchParams(await textOf(request)).get("name") ?? "";
      if (name === "" || (name.trim() === "" && !lax.includes(kind)))
        return page(422, `New ${KINDS[kind]}`, form("Please enter a name."));
      names[kind].push(name);
      response.writeHead(303, { location: `/${kind}` });
      return void response.end();
    }
    if (last === "new") return page(200, `New ${KINDS[kind]}`, form(""));
    const removes = (at: number): string =>
      kind === "members"
        ? `<td><form method=post action="/members/removed"><input type=hidden name=at value=${at}><button>Remove</button></form></td>`
        : "";
    const rows = names[kind]
      .map((name, at) => `<tr><td>${escapeHtml(name)}</td>${removes(at)}</tr>`)
      .join("");
    page(
      200,
      kind,
      `<p><a href="/${kind}/new">Add ${KINDS[kind]}</a></p><table><thead><tr><th>Name</th>${kind === "members" ? "<th>Actions</th>" : ""}</tr></thead><tbody>${rows}</tbody></table>`,
    );
  };
  return { app: (request, response) => void answer(request, response), names };
};

type Try = [what: string, app: ReturnType<typeof club>, asked: string[], failing: string[]];

describe("names of nothing but spaces", () => {
  const all = Object.keys(KINDS).map((kind) => `${kind}-new-requires`);
  const tries: Try[] = [
    ["are refused", club(), all, []],
    ["are refused but by one form", club("rooms"), all.slice(0, 2), ["rooms-new-requires"]],
    ["are refused but where they can be removed", club("members"), [], []],
    ["are as good as others to the app", club("members", "rooms", "tools"), [], []],
  ];
  it.each(tries)("%s", { timeout: 240_000 }, async (_, { app, names }, asked, expected) => {
    const { failing, yaml } = await tryPages(browser, app, {
      pages: 12,
      depth: 3,
      actions: 300,
      only: /-requires$/,
    });
    expect(failing).toEqual(expected);
    expect(names.members.filter((name) => name.trim() === "")).toEqual([]);
    const cases = yaml.split(/^  - id: /m).filter((text) => text.includes('{Name: "   "}'));
    expect(cases.map((text) => text.split("\n", 1)[0])).toEqual(asked);
  });
});
