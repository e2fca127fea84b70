import type { Target } from "#model/target.ts";

const nav = `<nav><a href="/a">Products</a> <a href="/b">Orders</a> <a href="/c">Customers</a></nav>`;
/** A page with navigation, a heading and a form around this. */
export const form = (inner: string): string =>
  `${nav}<main><h1>Order 4711</h1><form onsubmit="return false">${inner}</form></main>`;

const steps = (names: readonly string[]): string =>
  `<ul>${names.map((name) => `<li><a href="/steps">${name}</a></li>`).join("")}</ul>`;
const three = `<button>Keep</button> <button>Print</button> <button>Share</button>`;

const note = `<label>Note <textarea name=note></textarea></label>`;
const share = (name: string, handler: string): string =>
  form(three.replace("<button>Share", `<button onclick="${handler}">${name}`));
const table = (...rows: string[][]): string =>
  `<main><table>${rows.map((cells) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join("")}</tr>`).join("")}</table></main>`;
const editRow: Target = { role: "button", name: "Edit", within: { role: "row", name: "6 Post 7" } };
const edit = "<button>Edit</button>";
const users = (...names: string[]): string =>
  `<ul>${names.map((name, at) => `<li><button id="user-${at}">${name}</button></li>`).join("")}</ul>`;

const links = '<a href="/x">One</a> <a href="/y">Two</a>';
const board = (name: string): string =>
  `<main><button>${name}</button> <a href="/p">Plan</a> <a href="/q">Past</a></main>`;

const pets = (link: string): string =>
  `<main><div role=button tabindex=0>GET ${link} Finds pets by status</div> <button aria-label="get /pets">+</button> <button>Keep</button></main>`;

type Row = [what: string, target: Target, before: string, after: string, healed: Target];
/** Changes after which a lost target is found again. */
export const foundAgain: Row[] = [
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
  [
    "one with a handler of its own, renamed in its place",
    "Share",
    share("Share", "tell()"),
    share("Omega", "tell()"),
    "Omega",
  ],
  [
    "the only one that submits its form",
    "Send note",
    form(`${note}<button>Send note</button>`),
    form(`${note}<button>Omega</button>`),
    "Omega",
  ],
  [
    "the one that stands between the same controls, by its number, when a look-alike stands further on",
    { css: "#s" },
    form(three.replace("<button>Print", "<button id=s>Print")),
    form(`${three} <button>Print</button>`),
    { role: "button", name: "Print", nth: 0 },
  ],
  [
    "the one in the row whose cells changed places",
    editRow,
    table(["6", "Post 7", edit], ["7", "Post 6", edit]),
    table(["Post 7", "6", edit], ["Post 6", "7", edit]),
    { role: "button", name: "Edit", within: { role: "row", name: "Post 7" } },
  ],
  [
    "outside of what it was within, by an address that it alone had",
    { role: "link", name: "Reviews", within: { role: "listitem", name: "Mug" } },
    `<ul><li>Mug <a href="/mug/reviews">Reviews</a></li><li>Jug <a href="/jug/reviews">Reviews</a></li></ul>`,
    `<a href="/mug/reviews">Reviews</a><ul><li>Jug <a href="/jug/reviews">Reviews</a></li></ul>`,
    { css: 'a[href="\\/mug\\/reviews"]' },
  ],
  [
    "one that was moved and reworded, while the other whose name held its words is still there",
    { css: "#s" },
    form(`<button id=s>Save</button> <button>Save as draft</button> <button>Print</button>`),
    `${form("<button>Save as draft</button> <button>Print</button>")}<aside><button>Save now</button> <a href="/x">One</a> <a href="/y">Two</a></aside>`,
    "Save now",
  ],
];

const stuffed = `<main>${'<button class="b">Savee</button>'.repeat(50_000)}</main>`;
type Refusal = [what: string, target: Target, before: string, after: string];
/** Changes after which nothing may be taken for it. */
export const notTaken: Refusal[] = [
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
    "another control that does not submit the form any more",
    "Send note",
    form(`${note}<button>Send note</button>`),
    form(`${note}<button type=button>Omega</button>`),
  ],
  [
    "a control of another role whose name held the name and lost the rest",
    { role: "link", name: "Orders" },
    `${nav}<button>Print orders</button>`,
    `${nav.replace('<a href="/b">Orders</a>', "")}<button>Orders</button>`,
  ],
  [
    "a namesake of another role that was hidden",
    { role: "link", name: "Orders" },
    `${nav.replace("/b", "#/orders")}<button hidden>Orders</button>`,
    `${nav.replace('<a href="/b">Orders</a>', "")}<button>Orders</button>`,
  ],
  [
    "another one whose name has a word in common",
    "Sort by date",
    form(`<button>Sort by date</button> <button>Print</button> <button>Share</button>`),
    form(`<button>Sort by price</button> <button>Print</button> <button>Share</button>`),
  ],
  [
    "another control in the place of one with a handler of its own",
    "Share",
    share("Share", "tell()"),
    share("Omega", "invite()"),
  ],
  [
    "the one in a row of the same numbers in another order",
    editRow,
    table(["6", "Post 7", edit], ["8", "Post 8", edit]),
    table(["7", "Post 6", edit], ["8", "Post 8", edit]),
  ],
  [
    "the next entry, which has the identifier of the one that was removed",
    "Alice",
    users("Alice", "Bob", "Carol"),
    users("Bob", "Carol"),
  ],
  [
    "another one whose name held the name, now that it is called a little otherwise",
    "Month",
    form(`<button>Month</button> <button>Next month</button> <button>Week</button>`),
    form(`<button>Next month →</button> <button>Week</button>`),
  ],
  [
    "another one that had a part of its words, now that it has them all",
    "+ New card",
    `<header><button>+ New card</button> ${links}</header>${board("Add card to To do")}`,
    `<header>${links}</header>${board("Add new card to To do")}`,
  ],
  [
    "what it stood in, now that it says less, while the other whose name held its words is still there",
    { css: "a" },
    pets('<a href="#/pets">/pets</a>'),
    pets(""),
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
