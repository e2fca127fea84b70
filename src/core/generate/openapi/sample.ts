import { createPattern, SlowPattern } from "#core/suite/pattern.ts";
import type { FixtureDocument } from "#core/suite/fixtures.ts";
import { boundsOf, typesOf } from "./json-schema.ts";
import type { JsonSchema } from "./json-schema.ts";
import type { References } from "./references.ts";
import type { Schema } from "./description.ts";

/** What values are made from, and what they leave behind for the suite. */
export type Samples = {
  /** Fixtures that the values made so far need. */
  readonly fixtures: Record<string, FixtureDocument>;
  /** A valid value of a schema, with variables of the suite in it; undefined when none can be told. */
  of(schema: Schema, name: string): unknown;
  /** The schema of a property, references followed. */
  property(schema: Schema, name: string): Schema | null;
};

/** Names whose values must differ from record to record. */
const distinct =
  /^(name|title|slug|key|code|sku|user_?name|login|handle|email|e_?mail|label|display_?name)$|_?name$|email$/i;
/** Names that say which other record is meant. */
export const pointsElsewhere = /(^|[a-z_-])(id|ids|uuid|guid|ref)$|Id$|Ids$/;

const deepest = 6;
/** Values that one body is made of: schemas in schemas grow without end. */
const mostValues = 1000;
/** Patterns without end that are borne with; each costs a second. */
const mostSlow = 3;
const tag = "tag";
/** A tag as it may come out, for trying patterns. */
const sampleTag = "12345678";

const byFormat: Record<string, string> = {
  date: "2031-05-17",
  "date-time": "2031-05-17T10:00:00Z",
  time: "10:00:00Z",
  duration: "PT1H",
  uuid: "3fa85f64-5717-4562-b3fc-2c963f66afa6",
  uri: "https://example.com/tracewright",
  url: "https://example.com/tracewright",
  "uri-reference": "/tracewright",
  hostname: "example.com",
  ipv4: "192.0.2.10",
  ipv6: "2001:db8::10",
  byte: "dHJhY2V3cmlnaHQ=",
  binary: "tracewright",
  color: "#1a2b3c",
};

/** Values that an app may well check by what the name says; the first that fits is taken. */
const byName: [RegExp, string[]][] = [
  [/post_?code|zip/i, ["10115", "12345-6789"]],
  [/phone|mobile|(^|_)tel($|_)/i, ["+15550100199", "5550100199"]],
  [/street|address/i, ["1 Main Street"]],
  [/city|town/i, ["Springfield"]],
  [/country/i, ["Austria", "AT", "AUT"]],
  [/currency/i, ["EUR"]],
  [/^lang|locale/i, ["en", "en-US"]],
  [/time_?zone/i, ["Europe/Berlin"]],
  [/url|website|link$/i, ["https://example.com/tracewright"]],
  [/colou?r/i, ["#1a2b3c", "blue"]],
];

