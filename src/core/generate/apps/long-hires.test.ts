import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createPlaywrightBrowser } from "#adapters/playwright/launch.ts";
import type { Browser } from "#ports/browser.ts";
import { escapeHtml } from "#test/support/escape-html.ts";
import { tryPages } from "#test/support/failing-cases.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await createPlaywrightBrowser();
});
afterAll(() => browser.close());

type Fault = "none" | "removes all" | "another customer" | "note is lost" | "stays on hire";

type Hire = { id: number; tool: string; customer: string; until: string; note: string; back: boolean };

const options = (names: string[], chosen = ""): string =>
  `<option value="">Choose one${names.map((name) => `<option${name === chosen ? " selected" : ""}>${name}`).join("")}`;

/** A desk that hires tools out: a hire has no name of its own, and a tool can be had by one customer at a time. */
const desk = (fault: Fault): RequestListener => {
  const tools = ["Circular saw", "Belt sander", "Tile cutter", "Wet vacuum"];
  const customers = ["Ines Moreau", "Okafor & Sons", "Petra Lindqvist"];
  let hires: Hire[] = [
    { id: 1, tool: "Tile cutter", customer: "Petra Lindqvist", until: "2031-05-02", note: "", back: false },
    {
      id: 2,
      tool: "Wet vacuum",
      customer: "Ines Moreau",
      until: "2031-05-09",
      note: "Ring first",
      back: false,
    },
  ];
  let last = 2;
  const isOut = (tool: string): boolean =>
    hires.some((hire) => hire.tool === tool && (!hire.back || fault === "stays on hire"));
  const removing = (at: string): string =>
    `<form method=post action="${at}/remove"><button>Remove</button></form>`;

  const listOf = (names: string[], at: string, isFree: (name: string) => boolean): string =>
    `<table><tr><th>Name<th>Hires<th>State<th></tr>${names
      .map((name, n) => {
        const many = hires.filter(({ tool, customer }) => tool === name || customer === name).length;
        return `<tr><td>${escapeHtml(name)}<td>${many}<td>${isOut(name) ? "On hire" : "Available"}<td>${isFree(name) ? removing(`${at}/${n}`) : ""}</tr>`;
      })
      .join("")}</table>`;
  const adding = (at: string, what: string): string =>
    `<form method=post action="${at}"><label>Name <input name=name required></label> <button>Add ${what}</button></form>`;

  const pages: Record<string, () => string> = {
    "/": () => `<h1>Tools</h1>${adding("/tools", "tool")}${listOf(tools, "/tools", (name) => !isOut(name))}`,
    "/customers": () =>
      `<h1>Customers</h1>${adding("/customers", "customer")}${listOf(customers, "/customers", (name) => hires.every(({ customer }) => customer !== name))}`,
    "/hires": () =>
      `<h1>Hires</h1><p><a href="/hires/new">New hire</a></p><table><tr><th>Tool<th>Customer<th>Until<th>State<th></tr>${hires
        .map(
          ({ id, tool, customer, until, back }) =>
            `<tr><td>${escapeHtml(tool)}<td>${escapeHtml(customer)}<td>${until}<td>${back ? "Returned" : "On hire"}<td><a href="/hires/${id}/edit">Edit</a> ${back ? "" : `<form method=post action="/hires/${id}/back"><button>Mark as returned</button></form>`} ${removing(`/hires/${id}`)}</tr>`,
        )
        .join("")}</table>`,
    "/hires/new": () =>
      `<h1>New hire</h1><form method=post action="/hires"><p><label>Tool <select name=tool required>${options(
        tools.filter((tool) => !isOut(tool)).map(escapeHtml),
      )}</select></label><p><label>Customer <select name=customer required>${options(
        customers.map(escapeHtml),
      )}</select></label><p><label>Until <input type=date name=until required></label><p><label>Note <textarea name=note></textarea></label><p><button>Hire out</button></form>`,
  };
  const editing = ({ id, tool, customer, until, note }: Hire): string =>
    `<h1>Hire</h1><form method=post action="/hires/${id}"><p><label>Tool <select name=tool>${options([tool, ...tools.filter((each) => !isOut(each))].map(escapeHtml), escapeHtml(tool))}</select></label><p><label>Customer <select name=customer>${options(
      customers.map(escapeHtml),
      escapeHtml(customer),
    )}</select></label><p><label>Until <input type=date name=until value="${until}"></label><p><label>Note <textarea name=note>${escapeHtml(note)}</textarea></label><p><button>Save</button></form>`;

  const deeds: [RegExp, (form: URLSearchParams, id: number) => string][] = [
    [/^\/tools$/, (form) => (tools.push(form.get("name") ?? ""), "/")],
    [/^\/tools\/(\d+)\/remove$/, (_, n) => (tools.splice(n, 1), "/")],
    [/^\/customers$/, (form) => (customers.push(form.get("name") ?? ""), "/customers")],
    [/^\/customers\/(\d+)\/remove$/, (_, n) => (customers.splice(n, 1), "/customers")],
    [
      /^\/hires$/,
      (form) => {
        const [tool = "", until = "", note = ""] = ["tool", "until", "note"].map(
          (name) => form.get(name) ?? "",
        );
        const customer = fault === "another customer" ? (customers[0] ?? "") : (form.get("customer") ?? "");
        if (!tools.includes(tool) || isOut(tool) || !customers.includes(customer)) return "/hires/new";
        last += 1;
        hires.push({ id: last, tool, customer, until, note, back: false });
        return "/hires";
      },
    ],
    [
      /^\/hires\/(\d+)$/,
      (form, id) => {
        const hire = hires.find((each) => each.id === id);
        if (hire) hire.until = form.get("until") ?? "";
        if (hire) hire.note = fault === "note is lost" ? "" : (form.get("note") ?? "");
        if (hire) hire.customer = form.get("customer") ?? "";
        if (hire) hire.tool = form.get("tool") ?? "";
        return "/hires";
      },
    ],
    [
      /^\/hires\/(\d+)\/back$/,
      (_, id) => {
        const hire = hires.find((each) => each.id === id);
        if (hire) hire.back = true;
        return "/hires";
      },
    ],
    [
      /^\/hires\/(\d+)\/remove$/,
      (_, id) => {
        const { customer } = hires.find((each) => each.id === id) ?? {};
        hires = hires.filter(
          (each) => each.id !== id && (fault !== "removes all" || each.customer === customer),
        );
        return "/hires";
      },
    ],
  ];
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname } = new URL(request.url ?? "/", "http://x");
    const answer = (status: number, main: string): void => {
      const nav = `<nav><a href="/">Tools</a> <a href="/customers">Customers</a> <a href="/hires">Hires</a></nav>`;
      response.writeHead(status, { "content-type": "text/html; charset=utf-8" });
      response.end(`<!doctype html><html lang=en><title>Hire desk</title>${nav}<main>${main}</main>`);
    };
    const editAt = Number(/^\/hires\/(\d+)\/edit$/.exec(pathname)?.[1]);
    const edited = hires.find(({ id }) => id === editAt);
    if (request.method === "GET" && edited) return answer(200, editing(edited));
    const page = pages[pathname];
    if (request.method === "GET") return page ? answer(200, page()) : answer(404, "<h1>Not found</h1>");
    let body = "";
    for await (const part of request) body += String(part);
    for (const [at, deed] of deeds) {
      const found = at.exec(pathname);
      if (!found) continue;
      response.writeHead(303, { location: deed(new URLSearchParams(body), Number(found[1])) }).end();
      return;
    }
    answer(404, "<h1>Not found</h1>");
  };
  return (request, response) => void serve(request, response);
};

const LIMITS = { pages: 8, actions: 400, timeMs: 300_000, depth: 2 };

describe("what is known by what it refers to", () => {
  it(
    "is made of items of its own, so that it can be made again and again",
    { timeout: 400_000 },
    async () => {
      const { failing, yaml } = await tryPages(browser, desk("none"), { ...LIMITS, only: /hire/ });
      expect(failing).toEqual([]);
      expect(yaml).toContain("create-hire");
      expect(yaml).toContain("delete-hire");
      expect(yaml).toContain("releases-hire");
    },
  );

  const faults: [Fault, RegExp][] = [
    ["removes all", /^delete-hire/],
    ["another customer", /^shows-hire/],
    ["note is lost", /^edit-hire/],
    ["stays on hire", /^releases-hire/],
  ];
  it.each(faults)("tells that it is wrong: %s", { timeout: 400_000 }, async (fault, id) => {
    const { failing } = await tryPages(browser, desk(fault), { ...LIMITS, only: /hire/ });
    expect(failing.filter((each) => id.test(each))).not.toEqual([]);
  });
});
