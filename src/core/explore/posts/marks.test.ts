import { expect, it } from "vitest";
import { isMark } from "./marks.ts";

it.each([
  "♥",
  "☆ 3",
  "Favourite",
  "♡ Add to favourites",
  "♥ Favourite",
  "★ Starred (4)",
  "Bookmark this page",
])("%s marks a thing for oneself", (name) => expect(isMark(name)).toBe(true));

it.each(["♥ Our hosts", "Add to cart", "★ Top rated", "Favourite colour"])("%s is no mark", (name) =>
  expect(isMark(name)).toBe(false),
);
