import { expect, it } from "vitest";
import { openerOf } from "./row-menu.ts";

it.each([
  ["Actions for DATA-17", { role: "button", name: "Actions for", part: true }],
  ["Actions for Blue mug", { role: "button", name: "Actions for", part: true }],
  ["Actions", { role: "button", name: "Actions" }],
  ["⋮", { role: "button", name: "⋮" }],
  ["Delete Blue mug", null],
])("the menu of a row that is called %s", (name, expected) => {
  expect(openerOf({ buttons: [name] }, "Blue mug")).toEqual(expected);
});
