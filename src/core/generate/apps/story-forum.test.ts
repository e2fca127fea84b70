import { text } from "node:stream/consumers";
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

type Fault =
  | "turns to pages that overlap"
  | "forgets a like"
  | "deletes the post before"
  | "takes a thread without a title"
  | "shows markup of who one is"
  | "breaks without what is optional"
  | null;

type Post = { id: number; body: string; likes: number; own: boolean };
type Thread = { id: number; title: string; tag: string; posts: Post[] };

const TITLES = [
  "Anchors for a muddy bay",
  "Best paint below the waterline",
  "Charts on paper",
  "Dinghy wanted",
  "Engine will not start",
  "Fenders that last",
  "Galley stove advice",
  "How to read the tide",
  "Kayak trips in autumn",
  "Lost oar near the pier",
  "Moorings for next year",
];
const TAGS = ["gear", "trips"];
const PER_PAGE = 8;

/** Threads in a table that is called after how many it shows, beside what happened last, which all pages show. */
const forum = (fault: Fault): RequestListener => {
  let last = 100;
  const post = (body: string, own = false): Post => ({ id: ++last, body, likes: 2, own });
  const threads = TITLES.map((title, at): Thread => {
    const posts = [`About ${title}, which I would like to hear of.`, "So would I.", "And I."].map((body) =>
      post(body),
    );
    return { id: 40 + at, title, tag: TAGS[at % 3 === 0 ? 1 : 0] ?? "", posts };
  });
  const me = { name: "Ada Lindqvist", about: "Sails on Sundays and mends nets." };
  const likes = new Set<number>();
  const page = (title: string, main: string): string => `<!doctype html><html lang=en><meta charset=utf-8>
    <title>${title}</title><link rel=icon href="data:,"><header><nav><a href="/">Threads</a> <a href="/me">My page</a>
    <a href="/settings">Settings</a> <a href="/ask">Ask us</a></nav></header><main><h1>${title}</h1>${main}</main>
    <aside aria-label="Latest activity"><h2>Latest activity</h2><ul>${threads
      .flatMap((thread) => thread.posts.map(({ id }) => ({ id, thread })))
      .toSorted((a, b) => b.id - a.id)
      .slice(0, 5)
      .map(({ thread }) => `<li>Somebody in <a href="/t/${thread.id}">${escapeHtml(thread.title)}</a></li>`)
      .join("")}</ul></aside></html>`;
  const list = (url: URL): string => {
    const tag = url.searchParams.get("tag") ?? "";
    const number = Number(url.searchParams.get("page") ?? 1);
    const all = threads.filter((thread) => tag === "" || thread.tag === tag).toReversed();
    const overlap = fault === "turns to pages that overlap" && number > 1 ? 1 : 0;
    const from = (number - 1) * PER_PAGE - overlap;
    const rows = all.slice(from, from + PER_PAGE);
    return `<form action="/"><label>Tag <select name=tag><option value="">All tags</option>${TAGS.map(
      (each) => `<option${each === tag ? " selected" : ""}>${each}</option>`,
    ).join("")}</select></label> <button>Apply</button></form><p><a href="/new">New thread</a></p>
      <table><caption>${all.length} threads, showing ${from + 1} to ${from + rows.length}</caption><thead><tr><th>Thread<th>Tag<th>Posts</tr></thead><tbody>${rows
        .map(
          (row) =>
            `<tr><td><a href="/t/${row.id}">${escapeHtml(row.title)}</a><td>${row.tag}<td>${row.posts.length}</tr>`,
        )
        .join("")}</tbody></table>${
        number * PER_PAGE < all.length
          ? `<nav aria-label=Pages><a href="/?tag=${tag}&amp;page=${number + 1}">Next</a></nav>`
          : ""
      }`;
  };
  const posts = (thread: Thread): string =>
    `<section class=posts><h2>Posts</h2>${thread.posts
      .map(
        ({ id, body, likes: many, own }) =>
          `<article><p>${escapeHtml(body)}</p>${
            own
              ? `<p><a href="/p/${id}/delete">Delete post</a></p>`
              : `<button onclick="like(this, ${id})">${likes.has(id) ? "Liked" : "Like"} (${many + (likes.has(id) ? 1 : 0)})</button>`
          }</article>`,
      )
      .join(
        "",
      )}</section><form method=post action="/t/${thread.id}"><label>Your reply <textarea name=body></textarea></label> <button>Post reply</button></form>
      <script>const like = async (button, id) => { await fetch("/p/" + id + "/like", { method: "POST" });
        const many = Number(/\\d+/.exec(button.textContent)); const on = button.textContent.startsWith("Liked");
        button.textContent = on ? "Like (" + (many - 1) + ")" : "Liked (" + (many + 1) + ")"; };</script>`;
  const making = (said = "", values = new URLSearchParams()): string =>
    `<p role=alert>${said}</p><form method=post action="/new" novalidate>
      <label for=title>Title</label><input id=title name=title aria-describedby=hint value="${escapeHtml(values.get("title") ?? "")}"><p id=hint>3 to 90 characters.</p>
      <label>Tag <select name=tag>${TAGS.map((tag) => `<option>${tag}</option>`).join("")}</select></label>
      <label for=body>Text</label><textarea id=body name=body aria-describedby=least>${escapeHtml(values.get("body") ?? "")}</textarea><p id=least>At least 5 characters.</p>
      <button>Create thread</button></form>`;
  const settings = (): string =>
    `<form method=post action="/settings"><label>Pen name <input name=name value="${escapeHtml(me.name)}"></label>
      <label>About you <textarea name=about>${escapeHtml(me.about)}</textarea></label> <button>Save settings</button></form>`;
  const question = `<form method=post action="/ask"><label>Your question <textarea name=what required></textarea></label>
    <label>Boat (optional) <input name=boat></label> <button>Send question</button></form>`;
  return (request, response) =>
    void text(request).then((body) => {
      const url = new URL(request.url ?? "/", "http://app");
      const sent = new URLSearchParams(body);
      const isPost = request.method === "POST";
      const head = { "content-type": "text/html; charset=utf-8" };
      const answer = (title: string, main: string, status = 200): void =>
        void response.writeHead(status, head).end(page(escapeHtml(title), main));
      const to = (location: string): void => void response.writeHead(303, { ...head, location }).end();
      const [, kind, id = "", verb] = url.pathname.split("/");
      const thread = kind === "t" ? threads.find((each) => String(each.id) === id) : undefined;
      const holder = threads.find((each) => each.posts.some((one) => String(one.id) === id));
      if (thread && isPost) {
        const said = (sent.get("body") ?? "").trim();
        if (said !== "") thread.posts.push(post(said, true));
        return to(`/t/${thread.id}`);
      }
      if (thread) return answer(thread.title, posts(thread));
      if (kind === "p" && holder && verb === "like" && isPost) {
        const number = Number(id);
        if (likes.has(number)) likes.delete(number);
        else if (fault !== "forgets a like") likes.add(number);
        return to(`/t/${holder.id}`);
      }
      if (kind === "p" && holder && isPost) {
        const at = holder.posts.findIndex((one) => String(one.id) === id);
        holder.posts.splice(fault === "deletes the post before" ? Math.max(0, at - 1) : at, 1);
        return to(`/t/${holder.id}`);
      }
      if (kind === "p" && holder)
        return answer(
          "Delete this post?",
          `<form method=post action="/p/${id}/delete"><button>Yes, delete</button> <a href="/t/${holder.id}">No, keep it</a></form>`,
        );
      if (url.pathname === "/new" && isPost) {
        const title = (sent.get("title") ?? "").trim();
        const said = (sent.get("body") ?? "").trim();
        if ((title.length < 3 && fault !== "takes a thread without a title") || said.length < 5)
          return answer("New thread", making("Title and text are too short.", sent), 422);
        threads.push({ id: ++last, title, tag: sent.get("tag") ?? "", posts: [post(said, true)] });
        return to(`/t/${last - 1}`);
      }
      if (url.pathname === "/new") return answer("New thread", making());
      if (url.pathname === "/settings" && isPost) {
        Object.assign(me, { name: sent.get("name") ?? "", about: sent.get("about") ?? "" });
        return to("/settings");
      }
      if (url.pathname === "/settings") return answer("Settings", settings());
      if (url.pathname === "/me")
        return answer(
          "My page",
          `<p>${fault === "shows markup of who one is" ? me.about : escapeHtml(me.about)}</p>`,
        );
      if (url.pathname === "/ask" && isPost) {
        const isBroken = fault === "breaks without what is optional" && (sent.get("boat") ?? "") === "";
        return isBroken ? answer("Error", "", 500) : answer("Thank you", "<p>We look into it.</p>");
      }
      if (url.pathname === "/ask") return answer("Ask us", question);
      if (url.pathname === "/") return answer("Threads", list(url));
      return answer("Not found", "<p>There is no such page.</p>", 404);
    });
};

const LIMITS = { pages: 30, actions: 300 };

it("a forum that is sound", { timeout: 240_000 }, async () => {
  const { failing, yaml } = await tryPages(browser, forum(null), LIMITS);
  expect(failing).toEqual([]);
  for (const id of ["paging-home", "filter-home-tag", "post-[\\w-]+-delete", "ask-without-optional"])
    expect(yaml).toMatch(new RegExp(`id: ${id}\n`));
});

it.each<[Fault, RegExp]>([
  ["turns to pages that overlap", /^paging-home$/],
  ["forgets a like", /^toggle-.*like/],
  ["deletes the post before", /^post-.*-delete$/],
  ["takes a thread without a title", /requires$/],
  ["shows markup of who one is", /^settings-settings-about-you$/],
  ["breaks without what is optional", /^ask-without-optional$/],
])('a forum that "%s"', { timeout: 240_000 }, async (fault, expected) => {
  const { failing } = await tryPages(browser, forum(fault), { ...LIMITS, only: expected });
  expect(failing).not.toEqual([]);
});
