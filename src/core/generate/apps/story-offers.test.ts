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

type Offer = {
  id: number;
  person: string;
  work: string;
  price: number;
  discount: number;
  due: string;
  note: string;
};

const euros = (sum: number): string => `€${sum.toFixed(2)}`;
const asWritten = (day: string): string => day.split("-").toReversed().join("/");

const page = (title: string, main: string): string =>
  `<!doctype html><html lang=en><meta charset=utf-8><title>${title}</title><link rel=icon href="data:,">
  <nav><a href="/">Offers</a> <a href="/people">People</a> <a href="/tasks">Tasks</a></nav><main><h1>${title}</h1>${main}</main>`;

const people = ["Ann", "Bert", "Cleo", "Dora", "Emil"];

const form = (offer: Offer | null, wrong: boolean): string => `<form method=post>
  <label>Asked by <select name=person>${people
    .slice(0, wrong ? -1 : undefined)
    .map((name) => `<option${name === offer?.person ? " selected" : ""}>${name}`)
    .join("")}</select></label>
  <label>Work <input name=work required value="${escapeHtml(offer?.work ?? "")}"></label>
  <label>Price <input type=number name=price min=0 step=any value="${offer?.price ?? ""}"></label>
  <label>Discount (%) <input type=number name=discount min=0 max=100 value="${offer?.discount ?? 0}"></label>
  <label>Due <input type=date name=due value="${offer?.due ?? "2026-05-01"}"></label>
  <label>Note <textarea name=note>${escapeHtml(offer?.note ?? "")}</textarea></label>
  <p>Subtotal <b id=sub></b></p><p>VAT <b id=vat></b></p><p>Total <b id=all></b></p>
  <button>${offer ? "Save offer" : "Create offer"}</button></form>
  <script>const of = (name) => Number(document.querySelector("[name=" + name + "]").value);
    const say = () => { const sub = of("price"), base = sub * (1 - of("discount") / 100), vat = base * 0.2;
      for (const [id, sum] of Object.entries({ sub, vat, all: base + vat })) document.getElementById(id).textContent = "€" + sum.toFixed(2); };
    document.querySelector("form").oninput = say; say();</script>`;

type Task = { name: string; done: boolean };

/** A board of two parts; each task is moved on and removed by controls of its own. */
const board = (tasks: Task[]): string =>
  page(
    "Tasks",
    `<form method=post action="/tasks"><label>New task <input name=task required></label> <button>Add task</button></form>${[
      false,
      true,
    ]
      .map((done) => {
        const part = done ? "Done" : "To do";
        const own = tasks.filter((task) => task.done === done);
        const control = (deed: string, { name }: Task, words: string): string =>
          `<form method=post action="/tasks/${deed}"><input type=hidden name=task value="${escapeHtml(name)}"><button aria-label="${escapeHtml(words)}">${deed === "move" ? "→" : "×"}</button></form>`;
        return `<section aria-label="${part}"><h2>${part} (${own.length})</h2><ul>${own
          .map(
            (task) =>
              `<li>${escapeHtml(task.name)} ${done ? "" : control("move", task, `Move ${task.name} to Done`)} ${control("remove", task, `Remove ${task.name}`)}</li>`,
          )
          .join("")}</ul></section>`;
      })
      .join("")}`,
  );

