import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Fingerprint } from "#model/fingerprint.ts";
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

type Change = { before: string; after: string; target: Target; action?: ElementAction };

/** Acts on the target of one page and then asks another page where it is. */
const healOn = async ({ before, after, target, action = { kind: "hover" } }: Change) => {
  const first = await openPage(browser, before);
  const acted = await first.session.page.act(target, action, { ...long, fingerprint: true });
  await first.session.close();
  await first.site[Symbol.asyncDispose]();
  if (!acted.ok || !acted.fingerprint) throw new Error(JSON.stringify(acted));
  const second = await openPage(browser, after);
  const healed = await second.session.page.heal(target, action.kind, acted.fingerprint, long);
  const still = healed.ok ? await second.session.page.act(healed.target, action, soon) : null;
  await second.session.close();
  await second.site[Symbol.asyncDispose]();
  return { healed, still, fingerprint: acted.fingerprint };
};

const click: ElementAction = { kind: "click" };
const nav = `<nav><a href="/a">Products</a> <a href="/b">Orders</a> <a href="/c">Customers</a></nav>`;
const form = (inner: string): string =>
  `${nav}<main><h1>Order 4711</h1><form onsubmit="return false">${inner}</form></main>`;

const steps = (names: readonly string[]): string =>
  `<ul>${names.map((name) => `<li><a href="/steps">${name}</a></li>`).join("")}</ul>`;
const three = `<button>Keep</button> <button>Print</button> <button>Share</button>`;

type Row = [what: string, target: Target, before: string, after: string, healed: Target];
const healing: Row[] = [
  [
    "a button that was reworded",
    "Post comment",
    form(`<button>Post comment</button> <button type=button>Print</button>`),
    form(`<button>Post a comment</button> <button type=button>Print</button>`),
    "Post a comment",
  ],
  ["a link that was renamed, by its address", "Orders", nav, nav.replace("Orders", "Purchases"), "Purchases"],
  [
    "a field whose label was changed, by its name attribute",
    "City",
    form(`<label>City <input name=city></label><label>Street <input name=street></label>`),
    form(`<label>Town <input name=city></label><label>Street <input name=street></label>`),
    "Town",
  ],
  [
    "an element by CSS after its id was renamed",
    { css: "#go" },
    form(`<button id=go>Send the order</button> <button type=button>Print</button>`),
    form(`<div><button id=x7 class=new>Send the order</button></div> <button type=button>Print</button>`),
    "Send the order",
  ],
  [
    "a button that became a link",
    { role: "button", name: "More details" },
    form(`<button>More details</button>`),
    form(`<div><a href="#more">More details</a></div>`),
    "More details",
  ],
  [
    "inside what it is within, and nowhere else",
    { role: "button", name: "Add to cart", within: { role: "listitem", name: "Mug" } },
    `<ul><li>Mug <button>Add to cart</button></li><li>Plate <button>Add to cart</button></li></ul>`,
    `<ul><li>Mug <button>Add to the cart</button></li><li>Plate <button>Add to the cart</button></li></ul>`,
    "Add to the cart",
  ],
  [
    "the one in its old company when a look-alike stands elsewhere",
    { css: "#s" },
    form(three.replace("<button>", "<button id=s>")),
    `${form(three)}<aside><button>Keep</button> <a href="/x">One</a> <a href="/y">Two</a></aside>`,
    { role: "button", name: "Keep", within: { role: "main" } },
  ],
  [
    "one of several links to one address, renamed in its place",
    "Alpha",
    steps(["Alpha", "Beta", "Gamma"]),
    steps(["Omega", "Beta", "Gamma"]),
    "Omega",
  ],
];

describe("a lost target is found again:", () => {
  test.each(healing)("%s", async (_, target, before, after, to) => {
    const action: ElementAction = before.includes("<input")
      ? { kind: "fill", value: "Rome" }
      : { kind: "hover" };
    const { healed } = await healOn({ before, after, target, action });
    expect(healed).toMatchObject({ ok: true, target: to });
  });
});

