import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { text as textOf } from "node:stream/consumers";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createPlaywrightBrowser } from "#adapters/playwright/launch.ts";
import type { Browser } from "#ports/browser.ts";
import { suiteForApp } from "#test/support/generate-suite.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await createPlaywrightBrowser();
});
afterAll(() => browser.close());

const EVENTS = [
  { title: "Moonlight Trio", seat: "Balcony" },
  { title: "Harbour Choir", seat: "Stalls" },
  { title: "Sunday Brass", seat: "Floor" },
];
const PRICE = 20;
/** So many tickets of one event, whoever asks for more is told so. */
const MOST = 3;

/** Asks in the page whether a line is to be taken out; `offers`: what else may be done with it. */
const script = (offers: string): string => `<script>
  for (const remove of document.querySelectorAll("[data-at]")) remove.onclick = () => {
    const dialog = document.createElement("dialog");
    dialog.innerHTML = "<h2>Take it out?</h2><button>Remove</button> <button>Cancel</button>${offers}";
    const [yes, no] = dialog.querySelectorAll("button");
    yes.onclick = async () => { await fetch("/cart/" + remove.dataset.at, { method: "DELETE" }); location.reload(); };
    no.onclick = () => dialog.remove();
    document.body.append(dialog); dialog.showModal();
  };</script>`;

/** Tickets in a cart that is kept for who is logged in; `loses`: another line is taken out than was meant. */
const createBoxOffice = (loses: boolean, offers = ""): RequestListener => {
  let cart: { at: number; number: number }[] = [];
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname } = new URL(request.url ?? "/", "http://box");
    const isIn = request.headers.cookie?.includes("who=rosa") ?? false;
    const [, place = "", id = ""] = pathname.split("/");
    const show = (title: string, main: string, status = 200): void => {
      response.writeHead(status, { "content-type": "text/html; charset=utf-8" });
      response.end(
        `<!doctype html><html lang=en><title>${title}</title><link rel=icon href="data:,"><nav><a href="/">Events</a> ${isIn ? `<a href="/cart">Cart</a> <a href="/logout">Log out</a>` : `<a href="/login">Log in</a>`}</nav><main><h1>${title}</h1>${main}</main>`,
      );
    };
    const lead = (to: string, cookie?: string): void =>
      void response.writeHead(303, { location: to, ...(cookie && { "set-cookie": cookie }) }).end();
    if (request.method === "DELETE") {
      cart = cart.filter(({ at }, line) => (loses ? line !== cart.length - 1 : String(at) !== id));
      return void response.writeHead(204).end();
    }
    if (place === "login" && request.method === "POST") {
      const sent = new URLSearchParams(await textOf(request));
      const isWell = sent.get("user") === "rosa" && sent.get("password") === "open sesame";
      return isWell
        ? lead("/", "who=rosa; Path=/")
        : show("Log in", "<p role=alert>Wrong password.</p>", 401);
    }
    if (place === "login")
      return show(
        "Log in",
        `<form method=post action="/login"><label>User <input name=user></label> <label>Password <input type=password name=password></label> <button>Log in</button></form>`,
      );
    if (place === "logout") return lead("/", "who=; Path=/; Max-Age=0");
    const event = EVENTS[Number(id)];
    if (place === "events" && event && request.method === "POST") {
      const line = cart.find(({ at }) => String(at) === id);
      if ((line?.number ?? 0) >= MOST)
        return show("Too many", `<p role=alert>At most ${MOST} tickets.</p>`, 409);
      if (line) line.number += 1;
      else cart.push({ at: Number(id), number: 1 });
      return lead("/cart");
    }
    if (place === "events" && event)
      return show(event.title, `<p>€${PRICE}.00</p><form method=post><button>Add to cart</button></form>`);
    if (place === "" && pathname === "/")
      return show(
        "Events",
        `<ul>${EVENTS.map(({ title }, at) => `<li><a href="/events/${at}">${title}</a>`).join("")}</ul>`,
      );
    if (place !== "cart" || !isIn) return place === "cart" ? lead("/login") : show("Not found", "", 404);
    const total = cart.reduce((sum, { number }) => sum + number * PRICE, 0);
    show(
      "Cart",
      cart.length === 0
        ? "<p>Your cart is empty.</p>"
        : `${cart.map(({ at, number }) => `<article><h2>${EVENTS[at]?.title}</h2><p>${number} × ${EVENTS[at]?.seat}, €${number * PRICE}.00</p><button type=button data-at=${at} aria-label="Remove ${EVENTS[at]?.title}, ${EVENTS[at]?.seat}">Remove</button></article>`).join("")}<p>Total €${total}.00</p>${script(offers)}`,
    );
  };
  return (request, response) => void answer(request, response);
};

it.each<[string, boolean, string[]]>([
  ["the one that is meant", false, []],
  ["the last one", true, ["cart-removes"]],
])("a cart that is kept and asks takes out %s", { timeout: 300_000 }, async (_, loses, told) => {
  const auth = { username: "rosa", password: "open sesame", secretName: "BOX", loginPath: "/login" };
  const { found, cases, dropped } = await suiteForApp(browser, createBoxOffice(loses), { auth });
  expect(found.filter((id) => id.startsWith("cart-"))).toEqual(told);
  expect(loses ? [] : dropped.filter((text) => text.startsWith("cart-"))).toEqual([]);
  expect(cases).toContain("cart-removes");
});

it(
  "a cart whose question has several answers is not asked to lose anything",
  { timeout: 300_000 },
  async () => {
    const auth = { username: "rosa", password: "open sesame", secretName: "BOX", loginPath: "/login" };
    const app = createBoxOffice(false, "<button>Give it to a friend</button>");
    const { found, cases } = await suiteForApp(browser, app, { auth });
    expect(found.filter((id) => id.startsWith("cart-"))).toEqual([]);
    expect(cases).not.toContain("cart-removes");
  },
);
