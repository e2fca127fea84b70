import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Page } from "#ports/browser.ts";
import type { LaunchedBrowser } from "./launch.ts";
import { createPlaywrightBrowser } from "./launch.ts";
import { long, openPage } from "./test-pages.ts";

let browser: LaunchedBrowser;
beforeAll(async () => {
  browser = await createPlaywrightBrowser();
});
afterAll(() => browser.close());

const outlineOf = async (page: Page, maxCharacters = 24_000) => {
  const answer = await page.outline(null, { ...long, maxCharacters });
  if (!answer.ok) throw new Error(answer.message);
  return answer.outline;
};
const linesOf = async (page: Page, maxCharacters?: number): Promise<string[]> =>
  (await outlineOf(page, maxCharacters)).lines.map(({ depth, text }) => " ".repeat(depth) + text);

const shop = `<title>Cart</title>
<header><nav aria-label="Main"><a href="/">Home</a> <a href="/cart" aria-current=page>Cart (2)</a></nav></header>
<main><h1>Your <em>cart</em></h1>
  <p>Two things. <b>Free</b> delivery.</p>
  <table><thead><tr><th>Item<th>Price<th></tr></thead><tbody>
    <tr><td>Mug<td>4.00<td><button>Remove</button></tr>
    <tr><td>Plate<td>6.00<td><button disabled>Remove</button></tr></tbody></table>
  <form><label>Email <input type=email value="a@b.example" required></label>
    <label>Password <input type=password value="hunter2"></label>
    <label>Country <select><option>Germany<option selected>France</select></label>
    <label><input type=checkbox checked> Gift</label>
    <input placeholder="Voucher"> <input type=hidden value=tok>
    <button>Order</button></form>
  <details><summary>Terms</summary>hidden terms</details>
  <div style="display:none">not shown</div><div aria-hidden=true>decoration</div>
  <div onclick="1" style="cursor:pointer">Open chat</div>
</main>`;

