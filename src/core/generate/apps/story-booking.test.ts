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

const limits = { pages: 12, actions: 300, depth: 4 };

const shell = (title: string, main: string): string =>
  `<!doctype html><html lang=en><meta charset=utf-8><title>${title}</title><link rel=icon href="data:,"><nav><a href="/">Home</a>
  <a href="/book">Book a visit</a> <a href="/bookings">Bookings</a></nav><main><h1>${title}</h1>${main}</main>`;

const visits: Record<string, number> = { Haircut: 40, "Colour and cut": 85, "Beard trim": 15 };
const times = ["09:00", "10:30", "14:00"];

type Booking = { visit: string; polish: string; day: string; time: string; name: string; email: string };
const empty: Booking = { visit: "", polish: "", day: "", time: "", name: "", email: "" };

const stepNames = ["Visit", "Day", "You", "Check"];

const longDay = (day: string): string =>
  new Date(`${day}T00:00:00Z`).toLocaleDateString("en-GB", {
    day: "numeric",
    month: "long",
    year: "numeric",
    timeZone: "UTC",
  });
/** Each step has an address; what was put in is kept by the server. Each of `faults` makes one thing go wrong. */
const parlour = (...faults: string[]): RequestListener => {
  const has = (fault: string): boolean => faults.includes(fault);
  const sessions = new Map<string, Booking>();
  let bookings: (Booking & { id: number })[] = [
    { ...empty, id: 1, visit: "Haircut", day: "2030-01-07", time: "09:00", name: "Lena Hofer" },
    { ...empty, id: 2, visit: "Beard trim", day: "2030-01-08", time: "14:00", name: "Marc Duval" },
  ];
  let last = 2;
  const costs = ({ visit, polish }: Booking): number =>
    (visits[visit] ?? 0) + (polish && !has("total") ? 10 : 0) + (has("fee") ? 5 : 0);
  const stepper = (at: number): string =>
    `<p>Step ${has("stage") ? Math.min(at, 2) : at} of 4: ${stepNames[at - 1]}</p>`;
  const step = (at: number, problem: string, own: string, back: string): string =>
    `${stepper(at)}${problem && `<p role=alert>${problem}</p>`}<form method=post novalidate>${own}
    <p>${back && `<a href="${back}">Back</a>`} <button>${at === 4 ? "Confirm booking" : "Continue"}</button></p></form>`;
  const forms: Record<string, (booking: Booking, problem: string) => string> = {
    "/book": ({ visit, polish }, problem) =>
      step(
        1,
        problem,
        `<p>Visits left: ${20 - (has("left") ? 2 : bookings.length)}</p><fieldset><legend>Visit</legend>${Object.entries(
          visits,
        )
          .map(
            ([name, price]) =>
              `<label><input type=radio name=visit value="${name}"${!has("back") && visit === name ? " checked" : ""}> ${name} (€${price}.00)</label>`,
          )
          .join(
            "",
          )}</fieldset><label><input type=checkbox name=polish${polish ? " checked" : ""}> Nail polish (+€10.00)</label>`,
        "",
      ),
    "/book/day": ({ day, time }, problem) =>
      step(
        2,
        problem,
        `<label>Date <input type=date name=day required value="${day}"></label> <label>Time <select name=time>${times.map((each) => `<option${each === time ? " selected" : ""}>${each}`).join("")}</select></label>`,
        "/book",
      ),
    "/book/you": ({ name, email }, problem) =>
      step(
        3,
        problem,
        `<label>Name <input name=name required value="${escapeHtml(name)}"></label> <label>E-mail <input type=email name=email required value="${escapeHtml(email)}"></label>`,
        "/book/day",
      ),
    "/book/check": (booking) => {
      const { visit, polish, day, time, name, email } = booking;
      const shown = has("summary") ? (Object.keys(visits)[0] ?? "") : visit;
      return step(
        4,
        "",
        `<dl><dt>Visit<dd>${shown}<dt>Nail polish<dd>${polish ? "yes" : "no"}<dt>Date<dd>${longDay(day)}<dt>Time<dd>${time}
        <dt>Name<dd>${escapeHtml(name)}<dt>E-mail<dd>${escapeHtml(has("masked") ? email.replace(/^(.)[^@]*/, "$1***") : email)}${has("fee") ? "<dt>Booking fee<dd>€5.00" : ""}<dt>Total<dd>€${costs(booking)}.00</dl>${has("rules") ? "<label><input type=checkbox name=rules> I have read the house rules</label>" : ""}`,
        "/book/you",
      );
    },
  };
  const order = Object.keys(forms);
  const problemIn = (path: string, { visit, day, name, email }: Booking): string => {
    if (path === "/book") return visit === "" ? "Choose a visit" : "";
    if (path === "/book/day") return day === "" ? "When will you come?" : "";
    if (path === "/book/you" && name.trim() === "" && !has("required")) return "What is your name?";
    return path === "/book/you" && !/^\S+@\S+\.\S+$/.test(email) && !has("address")
      ? "How do we reach you?"
      : "";
  };
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname } = new URL(request.url ?? "/", "http://app");
    const id = /\bid=(\w+)/.exec(request.headers.cookie ?? "")?.[1] ?? Math.random().toString(36).slice(2);
    const booking = sessions.get(id) ?? { ...empty };
    sessions.set(id, booking);
    const send = (status: number, html: string): void =>
      void response
        .writeHead(status, { "content-type": "text/html", "set-cookie": `id=${id}; Path=/` })
        .end(html);
    const goTo = (location: string): void => void response.writeHead(303, { location }).end();
    const removed = /^\/bookings\/(\d+)\/cancel$/.exec(pathname)?.[1];
    if (request.method === "POST" && removed) {
      bookings = bookings.filter((each) => String(each.id) !== removed);
      return goTo("/bookings");
    }
    const form = forms[pathname];
    if (request.method === "POST" && form) {
      const sent = new URLSearchParams(await textOf(request));
      if (pathname === "/book") booking.polish = sent.get("polish") ?? "";
      for (const key of Object.keys(empty) as (keyof Booking)[]) booking[key] = sent.get(key) ?? booking[key];
      const problem = problemIn(pathname, booking);
      if (pathname === "/book/check" && has("rules") && !sent.has("rules"))
        return send(
          422,
          shell("Book a visit", `<p role=alert>Please read the rules.${form(booking, problem)}`),
        );
      if (problem) return send(422, shell("Book a visit", form(booking, problem)));
      const next = order[order.indexOf(pathname) + 1];
      if (next) return goTo(next);
      last += 1;
      bookings.push({
        ...booking,
        id: last,
        ...(has("list") && { time: times[0] ?? "" }),
        ...(has("nobody") && { name: "" }),
      });
      sessions.delete(id);
      return goTo("/book/done");
    }
    // Nobody gets to a step before the one that it builds on.
    if (form && pathname !== "/book" && booking.visit === "") return goTo("/book");
    const forgets = has("forgets") && pathname !== "/book/check";
    if (form) return send(200, shell("Book a visit", form(forgets ? empty : booking, "")));
    if (pathname === "/book/done") return send(200, shell("Thank you", "<p>See you soon.</p>"));
    if (pathname === "/bookings") {
      const rows = bookings.map(
        (each) =>
          `<tr><td>${escapeHtml(each.name)}<td>${each.visit}<td>${each.day}<td>${each.time}<td><form method=post action="/bookings/${each.id}/cancel"><button aria-label="Cancel no. ${each.id}">Cancel</button></form></tr>`,
      );
      return send(
        200,
        shell(
          "Bookings",
          `<table><thead><tr><th>Name<th>Visit<th>Date<th>Time<th></tr></thead><tbody>${rows.join("")}</tbody></table>`,
        ),
      );
    }
    if (pathname === "/") return send(200, shell("Parlour", `<p>Open from nine to six.</p>`));
    return send(404, shell("Not found", ""));
  };
  return (request, response) => void answer(request, response);
};

