import { expect, it } from "vitest";
import { isFewActions } from "./search-doubts.ts";

const listOf = (links: string[]) => ({
  rows: links.length,
  items: links.map((text) => ({ links: [{ text }] })),
});

it.each([
  [["Add new key", "Add members", "View health"], true],
  [["Ann Lee", "Bob Fox", "Cleo Kay"], false],
  [["New York", "Bonn", "Kiel"], false],
  [[], false],
])("what is to be done, %j, is no list of items", (links, expected) => {
  expect(isFewActions(listOf(links))).toBe(expected);
});
