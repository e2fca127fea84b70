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

const songs = "Amber Birch Coral Dusk Ember Frost Grove Haze Ivory Jade Kelp Lime"
  .split(" ")
  .map((name, at) => ({
    name,
    mood: at % 3 === 0 ? "calm" : "loud",
    year: 2010 + (at % 5),
  }));
const playlists = [
  { name: "Calm and new", mood: "calm", from: 2013 },
  { name: "Everything calm", mood: "calm", from: 0 },
  { name: "Lately", mood: "", from: 2012 },
  { name: "Loud ones", mood: "loud", from: 0 },
];

/**
 * What is odd: the number of one does not care for the year; all count how often they were played; one hides some, which a box brings
 * back; the numbers are those of rows that lie on more than one page.
 */
type Odd = "wrong" | "plays" | "hides" | "parts";

/** Playlists drawn by a script, each with the number of its songs; its page lists those, below its name, and says how many. */
const music = (odd: Odd | null): RequestListener => {
  const of = ({ mood, from }: { mood: string; from: number }) =>
    songs.filter((song) => (!mood || song.mood === mood) && song.year >= from);
  const script = `const main = document.querySelector("main");
    const get = (path) => fetch("/api" + path).then((answer) => answer.json());
    const [, , id] = location.pathname.split("/");
    if (location.pathname === "/") main.innerHTML = "<h1>Music</h1><p>Listen to what you like.</p>";
    else if (id) get("/playlists/" + id).then(({ name, songs, all }) => { main.innerHTML = "<h1>" + name + "</h1><p>" + all + (all === 1 ? " song" : " songs") + "</p>" +
        "<table><thead><tr><th>Title<th>Year</thead><tbody>" + songs.map((song) => "<tr><td>" + song.name + "<td>" + song.year).join("") + "</table>" +
        (${odd === "hides"} ? "<label><input type=checkbox> With those that you skipped</label>" : "") +
        (all > songs.length ? "<nav aria-label=Pages><button>Next page</button></nav>" : ""); });
    else get("/playlists").then((all) => { main.innerHTML = "<h1>Playlists</h1><table aria-label=Playlists><thead><tr><th>Name<th>Songs</thead><tbody>" +
      all.map(({ id, name, count }) => "<tr><td><a href=/playlists/" + id + ">" + name + "</a><td>" + count).join("") + "</table>"; });`;
  const data = (path: string): unknown => {
    if (path === "/playlists")
      return playlists.map((each, at) => {
        const isOff = at === 0 && (odd === "wrong" || odd === "hides");
        const count = of(isOff ? { ...each, from: 0, mood: "" } : each).length;
        return { id: at + 1, name: each.name, count: odd === "plays" ? 7 + at * 5 : count };
      });
    const each = playlists[Number(path.split("/")[2]) - 1];
    const all = each ? of(each) : [];
    return each && { name: each.name, songs: odd === "parts" ? all.slice(0, 5) : all, all: all.length };
  };
  return (request, response) => {
    const path = request.url ?? "/";
    const isData = path.startsWith("/api");
    const found = isData ? data(path.slice(4)) : /^\/(?:playlists(?:\/\d)?)?$/.test(path);
    response.writeHead(found ? 200 : 404, {
      "content-type": isData ? "application/json" : "text/html; charset=utf-8",
    });
    response.end(
      isData
        ? JSON.stringify(found ?? {})
        : `<!doctype html><html lang=en><title>Music</title><link rel=icon href="data:,"><header><nav aria-label=Main><a href="/">Start</a> <a href="/playlists">Playlists</a></nav></header><main></main><script>${script}</script>`,
    );
  };
};

const id = "column-playlists-songs";

it.each<[odd: Odd | null, written: boolean, failing: string[]]>([
  [null, true, []],
  ["plays", false, []],
  ["hides", false, []],
  ["parts", true, []],
  ["wrong", true, [id]],
])(
  "numbers of what is listed on pages of their own: %s",
  { timeout: 240_000 },
  async (odd, written, failing) => {
    const suite = await tryPages(browser, music(odd), { only: /^column/, pages: 12, actions: 60, depth: 3 });
    expect(suite.yaml.includes(`id: ${id}\n`)).toBe(written);
    expect(suite.failing).toEqual(failing);
  },
);
