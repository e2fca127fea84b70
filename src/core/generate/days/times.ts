const CLOCK = /(?<![\d:.])(\d{1,2}):(\d{2})(?![\d:])(?:(\s?)([ap]\.?m\b\.?))?/giu;

/** A time of a day as it is typed, also behind a day. */
const TYPED = /^(?:\d{4}-\d{2}-\d{2}T)?(\d{2}):(\d{2})$/;

export const isTime = (value: string): boolean => TYPED.test(value);

/** All of them alike; null where they are not. */
const common = (texts: string[]): string | null => {
  const [only, ...others] = new Set(texts);
  return only === undefined || others.length > 0 ? null : only;
};

/** The time, given as `15:30`, as the texts write times; null where not all of them have some, or it is not clear how. */
export const timeAs = (texts: string[], value: string): string | null => {
  const [, hour = "", minutes = ""] = TYPED.exec(value) ?? [];
  const filled = texts.filter((text) => text.trim() !== "");
  const found = filled.map((text) => [...text.matchAll(CLOCK)]);
  if (hour === "" || found.length < 2 || found.some(({ length }) => length === 0)) return null;
  const all = found.flat();
  const hours = all.map(([, each = ""]) => each);
  const isPadded = hours.some((each) => each.startsWith("0"));
  if (all.every(([, , , , half]) => half === undefined)) {
    // Hours up to twelve alone do not tell.
    const isOfDay = isPadded || hours.some((each) => Number(each) > 12);
    return isOfDay ? `${isPadded || Number(hour) > 9 ? hour : Number(hour)}:${minutes}` : null;
  }
  const half = common(all.map(([, , , , each = ""]) => each.replace(/a/, "p").replace(/A/, "P")));
  const gap = common(all.map(([, , , each = ""]) => each));
  if (half === null || half === "" || gap === null) return null;
  if (!isPadded && hours.every(({ length }) => length === 2)) return null;
  const twelve = String(Number(hour) % 12 || 12);
  const written = `${isPadded ? twelve.padStart(2, "0") : twelve}:${minutes}`;
  // What is between them may be a space of another kind.
  if (gap !== "" && gap !== " ") return written;
  return `${written}${gap}${Number(hour) >= 12 ? half : half.replace("p", "a").replace("P", "A")}`;
};
