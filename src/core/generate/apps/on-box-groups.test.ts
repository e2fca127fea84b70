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

/** What becomes of the tags of a walk, of which its form has four boxes. */
type Way =
  | "keeps them"
  | "keeps the first when it is changed"
  | "has just one"
  | "puts out the others"
  | "changes them elsewhere";

const TAGS = ["Forest", "Lake", "Hills", "Old town"];
type Walk = { id: number; name: string; tags: string[] };

const walks = (way: Way, named: boolean): RequestListener => {
  let all: Walk[] = [
    { id: 1, name: "Round the mill pond", tags: ["Lake"] },
    { id: 2, name: "Castle ridge", tags: ["Hills", "Old town"] },
  ];
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = request.url ?? "/";
    const [, id, what] = /^\/walks\/(\d+)\/(edit|remove)$/.exec(url) ?? [];
    const walk = all.find((each) => String(each.id) === id);
    const sent = new URLSearchParams(request.method === "POST" ? await textOf(request) : "");
    const show = (title: string, main: string, status = 200): void => {
      response.writeHead(status, { "content-type": "text/html; charset=utf-8" });
      response.end(
        `<!doctype html><html lang=en><title>${title}</title><link rel=icon href="data:,"><nav><a href="/">Walks</a></nav><main><h1>${title}</h1>${main}</main>`,
      );
    };
    const lead = (): void => void response.writeHead(303, { location: "/" }).end();
    const form = (of: Walk | undefined, said = ""): string => {
      const boxes = TAGS.map(
        (tag) =>
          `<label><input type=checkbox name=tags value="${tag}"${of?.tags.includes(tag) ? " checked" : ""}> ${tag}</label>`,
      ).join(" ");
      const group = named ? `<fieldset><legend>Tags</legend>${boxes}</fieldset>` : `<p>${boxes}</p>`;
      const single = `<script>document.querySelectorAll("[name=tags]").forEach((box, at, every) => { box.onchange = () => every.forEach((other) => { if (other !== box) other.checked = false; }); });</script>`;
      return `<p role=alert>${said}</p><form method=post action="${of ? `/walks/${of.id}/edit` : "/new"}"><p><label>Name <input name=name required value="${escapeHtml(of?.name ?? "")}"></label></p>
        ${of && way === "changes them elsewhere" ? "" : group}<button>Save walk</button></form>${way === "puts out the others" ? single : ""}`;
    };
    if (request.method === "POST" && what === "remove") {
      all = all.filter((each) => each !== walk);
      return lead();
    }
    if (request.method === "POST") {
      const [name, tags] = [sent.get("name") ?? "", sent.getAll("tags")];
      if (way === "has just one" && tags.length > 1)
        return show("New walk", form(undefined, "Please choose one tag at most."), 422);
      if (walk && way === "keeps the first when it is changed") tags.splice(1);
      if (walk) Object.assign(walk, { name, tags: way === "changes them elsewhere" ? walk.tags : tags });
      else all.push({ id: all.length + 10, name, tags });
      return lead();
    }
    if (url === "/new") return show("New walk", form(undefined));
    if (walk && what === "edit") return show("Edit walk", form(walk));
    if (url !== "/") return show("Not found", "<p>There is no such page.</p>", 404);
    show(
      "Walks",
      `<a href="/new">New walk</a><table><thead><tr><th>Name<th></tr></thead><tbody>${all.map((each) => `<tr><td>${escapeHtml(each.name)}<td><a href="/walks/${each.id}/edit">Edit</a> <form method=post action="/walks/${each.id}/remove"><button>Remove</button></form></tr>`).join("")}</tbody></table>`,
    );
  };
  return (request, response) => void answer(request, response);
};

it.each<[Way, boolean, string[], boolean]>([
  ["keeps them", true, [], true],
  ["keeps them", false, [], true],
  ["keeps the first when it is changed", true, ["edit-walk"], true],
  ["keeps the first when it is changed", false, ["edit-walk"], true],
  ["has just one", true, [], false],
  ["puts out the others", true, [], false],
  ["changes them elsewhere", true, [], true],
])(
  "an app that %s, where a legend names the boxes: %s",
  { timeout: 240_000 },
  async (way, named, expected, ticked) => {
    const limits = { only: /^(?:create|edit|shows|delete)-/, pages: 8, actions: 300 };
    const { failing, yaml } = await tryPages(browser, walks(way, named), limits);
    expect(failing).toEqual(expected);
    expect(yaml).toContain("- id: edit-walk\n");
    expect(/check: Forest,\s+check: Lake/.test(yaml)).toBe(ticked);
  },
);
