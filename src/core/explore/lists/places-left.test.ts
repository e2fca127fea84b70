import { expect, it } from "vitest";
import { placesLeft } from "./places-left.ts";

it.each([
  ["Price €12.00 Places left 9 Doors open at seven", 9, "Places left ", ""],
  ["There are 4 seats left for it.", 4, "", " seats left"],
  ["Noch 7 Plätze frei.", 7, "", " Plätze frei"],
  ["Freie Plätze: 12, Eintritt frei", 12, "Freie Plätze: ", ""],
])("reads how many are left in %j", (text, number, before, behind) => {
  expect(placesLeft(text)).toEqual({ number, before, behind });
});

it.each([
  "15 minutes left to book",
  "Step 1 of 3, 2 steps left",
  "Time left: 10:00",
  "Characters left: 500",
  "None left",
  "Remaining: €500",
  "80 EUR left",
  "Available 2024",
])("takes %j for no such number", (text) => {
  expect(placesLeft(text)).toBeNull();
});
