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

/** What becomes of more seats than are left, and what the app then says. */
type Way =
  | "refused"
  | "refused on a page of its own"
  | "bounded by the field"
  | "put on a waiting list"
  | "taken"
  | "taken, with thanks alone"
  | "taken, with a select"
  | "refused beside the page that says it"
  | "taken beside the page that says it"
  | "refused, one being named already"
  | "taken, one being named already"
  | "taken by another number";

const shell = (title: string, main: string): string =>
  `<!doctype html><html lang=en><meta charset=utf-8><title>${title}</title><link rel=icon href="data:,"><nav><a href="/">Classes</a></nav><main><h1>${title}</h1>${main}</main>`;

/** Classes with seats for which one signs up on their pages. */
const school = (way: Way): RequestListener => {
  const classes = [
    { name: "Bread", left: 40 },
    { name: "Cheese", left: 2 },
    { name: "Noodles", left: 9 },
  ];
  const isTaken = way.startsWith("taken");
  return (request, response) => {
    void (async () => {
      const { pathname } = new URL(request.url ?? "/", "http://app");
      const show = (title: string, main: string, status = 200): void =>
        void response.writeHead(status, { "content-type": "text/html" }).end(shell(title, main));
      if (pathname === "/")
        return show(
          "Classes",
          `<ul aria-label=Classes>${classes.map(({ name }, at) => `<li><a href="/classes/${at + 1}">${name}</a></li>`).join("")}</ul>`,
        );
      const one = classes[Number(/^\/classes\/(\d+)(?:\/join)?$/.exec(pathname)?.[1] ?? 0) - 1];
      if (!one) return show("Not found", "<p>There is no such page.</p>", 404);
      const sent = request.method === "POST" ? new URLSearchParams(await textOf(request)) : null;
      const [name, seats] = [sent?.get("name") ?? "", Number(sent?.get("seats"))];
      const isMore = seats > one.left;
      let said = "";
      if (sent && (name.trim() === "" || !(seats > 0))) said = "Please fill in all fields.";
      else if (sent && isMore && way === "put on a waiting list")
        return show("Booked", `<p>Thank you, you are on the waiting list for ${seats} seats.</p>`);
      else if (sent && isMore && way === "refused on a page of its own")
        return show("Sorry", `<p>We do not have ${seats} seats any more.</p>`, 409);
      else if (sent && isMore && !isTaken) said = `There are only ${one.left} seats.`;
      else if (sent) {
        one.left -= seats;
        if (way === "taken, with thanks alone") return show("Booked", "<p>Thank you for signing up.</p>");
        return show("Booked", `<p>${escapeHtml(name)}, your booking is confirmed: ${seats} seats.</p>`);
      }
      const left = way === "taken, with thanks alone" ? Math.max(0, one.left) : one.left;
      const isBeside = way.endsWith("beside the page that says it");
      if (isBeside && !pathname.endsWith("/join"))
        return show(one.name, `<p>${left} seats left</p><a href="${pathname}/join">Join this class</a>`);
      const bound = way === "bounded by the field" ? `max=${left}` : "";
      const field =
        way === "taken, with a select"
          ? `<select name=seats>${[1, 2, 3, 4, 6, 8, 50].map((each) => `<option>${each}</option>`).join("")}</select>`
          : `<input name=seats type=number min=1 ${bound} required ${way.endsWith("named already") ? "value=1" : ""}>`;
      const asks = way === "taken by another number" ? "Number of children in the household" : "Seats";
      show(
        one.name,
        `${isBeside ? "" : `<p>${left} seats left</p>`}${said && `<p role=alert>${said}</p>`}<form method=post><label>Your name <input name=name required value="${way.endsWith("named already") ? "Ann Moor" : ""}"></label> <label>${asks} ${field}</label> <button>Sign up</button></form>`,
        said ? 422 : 200,
      );
    })();
  };
};

it.each<[Way, boolean]>([
  ["refused", false],
  ["refused on a page of its own", false],
  ["bounded by the field", false],
  ["put on a waiting list", false],
  ["refused beside the page that says it", false],
  ["refused, one being named already", false],
  ["taken, one being named already", true],
  ["taken", true],
  ["taken beside the page that says it", true],
  ["taken, with thanks alone", true],
  ["taken, with a select", true],
])("more seats than are left, %s", { timeout: 300_000 }, async (way, isFault) => {
  const { failing, yaml } = await tryPages(browser, school(way), {
    only: /-places-left$/,
    pages: 8,
    actions: 120,
  });
  expect(failing.map((id) => id.endsWith("-places-left"))).toEqual(isFault ? [true] : []);
  expect(yaml).toMatch(/id: \S+-places-left\n/);
  expect(yaml).toContain("goto: /classes/2");
});

it("a number of something else may be greater", { timeout: 300_000 }, async () => {
  const { yaml } = await tryPages(browser, school("taken by another number"), {
    only: /-places-left$/,
    pages: 8,
    actions: 120,
  });
  expect(yaml).not.toContain("-places-left");
});
