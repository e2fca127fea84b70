import { afterAll, beforeAll, expect, test } from "vitest";
import type { PageSurvey } from "#model/survey.ts";
import type { Page } from "#ports/browser.ts";
import type { LaunchedBrowser } from "./launch.ts";
import { createPlaywrightBrowser } from "./launch.ts";
import { long, openPage } from "./test-pages.ts";

let browser: LaunchedBrowser;
beforeAll(async () => {
  browser = await createPlaywrightBrowser();
});
afterAll(() => browser.close());

const surveyOf = async (page: Page): Promise<PageSurvey> => {
  const answer = await page.survey(long);
  if (!answer.ok) throw new Error(answer.message);
  return answer.survey;
};

const row = (id: number, name: string): string =>
  `<tr><td><a href="/orders/${id}">${id}</a><td>${name}<td>${id}.00<td><button>Delete</button><div hidden><a href="/edit/${id}">Edit</a> <button>Archive</button></div></tr>`;

const shop = (rows: string): string => `<title>Orders</title>
<header><nav aria-label="Main"><a href="/">Home</a> <a href="/orders">Orders</a> <a href="https://example.org/" target=_blank>Help</a></nav></header>
<main>
  <h1>Orders</h1>
  <form role=search><input type=search name=q placeholder="Search orders"><button>Search</button></form>
  <p data-testid=total>57 orders</p>
  <table><thead><tr><th><a href="?sort=id">No</a><th>Customer<th aria-sort=ascending>Total<th></tr></thead><tbody>${rows}</tbody></table>
  <nav aria-label="Pages"><a rel=prev href="?page=1">Previous</a> Page 2 of 6 <a rel=next href="?page=3">Next</a></nav>
  <section aria-label="New order"><form action="/orders" method=post>
    <label>Customer * <input name=customer required maxlength=40></label>
    <label>Email <input type=email autocomplete=email></label>
    <label>Amount <input type=number min=1 max=9></label>
    <label>Country <select><option>Germany<option selected>France</select></label>
    <fieldset><legend>Delivery</legend><label><input type=radio name=d value=1 checked>Standard</label><label><input type=radio name=d value=2>Express</label></fieldset>
    <label><input type=checkbox> Gift</label>
    <label>Note <textarea></textarea></label>
    <button>Create order</button>
  </form></section>
  <details><summary>More</summary>x</details>
  <iframe src="/frame" width=50 height=20></iframe>
  <img src="/none.png" alt="Logo" width=9 height=9>
</main>`;

test("a rich page is surveyed with a target for everything", async () => {
  await using opened = await openPage(browser, shop(row(101, "Ann") + row(102, "Bob")));
  const { page } = opened;
  const survey = await surveyOf(page);
  expect(survey).toMatchObject({
    title: "Orders",
    lang: "en",
    headings: [{ level: 1, text: "Orders" }],
    login: null,
    frames: [`${opened.site.origin}/frame`],
    counters: [{ text: "57 orders", number: 57 }],
    images: [{ alt: "Logo", loaded: false, same_origin: true }],
  });
  expect(survey.landmarks).toContain("navigation Main");
  expect(survey.links.find(({ text }) => text === "Home")).toEqual({
    text: "Home",
    href: `${opened.site.origin}/`,
    same_origin: true,
    chrome: true,
    part: 0,
    download: false,
    new_tab: false,
    target: "Home",
  });
  expect(survey.links.find(({ text }) => text === "Help")).toMatchObject({
    same_origin: false,
    new_tab: true,
  });
  const deletes = survey.buttons.filter(({ name }) => name === "Delete");
  expect(deletes.map(({ target }) => target)).toEqual([
    { role: "button", name: "Delete", within: { role: "row", name: "101" } },
    { role: "button", name: "Delete", within: { role: "row", name: "102" } },
  ]);
  expect(survey.buttons.find(({ role }) => role === "summary")).toMatchObject({
    name: "More",
    expanded: false,
  });

  const [search, create] = survey.forms;
  expect(search).toMatchObject({ purpose: "search", submit: { name: "Search", submit: true } });
  expect(create).toMatchObject({
    name: "New order",
    action: "/orders",
    method: "post",
    purpose: "other",
    submit: { name: "Create order" },
  });
  expect(create?.fields.map(({ name, type, target }) => [name, type, target])).toEqual([
    ["Customer", "text", "Customer"],
    ["Email", "email", "Email"],
    ["Amount", "number", "Amount"],
    ["Country", "select", "Country"],
    ["Delivery", "radio", "Standard"],
    ["Gift", "checkbox", "Gift"],
    ["Note", "textarea", "Note"],
  ]);
  expect(create?.fields[0]).toMatchObject({ required: true, max_length: 40 });
  expect(create?.fields[2]).toMatchObject({ min: "1", max: "9" });
  expect(create?.fields[3]).toMatchObject({ options: ["Germany", "France"], value: "France" });
  expect(create?.fields[4]).toMatchObject({ options: ["Standard", "Express"], value: "Standard" });

  expect(survey.collections).toHaveLength(1);
  expect(survey.collections[0]).toMatchObject({
    kind: "table",
    rows: 2,
    columns: [
      { name: "No", sortable: true },
      { name: "Customer", sortable: false },
      { name: "Total", sortable: true },
      { name: "", sortable: false },
    ],
    paging: { next: "Next", previous: "Previous", label: "Page 2 of 6" },
  });
  expect(survey.collections[0]?.items[0]).toMatchObject({
    cells: ["101", "Ann", "101.00", "Delete"],
    links: [{ text: "101", href: `${opened.site.origin}/orders/101` }],
    buttons: ["Delete"],
  });

  for (const { target } of [...survey.links, ...survey.buttons]) {
    if (target === null) continue;
    expect(await page.read(target, "count", long)).toMatchObject({ ok: true });
  }
});

