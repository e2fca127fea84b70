import { inTurns } from "#model/in-turns.ts";
import type { Schema } from "./description.ts";
import { boundsOf, typesOf } from "./json-schema.ts";
import type { JsonSchema } from "./json-schema.ts";
import { pointsElsewhere } from "./sample.ts";
import type { Samples } from "./sample.ts";

/** A value that a schema forbids, and what is wrong with it. */
export type Wrong = { note: string; value: unknown };

const longest = 5000;

/** Values that a schema of a single value forbids; none for one that says nothing. */
export const wrongValues = (schema: JsonSchema): Wrong[] => {
  const [type] = typesOf(schema);
  const wrong: Wrong[] = [];
  const { least, most } = boundsOf(schema);
  if (schema.enum) wrong.push({ note: "none of the values allowed", value: "no-such-value" });
  else if (type === "string") {
    const { minLength = 0, maxLength, format } = schema;
    if (maxLength !== undefined && maxLength < longest)
      wrong.push({ note: `longer than ${maxLength}`, value: "x".repeat(maxLength + 1) });
    if (minLength > 1) wrong.push({ note: `shorter than ${minLength}`, value: "x".repeat(minLength - 1) });
    else if (minLength === 1) wrong.push({ note: "empty", value: "" });
    if (format !== undefined && ["email", "date", "date-time", "uuid"].includes(format))
      wrong.push({ note: `no ${format}`, value: "not one" });
  } else if (type === "integer" || type === "number") {
    wrong.push({ note: "a text in place of a number", value: "abc" });
    if (most !== undefined) wrong.push({ note: `more than ${most}`, value: Math.floor(most) + 1 });
    if (least !== undefined) wrong.push({ note: `less than ${least}`, value: Math.ceil(least) - 1 });
  } else if (type === "boolean") wrong.push({ note: "a text in place of true or false", value: "maybe" });
  return wrong;
};

const mostOfABody = 10;

/** Bodies that differ from a valid one in one point which the schema forbids. */
export const wrongBodies = (samples: Samples, schema: Schema, valid: unknown): Wrong[] => {
  if (typeof valid !== "object" || valid === null || Array.isArray(valid)) return [];
  const body: Record<string, unknown> = { ...valid };
  const missing = (schema.required ?? [])
    .filter((name) => Object.hasOwn(body, name))
    .map((name): Wrong => {
      const rest = Object.entries(body).filter(([other]) => other !== name);
      return { note: `without ${name}`, value: Object.fromEntries(rest) };
    });
  const byProperty = Object.keys(body).map((name) => {
    const inner = samples.property(schema, name);
    if (!inner) return [];
    const isText = typesOf(inner)[0] === "string";
    const object: Wrong[] = isText ? [{ note: "an object in place of a text", value: { a: 1 } }] : [];
    return [...wrongValues(inner), ...object].map(({ note, value }): Wrong => ({
      note: `${name}: ${note}`,
      value: { ...body, [name]: value },
    }));
  });
  // No property crowds out the others.
  return [...missing.slice(0, 3), ...inTurns(byProperty)].slice(0, mostOfABody);
};

const mostFields = 30;

/** The valid body with every field of a single value that it could do without; null when it has them all. */
const wholeBody = (samples: Samples, schema: Schema, valid: object): Wrong | null => {
  const more = Object.keys(schema.properties ?? {})
    .slice(0, mostFields)
    .flatMap((name): [string, unknown][] => {
      const inner = samples.property(schema, name);
      if (!inner || Object.hasOwn(valid, name) || inner.readOnly === true || pointsElsewhere.test(name))
        return [];
      const [type = ""] = typesOf(inner);
      if (!/^(?:string|integer|number|boolean)$/.test(type)) return [];
      // A text that says nothing of its form may be anything: an id, a code, a name of something else.
      if (type === "string" && inner.format === undefined && !inner.enum) return [];
      const value = samples.of(inner, name);
      return value === undefined ? [] : [[name, value]];
    });
  const names = more.map(([name]) => name).join(", ");
  return more.length === 0
    ? null
    : { note: `with ${names}`, value: { ...valid, ...Object.fromEntries(more) } };
};

/** Valid bodies at the edges of what the schema allows: all smallest, all largest, with all that may be left out. */
export const edgeBodies = (samples: Samples, schema: Schema, valid: unknown): Wrong[] => {
  if (typeof valid !== "object" || valid === null || Array.isArray(valid)) return [];
  const edges = (["smallest", "largest"] as const).flatMap((side): Wrong[] => {
    const changed = Object.entries(valid).flatMap(([name, value]): [string, unknown][] => {
      const inner = samples.property(schema, name);
      const edge = inner && typeof value !== "object" ? edgeOf(inner, side, value) : undefined;
      return edge === undefined ? [] : [[name, edge]];
    });
    if (changed.length === 0) return [];
    const names = changed.map(([name]) => name).join(", ");
    return [{ note: `${side} ${names}`, value: { ...valid, ...Object.fromEntries(changed) } }];
  });
  const whole = wholeBody(samples, schema, valid);
  return whole ? [...edges, whole] : edges;
};

const edgeOf = (schema: JsonSchema, side: "smallest" | "largest", value: unknown): unknown => {
  if (schema.enum || schema.pattern !== undefined || schema.format !== undefined) return undefined;
  const [type] = typesOf(schema);
  const { least, most } = boundsOf(schema);
  if (type === "integer" || type === "number") return side === "smallest" ? least : most;
  // A text that carries a variable must stay its own; the others may be as long as they are allowed to be.
  if (type !== "string" || typeof value !== "string" || value.includes("${")) return undefined;
  const length = side === "smallest" ? schema.minLength : schema.maxLength;
  return length === undefined || length === 0 || length > longest ? undefined : "x".repeat(length);
};
