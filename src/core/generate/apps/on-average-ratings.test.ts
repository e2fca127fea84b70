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

type Way = {
  /** The average is not reckoned again. */
  stale?: boolean;
  /** Who has written one may take it away, and is asked for no other one. */
  single?: boolean;
  /** What there is besides the reviews that the page lists. */
  more?: number;
  /** Shows averages in halves. */
  halves?: boolean;
  marks?: number[];
};

const stars = (many: number): string => "★".repeat(many) + "☆".repeat(5 - many);

/** Reviews of a course, with their average above them. */
const createReviews = ({
  stale = false,
  single = false,
  more = 0,
  halves = false,
  marks = [5, 4, 2],
}: Way): RequestListener => {
  const reviews = marks.map((given, at) => ({ given, text: `I liked part ${at + 1}.`, own: false }));
  const mean = (all: number[]): number => all.reduce((sum, each) => sum + each, 0) / all.length;
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (request.method === "POST") {
      const sent = new URLSearchParams(await textOf(request));
      const own = reviews.findIndex((review) => review.own);
      if (request.url === "/remove") reviews.splice(own, own < 0 ? 0 : 1);
      else reviews.push({ given: Number(sent.get("stars") ?? 1), text: sent.get("text") ?? "", own: true });
      return void response.writeHead(303, { location: "/" }).end();
    }
    const value = mean(stale ? marks : reviews.map(({ given }) => given));
    const average = (halves ? Math.round(value * 2) / 2 : value).toFixed(1);
    const isAsked = !single || !reviews.some(({ own }) => own);
    const form = `<h2>Write a review</h2><form method=post action="/reviews"><fieldset><legend>Your rating</legend>${[1, 2, 3, 4, 5].map((many) => `<label><input type=radio name=stars value=${many} required> ${many} star${many > 1 ? "s" : ""}</label>`).join("")}</fieldset>
      <label>Your review <textarea name=text required></textarea></label><button>Post review</button></form>`;
    response.writeHead(request.url === "/" ? 200 : 404, { "content-type": "text/html; charset=utf-8" });
    response.end(`<!doctype html><html lang=en><title>Course</title><link rel=icon href="data:,"><main><h1>Spanish</h1>
      <p>Rating: <b>${average} of 5 (${reviews.length + more} reviews)</b></p><h2>Reviews</h2>
      ${reviews.map(({ given, text, own }) => `<article><p>${stars(given)}</p><p>${escapeHtml(text)}</p>${own && single ? `<form method=post action="/remove"><button>Delete my review</button></form>` : ""}</article>`).join("")}
      ${isAsked ? form : ""}</main>`);
  };
  return (request, response) => void answer(request, response);
};

const tried = (way: Way) => tryPages(browser, createReviews(way), { only: /^post/, pages: 8, actions: 300 });

it.each<[string, Way, string[]]>([
  ["is right where one may write one", { single: true }, []],
  ["is right where one may write many", {}, []],
  ["stays where one may write one", { single: true, stale: true }, ["post-write-a-review"]],
  ["stays where one may write many", { stale: true, marks: [1, 2, 1] }, ["post-write-a-review"]],
  ["is shown in halves", { single: true, halves: true, marks: [4, 3] }, []],
  ["is that of more than are listed", { single: true, stale: true, more: 40 }, []],
])("an average of ratings that %s", { timeout: 240_000 }, async (_, way, expected) => {
  const { failing, yaml } = await tried(way);
  expect(failing).toEqual(expected);
  const isTold = way.more === undefined && (way.single === true || way.stale === true);
  expect(/of 5 \\+\(/.test(yaml)).toBe(isTold);
});