const pagingOf = async (controls: string): Promise<unknown> => {
  await using opened = await openPage(
    browser,
    `<main><table><tr><td>A<td>1<tr><td>B<td>2</table>${controls}</main>`,
  );
  return (await surveyOf(opened.page)).collections.find(({ kind }) => kind === "table")?.paging ?? null;
};
const numbered = (role: string, name: string): unknown => ({ role, name, exact: true });

test.each([
  [
    "buttons that say pages",
    `<nav><button aria-label="Page 1" aria-current=page>1</button><button aria-label="Page 2">2</button></nav>`,
    { next: "Page 2", previous: null },
  ],
  [
    "links of a list, of which the second is shown",
    `<ul class=pagination><li><a href="?page=1">1</a><li class=active><span>2</span><li><a href="?page=3">3</a></ul>`,
    { next: numbered("link", "3"), previous: numbered("link", "1") },
  ],
  [
    "numbers with words beside them",
    `<ul class=pagination><li><a href="?p=1">« Previous</a><li><a href="?p=1">1</a><li><a href="?p=2">2</a><li><a href="?p=3">Next »</a></ul>`,
    { next: "Next »", previous: "« Previous", numbered: false },
  ],
  [
    "plain buttons below, of which one is marked",
    `<p><button class=active>1</button><button>2</button><button>3</button></p>`,
    { next: numbered("button", "2"), previous: null },
  ],
  [
    "the last page",
    `<p class=pages><button>1</button><button disabled>2</button></p>`,
    { next: null, previous: numbered("button", "1") },
  ],
  [
    "what shows more of something else",
    `<button>More filters</button><button>Show more options</button>`,
    null,
  ],
  ["sizes, none of which is marked", `<p>Seats: <button>1</button><button>2</button></p>`, null],
  [
    "days of a calendar",
    `<table class=pages aria-label=Days><tr><td><button class=active>1</button><td><button>2</button></table>`,
    null,
  ],
])("what turns the pages of a list: %s", async (_, controls, paging) => {
  expect(await pagingOf(controls)).toEqual(paging && { label: null, numbered: true, ...paging });
});

test("structure is the same for other rows and another for other parts", async () => {
  const structure = async (html: string): Promise<string> => {
    await using opened = await openPage(browser, html);
    return (await surveyOf(opened.page)).structure;
  };
  const one = await structure(shop(row(1, "Ann")));
  expect(await structure(shop(row(2, "Bob") + row(3, "Cid")))).toBe(one);
  expect(await structure(shop(row(1, "Ann")).replace("<textarea></textarea>", "<input>"))).not.toBe(one);
});

test("a log-in form is known, a sign-up form is none", async () => {
  await using login = await openPage(
    browser,
    `<h1>Sign in</h1><div><label>User <input></label><label>Password <input type=password></label><button type=button>Sign in</button></div>`,
  );
  const survey = await surveyOf(login.page);
  expect(survey.login).toEqual({ username: "User", password: "Password", submit: "Sign in" });
  expect(survey.forms[0]).toMatchObject({ purpose: "login", name: "Sign in" });
  expect((await login.page.state()).looks_like_login).toBe(true);
  await using signUp = await openPage(
    browser,
    `<form><label>User <input></label><label>Password <input type=password></label><label>Repeat <input type=password></label><button>Join</button></form>`,
  );
  expect((await surveyOf(signUp.page)).login).toBeNull();
});

