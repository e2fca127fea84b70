import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { text as textOf } from "node:stream/consumers";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createPlaywrightBrowser } from "#adapters/playwright/launch.ts";
import type { Browser } from "#ports/browser.ts";
import { tryPages } from "#test/support/failing-cases.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await createPlaywrightBrowser();
});
afterAll(() => browser.close());

const PEOPLE = ["Ada Stone", "Ben Roth", "Cleo Marsh", "Dan Vogt"];
const CLASSES = ["Pottery", "Swimming", "Chess"];

const select = (name: string, options: string[], now: string): string =>
  `<label>${name} <select name=${name} required>${["Choose", ...options].map((each, at) => `<option value="${at ? each : ""}"${each === now ? " selected" : ""}>${each}</option>`).join("")}</select></label>`;

/** A school in which people enrol in steps. `once`: nobody does so twice for one class. `lossy`: coming back to a step finds it empty. */
const school = (once: boolean, lossy: boolean): RequestListener => {
  const enrolled = [["Dan Vogt", "Chess"]];
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://app");
    const lead = (location: string): void => void response.writeHead(303, { location }).end();
    const show = (title: string, main: string, status = 200): void => {
      response.writeHead(status, { "content-type": "text/html; charset=utf-8" });
      response.end(
        `<!doctype html><html lang=en><link rel=icon href="data:,"><title>${title}</title><nav><a href="/">Enrolments</a></nav><main><h1>${title}</h1>${main}</main>`,
      );
    };
    if (pathname === "/")
      return show(
        "Enrolments",
        `<a href="/enrol">New enrolment</a><table><thead><tr><th>Person<th>Class</tr></thead><tbody>${enrolled.map(([person = "", of = ""]) => `<tr><td>${person}<td>${of}</tr>`).join("")}</tbody></table>`,
      );
    const step = Number(/^\/enrol(\d?)$/.exec(pathname)?.[1] || 1);
    if (!pathname.startsWith("/enrol") || step > 3)
      return show("Not found", "<p>There is no such page.</p>", 404);
    const sent = request.method === "POST" ? new URLSearchParams(await textOf(request)) : searchParams;
    const person = sent.get("Person") ?? searchParams.get("Person") ?? "";
    const of = sent.get("Class") ?? searchParams.get("Class") ?? "";
    const to = (next: number, who = person): void =>
      lead(`/enrol${next}?${new URLSearchParams({ Person: who, Class: of }).toString()}`);
    const isKnown = once && enrolled.some(([who, what]) => who === person && what === of);
    if (request.method === "POST") {
      if (sent.get("move") === "back") return to(step - 1, lossy ? "" : person);
      if (step < 3 && !(step === 2 && isKnown)) return to(step + 1);
      if (step === 3) {
        enrolled.push([person, of]);
        return lead("/");
      }
    }
    const fields = [
      select("Person", PEOPLE, person),
      select("Class", CLASSES, of) + (isKnown ? `<p role=alert>${person} is enrolled already.</p>` : ""),
      `<p>Person: ${person}</p><p>Class: ${of}</p>`,
    ];
    show(
      "New enrolment",
      `<p>Step ${step} of 3</p><form method=post>${fields[step - 1] ?? ""}<button name=move value=next>${step === 3 ? "Confirm enrolment" : "Next"}</button>${step > 1 ? " <button name=move value=back formnovalidate>Back</button>" : ""}</form>`,
    );
  };
  return (request, response) => void answer(request, response);
};

it.each<[string, boolean, boolean, string[]]>([
  ["as often as one likes", false, false, []],
  ["once", true, false, []],
  ["once, and lose what was put in", true, true, ["steps-new-enrolment-back"]],
])("steps that can be ended %s", { timeout: 240_000 }, async (_, once, lossy, expected) => {
  const { failing, yaml } = await tryPages(browser, school(once, lossy), {
    pages: 9,
    actions: 300,
    depth: 4,
    only: /^steps-/,
  });
  expect(yaml).toContain("id: steps-new-enrolment\n");
  expect(yaml.includes("id: steps-new-enrolment-end\n")).toBe(!once);
  expect(failing).toEqual(expected);
});
