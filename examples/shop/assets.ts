import { readdirSync, readFileSync } from "node:fs";
import { content, httpError } from "./http.ts";
import type { Context, Reply } from "./http.ts";
import { productImage } from "./images.ts";

const FOLDER = new URL("./public/", import.meta.url);
const FILES: ReadonlyMap<string, string> = new Map(
  readdirSync(FOLDER).map((name) => [name, readFileSync(new URL(name, FOLDER), "utf8")]),
);

const FAVICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="#1f5c46"/><path d="M16 26V13M16 19q-7 0-8-8q8 0 8 8M16 15q7 0 8-8q-8 0-8 8" fill="#dcecd9" stroke="#dcecd9" stroke-width="1.6" stroke-linecap="round"/></svg>`;

/** GET /assets/{name}: the stylesheet and the browser's modules; `bugs.js` tells these which bugs are on. */
export function asset({ params, shop: { bugs } }: Context): Reply {
  const name = params["name"] ?? "";
  if (name === "bugs.js") {
    return content("text/javascript", `export const bugs = new Set(${JSON.stringify([...bugs])});\n`);
  }
  const file = FILES.get(name);
  if (file === undefined) throw httpError(404, "There is no such file");
  if (name.endsWith(".css")) return content("text/css", file);
  const broken = bugs.has("script-syntax-error") && name === "checkout.js";
  return content("text/javascript", broken ? `${file}\nconst total = ;\n` : file);
}

/** GET /images/{id}.svg: the picture of a product. */
export function image({ params, shop: { store } }: Context): Reply {
  const id = /^(\d+)\.svg$/.exec(params["name"] ?? "")?.[1];
  const product = store.products.get(Number(id));
  if (!product) throw httpError(404, "There is no such picture");
  return content("image/svg+xml", productImage(product));
}

/** GET /favicon.svg */
export function favicon(): Reply {
  return content("image/svg+xml", FAVICON);
}