test("a form that asks for the current password to change something is no log-in", async () => {
  await using account = await openPage(
    browser,
    `<h1>Account</h1><form><label>New e-mail <input type=email></label><label>Current password <input type=password></label><button>Change</button></form>`,
  );
  const survey = await surveyOf(account.page);
  expect(survey.login).toBeNull();
  expect(survey.forms[0]).toMatchObject({ purpose: "other" });
});

test("a heading is called as it is found, without what is drawn for the eye alone", async () => {
  await using help = await openPage(
    browser,
    `<h1>Help</h1><h2><button>Who sees it? <span aria-hidden="true">−</span></button></h2>`,
  );
  const survey = await surveyOf(help.page);
  expect(survey.headings.map(({ text }) => text)).toEqual(["Help", "Who sees it?"]);
});

test("cards, lists, dialogs and drawn controls", async () => {
  await using opened = await openPage(
    browser,
    `<div class=grid>${["Mug", "Cup", "Jug"].map((name) => `<div class=card><h3>${name}</h3><a href="/${name}">${name} details</a><button>Buy</button></div>`).join("")}</div>
     <ul><li><a href="/a">First news</a></li><li><a href="/b">Second news</a></li></ul>
     <dialog open aria-label="Cookies"><button>Accept</button></dialog>
     <div role=switch tabindex=0 aria-checked=false aria-label="Dark mode">o</div>
     <div contenteditable aria-label="Story">x</div>`,
  );
  const survey = await surveyOf(opened.page);
  expect(survey.collections.map(({ kind, rows }) => [kind, rows])).toEqual([
    ["list", 2],
    ["grid", 3],
  ]);
  expect(survey.dialogs).toEqual([{ name: "Cookies", target: { role: "dialog", name: "Cookies" } }]);
  const fields = survey.forms.flatMap((form) => form.fields);
  expect(fields.map(({ type, name }) => `${type} ${name}`)).toEqual(["switch Dark mode", "editor Story"]);
  expect(fields[0]?.value).toBe("false");
});

test("what lies below an open dialog is not offered, whatever the dialog covers the page with", async () => {
  const below = `<h1>Board</h1><form><label>Title <input></label><button>New task</button></form><p style="height:2000px"></p><button>Far below</button>`;
  const inside = `<h2>Task</h2><label>Note <input></label><button>Save</button>`;
  const cover = `style="position:fixed;inset:0;background:#0008"`;
  const offered = async (html: string): Promise<string[]> => {
    await using opened = await openPage(browser, html);
    const { buttons, forms } = await surveyOf(opened.page);
    return [
      ...buttons.map(({ name }) => name),
      ...forms.flatMap(({ fields }) => fields.map(({ name }) => name)),
    ];
  };
  const modal = `${below}<dialog aria-label=Task>${inside}</dialog><script>document.querySelector("dialog").showModal()</script>`;
  expect(await offered(modal)).toEqual(["Save", "Note"]);
  const menu = `<div style="position:fixed;z-index:9;top:9px;left:9px"><button>Tomorrow</button></div>`;
  const drawn = `${below}<div ${cover}><div role=dialog aria-modal=true aria-label=Task style="margin:90px;background:#fff">${inside}</div></div>${menu}`;
  expect(await offered(drawn)).toEqual(["Save", "Tomorrow", "Note"]);
  const beside = `${below}<div role=dialog aria-label=Task style="position:fixed;bottom:0">${inside}</div>`;
  expect(await offered(beside)).toEqual(["New task", "Far below", "Save", "Title", "Note"]);
  const lists = (name: string): string => `<ul aria-label=${name}><li>One</li><li>Two</li></ul>`;
  const both = `${lists("Tasks")}<dialog aria-label=Task>${lists("Steps")}</dialog><script>document.querySelector("dialog").showModal()</script>`;
  await using opened = await openPage(browser, both);
  const { collections } = await surveyOf(opened.page);
  expect(collections.map(({ name, behind = false }) => [name, behind])).toEqual([
    ["Tasks", true],
    ["Steps", false],
  ]);
});

test("a drawer without a role lies over the page, where all beside it is kept from readers; a menu does not", async () => {
  const below = `<main><label>Search <input type=search></label><ul aria-label=Below><li>One<li>Two</ul></main>`;
  const over = (inner: string): string =>
    `<div style="position:fixed;inset:0;background:#fff">${inner}<ul aria-label=Drawn><li>Ann<li>Ben</ul></div>`;
  const hidden = `<script>document.querySelector("main").ariaHidden = "true"</script>`;
  for (const [html, isCovered] of [
    [`${below}${over("<h2>Status</h2>")}${hidden}`, true],
    [`${below}${over("<h2>Status</h2>")}`, false],
    [`${below}${over("<div role=menu><button role=menuitem>Edit</button></div>")}${hidden}`, false],
  ] as const) {
    await using opened = await openPage(browser, html);
    const { covered = false, forms } = await surveyOf(opened.page);
    expect(covered).toBe(isCovered);
    expect(forms.length === 0).toBe(isCovered);
  }
});

