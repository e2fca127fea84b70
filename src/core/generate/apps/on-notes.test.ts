import { text as textOf } from "node:stream/consumers";
import type { IncomingMessage, ServerResponse } from "node:http";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createPlaywrightBrowser } from "#adapters/playwright/launch.ts";
import { escapeHtml } from "#test/support/escape-html.ts";
import { tryPages } from "#test/support/failing-cases.ts";
import type { Browser } from "#ports/browser.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await createPlaywrightBrowser();
});
afterAll(() => browser.close());

type Guest = { id: number; name: string; phone: string; note: string };

/** Guests with a page of their own, which alone shows what is noted of them: as `write` makes it. `keeps`: what a change keeps of the phone. */
const guests = (write: (text: string) => string, keepsPhone: boolean) => {
  const all: Guest[] = ["Ann Moor", "Bert Lund"].map((name, at) => ({
    id: at + 1,
    name,
    phone: "",
    note: "",
  }));
  const page = (title: string, main: string): string =>
    `<!doctype html><html lang=en><meta charset=utf-8><title>${escapeHtml(title)}</title><link rel=icon href="data:,"><nav><a href="/">Guests</a></nav><main><h1>${escapeHtml(title)}</h1>${main}</main>`;
  const form = ({ name = "", phone = "", note = "" }: Partial<Guest>): string => `<form method=post>
    <label>Name <input name=name required value="${escapeHtml(name)}"></label> <label>Phone <input name=phone pattern="[+0-9 ]{6,20}" value="${escapeHtml(phone)}"></label>
    <label>Notes <textarea name=note>${escapeHtml(note)}</textarea></label><button>Save guest</button></form>`;
  const list = (): string =>
    `<p><a href="/guests/new">New guest</a></p><table aria-label=Guests><thead><tr><th>Name<th>Page</tr></thead><tbody>${all
      .map(({ id, name }) => `<tr><td><a href="/guests/${id}">${escapeHtml(name)}</a><td>${id}</tr>`)
      .join("")}</tbody></table>`;
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname } = new URL(request.url ?? "/", "http://app");
    const sent =
      request.method === "POST" ? Object.fromEntries(new URLSearchParams(await textOf(request))) : null;
    const [, id = "", what = ""] = /^\/guests\/(\w+)\/?(\w*)$/.exec(pathname) ?? [];
    const guest = all.find((each) => String(each.id) === id);
    const send = (main: string, status = 200): void =>
      void response.writeHead(status, { "content-type": "text/html" }).end(main);
    if (sent && !guest) all.push({ id: all.length + 1, name: "", phone: "", note: "", ...sent });
    else if (sent && guest) Object.assign(guest, sent, keepsPhone ? {} : { phone: guest.phone });
    if (sent) return void response.writeHead(303, { location: `/guests/${guest?.id ?? all.length}` }).end();
    if (pathname === "/") return send(page("Guests", list()));
    if (id === "new") return send(page("New guest", form({})));
    if (!guest) return send(page("Not found", ""), 404);
    if (what === "edit") return send(page("Change guest", form(guest)));
    return send(
      page(
        guest.name,
        `<p>${escapeHtml(guest.phone)}</p><p>${write(guest.note)}</p><a href="/guests/${id}/edit">Edit</a>`,
      ),
    );
  };
  return (request: IncomingMessage, response: ServerResponse): void => void answer(request, response);
};

/** As what writes notes with some markup takes out what could do harm. */
const cleaned = (text: string): string => text.replaceAll(/<[^>]*>/g, "");

it.each([
  ["as text", escapeHtml, true, []],
  ["cleaned", cleaned, true, []],
  ["as they are", (text: string) => text, true, ["edit-guest"]],
  ["as text, where a change of the phone is lost", escapeHtml, false, ["edit-guest"]],
] as const)(
  "notes on an item's own page: %s",
  { timeout: 240_000 },
  async (_, write, keepsPhone, expected) => {
    const { failing, yaml } = await tryPages(browser, guests(write, keepsPhone), {
      pages: 8,
      actions: 200,
      depth: 3,
    });
    expect(failing).toEqual(expected);
    expect(yaml).toContain("id: edit-guest\n");
  },
);
