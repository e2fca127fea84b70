import type { IncomingMessage } from "node:http";
import { answers, button, caller, click, expect, goto, heading, late, noErrors } from "./sample.ts";
import type { Sample } from "./sample.ts";

const saving = [goto("/"), click("Save"), expect({ text: "Saved" })];

const script =
  (source: string, headers: Record<string, string> = {}): ReturnType<typeof answers> =>
  (_, response) =>
    void response.writeHead(200, { "content-type": "text/javascript", ...headers }).end(source);

/** Refuses the first requests, and answers those after them. */
const atLast = (status: number, times: number, body: unknown): ReturnType<typeof answers> => {
  let asked = 0;
  return (request: IncomingMessage, response, url) =>
    (asked++ < times ? answers(status, { error: "later" }) : answers(200, body))(request, response, url);
};

const patient = `<h1>Desk</h1><button onclick="go(3)">Save</button><p id="out" role="status"></p><script>
  async function go(left) {
    const answer = await fetch("/api/orders", { method: "POST" });
    if (!answer.ok && left > 0) return setTimeout(go, 100, left - 1);
    out.textContent = answer.ok ? (await answer.json()).text : "That did not work";
  }
</script>`;

/** A page that shows a total, beside what else it does. */
const desk = (total: string, rest = ""): string =>
  `<h1>Desk</h1><p>Total: <output data-testid="total">${total}</output></p>${rest}`;
const wantsTotal = [goto("/"), expect({ text: { target: { testid: "total" }, is: "12.00" } })];