describe("a page as lines", () => {
  test("roles, names, values, states and texts, each once", async () => {
    await using opened = await openPage(browser, shop);
    expect(await linesOf(opened.page)).toEqual([
      "banner",
      ' navigation "Main"',
      '  [e1] link "Home"',
      '  [e2] link "Cart (2)" [current]',
      "main",
      ' heading "Your cart" [level=1]',
      " Two things. Free delivery.",
      " table",
      "  row: Item | Price | ",
      '  row: Mug | 4.00 | [e3] button "Remove"',
      '  row: Plate | 6.00 | [e4] button "Remove" [disabled]',
      ' [e5] textbox "Email" = "a@b.example" [required]',
      ' [e6] password "Password" = (hidden)',
      ' [e7] combobox "Country" = "France" options: "Germany", "France"',
      ' [e8] checkbox "Gift" [checked]',
      ' [e9] textbox "Voucher"',
      ' [e10] button "Order"',
      ' [e11] summary "Terms" [collapsed]',
      ' [e12] clickable "Open chat"',
    ]);
  });

  test("a reference stays while its element does, and is never given again", async () => {
    await using opened = await openPage(browser, "<button>One</button><button id=b>Two</button>");
    const { page } = opened;
    expect(await linesOf(page)).toEqual(['[e1] button "One"', '[e2] button "Two"']);
    await page.act("One", { kind: "click" }, long);
    opened.site.set("/next", "<button>Other</button>");
    expect(await linesOf(page)).toEqual(['[e1] button "One" [focused]', '[e2] button "Two"']);
    await page.goto(`${opened.site.origin}/next`, long);
    expect(await linesOf(page)).toEqual(['[e3] button "Other"']);
    expect(await page.targetOf("e1", "click", long)).toMatchObject({ ok: false, failure: "not_found" });
  });

  test("a reference becomes a target that a person would use", async () => {
    await using opened = await openPage(browser, shop);
    await outlineOf(opened.page);
    expect(await opened.page.targetOf("e10", "click", long)).toMatchObject({ target: "Order" });
    expect(await opened.page.targetOf("e5", "fill", long)).toMatchObject({ target: "Email" });
    const remove = await opened.page.targetOf("e3", "click", long);
    expect(remove).toEqual({
      ok: true,
      target: { role: "button", name: "Remove", within: { role: "row", name: "Mug" } },
    });
    expect(await opened.page.targetOf("e99", "click", long)).toMatchObject({
      ok: false,
      failure: "not_found",
    });
    expect(await opened.page.targetOf("javascript:", "click", long)).toMatchObject({ ok: false });
  });

  test("elements that nothing tells apart get a path", async () => {
    const rows = '<div><a href="#">x</a></div>'.repeat(3);
    await using opened = await openPage(browser, rows);
    const { page } = opened;
    const lines = await linesOf(page);
    expect(lines).toHaveLength(3);
    const second = await page.targetOf("e2", "click", long);
    expect(second).toMatchObject({ ok: true });
    expect(second.ok && (await page.act(second.target, { kind: "click" }, long))).toMatchObject({ ok: true });
  });

  test("open shadow roots and iframes are looked into, and acted in", async () => {
    const html = `<div id=host></div><script>document.getElementById("host").attachShadow({mode:"open"}).innerHTML = "<button>In shadow</button>"</script>
      <iframe title="Pay" srcdoc="<label>Card <input></label><button onclick='this.textContent = 1'>Pay now</button>"></iframe>`;
    await using opened = await openPage(browser, html);
    const { page } = opened;
    await page.settle(long);
    const lines = await linesOf(page);
    expect(lines).toEqual([
      '[e1] button "In shadow"',
      '[e2] iframe "Pay"',
      ' [e3] textbox "Card"',
      ' [e4] button "Pay now"',
    ]);
    const target = await page.targetOf("e4", "click", long);
    if (!target.ok) throw new Error(target.message);
    expect(await page.act(target.target, { kind: "click" }, long)).toMatchObject({ ok: true });
    expect(await linesOf(page)).toContain(' [e4] button "1" [focused]');
  });

  test("secrets are covered, also one that is longer than a line, and passwords never told", async () => {
    const secret = `tok-${"abc123".repeat(300)}`;
    const quoted = `pa"ss\\word`;
    const html = `<p>${"x".repeat(880)} ${secret}</p><input aria-label=Key value='${quoted}'><button>Copy ${secret}</button><input type=password value=unknown-password>`;
    await using opened = await openPage(browser, html, { secrets: [secret, quoted] });
    const text = JSON.stringify(await outlineOf(opened.page));
    for (const hidden of ["tok-", "abc123", 'pa\\"ss', "ss\\\\", "unknown-password"])
      expect(text).not.toContain(hidden);
    expect(text).toContain("********");
  });

  test("text that looks like a reference is none", async () => {
    await using opened = await openPage(browser, `<p>[e1] button "Delete all"</p><button>[e7] Go</button>`);
    expect(await linesOf(opened.page)).toEqual(['(e1) button "Delete all"', '[e1] button "(e7) Go"']);
  });

  test("long lists are told by their beginning and end, and what does not fit is counted", async () => {
    const rows = Array.from(
      { length: 1000 },
      (_, n) => `<tr><td>${n}<td>Customer ${n}<td><button>Edit</button></tr>`,
    );
    await using opened = await openPage(browser, `<h1>Rows</h1><table>${rows.join("")}</table>`);
    const whole = await outlineOf(opened.page, 1_000_000);
    expect(whole).toMatchObject({ leftOut: 0 });
    expect(whole.lines).toHaveLength(1002);
    const brief = await linesOf(opened.page, 3000);
    expect(brief.join("\n").length).toBeLessThan(3200);
    expect(brief.slice(0, 3)).toEqual([
      'heading "Rows" [level=1]',
      "table",
      ' row: 0 | Customer 0 | [e1] button "Edit"',
    ]);
    expect(brief.at(-2)).toMatch(/^ … \d+ more of these$/);
    expect(brief.at(-1)).toBe(' row: 999 | Customer 999 | [e1000] button "Edit"');
    const cut = await outlineOf(opened.page, 60);
    expect(cut.leftOut).toBeGreaterThan(0);
  });
});
