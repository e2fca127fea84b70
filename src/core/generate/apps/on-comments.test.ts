import { text as textOf } from "node:stream/consumers";
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

type Fault =
  | "takes another from the page"
  | "leaves it on the page"
  | "takes spaces"
  | "counts them late"
  | null;

/**
 * A story in the hash of its app, with its comments, the newest first, each of one's own with a button that is called after
 * when it was written. What is removed may stay in sight without it, struck out.
 */
const story = (fault: Fault, removed: "gone" | "struck out"): RequestListener => {
  const comments = ["Lovely.", "Mine were eaten by snails.", "Try straw."].map((text, id) => ({
    id,
    text,
    mine: false,
  }));
  const page = `<!doctype html><html lang=en><title>Garden</title><link rel=icon href="data:,"><main></main><script>
    const main = document.querySelector("main");
    let known; const draw = (all) => { known ??= all.length; document.querySelector("h2").textContent = ${fault === "counts them late"} ? known + " comments" : all.length + " comments";
      document.querySelector("ul").replaceChildren(...all.toReversed().map((each, at) => { const row = document.createElement("li");
        const said = document.createElement("p"); said.textContent = each.text; row.append(said);
        if (each.mine) { const remove = document.createElement("button"); remove.textContent = "Delete";
          remove.setAttribute("aria-label", "Delete your comment of 26 November 2026, 10:" + (10 + new Date().getMinutes() % 40));
          remove.onclick = async () => { if (!confirm("Delete?")) return; await fetch("/comments/" + each.id, { method: "DELETE" });
            if (${removed === "struck out"}) { said.innerHTML = "<s></s> Deleted"; said.firstChild.textContent = each.text; return remove.remove(); }
            if (${fault === "leaves it on the page"}) return;
            all.splice(${fault === "takes another from the page"} ? at : all.indexOf(each), 1); draw(all); }; row.append(remove); }
        return row; })); };
    const route = async () => {
      if (!location.hash.startsWith("#/story/")) { main.innerHTML = '<h1>Stories</h1><p><a href="#/story/spring">A wet spring</a></p>'; return; }
      const all = await (await fetch("/comments")).json();
      main.innerHTML = "<h1>A wet spring</h1><h2></h2><form novalidate><label>Your comment <textarea maxlength=500></textarea></label> <button>Post comment</button></form><ul></ul>";
      draw(all);
      document.querySelector("form").onsubmit = async (event) => { event.preventDefault(); const box = document.querySelector("textarea");
        const text = ${fault === "takes spaces"} ? box.value : box.value.trim(); if (text === "" || box.disabled) return; box.disabled = true;
        all.push(await (await fetch("/comments", { method: "POST", body: text })).json()); box.value = ""; box.disabled = false; draw(all); };
    };
    onhashchange = route; route();</script>`;
  return (request, response) => {
    const [, id] = /^\/comments\/(\d+)$/.exec(request.url ?? "") ?? [];
    const json = (value: unknown): void => {
      response.writeHead(200, { "content-type": "application/json" });
      response.end(JSON.stringify(value));
    };
    if (request.method === "DELETE") {
      const at = comments.findIndex((each) => String(each.id) === id);
      if (at >= 0) comments.splice(at, 1);
      return json({});
    }
    if (request.method === "POST") {
      void textOf(request).then((text) => {
        const comment = { id: Date.now(), text, mine: true };
        comments.push(comment);
        json(comment);
      });
      return;
    }
    if (request.url === "/comments") return json(comments);
    response.writeHead(request.url === "/" ? 200 : 404, { "content-type": "text/html; charset=utf-8" });
    response.end(page);
  };
};

it.each([
  [null, "gone", []],
  [null, "struck out", []],
  ["takes another from the page", "gone", ["-delete"]],
  ["leaves it on the page", "gone", ["-delete"]],
  ["takes spaces", "gone", ["-empty"]],
  ["counts them late", "gone", ["-comments"]],
] as const)(
  "comments of an app that %s, where what is removed is %s",
  { timeout: 240_000 },
  async (fault, removed, expected) => {
    const limits = { only: /^post-/, pages: 8, actions: 300 };
    const { failing, yaml } = await tryPages(browser, story(fault, removed), limits);
    expect(failing.map((id) => id.slice(id.lastIndexOf("-")))).toEqual(expected);
    expect(yaml).toMatch(/- id: post-\S+-delete\n/);
    expect(yaml).toContain('name: Delete your comment of, within: {css: li, text: "Tracewright');
    expect(yaml).toMatch(/entries_of_\w+: \{count: \{css: li, within: \{role: main\}\}\}/);
  },
);
