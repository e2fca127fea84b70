import { money } from "/assets/common.js";
import { bugs } from "/assets/bugs.js";

const NAMES = new Intl.Collator("en");
const DAY = new Intl.DateTimeFormat("en-GB", {
  day: "numeric",
  month: "short",
  year: "numeric",
  timeZone: "UTC",
});

function compare(a, b, key) {
  const numbers = typeof a[key] === "number" && typeof b[key] === "number";
  if (numbers && !bugs.has("inventory-sort-lexical")) return a[key] - b[key];
  return NAMES.compare(String(a[key]), String(b[key]));
}

/** The products ordered by one of their fields. */
export function sorted(products, key, descending) {
  const direction = descending && !bugs.has("inventory-descending-same") ? -1 : 1;
  return products.toSorted((a, b) => direction * compare(a, b, key));
}

function cell(text, tag = "td") {
  const element = document.createElement(tag);
  element.textContent = text;
  return element;
}

function nameCell(product) {
  const element = document.createElement("th");
  element.scope = "row";
  const link = document.createElement("a");
  link.href = `/products/${product.id}`;
  if (bugs.has("name-runs-markup")) link.innerHTML = product.name;
  else link.textContent = product.name;
  element.append(link);
  return element;
}

function amountCell(text) {
  const element = cell(text);
  element.className = "amount";
  return element;
}

function button(label, product, action) {
  const element = document.createElement("button");
  element.type = "button";
  element.className = "quiet";
  element.textContent = label;
  element.setAttribute("aria-label", `${label} ${product.name}`);
  element.addEventListener("click", () => action(product));
  return element;
}

/** The table row of a product, with buttons to change and to delete it. */
export function rowOf(product, { edit, remove }) {
  const row = document.createElement("tr");
  const actions = document.createElement("td");
  actions.className = "row-actions";
  actions.append(button("Edit", product, edit), button("Delete", product, remove));
  row.append(
    cell(product.sku),
    nameCell(product),
    cell(product.category),
    amountCell(money(Math.round(product.price * 100))),
    amountCell(String(product.stock)),
    cell(DAY.format(new Date(product.added))),
    actions,
  );
  return row;
}
