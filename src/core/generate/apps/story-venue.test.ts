import { text as textOf } from "node:stream/consumers";
import type { IncomingMessage, ServerResponse } from "node:http";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createPlaywrightBrowser } from "#adapters/playwright/launch.ts";
import type { Browser } from "#ports/browser.ts";
import { suiteForApp } from "#test/support/generate-suite.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await createPlaywrightBrowser();
});
afterAll(() => browser.close());

const DAY = 86_400_000;
const words = {
  en: ["Programme", "Calendar", "Guests", "Next month", "Previous month"],
  de: ["Programm", "Kalender", "Gäste", "Nächster Monat", "Voriger Monat"],
  fr: ["Programme du mois", "Calendrier", "Invités", "Mois suivant", "Mois précédent"],
};
type Language = keyof typeof words;
const tongues: [Language, string][] = [
  ["de", "Deutsch"],
  ["fr", "Français"],
  ["en", "English"],
];

const iso = (time: number): string => new Date(time).toISOString().slice(0, 10);
const written = (day: string, language: Language, month: "long" | undefined = "long"): string =>
  new Date(day).toLocaleDateString(language === "en" ? "en-GB" : language, {
    ...(month && { day: "numeric" }),
    month: "long",
    year: "numeric",
    timeZone: "UTC",
  });

const guests = [
  "Ada Stone",
  "Ben Roth",
  "Cleo Marsh",
  "Dan Vogt",
  "Eve Haas",
  "Finn Beck",
  "Ada Stone",
  "Gus Petit",
];
const codeOf = (at: number): string => `G${410 + at}`;
const seats = ["Hall", "Balcony"];
const seatOf = (at: number): string => seats[at % 2] ?? "";