/** Offers are known by numbers that the app gives them; what they are about is on their own pages. */
const offers = (wrong: boolean) => {
  let all: Offer[] = ["Roof", "Fence", "Shed"].map((work, at) => {
    return {
      id: 1001 + at,
      person: "Ann",
      work,
      price: 10 * at + 90,
      discount: 0,
      due: "2026-05-13",
      note: "",
    };
  });
  let last = 1003;
  let tasks: Task[] = ["Call Ann", "Order paint", "Send plans"].map((name, at) => ({ name, done: at === 2 }));
  const shown = (offer: Offer): string => {
    const base = offer.price * (1 - offer.discount / 100);
    const vat = 0.2 * (wrong ? offer.price : base);
    const day = wrong ? new Date(Date.parse(offer.due) - 86_400_000).toISOString().slice(0, 10) : offer.due;
    return page(
      `Offer Q-${offer.id}`,
      `<p><a href="/">All offers</a></p><p>${escapeHtml(offer.work)}</p><p>Due ${asWritten(day)}</p><p>${escapeHtml(offer.note)}</p>
      <p>Subtotal ${euros(offer.price)}</p><p>VAT ${euros(vat)}</p><p>Total ${euros(base + vat)}</p>
      <p><a href="/offers/${offer.id}/edit">Edit offer</a></p><form method=post action="/offers/${offer.id}/remove"><button>Delete offer</button></form>`,
    );
  };
  const send = (response: ServerResponse, status: number, body: string): void =>
    void response.writeHead(status, { "content-type": "text/html" }).end(body);
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const path = request.url ?? "/";
    const go = (to: string): void => void response.writeHead(303, { location: to }).end();
    if (path.startsWith("/tasks")) {
      if (request.method !== "POST") return send(response, 200, board(tasks));
      const name = new URLSearchParams(await textOf(request)).get("task") ?? "";
      const moved = wrong ? tasks.find(({ done }) => !done) : tasks.find((task) => task.name === name);
      if (path === "/tasks") tasks.push({ name, done: false });
      else if (path === "/tasks/remove") tasks = tasks.filter((task) => task.name !== name);
      else if (moved) moved.done = true;
      return go("/tasks");
    }
    const [, id = "", deed = ""] = /^\/offers\/(\d+)(?:\/(\w+))?$/.exec(path) ?? [];
    const offer = all.find((each) => String(each.id) === id) ?? null;
    if (request.method === "POST" && deed !== "remove") {
      const sent = Object.fromEntries(new URLSearchParams(await textOf(request))) as Record<string, string>;
      const kept = {
        person: sent["person"] ?? "",
        work: sent["work"] ?? "",
        price: Number(sent["price"]),
        discount: Number(sent["discount"]),
        due: sent["due"] ?? "",
        note: wrong && offer ? "" : (sent["note"] ?? ""),
      };
      if (offer) Object.assign(offer, kept);
      else all.unshift({ id: ++last, ...kept });
      return go(`/offers/${offer?.id ?? last}`);
    }
    if (path === "/")
      return send(
        response,
        200,
        page(
          "Offers",
          `<a href="/offers/new">New offer</a><table><thead><tr><th>Number<th>Due<th>Price</tr></thead><tbody>${all
            .map(
              (each) =>
                `<tr><td><a href="/offers/${each.id}">Q-${each.id}</a><td>${asWritten(each.due)}<td>${euros(each.price)}</tr>`,
            )
            .join("")}</tbody></table>`,
        ),
      );
    if (path === "/people")
      return send(
        response,
        200,
        page(
          "People",
          `<table><thead><tr><th>Name<th>Since</tr></thead><tbody>${people.map((name, at) => `<tr><td>${name}<td>${2019 + at}</tr>`).join("")}</tbody></table>`,
        ),
      );
    if (path === "/offers/new") return send(response, 200, page("New offer", form(null, wrong)));
    if (!offer) return send(response, 404, page("Not found", "<p>There is nothing here.</p>"));
    if (deed === "edit") return send(response, 200, page("Edit offer", form(offer, wrong)));
    if (deed !== "remove") return send(response, 200, shown(offer));
    const gone = wrong ? all.find((each) => each !== offer) : offer;
    all = all.filter((each) => each !== gone);
    return go("/");
  };
  return (request: IncomingMessage, response: ServerResponse): void => void answer(request, response);
};

const LIMITS = { pages: 12, actions: 150, depth: 4 };

it(
  "what the app itself gives a name to is made, changed and removed on its own page",
  { timeout: 300_000 },
  async () => {
    const { failing, yaml } = await tryPages(browser, offers(false), LIMITS);
    expect(failing).toEqual([]);
    for (const id of ["create-offer", "edit-offer", "delete-offer", "move-task"])
      expect(yaml).toContain(`id: ${id}\n`);
    expect(yaml).toContain("contains: 29/02/2024");
    expect(yaml).toContain('contains: "VAT ${vat_of_offer}"');
  },
);

it(
  "sums and days that are kept otherwise, notes that are lost, the wrong thing removed and a choice too few are found",
  { timeout: 300_000 },
  async () => {
    const { failing } = await tryPages(browser, offers(true), LIMITS);
    // What is removed instead of it was needed by other cases.
    expect(failing).toEqual(
      expect.arrayContaining([
        "create-offer",
        "edit-offer",
        "delete-offer",
        "fed-offers-new-asked-by",
        "move-task",
      ]),
    );
  },
);
