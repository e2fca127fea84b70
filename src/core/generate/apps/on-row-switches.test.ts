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

/** What a switch in a row does, which says whether a sensor is on. */
type Way =
  | "keeps it"
  | "keeps it by a form"
  | "shows it alone"
  | "puts on alone"
  | "asks first"
  | "hides what is off"
  | "waits for Save";

const createSensors = (way: Way): RequestListener => {
  let sensors = ["Cellar", "Greenhouse", "Attic"].map((name, id) => ({ id, name, on: id !== 1 }));
  const script = `document.querySelectorAll("[role=switch]").forEach((each) => { each.onclick = async (event) => {
      ${way === "keeps it by a form" ? "return;" : "event.preventDefault();"}
      const on = each.ariaChecked !== "true";
      ${way === "asks first" ? `document.querySelector("#ask").showModal(); return;` : ""}
      each.ariaChecked = String(on);
      ${way === "waits for Save" ? "return;" : `await fetch("/" + each.dataset.id + "/switch", { method: "POST" });`}
      ${way === "hides what is off" ? "location.reload();" : ""}
    }; });`;
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const [, id, what] = request.url?.split("/") ?? [];
    const sensor = sensors.find((each) => String(each.id) === id);
    const sent = new URLSearchParams(request.method === "POST" ? await textOf(request) : "");
    if (request.method === "POST") {
      if (what === "switch" && sensor)
        sensor.on = way === "shows it alone" ? sensor.on : way === "puts on alone" || !sensor.on;
      if (what === "remove") sensors = sensors.filter((each) => each !== sensor);
      if (id === "new") sensors.push({ id: sensors.length + 10, name: sent.get("name") ?? "", on: true });
      return void response.writeHead(303, { location: "/" }).end();
    }
    const rows = sensors
      .filter(({ on }) => on || way !== "hides what is off")
      .map(
        (each) =>
          `<tr><td>${escapeHtml(each.name)}<td><form method=post action="/${each.id}/switch"><button role=switch aria-checked=${each.on} data-id=${each.id} aria-label="${escapeHtml(each.name)}">●</button></form><td><form method=post action="/${each.id}/remove"><button>Remove</button></form></tr>`,
      );
    response.writeHead(request.url === "/" ? 200 : 404, { "content-type": "text/html; charset=utf-8" });
    response.end(
      `<!doctype html><html lang=en><title>Sensors</title><link rel=icon href="data:,"><main><h1>Sensors</h1><form method=post action="/new"><label>Name <input name=name required></label> <button>Add sensor</button></form>
      <table><thead><tr><th>Name<th>On<th></tr></thead><tbody>${rows.join("")}</tbody></table><dialog id=ask aria-label="Switch it off?"><button onclick="this.closest('dialog').close()">Cancel</button></dialog></main><script>${script}</script>`,
    );
  };
  return (request, response) => void answer(request, response);
};

it.each<[Way, boolean, string[]]>([
  ["keeps it", true, []],
  ["keeps it by a form", true, []],
  ["shows it alone", true, ["switch-sensor"]],
  ["puts on alone", true, ["switch-sensor"]],
  ["asks first", false, []],
  ["hides what is off", false, []],
  ["waits for Save", false, []],
])("a switch in each row that %s", { timeout: 240_000 }, async (way, used, told) => {
  const limits = { only: /^(?:create|edit|switch|delete)-/, pages: 4, actions: 300 };
  const { failing, yaml } = await tryPages(browser, createSensors(way), limits);
  expect(failing).toEqual(told);
  expect(yaml).toContain("- id: delete-sensor\n");
  expect(yaml.includes("- id: switch-sensor\n")).toBe(used);
});
