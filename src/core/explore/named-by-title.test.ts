import { text as textOf } from "node:stream/consumers";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createPlaywrightBrowser } from "#adapters/playwright/launch.ts";
import type { Browser } from "#ports/browser.ts";
import { escapeHtml } from "#test/support/escape-html.ts";
import { exploreApp, withApp } from "#test/support/explore-app.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await createPlaywrightBrowser();
});
afterAll(() => browser.close());

it("an item is known by its title, also where only its lines have to be given", async () => {
  const recipes = ["Lentil soup", "Apple crumble", "Miso ramen"];
  await withApp(
    (request, response) =>
      void textOf(request).then((sent) => {
        if (request.method === "POST") {
          recipes.push(new URLSearchParams(sent).get("title") ?? "");
          return void response.writeHead(303, { location: "/" }).end();
        }
        response.writeHead(200, { "content-type": "text/html; charset=utf-8" });
        response.end(`<!doctype html><html lang=en><title>Recipes</title><link rel=icon href="data:,"><main><h1>Recipes</h1>
          <table aria-label=Recipes><thead><tr><th>Recipe<th>Time</tr></thead><tbody>${recipes.map((name) => `<tr><td>${escapeHtml(name)}<td>20 minutes</tr>`).join("")}</tbody></table>
          <h2>New recipe</h2><form method=post><p><label>Title <input name=title></label></p><p><label>Ingredient 1 <input name=i1 required></label></p>
          <p><label>Ingredient 2 <input name=i2 required></label></p><button>Save recipe</button></form></main>`);
      }),
    async (url) => {
      const found = await exploreApp(browser, url, undefined, { actions: 200 });
      expect(found.ok && found.site.records.map(({ nameField }) => nameField.name)).toEqual(["Title"]);
    },
  );
});
