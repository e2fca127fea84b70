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

/** What a form says of a text, and what it takes. */
type Rule = { hint: string; takes: RegExp };

const LONG: Rule = { hint: "At least 10 characters, at most 500.", takes: /^[^]{10,500}$/ };
const KEY: Rule = {
  hint: "2 to 5 capital letters or digits, starting with a letter",
  takes: /^[A-Z][A-Z0-9]{1,4}$/,
};
const HYPHENS: Rule = { hint: "Letters, digits and hyphens", takes: /^[\w-]+$/ };

const SHORT: Rule = { hint: "3 to 40 characters", takes: /^[^]{3,40}$/ };

type Rules = { review: Rule; key: Rule; name: Rule; place: Rule };
const SOUND: Rules = { review: LONG, key: KEY, name: SHORT, place: HYPHENS };

const field = (name: string, { hint }: Rule, label: string, tag: "input" | "textarea"): string =>
  `<p><label for=${name}>${label}</label> <${tag} id=${name} name=${name} aria-required=true aria-describedby=${name}-hint></${tag}> <span id=${name}-hint>${hint}</span></p>`;

/** A club with reviews of its rooms, a list of its teams, each with a short key, and a form that asks for a place. */
const club = (rules: Rules): RequestListener => {
  const reviews = ["Bright and quiet.", "Cold in winter, but large."];
  let teams = [
    { key: "ROW", name: "Rowing" },
    { key: "CHS", name: "Chess" },
  ];
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = request.url ?? "/";
    const sent = new URLSearchParams(request.method === "POST" ? await textOf(request) : "");
    const show = (title: string, main: string, status = 200): void => {
      response.writeHead(status, { "content-type": "text/html; charset=utf-8" });
      response.end(
        `<!doctype html><html lang=en><title>${title}</title><link rel=icon href="data:,"><nav><a href="/">Hall</a> <a href="/teams">Teams</a> <a href="/place">Ask for a place</a></nav><main><h1>${title}</h1>${main}</main>`,
      );
    };
    const lead = (location: string): void => void response.writeHead(303, { location }).end();
    const wrong = (name: keyof Rules): string | null => {
      const text = (sent.get(name) ?? "").trim();
      if (request.method !== "POST" || rules[name].takes.test(text)) return null;
      return `<p role=alert>This cannot be taken. ${rules[name].hint}.</p>`;
    };
    if (url === "/") {
      const refused = wrong("review");
      if (request.method === "POST" && refused === null) {
        reviews.push((sent.get("review") ?? "").trim());
        return lead("/");
      }
      return show(
        "Hall",
        `<h2>Reviews</h2><ul>${reviews.map((each) => `<li>${escapeHtml(each)}</li>`).join("")}</ul><h2>Write a review</h2>${refused ?? ""}<form method=post action="/">${field("review", rules.review, "Your review", "textarea")}<button>Post review</button></form>`,
        refused === null ? 200 : 422,
      );
    }
    if (url === "/teams/new") {
      const refused = wrong("key") ?? wrong("name");
      if (request.method === "POST" && refused === null) {
        teams.push({ key: sent.get("key") ?? "", name: sent.get("name") ?? "" });
        return lead("/teams");
      }
      return show(
        "New team",
        `${refused ?? ""}<form method=post action="/teams/new">${field("key", rules.key, "Key", "input")}${field("name", rules.name, "Name", "input")}<button>Save team</button></form>`,
        refused === null ? 200 : 422,
      );
    }
    if (url.startsWith("/teams/remove/")) {
      teams = teams.filter(({ key }) => key !== decodeURIComponent(url.slice(14)));
      return lead("/teams");
    }
    if (url === "/teams")
      return show(
        "Teams",
        `<a href="/teams/new">New team</a><table><thead><tr><th>Key<th>Name<th></tr></thead><tbody>${teams.map(({ key, name }) => `<tr><td>${key}<td>${escapeHtml(name)}<td><form method=post action="/teams/remove/${encodeURIComponent(key)}"><button>Remove</button></form></tr>`).join("")}</tbody></table>`,
      );
    if (url !== "/place") return show("Not found", "<p>There is no such page.</p>", 404);
    const refused = wrong("place");
    if (request.method === "POST" && refused === null)
      return show("Thank you for asking", "<p>We will look into it.</p>");
    show(
      "Ask for a place",
      `${refused ?? ""}<form method=post action="/place">${field("place", rules.place, "Where", "input")}<button>Ask</button></form>`,
      refused === null ? 200 : 422,
    );
  };
  return (request, response) => void answer(request, response);
};

const LIMITS = { only: /^(?:create|post)-|-takes-/, pages: 9, actions: 300 };
const ALL = [
  "create-team-takes-signs-key",
  "place-takes-signs-where",
  "post-write-a-review-least",
  "create-team-takes-length-name",
  "create-team-takes-most-name",
].toSorted();
/** What made the first item or was sent first has all the signs already. */
const NEW = ALL.filter((id) => id !== "place-takes-signs-where");

const told = (yaml: string): string[] =>
  [...yaml.matchAll(/- id: (\S+(?:-takes-\S+|-least))\n/g)].map(([, id = ""]) => id).toSorted();

it("a club that takes what it says", { timeout: 240_000 }, async () => {
  const { failing, yaml } = await tryPages(browser, club(SOUND), LIMITS);
  expect(failing).toEqual([]);
  expect(told(yaml)).toEqual(NEW);
});

it("a club that takes less than it says", { timeout: 240_000 }, async () => {
  const { failing, yaml } = await tryPages(
    browser,
    club({
      review: { ...LONG, takes: /^[^]{25,500}$/ },
      key: { ...KEY, takes: /^[A-Z]{2,5}$/ },
      name: { ...SHORT, takes: /^[^]{4,39}$/ },
      place: { ...HYPHENS, takes: /^\w+$/ },
    }),
    LIMITS,
  );
  expect(failing.toSorted()).toEqual(ALL);
  expect(told(yaml)).toEqual(ALL);
});

it("a club that says more of what it takes", { timeout: 240_000 }, async () => {
  const { failing, yaml } = await tryPages(
    browser,
    club({
      review: { hint: "At least 10 characters, one of them a digit.", takes: /\d/ },
      key: { hint: "2 to 5 capital letters or digits, at least two of them letters", takes: /^[A-Z]{2,5}$/ },
      name: { hint: "3 to 40 characters, the first of them a letter", takes: /^[a-z].{2,39}$/i },
      place: { hint: "Letters and digits, for example Hall12", takes: /^[A-Z][a-z]+\d*$/ },
    }),
    LIMITS,
  );
  expect(failing).toEqual([]);
  expect(told(yaml)).toEqual([]);
});
