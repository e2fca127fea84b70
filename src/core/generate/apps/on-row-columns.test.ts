import { text as textOf } from "node:stream/consumers";
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

type Lesson = { title: string; minutes: string; site: string; level: string; version: number; at: number };
/** A change puts the level back, or leaves the minutes as they were; the list shows another site. */
type Fault = "level" | "minutes" | "site";

const LEVELS = ["Beginners", "Advanced", "Masters"];
const DAY = 86_400_000;

const shell = (title: string, main: string): string =>
  `<!doctype html><html lang=en><meta charset=utf-8><title>${title}</title><link rel=icon href="data:,"><nav><a href="/">Lessons</a></nav><main><h1>${title}</h1>${main}</main>`;

const form = (lesson?: Lesson): string =>
  `<form method=post><p><label>Title <input name=title required value="${escapeHtml(lesson?.title ?? "")}"></label></p>
  <p><label>Minutes <input type=number name=minutes min=15 step=15 required value="${lesson?.minutes ?? ""}"></label></p>
  <p><label>Website <input name=site required value="${escapeHtml(lesson?.site ?? "")}"></label></p>
  <p><label>Level <select name=level>${LEVELS.map((each) => `<option${each === lesson?.level ? " selected" : ""}>${each}</option>`).join("")}</select></label></p><button>Save</button></form>`;

const ago = (at: number): string => {
  const seconds = Math.round((Date.now() - at) / 1000);
  return seconds < 3600 ? `${seconds} seconds ago` : `${Math.round(seconds / 86_400)} days ago`;
};

/** A list that counts changes, tells how long ago something was made, and shows the title as it is in an address. */
const createLessons = (fault: Fault | null): RequestListener => {
  const lessons = ["Knots", "Sail trim", "Night sailing"].map((title, at): Lesson => {
    const site = `https://${["knots.example", "trim.example", "night.example"][at]}/`;
    return {
      title,
      minutes: String(45 + 15 * at),
      site,
      level: LEVELS[at] ?? "",
      version: 1,
      at: Date.now() - (at + 2) * DAY,
    };
  });
  const list = (): string =>
    `<p><a href="/new">New lesson</a></p><table aria-label=Lessons><thead><tr>${["Title", "Minutes", "Website", "Level", "Version", "Created", "Slug", ""].map((name) => `<th>${name}`).join("")}</thead><tbody>${lessons
      .map(({ title, minutes, site, level, version, at }, id) =>
        [
          escapeHtml(title),
          minutes,
          fault === "site" ? "sailing.example" : escapeHtml(site.replace(/^\w+:\/\/|\/$/g, "")),
          level,
          version,
          ago(at),
          title.toLowerCase().replace(/[^a-z0-9]+/g, "-"),
          `<a href="/lessons/${id + 1}/edit">Edit</a>`,
        ].join("<td>"),
      )
      .map((cells) => `<tr><td>${cells}`)
      .join("")}</tbody></table>`;
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname } = new URL(request.url ?? "/", "http://app");
    const lesson = lessons[Number(/^\/lessons\/(\d+)\/edit$/.exec(pathname)?.[1] ?? 0) - 1];
    if (request.method === "POST") {
      const sent = new URLSearchParams(await textOf(request));
      const [title = "", minutes = "", site = "", level = ""] = ["title", "minutes", "site", "level"].map(
        (name) => sent.get(name)?.trim(),
      );
      if (!lesson) lessons.push({ title, minutes, site, level, version: 1, at: Date.now() });
      else
        Object.assign(lesson, {
          title,
          minutes: fault === "minutes" ? lesson.minutes : minutes,
          site,
          level: fault === "level" ? LEVELS[0] : level,
          version: lesson.version + 1,
        });
      return void response.writeHead(303, { location: "/" }).end();
    }
    const page =
      pathname === "/"
        ? shell("Lessons", list())
        : pathname === "/new"
          ? shell("New lesson", form())
          : lesson
            ? shell("Change lesson", form(lesson))
            : null;
    response.writeHead(page === null ? 404 : 200, { "content-type": "text/html" });
    response.end(page ?? shell("Not found", "<p>There is no such page.</p>"));
  };
  return (request, response) => void answer(request, response);
};

it.each<[Fault | null, string[]]>([
  [null, []],
  ["level", ["edit-lesson"]],
  ["minutes", ["edit-lesson"]],
  ["site", ["shows-lesson"]],
])("columns that nobody types, and numbers in steps: %s", { timeout: 240_000 }, async (fault, told) => {
  const { failing, yaml } = await tryPages(browser, createLessons(fault), {
    only: /^(?:create|shows|edit)-lesson$/,
  });
  expect(failing).toEqual(told);
  for (const id of ["create-lesson", "shows-lesson", "edit-lesson"]) expect(yaml).toContain(`id: ${id}\n`);
});