test("ten thousand links are bounded, and those surveyed have targets", async () => {
  const links = Array.from({ length: 10_000 }, (_, at) => `<a href="/p/${at}">Page ${at}</a>`).join(" ");
  await using opened = await openPage(browser, `<main>${links}</main>`);
  const survey = await surveyOf(opened.page);
  expect(survey.links).toHaveLength(500);
  expect(survey.links[0]?.target).toBe("Page 0");
  expect(await opened.page.act("Page 9999", { kind: "click" }, long)).toMatchObject({ ok: true });
});

test("five thousand links of one name do not take for ever", async () => {
  const rows = Array.from(
    { length: 5000 },
    (_, at) => `<tr><td>Item ${at}<td><a href="/e/${at}">Edit</a></tr>`,
  ).join("");
  await using opened = await openPage(browser, `<table>${rows}</table>`);
  const survey = await surveyOf(opened.page);
  expect(survey.links).toHaveLength(500);
  expect(survey.collections[0]?.rows).toBe(5000);
  expect(survey.collections[0]?.items).toHaveLength(50);
});

test("what a page says about a field is known: how it is to be filled in, and what is wrong with it", async () => {
  await using opened = await openPage(
    browser,
    `<form><div><label for=isbn>ISBN *</label><input id=isbn aria-invalid=true aria-describedby=e><small>10 or 13 digits</small><span class=err id=e>The check digit is wrong.</span></div>
    <div class=mb-3><label class=form-label for=mail>E-mail</label><input id=mail class="form-control is-invalid" placeholder="you@example.com"><div class=invalid-feedback>No such address.</div><div class=form-text>Work address</div></div>
    <fieldset><legend>Stars</legend><label><input type=radio name=s>1</label><label><input type=radio name=s>2</label><span class=err>Please choose.</span></fieldset>
    <p><label>Note <input></label> <span class=err></span></p><label>Copies <input type=number></label>
    <div><label>Reorder at *</label><p class=err id=w>Reorder at must be a whole number from 0 to 99999.</p><input name=level inputmode=numeric aria-describedby=w></div> <button>Save</button></form>`,
  );
  const { forms } = await surveyOf(opened.page);
  const fields = forms[0]?.fields ?? [];
  expect(fields.flatMap(({ keys }) => keys ?? [])).toEqual(["numeric"]);
  expect(fields.map(({ name, hint, error }) => [name, hint, error])).toEqual([
    ["ISBN", "10 or 13 digits", "The check digit is wrong."],
    ["E-mail", "you@example.com Work address", "No such address."],
    ["Stars", undefined, "Please choose."],
    ["Note", undefined, undefined],
    ["Copies", undefined, undefined],
    ["Reorder at *", undefined, "Reorder at must be a whole number from 0 to 99999."],
  ]);
});

test.each([
  ["cards", { css: "ul.cards" }],
  ["project-cards wide", { css: "ul.project-cards" }],
  ["css-1x2y3", { role: "list", nth: 1 }],
  ["flex gap-4", { role: "list", nth: 1 }],
  ["recent", { role: "list", nth: 1 }],
])(
  "a list without a name is told by its own class, %s, where a person has written that",
  async (name, target) => {
    const items = (words: string): string => words.replaceAll(/\w+/g, "<li>$&</li>");
    await using opened = await openPage(
      browser,
      `<main><h1>Projects</h1><ul class=recent>${items("One Two Three")}</ul><ul class="${name}">${items("Data Web Brand Support")}</ul></main>`,
    );
    const { collections } = await surveyOf(opened.page);
    expect(collections.map((each) => each.target)).toContainEqual(target);
  },
);

test("a list below a tab is told by its panel, and not by how many the tab says there are", async () => {
  const items = (words: string): string => words.replaceAll(/\w+/g, "<li>$&</li>");
  await using opened = await openPage(
    browser,
    `<main><h1>Projects</h1><ul>${items("Data Web Office")}</ul><div role=tablist><button role=tab id=a aria-selected=true aria-controls=p>Active <span>6</span></button><button role=tab id=b>Archived 2</button></div>
    <div role=tabpanel id=p aria-labelledby=a><ul>${items("Data Web Brand Support Mobile Office")}</ul></div></main>`,
  );
  const { collections } = await surveyOf(opened.page);
  expect(collections.map((each) => each.target)).toEqual([
    { role: "list", nth: 0 },
    { role: "list", within: { role: "tabpanel" } },
  ]);
});
