import { describe, expect, it } from "vitest";
import { findValues, isSorted, readDate, readNumber, readNumbers } from "./order.ts";

describe("readNumber", () => {
  it.each([
    ["€1,249.00", 1249],
    ["1.249,00 €", 1249],
    ["12.50", 12.5],
    ["1,249", 1249],
    ["1 249 kr", 1249],
    ["-3 %", -3],
    ["$0.99", 0.99],
    ["0.125", 0.125],
    ["-0,005", -0.005],
    ["7", 7],
    ["12 items", 12],
  ])("reads %s", (text, value) => {
    expect(readNumber(text)).toBe(value);
  });

  it("reads nothing where no number is", () => {
    expect(readNumber("free")).toBeNull();
  });

  it("takes the mark of the decimals from its neighbours", () => {
    expect(readNumbers(["1.125", "2.5"])).toEqual([1.125, 2.5]);
    expect(readNumbers(["1.125", "2,5"])).toEqual([1125, 2.5]);
    expect(readNumbers(["1,249.00", "12.50", "1,249"])).toEqual([1249, 12.5, 1249]);
    expect(readNumbers(["1.249", "3.500.000"])).toEqual([1249, 3_500_000]);
  });
});

describe("findValues", () => {
  it.each([
    ["1 250,00 €", ["1 250,00 €"]],
    ["Total 1 250,00 €", ["1 250,00 €"]],
    ["kr 12 345 678", ["kr 12 345 678"]],
    // Two mugs of 100 each.
    ["Mug 2 100.00 €", ["100.00 €"]],
    ["R$ 1.249,00", ["R$ 1.249,00"]],
    ["₩12,000 or AED 45.50", ["₩12,000", "AED 45.50"]],
    ["5 kraft boxes", []],
    ["€49 128 reviews", ["€49"]],
    ["USD 5 200 units", ["USD 5"]],
    ["kr 12 345", ["kr 12 345"]],
    ["€ 12 345,50 in all", ["€ 12 345,50"]],
    ["12 Ft", []],
    ["US$12.00", ["US$12.00"]],
  ])("finds the amounts of %s", (text, amounts) => {
    expect(findValues(text, "money")).toEqual(amounts);
  });

  it.each([
    ["2/14/2026, 3:05:00 PM", ["2/14/2026, 3:05:00 PM"]],
    ["14/2/2026, 3:05:00 p. m.", ["14/2/2026, 3:05:00 p. m."]],
    ["14.2.2026, 15:05:00", ["14.2.2026, 15:05:00"]],
    ["14-02-2026", ["14-02-2026"]],
    ["14-Feb-2026", ["14-Feb-2026"]],
    ["14 de febrero de 2026", ["14 de febrero de 2026"]],
    ["17 października 2026", ["17 października 2026"]],
    ["call 555-12-2034", []],
  ])("finds the days of %s", (text, days) => {
    expect(findValues(text, "date")).toEqual(days);
  });
});

describe("readDate", () => {
  it("reads what is told from now, as lists do of what has just come", () => {
    const now = Date.UTC(2026, 10, 24);
    expect(readDate("3 minutes ago", true, now)).toBe(now - 180_000);
    expect(readDate("an hour ago", true, now)).toBe(now - 3_600_000);
    expect(readDate("yesterday", true, now)).toBe(now - 86_400_000);
    const texts = ["1 minute ago", "1 minute ago", "2 hours ago", "7 Nov 2026"];
    expect(isSorted(texts, "date", "descending")).toBe(true);
    expect(isSorted(texts, "date", "ascending")).toBe(false);
  });
  it("reads days as people write them", () => {
    expect(readDate("3 Mar 2025", true)).not.toBeNull();
    expect(readDate("2025-03-03", true)).toBe(Date.UTC(2025, 2, 3));
    expect(readDate("03/04/2025", true)).toBe(Date.UTC(2025, 3, 3));
    expect(readDate("03/04/2025", false)).toBe(Date.UTC(2025, 2, 4));
    expect(readDate("soon", true)).toBeNull();
    expect(readDate("14-02-2026", true)).toBe(Date.UTC(2026, 1, 14));
    expect(readDate("2/14/2026, 12:05:09 AM", false)).toBe(Date.UTC(2026, 1, 14, 0, 5, 9));
    expect(readDate("14/2/2026, 3:05:00 p. m.", true)).toBe(Date.UTC(2026, 1, 14, 15, 5));
    expect(readDate("2/14/2026, 3:05:00 PM", false)).toBe(Date.UTC(2026, 1, 14, 15, 5));
  });
});

