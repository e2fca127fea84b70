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

const LIMITS = { pages: 10, actions: 300, depth: 4 };

const escaped = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

/**
 * The office of a site that publishes: the first link of each page leads to a place on it, posts are greeted by a dialog just
 * once, users and comments are chosen by tabs, a table that is empty has a row that says so, the keys of categories are put in
 * small letters, and what is typed is shown with a printer's apostrophe, unless it is `kept` as that of markup.
 */
const office = (kept: boolean): RequestListener => {
  let greeted = false;
  const categories = [
    ["Roses", "roses"],
    ["Tools", "tools"],
    ["Vegetables", "vegetables"],
  ];
  const users = [
    ["editor", "Administrator"],
    ["hanna", "Author"],
    ["luis", "Author"],
    ["mei", "Author"],
  ];
  const pages = [
    ["/office/", "Dashboard"],
    ["/office/posts", "Posts"],
    ["/office/users", "Users"],
    ["/office/categories", "Categories"],
    ["/office/comments", "Comments"],
  ];
  const comments = [
    ["Thank you, this helped", "approved"],
    ["Where do I find the seeds?", "approved"],
    ["Nice", "pending"],
    ["When is the next swap?", "pending"],
  ];
  return (request, response) =>
    void textOf(request).then((body) => {
      const url = new URL(request.url ?? "/", "http://office.test");
      const { pathname, searchParams: asked } = url;
      const show = (title: string, main: string): void => {
        const links = pages.map(
          ([to, name]) => `<a href="${to}"${to === pathname ? " aria-current=page" : ""}>${name}</a>`,
        );
        response.writeHead(200, { "content-type": "text/html; charset=utf-8" });
        response.end(
          `<!doctype html><html lang=en><title>${title}</title><link rel=icon href="data:,"><style>.flown { position: absolute; left: -999em } nav:hover .flown { left: 0 }</style><nav><a href="#main">Skip to main content</a> ${links.join(" ")} <span class=flown><a href="/office/themes">All themes</a></span></nav><main id=main>${main}</main>`,
        );
      };
      if (pathname === "/office/categories" && request.method === "POST") {
        const sent = new URLSearchParams(body);
        const name = sent.get("name") ?? "";
        if (name.trim() !== "") categories.push([name, (sent.get("slug") ?? "").toLowerCase()]);
        return void response.writeHead(303, { location: "/office/categories" }).end();
      }
      const [, role] = /role=(\w+)/.exec(url.search) ?? [];
      const word = (asked.get("s") ?? "").toLowerCase();
      if (pathname === "/office/posts") {
        const first = !greeted;
        greeted = true;
        const dialog = `<div role=dialog aria-label=Welcome style="position:fixed;inset:20%;background:#fff"><h1>Welcome to the editor</h1><p>A few words.</p><button onclick="this.parentNode.remove()">Next</button></div>`;
        return show("Posts", `<h2>All posts</h2><p>Twelve posts so far.</p>${first ? dialog : ""}`);
      }
      if (pathname === "/office/users") {
        const some = users.filter(
          ([name = "", is = ""]) => (!role || is === role) && `${name} ${is}`.toLowerCase().includes(word),
        );
        const tabs = ["Administrator", "Author"].map(
          (is) =>
            `<li><a href="?role=${is}">${is} (${users.filter(([, own]) => own === is).length})</a> |</li>`,
        );
        const rows = some.map(
          ([name, is]) => `<tr><td><a href="/office/users?who=${name}">${name}</a><td>${is}</tr>`,
        );
        return show(
          "Users",
          `<h1>Users</h1><ul class=tabs>${tabs.join("")}</ul><form><input type=hidden name=role value="${role ?? ""}"><label>Search users <input type=search name=s value="${escaped(word)}"></label> <button>Search</button> <label>Current page <input name=paged size=2 value=1></label> of 1</form>
          ${some.length === 0 ? "<p>Nobody found.</p>" : `<table aria-label=Users><thead><tr><th>Name<th>Role</tr></thead><tbody>${rows.join("")}</tbody></table>`}`,
        );
      }
      if (pathname === "/office/categories") {
        const set = (name: string): string =>
          kept ? escaped(name).replaceAll("'", "&amp;#39;") : escaped(name).replaceAll("'", "’");
        return show(
          "Categories",
          `<h1>Categories</h1><form method=post><label>Name <input name=name required></label> <label>Slug <input name=slug></label> <button>Add category</button></form>
          <table aria-label=Categories><thead><tr><th>Name<th>Slug</tr></thead><tbody>${categories.map(([name = "", slug = ""]) => `<tr><td>${set(name)}<td>${escaped(slug)}</tr>`).join("")}</tbody></table>`,
        );
      }
      if (pathname === "/office/comments") {
        const state = asked.get("state");
        const some = comments.filter(([, is]) => !state || is === state);
        const number = (of: string): number => comments.filter(([, is]) => of === "" || is === of).length;
        const tabs = ["", "pending", "approved", "spam"].map(
          (is) =>
            `<li><a href="/office/comments${is && `?state=${is}`}">${is === "" ? "All" : is[0]?.toUpperCase() + is.slice(1)} (${number(is)})</a></li>`,
        );
        const rows = some.map(([said]) => `<tr><td>${said}<td><a href="/office/posts">Seeds</a></tr>`);
        return show(
          "Comments",
          `<h1>Comments</h1><ul>${tabs.join("")}</ul><p><a href="?${state ? `state=${state}&` : ""}order=date">By date</a></p><table aria-label=Comments><thead><tr><th>Comment<th>Post</tr></thead><tbody>${rows.join("") || "<tr><td colspan=2>No comments found.</tr>"}</tbody></table>`,
        );
      }
      if (pathname === "/office/tidy")
        return show(
          "Tidy up",
          `<h1>Tidy up</h1><p>${escaped(asked.get("panel[of]") ?? "")} ${asked.get("at")}</p>`,
        );
      if (pathname === "/office/themes")
        return show(
          "Themes",
          `<h1>Heads up!</h1><p>This edits the site.</p><p><a href="/office/">Go back</a></p>`,
        );
      return show(
        "Dashboard",
        `<h1>Dashboard</h1><p>All is well. <a href="/office/themes">Themes</a> <a href="/office/tidy?panel%5Bof%5D=menus&at=${asked.size}">Tidy up</a> <a href="/office/users?role=Administrator">Administrators</a></p>`,
      );
    });
};

it(
  "an office that publishes is well, whatever greets once, leads to a place on the page or is set by a printer",
  { timeout: 240_000 },
  async () => {
    // What the greeting has cannot be used again, which is seen before a suite is handed out.
    const only = /^(?!controls-office-posts)/;
    const { failing, yaml } = await tryPages(browser, office(false), { ...LIMITS, only });
    expect(failing).toEqual([]);
    expect(yaml).toMatch(/contains: "Tracewright \$\{tag\} Zoë & O"/);
  },
);

it("where the apostrophe is shown as markup writes it, that is told", { timeout: 240_000 }, async () => {
  const { failing } = await tryPages(browser, office(true), { ...LIMITS, only: /categor/ });
  expect(failing).toEqual(["shows-category"]);
});
