import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Target } from "#model/target.ts";
import type { ElementAction } from "#ports/browser.ts";
import type { LaunchedBrowser } from "./launch.ts";
import { createPlaywrightBrowser } from "./launch.ts";
import { long, openPage, soon } from "./test-pages.ts";

let browser: LaunchedBrowser;
beforeAll(async () => {
  browser = await createPlaywrightBrowser();
});
afterAll(() => browser.close());

/** Clicking or changing an element writes its `data-is` into the page's title. */
const report = `<script>
  for (const kind of ["click", "input", "change"]) document.addEventListener(kind, (event) => {
    const hit = event.composedPath().find((node) => node.dataset && node.dataset.is);
    if (hit) document.title = hit.dataset.is;
  });
</script>`;

type Row = [what: string, html: string, target: Target, is: string];

const clicks: Row[] = [
  ["a button by its text", `<button data-is=a>Save</button>`, "Save", "a"],
  [
    "the exact name before a longer one",
    `<button data-is=a>Save all</button><button data-is=b>Save</button>`,
    "Save",
    "b",
  ],
  ["a link by a part of its name", `<a href="#x" data-is=a>Read the manual</a>`, "the MANUAL", "a"],
  [
    "an icon button by aria-label",
    `<button aria-label="Close dialog" data-is=a>×</button>`,
    "Close dialog",
    "a",
  ],
  ["an image link by alt text", `<a href="#" data-is=a><img alt="Home" width=9 height=9></a>`, "Home", "a"],
  [
    "a submit input by its value",
    `<form onsubmit="return false"><input type=submit value="Send it" data-is=a></form>`,
    "Send it",
    "a",
  ],
  ["by test id", `<div data-testid="mug" data-is=a>anything</div>`, "mug", "a"],
  ["by data-cy", `<div data-cy="mug" data-is=a>anything</div>`, "mug", "a"],
  ["a plain element by its text", `<div><p>other</p><div data-is=a>Show more</div></div>`, "Show more", "a"],
  ["white space folded", `<button data-is=a>  Add\n\u00a0 to   cart </button>`, "Add to cart", "a"],
  [
    "a visible one before a hidden one",
    `<button data-is=a style="display:none">Go</button><button data-is=b>Go</button>`,
    "Go",
    "b",
  ],
  [
    "not what is kept from users",
    `<div aria-hidden=true><button data-is=a>Go</button></div><button data-is=b>Go</button>`,
    "Go",
    "b",
  ],
  ["a link and the span inside as one", `<a href="#" data-is=a><span role=button>Go</span></a>`, "Go", "a"],
  ["a check box by its label", `<label><input type=checkbox data-is=a> I agree</label>`, "I agree", "a"],
  [
    "a check box that its label draws",
    `<label data-is=a><input type=checkbox style="display:none"> I agree</label>`,
    "I agree",
    "a",
  ],
  ["a summary", `<details><summary data-is=a>More</summary>text</details>`, "More", "a"],
  ["a tab", `<div role=tab tabindex=0 data-is=a>Details</div>`, "Details", "a"],
  [
    "inside an open shadow root",
    `<x-a></x-a><script>document.querySelector("x-a").attachShadow({mode:"open"}).innerHTML='<button data-is=a>Deep</button>'</script>`,
    "Deep",
    "a",
  ],
  ["role and name", `<h2>Save</h2><button data-is=a>Save</button>`, { role: "button", name: "Save" }, "a"],
  [
    "nth",
    `<button data-is=a>X</button><button data-is=b>X</button>`,
    { role: "button", name: "X", nth: 1 },
    "b",
  ],
  ["css", `<i class=k data-is=a>k</i>`, { css: ".k" }, "a"],
  ["text", `<p>one <b data-is=a>two three</b></p>`, { text: "two three" }, "a"],
  [
    "exact",
    `<button data-is=a>x Go</button><button data-is=b>Go</button>`,
    { role: "button", name: "Go", exact: true },
    "b",
  ],
  [
    "within a list item named by its text",
    `<ul><li>Mug <button data-is=a>Add</button></li><li>Cup <button data-is=b>Add</button></li></ul>`,
    { role: "button", name: "Add", within: { role: "listitem", name: "Cup" } },
    "b",
  ],
  [
    "within a row",
    `<table><tr><td>Ann<td><button data-is=a>Edit</button><tr><td>Bob<td><button data-is=b>Edit</button></table>`,
    { text: "Edit", within: { role: "row", name: "Bob" } },
    "b",
  ],
  [
    "a form whose fields are named like DOM properties",
    `<form onsubmit="return false"><input name=children><input name=childNodes><input name=name><input name=id><input name=matches><input name=checkVisibility><input name=assignedSlot><input name=localName><button data-is=a>Go</button></form>`,
    "Go",
    "a",
  ],
];

