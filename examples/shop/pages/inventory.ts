import { html } from "#examples/shop/html.ts";
import type { Html } from "#examples/shop/html.ts";
import type { Context, Reply } from "#examples/shop/http.ts";
import { CATEGORIES } from "#examples/shop/seed.ts";
import { field, options, page } from "./layout.ts";

const TABS = [
  ["all", "All"],
  ["low", "Low stock"],
  ["out", "Sold out"],
] as const;

const COLUMNS = [
  ["sku", "Article"],
  ["name", "Name"],
  ["category", "Category"],
  ["price", "Price"],
  ["stock", "Stock"],
  ["added", "Added"],
] as const;

function productDialog(): Html {
  const categories = options(
    CATEGORIES.map((name) => [name, name]),
    "Kitchen",
  );
  return html`<dialog id="product-dialog" aria-labelledby="dialog-title">
    <form id="product-form" novalidate>
      <h2 id="dialog-title">New product</h2>
      ${field("Name", html`<input name="name" maxlength="120" required />`)}
      ${field("Article", html`<input name="sku" maxlength="40" required />`)}
      ${field(
        "Category",
        html`<select name="category">
          ${categories}
        </select>`,
      )}
      <div class="pair">
        ${field("Price", html`<input type="number" name="price" min="0" max="1000000" step="0.01" required />`)}
        ${field("Stock", html`<input type="number" name="stock" min="0" max="1000000" step="1" required />`)}
      </div>
      ${field("Added", html`<input type="date" name="added" required />`)}
      ${field("Description", html`<textarea name="description" rows="3" maxlength="2000"></textarea>`)}
      <p class="error" role="alert"></p>
      <div class="actions">
        <button type="button" class="quiet" data-close>Cancel</button>
        <button type="submit">Save</button>
      </div>
    </form>
  </dialog>`;
}

/** GET /inventory: a frame that its script fills from the API. */
export function inventoryPage(context: Context): Reply {
  const body = html`<div class="title-row">
      <h1>Inventory</h1>
      <button type="button" id="new-product">New product</button>
    </div>
    <div role="tablist" aria-label="Stock">
      ${TABS.map(([id, label], index) => {
        const selected = index === 0 ? "true" : "false";
        return html`<button
          type="button"
          role="tab"
          id="tab-${id}"
          data-tab="${id}"
          aria-selected="${selected}"
          aria-controls="list"
        >
          ${label}
        </button>`;
      })}
    </div>
    <div id="list" role="tabpanel" aria-labelledby="tab-all">
      <div class="filters">
        ${field("Search", html`<input type="search" id="search" />`)}
        <p class="muted counters"><span id="count" role="status">Loading…</span> <span id="value"></span></p>
      </div>
      <p class="error" role="alert" id="problem"></p>
      <div class="scroll">
        <table aria-label="Products">
          <thead>
            <tr>
              ${COLUMNS.map(([key, label]) => html`<th scope="col"><button type="button" class="sort" data-sort="${key}">${label}</button></th>`)}
              <td></td>
            </tr>
          </thead>
          <tbody id="rows"></tbody>
        </table>
      </div>
    </div>
    ${productDialog()}
    <dialog id="delete-dialog" aria-labelledby="delete-title">
      <h2 id="delete-title">Delete this product?</h2>
      <p id="delete-name"></p>
      <div class="actions">
        <button type="button" class="quiet" data-close>Cancel</button>
        <button type="button" class="danger" id="delete-confirm">Delete</button>
      </div>
    </dialog>`;
  return page(context, { title: "Inventory", body, scripts: ["inventory"] });
}
