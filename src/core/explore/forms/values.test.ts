import { describe, expect, it } from "vitest";
import { kindOfColumn, kindOfValues, readSortLabel } from "./values.ts";

describe("kindOfValues", () => {
  it("tells money, dates, numbers and words", () => {
    expect(kindOfValues(["€12.50", "€1,249.00"])).toBe("money");
    expect(kindOfValues(["12,50 €", "9,00 €"])).toBe("money");
    expect(kindOfValues(["3 Mar 2025", "14 April 2024"])).toBe("date");
    expect(kindOfValues(["2025-03-03", "2024-01-01"])).toBe("date");
    expect(kindOfValues(["Fri 27 Nov 2026", "Thu 29 Feb 2024"])).toBe("date");
    expect(kindOfValues(["Friday, Nov 27, 2026", "Sunday, Nov 1, 2026"])).toBe("date");
    expect(kindOfValues(["Fr., 27.11.2026", "So., 01.11.2026"])).toBe("date");
    expect(kindOfValues(["Sun Valley", "Monday Club"])).toBe("text");
    expect(kindOfValues(["7", "12"])).toBe("number");
    expect(kindOfValues(["#7", "#12"])).toBe("number");
    expect(kindOfValues(["No. 7", "No. 12"])).toBe("number");
    expect(kindOfValues(["16.00 h", "2.00 h"])).toBe("number");
    expect(kindOfValues(["1 day", "12 days"])).toBe("number");
    expect(kindOfValues(["45 min", "1 h 20 min", "3 h"])).toBe("duration");
    expect(kindOfValues(["00137", "04110"])).toBe("text");
    expect(kindOfValues(["#007", "#012"])).toBe("text");
    expect(kindOfValues(["Mug", "Lamp"])).toBe("text");
    expect(kindOfValues(["7 Up", "Jaws", "Up"])).toBe("text");
    expect(kindOfValues(["R$ 1.249,00", "R$ 12,00"])).toBe("money");
    expect(kindOfValues(["1 250,00 €", "9,00 €"])).toBe("money");
    expect(kindOfValues(["2/14/2026, 3:05:00 PM", "11/2/2026, 9:15:00 AM"])).toBe("date");
    expect(kindOfValues(["14-02-2026", "02-11-2026"])).toBe("date");
    expect(kindOfValues(["1.2.10", "1.10.2"])).toBe("text");
    expect(kindOfValues(["1.249.000", "3.500.000"])).toBe("number");
    expect(kindOfValues(["Room 12", "Room 4"])).toBe("text");
    expect(kindOfValues(["Budget 2025", "Report 2024"])).toBe("text");
  });

  it("says nothing of mixed or missing values", () => {
    expect(kindOfValues(["Mug", "12"])).toBeNull();
    expect(kindOfValues(["Mug", ""])).toBeNull();
    expect(kindOfValues(["900 KB", "12 MB"])).toBeNull();
    expect(kindOfValues(["21 months", "2 years", "11 years", "unknown"])).toBeNull();
    expect(kindOfValues(["Today", "Yesterday"])).toBeNull();
    expect(kindOfValues(["Sat 5 Dec", "Mon 7 Dec"])).toBeNull();
    expect(kindOfValues(["2 hours ago", "a day ago"])).toBeNull();
    expect(kindOfValues(["27. grudzień 2026", "1. grudzień 2026"])).toBeNull();
    expect(kindOfValues(["14 de febrero de 2026", "2 de enero de 2026"])).toBeNull();
    expect(kindOfValues(["Jan 2026", "Feb 2026", "Mar 2025"])).toBeNull();
    expect(kindOfValues(["Friday 09:00", "Thursday 19:00", "Monday, 7 pm"])).toBeNull();
    expect(kindOfValues(["Tuesday", "Wednesdays"])).toBeNull();
    expect(kindOfValues(["Q1 2026", "Q4 2025"])).toBeNull();
    expect(kindOfValues(["9:30 AM", "12:15 PM", "2 pm"])).toBeNull();
    expect(kindOfValues(["0/6", "0/3", "–", "2/5"])).toBeNull();
    expect(kindOfValues(["3 of 5 done", "–", "none"])).toBeNull();
  });
});

describe("readSortLabel", () => {
  it.each([
    ["Price, low to high", "money", "ascending"],
    ["Price: high to low", "money", "descending"],
    ["Name, Z to A", "text", "descending"],
    ["Name (A-Z)", "text", "ascending"],
    ["Newest first", "date", "descending"],
    ["Oldest first", "date", "ascending"],
    ["Preis aufsteigend", "money", "ascending"],
  ])("reads %s", (label, by, order) => {
    expect(readSortLabel(label)).toEqual({ by, order });
  });

  it("leaves what promises no order", () => {
    expect(readSortLabel("Relevance")).toBeNull();
    expect(readSortLabel("Featured")).toBeNull();
    // What the rows are called is in another order then.
    expect(readSortLabel("Author’s surname A–Z")).toBeNull();
    expect(readSortLabel("Artist (A-Z)")).toBeNull();
  });
});

describe("kindOfColumn", () => {
  it("knows numbers that bear a mark, and no version or address of a machine", () => {
    expect(kindOfColumn(["101 pcs Low", "343 pcs", "1 pc"])).toBe("number");
    expect(kindOfColumn(["12", "7 Low", "140"])).toBe("number");
    expect(kindOfColumn(["12 kg Low", "7 g", "140 kg"])).toBeNull();
    expect(kindOfColumn(["1.9.0", "1.10.2", "2.0.0 latest"])).toBeNull();
    expect(kindOfColumn(["10.0.0.2", "10.0.0.10 Gateway", "10.0.0.7"])).toBeNull();
    expect(kindOfColumn(["7", "Low", "12"])).toBeNull();
  });
});
