import { text as textOf } from "node:stream/consumers";
import type { RequestListener } from "node:http";
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

type How =
  | "is emptied"
  | "comes back"
  | "comes back to who edits on the spot"
  | "is emptied on the spot"
  | "is refused beside it"
  | "is refused on the list"
  | "is given a number of the house"
  | "comes back, as its hint says"
  | "comes back, as is said in German"
  | "is needed to be removed";

type Contact = { id: number; name: string; phone: string; note: string };

/** Contacts with a telephone number that need not be there; what the app does where that is emptied. */
const contacts = (how: How): RequestListener => {
  let all: Contact[] = ["Ann Moor", "Ben Hill"].map((name, id) => ({
    id,
    name,
    phone: "+44 1",
    note: "Old",
  }));
  let last = 10;
  let said = "";
  const isOnTheSpot = /spot/.test(how);
  const page = (title: string, main: string): string =>
    `<!doctype html><html lang=en><title>${title}</title><link rel=icon href="data:,"><nav><a href="/">Contacts</a></nav><main><h1>${title}</h1>${main}</main>`;
  const form = ({ name, phone, note }: Omit<Contact, "id">, words = ""): string =>
    `<form method=post>${words && `<p role=alert>${words}</p>`}
    <p><label>Name <input name=name required value="${escapeHtml(name)}"></label>
    <p><label>Phone${/German/.test(how) ? " (Pflichtfeld)" : ""} <input name=phone value="${escapeHtml(phone)}"></label>${/hint/.test(how) ? "<small>Leave it empty to keep what there is.</small>" : ""}
    <p><label>Note <textarea name=note>${escapeHtml(note)}</textarea></label>${/German/.test(how) ? "<small>Leer lassen, um den Wert beizubehalten.</small>" : ""}
    <p><button>Save contact</button></form>`;
  const list = (): string => {
    const words = said;
    said = "";
    const rows = all.map(
      ({ id, name, phone }) =>
        `<tr><td>${escapeHtml(name)}</td><td><a href="/contacts/${id}/edit">Edit</a> ${how === "is needed to be removed" && phone === "" ? "" : `<form method=post action="/contacts/${id}/delete"><button>Delete</button></form>`}</td></tr>`,
    );
    return page(
      "Contacts",
      `${words && `<p role=status>${words}</p>`}<a href="/new">New contact</a><table><thead><tr><th>Name</th><th></th></tr></thead><tbody>${rows.join("")}</tbody></table>`,
    );
  };
  return (request, response) =>
    void textOf(request).then((body) => {
      const url = request.url ?? "/";
      const sent = Object.fromEntries(new URLSearchParams(body)) as Omit<Contact, "id">;
      const [, id = "", deed = ""] = /^\/contacts\/(\d+)\/(\w+)$/.exec(url) ?? [];
      const found = all.find((each) => String(each.id) === id);
      const html = (text: string, status = 200): void =>
        void response.writeHead(status, { "content-type": "text/html; charset=utf-8" }).end(text);
      const goTo = (location: string): void => void response.writeHead(303, { location }).end();
      if (request.method === "POST" && deed === "delete") {
        all = all.filter((each) => each !== found);
        return goTo("/");
      }
      if (request.method === "POST" && found) {
        const isEmptied = sent.phone === "";
        if (isEmptied && how === "is refused beside it")
          return html(page("Edit", form(sent, "A contact needs a phone to be called by.")), 200);
        if (isEmptied && how === "is refused on the list") {
          said = "The contact could not be saved without a phone.";
          return goTo("/");
        }
        const { phone, note } = found;
        Object.assign(found, sent);
        if (isEmptied && /comes back/.test(how)) found.phone = phone;
        if (/German/.test(how)) Object.assign(found, { phone: sent.phone || phone, note: sent.note || note });
        if (isEmptied && /house/.test(how)) found.phone = "+44 20 1000";
        said = "The contact is saved.";
        return goTo(isOnTheSpot ? url : "/");
      }
      if (request.method === "POST") {
        all.push({ ...sent, id: (last += 1) });
        return goTo("/");
      }
      if (url === "/new") return html(page("New contact", form({ name: "", phone: "", note: "" })));
      if (found) {
        const words = said;
        said = "";
        return html(page("Edit contact", `${words && `<p role=status>${words}</p>`}${form(found)}`));
      }
      return url === "/" ? html(list()) : html(page("Not found", ""), 404);
    });
};

it.each<[How, string[], boolean]>([
  ["is emptied", [], true],
  ["comes back", ["edit-contact"], true],
  ["is emptied on the spot", [], true],
  ["comes back to who edits on the spot", ["edit-contact"], true],
  ["is refused beside it", [], false],
  ["is refused on the list", [], false],
  ["is given a number of the house", [], false],
  ["comes back, as its hint says", [], false],
  ["comes back, as is said in German", [], false],
  ["is needed to be removed", [], true],
])("a telephone number that is emptied %s", { timeout: 240_000 }, async (how, expected, isTried) => {
  const limits = { pages: 6, actions: 400, depth: 3 };
  const { failing, yaml } = await tryPages(browser, contacts(how), {
    ...limits,
    only: /^(?:create|edit)-contact$/,
  });
  expect(failing).toEqual(expected);
  expect(yaml.includes('Phone: ""')).toBe(isTried);
  expect(yaml).toContain("id: delete-contact");
});
