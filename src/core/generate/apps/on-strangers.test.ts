import { text as textOf } from "node:stream/consumers";
import type { RequestListener } from "node:http";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createPlaywrightBrowser } from "#adapters/playwright/launch.ts";
import type { Browser } from "#ports/browser.ts";
import { suiteForApp } from "#test/support/generate-suite.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await createPlaywrightBrowser();
});
afterAll(() => browser.close());

/** Orders by whom each of them is; those between are not in anybody's list but theirs. */
const ORDERS = new Map([
  [2047, "Ann Moor"],
  [2046, "Bob Lee"],
  [2044, "Ann Moor"],
  [2043, "Ann Moor"],
  [2041, "Ann Moor"],
]);

/** A shop with one's orders at a place below a heading: `guarded`: what is somebody else's is not found; `archived`: what the list leaves out is one's own as well. */
const shop = (guarded: boolean, archived: boolean, place: string, heading: string): RequestListener => {
  const login = `<h1>Log in</h1><form method=post action="/login"><label>E-mail <input name=email></label> <label>Password <input type=password name=password></label> <button>Log in</button></form>`;
  const whose = (id: number): string | undefined =>
    archived && ORDERS.has(id) ? "Ann Moor" : ORDERS.get(id);
  const listed = [...ORDERS].flatMap(([id, who]) => (who === "Ann Moor" ? [id] : []));
  return (request, response) =>
    void textOf(request).then((body) => {
      const form = new URLSearchParams(body);
      const show = (title: string, main: string, status = 200): void => {
        response.writeHead(status, { "content-type": "text/html; charset=utf-8" });
        response.end(
          `<!doctype html><html lang=en><title>${title}</title><link rel=icon href="data:,"><nav><a href="${place}">Orders</a> <a href="/account/profile">Profile</a></nav><main>${main}</main>`,
        );
      };
      const url = request.url ?? "/";
      if (request.method === "POST" && url === "/login") {
        const ok = form.get("password") === "boat-4711";
        const headers = { location: place, ...(ok && { "set-cookie": "who=ann; Path=/" }) };
        return void response.writeHead(303, headers).end();
      }
      const isIn = (request.headers.cookie ?? "").includes("who=ann");
      if (!isIn || url === "/login") return show("Log in", login);
      if (url === "/account/profile")
        return show(
          "Profile",
          `<h1>Profile</h1><form method=post><label>Name <input name=name value="Ann Moor"></label> <label>Town <input name=town value="Bath"></label> <button>Save</button></form>`,
        );
      if (url === "/") return show("Home", "<h1>Home</h1><p>Good plants.</p>");
      if (url === place)
        return show(
          "Orders",
          `<h1>${heading}</h1><table><thead><tr><th>Number<th>Total</tr></thead><tbody>${listed.map((id) => `<tr><td><a href="${place}/${id}">${id}</a><td>€${id}.00</tr>`).join("")}</tbody></table>`,
        );
      const id = Number(url.startsWith(`${place}/`) ? url.slice(place.length + 1) : Number.NaN);
      const who = whose(id);
      if (who === undefined || (guarded && who !== "Ann Moor"))
        return show("Not found", "<h1>Not found</h1>", 404);
      show(
        `Order ${id}`,
        `<h1>Order ${id}</h1><p>€${id}.00</p><h2>Delivery address</h2><p>${who}, Quay 4</p>`,
      );
    });
};

const MINE = ["/account/orders", "Orders"] as const;

it.each([
  ["is not found", true, false, ...MINE, []],
  ["is shown by its address", false, false, ...MINE, ["others-order-2046"]],
  ["is one's own as well", false, true, ...MINE, []],
  [
    "is shown by its address below a heading of one's own",
    false,
    false,
    "/orders",
    "Your orders",
    ["others-order-2046"],
  ],
  ["is for all", false, false, "/orders", "Orders", []],
] as [string, boolean, boolean, string, string, string[]][])(
  "orders of which what the list leaves out %s",
  { timeout: 240_000 },
  async (_, guarded, archived, place, heading, expected) => {
    const auth = {
      username: "ann@shop.example",
      password: "boat-4711",
      secretName: "APP",
      loginPath: "/login",
    };
    const { found, yaml } = await suiteForApp(browser, shop(guarded, archived, place, heading), { auth });
    expect(found.filter((id) => id.startsWith("others-"))).toEqual(expected);
    expect(yaml.includes("id: others-")).toBe(expected.length > 0);
  },
);