const fills: Row[] = [
  ["a label", `<label>Email <input data-is=a></label><label>Name <input data-is=b></label>`, "Email", "a"],
  ["a label for", `<label for=i>Email</label><input id=i data-is=a>`, "Email", "a"],
  [
    "a label with a star",
    `<label for=i>Email *</label><input id=i data-is=a><label>Email repeated <input></label>`,
    "Email",
    "a",
  ],
  ["a password field", `<label>Password <input type=password data-is=a></label>`, "Password", "a"],
  [
    "a password field as a text box",
    `<label>Password <input type=password data-is=a></label>`,
    { role: "textbox", name: "Password" },
    "a",
  ],
  ["a placeholder", `<input placeholder="Search products" data-is=a>`, "search", "a"],
  ["aria-labelledby", `<b id=l>Amount</b><input aria-labelledby=l data-is=a>`, "Amount", "a"],
  ["test id on a wrapper", `<div data-testid=mail><input data-is=a></div>`, "mail", "a"],
  [
    "the field, not the button of the same name",
    `<button>Search</button><input aria-label=Search data-is=a>`,
    "Search",
    "a",
  ],
  [
    "a rich editor",
    `<div contenteditable aria-label=Message data-is=a style="min-height:1em"></div>`,
    "Message",
    "a",
  ],
  ["a combo box around an input", `<div role=combobox aria-label=City><input data-is=a></div>`, "City", "a"],
];

/** What the element that an action hit calls itself. */
const hit = async ([, html, target]: Row, action: ElementAction): Promise<string> => {
  await using opened = await openPage(browser, `<title>-</title>${html}${report}`);
  const acted = await opened.page.act(target, action, long);
  if (!acted.ok) return acted.message;
  const title = await opened.page.read(null, "title", long);
  return title.ok ? title.value : title.message;
};

describe("what a click finds", () => {
  test.each(clicks)("%s", async (...row) => {
    expect(await hit(row, { kind: "click" })).toBe(row[3]);
  });
});
describe("what a fill finds", () => {
  test.each(fills)("%s", async (...row) => {
    expect(await hit(row, { kind: "fill", value: "7" })).toBe(row[3]);
  });
});

test("several fits are ambiguous, with a target for each that fits it alone", async () => {
  await using opened = await openPage(
    browser,
    `<table><tr><th>Name<th>x<tr><td>Ann<td><a href="/1">Edit</a><tr><td>Bob<td><a href="/2">Edit</a></table>`,
  );
  const acted = await opened.page.act("Edit", { kind: "click" }, long);
  expect(acted).toMatchObject({ ok: false, failure: "ambiguous" });
  if (acted.ok) return;
  const targets = acted.candidates?.map(({ target }) => target);
  expect(targets).toEqual([
    { role: "link", name: "Edit", within: { role: "row", name: "Ann" } },
    { role: "link", name: "Edit", within: { role: "row", name: "Bob" } },
  ]);
  expect(await opened.page.act(targets?.[1] ?? "", { kind: "click" }, long)).toMatchObject({ ok: true });
  expect(await opened.page.expect({ kind: "url", match: { contains: "/2" } }, long)).toMatchObject({
    ok: true,
  });
});

test("what is missing is answered with the nearest", async () => {
  await using opened = await openPage(
    browser,
    `<button>Place order</button><button>Cancel</button><a href="/">Home</a><label>Order number <input></label>`,
  );
  const acted = await opened.page.act("Place the order", { kind: "click" }, soon);
  expect(acted).toMatchObject({ ok: false, failure: "not_found" });
  if (acted.ok) return;
  expect(acted.candidates?.[0]).toMatchObject({ role: "button", name: "Place order", target: "Place order" });
  expect(acted.message).toContain('nearest: button "Place order"');
});

