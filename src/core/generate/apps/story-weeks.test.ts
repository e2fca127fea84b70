import { text } from "node:stream/consumers";
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

type Fault =
  | "adds up whole hours alone"
  | "stays in the year"
  | "shows what is over as what is left"
  | "keeps a note twice"
  | "ends a row too early"
  | null;

const JOBS = [
  { name: "Harbour wall", planned: 400, used: 312.5 },
  { name: "Lock gates", planned: 260, used: 279 },
  { name: "Footbridge", planned: 120, used: 45 },
  { name: "Slipway", planned: 90, used: 61.5 },
  { name: "Towpath", planned: 75, used: 12 },
];
const TOOLS = Array.from({ length: 14 }, (_, at) => ({
  name: `${["Saw", "Plane", "Drill", "Vice", "Rasp", "Level", "Chisel"][at % 7]} ${"ABCDEFGHIJKLMN"[at]}`,
  shelf: `Row ${(at % 5) + 1}`,
}));
const PER_PAGE = 6;
const MONTHS = "January February March April May June July August September October November December".split(
  " ",
);

/** The hours, months and jobs of a yard, with notes that a script sends, and a list in pages that says which part it shows. */
const yard = (fault: Fault): RequestListener => {
  const notes: string[] = ["Order more slate.", "The crane is back on Monday."];
  const page = (title: string, main: string): string => `<!doctype html><html lang=en><meta charset=utf-8>
    <title>${title}</title><link rel=icon href="data:,"><nav><a href="/">Hours</a> <a href="/months">Months</a>
    <a href="/jobs">Jobs</a> <a href="/notes">Notes</a> <a href="/tools">Tools</a></nav><main><h1>${title}</h1>${main}</main></html>`;
  const hours = `<table><caption>This week</caption><thead><tr><th>Job<th>Mon<th>Tue<th>Total</tr></thead><tbody>${JOBS.slice(
    0,
    2,
  )
    .map(
      ({ name }) =>
        `<tr><td>${name}${["Mon", "Tue"]
          .map((day) => `<td><input type=number step=0.25 min=0 max=24 value=2 aria-label="${name} ${day}">`)
          .join("")}<td class=row></tr>`,
    )
    .join("")}</tbody><tfoot><tr><th>Total<td class=sum><td class=sum><td class=all></tr></tfoot></table>
    <script>
      const fields = [...document.querySelectorAll("input")];
      const sum = (some, whole) => some.reduce((all, { value }) => all + (whole ? Math.floor(value) : Number(value)), 0);
      const show = () => {
        document.querySelectorAll(".row").forEach((cell) => {
          cell.textContent = sum([...cell.parentElement.querySelectorAll("input")]);
        });
        document.querySelectorAll(".sum").forEach((cell, at) => {
          cell.textContent = sum(fields.filter((_, each) => each % 2 === at), ${fault === "adds up whole hours alone"});
        });
        document.querySelector(".all").textContent = sum(fields);
      };
      document.addEventListener("input", show);
      show();
    </script>`;
  const months = `<h2 id=shown></h2><button id=before>Previous month</button> <button id=after>Next month</button>
    <script>
      const names = ${JSON.stringify(MONTHS)};
      let year = 2026, month = 9;
      const show = () => { document.querySelector("#shown").textContent = names[month] + " " + year; };
      document.querySelector("#after").onclick = () => {
        month += 1;
        if (month > 11) { month = 0; ${fault === "stays in the year" ? "" : "year += 1;"} }
        show();
      };
      document.querySelector("#before").onclick = () => {
        month -= 1;
        if (month < 0) { month = 11; year -= 1; }
        show();
      };
      show();
    </script>`;
  const left = ({ planned, used }: (typeof JOBS)[number]): number =>
    fault === "shows what is over as what is left" ? Math.abs(planned - used) : planned - used;
  const jobs = `<table><thead><tr><th>Job<th>Planned (h)<th>Used (h)<th>Remaining (h)</tr></thead><tbody>${JOBS.map(
    (job) => `<tr><td>${job.name}<td>${job.planned}<td>${job.used}<td>${left(job)}</tr>`,
  ).join("")}</tbody></table>`;
  const board = (): string => `<h2>Notes</h2><ul>${notes.map((note) => `<li>${note}</li>`).join("")}</ul>
    <form><label>Note <textarea name=note required></textarea></label> <button>Add note</button></form>
    <script>
      const form = document.querySelector("form");
      let sending = false;
      form.onsubmit = async (event) => {
        event.preventDefault();
        if (sending && ${fault !== "keeps a note twice"}) return;
        sending = true;
        const note = form.note.value;
        await fetch("/notes", { method: "POST", body: note });
        form.reset();
        sending = false;
        const item = document.createElement("li");
        item.textContent = note;
        document.querySelector("ul").append(item);
      };
    </script>`;
  const tools = (number: number): string => {
    const from = (number - 1) * PER_PAGE;
    const rows = TOOLS.slice(from, from + PER_PAGE);
    const last = number * PER_PAGE >= TOOLS.length;
    const shown = last && fault === "ends a row too early" ? rows.slice(0, -1) : rows;
    const turn = (to: number, called: string, isOff: boolean): string =>
      isOff
        ? `<button disabled>${called}</button>`
        : `<button onclick="location='/tools?page=${to}'">${called}</button>`;
    return `<table><caption>Tools</caption><thead><tr><th>Tool<th>Shelf</tr></thead><tbody>${shown
      .map(({ name, shelf }) => `<tr><td>${name}<td>${shelf}</tr>`)
      .join("")}</tbody></table><p>Showing ${from + 1}–${from + rows.length} of ${TOOLS.length}</p>
      <nav aria-label=Pages>${turn(number - 1, "Previous", number === 1)} ${turn(number + 1, "Next", last)}</nav>`;
  };
  return (request, response) => {
    const url = new URL(request.url ?? "/", "http://yard");
    const answer = (body: string, status = 200): void => {
      response.writeHead(status, { "content-type": "text/html; charset=utf-8" }).end(body);
    };
    void text(request).then((body) => {
      if (request.method === "POST") {
        notes.push(body.replaceAll("&", "&amp;").replaceAll("<", "&lt;"));
        return setTimeout(() => answer(""), 150);
      }
      if (url.pathname === "/") return answer(page("Hours", hours));
      if (url.pathname === "/months") return answer(page("Months", months));
      if (url.pathname === "/jobs") return answer(page("Jobs", jobs));
      if (url.pathname === "/notes") return answer(page("Notes of the yard", board()));
      if (url.pathname === "/tools")
        return answer(page("Tools", tools(Number(url.searchParams.get("page") ?? 1))));
      return answer(page("Not found", "<p>There is no such page.</p>"), 404);
    });
  };
};

const LIMITS = { pages: 12, actions: 200 };

const CASES: [Fault, string][] = [
  ["adds up whole hours alone", "totals-home-typed"],
  ["stays in the year", "periods-months-year"],
  ["shows what is over as what is left", "differences-jobs"],
  ["keeps a note twice", "post-[\\w-]*-twice"],
  ["ends a row too early", "range-tools"],
];

it("a yard that is sound", { timeout: 240_000 }, async () => {
  const { failing, yaml } = await tryPages(browser, yard(null), LIMITS);
  expect(failing).toEqual([]);
  for (const [, id] of CASES) expect(yaml).toMatch(new RegExp(`id: ${id}\n`));
});

it.each(CASES)('a yard that "%s"', { timeout: 240_000 }, async (fault, expected) => {
  const only = new RegExp(`^${expected}$`);
  const { failing } = await tryPages(browser, yard(fault), { ...LIMITS, only });
  expect(failing).toEqual([expect.stringMatching(only)]);
});
