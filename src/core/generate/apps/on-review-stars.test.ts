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

type Way = "as they were given" | "as five" | "lost when saved" | "left as they are";

type Review = { id: number; text: string; stars: number; isMine: boolean };

/** Reviews of a plant with stars, each of one's own with a form for changing it; `way`: its stars there. `many`: one may write several. */
const createReviews = (way: Way, many: boolean): RequestListener => {
  let reviews: Review[] = [{ id: 1, text: "It grows and grows.", stars: 5, isMine: false }];
  let last = 1;
  const formFor = (action: string, text: string, stars: number, label: string): string => {
    const given = way === "as five" && stars > 0 ? 5 : stars;
    const radios = [1, 2, 3, 4, 5].map(
      (each) =>
        `<label><input type=radio name=stars value=${each}${each === given ? " checked" : ""}> ${each} ${each === 1 ? "star" : "stars"}</label>`,
    );
    const rating =
      way === "left as they are" && stars > 0
        ? ""
        : `<fieldset><legend>Your rating</legend>${radios.join("")}</fieldset>`;
    return `<form method=post action="${action}">${rating}<label>Your review <textarea name=text required>${escapeHtml(text)}</textarea></label><button>${label}</button></form>`;
  };
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const [, deed = "", number = ""] = /^\/(edit|remove|reviews)\/?(\d*)$/.exec(request.url ?? "") ?? [];
    const review = reviews.find(({ id, isMine }) => isMine && id === Number(number));
    if (request.method === "POST") {
      const sent = new URLSearchParams(await textOf(request));
      const stars = Number(sent.get("stars") ?? 0);
      const text = sent.get("text")?.trim() ?? "";
      if (deed === "remove") reviews = reviews.filter((each) => each !== review);
      else if (review)
        Object.assign(review, { text, stars: way === "lost when saved" ? 1 : stars || review.stars });
      else if (many || !reviews.some(({ isMine }) => isMine))
        reviews.push({ id: (last += 1), text, stars, isMine: true });
      return void response.writeHead(303, { location: "/" }).end();
    }
    const rows = reviews.map(
      ({ id, text, stars, isMine }) =>
        `<li><p>${"★".repeat(stars)}${"☆".repeat(5 - stars)}</p><p>${escapeHtml(text)}</p>${isMine ? `<a href="/edit/${id}">Edit my review</a><form method=post action="/remove/${id}"><button>Delete my review</button></form>` : ""}</li>`,
    );
    const isOpen = many || !reviews.some(({ isMine }) => isMine);
    const list = `<h1>Fern</h1><h2>Reviews</h2><ul>${rows.join("")}</ul>${isOpen ? `<h2>Write a review</h2>${formFor("/reviews", "", 0, "Post review")}` : ""}`;
    const main =
      deed === "edit" && review
        ? `<h1>Edit my review</h1>${formFor(`/edit/${number}`, review.text, review.stars, "Save review")}`
        : list;
    response.writeHead(request.url === "/" || review ? 200 : 404, {
      "content-type": "text/html; charset=utf-8",
    });
    response.end(
      `<!doctype html><html lang=en><title>Fern</title><link rel=icon href="data:,"><main>${main}</main>`,
    );
  };
  return (request, response) => void answer(request, response);
};

const ONE = "post-write-a-review-unchanged";
const EACH = "post-write-a-review-edit";

it.each<[Way, boolean, string, string[], boolean]>([
  ["as they were given", false, ONE, [], true],
  ["as five", false, ONE, [ONE], true],
  ["lost when saved", false, ONE, [ONE], true],
  ["left as they are", false, ONE, [], false],
  ["as they were given", true, EACH, [], true],
  ["as five", true, EACH, [EACH], true],
  ["left as they are", true, EACH, [], true],
])(
  "stars that are %s in the form for a change, several of a visitor: %s",
  { timeout: 240_000 },
  async (way, many, id, told, has) => {
    const { failing, yaml } = await tryPages(browser, createReviews(way, many), {
      only: /^post/,
      pages: 8,
      actions: 300,
    });
    expect(failing).toEqual(told);
    expect(yaml.includes(`- id: ${id}\n`)).toBe(has);
  },
);
