import { text as textOf } from "node:stream/consumers";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createPlaywrightBrowser } from "#adapters/playwright/launch.ts";
import { escapeHtml } from "#test/support/escape-html.ts";
import { suiteForApp } from "#test/support/generate-suite.ts";
import type { SuiteForApp } from "#test/support/generate-suite.ts";
import type { Browser } from "#ports/browser.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await createPlaywrightBrowser();
});
afterAll(() => browser.close());

type Fault = "escaped" | "deaf" | "reply" | "same" | "other" | "stale" | "month";
type Part = { id: number; text: string };
type Answer = Part & { notes: Part[] };
type Question = {
  id: number;
  title: string;
  text: string;
  tags: string[];
  answers: Answer[];
  notes: Part[];
  followed: boolean;
};

const SEED: [title: string, tags: string[], answers: number][] = [
  ["What does a new badge cost?", ["office"], 1],
  ["How is the boiler lit?", ["house", "heating"], 0],
  ["Where do the keys hang?", ["office", "keys"], 2],
  ["Who waters the plants?", ["office"], 1],
];
const PEOPLE: [name: string, month: number, day: number][] = [
  ["Ann Miller", 3, 15],
  ["Bob Stone", 5, 2],
  ["Cleo Park", 9, 28],
];
const MONTHS = ["", "January", "February", "March", "April", "May", "June", "July", "August", "September"];

