import type { SitePeriods } from "#model/site-periods.ts";
import { DAY_MS, isoDay } from "#core/explore/forms/samples.ts";

const ISO = /\d{4}-\d\d-\d\d/g;

/** An address with just one day in it, parted at that. */
const partedAtDay = (path: string): ((day: string) => string) | null => {
  const [day, ...others] = path.match(ISO) ?? [];
  return day !== undefined && others.length === 0 ? (other) => path.replace(day, other) : null;
};

const dayAfter = (day: string, days = 1): string => isoDay(Date.parse(day) + days * DAY_MS);

const MOST_MONTHS = 12;
const FRIDAY = 5;
/** What follows is a day on which hardly anybody works. */
const BEFORE_HOLIDAY = /-(?:04-30|12-31)$/;

/** The last day of a month that is over, which is in the middle of a week, and so is the day after it. */
const lastMonthEnd = (now: string): string | null => {
  const [year = 0, month = 0] = now.split("-").map(Number);
  const ends = Array.from({ length: MOST_MONTHS }, (_, back) => isoDay(Date.UTC(year, month - 1 - back, 0)));
  const isMidweek = (day: string): boolean => {
    const weekday = new Date(day).getUTCDay();
    return weekday > 0 && weekday < FRIDAY && !BEFORE_HOLIDAY.test(day);
  };
  return ends.find(isMidweek) ?? null;
};

/** How many days before the last of a month the same days of the week are looked at. */
const WEEKS = 14;

/**
 * Whether the control that leads to the next day can be asked to do so at the end of a month: it does two weeks before that.
 * `turn` opens an address, and gives the one that the control led to from there; null where the address does not stay.
 */
export const monthEnd = async (
  path: string,
  turn: (from: string) => Promise<string | null>,
): Promise<SitePeriods["monthEnd"]> => {
  const at = partedAtDay(path);
  const end = lastMonthEnd(isoDay(Date.now()));
  if (!at || end === null) return null;
  const before = dayAfter(end, -WEEKS);
  if ((await turn(at(before))) !== at(dayAfter(before))) return null;
  const led = await turn(at(end));
  return led === null ? null : { from: at(end), to: at(dayAfter(end)) };
};
