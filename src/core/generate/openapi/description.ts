import { parse } from "yaml";
import { z } from "zod";
import { literal } from "#core/generate/steps.ts";
import { isTooDeep } from "#core/suite/source.ts";
import { AppError } from "#model/errors.ts";
import type { JsonSchema } from "./json-schema.ts";
import { createReferences } from "./references.ts";
import type { Documents, Located, References } from "./references.ts";

const methods = ["get", "post", "put", "patch", "delete", "head", "options"] as const;
export type Method = (typeof methods)[number];

export type Parameter = {
  name: string;
  in: "path" | "query" | "header" | "cookie";
  required: boolean;
  schema: Schema;
};
export type Body = { required: boolean; mediaType: string; schema: Schema | null };
/** A schema with the document that its references are relative to. */
export type Schema = JsonSchema & { from: string };
export type Answer = { status: string; mediaType: string | null; schema: Schema | null };

export type Operation = {
  /** operationId, or made of method and path. */
  id: string;
  method: Method;
  /** Below the description's prefix, with `{parameters}`. */
  path: string;
  summary: string;
  /** First tag, or the first part of the path. */
  area: string;
  parameters: Parameter[];
  body: Body | null;
  answers: Answer[];
  /** Ways to log in, each a list of scheme names; empty: none is needed. */
  security: string[][];
};

export type SecurityScheme =
  | { kind: "basic" | "bearer" | "other" }
  | { kind: "key"; in: "header" | "query" | "cookie"; name: string };

export type Description = {
  title: string;
  /** Path below which the operations are, without a slash at its end. */
  prefix: string;
  operations: Operation[];
  schemes: ReadonlyMap<string, SecurityScheme>;
  references: References;
};

const rootSchema = z.object({
  openapi: z.string().optional(),
  swagger: z.string().optional(),
  info: z.object({ title: z.string().trim().min(1).catch("API") }).loose(),
  basePath: z.string().optional().catch(undefined),
  servers: z
    .array(z.object({ url: z.string() }).loose())
    .optional()
    .catch(undefined),
  paths: z.record(z.string(), z.unknown()),
  consumes: z.array(z.string()).optional().catch(undefined),
  produces: z.array(z.string()).optional().catch(undefined),
  security: z.unknown().optional(),
  tags: z.unknown().optional(),
});
type Root = z.output<typeof rootSchema>;

const textOf = z.string().trim().min(1).catch("");
const mappingOf = z.record(z.string(), z.unknown()).catch({});
const listOf = z.array(z.unknown()).catch([]);
const stringsOf = z.array(z.string()).catch([]);
const flagOf = z.boolean().catch(false);
const securityOf = z.array(z.record(z.string(), z.unknown()));

const notOne = (): AppError =>
  new AppError("generation_error", "the text is no OpenAPI 3 or Swagger 2 description in JSON or YAML");

/** A document of YAML or JSON. Throws AppError("generation_error") when it is neither. */
export const parseDocument = (text: string): unknown => {
  if (text.length > longestText || isTooDeep(text)) throw notOne();
  try {
    return asText(parsed(text), 0);
  } catch {
    throw notOne();
  }
};

const deepest = 500;
/** YAML is read slowly, and nothing else is done meanwhile. */
const longestText = 16 * 1024 * 1024;
const longestYaml = 4 * 1024 * 1024;

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    if (text.length > longestYaml) throw notOne();
    return parse(text, { maxAliasCount: 100 });
  }
};

/** What a description writes is text: a `${` in it must not become a reference to a secret in the suite. */
const asText = (value: unknown, depth: number): unknown => {
  if (depth > deepest) throw notOne();
  if (typeof value === "string") return literal(value);
  if (Array.isArray(value)) return value.map((inner) => asText(inner, depth + 1));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [literal(key), asText(inner, depth + 1)]),
  );
};

/**
 * Reads an OpenAPI 3.0 or 3.1 or Swagger 2.0 description; what of it cannot be read is left out.
 * `documents` holds the description itself under `address` and those that it refers to under theirs.
 * Throws AppError("generation_error") when it is no such description.
 */