const stuffed = `<main>${'<button class="b">Savee</button>'.repeat(50_000)}</main>`;
type Refusal = [what: string, target: Target, before: string, after: string];
const refusing: Refusal[] = [
  [
    "a button that now does something else",
    "Save",
    form(`<button id=s class=primary>Save</button>`),
    form(`<button id=s class=primary>Delete</button>`),
  ],
  [
    "a button that now negates what it did",
    "Send me news",
    form(`<button id=s>Send me news</button>`),
    form(`<button id=s>Do not send me news</button>`),
  ],
  [
    "a button that says something else than its accessible name",
    { css: "#s" },
    form(`<button id=s>Edit</button>`),
    form(`<button aria-label="Edit">Delete all</button>`),
  ],
  [
    "the control beside the one that was removed",
    "Edit",
    form(`<button class=b>Edit</button> <button class=b>Delete</button>`),
    form(`<button class=b>Delete</button>`),
  ],
  [
    "a look-alike beside the one that was removed",
    "Edit",
    form(`<button class=b>Edit</button> <button class=b>Edit all</button>`),
    form(`<button class=b>Edit all</button>`),
  ],
  [
    "one of several links to one address that was removed, when another is renamed",
    "Alpha",
    steps(["Alpha", "Beta", "Gamma"]),
    steps(["Omega", "Gamma"]),
  ],
  [
    "another one whose name held the name, now that it is called a little otherwise",
    "Month",
    form(`<button>Month</button> <button>Next month</button> <button>Week</button>`),
    form(`<button>Next month →</button> <button>Week</button>`),
  ],
  [
    "either of two that are alike",
    { css: "#s" },
    form(`<button id=s>Save</button>`),
    form(`<div><button>Save</button></div><div><button>Save</button></div>`),
  ],
  [
    "another record of a list",
    "Order 1204",
    `<ul><li><a href="/o/1204">Order 1204</a></li><li><a href="/o/1205">Order 1205</a></li></ul>`,
    `<ul><li><a href="/o/1205">Order 1205</a></li><li><a href="/o/1206">Order 1206</a></li></ul>`,
  ],
  [
    "another item where the one it is within is gone",
    { role: "button", name: "Add to cart", within: { role: "listitem", name: "Mug" } },
    `<ul><li>Mug <button>Add to cart</button></li><li>Plate <button>Add to cart</button></li></ul>`,
    `<ul><li>Plate <button>Add to cart</button></li></ul>`,
  ],
  [
    "one that was told from others by its number",
    { role: "button", name: "Buy", nth: 1 },
    `<button>Buy</button><button>Buy</button>`,
    `<button>Buy it</button><button>Buy it</button>`,
  ],
  [
    "one of several alike",
    { css: "#two" },
    `<button>Buy</button><button id=two>Buy</button>`,
    `<button>Buy</button><button id=second>Buy</button>`,
  ],
  ["anything on a page that is stuffed with candidates", "Save", form(`<button>Save</button>`), stuffed],
  [
    "a password field in place of a text field",
    { css: "#u" },
    form(`<label>User <input id=u name=user></label>`),
    form(`<label>User <input type=password id=v name=user></label>`),
  ],
];

describe("nothing is taken for a lost target:", () => {
  test.each(refusing)("%s", async (_, target, before, after) => {
    const action: ElementAction = before.includes("<input") ? { kind: "fill", value: "x" } : click;
    const { healed } = await healOn({ before, after, target, action });
    expect(healed).toMatchObject({ ok: false, failure: "not_found" });
  });

  test("a target that is there after all", async () => {
    const page = form(`<button>Save</button>`);
    const { healed } = await healOn({ before: page, after: page, target: "Save" });
    expect(healed).toMatchObject({ ok: false, message: "it is on the page" });
  });
});

test("a fingerprint has nothing of what was typed or is secret, and is small", async () => {
  const fields = Array.from(
    { length: 300 },
    (_, at) => `<label>Field ${at} <input value="typed-${at}"></label>`,
  );
  const { site, session } = await openPage(
    browser,
    form(`<label>Token <input value="typed-before"></label><p>sesame</p>
      <div contenteditable>typed here</div><textarea>typed there</textarea>${fields.join("")}`),
    { secrets: ["sesame"] },
  );
  const acted = await session.page.act(
    "Token",
    { kind: "fill", value: "typed-now" },
    { ...long, fingerprint: true },
  );
  const again = await session.page.act(
    "Token",
    { kind: "fill", value: "typed-now" },
    { ...long, fingerprint: true },
  );
  const prints = [acted, again].map((done): Fingerprint | undefined =>
    done.ok ? done.fingerprint : undefined,
  );
  await session.close();
  await site[Symbol.asyncDispose]();
  expect(prints.every((print) => print?.name === "Token")).toBe(true);
  expect(JSON.stringify(prints)).not.toMatch(/typed|sesame/);
  expect(JSON.stringify(prints[0]).length).toBeLessThan(12_000);
});
