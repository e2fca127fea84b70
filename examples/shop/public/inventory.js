import { money, send } from "/assets/common.js";
import { bugs } from "/assets/bugs.js";
import { openProductDialog } from "/assets/product-dialog.js";
import { rowOf, sorted } from "/assets/inventory-table.js";

const LOW_STOCK = 5;
const find = (selector) => document.querySelector(selector);
const search = find("#search");
const state = {
  products: [],
  tab: "all",
  sort: "name",
  descending: false,
  countWhenLoaded: 0,
  leaving: null,
};

function inTab({ stock }) {
  if (state.tab === "low") return stock > 0 && stock < LOW_STOCK;
  if (state.tab === "out") return bugs.has("inventory-tab-dead") || stock === 0;
  return true;
}

function matches({ name, sku, category }) {
  if (bugs.has("inventory-search-ignored")) return true;
  return `${name} ${sku} ${category}`.toLowerCase().includes(search.value.trim().toLowerCase());
}

function visible() {
  return sorted(
    state.products.filter((product) => inTab(product) && matches(product)),
    state.sort,
    state.descending,
  );
}

function showCounters(products) {
  let amount = products.length;
  if (bugs.has("inventory-count-off")) amount += 1;
  if (bugs.has("inventory-count-stale") && state.tab === "all" && search.value === "")
    amount = state.countWhenLoaded;
  const worth = products.reduce((sum, { price, stock }) => {
    return sum + Math.round(price * 100) * (bugs.has("inventory-value-wrong") ? 1 : stock);
  }, 0);
  find("#count").textContent = `${amount} ${amount === 1 ? "item" : "items"}`;
  find("#value").textContent = `Total value ${money(worth)}`;
}

function show() {
  const products = visible();
  find("#rows").replaceChildren(...products.map((product) => rowOf(product, { edit, remove })));
  showCounters(products);
  for (const header of document.querySelectorAll("[data-sort]")) {
    const chosen = header.dataset.sort === state.sort;
    header.closest("th").ariaSort = chosen ? (state.descending ? "descending" : "ascending") : "none";
  }
  for (const tab of document.querySelectorAll("[role=tab]")) {
    const chosen = tab.dataset.tab === state.tab;
    tab.ariaSelected = String(chosen);
    tab.tabIndex = chosen ? 0 : -1;
    if (chosen) find("#list").setAttribute("aria-labelledby", tab.id);
  }
}

async function guarded(work) {
  find("#problem").textContent = "";
  try {
    await work();
  } catch (error) {
    if (bugs.has("edit-save-rejects")) throw error;
    find("#problem").textContent = error.message;
  }
}

function create() {
  if (bugs.has("new-button-throws")) openProductDialog(undefined.form);
  openProductDialog({
    title: "New product",
    product: null,
    async save(input) {
      const product = await send("POST", "/api/products", input);
      if (!bugs.has("created-not-shown")) state.products.push(product);
      show();
    },
  });
}

function edit({ id }) {
  return guarded(async () => {
    const product = await send("GET", `/api/products/${id}`);
    openProductDialog({
      title: "Edit product",
      product,
      async save(input) {
        const changed = await send("PUT", `/api/products/${id}`, input);
        if (bugs.has("edit-save-rejects"))
          void Promise.reject(new TypeError("changed.toRow is not a function"));
        state.products = state.products.map((other) => (other.id === id ? changed : other));
        show();
      },
    });
  });
}

function remove(product) {
  find("#delete-name").textContent = product.name;
  state.leaving = product;
  find("#delete-dialog").showModal();
}

function removeNow() {
  const product = state.leaving;
  find("#delete-dialog").close();
  return guarded(async () => {
    await send("DELETE", `/api/products/${product.id}`);
    const position = state.products.indexOf(product);
    const wrong = bugs.has("delete-hides-wrong-row") && position > 0 ? position - 1 : position;
    state.products = state.products.filter((_, index) => index !== wrong);
    show();
  });
}

function chooseTab(tab) {
  state.tab = tab;
  show();
}

async function load() {
  if (bugs.has("inventory-stats-missing")) send("GET", "/api/stats").catch(() => {});
  if (bugs.has("meant-404")) await fetch("/api/products/999999");
  const { items } = await send("GET", "/api/products?page_size=500");
  state.products = items;
  state.countWhenLoaded = items.length;
  chooseTab(location.hash.slice(1) || "all");
}

search.addEventListener("input", () => {
  if (bugs.has("inventory-clear-sticks") && search.value === "") return;
  show();
});

find("#new-product").addEventListener("click", create);
find("#delete-confirm").addEventListener("click", () => void removeNow());

find("thead").addEventListener("click", (event) => {
  const key = event.target.dataset.sort;
  if (!key) return;
  state.descending = key === state.sort && !state.descending;
  if (bugs.has("inventory-sort-dead") && key === "added") return;
  state.sort = key;
  show();
});

find("[role=tablist]").addEventListener("click", (event) => {
  const { tab } = event.target.dataset;
  if (!tab || tab === state.tab) return;
  history.pushState(null, "", `#${tab}`);
  chooseTab(tab);
});

find("[role=tablist]").addEventListener("keydown", (event) => {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (!step) return;
  const tabs = [...document.querySelectorAll("[role=tab]")];
  const next = tabs.at((tabs.indexOf(event.target) + step) % tabs.length);
  next.focus();
  next.click();
});

window.addEventListener("popstate", () => {
  if (!bugs.has("inventory-back-dead")) chooseTab(location.hash.slice(1) || "all");
});

for (const button of document.querySelectorAll("[data-close]")) {
  button.addEventListener("click", () => button.closest("dialog").close());
}

await guarded(load);
