import { json } from "node:stream/consumers";
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

type Paper = { id: number; title: string; file: string };
type Desk = { needed: boolean; accept: string; takes: RegExp; loses: boolean; anew?: boolean };

const formOf = (
  { needed, accept, anew = false }: Desk,
  at: string,
  { title, file }: Partial<Paper>,
): string =>
  `<form><p role=alert></p><label>Title <input name=title required value="${escapeHtml(title ?? "")}"></label>
  <label>Scan <input type=file name=scan accept="${accept}" ${needed && (anew || !file) ? "required" : ""}></label> <button>Save paper</button></form><script>
  document.querySelector("form").onsubmit = async (event) => { event.preventDefault(); const { title, scan } = event.target.elements;
    const answer = await fetch("${at}", { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ title: title.value, file: scan.files[0]?.name ?? "" }) });
    if (answer.ok) location.href = "/"; else document.querySelector("[role=alert]").textContent = (await answer.json()).message; };</script>`;

/** Papers with a scan each, which can be made, changed and removed. */
const archive = (desk: Desk): RequestListener => {
  let papers: Paper[] = ["Lease", "Permit", "Warranty"].map((title, id) => ({
    id,
    title,
    file: `${title.toLowerCase()}.pdf`,
  }));
  let last = papers.length;
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname } = new URL(request.url ?? "/", "http://app");
    const [, what = "", id = ""] = pathname.split("/");
    const paper = papers.find((each) => String(each.id) === id);
    const refuse = (message: string): void =>
      void response.writeHead(422, { "content-type": "application/json" }).end(JSON.stringify({ message }));
    if (request.method === "POST") {
      const { title, file } = what === "remove" ? paper! : ((await json(request)) as Paper);
      if (file !== "" && !desk.takes.test(file)) return refuse("The scan is of a kind that is not taken.");
      if (what === "new" && desk.needed && file === "") return refuse("Please choose a scan.");
      if (what === "new") papers.push({ id: (last += 1), title, file });
      if (what === "edit") Object.assign(paper!, { title, file: file || (desk.loses ? "" : paper!.file) });
      if (what === "remove") papers = papers.filter((each) => each !== paper);
      return void response.writeHead(303, { location: "/" }).end();
    }
    const main =
      what === "new"
        ? `<h1>New paper</h1>${formOf(desk, "/new", {})}`
        : what === "edit" && paper
          ? `<h1>Edit paper</h1>${formOf(desk, `/edit/${id}`, paper)}`
          : `<h1>Papers</h1><a href="/new">New paper</a><table aria-label=Papers><thead><tr><th>Title<th>Scan<th></tr></thead><tbody>${papers.map((each) => `<tr><td>${escapeHtml(each.title)}<td>${each.file || "None"}<td><a href="/edit/${each.id}">Edit</a> <form method=post action="/remove/${each.id}"><button>Remove</button></form></tr>`).join("")}</tbody></table>`;
    response.writeHead(/^\/(?:new|edit\/\d+)?$/.test(pathname) ? 200 : 404, {
      "content-type": "text/html; charset=utf-8",
    });
    response.end(
      `<!doctype html><html lang=en><title>Archive</title><link rel=icon href="data:,"><nav aria-label=Main><a href="/">Papers</a></nav><main>${main}</main>`,
    );
  };
  return (request, response) => void answer(request, response);
};

const LIMITS = { only: /^(?:create|shows|edit|delete)-paper/, pages: 5, actions: 300, depth: 2 };
const PDF: Desk = { needed: true, accept: "application/pdf", takes: /\.pdf$/, loses: false };

it.each([
  ["is needed and kept", PDF, "{Scan: {generate: pdf}}", []],
  ["is lost as the title is changed", { ...PDF, loses: true }, "{Scan: {generate: pdf}}", ["edit-paper"]],
  [
    "need not be, and is of a kind that only the answer tells",
    { ...PDF, needed: false, accept: "", takes: /\.png$/ },
    "{Scan: {generate: png}}",
    [],
  ],
  ["is asked for anew by the form for changing", { ...PDF, anew: true }, "{Scan: {generate: pdf}}", []],
  ["is a table of data", { ...PDF, needed: false, accept: ".csv" }, 'Title: "Tracewright', []],
  [
    "can be made in no kind that is taken",
    { ...PDF, needed: false, accept: ".docx" },
    'Title: "Tracewright',
    [],
  ],
])("a file that %s", { timeout: 240_000 }, async (_, desk, says, expected) => {
  const { failing, yaml } = await tryPages(browser, archive(desk), LIMITS);
  expect(yaml.includes("id: edit-paper")).toBe(desk.anew !== true);
  expect(yaml).toContain(says);
  expect(failing).toEqual(expected);
});
