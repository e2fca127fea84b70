import { json } from "node:stream/consumers";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createPlaywrightBrowser } from "#adapters/playwright/launch.ts";
import { tryPages } from "#test/support/failing-cases.ts";
import type { Browser } from "#ports/browser.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await createPlaywrightBrowser();
});
afterAll(() => browser.close());

type Activity = { id: number; kind: string; text: string; day: string };

/** What was done with somebody, each in a part of its own, made in a dialog; `forgets`: a removal is only shown. */
const SCRIPT = `
const dialog = document.querySelector("dialog"), form = document.querySelector("form");
let all = [];
const draw = () => document.querySelector("#list").replaceChildren(...all.map((each) => {
  const part = document.createElement("article"), text = document.createElement("p"), kind = document.createElement("strong"), remove = document.createElement("button");
  kind.textContent = each.kind;
  text.textContent = each.text;
  remove.textContent = "Delete";
  remove.ariaLabel = "Delete " + each.kind.toLowerCase() + " of " + each.day;
  remove.onclick = async () => { if (!confirm("Delete it?")) return; await fetch("/api/activities/" + each.id, { method: "DELETE" }); all = all.filter((other) => other !== each); draw(); };
  part.append(kind, text, remove);
  return part;
}));
const load = async () => { all = await (await fetch("/api/activities")).json(); draw(); };
document.querySelector("#add").onclick = () => dialog.showModal();
form.onsubmit = async (event) => {
  event.preventDefault();
  const { kind, text } = Object.fromEntries(new FormData(form));
  if (text.trim() === "") return;
  await fetch("/api/activities", { method: "POST", body: JSON.stringify({ kind, text }) });
  form.reset();
  dialog.close();
  await load();
};
load();`;

const person = `<h1>Rosa Abbott</h1><p>Aldergate Foods</p><h2>Activities</h2><p><button id=add type=button>Add activity</button></p><div id=list></div>
  <dialog aria-label="New activity"><form novalidate><p><label>Kind <select name=kind><option>Call<option>Email<option>Meeting</select></label> <label>Details <textarea name=text maxlength=400></textarea></label></p><button>Save</button></form></dialog><script>${SCRIPT}</script>`;

const createDesk = (forgets: boolean): RequestListener => {
  let all: Activity[] = [
    { id: 1, kind: "Call", text: "Asked for an offer.", day: "3 May 2026" },
    { id: 2, kind: "Email", text: "Sent the offer.", day: "9 June 2026" },
  ];
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method, url = "/" } = request;
    if (method === "POST")
      all = [
        ...all,
        { ...((await json(request)) as Activity), id: all.length + 10, day: "26 November 2026" },
      ];
    if (method === "DELETE" && !forgets) all = all.filter(({ id }) => id !== Number(url.split("/")[3]));
    const isApi = url.startsWith("/api/");
    const main =
      url === "/"
        ? `<h1>People</h1><ul><li><a href="/people/12">Rosa Abbott</a> Aldergate Foods</li></ul>`
        : url === "/people/12"
          ? person
          : "";
    response.writeHead(isApi || main ? 200 : 404, {
      "content-type": isApi ? "application/json" : "text/html; charset=utf-8",
    });
    response.end(
      isApi
        ? JSON.stringify(all)
        : `<!doctype html><html lang=en><meta charset=utf-8><title>Desk</title><link rel=icon href="data:,"><main>${main || "<h1>Not found</h1>"}</main>`,
    );
  };
  return (request, response) => void answer(request, response);
};

it.each<[boolean, string[]]>([
  [false, []],
  [true, ["delete"]],
])(
  "activities of somebody, made in a dialog, of which a removal is forgotten: %s",
  { timeout: 240_000 },
  async (forgets, told) => {
    const { failing, yaml } = await tryPages(browser, createDesk(forgets), {
      only: /^post-/,
      pages: 6,
      actions: 300,
    });
    expect(failing.map((id) => id.replace(/^post-.*-(?=delete$)/, ""))).toEqual(told);
    expect(yaml).toMatch(/id: post-\S+-delete\n/);
  },
);
