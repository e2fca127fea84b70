import { text as textOf } from "node:stream/consumers";
import type { RequestListener } from "node:http";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createPlaywrightBrowser } from "#adapters/playwright/launch.ts";
import { tryPages } from "#test/support/failing-cases.ts";
import type { Browser } from "#ports/browser.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await createPlaywrightBrowser();
});
afterAll(() => browser.close());

const PAGE = `<!doctype html><html lang=en><meta charset=utf-8><title>Flags</title><link rel=icon href="data:,">
<main></main>
<script>
  const main = document.querySelector("main");
  const escape = (text) => text.replace(/[&<"]/g, (sign) => "&#" + sign.codePointAt(0) + ";");
  const show = async () => {
    const flags = await (await fetch("/api/flags")).json();
    const empty = "<section><h2>Set up</h2><p>There is nothing yet.</p><button type=button class=new>New flag</button></section>";
    if (CARDS) {
      main.innerHTML = "<h1>Flags</h1><button type=button class=new>New flag</button>" + (flags.length === 0 ? "<p>No flags yet.</p>" :
        "<ul class=flags>" + flags.map(({ name, about }) => "<li><h2>" + escape(name) + "</h2><p>" + escape(about) +
        "</p><button type=button class=gone name='" + escape(name) + "'>Remove</button>").join("") + "</ul>");
      return;
    }
    const rows = flags.map(({ name, about }) => "<tr><td>" + escape(name) + "<td>" + escape(about) +
      "<td><button type=button class=gone name='" + escape(name) + "' aria-label='Remove " + escape(name) + "'>Remove</button>");
    main.innerHTML = "<h1>Flags</h1>" + (flags.length === 0 ? empty : "") + "<button type=button class=new>New flag</button>" +
      "<table><thead><tr><th>Name<th>About<th>Use<tbody>" + rows.join("") + "</table>";
  };
  const dialog = () => {
    main.insertAdjacentHTML("beforeend", "<div role=dialog aria-label='New flag'><form><label>Flag name <input name=flag required></label>" +
      "<label>About <input name=about></label></form><p role=alert></p><footer><button type=TYPE class=create>Create flag</button>" +
      "<button type=button class=close>Cancel</button></footer></div>");
  };
  main.addEventListener("click", async ({ target }) => {
    if (target.className === "new") {
      history.replaceState(null, "", "/?sort=name");
      dialog();
    }
    if (target.className === "close") target.closest("[role=dialog]").remove();
    if (target.className === "gone") {
      await fetch("/api/flags/" + target.name, { method: "DELETE" });
      await show();
    }
    if (target.className !== "create") return;
    const [name, about] = [...document.querySelectorAll("[role=dialog] input")].map(({ value }) => value);
    const answer = await fetch("/api/flags", { method: "POST", body: JSON.stringify({ name, about }) });
    if (answer.ok) return show();
    document.querySelector("[role=alert]").textContent = (await answer.json()).message;
  });
  show();
</script>`;

type Fault = "cut" | "last";

/**
 * Switches for features, of which there are none at first. cut: of what is said about one, only the first ten signs are kept;
 * last: the last one is removed, whichever was meant. `asCards`: there is no table, but a list once there is one, and the button of the dialog is a plain one.
 */
const flags = (fault: Fault | null = null, asCards = false): RequestListener => {
  let all: { name: string; about: string }[] = [];
  const answer: (...given: Parameters<RequestListener>) => Promise<void> = async (request, response) => {
    const json = (status: number, value: unknown): void => {
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value));
    };
    const url = request.url ?? "/";
    if (/^\/(?:\?|$)/.test(url)) {
      response
        .writeHead(200, { "content-type": "text/html" })
        .end(PAGE.replace("CARDS", String(asCards)).replace("TYPE", asCards ? "button" : "submit"));
      return;
    }
    if (!url.startsWith("/api/flags")) return json(404, {});
    if (request.method === "GET") return json(200, all);
    if (request.method === "DELETE") {
      if (fault === "last") all.pop();
      else all = all.filter(({ name }) => !url.endsWith(`/${name}`));
      return json(200, {});
    }
    const { name, about } = JSON.parse(await textOf(request)) as { name: string; about: string };
    if (!/^[\w-]+$/.test(name)) return json(400, { message: "Flag name must be URL friendly" });
    all.push({ name, about: fault === "cut" ? about.slice(0, 10) : about });
    return json(201, {});
  };
  return (request, response) => void answer(request, response);
};

it("makes items that need a name for addresses, in a dialog whose button stands below its form, where the list has none and says so beside a second button", async () => {
  const { failing, yaml } = await tryPages(browser, flags(), { actions: 300, pages: 4 });
  expect(failing).toEqual([]);
  expect(yaml).toContain("tracewright-${digits_6}");
  expect(yaml).toContain("{role: button, name: New flag, exact: true, nth: 0}");
  const cut = await tryPages(browser, flags("cut"), { actions: 300, pages: 4, only: /flag/ });
  expect(cut.failing).toContain("shows-flag");
});

it("makes items where a page has no list, as it has nothing yet", async () => {
  const { failing, yaml } = await tryPages(browser, flags(null, true), { actions: 300, pages: 4 });
  expect(failing).toEqual([]);
  expect(yaml).toContain("tracewright-${digits_6}");
  const last = await tryPages(browser, flags("last", true), {
    actions: 300,
    pages: 4,
    only: /flag/,
  });
  expect(last.failing).toContain("delete-flag");
});
