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

const people = [
  ["Ada Lindgren", "ada.l@harbour.example", "Kestrel Freight"],
  ["Boris Halvorsen", "bh@northwind.example", "Umbra Textiles"],
  ["Carla Montesinos", "montesinos@oak.example", "Pinewood Clinics"],
  ["Dario Petrescu", "dario@vale.example", "Quarry Works"],
];

type Person = string[];
type Finds = (person: Person, word: string) => boolean;

const anywhere: Finds = (person, word) => person.some((text) => text.toLowerCase().includes(word));
const nameOnly: Finds = ([name = ""], word) => name.toLowerCase().includes(word);
const beginning: Finds = (person, word) => person.some((text) => text.toLowerCase().startsWith(word));
const noMail: Finds = ([name = "", , company = ""], word) => anywhere([name, company], word);

const directory =
  (hint: string, finds: Finds): RequestListener =>
  (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://app");
    const word = searchParams.get("q") ?? "";
    const rows = people
      .filter((person) => word === "" || finds(person, word.toLowerCase()))
      .map((person) => `<tr>${person.map((text) => `<td>${text}`).join("")}</tr>`)
      .join("");
    const value = word.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
    response.writeHead(pathname === "/" ? 200 : 404, { "content-type": "text/html; charset=utf-8" });
    response.end(`<!doctype html><html lang=en><title>People</title><link rel=icon href="data:,"><main><h1>People</h1>
      <form><input type=search name=q value="${value}" placeholder="${hint}" aria-label="${hint}"> <button>Search</button></form>
      <table aria-label=People><thead><tr><th>Name<th>Email<th>Company</tr></thead><tbody>${rows}</tbody></table></main>`);
  };

it.each<[string, string, Finds, string[]]>([
  ["in all that its field names", "Search by name, email or company", anywhere, []],
  ["in names alone, as its field says", "Search names", nameOnly, []],
  ["in names alone, though its field says more", "Name, email, company", nameOnly, ["search-home-parts"]],
  ["in all but the address", "Search by name, email or company", noMail, ["search-home-parts"]],
  ["at the beginning alone", "Search people", beginning, ["search-home-parts"]],
])("a search that looks %s", { timeout: 240_000 }, async (_, hint, finds, expected) => {
  const { failing, yaml } = await tryPages(browser, directory(hint, finds));
  expect(failing).toEqual(expected);
  expect(yaml).toContain("- id: search-home-parts");
});
