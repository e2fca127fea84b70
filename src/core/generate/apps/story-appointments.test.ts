import { text as textOf } from "node:stream/consumers";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createPlaywrightBrowser } from "#adapters/playwright/launch.ts";
import type { Browser } from "#ports/browser.ts";
import { tryPages } from "#test/support/failing-cases.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await createPlaywrightBrowser();
});
afterAll(() => browser.close());

const limits = { pages: 12, actions: 300, depth: 4 };

const times = ["09:00", "10:30", "14:00"];
const treatments = [
  { name: "Back massage", price: 60, text: "Forty minutes" },
  { name: "Foot bath", price: 25, text: "With salt" },
  { name: "Sauna", price: 18, text: "As long as you like" },
];

/** All steps are parts of one page, which scripts show and hide; the server only keeps what is booked. */
const bathsPage = (
  ...faults: string[]
): string => `<nav><a href="/">New appointment</a> <a href="/appointments">Appointments</a></nav><main><h1>New appointment</h1>
  <ol>${["Treatment", "When", "Details", "Review"].map((name, at) => `<li${at ? "" : " class=active"}>${name}</li>`).join("")}</ol>
  <div class=part><h2>Choose a treatment</h2>${treatments
    .map(
      ({ name, price, text }) =>
        `<article class=card><h3>${name}</h3><p>${text}</p><b>$${price}.00</b> <button type=button class=card-pick aria-pressed=false>Select</button></article>`,
    )
    .join("")}</div>
  <div class=part hidden><h2>When will you come?</h2><label>Day <input type=date id=day></label>
    <div role=group aria-label=Time>${times.map((time) => `<button type=button class=slot aria-pressed=false>${time}</button>`).join(" ")}</div></div>
  <div class=part hidden><h2>Your details</h2><label>Your name* <input id=name></label> <label>Phone <input type=tel id=phone></label>
    <label>Guests <input type=number id=guests min=1 max=4 value=1></label> <label>Notes <textarea id=notes></textarea></label></div>
  <div class=part hidden><h2>Review</h2><table><tbody></tbody></table></div>
  <p role=alert></p><p><button type=button id=back hidden>Back</button> <button type=button id=next disabled>Next</button> <button type=button id=end hidden>Book appointment</button></p></main>
  <script>const $ = (what) => document.querySelector(what), all = (what) => [...document.querySelectorAll(what)];
    const has = (fault) => ${JSON.stringify(faults)}.includes(fault);
    const treatments = ${JSON.stringify(treatments)};
    let at = 0, chosen = null, slot = null, told = null;
    const costs = () => { const { price } = treatments[has("price") ? 0 : chosen]; return price * Number($("#guests").value); };
    const ready = () => [chosen !== null, $("#day").value !== "" && slot !== null, true, true][at];
    const show = (to) => { at = to;
      all(".part").forEach((part, index) => { part.hidden = index !== at; });
      all("ol li").forEach((item, index) => item.classList.toggle("active", index === (has("stage") ? Math.min(at, 2) : at)));
      $("#back").hidden = at === 0; $("#next").hidden = at === 3; $("#end").hidden = at !== 3; $("#next").disabled = !ready(); $("[role=alert]").textContent = "";
      if (at !== 3) return;
      if (told === null || !has("stale")) told = treatments[chosen].name;
      const [year, month, day] = $("#day").value.split("-");
      $("tbody").replaceChildren(...[["Treatment", told], ["Day", month + "/" + day + "/" + year], ["Time", slot], ["Your name", $("#name").value], ["Guests", $("#guests").value],
        ["Notes", $("#notes").value], ["Total", "$" + costs().toFixed(2)]].map((texts) => { const row = document.createElement("tr");
          row.append(...texts.map((text, index) => Object.assign(document.createElement(index ? "td" : "th"), { textContent: text }))); return row; })); };
    const press = (buttons, which) => buttons.forEach((button, index) => { button.ariaPressed = index === which; });
    all(".card-pick").forEach((button, index, buttons) => { button.onclick = () => { chosen = index; press(buttons, index); $("#next").disabled = false; }; });
    all(".slot").forEach((button, index, buttons) => { button.onclick = () => { slot = button.textContent; press(buttons, index); $("#next").disabled = !ready(); }; });
    $("#day").oninput = () => { $("#next").disabled = !ready(); };
    $("#next").onclick = () => {
      if (at === 2 && $("#name").value.trim() === "" && !has("required")) { $("[role=alert]").textContent = "Your name is missing"; return; }
      const guests = Number($("#guests").value);
      if (at === 2 && !(guests >= 1 && guests <= 4)) { $("[role=alert]").textContent = "One to four guests"; return; }
      show(at + 1); };
    $("#back").onclick = () => { if (has("back") && at === 3) $("#notes").value = ""; show(at - 1); };
    $("#end").onclick = async () => {
      await fetch("/api/appointments", { method: "POST", body: JSON.stringify({ treatment: treatments[chosen].name, day: $("#day").value, time: slot, name: $("#name").value }) });
      $("main").innerHTML = "<h1>Thank you</h1><p>Your appointment is booked.</p>"; };</script>`;

