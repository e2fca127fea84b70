import { expect, it } from "vitest";
import { wrongWeekdaysIn } from "./weekdays.ts";

const SATURDAY = "28 Nov 2026 is a Saturday";

it.each([
  ["Sun, 28 Nov 2026 10:00:00 GMT", "en-US", "Sun, 28 Nov 2026"],
  ["Departs Mon 28 Nov 2026 at 10:00", null, "Mon 28 Nov 2026"],
  ["Tues 2026-11-28", "en", "Tues 2026-11-28"],
  ["on Sunday the 28th of November 2026", "en", "Sunday the 28th of November 2026"],
  ["Sunday, November 28th, 2026", "de", "Sunday, November 28th, 2026"],
  ["Fri 27 – Sun 28 Nov 2026", "en", "Sun 28 Nov 2026"],
  ["Sunday 11/28/2026", "en", "Sunday 11/28/2026"],
  ["So., 28.11.2026", "de", "So., 28.11.2026"],
  ["Bis So 28. Nov. 2026", "de-DE", "So 28. Nov. 2026"],
  ["dimanche 28 novembre 2026", "fr", "dimanche 28 novembre 2026"],
  ["dim. 28 nov. 2026", "fr", "dim. 28 nov. 2026"],
  ["Domingo, 28 de noviembre de 2026", "es", "Domingo, 28 de noviembre de 2026"],
  ["lunedì 28 novembre 2026", "en", "lunedì 28 novembre 2026"],
])("%s names another weekday than that of its day", (text, lang, wrong) => {
  expect(wrongWeekdaysIn(text, lang)).toEqual([{ text: wrong, day: SATURDAY }]);
});

it.each([
  ["Sat 28 Nov 2026 – Sun 29 Nov 2026", "en"],
  ["Samstag, den 28. November 2026", "de"],
  ["Sa 28.11.2026", "de"],
  ["sáb, 28 nov 2026", "es"],
  ["mer. 25 nov. 2026", "fr"],
  ["mercoledì 25 novembre 2026", "it"],
  ["Sunday 6/12/2026", "en"],
  ["Friday, 29.02.2025", "de"],
  ["dim. 28 nov. 2026", "en"],
  ["SAT 26 Nov 2026", "en"],
  ["We sat 26 Nov 2026", "en"],
  ["Sunday 28 November 2026/27", "en"],
  ["Sunday 28–29 November 2026", "en"],
  ["May 28 Nov 2026", "en"],
  ["Mon.–Sun. 28 Nov 2026", "en"],
  ["Pre-Sun 28 Nov 2026", "en"],
  ["Jeden Sonntag, 28. November 2026", "de"],
])("%s is right, or leaves it open", (text, lang) => {
  expect(wrongWeekdaysIn(text, lang)).toEqual([]);
});
