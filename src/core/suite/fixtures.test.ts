import { expect, it } from "vitest";
import { makeFixtures } from "./fixtures.ts";

const DAY_MS = 24 * 60 * 60_000;

it("days that are to come are working days, and none of them is over", () => {
  for (let seed = 0; seed < 40; seed += 1) {
    const today = new Date(Date.UTC(2026, 10, 20 + (seed % 7), 12));
    const made = makeFixtures(
      {
        soon: { date: "soon" },
        future: { date: "future" },
        free: { date: ["2030-01-05", "2030-01-12"] },
        weekend: { date: ["2030-01-05", "2030-01-06"] },
      },
      seed,
      today,
    );
    const [soon = 0, future = 0, free = 0] = [...made.values()].map((value) => Date.parse(String(value)));
    for (const time of [soon, future, free]) expect([0, 6]).not.toContain(new Date(time).getUTCDay());
    expect(Math.min(soon, future)).toBeGreaterThan(today.getTime() - DAY_MS);
    expect(soon).toBeLessThanOrEqual(today.getTime() + 11 * DAY_MS);
    expect(free).toBeGreaterThan(Date.parse("2030-01-06"));
    expect(["2030-01-05", "2030-01-06"]).toContain(made.get("weekend"));
  }
});

it("days are counted from the day of a fixture above, over the end of a month as well", () => {
  const made = makeFixtures(
    {
      arrival: { date: ["2030-02-27", "2030-02-27"] },
      departure: { date: { after: "arrival", days: 3 } },
      before: { date: { after: "departure", days: -4 } },
    },
    1,
    new Date("2026-11-20T12:00:00Z"),
  );
  expect(made.get("departure")).toBe("2030-03-02");
  expect(made.get("before")).toBe("2030-02-26");
});