const appointments = `<nav><a href="/">New appointment</a> <a href="/appointments">Appointments</a></nav><main><h1>Appointments</h1>
  <ul aria-label=Appointments></ul></main><script>const draw = async () => { const all = await (await fetch("/api/appointments")).json();
    document.querySelector("ul").replaceChildren(...all.map(({ id, name, treatment, time }) => { const row = document.createElement("li");
      const drop = Object.assign(document.createElement("button"), { textContent: "Remove", onclick: async () => { await fetch("/api/appointments/" + id, { method: "DELETE" }); draw(); } });
      row.append(name + ", " + treatment + ", " + time + " ", drop); return row; })); };
    draw();</script>`;

const baths = (...faults: string[]): RequestListener => {
  let all = [
    { id: 1, name: "Ines Prado", treatment: "Sauna", time: "09:00" },
    { id: 2, name: "Tom Becker", treatment: "Foot bath", time: "10:30" },
  ];
  let last = 2;
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const path = request.url ?? "/";
    const json = (body: unknown): void =>
      void response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(body));
    const removed = /^\/api\/appointments\/(\d+)$/.exec(path)?.[1];
    if (removed) {
      all = all.filter(({ id }) => String(id) !== removed);
      return json({});
    }
    if (path === "/api/appointments" && request.method === "POST") {
      last += 1;
      const sent = JSON.parse(await textOf(request)) as (typeof all)[number];
      if (!faults.includes("lost"))
        all.push({ ...sent, id: last, ...(faults.includes("list") && { treatment: "Sauna" }) });
      return json({ id: last });
    }
    if (path === "/api/appointments") return json(all);
    const page = path === "/" ? bathsPage(...faults) : path === "/appointments" ? appointments : null;
    response.writeHead(page ? 200 : 404, { "content-type": "text/html" });
    response.end(
      `<!doctype html><html lang=en><meta charset=utf-8><title>Baths</title><link rel=icon href="data:,">${page ?? "<h1>Not found</h1>"}`,
    );
  };
  return (request, response) => void answer(request, response);
};

const faults: [faults: string[], failing: string[]][] = [
  [
    ["price", "required", "lost"],
    ["", "-requires", "-end"],
  ],
  [
    ["stage", "stale", "list"],
    ["", "-back", "-end"],
  ],
  [["back"], ["-back"]],
];

it(
  "a form whose steps are parts of one page is gone through to its end, and nothing is found",
  { timeout: 240_000 },
  async () => {
    const { failing, yaml } = await tryPages(browser, baths(), limits);
    expect(failing).toEqual([]);
    for (const part of ["", "-back", "-requires", "-end"])
      expect(yaml).toContain(`id: steps-new-appointment${part}\n`);
    for (const said of [
      "contains: Foot bath",
      "contains: 06/19/2030",
      "contains: 10:30",
      "Guests)\\\\W{0,6}2",
    ])
      expect(yaml).toContain(said);
  },
);

it.each(faults)(
  "of a form whose steps are parts of one page, %j is found",
  { timeout: 240_000 },
  async (wrong, parts) => {
    const { failing } = await tryPages(browser, baths(...wrong), limits);
    expect(failing).toEqual(parts.map((part) => `steps-new-appointment${part}`));
  },
);
