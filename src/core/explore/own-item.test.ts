import { expect, it } from "vitest";
import { furtherControls } from "./item-actions.ts";
import { controlIn } from "./own-item.ts";
import { DELETE } from "./words.ts";

it("a control that is named after its item is known by what others of its kind have in common", () => {
  const row = {
    buttons: ["Delete receipt 1001 of Ada", "Approve receipt 1001 of Ada", "Archive Ada", "Send to Ada"],
    links: [],
  };
  expect(controlIn(row, DELETE, "Ada")).toEqual({ role: "button", name: "Delete", part: true });
  expect(furtherControls(row, "Ada", false).map(({ control }) => control)).toEqual([
    { role: "button", name: "Approve", part: true },
    { role: "button", name: "Archive {item}" },
  ]);
});
