import { text as textOf } from "node:stream/consumers";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createPlaywrightBrowser } from "#adapters/playwright/launch.ts";
import { tryPages } from "#test/support/failing-cases.ts";
import type { Browser } from "#ports/browser.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await createPlaywrightBrowser();
});
afterAll(() => browser.close());

const QUESTIONS = [
  { text: "When do you commit?", answers: ["Once a year", "After each small step", "Only on Fridays"] },
  { text: "What makes a name good?", answers: ["It is short", "It rhymes", "It says what it is for"] },
];

type Way =
  | "refuses it"
  | "takes it"
  | "has the browser ask"
  | "breaks at it"
  | "breaks at any"
  | "has a vote";

/** Questions whose answers are buttons to choose from; `way`: what comes of nothing chosen. */
const quiz = (way: Way): RequestListener => {
  const asked = way === "has a vote" ? QUESTIONS.slice(0, 1) : QUESTIONS;
  const form = `<form method=post action="/">${asked
    .map(
      ({ text, answers }, at) =>
        `<fieldset><legend>${at + 1}. ${text}</legend>${answers.map((answer, each) => `<label><input type=radio name=q${at} value=${each}${way === "has the browser ask" ? " required" : ""}> ${answer}</label>`).join("")}</fieldset>`,
    )
    .join("")}<button>${way === "has a vote" ? "Vote" : "Hand in"}</button></form>`;
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const given = new URLSearchParams(request.method === "POST" ? await textOf(request) : "");
    const isMissing = asked.some((_, at) => !given.has(`q${at}`));
    const isSent = request.method === "POST";
    const breaks =
      isSent &&
      (way === "breaks at any" || (isMissing && (way === "breaks at it" || way === "has the browser ask")));
    const refuses = isSent && isMissing && way !== "takes it";
    const status = request.url !== "/" ? 404 : breaks ? 500 : refuses ? 422 : 200;
    response.writeHead(status, { "content-type": "text/html; charset=utf-8" });
    const said = refuses ? "<p role=alert>Answer all questions.</p>" : "";
    const main = isSent && !refuses ? "<p>You have handed in your answers.</p>" : `${said}${form}`;
    response.end(
      `<!doctype html><html lang=en><title>Quiz</title><link rel=icon href="data:,"><main><h1>Quiz</h1>${breaks ? "<p>Something went wrong</p>" : main}</main>`,
    );
  };
  return (request, response) => void answer(request, response);
};

it.each<[Way, string[], string[]]>([
  ["refuses it", [], ["home-submit", "home-unchosen"]],
  ["takes it", [], ["home-submit", "home-unchosen"]],
  ["has the browser ask", [], ["home-submit"]],
  ["breaks at it", ["home-unchosen"], ["home-submit", "home-unchosen"]],
  ["breaks at any", ["home-submit", "home-unchosen"], ["home-submit", "home-unchosen"]],
  ["has a vote", [], []],
])("a quiz of which nothing is chosen: it %s", { timeout: 240_000 }, async (way, told, has) => {
  const { failing, yaml } = await tryPages(browser, quiz(way), { actions: 300 });
  expect(failing).toEqual(told);
  const ids = ["home-submit", "home-unchosen"].filter((id) => yaml.includes(`id: ${id}\n`));
  expect(ids).toEqual(has);
});
