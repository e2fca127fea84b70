import type { RequestListener } from "node:http";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createPlaywrightBrowser } from "#adapters/playwright/launch.ts";
import { tryPages } from "#test/support/failing-cases.ts";
import type { Browser } from "#ports/browser.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await createPlaywrightBrowser();
});
afterAll(() => browser.close());

const LESSONS = ["First steps", "Branches", "Merging", "Going back"];

type Way = "each" | "all" | "what follows" | "one at a time" | "for good";

/** Lessons that are marked as done by a form of one button alone; `way`: which marks are gone when one is taken back. */
const course = (way: Way): RequestListener => {
  let done = way === "for good" ? [] : [1];
  return (request, response) => {
    const [, at = "", action = ""] = /^\/lessons\/(\d)\/?(\w*)$/.exec(request.url ?? "") ?? [];
    const number = Number(at);
    if (request.method === "POST") {
      if (action === "done") done = way === "one at a time" ? [number] : [...done, number];
      else if (way === "all") done = [];
      else done = done.filter((each) => (way === "what follows" ? each < number : each !== number));
      return void response.writeHead(303, { location: `/lessons/${at}` }).end();
    }
    const title = at === "" ? "Version control" : LESSONS[number - 1];
    const isDone = done.includes(number);
    const button = isDone
      ? way === "for good"
        ? ""
        : `<form method=post action="/lessons/${at}/undone"><button>Mark as not done</button></form>`
      : `<form method=post action="/lessons/${at}/done"><button>Mark as done</button></form>`;
    const list = `<ol aria-label=Lessons>${LESSONS.map((name, each) => `<li><a href="/lessons/${each + 1}">${name}</a>${done.includes(each + 1) ? " <b>Done</b>" : ""}</li>`).join("")}</ol>`;
    const isThere = request.url === "/" || (at !== "" && title !== undefined);
    response.writeHead(isThere ? 200 : 404, { "content-type": "text/html; charset=utf-8" });
    response.end(`<!doctype html><html lang=en><title>${title}</title><link rel=icon href="data:,"><nav><a href="/">Course</a></nav>
      <main><h1>${title}</h1>${at === "" ? list : `<p>What there is to say of ${title}.</p><p>${done.length} of ${LESSONS.length} done</p>${button}`}</main>`);
  };
};

it.each<[Way, string[], boolean, boolean]>([
  ["each", [], true, true],
  ["all", ["toggle-lesson-mark-as-not-done-siblings"], true, true],
  ["what follows", [], true, true],
  ["one at a time", [], true, false],
  ["for good", [], false, false],
])(
  "lessons of which taking back a mark takes it from %s",
  { timeout: 240_000 },
  async (way, told, ...has) => {
    const { failing, yaml } = await tryPages(browser, course(way), { pages: 8, actions: 300, depth: 3 });
    expect(failing).toEqual(told);
    expect([/id: toggle-\S+-done\n/, /id: toggle-\S+-siblings\n/].map((id) => id.test(yaml))).toEqual(has);
  },
);
