import { button, click, expect, goto, heading, link, order, product, search } from "./sample.ts";
import type { Sample } from "./sample.ts";

/** Cases that passed before the fault came: what has changed since is part of the evidence. */
const since = (bug: string, sample: Omit<Sample, "id" | "bugs" | "compared">): Sample => ({
  id: `since it passed: ${bug}`,
  bugs: [bug],
  compared: true,
  ...sample,
});

export const comparedSamples: Sample[] = [
  since("cart-button-renamed", {
    steps: [goto("/products/1"), click(button("Add to cart")), expect({ visible: heading("Cart") })],
    expected: "locator_drift",
    names: /Put into basket/,
  }),
  since("card-link-wrong", {
    steps: [...search("enamel"), click(link("Enamel mug")), expect({ visible: heading("Enamel mug") })],
    expected: "wrong_result",
    names: /Enamel mug/,
  }),
  since("order-fails-silently", { steps: order, expected: "backend_error", names: /POST \/api\/orders/ }),
  since("delete-forbidden", {
    auth: true,
    steps: [
      goto("/inventory"),
      click("Delete Desk lamp"),
      { click: "Delete", within: { role: "dialog" } },
      expect({ hidden: "Edit Desk lamp" }),
    ],
    expected: "auth",
    names: /DELETE \/api\/products\/7.*403/,
  }),
  since("session-expires-on-create", {
    auth: true,
    steps: [...product("Blue pitcher"), expect({ text: "Blue pitcher" })],
    expected: "auth",
    names: /POST \/api\/products.*401/,
  }),
  since("api-get-404", {
    auth: true,
    steps: [
      goto("/inventory"),
      click("Edit Desk lamp"),
      expect({ visible: { role: "dialog", name: "Edit product" } }),
    ],
    expected: "api_contract",
    names: /GET \/api\/products\/7.*404/,
  }),
];