describe("isSorted", () => {
  it("puts texts in the order of a list of them", () => {
    const ranks = ["Low", "Medium", "High", "Very high"];
    expect(isSorted(["low", "Medium", "HIGH", "Very  high"], ranks, "ascending")).toBe(true);
    expect(isSorted(["–", "High", "High", "Low"], ranks, "descending")).toBe(true);
    expect(isSorted(["High", "Low", "Medium"], ranks, "either")).toBe(false);
    expect(isSorted(["Low", "High", "Urgent"], ranks, "either")).toBe(false);
  });

  it("leaves out leading articles in all texts or in none", () => {
    const titles = [
      "L'Amour",
      "The Mapmaker's Apprentice",
      "Night Ferry",
      "Eine Reise",
      "A Town in Ten Objects",
    ];
    expect(isSorted(titles, "text", "ascending")).toBe(true);
    expect(isSorted(titles.toReversed(), "text", "descending")).toBe(true);
    expect(isSorted(titles, "text", "descending")).toBe(false);
    expect(isSorted(["A Town", "Night Ferry", "The Mapmaker"], "text", "ascending")).toBe(true);
    // "The Mapmaker" stands at M, "A Town" at A.
    expect(isSorted(["A Town", "The Mapmaker", "Night Ferry"], "text", "ascending")).toBe(false);
    // An article alone is a text like others, and so is what only begins like one.
    expect(isSorted(["Anna", "Das", "Theo"], "text", "ascending")).toBe(true);
    expect(isSorted(["Anna", "Theo", "Das"], "text", "either")).toBe(false);
  });

  it("tells money in order from money in order of its letters", () => {
    expect(isSorted(["€9.00", "€12.50", "€1,249.00"], "money", "ascending")).toBe(true);
    expect(isSorted(["€1,249.00", "€12.50", "€9.00"], "money", "ascending")).toBe(false);
  });

  it("tells lengths of time in order", () => {
    expect(isSorted(["45 min", "1 h", "1 h 20 min", "1h45", "2.5 h", "10:30"], "duration", "ascending")).toBe(
      true,
    );
    expect(isSorted(["10 min", "1 h 45 min", "15 min"], "duration", "either")).toBe(false);
    expect(isSorted(["3 m", "5 m"], "duration", "ascending")).toBe(false);
  });

  it("lets what has no value stand at either end", () => {
    expect(isSorted(["Unassigned", "–", "Ann", "Bob"], "text", "ascending")).toBe(true);
    expect(isSorted(["Ann", "Unassigned", "Bob"], "text", "descending")).toBe(false);
    expect(isSorted(["Ann", "Bob", "[none]", "(not set)"], "text", "ascending")).toBe(true);
    expect(isSorted(["Ann", "Bob", "("], "text", "ascending")).toBe(false);
    expect(isSorted(["–", "9", "3", "–"], "number", "descending")).toBe(true);
    expect(isSorted(["9", "–", "3"], "number", "descending")).toBe(false);
  });

  it("accepts the usual orders of text", () => {
    expect(isSorted(["Bath", "Café", "apple"], "text", "ascending")).toBe(true);
    expect(isSorted(["apple", "Bath", "Café"], "text", "ascending")).toBe(true);
    expect(isSorted(["item 2", "item 10"], "text", "ascending")).toBe(true);
    expect(isSorted(["b", "a", "c"], "text", "ascending")).toBe(false);
  });

  it("knows the orders of other languages", () => {
    expect(isSorted(["Kraków", "Lublin", "Łódź", "Opole"], "text", "ascending")).toBe(true);
    expect(isSorted(["Kraków", "Łódź", "Lublin", "Opole"], "text", "ascending")).toBe(true);
    expect(isSorted(["Malmö", "Umeå", "Ystad", "Ängelholm", "Örebro"], "text", "ascending")).toBe(true);
    expect(isSorted(["Opole", "Łódź", "Zabrze"], "text", "either")).toBe(false);
  });

  it("holds both ways and for equal neighbours", () => {
    expect(isSorted(["3", "3", "1"], "number", "descending")).toBe(true);
    expect(isSorted(["3 Mar 2025", "1 Apr 2025"], "date", "ascending")).toBe(true);
    expect(isSorted(["3 Mar 2025", "1 Apr 2025"], "date", "descending")).toBe(false);
  });
});
