import type { RequestListener } from "node:http";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createPlaywrightBrowser } from "#adapters/playwright/launch.ts";
import type { Browser } from "#ports/browser.ts";
import { tryPages } from "#test/support/failing-cases.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await createPlaywrightBrowser();
});
afterAll(() => browser.close());

const TOPICS = ["bread", "bikes", "birds", "maps", "rain", "soup", "tea", "trains", "walks", "wool"];
const PEOPLE = ["ada", "ben", "cem", "dana"];

type Fault = "raised" | "unordered";

/** Stories under routes of the hash, each with topics and a mark that says how many have set it, beside more topics than stories. */
const blog = (...faults: Fault[]): RequestListener => {
  const stories = PEOPLE.flatMap((who, at) =>
    ["Morning", "Evening"].map((when, turn) => ({
      title: `${when} walks of ${who}`,
      who,
      likes: at * 2 + turn + 1,
      liked: false,
      topics: [TOPICS[at * 2] ?? "", TOPICS[at * 2 + 1] ?? ""],
    })),
  );
  const body = async (request: AsyncIterable<Buffer>): Promise<{ title: string; topic: string }> => {
    let text = "";
    for await (const part of request) text += part.toString();
    return JSON.parse(text) as { title: string; topic: string };
  };
  const answer: (...about: Parameters<RequestListener>) => Promise<void> = async (request, response) => {
    const [, api, at = ""] = (request.url ?? "").split("/");
    const story = stories[Number(at)];
    if (api === "like" && story) {
      story.liked = !story.liked;
      story.likes += story.liked ? 1 : -1;
      return void response.end(JSON.stringify(story));
    }
    if (api === "stories" && request.method === "POST") {
      const { title, topic } = await body(request);
      stories.unshift({ title, who: "ada", likes: 0, liked: false, topics: topic === "" ? [] : [topic] });
      return void response.end("{}");
    }
    if (api === "stories") return void response.end(JSON.stringify(stories));
    response.writeHead(request.url === "/" ? 200 : 404, { "content-type": "text/html; charset=utf-8" });
    response.end(`<!doctype html><html lang=en><title>Quill</title><link rel=icon href="data:,">
      <nav aria-label=Main><a href="#/">Stories</a> <a href="#/people">People</a> <a href="#/write">Write</a></nav><main></main><script>
      const main = document.querySelector("main"), topics = ${JSON.stringify(TOPICS)}, people = ${JSON.stringify(PEOPLE)};
      const esc = (text) => text.replace(/[&<"]/g, (sign) => "&#" + sign.charCodeAt(0) + ";");
      const label = (s) => 'Like “' + s.title + '”, ' + s.likes + (s.likes === 1 ? " like" : " likes");
      const show = async () => {
        const [, place = "", part = ""] = location.hash.split("/");
        const stories = await (await fetch("/stories")).json();
        const order = new URLSearchParams(location.hash.split("?")[1]).get("order") ?? "newest";
        const shown = order === "likes" && ${!faults.includes("unordered")} ? stories.toSorted((a, b) => b.likes - a.likes) : stories;
        const list = (some) => '<ul class=cards>' + some.map((s) => '<li><a href="#/@' + s.who + '">' + s.who + '</a><h2><a href="#/topic/' + (s.topics[0] ?? "none") + '">'
          + esc(s.title) + '</a></h2><ul aria-label=Topics>' + s.topics.map((t) => '<li><a href="#/topic/' + esc(t) + '">#' + esc(t) + '</a></li>').join("")
          + '</ul><button type=button data-at=' + stories.indexOf(s) + '></button></li>').join("") + '</ul>';
        const page = place.startsWith("@") ? [place.slice(1), list(stories.filter((s) => s.who === place.slice(1)))]
          : place === "people" ? ["People", '<ul>' + people.map((who) => '<li><a href="#/@' + who + '">' + who + '</a></li>').join("") + '</ul>']
          : place === "topic" ? ["About " + esc(part), list(stories.filter((s) => s.topics.includes(part)))]
          : place === "write" ? ["Write a story", '<form id=write><label>Title <input name=title required maxlength=120></label> <label>Add a topic <input name=topic></label> <button type=button id=add>Add topic</button> <button>Save story</button></form>']
          : ["All stories", '<label>Order <select id=order><option value=newest>Newest first</option><option value=likes>Most liked</option></select></label>' + list(shown)
            + '<aside><h2>Popular topics</h2><ul>' + topics.map((t) => '<li><a href="#/topic/' + t + '">#' + t + '</a></li>').join("") + '</ul></aside>'];
        main.innerHTML = '<h1>' + page[0] + '</h1>' + page[1];
        document.title = page[0] + " – Quill";
        if (window.order) { window.order.value = order; window.order.onchange = () => { location.hash = "#/?order=" + window.order.value; }; }
        for (const button of document.querySelectorAll("[data-at]")) {
          const s = stories[button.dataset.at];
          const draw = () => { button.textContent = (s.liked ? "♥ " : "♡ ") + s.likes + (s.likes === 1 ? " like" : " likes");
            button.ariaLabel = label(s); button.ariaPressed = String(s.liked); };
          draw();
          button.onclick = async () => { const before = s.likes; Object.assign(s, await (await fetch("/like/" + button.dataset.at)).json());
            if (${faults.includes("raised")}) s.likes = before + 1; draw(); };
        }
        const form = document.getElementById("write");
        if (form) form.onsubmit = async (event) => { event.preventDefault();
          await fetch("/stories", { method: "POST", body: JSON.stringify({ title: form.title.value, topic: form.topic.value }) }); location.hash = "#/"; };
      };
      addEventListener("hashchange", show); show();</script>`);
  };
  return (request, response) => void answer(request, response);
};

type Try = [what: string, app: RequestListener, failing: string[]];

describe("stories with marks and topics", () => {
  const tries: Try[] = [
    ["that are listed, ordered and marked", blog(), []],
    ["whose mark counts up when it is taken back", blog("raised"), ["toggle-home-like", "toggle-ada-like"]],
    ["that are not in the order of their marks", blog("unordered"), ["sort-home"]],
  ];
  it.each(tries)("%s", { timeout: 240_000 }, async (_, app, expected) => {
    const { failing, yaml } = await tryPages(browser, app, { pages: 12, depth: 3 });
    expect(failing).toEqual(expected);
    expect(yaml).toContain("id: create-write");
    expect(yaml).toContain("id: toggle-home-like");
    expect(yaml).toContain("goto: /#/people");
  });
});
