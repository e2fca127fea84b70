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

/** A pet with its treatments, which use up a medicine; `raw` shows their notes as they were typed. */
const createPets = (raw: boolean): RequestListener => {
  const stock = [
    { id: 4, name: "Amoxicillin", left: 480 },
    { id: 7, name: "Carprofen", left: 60 },
  ];
  const done = [{ title: "Dental check", notes: "All well", used: "—" }];
  let wrong = "";
  const shell = (title: string, main: string): string =>
    `<!doctype html><html lang=en><meta charset=utf-8><title>${title}</title><link rel=icon href="data:,"><nav><a href="/">Moss</a></nav><main><h1>${title}</h1>${main}</main>`;
  const pet = (): string =>
    shell(
      "Moss",
      `<a href="/treatments/new">Record treatment</a><table aria-label=Treatments><thead><tr><th>Treatment<th>Notes<th>Medicine</tr></thead><tbody>${done
        .map(
          ({ title, notes, used }) =>
            `<tr><td>${escapeHtml(title)}<td>${raw ? notes : escapeHtml(notes)}<td>${used}</tr>`,
        )
        .join("")}</tbody></table>`,
    );
  const form = (): string =>
    shell(
      "Record a treatment",
      `<form method=post action="/treatments/new" novalidate><p><label for=t>Treatment *</label><input id=t name=title></p>
      <p><label for=n>Notes</label><textarea id=n name=notes></textarea></p>
      <p><label for=m>Medicine used</label><select id=m name=medicine><option value="">None${stock.map(({ id, name, left }) => `<option value=${id}>${name} (${left} tablets left)`).join("")}</select></p>
      <div><label>Amount used</label>${wrong && `<p class=err id=e>${wrong}</p>`}<input name=used inputmode=numeric${wrong && " aria-invalid=true aria-describedby=e"}></div><button>Save treatment</button></form>`,
    );
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = request.url ?? "/";
    if (request.method === "POST") {
      const sent = new URLSearchParams(await textOf(request));
      const [title = "", notes = "", medicine = "", used = ""] = ["title", "notes", "medicine", "used"].map(
        (name) => sent.get(name)?.trim() ?? "",
      );
      const item = stock.find(({ id }) => String(id) === medicine);
      wrong =
        !item && used !== ""
          ? "Choose the medicine that was used, or leave the amount empty."
          : item && !/^[1-9]\d?$/.test(used)
            ? "Amount used must be a whole number from 1 to 99."
            : "";
      if (title === "" || wrong !== "") return void response.writeHead(303, { location: url }).end();
      if (item) item.left -= Number(used);
      done.push({ title, notes, used: item ? `${used} × ${item.name}` : "—" });
      return void response.writeHead(303, { location: "/" }).end();
    }
    const page = url === "/" ? pet() : url === "/treatments/new" ? form() : null;
    if (page !== null) wrong = "";
    response.writeHead(page === null ? 404 : 200, { "content-type": "text/html" }).end(page);
  };
  return (request, response) => void answer(request, response);
};

it.each([
  ["escaped", false, []],
  ["not escaped", true, ["treatments-new-hard-text"]],
] as const)(
  "what is chosen among medicines that say how many are left, and notes that are %s",
  { timeout: 240_000 },
  async (_, raw, expected) => {
    const { failing, yaml } = await tryPages(browser, createPets(raw), {
      only: /-(?:submit|hard-text)$/,
      pages: 8,
      actions: 300,
    });
    expect(yaml).toContain('Medicine used: "4"');
    expect(failing).toEqual(expected);
  },
);
