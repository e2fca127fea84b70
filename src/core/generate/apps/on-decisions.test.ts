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

/** Requests of others, each with a button that approves it and a dialog that declines it. */
const approvals =
  (sent: string[]): RequestListener =>
  (request, response) => {
    const url = request.url ?? "";
    const who = ["Ada Berg", "Ben Holt", "Cleo Marsh"];
    if (request.method === "POST")
      return void textOf(request).then((body) => {
        sent.push(`${url} ${body}`);
        response.writeHead(303, { location: "/" }).end();
      });
    const name = who[Number(/^\/requests\/(\d)$/.exec(url)?.[1] ?? 0) - 1];
    const main =
      url === "/"
        ? `<h1>Approvals</h1><ul aria-label=Waiting>${who.map((each, at) => `<li><a href="/requests/${at + 1}">${each}</a> asks for two days</li>`).join("")}</ul>`
        : name === undefined
          ? null
          : `<h1>${name}</h1><p>Asks for two days.</p><form method=post action="${url}/comment"><label>Comment <textarea name=comment></textarea></label> <button>Decline</button></form><button type=button id=yes>Approve</button> <button type=button id=no>Decline…</button>
             <dialog aria-label="Decline the request"><form method=post action="${url}/decline"><label>Reason <textarea name=reason required></textarea></label> <button>Decline request</button> <button type=button id=close>Cancel</button></form></dialog>
             <script>const dialog = document.querySelector("dialog");
               document.querySelector("#yes").onclick = () => fetch("${url}/approve", { method: "POST" }).then(() => location.assign("/"));
               document.querySelector("#no").onclick = () => dialog.showModal();
               document.querySelector("#close").onclick = () => dialog.close();</script>`;
    response.writeHead(main === null ? 404 : 200, { "content-type": "text/html; charset=utf-8" });
    response.end(
      `<!doctype html><html lang=en><title>${name ?? "Approvals"}</title><link rel=icon href="data:,"><nav><a href="/">Approvals</a></nav><main>${main ?? "<h1>Not found</h1>"}</main>`,
    );
  };

it(
  "decides on nothing that others have asked for, neither while exploring nor in a suite",
  { timeout: 240_000 },
  async () => {
    const sent: string[] = [];
    const { failing, yaml } = await tryPages(browser, approvals(sent), { pages: 8, actions: 300, depth: 3 });
    expect(failing).toEqual([]);
    expect(sent).toEqual([]);
    expect(yaml).not.toContain("Decline request");
    expect(yaml).toContain("/requests/1");
  },
);

/** The same by links and by bare buttons in rows, called "Accept" beside "Decline", with a dialog about cookies over them at first. */
const invitations =
  (sent: string[]): RequestListener =>
  (request, response) => {
    const url = request.url ?? "";
    const [, id, verb] = /^\/invitations\/(\d)\/(accept|decline)$/.exec(url) ?? [];
    if (verb !== undefined) sent.push(url);
    const rows = ["Ada Berg", "Ben Holt", "Cleo Marsh"].map(
      (who, at) =>
        `<tr><td>${who}</td><td>2 days</td><td><button type=button onclick="fetch('/invitations/${at}/accept', { method: 'POST' })">Accept</button> <button type=button onclick="fetch('/invitations/${at}/decline', { method: 'POST' })">Decline</button> <a href="/invitations/${at}/accept">Fast</a></td></tr>`,
    );
    const main =
      url === "/"
        ? `<h1>Invitations</h1><table aria-label=Waiting><tr><th>Who</th><th>Days</th><th>Answer</th></tr>${rows.join("")}</table><dialog aria-label=Welcome><p>We keep one cookie.</p><button type=button onclick="localStorage.seen = 1; this.closest('dialog').close()">OK</button></dialog><script>if (!localStorage.seen) document.querySelector("dialog").showModal()</script>`
        : id === undefined
          ? null
          : `<h1>Done</h1>`;
    response.writeHead(main === null ? 404 : 200, { "content-type": "text/html; charset=utf-8" });
    response.end(
      `<!doctype html><html lang=en><title>Invitations</title><link rel=icon href="data:,"><nav><a href="/">Invitations</a></nav><main>${main ?? "<h1>Not found</h1>"}</main>`,
    );
  };

it("answers no invitation of others, by a link or a button", { timeout: 240_000 }, async () => {
  const sent: string[] = [];
  const { failing } = await tryPages(browser, invitations(sent), { pages: 8, actions: 300, depth: 3 });
  expect(failing).toEqual([]);
  expect(sent).toEqual([]);
});

/** One invitation alone, with a dialog of tips that leaves the page usable, and a link that decides by its query. */
const lone =
  (sent: string[]): RequestListener =>
  (request, response) => {
    const url = request.url ?? "";
    if (/\/invitations\/7/.test(url)) sent.push(url);
    const answer = (verb: string): string =>
      `<button type=button onclick="fetch('/invitations/7/${verb}', { method: 'POST' })">`;
    const main =
      url === "/"
        ? `<h1>Invitation</h1><p>Ada Berg asks you to join her team.</p>${answer("yes")}Accept</button> ${answer("no")}Decline</button> <a href="/invitations/7?to=rejected">Reject for good</a>
           <div role=dialog aria-label=Tips><p>You can answer later.</p><button type=button onclick="this.parentElement.remove()">Got it</button></div>`
        : url === "/about"
          ? "<h1>About</h1><p>Teams and invitations.</p>"
          : null;
    response.writeHead(main === null ? 404 : 200, { "content-type": "text/html; charset=utf-8" });
    response.end(
      `<!doctype html><html lang=en><title>Invitation</title><link rel=icon href="data:,"><nav><a href="/">Invitation</a> <a href="/about">About</a></nav><main>${main ?? "<h1>Not found</h1>"}</main>`,
    );
  };

it("answers no single invitation below a dialog that asks something else", { timeout: 240_000 }, async () => {
  const sent: string[] = [];
  const { failing, yaml } = await tryPages(browser, lone(sent), { pages: 8, actions: 300, depth: 3 });
  expect(failing).toEqual([]);
  expect(sent).toEqual([]);
  expect(yaml).toContain("/about");
});
