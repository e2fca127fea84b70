import { expect, it } from "vitest";
import { isSteadyTarget } from "./steady.ts";

it.each(["Shopping list3 open items", "Cart (3)", "Inbox 12", "Posted 3 days ago", "Fines €10.50 to pay"])(
  "%s is called by a number that another visit may not show",
  (name) => expect(isSteadyTarget({ role: "link", name })).toBe(false),
);

it.each(["Shopping list", "MP3 player", "Log4j settings", "Team2", "4 stars", "Blue mug €12.50"])(
  "%s is called alike on every visit",
  (name) => expect(isSteadyTarget(name)).toBe(true),
);
