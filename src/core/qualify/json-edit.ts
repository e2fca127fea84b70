/** A change of JSON at a path; `*` stands for each entry of a list. */
export type JsonEdit = {
  path: string[];
  how: "drop" | "change" | "null" | "row_missing" | "rows_doubled" | "rows_unsorted";
};

type Json = unknown;
const isObject = (value: Json): value is Record<string, Json> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const date = /^\d{4}-\d{2}-\d{2}/;

/** Another value of the same type, of which the old one is no part. */
const otherThan = (value: Json): Json => {
  if (typeof value === "number")
    return Number.isInteger(value) ? value + 1 : Math.round((value + 1) * 100) / 100;
  if (typeof value === "boolean") return !value;
  if (typeof value !== "string") return value;
  if (!date.test(value)) return value === "undefined" ? "null" : "undefined";
  const later = new Date(new Date(value).getTime() + 86_400_000);
  return Number.isNaN(later.getTime()) ? "undefined" : later.toISOString().slice(0, value.length);
};

const editRows = (rows: Json[], how: JsonEdit["how"]): Json[] => {
  const [first] = rows;
  if (rows.length < 2 || first === undefined) return rows;
  if (how === "row_missing") return rows.slice(0, -1);
  return how === "rows_doubled" ? [first, ...rows] : rows.toReversed();
};

const edited = (value: Json, path: readonly string[], how: JsonEdit["how"]): Json => {
  const [name, ...rest] = path;
  if (name === undefined) return Array.isArray(value) ? editRows(value, how) : value;
  if (name === "*") return Array.isArray(value) ? value.map((item) => edited(item, rest, how)) : value;
  if (!isObject(value) || !Object.hasOwn(value, name)) return value;
  const entries = Object.entries(value).flatMap(([key, item]): [string, Json][] => {
    if (key !== name) return [[key, item]];
    if (rest.length > 0 || how.startsWith("row")) return [[key, edited(item, rest, how)]];
    if (how === "drop") return [];
    return [[key, how === "null" ? null : otherThan(item)]];
  });
  return Object.fromEntries(entries);
};

/** The JSON text with the change made; null when there is nothing to change in it. */
export const editJson = (text: string, { path, how }: JsonEdit): string | null => {
  const value = parse(text);
  if (value === undefined) return null;
  const after = JSON.stringify(edited(value, path, how));
  return after === JSON.stringify(value) ? null : after;
};

const parse = (text: string): Json => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

export type Leaf = { path: string[]; values: (string | number | boolean)[] };
export type Rows = { path: string[]; rows: Json[] };

/** The single values of a JSON text by their path, and its lists of two and more objects. */
export const partsOf = (text: string): { leaves: Leaf[]; lists: Rows[] } => {
  const leaves = new Map<string, Leaf>();
  const lists = new Map<string, Rows>();
  const walk = (value: Json, path: string[]): void => {
    if (path.length > 8 || leaves.size > 300) return;
    const key = path.join(".");
    if (Array.isArray(value)) {
      if (value.length > 1 && value.every(isObject) && !lists.has(key)) lists.set(key, { path, rows: value });
      for (const item of value.slice(0, 50)) walk(item, [...path, "*"]);
    } else if (isObject(value)) {
      for (const [name, item] of Object.entries(value)) walk(item, [...path, name]);
    } else if (typeof value === "string" || typeof value === "number" || typeof value === "boolean") {
      const leaf = leaves.get(key) ?? { path, values: [] };
      leaf.values.push(value);
      leaves.set(key, leaf);
    }
  };
  walk(parse(text), []);
  return {
    leaves: [...leaves.values()].filter(({ path }) => path.at(-1) !== "*"),
    lists: [...lists.values()],
  };
};

/** An answer given before, with what it repeated of its request taken from another request. */
export const repeated = (answer: string, sent: string | null, nowSent: string | null): string => {
  const [before, now, said] = [parse(sent ?? ""), parse(nowSent ?? ""), parse(answer)];
  if (!isObject(before) || !isObject(now) || !isObject(said)) return answer;
  const entries = Object.entries(said).map(([name, value]): [string, Json] =>
    value === before[name] && Object.hasOwn(now, name) ? [name, now[name]] : [name, value],
  );
  return JSON.stringify(Object.fromEntries(entries));
};
