import { text } from "node:stream/consumers";
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

type Fault =
  | "shows what the choice is a part of"
  | "forgets who is in"
  | "takes any address"
  | "breaks where a room is chosen"
  | "says that it has saved what it refuses"
  | "keeps any address in its settings"
  | null;

type Guest = { id: number; name: string; email: string; group: string; here: boolean };

const GROUPS = ["Data", "Data Ethics", "Design", "Big Design"];
const NAMES = [
  "Adam Novotny",
  "Agnes Toft",
  "Bianca Conti",
  "Carl Jensen",
  "Dora Silva",
  "Edith Moore",
  "Farid Nasser",
];
const ADDRESS = /^\S+@\S+\.\S+$/;

/** Guests in groups, some called like a part of others, with a box in each row; a room that is booked by choices alone; settings. */
const desk = (fault: Fault): RequestListener => {
  let guests = NAMES.map((name, id): Guest => ({
    id,
    name,
    email: `${name.split(" ")[0]?.toLowerCase()}@example.com`,
    group: GROUPS[id % GROUPS.length] ?? "",
    here: false,
  }));
  let last = NAMES.length;
  const settings = { name: "Front desk", mail: "desk@example.com" };
  const taken = new Set<string>();
  const page = (title: string, main: string): string =>
    `<!doctype html><html lang=en><meta charset=utf-8><title>${title}</title><link rel=icon href="data:,">
     <nav><a href="/">Guests</a> <a href="/room">Room</a> <a href="/settings">Settings</a></nav><main><h1>${title}</h1>${main}</main>`;
  const list = (url: URL): string => {
    const group = url.searchParams.get("group") ?? "";
    const isPart = (guest: Guest): boolean => guest.group.startsWith(group);
    const wanted =
      fault === "shows what the choice is a part of"
        ? isPart
        : (guest: Guest) => group === "" || guest.group === group;
    const rows = guests.filter(wanted).map(
      ({ id, name, email, group: of, here }) =>
        `<tr><td>${escapeHtml(name)}<td>${escapeHtml(email)}<td>${of}<td><input type=checkbox aria-label="Checked in: ${escapeHtml(name)}"${here ? " checked" : ""} onchange="fetch('/guests/${id}/here', { method: 'POST' })">
         <td><form method=post action="/guests/${id}/delete"><button>Delete</button></form>`,
    );
    return `<p><a href="/new">New guest</a></p><form action="/"><label>Group <select name=group onchange="this.form.submit()"><option value="">All groups</option>${GROUPS.map(
      (each) => `<option${each === group ? " selected" : ""}>${each}</option>`,
    ).join("")}</select></label></form>
     <table><thead><tr><th>Name<th>E-mail<th>Group<th>Checked in<th></tr></thead><tbody>${rows.join("")}</tbody></table>`;
  };
  const form = (problem: string, sent = new URLSearchParams()): string =>
    `${problem && `<p role=alert>${problem}</p>`}<form method=post action="/guests" novalidate><label>Name <input name=name required value="${escapeHtml(sent.get("name") ?? "")}"></label>
     <label>E-mail <input type=email name=email required value="${escapeHtml(sent.get("email") ?? "")}"></label>
     <label>Group <select name=group>${GROUPS.map((each) => `<option>${each}`).join("")}</select></label> <button>Add guest</button></form>`;
  const room = (problem: string): string =>
    `${problem && `<p role=alert>${problem}</p>`}<form method=post action="/room"><label>Room <select name=room required><option value="">Choose…</option><option>Garden<option>Tower</select></label>
     <label>From <input type=date name=from required></label> <label>To <input type=date name=to required></label> <p>Nights: <output>–</output></p> <button>Save booking</button></form>
     <script>document.querySelector("select").onchange = (event) => { document.querySelector("output").textContent = event.target${
       fault === "breaks where a room is chosen" ? ".discount" : ""
     }.value; };</script>`;
  const saved = (said: string): string =>
    `${said && `<p role=status>${said}</p>`}<form method=post action="/settings" novalidate><label>Desk name <input name=name required value="${escapeHtml(settings.name)}"></label>
     <label>Desk e-mail <input type=email name=mail required value="${escapeHtml(settings.mail)}"></label> <button>Save settings</button></form>`;
  return (request, response) =>
    void text(request).then((body) => {
      const url = new URL(request.url ?? "/", "http://app");
      const sent = new URLSearchParams(body);
      const answer = (status: number, title: string, main: string): void =>
        void response
          .writeHead(status, { "content-type": "text/html; charset=utf-8" })
          .end(page(title, main));
      const back = (to: string): void => void response.writeHead(303, { location: to }).end();
      const [, own, what] = /^\/guests\/(\d+)\/(here|delete)$/.exec(url.pathname) ?? [];
      const guest = guests.find(({ id }) => String(id) === own);
      const mail = (sent.get("email") ?? sent.get("mail") ?? "").trim();
      if (request.method === "POST" && guest && what === "here") {
        if (fault !== "forgets who is in") guest.here = !guest.here;
        return void response.writeHead(204).end();
      }
      if (request.method === "POST" && what === "delete") {
        guests = guests.filter((each) => each !== guest);
        return back("/");
      }
      if (request.method === "POST" && url.pathname === "/guests") {
        const name = (sent.get("name") ?? "").trim();
        const isAddress = mail !== "" && (fault === "takes any address" || ADDRESS.test(mail));
        if (name === "" || !isAddress) return answer(422, "New guest", form("Please correct this.", sent));
        if (guests.some(({ email }) => email === mail))
          return answer(422, "New guest", form("This e-mail is already in use.", sent));
        last += 1;
        guests.push({ id: last, name, email: mail, group: sent.get("group") ?? "", here: false });
        return back("/");
      }
      if (request.method === "POST" && url.pathname === "/room") {
        const [from, to] = [sent.get("from") ?? "", sent.get("to") ?? ""];
        if ((sent.get("room") ?? "") === "" || from === "" || to < from)
          return answer(422, "Room", room("Choose a room and its days."));
        if (taken.has(from)) return answer(409, "Room", room("It is already booked on these days."));
        taken.add(from);
        return answer(200, "Booked", `<p>From ${from} to ${to}.</p>`);
      }
      if (request.method === "POST") {
        const name = (sent.get("name") ?? "").trim();
        const isAddress = fault === "keeps any address in its settings" || ADDRESS.test(mail);
        if (name === "" || !isAddress) {
          const says =
            fault === "says that it has saved what it refuses" ? "Settings saved." : "Please correct this.";
          return answer(422, "Settings", saved(says));
        }
        Object.assign(settings, { name, mail });
        return answer(200, "Settings", saved("Settings saved."));
      }
      if (url.pathname === "/") return answer(200, "Guests", list(url));
      if (url.pathname === "/new") return answer(200, "New guest", form(""));
      if (url.pathname === "/room") return answer(200, "Room", room(""));
      if (url.pathname === "/settings") return answer(200, "Settings", saved(""));
      return answer(404, "Not found", "<p>There is no such page.</p>");
    });
};

const LIMITS = { pages: 12, actions: 200 };

it("a front desk that is sound", { timeout: 240_000 }, async () => {
  const { failing, yaml } = await tryPages(browser, desk(null), LIMITS);
  expect(failing).toEqual([]);
  for (const id of ["filter-home-group", "tick-guest", "new-email", "room-submit", "settings-settings-email"])
    expect(yaml).toContain(`id: ${id}\n`);
});

it.each<[Fault, string]>([
  ["shows what the choice is a part of", "filter-home-group"],
  ["forgets who is in", "tick-guest"],
  ["takes any address", "new-email"],
  ["breaks where a room is chosen", "room-submit"],
  ["says that it has saved what it refuses", "settings-settings-put-right"],
  ["keeps any address in its settings", "settings-settings-email"],
])('a front desk that "%s"', { timeout: 240_000 }, async (fault, expected) => {
  const { failing } = await tryPages(browser, desk(fault), {
    ...LIMITS,
    only: new RegExp(`^${expected}$`),
  });
  expect(failing).toEqual([expected]);
});
