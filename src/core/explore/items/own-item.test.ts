import { expect, it } from "vitest";
import { furtherControls } from "./item-actions.ts";
import { controlIn } from "./own-item.ts";
import { DELETE, EDIT } from "#core/explore/words.ts";

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

it("nor does it bear what else the row says of the item, which is another thing once that is changed", () => {
  const cells = ["City Energy", "€62.98", "Edit order to City Energy Delete order to City Energy"];
  const row = { cells, buttons: ["Edit order to City Energy", "City Energy: delete", "Print"], links: [] };
  expect(controlIn(row, /^edit/i, "62.98")).toEqual({ role: "button", name: "Edit order to", part: true });
  expect(controlIn(row, DELETE, "62.98")).toEqual({ role: "button", name: "delete", part: true });
  expect(controlIn(row, /^print/i, "62.98")).toEqual({ role: "button", name: "Print" });
});

it("takes what changes one column of a row for no way to change the item", () => {
  const row = {
    buttons: ["Edit reorder level of Brass screw: 10"],
    links: [],
    cells: ["Brass screw", "10"],
    columns: ["", "Name", "Reorder level", ""],
  };
  expect(controlIn(row, EDIT, "Brass screw")).toBeNull();
  expect(controlIn({ ...row, buttons: ["Edit"] }, EDIT, "Brass screw")).toEqual({
    role: "button",
    name: "Edit",
  });
  const orders = { ...row, buttons: ["Edit order for Brass screw"] };
  expect(controlIn(orders, EDIT, "Brass screw")).toEqual({
    role: "button",
    name: "Edit order for",
    part: true,
  });
});

it("takes what takes a file off an item for no way to remove it, unless the item is that file", () => {
  const row = { buttons: ["Remove picture.png", "Delete claim"], links: [] };
  expect(controlIn(row, DELETE, "Train to Bremen")).toEqual({ role: "button", name: "Delete claim" });
  expect(controlIn(row, DELETE, "picture.png")).toEqual({ role: "button", name: "Remove", part: true });
});