/** Makes values of schemas. `known` gives the variable that holds the id that a name asks for, or null. */
export const createSamples = (references: References, known: (name: string) => string | null): Samples => {
  const fixtures: Record<string, FixtureDocument> = {};
  let made = 0;
  let slow = 0;
  let left = 0;

  const unique = (): string => {
    fixtures[tag] = { int: [10_000_000, 99_999_999] };
    made += 1;
    return `\${${tag}}-${made}`;
  };

  const fits = (schema: JsonSchema, text: string): boolean => {
    const shown = text.replaceAll(`\${${tag}}`, sampleTag);
    if (schema.minLength !== undefined && shown.length < schema.minLength) return false;
    if (schema.maxLength !== undefined && shown.length > schema.maxLength) return false;
    if (schema.pattern === undefined) return true;
    if (slow >= mostSlow) return false;
    try {
      return createPattern(schema.pattern).fits(shown);
    } catch (error) {
      if (error instanceof SlowPattern) slow += 1;
      return false;
    }
  };

  const text = (schema: JsonSchema, name: string): string | undefined => {
    const { format = "", example, default: usual } = schema;
    // An example of a day to come has often passed by now.
    const told =
      /expir|until|due|deadline|end/i.test(name) && format.startsWith("date") ? [] : [example, usual];
    const given = told.find((value) => typeof value === "string");
    const isDistinct = distinct.test(name);
    if (given !== undefined && !isDistinct) return given;
    const formatted = byFormat[format];
    const end = unique();
    const short = end.replace("-", "");
    const own =
      format === "email" || /e_?mail$/i.test(name)
        ? [`tw-${end}@example.com`]
        : format === "password" || /password$/i.test(name)
          ? [`Tw1!${end}aA`, `Tw1!${end}aAbBcCdD`]
          : formatted !== undefined
            ? [formatted]
            : (byName.find(([pattern]) => pattern.test(name))?.[1] ?? []);
    const words = isDistinct
      ? [`tw-${end}`, `tw${short}`, `Tw${short}`, short, `TW${short}`, `${short}${short}`]
      : ["sample", "Sample text", "a", "sample-text", "1", "ABC", "sample text ".repeat(10).trim()];
    const candidates = [...own, ...words, ...(given === undefined ? [] : [given]), "+15550100199", "12345"];
    const found = candidates.find((candidate) => fits(schema, candidate));
    if (found !== undefined) return found;
    const length = schema.minLength ?? schema.maxLength;
    if (schema.pattern !== undefined || length === undefined || length > 5000) return undefined;
    return "tracewright ".repeat(length / 12 + 1).slice(0, length);
  };

  const number = (schema: JsonSchema): number => {
    const { least, most } = boundsOf(schema);
    const step = schema.multipleOf ?? 1;
    const wish = least ?? (most !== undefined && most < 1 ? most : 1);
    return Math.ceil(wish / step) * step;
  };

  const make = (schema: Schema, name: string, depth: number): unknown => {
    left -= 1;
    if (left < 0) return undefined;
    if (schema.const !== undefined) return schema.const;
    const type = typesOf(schema)[0];
    const reference = type === "object" || type === "array" ? null : known(name);
    if (reference !== null) return reference;
    const choice = schema.enum?.find((value) => value !== null);
    if (choice !== undefined) return isScalar(schema.default) ? schema.default : choice;
    switch (type) {
      case "string":
        return text(schema, name);
      case "integer":
      case "number":
        return [schema.example, schema.default].find((value) => typeof value === "number") ?? number(schema);
      case "boolean":
        return typeof schema.default === "boolean" ? schema.default : true;
      case "array":
        return items(schema, name, depth);
      case "object":
        return object(schema, depth);
      default:
        return schema.example ?? schema.default;
    }
  };

  const items = (schema: Schema, name: string, depth: number): unknown => {
    const least = schema.minItems ?? 0;
    if (Array.isArray(schema.example) && depth === 0) return schema.example;
    if (least === 0) return [];
    if (least > left || depth > deepest) return undefined;
    const each = references.schema({ value: schema.items, document: schema.from });
    const one = (): unknown => (each ? make(each, name, depth + 1) : undefined);
    const list = Array.from({ length: least }, one);
    return list.includes(undefined) ? undefined : list;
  };

  const property = (schema: Schema, name: string): Schema | null =>
    references.schema({ value: schema.properties?.[name], document: schema.from });

  const object = (schema: Schema, depth: number): unknown => {
    if (depth > deepest) return undefined;
    const required = schema.required ?? [];
    const value: Record<string, unknown> = {};
    for (const name of Object.keys(schema.properties ?? {})) {
      const inner = property(schema, name);
      if (!inner || inner.readOnly === true) continue;
      const isRequired = required.includes(name);
      // What has no risk is sent where a description says of nothing that it is required; a name or an address often is.
      const isHarmless =
        depth === 0 &&
        !pointsElsewhere.test(name) &&
        (required.length === 0
          ? typesOf(inner)[0] !== "object"
          : typesOf(inner)[0] === "string" && distinct.test(name));
      if (!isRequired && !isHarmless) continue;
      const made = make(inner, name, depth + 1);
      if (made !== undefined) value[name] = made;
      else if (isRequired) return undefined;
    }
    return required.every((name) => Object.hasOwn(value, name) || isReadOnly(schema, name))
      ? value
      : undefined;
  };

  const isReadOnly = (schema: Schema, name: string): boolean => property(schema, name)?.readOnly === true;

  return {
    fixtures,
    of: (schema, name) => {
      left = mostValues;
      return make(schema, name, 0);
    },
    property,
  };
};

const isScalar = (value: unknown): boolean => ["string", "number", "boolean"].includes(typeof value);