const faults: [faults: string[], failing: string[]][] = [
  [
    ["summary", "required", "list"],
    ["", "-requires", "-end"],
  ],
  [
    ["total", "address", "nobody"],
    ["", "-back", "-requires", "-end"],
  ],
  [
    ["stage", "back", "left"],
    ["", "-back", "-end"],
  ],
];

it(
  "a form whose steps have addresses is gone through to its end, and nothing is found",
  { timeout: 240_000 },
  async () => {
    const { failing, yaml } = await tryPages(browser, parlour(), limits);
    expect(failing).toEqual([]);
    for (const part of ["", "-back", "-requires", "-end"])
      expect(yaml).toContain(`id: steps-book-a-visit${part}\n`);
    for (const said of ["contains: Colour and cut", "contains: 19 June 2030", "Total[^\\\\d]{0,20}95"])
      expect(yaml).toContain(said);
    expect(yaml).toContain("click: {role: button, name: Cancel");
  },
);

it(
  "a form in steps that forgets what one comes back to, masks an address, adds a fee and wants its rules read is well",
  { timeout: 240_000 },
  async () => {
    const { failing, yaml } = await tryPages(browser, parlour("forgets", "masked", "fee", "rules"), limits);
    expect(failing).toEqual([]);
    expect(yaml).not.toContain("steps-book-a-visit-back");
    expect(yaml).toContain("]{0,20}100(");
    expect(yaml).toContain("check: I have read the house rules");
  },
);

it.each(faults)(
  "of a form whose steps have addresses, %j is found",
  { timeout: 240_000 },
  async (wrong, parts) => {
    const { failing } = await tryPages(browser, parlour(...wrong), limits);
    expect(failing).toEqual(parts.map((part) => `steps-book-a-visit${part}`));
  },
);
