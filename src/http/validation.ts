import type { FastifySchemaCompiler } from "fastify";
import { z } from "zod";
import type { $ZodType } from "zod/v4/core";
import { AppError } from "#model/errors.ts";
import type { Diagnostic } from "#model/errors.ts";

type Issue = z.core.$ZodIssue;

const dotted = (path: readonly PropertyKey[]): string => path.map(String).join(".");

const unknownKeys = (issues: readonly Issue[]): number =>
  issues.filter((issue) => issue.code === "unrecognized_keys" && issue.path.length === 0).length;

/** The alternative that the input was probably meant to be: the one with the fewest unknown keys, then the fewest mistakes. */
const likeliest = (alternatives: readonly Issue[][]): Issue[] | undefined =>
  alternatives.toSorted((a, b) => unknownKeys(a) - unknownKeys(b) || a.length - b.length)[0];

/** A message of our own stays; the validator's own begins with "Too small". */
const wordsOf = (issue: Issue): string =>
  issue.code === "too_small" &&
  issue.origin === "string" &&
  issue.minimum === 1 &&
  issue.message.startsWith("Too small")
    ? "must not be empty"
    : issue.message.replace(/^Invalid (?:input|option): /, "");

/** One entry a mistake, with the dotted path of the value in question. */
const toDiagnostics = (issues: readonly Issue[], base: readonly PropertyKey[] = []): Diagnostic[] =>
  issues.flatMap((issue): Diagnostic[] => {
    const path = [...base, ...issue.path];
    if (issue.code === "unrecognized_keys") {
      return issue.keys.map((key) => ({ path: dotted([...path, key]), message: "unknown key" }));
    }
    if (issue.code === "invalid_union") {
      const chosen = likeliest(issue.errors);
      if (chosen) return toDiagnostics(chosen, path);
    }
    return [{ path: dotted(path), message: wordsOf(issue) }];
  });

const describePart: Record<string, string> = {
  body: "The body is not valid.",
  querystring: "The query is not valid.",
  params: "There is no such resource.",
};

/** Validates with the contract's own schemas. A path parameter that cannot be one names nothing: 404. */
export const validatorCompiler: FastifySchemaCompiler<$ZodType> = ({ schema, httpPart }) => {
  const part = httpPart ?? "body";
  const detail = describePart[part] ?? "The request is not valid.";
  return (input: unknown) => {
    const parsed = z.safeParse(schema, input);
    if (parsed.success) return { value: parsed.data };
    // No body comes as null.
    if (part === "body" && input === null)
      return { error: new AppError("invalid_request", "A JSON body is needed.") };
    if (part === "params") return { error: new AppError("not_found", detail) };
    return { error: new AppError("invalid_request", detail, { errors: toDiagnostics(parsed.error.issues) }) };
  };
};

const withoutWrappers = (schema: z.ZodType): z.ZodType => {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodNullable) {
    const inner: unknown = schema.unwrap();
    return inner instanceof z.ZodType ? withoutWrappers(inner) : schema;
  }
  return schema;
};

const flags: Record<string, boolean> = { true: true, false: false };

/** Query values as the contract types them: a query string knows only text. What does not fit stays text and is refused. */
export const readQuery = (query: Record<string, unknown>, schema: z.ZodObject): Record<string, unknown> => {
  const values: Record<string, unknown> = { ...query };
  for (const [name, field] of Object.entries(schema.shape)) {
    const text = values[name];
    if (typeof text !== "string" || !(field instanceof z.ZodType)) continue;
    const inner = withoutWrappers(field);
    if (inner instanceof z.ZodNumber && /^\d{1,15}$/.test(text)) values[name] = Number(text);
    if (inner instanceof z.ZodBoolean) values[name] = flags[text] ?? text;
  }
  return values;
};
