import { text as textOf } from "node:stream/consumers";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createPlaywrightBrowser } from "#adapters/playwright/launch.ts";
import type { Browser } from "#ports/browser.ts";
import { tryPages } from "#test/support/failing-cases.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await createPlaywrightBrowser();
});
afterAll(() => browser.close());

type Article = { title: string; words: string };

/** Articles whose rows are clicked to open them; fields without a form, and what saves them in the head of the page. */
const createArticles = (broken: "nothing" | "titles" | "removals"): RequestListener => {
  const articles: Article[] = ["Bread", "Bridges", "Harbour", "Letters", "Owls", "Wool"].map((title, at) => ({
    title,
    words: String(400 + at * 50),
  }));
  const script = `
    const show = async () => {
      const at = location.pathname.split("/")[2];
      const all = await (await fetch("/api")).json();
      const page = (head, body) => { document.body.innerHTML = "<header><nav><a href='/articles'>Articles</a></nav>" + head + "</header><main>" + body + "</main>"; };
      if (!at) {
        page("<h1>Articles</h1><a href='/articles/new'>New article</a>", "<table><thead><tr><th>Title<th>Words</thead><tbody></tbody></table>");
        all.forEach(({ title, words }, id) => {
          const row = document.querySelector("tbody").insertRow();
          row.insertCell().textContent = title;
          row.insertCell().textContent = words;
          row.onclick = () => { history.pushState(null, "", "/articles/" + id); show(); };
        });
        return;
      }
      const block = (name, field) => "<div data-field=" + name.toLowerCase() + "><p><button type=button>" + name + "</button></p><div>" + field + "</div></div>";
      page("<h1></h1>" + (all[Number(at)] ? "<button type=button id=remove><i data-icon=delete style='display:block;width:9px;height:9px'></i></button>" : "") + "<button type=button id=save>Save</button>", "<div>" + block("Title", "<input autocomplete=off>") + block("Words", "<input type=number>") + "</div>");
      const [title, words] = document.querySelectorAll("input");
      const own = all[Number(at)];
      document.querySelector("h1").textContent = own ? own.title : "New article";
      if (own) document.querySelector("#remove").onclick = async () => {
        document.body.insertAdjacentHTML("beforeend", "<div id=asks style='position:fixed;inset:0;background:#fff'><p>Delete this article?</p><button>Cancel</button> <button>Delete</button></div>");
        const [no, yes] = document.querySelectorAll("#asks button");
        no.onclick = () => no.parentElement.remove();
        yes.onclick = async () => {
          await fetch("/api/" + at, { method: "DELETE" });
          history.pushState(null, "", "/articles");
          show();
        };
      };
      if (own) [title.value, words.value] = [own.title, own.words];
      document.querySelector("#save").onclick = async () => {
        if (title.value.trim() === "") return;
        await fetch("/api" + (own ? "/" + at : ""), { method: "POST", body: JSON.stringify({ title: title.value, words: words.value }) });
        history.pushState(null, "", "/articles");
        show();
      };
    };
    addEventListener("popstate", show);
    show();`;
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname } = new URL(request.url ?? "/", "http://app");
    const [, at] = /^\/api\/(\d+)$/.exec(pathname) ?? [];
    if (request.method === "POST") {
      const sent = JSON.parse(await textOf(request)) as Article;
      const own = articles[Number(at)];
      if (own) Object.assign(own, broken === "titles" ? { words: sent.words } : sent);
      else articles.push(sent);
    }
    if (request.method === "DELETE") articles.splice(broken === "removals" ? 0 : Number(at), 1);
    if (pathname.startsWith("/api")) return void response.end(JSON.stringify(articles));
    response.writeHead(200, { "content-type": "text/html; charset=utf-8" });
    response.end(
      `<!doctype html><html lang=en><title>Articles</title><link rel=icon href="data:,"><body><script>${script}</script>`,
    );
  };
  return (request, response) => void answer(request, response);
};

const options = { only: /article/, pages: 6, actions: 300 };

it(
  "what is made in fields without a form is opened by a click on its row, changed, and removed there by what has an icon alone",
  { timeout: 300_000 },
  async () => {
    const sound = await tryPages(browser, createArticles("nothing"), options);
    expect(sound.failing).toEqual([]);
    expect(sound.yaml).toMatch(/click: \{role: cell, name: /);
    expect(sound.yaml).toContain(`data-icon`);
    for (const broken of ["titles", "removals"] as const)
      expect((await tryPages(browser, createArticles(broken), options)).failing).not.toEqual([]);
  },
);
