import type { RequestListener } from "node:http";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createPlaywrightBrowser } from "#adapters/playwright/launch.ts";
import type { Browser } from "#ports/browser.ts";
import { tryPages } from "#test/support/failing-cases.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await createPlaywrightBrowser();
});
afterAll(() => browser.close());

const items = ["Anvil", "Bellows", "Chisel"];

const page = `<!doctype html><html lang=en><title>Tools</title><link rel=icon href="data:,"><main><h1>Tools</h1><ul></ul><p id=said></p></main><script>
  const list = document.querySelector("ul");
  const draw = (tools) => { list.innerHTML = tools.map((tool) => '<li><a href="/tools/' + tool.id + '">' + tool.name + "</a>").join(""); };
  if (location.pathname === "/") {
    draw([{ id: "tool-9", name: "Name of a tool" }]);
    fetch("/api/tools").then((answer) => answer.json()).then(draw);
  } else {
    document.querySelector("h1").textContent = "Tool";
    fetch("/api" + location.pathname).then((answer) => answer.json()).then(({ name }) => { document.querySelector("#said").textContent = name; });
  }
</script>`;

/** The list takes its time when it is asked for first, and shows a tool that there is none of meanwhile. */
const tools = (): RequestListener => {
  let asked = 0;
  return (request, response) => {
    const url = request.url ?? "/";
    const send = (status: number, value: unknown): void =>
      void response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value));
    if (!url.startsWith("/api/"))
      return void response.writeHead(200, { "content-type": "text/html" }).end(page);
    const name = items[Number(/^\/api\/tools\/tool-(\d)$/.exec(url)?.[1] ?? -1)];
    if (url !== "/api/tools") return send(name ? 200 : 404, { name: name ?? "none" });
    asked += 1;
    setTimeout(
      () =>
        send(
          200,
          items.map((tool, id) => ({ id: `tool-${id}`, name: tool })),
        ),
      asked === 1 ? 9_000 : 0,
    );
  };
};

it("a link that is only there until the data has come leads to no page", async () => {
  const { failing, yaml } = await tryPages(browser, tools());
  expect(yaml).toContain("/tools/tool-0");
  expect(yaml).not.toContain("tool-9");
  expect(failing).toEqual([]);
});
