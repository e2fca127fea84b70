import { expect, it } from "vitest";
import { haveInitials, showsInitials, withoutInitials } from "./initials.ts";

it.each([
  ["CD Chloé Dubois", "Chloé Dubois"],
  ["ÅB Åsa Bergström", "Åsa Bergström"],
  ["AD Anna van Dijk", "Anna van Dijk"],
  ["JD Jean-Pierre Dubois", "Jean-Pierre Dubois"],
  ["US Embassy", "US Embassy"],
  ["I imagine a town", "I imagine a town"],
  ["PDF reader", "PDF reader"],
])("%s is called %s", (text, name) => {
  expect(withoutInitials(text)).toBe(name);
});

it("tells from the row's text where the initials of a name stand", () => {
  expect(showsInitials("Select request of Yuki Tanaka YT Yuki Tanaka 3 days", "Yuki Tanaka")).toBe(true);
  expect(showsInitials("Yuki Tanaka 3 days", "Yuki Tanaka")).toBe(false);
  expect(haveInitials(["YT Yuki Tanaka", "Mia Zeller"])).toBe(false);
});