export const readDescription = (documents: Documents, address: string, baseUrl: string): Description => {
  const read = rootSchema.safeParse(documents.get(address));
  if (!read.success || (read.data.openapi ?? read.data.swagger) === undefined) throw notOne();
  const root = read.data;
  const references = createReferences(documents);
  const whole: Located = { value: documents.get(address), document: address };
  const operations: Operation[] = [];
  for (const path of Object.keys(root.paths)) {
    const item = references.child(references.child(whole, "paths"), path);
    for (const method of methods) {
      const located = references.child(item, method);
      if (typeof located.value !== "object" || located.value === null) continue;
      operations.push(operationOf({ root, references, item, located, method, path }));
    }
  }
  return {
    title: root.info.title,
    prefix: prefixOf(root, baseUrl),
    operations,
    schemes: schemesOf(references, whole),
    references,
  };
};

type Found = {
  root: Root;
  references: References;
  item: Located;
  located: Located;
  method: Method;
  path: string;
};

const operationOf = ({ root, references, item, located, method, path }: Found): Operation => {
  const raw = mappingOf.parse(located.value);
  const list = (from: Located): Located[] => {
    const { value, document } = references.child(from, "parameters");
    return listOf.parse(value).map((one) => references.follow({ value: one, document }));
  };
  // An operation's own parameter takes the place of the path's.
  const parameters = new Map<string, Located>();
  for (const one of [...list(item), ...list(located)]) {
    const { name, in: place } = mappingOf.parse(one.value);
    parameters.set(`${String(place)} ${String(name)}`, one);
  }
  const ways = securityOf.safeParse(raw["security"] ?? root.security).data ?? [];
  return {
    id: textOf.parse(raw["operationId"]) || `${method} ${path}`,
    method,
    path,
    summary: textOf.parse(raw["summary"]).slice(0, 120),
    area: stringsOf.parse(raw["tags"])[0] ?? path.split("/").find((part) => /^[a-z]/i.test(part)) ?? "API",
    parameters: [...parameters.values()].flatMap((one) => parameterOf(references, one) ?? []),
    body: bodyOf(root, references, located, [...parameters.values()]),
    answers: answersOf(root, references, located),
    security: ways.some((way) => Object.keys(way).length === 0) ? [] : ways.map((way) => Object.keys(way)),
  };
};

const placeOf = z.enum(["path", "query", "header", "cookie"]);

const parameterOf = (references: References, located: Located): Parameter | null => {
  const raw = mappingOf.parse(located.value);
  const place = placeOf.safeParse(raw["in"]).data;
  const name = textOf.parse(raw["name"]);
  if (!place || name === "") return null;
  // Swagger 2 writes the schema's words beside the name; OpenAPI 3 may put it below a media type.
  const content = firstMedia(references, located);
  const inner = references.schema(references.child(located, "schema")) ?? content?.schema;
  const { example, default: usual, enum: values, type, format } = raw;
  const beside = references.schema({
    value: { ...raw, example, default: usual, enum: values, type, format },
    document: located.document,
  });
  const schema: Schema = inner
    ? { ...inner, ...(example !== undefined && { example }) }
    : (beside ?? { from: located.document });
  const first = Object.values(mappingOf.parse(raw["examples"]))[0];
  const told = mappingOf.parse(references.follow({ value: first, document: located.document }).value)[
    "value"
  ];
  return {
    name,
    in: place,
    required: place === "path" || flagOf.parse(raw["required"]),
    schema: told === undefined || schema.example !== undefined ? schema : { ...schema, example: told },
  };
};

const isJson = (mediaType: string): boolean => /[/+]json\b/i.test(mediaType);

/** The JSON form of a `content`, else its first. */
const firstMedia = (
  references: References,
  located: Located,
): { mediaType: string; schema: Schema | null } | null => {
  const content = references.child(located, "content");
  const names = Object.keys(mappingOf.parse(content.value));
  const mediaType = names.find(isJson) ?? names[0];
  if (mediaType === undefined) return null;
  const media = references.child(content, mediaType);
  const schema = references.schema(references.child(media, "schema"));
  const { example } = mappingOf.parse(media.value);
  return { mediaType, schema: schema && example !== undefined ? { example, ...schema } : schema };
};

