type JsonObject = Record<string, unknown>;

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const refPrefix = "#/components/schemas/";

const collectRefs = (value: unknown, found: Set<string>): void => {
  if (Array.isArray(value)) for (const item of value) collectRefs(item, found);
  if (!isObject(value)) return;
  const { $ref } = value;
  if (typeof $ref === "string" && $ref.startsWith(refPrefix)) found.add($ref.slice(refPrefix.length));
  for (const inner of Object.values(value)) collectRefs(inner, found);
};

/** Names of the schemas that the paths use, directly or through others. */
const usedSchemas = (paths: unknown, schemas: JsonObject): Set<string> => {
  const used = new Set<string>();
  collectRefs(paths, used);
  for (const name of used) collectRefs(schemas[name], used);
  return used;
};

const rewrite = (value: unknown, names: Map<string, string>): unknown => {
  if (Array.isArray(value)) return value.map((item) => rewrite(item, names));
  if (!isObject(value)) return value;
  const result: JsonObject = {};
  for (const [key, inner] of Object.entries(value)) {
    if (key === "$ref" && typeof inner === "string") {
      const name = inner.slice(refPrefix.length);
      result[key] = refPrefix + (names.get(name) ?? name);
    } else if (isBoundOfInteger(key, inner)) continue;
    else result[key] = rewrite(inner, names);
  }
  return result;
};

/** Every safe integer has these bounds; they tell a reader nothing. */
const isBoundOfInteger = (key: string, value: unknown): boolean =>
  (key === "minimum" && value === Number.MIN_SAFE_INTEGER) ||
  (key === "maximum" && value === Number.MAX_SAFE_INTEGER);

/**
 * Leaves out what an OpenAPI document does not need: schemas that no path uses, the ending `Input` of those that are
 * input only, and the bounds that every integer has.
 */
export const tidyOpenApi = <T extends { paths?: unknown; components?: { schemas?: object } }>(
  document: T,
): T => {
  const schemas: JsonObject = { ...document.components?.schemas };
  const used = usedSchemas(document.paths, schemas);
  const names = new Map<string, string>();
  for (const name of used) {
    const short = name.replace(/Input$/, "");
    names.set(name, used.has(short) ? name : short);
  }
  const kept: JsonObject = {};
  for (const name of [...used].toSorted()) kept[names.get(name) ?? name] = rewrite(schemas[name], names);
  return {
    ...document,
    paths: rewrite(document.paths, names),
    components: { ...document.components, schemas: kept },
  };
};
