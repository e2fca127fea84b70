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

const READ = `const $ = (what) => document.querySelector(what);
  const read = () => JSON.parse(localStorage.tasks ?? '["Water the plants","Sweep the yard","Fix the gate"]');
  const keep = (all) => { localStorage.tasks = JSON.stringify(all); };`;

/** Tasks that a board shows in a dialog, in which a second one asks whether to delete them, in the words of the first. */
const tasks = (forgets: boolean, isNamed: boolean): RequestListener => {
  const pages: Record<string, string> = {
    "/": `<h1>Tasks</h1>
    <form><label>Title <input name=title required maxlength=80></label> <button>Add task</button></form>
    <ul aria-label=Tasks></ul>
    <script>${READ}
      $("form").onsubmit = (event) => { event.preventDefault(); const title = $("input").value.trim(); if (title) { $("form").reset(); keep([...read(), title]); draw(); } };
      const draw = () => $("ul").replaceChildren(...read().map((title, at) => {
        const row = document.createElement("li"), link = document.createElement("a");
        link.href = "/board?task=" + at; link.textContent = title; row.append(link);
        return row; }));
      draw();
    </script>`,
    "/board": `<h1>Board</h1><p>What is to be done.</p>
    <div id=task role=dialog aria-modal=true aria-labelledby=name hidden><h2 id=name></h2><p>It is to be done.</p><button type=button id=remove>Delete task</button> <button type=button class=close>Close</button></div>
      <div id=ask role=dialog aria-modal=true aria-label="Delete task?" hidden><p>This cannot be undone.</p><button type=button id=sure>Delete task</button> <button type=button class=close>Cancel</button></div>
    <script>${READ}
      const at = new URLSearchParams(location.search).get("task"), title = at === null ? undefined : read()[at];
      const show = () => { const asks = !$("#ask").hidden; $("#task").inert = asks; };
      if (title) { $("#name").textContent = title; $("#task").hidden = false; if (${isNamed}) $("#ask").ariaLabel = "Delete " + title + "?"; }
      $("#remove").onclick = () => { $("#ask").hidden = false; show(); };
      $("#sure").onclick = () => { if (${!forgets}) keep(read().filter((each) => each !== title)); location.href = "/board"; };
      for (const button of document.querySelectorAll(".close")) button.onclick = () => { button.closest("div").hidden = true; show(); };
    </script>`,
  };
  return (request, response) => {
    const page = pages[new URL(request.url ?? "/", "http://tasks").pathname];
    response.writeHead(page ? 200 : 404, { "content-type": "text/html" });
    response.end(
      `<!doctype html><html lang=en><title>Tasks</title><link rel=icon href="data:,"><main>${page ?? "<h1>Not found</h1>"}</main>`,
    );
  };
};

it.each([
  [false, false],
  [true, false],
  [false, true],
])(
  "a question in the words of what asks it is answered; the removal is forgotten: %s, it names the item: %s",
  { timeout: 240_000 },
  async (forgets, isNamed) => {
    const { failing, yaml } = await tryPages(browser, tasks(forgets, isNamed), { actions: 300 });
    const dialog = isNamed
      ? String.raw`\{\s*role: dialog\s*\}`
      : String.raw`\{\s*role: dialog,\s+name: Delete task\?`;
    expect(yaml).toMatch(new RegExp(String.raw`name: Delete task, exact: true,\s+within: ${dialog}`));
    expect(failing).toEqual(forgets ? ["delete-task"] : []);
  },
);
