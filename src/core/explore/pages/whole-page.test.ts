import { afterAll, beforeAll, expect, test } from "vitest";
import { createPlaywrightBrowser } from "#adapters/playwright/launch.ts";
import type { Browser } from "#ports/browser.ts";
import { exploreApp, withApp } from "#test/support/explore-app.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await createPlaywrightBrowser();
});
afterAll(() => browser.close());

/** What `/board` shows comes late the first two times, and says nothing of that. */
const board = `<nav><a href="/home">Home</a> <a href="/help">Help</a></nav><h1>Board</h1><button>Print</button><div></div>
  <script>const fill = () => { document.querySelector("div").innerHTML =
    '<button>Pin</button><button>Mute</button><h2>Latest</h2><p>Water is off on Monday.</p><button>Fold</button>'; };
  sessionStorage.seen = 1 + Number(sessionStorage.seen ?? 0); if (sessionStorage.seen > 2) fill(); else setTimeout(fill, 3000);</script>`;

test("a page that was seen before all of it was there is one page, with all that it offers and was tried", async () => {
  await withApp(
    ({ url }, response) => {
      if (url === "/" || url === "/home") response.writeHead(302, { location: "/board" }).end();
      else
        response
          .writeHead(200, { "content-type": "text/html" })
          .end(
            `<!doctype html><title>Board</title><main>${url === "/help" ? "<h1>Help</h1>" : board}</main>`,
          );
    },
    async (url) => {
      const seen = await exploreApp(browser, `${url}/`, undefined, { pages: 6, actions: 40, depth: 2 });
      if (!seen.ok) throw new Error(seen.message);
      const boards = seen.site.pages.filter(({ path }) => path === "/board");
      expect(boards.map(({ id, survey }) => [id, survey.buttons.map(({ name }) => name)])).toEqual([
        ["board", ["Print", "Pin", "Mute", "Fold"]],
      ]);
    },
  );
});