/** A board of questions with answers, notes below both, tags and the people who ask. */
const createBoard = (has: (fault: Fault) => boolean) => {
  let last = 0;
  const part = (text: string): Part => ({ id: (last += 1), text });
  let questions = SEED.map(([title, tags, answers]): Question => {
    const given = Array.from({ length: answers }, (_, at) => ({
      ...part(`Ask at the desk ${at + 1} times.`),
      notes: [],
    }));
    return { ...part("Nobody knows it."), title, tags, answers: given, notes: [], followed: false };
  });
  const counted = (tag: string): number => questions.filter(({ tags }) => tags.includes(tag)).length;
  const first = new Map(SEED.flatMap(([, tags]) => tags).map((tag) => [tag, counted(tag)]));
  const notes = (all: Part[], at: string): string =>
    `${all.map(({ text }) => `<p>${escapeHtml(text)}</p>`).join("")}<form method=post action="${at}/notes" aria-label="Add a note">
      <label>Note <input name=text required></label> <button>Add note</button></form>`;
  const shown = ({ id, text, title, tags, answers, notes: own, followed }: Question): string =>
    `<h1>${escapeHtml(title)}</h1><p>${escapeHtml(text)}</p><p>${tags.map((tag) => `<i>${escapeHtml(tag)}</i>`).join(" ")}</p>
    <form method=post action="/questions/${id}/follow"><button${has("deaf") ? " type=button" : ""}>${followed ? "Unfollow" : "Follow"}</button></form>
    <p><a href="/questions/${id}/edit">Edit question</a> <a href="/questions/${id}/delete">Delete question</a></p>${notes(own, `/questions/${id}`)}
    <h2>Answers</h2>${answers
      .map(
        (answer) =>
          `<article><p>${escapeHtml(answer.text)}</p><a href="/answers/${answer.id}/edit">Edit answer</a> <a href="/answers/${answer.id}/delete">Delete answer</a>
          ${notes(answer.notes, `/answers/${answer.id}`)}</article>`,
      )
      .join("")}
    <h2>Your answer</h2><form method=post action="/questions/${id}/answers"><label>Answer <textarea name=text required></textarea></label> <button>Post answer</button></form>`;
  const asking = (question: Question | null): string => {
    const put = (text = ""): string => escapeHtml(has("escaped") && question ? escapeHtml(text) : text);
    return `<form method=post><label>Title <input name=title required value="${put(question?.title)}"></label>
      <label>Tags <input name=tags required value="${put(question?.tags.join(", "))}"></label> <p>One or more, with commas between them.</p>
      <label>Text <textarea name=text required>${put(question?.text)}</textarea></label> <button>${question ? "Save question" : "Ask"}</button></form>`;
  };
  const confirm = (what: string): string =>
    `<p>Do you really want to delete ${escapeHtml(what)}?</p><form method=post><button>Yes, delete</button></form>`;
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname } = new URL(request.url ?? "/", "http://app");
    const posted = request.method === "POST";
    const form = new URLSearchParams(posted ? await textOf(request) : "");
    const field = (name: string): string => form.get(name)?.trim() ?? "";
    const lead = (location: string): void => void response.writeHead(303, { location }).end();
    const page = (title: string, main: string, status = 200): void => {
      response.writeHead(status, { "content-type": "text/html; charset=utf-8" })
        .end(`<!doctype html><html lang=en><title>${escapeHtml(title)}</title><link rel=icon href="data:,"><nav><a href="/">Start</a> <a href="/questions">Questions</a>
        <a href="/tags">Tags</a> <a href="/people">People</a></nav><main>${main}</main>`);
    };
    const [, area = "", at = "", what = ""] = pathname.split("/");
    if (area === "") return page("Board", "<h1>Board</h1><p>Ask and answer.</p>");
    if (area === "tags") {
      const tags = [...new Set(questions.flatMap((question) => question.tags))];
      const count = (tag: string): number => (has("stale") && first.get(tag)) || counted(tag);
      return page(
        "Tags",
        `<h1>Tags</h1><table aria-label=Tags><thead><tr><th>Tag<th>Questions</tr></thead><tbody>${tags.map((tag) => `<tr><td>${escapeHtml(tag)}<td>${count(tag)}</tr>`).join("")}</tbody></table>`,
      );
    }
    if (area === "people") {
      const person = PEOPLE[Number(at) - 1];
      const day = (month: number, of: number): string => `${of} ${MONTHS[month]} 2021`;
      if (person) {
        const [name, month, of] = person;
        return page(
          name,
          `<h1>${name}</h1><dl><div><dt>Member since<dd>${day(month - (has("month") ? 1 : 0), of)}</div></dl>`,
        );
      }
      return page(
        "People",
        `<h1>People</h1><table aria-label=People><thead><tr><th>Name<th>Member since</tr></thead><tbody>${PEOPLE.map(
          ([name, month, of], index) =>
            `<tr><td><a href="/people/${index + 1}">${name}</a><td>${day(month, of)}</tr>`,
        ).join("")}</tbody></table>`,
      );
    }
    const question = questions.find(({ id, answers }) =>
      area === "answers" ? answers.some((answer) => String(answer.id) === at) : String(id) === at,
    );
    const answer = question?.answers.find(({ id }) => area === "answers" && String(id) === at);
    const own = `/questions/${question?.id}`;
    const tags = field("tags").split(/[,\s]+/);
    if (area === "questions" && at === "new") {
      if (!posted) return page("Ask a question", `<h1>Ask a question</h1>${asking(null)}`);
      const asked = {
        ...part(field("text")),
        title: field("title"),
        tags,
        answers: [],
        notes: [],
        followed: false,
      };
      questions.push(asked);
      return lead(`/questions/${asked.id}`);
    }
    if (area === "questions" && at === "")
      return page(
        "Questions",
        `<h1>Questions</h1><p><a href="/questions/new">Ask a question</a></p><ul aria-label=Questions>${questions
          .map(({ id, title }) => `<li><a href="/questions/${id}">${escapeHtml(title)}</a></li>`)
          .join("")}</ul>`,
      );
    if (!question) return page("Not found", "<h1>Not found</h1>", 404);
    if (what === "") return page(question.title, shown(question));
    if (what === "notes" && posted) {
      if (answer && has("reply")) return page("Error", "<h1>Error</h1>", 500);
      (answer ?? question).notes.push(part(field("text")));
      return lead(own);
    }
    if (what === "follow" && posted) question.followed = !question.followed;
    if (what === "answers" && posted) question.answers.push({ ...part(field("text")), notes: [] });
    if (what === "delete" && !posted)
      return page("Delete", `<h1>Delete</h1>${confirm(answer?.text ?? question.title)}`);
    if (what === "delete" && answer)
      question.answers = question.answers.filter(
        (each) => each !== (has("other") ? question.answers.at(-1) : answer),
      );
    else if (what === "delete") {
      questions = questions.filter((each) => each !== question);
      return lead("/questions");
    }
    if (what === "edit" && !posted) {
      const change = `<form method=post><label>Answer <textarea name=text required>${escapeHtml(answer?.text ?? "")}</textarea></label> <button>Save changes</button></form>`;
      return page(
        "Edit",
        answer ? `<h1>Edit answer</h1>${change}` : `<h1>Edit question</h1>${asking(question)}`,
      );
    }
    if (what === "edit" && answer && !has("same")) answer.text = field("text");
    if (what === "edit" && !answer)
      Object.assign(question, { title: field("title"), text: field("text"), tags });
    return lead(own);
  };
};

const suiteOf = async (...faults: Fault[]): Promise<SuiteForApp> => {
  const answer = createBoard((fault) => faults.includes(fault));
  const suite = await suiteForApp(browser, (request, response) => void answer(request, response));
  expect(suite.dropped).toEqual([]);
  return suite;
};

const ours = [
  "counts-ask-a-question",
  "edit-ask-a-question",
  "post-add-a-note",
  "post-your-answer-delete",
  "post-your-answer-edit",
  "same-people",
  "toggle-question-follow",
];

it("a suite for a board that is well has no finding", { timeout: 480_000 }, async () => {
  const { found, cases } = await suiteOf();
  expect(found).toEqual([]);
  expect(cases).toEqual(expect.arrayContaining(ours));
});

it("a suite for a board finds what its parts do wrong", { timeout: 480_000 }, async () => {
  const { found } = await suiteOf("escaped", "deaf", "reply", "same", "other", "stale", "month");
  expect(found).toEqual(ours);
});