export const foreignPages: Sample[] = [
  {
    id: "blind: a bundle with its source map",
    app: {
      "/": '<h1>Cart</h1><button id="pay">Pay</button><script src="/assets/index-Bx1c.js"></script>',
      "/assets/index-Bx1c.js": script(
        'document.querySelector("#pay").onclick=()=>{n(null)};function n(e){document.title=e.total.toFixed(2)}\n//# sourceMappingURL=index-Bx1c.js.map',
      ),
      "/assets/index-Bx1c.js.map": answers(200, {
        version: 3,
        sources: ["../../src/cart/pay.ts"],
        names: ["payFor", "cart", "total"],
        mappings: "AAEY,4CAEVA,SAIF,SAASA,KACP,iBAAsBE",
        sourcesContent: [
          '// pays\n\nconst pay = document.querySelector("#pay");\npay.onclick = () => {\n  payFor(null);\n};\n\n\nfunction payFor(cart) {\n  document.title = cart.total.toFixed(2);\n}\n',
        ],
      }),
    },
    steps: [goto("/"), click("Pay"), expect({ text: "Paid" })],
    expected: "frontend_exception",
    names: /TypeError.*pay\.ts:10/,
  },
  {
    id: "blind: a piece of the app that cannot be loaded any more",
    app: {
      "/": '<h1>Desk</h1><button onclick="go()">Reports</button><script>function go() { import("/assets/reports-9f2.js"); }</script>',
    },
    steps: [goto("/"), click("Reports"), expect({ visible: heading("Reports") })],
    expected: "frontend_exception",
    names: /reports-9f2\.js/,
  },
  {
    id: "blind: a promise that is rejected with words",
    app: {
      "/": '<button onclick="go()">Save</button><script>function go() { return Promise.reject("no draft is open"); }</script>',
    },
    steps: saving,
    expected: "frontend_exception",
    names: /no draft is open/,
  },
  {
    id: "blind: an error in a custom element",
    app: {
      "/": '<x-price></x-price><script>customElements.define("x-price", class extends HTMLElement { connectedCallback() { this.textContent = this.prices.net; } });</script>',
    },
    steps: [goto("/"), expect({ text: "12.00" })],
    expected: "frontend_exception",
    names: /TypeError.*connectedCallback/,
  },
  {
    id: "blind: an error that a boundary caught",
    app: {
      "/": `<main id="root"><button onclick="go()">Save</button></main><script>
        function go() { try { null.total; } catch (error) {
          console.error(error, "The above error occurred in the <Cart> component.");
          root.textContent = "Something went wrong.";
        } }</script>`,
    },
    steps: saving,
    expected: "frontend_exception",
    names: /TypeError|total/,
  },
  {
    id: "blind: a script that the page's own policy forbids",
    app: {
      "/": (_, response) =>
        void response
          .writeHead(200, { "content-type": "text/html", "content-security-policy": "script-src 'self'" })
          .end(
            '<title>Desk</title><button onclick="go()">Save</button><script>function go() { document.body.append("Saved"); }</script>',
          ),
    },
    steps: saving,
    expected: "frontend_exception",
    names: /Content Security Policy|script/i,
  },
  {
    id: "blind: an answer that comes after the step has given up",
    app: {
      "/": caller('fetch("/api/orders", { method: "POST" })'),
      "/api/orders": late(9000, { text: "Saved" }),
    },
    steps: [goto("/"), click("Save"), { expect: { text: "Saved" }, timeout: "3s" }],
    expected: "timing",
    names: /POST \/api\/orders/,
  },
  {
    id: "blind: a button by another word of the same kind",
    app: { "/": "<h1>Mug</h1><button>Add to basket</button><button>Compare</button>" },
    steps: [goto("/"), click(button("Add to cart"))],
    expected: "locator_drift",
    names: /Add to basket/,
  },
  {
    id: "blind: a link that is gone for good, 410",
    app: {
      "/": '<h1>Desk</h1><a href="/terms">Terms</a>',
      "/terms": answers(410, "<h1>Gone</h1>"),
    },
    steps: [goto("/"), click({ role: "link", name: "Terms" }), expect({ visible: heading("Terms") })],
    expected: "broken_link",
    names: /\/terms/,
  },
  {
    id: "blind: a page that says a total in cents",
    app: { "/": desk("1200") },
    steps: wantsTotal,
    expected: "wrong_result",
    names: /12\.00.*1200/,
  },
  {
    id: "blind: a wrong total beside a heartbeat that fails",
    app: {
      "/": desk("11.99", '<script>fetch("/api/heartbeat").catch(() => {})</script>'),
      "/api/heartbeat": answers(500, { error: "internal" }),
    },
    steps: wantsTotal,
    expected: "wrong_result",
    names: /12\.00.*11\.99/,
  },
  {
    id: "blind: a wrong total beside a retry that went well",
    app: {
      "/": desk(
        "11.99",
        '<script>const get = () => fetch("/api/rates").then(r => r.ok || setTimeout(get, 50)); get()</script>',
      ),
      "/api/rates": atLast(503, 1, {}),
    },
    steps: wantsTotal,
    expected: "wrong_result",
    names: /12\.00.*11\.99/,
  },
  {
    id: "blind: a wrong total beside a harmless error of an observer",
    app: {
      "/": desk(
        "11.99",
        '<script>setTimeout(() => { throw new Error("ResizeObserver loop completed with undelivered notifications."); })</script>',
      ),
    },
    steps: wantsTotal,
    expected: "wrong_result",
    names: /12\.00.*11\.99/,
  },
  {
    id: "blind: healthy, a meant refusal of a name that is taken",
    app: {
      "/": caller('fetch("/api/orders", { method: "POST" })'),
      "/api/orders": answers(409, { error: "already taken" }),
    },
    steps: [goto("/"), click("Save"), expect({ text: "That did not work" })],
    expected: null,
  },
  {
    id: "blind: healthy, asked again after 429",
    app: { "/": patient, "/api/orders": atLast(429, 2, { text: "Saved" }) },
    steps: saving,
    expected: null,
  },
  {
    id: "blind: healthy, a request that the page gives up when it goes on",
    app: {
      "/": '<h1>Desk</h1><a href="/next">Next</a><script>fetch("/api/slow").catch(() => {})</script>',
      "/api/slow": late(4000, {}),
      "/next": "<h1>Next</h1>",
    },
    steps: [goto("/"), click({ role: "link", name: "Next" }), expect({ visible: heading("Next") }), noErrors],
    expected: null,
  },
  {
    id: "blind: healthy, warnings and a word of error in the console",
    app: { "/": desk("12.00", '<script>console.warn("error rates are deprecated")</script>') },
    steps: [...wantsTotal, noErrors],
    expected: null,
  },
];