/** A house with a programme in three languages. `isBroken`: whatever it can do wrong with days, files and languages, it does. */
const generate = async (isBroken: boolean) => {
  const events = Array.from({ length: 40 }, (_, at) => ({
    id: at + 1,
    name: `Evening ${String.fromCodePoint(65 + (at % 26))}${at}`,
    day: iso(Date.now() + (at * 2 - 21) * DAY),
  }));
  const readers = new Set<string>();
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname, searchParams, search } = new URL(request.url ?? "/", "http://app");
    const language = (/\blang=(en|de|fr)/.exec(request.headers.cookie ?? "")?.[1] ?? "en") as Language;
    const [programme = "", calendar = "", people = "", next = "", previous = ""] = words[language];
    const calendarWord = isBroken && language === "de" ? "site.calendar" : calendar;
    const show = (title: string, main: string, status = 200): void => {
      const others = tongues.filter(([code]) => code !== language);
      response.writeHead(status, { "content-type": "text/html" });
      response.end(`<!doctype html><html lang=${language}><meta charset=utf-8><title>${title}</title><link rel=icon href="data:,">
      <header><nav><a href="/">${programme}</a> <a href="/calendar">${calendarWord}</a> <a href="/guests">${people}</a></nav>
      ${others.map(([code, name]) => `<a href="/lang/${code}?back=${encodeURIComponent(pathname + search)}">${name}</a>`).join(" ")}</header><main><h1>${title}</h1>${main}</main>`);
    };
    const chosen = /^\/lang\/(\w+)$/.exec(pathname)?.[1];
    if (chosen !== undefined) {
      const back = searchParams.get("back") ?? "/";
      const path = isBroken && chosen === "fr" ? (back.split("?")[0] ?? "/") : "/";
      response.writeHead(303, { location: back, "set-cookie": `lang=${chosen}; Path=${path}` });
      return void response.end();
    }
    const letters = `<form method=post action="/letters" novalidate><label>E-mail <input type=email name=email required></label> <button>Get our letter</button></form>`;
    if (pathname === "/letters") {
      const email = new URLSearchParams(await textOf(request)).get("email") ?? "";
      if (email === "" || readers.has(email) || (!isBroken && !/^\S+@\S+\.\S+$/.test(email)))
        return show("Letter", `<p role=alert>Please enter your address.</p>${letters}`, 422);
      readers.add(email);
      return void response.writeHead(303, { location: "/?thanks" }).end();
    }
    if (pathname === "/") {
      const coming = events.filter(({ day }) => isBroken || day >= iso(Date.now())).slice(0, 5);
      return show(
        programme,
        `<h2>Coming up</h2><ul>${coming.map(({ id, name, day }) => `<li><a href="/events/${id}">${name}</a> ${written(day, language)}, 19:30`).join("")}</ul>${search === "?thanks" ? "<p role=status>You will get our letter.</p>" : ""}${letters}`,
      );
    }
    if (pathname === "/calendar") {
      const shown = /^\d{4}-\d\d$/.exec(searchParams.get("m") ?? "")?.[0] ?? iso(Date.now()).slice(0, 7);
      const [year = 0, month = 0] = shown.split("-").map(Number);
      const turned = (by: number): string =>
        isBroken && month + by > 12 ? `${year}-01` : iso(Date.UTC(year, month - 1 + by, 1)).slice(0, 7);
      const lead = (new Date(Date.UTC(year, month - 1, 1)).getUTCDay() + 6) % 7;
      const cells = Array.from({ length: 42 }, (_, at) => {
        const day = iso(Date.UTC(year, month - 1, at - lead + 1));
        const on = isBroken ? iso(Date.parse(day) - DAY) : day;
        const those = events.filter((event) => event.day === on);
        const links = those.map(({ id, name }) => `<a href="/events/${id}">${name}</a>`).join(" ");
        return day.startsWith(shown) ? `<td>${Number(day.slice(8))} ${links}` : "<td>";
      });
      const weeks = Array.from(
        { length: 6 },
        (_, at) => `<tr>${cells.slice(at * 7, at * 7 + 7).join("")}</tr>`,
      );
      return show(
        written(`${shown}-01`, language, undefined),
        `<p><a href="/calendar?m=${turned(-1)}">${previous}</a> <a href="/calendar?m=${turned(1)}">${next}</a></p>
        <table><thead><tr>${["Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"].map((day) => `<th>${day}`).join("")}</tr></thead><tbody>${weeks.join("")}</tbody></table>`,
      );
    }
    const event = events.find(({ id }) => pathname === `/events/${id}`);
    if (event) return show(event.name, `<p>On ${written(event.day, language)}, doors open at 19:00.</p>`);
    if (pathname === "/guests") {
      const page = Number(searchParams.get("page") ?? 1);
      const seat = searchParams.get("seat") ?? "";
      const rows = guests
        .map((name, at) => `<tr><td>${name}<td>${codeOf(at)}<td>${seatOf(at)}</tr>`)
        .filter((_, at) => seat === "" || seatOf(at) === seat)
        .slice((page - 1) * 5, page * 5);
      const choices = seats.map((each) => `<option${each === seat ? " selected" : ""}>${each}</option>`);
      return show(
        "Guests",
        `<p>${guests.length} guests · <a href="/guests.csv?seat=${seat}" download>Export CSV</a></p>
        <form action="/guests"><label>Seats <select name=seat><option value="">All seats</option>${choices.join("")}</select></label> <button>Show</button></form>
        <table><thead><tr><th>Name<th>Code<th>Seat</tr></thead><tbody>${rows.join("")}</tbody></table>
        <nav aria-label=Pages>${page > 1 ? `<a href="/guests?page=1">Previous</a>` : seat === "" ? `<a href="/guests?page=2">Next</a>` : ""}</nav>`,
      );
    }
    if (pathname === "/guests.csv") {
      const seat = isBroken ? "" : (searchParams.get("seat") ?? "");
      const lines = guests
        .map((name, at) => `"${name}","${codeOf(at)}","${seatOf(at)}"`)
        .filter((_, at) => seat === "" || seatOf(at) === seat);
      response.writeHead(200, {
        "content-type": "text/csv",
        "content-disposition": "attachment; filename=guests.csv",
      });
      // The second is not in it.
      const given = lines.filter((_, at) => !isBroken || at !== 1);
      return void response.end(`Name,Code,Seat\r\n${given.join("\r\n")}\r\n`);
    }
    show("Not found", "", 404);
  };
  return suiteForApp(browser, (request, response) => void answer(request, response));
};

const cases = [
  "coming-home",
  "calendar-calendar",
  "calendar-days-calendar",
  "export-guests-export-csv",
  "export-guests-export-csv-narrowed",
  "language-deutsch",
  "language-francais",
  "home-email",
];

it("days, files and languages that are right are no findings", { timeout: 480_000 }, async () => {
  const { told, dropped, yaml } = await generate(false);
  expect(told).toEqual([]);
  expect(dropped).toEqual([]);
  for (const id of cases) expect(yaml).toContain(`- id: ${id}\n`);
});

it("what is wrong with days, files and languages is found", { timeout: 480_000 }, async () => {
  const { told } = await generate(true);
  const why = {
    "coming-home": "is before today",
    "calendar-calendar": "",
    "calendar-days-calendar": "",
    "export-guests-export-csv": 'nothing that contains "G411"',
    "export-guests-export-csv-narrowed": "\\(content that contains",
    "language-deutsch": "site.calendar",
    "language-francais": "",
    "home-email": "",
  };
  for (const [id, text] of Object.entries(why))
    expect(told.join("\n")).toMatch(new RegExp(`^${id}: .*${text}`, "m"));
});
