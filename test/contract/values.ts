import { Ajv2020 } from "ajv/dist/2020.js";
import type { ValidateFunction } from "ajv/dist/2020.js";
import type { OpenApi, Schema } from "./document.ts";

type Random = () => number;

/** A generator of numbers from 0 to 1 that gives the same ones for the same seed. */
export const seeded = (seed: number): Random => {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
};

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Judges values by the schemas of a document. */
export const createValidators = (document: OpenApi) => {
  const ajv = new Ajv2020({
    strict: false,
    allErrors: true,
    formats: {
      "date-time": (text: string) => !Number.isNaN(Date.parse(text)),
      email: (text: string) => text.includes("@"),
      uri: (text: string) => URL.canParse(text),
      base64: true,
    },
  });
  ajv.addSchema({ $id: "document", components: document.components });
  const known = new Map<Schema, ValidateFunction>();
  const absolute = (schema: Schema): unknown =>
    JSON.parse(JSON.stringify(schema).replaceAll('"#/components/', '"document#/components/'));

  /** What is wrong with a value, a line each; empty when it fits. */
  return (schema: Schema, value: unknown): string[] => {
    const validate = known.get(schema) ?? ajv.compile(absolute(schema) as object);
    known.set(schema, validate);
    return validate(value)
      ? []
      : (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message ?? ""}`);
  };
};

const texts = [
  "a",
  "Nightly",
  "cart",
  "order",
  "0 3 * * *",
  "x-trace",
  "shop-checkout-7f3a.yaml",
  "größer 💥",
  "a b",
];

/** Makes values that fit a schema, as far as it can be told without solving patterns. */
export const createGenerator = (document: OpenApi, random: Random) => {
  const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)] as T;
  const between = (min: number, max: number): number => min + Math.floor(random() * (max - min + 1));

  const text = (schema: Schema): string => {
    if (schema.format === "uri") return pick(["https://shop.example", "http://127.0.0.1:9/a?b=c#d"]);
    if (schema.format === "email") return `user${between(1, 1e9)}@example.com`;
    if (schema.format === "date-time") return "2026-01-31T09:30:00.000Z";
    const { minLength = 0, maxLength = 200, pattern } = schema;
    const fits = pattern === undefined ? texts : texts.filter((item) => new RegExp(pattern, "u").test(item));
    const long = pattern === undefined ? ["x".repeat(Math.min(maxLength, 300)), "y".repeat(minLength)] : [];
    const usable = [...fits, ...long].filter((item) => item.length >= minLength && item.length <= maxLength);
    return usable.length > 0 ? pick(usable) : "x".repeat(minLength);
  };

  const number = ({ minimum = -1e6, maximum = 1e6, type }: Schema): number => {
    const value = pick([minimum, maximum, minimum + random() * (maximum - minimum)]);
    return type === "integer" ? Math.round(value) : value;
  };

  const object = (schema: Schema, depth: number): Record<string, unknown> => {
    const result: Record<string, unknown> = {};
    for (const [name, inner] of Object.entries(schema.properties ?? {}))
      if (schema.required?.includes(name) || random() < 0.4) result[name] = make(inner, depth + 1);
    if (isObject(schema.additionalProperties) && random() < 0.5)
      result[text(schema.propertyNames ?? {})] = make(schema.additionalProperties, depth + 1);
    return result;
  };

  const make = (schema: Schema, depth = 0): unknown => {
    if (schema.$ref)
      return make(document.components.schemas[schema.$ref.split("/").at(-1) ?? ""] ?? {}, depth);
    if ("const" in schema) return schema.const;
    if (schema.enum) return pick(schema.enum);
    const either = schema.anyOf ?? schema.oneOf;
    if (either) return make(depth > 3 ? (either[0] as Schema) : pick(either), depth);
    const type = Array.isArray(schema.type) ? pick(schema.type) : schema.type;
    switch (type) {
      case "null":
        return null;
      case "boolean":
        return random() < 0.5;
      case "string":
        return text(schema);
      case "integer":
      case "number":
        return number({ ...schema, type });
      case "array": {
        const { minItems = 0, maxItems = 3, items = {} } = schema;
        const count = between(minItems, Math.max(minItems, Math.min(maxItems, 3)));
        return Array.from({ length: depth > 3 ? minItems : count }, () => make(items, depth + 1));
      }
      case "object":
        return object(schema, depth);
      default:
        return pick<unknown>([null, 1, "a", [1, 2], { a: 1 }]);
    }
  };
  return make;
};

const odd: unknown[] = [
  null,
  true,
  -1,
  0,
  1e308,
  0.5,
  Number.MAX_SAFE_INTEGER,
  "",
  " ",
  "\u0000",
  "a\u0000b",
  "\ud800",
  "\u202e\u200b\ufeff",
  "%00%ff",
  "'; drop table users; --",
  "../../etc/passwd",
  "javascript:alert(1)",
  "http://[::1",
  "https://user:pass@127.0.0.1:99999/",
  "${secret.X}",
  "💥".repeat(300),
  "x".repeat(20_000),
  [],
  [null],
  [[[]]],
  {},
  { a: { b: { c: [] } } },
  { toString: 1, constructor: 2, hasOwnProperty: null },
];
/** Texts that one would not expect where a name or a number belongs. */
export const oddTexts = odd.filter((value) => typeof value === "string");

/** Copies of a value with one thing wrong, at every depth: another value, a missing key, a key too many. */
export const mutationsOf = (value: unknown): unknown[] => {
  const whole: unknown[] = odd;
  if (Array.isArray(value)) {
    const [first, ...rest] = value as unknown[];
    return [...whole, ...(value.length > 0 ? mutationsOf(first).map((inner) => [inner, ...rest]) : [])];
  }
  if (!isObject(value)) return whole;
  return [
    ...whole,
    { ...value, unknown: 1 },
    ...Object.keys(value).flatMap((key) => [
      Object.fromEntries(Object.entries(value).filter(([name]) => name !== key)),
      ...mutationsOf(value[key]).map((inner) => ({ ...value, [key]: inner })),
    ]),
  ];
};