test("hidden, covered and disabled elements are not acted on, and the reason is told", async () => {
  await using opened = await openPage(
    browser,
    `<button style="visibility:hidden">Unseen</button><button disabled>Off</button><button>Under</button>
     <div style="position:fixed;inset:0;background:#0003" id=cover></div>`,
  );
  const { page } = opened;
  const click = async (target: Target) => page.act(target, { kind: "click" }, soon);
  expect(await click("Unseen")).toMatchObject({
    failure: "not_actionable",
    message: expect.stringContaining("hidden") as string,
  });
  expect(await click("Off")).toMatchObject({
    failure: "not_actionable",
    message: expect.stringContaining("disabled") as string,
  });
  expect(await click("Under")).toMatchObject({
    failure: "not_actionable",
    message: expect.stringContaining("cover") as string,
  });
});

test("a document that has no element yet is waited for", async () => {
  await using opened = await openPage(
    browser,
    `<button id=go>Begin</button><script>go.onclick = () => {
    document.documentElement.remove();
    setTimeout(() => { document.append(document.createElement("html")); document.documentElement.innerHTML = "<body><button>Go on</button>"; }, 300);
  };</script>`,
  );
  const { page } = opened;
  expect(await page.act("Begin", { kind: "click" }, long)).toMatchObject({ ok: true });
  expect(await page.act("Go on", { kind: "click" }, long)).toMatchObject({ ok: true });
});

test("invalid calls say what is wrong", async () => {
  await using opened = await openPage(browser, `<button>Go</button><label>Box <input type=checkbox></label>`);
  const { page } = opened;
  expect(await page.act({ css: "##" }, { kind: "click" }, long)).toMatchObject({ failure: "invalid" });
  expect(await page.act({ role: "button", name: "Go" }, { kind: "fill", value: "x" }, long)).toMatchObject({
    failure: "invalid",
  });
  expect(await page.press("NoSuchKey", long)).toMatchObject({ failure: "invalid" });
});

test("frames are entered by name, nested and from another origin", async () => {
  await using other = await openPage(
    browser,
    `<title>t</title><button onclick="this.textContent='Done'">Pay</button>`,
  );
  await using opened = await openPage(
    browser,
    `<iframe title="Payment" src="${other.site.url.replace("127.0.0.1", "localhost")}"></iframe>
     <iframe name="outer" srcdoc="<iframe title=inner srcdoc='<label>Code <input></label>'></iframe>"></iframe>`,
  );
  const { page } = opened;
  const pay = { role: "button", frame: "Payment" };
  expect(await page.act({ ...pay, name: "Pay" }, { kind: "click" }, long)).toMatchObject({
    ok: true,
  });
  expect(await page.expect({ kind: "visible", target: { ...pay, name: "Done" } }, long)).toMatchObject({
    ok: true,
  });
  const code: Target = { label: "Code", frame: { name: "inner", frame: "outer" } };
  expect(await page.act(code, { kind: "fill", value: "42" }, long)).toMatchObject({ ok: true });
  expect(await page.read(code, "value", long)).toEqual({ ok: true, value: "42" });
  expect(await page.act({ text: "x", frame: "nowhere" }, { kind: "click" }, soon)).toMatchObject({
    failure: "not_found",
  });
});

test("keys, check boxes and uploads", async () => {
  await using opened = await openPage(
    browser,
    `<h1>Name</h1><label>Name <input onkeydown="if(event.key==='Enter')document.title='sent '+this.value"></label>
     <label>Terms <input type=checkbox></label>
     <label>File <input type=file hidden onchange="document.title=this.files[0].name+' '+this.files[0].size"></label>`,
  );
  const { page } = opened;
  await page.act("Name", { kind: "fill", value: "Ann" }, long);
  // A heading called as the field is takes no keys.
  expect(await page.act("Name", { kind: "press", key: "Enter" }, long)).toMatchObject({ ok: true });
  expect(await page.read(null, "title", long)).toEqual({ ok: true, value: "sent Ann" });
  await page.act("Name", { kind: "fill", value: "Bea" }, long);
  expect(await page.press("enter", long)).toMatchObject({ ok: true });
  expect(await page.read(null, "title", long)).toEqual({ ok: true, value: "sent Bea" });
  expect(await page.act("Terms", { kind: "check", checked: true }, long)).toMatchObject({ ok: true });
  expect(await page.expect({ kind: "checked", target: "Terms", checked: true }, long)).toMatchObject({
    ok: true,
  });
  const files = [{ name: "a.txt", type: "text/plain", content: new Uint8Array([1, 2, 3]) }];
  expect(await page.act("File", { kind: "upload", files }, long)).toMatchObject({ ok: true });
  expect(await page.read(null, "title", long)).toEqual({ ok: true, value: "a.txt 3" });
});
