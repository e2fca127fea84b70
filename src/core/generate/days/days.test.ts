import { expect, it } from "vitest";
import { dayAs } from "./days.ts";

it.each([
  [["3 May 2026", "17 November 2026"], "4 June 2030"],
  [["16 Nov 2026 (overdue)", "2 Dec 2026"], "4 Jun 2030"],
  [["16 Nov 2026 overdue", "2 Dec 2026", "-"], "4 Jun 2030"],
  [["Mon, 16 Nov 2026", "Tue, 1 Dec 2026"], "4 Jun 2030"],
  [["31/12/2026", "01/02/2027"], "04/06/2030"],
  [["3 May 2026 to 5 May 2026", "6 May 2026"], null],
  [["in 3 days", "in 5 days"], null],
  [["16 Nov 2026"], null],
])("a day is written as %j", (texts, day) => {
  expect(dayAs(texts, "2030-06-04")).toBe(day);
});
