import type { Description, Operation, Schema } from "./description.ts";
import { typesOf } from "./json-schema.ts";
import type { References } from "./references.ts";

/**
 * Records that requests can be about: `/projects/{projectId}` stands for what `POST /projects` makes, or for one that
 * `GET /projects` lists. Those that are only listed belong to others and are only read.
 */
export type Resource = {
  /** One of them, in words: `project`. */
  name: string;
  collection: string;
  /** The collection's path with the parameter at its end. */
  item: string;
  parameter: string;
  /** What makes one; the id is in the answer, at a JSON path, or among what was sent, under a name. */
  create: { operation: Operation; id: { path: string } | { sent: string } } | null;
  /** What lists them, and the path of the first one's id. */
  list: { operation: Operation; id: { path: string } } | null;
  /** The variable that holds the id. */
  variable: string;
};

/** The resources of a description, those that others stand below first. */
export const resourcesOf = (description: Description): Resource[] => {
  const { operations, references } = description;
  const byPlace = new Map<string, Operation>();
  for (const operation of operations) {
    const place = `${operation.method} ${operation.path.replace(/\/$/, "")}`;
    if (!byPlace.has(place)) byPlace.set(place, operation);
  }
  const by = (method: Operation["method"], path: string): Operation | null =>
    byPlace.get(`${method} ${path}`) ?? null;
  const taken = new Set<string>();
  const items = new Set(operations.flatMap(({ path }) => itemsOf(path)));
  const found = [...items].flatMap((item): Resource[] => {
    const [, collection = "", parameter = ""] = /^(.*)\/\{([^{}/]+)\}$/.exec(item) ?? [];
    const last = collection.split("/").findLast((part) => part !== "" && !part.startsWith("{"));
    const name = singular(last ?? "item");
    const post = by("post", collection);
    const made = post && idOf(references, post, parameter, name);
    const get = by("get", collection);
    const listed = get && idInList(references, get, parameter, name);
    const id = made ?? listed;
    if (!id) return [];
    const base = `${snake(name)}_${snake("path" in id ? (id.path.split(".").at(-1) ?? "id") : id.sent)}`;
    let variable = base;
    for (let number = 2; taken.has(variable); number += 1) variable = `${base}_${number}`;
    taken.add(variable);
    const create = post && made ? { operation: post, id: made } : null;
    const list = get && listed ? { operation: get, id: listed } : null;
    return [{ name, collection, item, parameter, create, list, variable }];
  });
  return found.toSorted((a, b) => a.item.split("/").length - b.item.split("/").length);
};

/** Every beginning of a path that ends with a parameter: `/a/{b}` and `/a/{b}/c/{d}` of `/a/{b}/c/{d}/e`. */
const itemsOf = (path: string): string[] =>
  [...path.matchAll(/\/\{[^{}/]+\}(?=\/|$)/g)].map((found) => path.slice(0, found.index + found[0].length));

export const plain = (name: string): string => name.toLowerCase().replaceAll(/[^a-z\d]/g, "");

export const snake = (name: string): string =>
  name
    .replaceAll(/([a-z\d])([A-Z])/g, "$1_$2")
    .toLowerCase()
    .replaceAll(/[^a-z\d]+/g, "_")
    .replaceAll(/^_+|_+$/g, "")
    .replace(/^(?=\d)/, "n") || "value";

const singular = (word: string): string => {
  if (/ies$/i.test(word)) return word.replace(/ies$/i, "y");
  if (/(ss|us|is|news)$/i.test(word)) return word;
  if (/(ses|xes|zes|ches|shes)$/i.test(word)) return word.replace(/es$/i, "");
  return word.replace(/s$/i, "");
};

const pickerOf = (parameter: string, name: string): ((schema: Schema | null) => string | undefined) => {
  const wanted = plain(parameter);
  const short = wanted.startsWith(plain(name)) ? wanted.slice(plain(name).length) : wanted;
  const order = [wanted, short, "id", "uuid", "key", "slug", "name", "code", "number"].filter(
    (key) => key !== "",
  );
  return (schema) => {
    const names = Object.keys(schema?.properties ?? {}).filter(isPlainKey);
    return order.map((key) => names.find((one) => plain(one) === key)).find((one) => one !== undefined);
  };
};

const isPlainKey = (key: string): boolean => /^[A-Za-z_]\w*$/.test(key);

const answerOf = ({ answers }: Operation): Schema | null =>
  answers.find(({ status, schema }) => status.startsWith("2") && schema)?.schema ?? null;

const inner = (references: References, schema: Schema | null, key: string): Schema | null =>
  references.schema({ value: schema?.properties?.[key], document: schema?.from ?? "" });

const idOf = (
  references: References,
  create: Operation,
  parameter: string,
  name: string,
): { path: string } | { sent: string } | null => {
  const pick = pickerOf(parameter, name);
  const made = answerOf(create);
  const direct = pick(made);
  if (direct !== undefined) return { path: `$.${direct}` };
  for (const key of Object.keys(made?.properties ?? {}).filter(isPlainKey)) {
    const part = inner(references, made, key);
    const nested = part && typesOf(part)[0] === "object" ? pick(part) : undefined;
    if (nested !== undefined) return { path: `$.${key}.${nested}` };
  }
  const sent = pick(create.body?.schema ?? null);
  return sent === undefined ? null : { sent };
};

/** The id of the first record of a list: `$[0].id`, or `$.projects[0].id` where the list stands in an object. */
const idInList = (
  references: References,
  list: Operation,
  parameter: string,
  name: string,
): { path: string } | null => {
  const pick = pickerOf(parameter, name);
  const ofItems = (schema: Schema | null): string | undefined =>
    schema && typesOf(schema)[0] === "array"
      ? pick(references.schema({ value: schema.items, document: schema.from }))
      : undefined;
  const answer = answerOf(list);
  const direct = ofItems(answer);
  if (direct !== undefined) return { path: `$[0].${direct}` };
  for (const key of Object.keys(answer?.properties ?? {}).filter(isPlainKey)) {
    const id = ofItems(inner(references, answer, key));
    if (id !== undefined) return { path: `$.${key}[0].${id}` };
  }
  return null;
};
