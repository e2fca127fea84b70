import { afterAll, beforeAll, expect, test } from "vitest";
import type { LaunchedBrowser } from "./launch.ts";
import { createPlaywrightBrowser } from "./launch.ts";
import { openPage } from "./test-pages.ts";

let browser: LaunchedBrowser;
beforeAll(async () => {
  browser = await createPlaywrightBrowser();
});
afterAll(() => browser.close());

const SAVE = `<button id=save style="position:absolute;left:0;top:0;width:90px;height:40px">Save</button>`;

/** A button above another one, which does something of its own at the first click. */
const page = (first: string): string =>
  `<style>button{position:absolute;left:0;top:0;width:90px;height:40px}</style><div id=over></div><script>
    const over = document.querySelector("#over"); let clicks = 0; document.title = "";
    const say = (text) => { document.title += "+" + text; };
    over.insertAdjacentHTML("beforebegin", '<button onclick="say(&quot;removed&quot;)">Remove</button>');
    const draw = () => { over.innerHTML = '${SAVE}'; };
    over.onclick = () => { say("saved"); clicks += 1; ${first} };
    draw();
  </script>`;

test.each([
  ["what stays gets both clicks", "", "+saved+saved"],
  ["nothing below it is pressed where the first takes it away", "over.innerHTML = '';", "+saved"],
  ["nothing below it is pressed where the first hides it", "over.style.display = 'none';", "+saved"],
  ["what is drawn anew gets both clicks", "draw();", "+saved+saved"],
])("of a double click, %s", async (_, first, expected) => {
  await using session = await openPage(browser, page(first));
  const acted = await session.page.act("Save", { kind: "double_click" }, { timeoutMs: 30_000 });
  expect(acted.ok).toBe(true);
  const title = await session.page.read(null, "title", { timeoutMs: 60_000 });
  expect(title).toMatchObject({ ok: true, value: expected });
});
