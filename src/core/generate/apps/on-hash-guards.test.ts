import type { RequestListener } from "node:http";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createPlaywrightBrowser } from "#adapters/playwright/launch.ts";
import type { Browser } from "#ports/browser.ts";
import { suiteForApp } from "#test/support/generate-suite.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await createPlaywrightBrowser();
});
afterAll(() => browser.close());

const STORIES = ["What the summer heat did to my tomatoes", "Spring rain", "Autumn leaves", "Winter light"];
const OWN = ["drafts", "circle", "settings", "billing"];

/** Stories for everybody and pages of one's own under routes of the hash, all drawn once their data have come, which takes a while. */
const blog: RequestListener = (request, response) => {
  const isIn = request.headers.cookie?.includes("in=1") === true;
  const { pathname } = new URL(request.url ?? "/", "http://app");
  if (pathname === "/in") return void response.writeHead(204, { "set-cookie": "in=1; Path=/" }).end();
  if (pathname === "/data") return void setTimeout(() => response.end(isIn ? "in" : "out"), 500);
  response.writeHead(pathname === "/" ? 200 : 404, { "content-type": "text/html; charset=utf-8" });
  response.end(`<!doctype html><html lang=en><title>Quill</title><link rel=icon href="data:,"><nav aria-label=Main></nav><main>Loading…</main><script>
    const stories = ${JSON.stringify(STORIES)}, own = ${JSON.stringify(OWN)}, main = document.querySelector("main");
    const slug = (title) => title.toLowerCase().replaceAll(" ", "-");
    const show = async () => {
      const isIn = (await (await fetch("/data")).text()) === "in";
      const [, place = "", part = ""] = location.hash.split("/");
      if (!isIn && own.includes(place)) return location.replace("#/login");
      document.querySelector("nav").innerHTML = '<a href="#/">Stories</a> ' + (isIn ? own.map((each) => '<a href="#/' + each + '">' + each + '</a>').join(" ") : '<a href="#/login">Log in</a>');
      const title = place === "" ? "Stories" : place === "story" ? stories.find((each) => slug(each) === part) : place;
      main.innerHTML = "<h1>" + title + "</h1>" + (place === "" ? "<p>" + (isIn ? "Welcome back" : "Welcome") + "</p><ul>" + stories.map((each) => '<li><a href="#/story/' + slug(each) + '">' + each + "</a></li>").join("") + "</ul>"
        : place === "story" ? "<p>It began one day, and nobody knew how it would end, not even the rain.</p><ul><li>Rain</li><li>Sun</li></ul>"
        : place === "login" ? '<form><label>Name <input name=user></label> <label>Password <input type=password name=password></label> <button>Log in</button></form>'
        : "<p>What is yours alone is on this page, and on no other one.</p>");
      const form = document.querySelector("form");
      if (form) form.onsubmit = async (event) => { event.preventDefault();
        if (form.password.value !== "secret") return void form.append("That is not the password.");
        await fetch("/in"); location.hash = "#/"; };
    };
    onhashchange = show; show();</script>`);
};

it(
  "pages that a script draws late are not taken for those that were there before",
  { timeout: 240_000 },
  async () => {
    const auth = { username: "ann", password: "secret", loginPath: "/#/login", secretName: "APP" };
    const { told, cases } = await suiteForApp(browser, blog, { auth });
    expect(told).toEqual([]);
    expect(cases).toContain("guarded");
  },
);