const bodyOf = (root: Root, references: References, located: Located, parameters: Located[]): Body | null => {
  const request = references.child(located, "requestBody");
  const media = firstMedia(references, request);
  if (media) return { ...media, required: flagOf.parse(mappingOf.parse(request.value)["required"]) };
  const consumes = stringsOf.parse(mappingOf.parse(located.value)["consumes"]);
  const types = consumes.length > 0 ? consumes : (root.consumes ?? ["application/json"]);
  const inBody = parameters.find((one) => mappingOf.parse(one.value)["in"] === "body");
  if (inBody) {
    return {
      required: flagOf.parse(mappingOf.parse(inBody.value)["required"]),
      mediaType: types.find(isJson) ?? types[0] ?? "application/json",
      schema: references.schema(references.child(inBody, "schema")),
    };
  }
  const fields = parameters.filter((one) => mappingOf.parse(one.value)["in"] === "formData");
  if (fields.length === 0) return null;
  const named = fields.map((one) => ({ ...mappingOf.parse(one.value) }));
  const properties = Object.fromEntries(named.map((one) => [String(one["name"]), one]));
  const required = named.filter((one) => one["required"] === true).map((one) => String(one["name"]));
  return {
    required: required.length > 0,
    mediaType: types.find((type) => type.includes("form")) ?? "application/x-www-form-urlencoded",
    schema: references.schema({
      value: { type: "object", properties, required },
      document: located.document,
    }),
  };
};

const answersOf = (root: Root, references: References, located: Located): Answer[] => {
  const answers = references.child(located, "responses");
  const produces = stringsOf.parse(mappingOf.parse(located.value)["produces"]);
  const type = (produces.length > 0 ? produces : (root.produces ?? [])).find(isJson) ?? null;
  return Object.keys(mappingOf.parse(answers.value)).flatMap((status) => {
    if (!/^([1-5]\d\d|[1-5]xx|default)$/i.test(status)) return [];
    const answer = references.child(answers, status);
    const media = firstMedia(references, answer);
    const schema = references.schema(references.child(answer, "schema"));
    return [
      {
        status: status.toLowerCase(),
        ...(media ?? { mediaType: schema ? (type ?? "application/json") : null, schema }),
      },
    ];
  });
};

const schemesOf = (references: References, whole: Located): Map<string, SecurityScheme> => {
  const modern = references.child(references.child(whole, "components"), "securitySchemes");
  const all = modern.value === undefined ? references.child(whole, "securityDefinitions") : modern;
  return new Map(
    Object.keys(mappingOf.parse(all.value)).map((name) => {
      const raw = mappingOf.parse(references.child(all, name).value);
      return [name, schemeOf(raw)];
    }),
  );
};

const keyPlace = z.enum(["header", "query", "cookie"]);

const schemeOf = (raw: Record<string, unknown>): SecurityScheme => {
  const type = textOf.parse(raw["type"]).toLowerCase();
  const scheme = textOf.parse(raw["scheme"]).toLowerCase();
  const place = keyPlace.safeParse(raw["in"]).data;
  const name = textOf.parse(raw["name"]);
  if (type === "basic" || (type === "http" && scheme === "basic")) return { kind: "basic" };
  if (type === "oauth2" || type === "openidconnect" || (type === "http" && scheme === "bearer"))
    return { kind: "bearer" };
  if (type === "apikey" && place && name !== "") return { kind: "key", in: place, name };
  return { kind: "other" };
};

/**
 * The path below which the operations are: that of the first server that the description names, else of the base
 * address, unless all paths repeat it.
 */
const prefixOf = (root: Root, baseUrl: string): string => {
  const named = root.servers?.[0]?.url ?? root.basePath;
  let prefix: string;
  try {
    const server = new URL((named ?? "").replaceAll(/\{[^}]*\}/g, ""), baseUrl);
    prefix = server.pathname.replace(/\/+$/, "");
  } catch {
    return "";
  }
  const paths = Object.keys(root.paths);
  const isRepeated = paths.length > 0 && paths.every((path) => `${path}/`.startsWith(`${prefix}/`));
  return named === undefined && isRepeated ? "" : prefix;
};
