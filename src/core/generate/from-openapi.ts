import { parse } from "yaml";
import { z } from "zod";
import type { CaseDocument, SuiteDocument } from "#core/suite/grammar.ts";
import { AppError } from "#model/errors.ts";
import { caseIds } from "./case-ids.ts";

const parameterSchema = z.object({
  name: z.string(),
  in: z.string(),
  required: z.boolean().optional(),
  example: z.unknown().optional(),
  default: z.unknown().optional(),
  enum: z.array(z.unknown()).optional(),
  schema: z
    .object({
      example: z.unknown().optional(),
      default: z.unknown().optional(),
      enum: z.array(z.unknown()).optional(),
    })
    .loose()
    .optional(),
});
type Parameter = z.infer<typeof parameterSchema>;

const operationSchema = z.object({
  operationId: z.string().optional(),
  summary: z.string().optional(),
  parameters: z.array(z.unknown()).optional(),
  security: z.array(z.record(z.string(), z.unknown())).optional(),
  responses: z.record(z.string(), z.unknown()).optional(),
});

const descriptionSchema = z.object({
  openapi: z.string().optional(),
  swagger: z.string().optional(),
  info: z.object({ title: z.string() }).loose(),
  basePath: z.string().optional(),
  servers: z.array(z.object({ url: z.string() }).loose()).optional(),
  security: z.array(z.record(z.string(), z.unknown())).optional(),
  paths: z.record(z.string(), z.record(z.string(), z.unknown()).nullable()),
});
type Description = z.infer<typeof descriptionSchema>;

export type FromOpenApi = { text: string; baseUrl: string; title?: string; authenticated: boolean };

/**
 * A case for each GET operation of an OpenAPI 3 or Swagger 2 description (JSON or YAML) whose parameters have a
 * value to send: the answer must have the status that the description declares. What changes data, what needs a value
 * that the description does not give, and what needs a log-in that was not given is named in the notes.
 * Throws AppError("generation_error") when the text is no such description or nothing in it can be asked.
 */
export const suiteFromOpenApi = ({
  text,
  baseUrl,
  title,
  authenticated,
}: FromOpenApi): { document: SuiteDocument; notes: string[] } => {
  const description = read(text);
  const prefix = prefixOf(description, baseUrl);
  const notes: string[] = [];
  const cases: CaseDocument[] = [];
  const nextId = caseIds();
  for (const [path, item] of Object.entries(description.paths)) {
    for (const [method, raw] of Object.entries(item ?? {})) {
      if (!/^(get|put|post|delete|patch|head|options|trace)$/.test(method)) continue;
      const name = `${method.toUpperCase()} ${path}`;
      const operation = operationSchema.safeParse(raw).data;
      const leaveOut = (reason: string): void => void notes.push(`${name} was left out: ${reason}`);
      if (!operation) leaveOut("its description cannot be read");
      else if (method !== "get") leaveOut("it changes data");
      else if (needsLogin(operation.security ?? description.security) && !authenticated)
        leaveOut("it needs a log-in");
      else {
        const shared: unknown[] = Array.isArray(item?.parameters) ? item.parameters : [];
        const address = addressOf(path, [...shared, ...(operation.parameters ?? [])]);
        if ("missing" in address) leaveOut(`the description gives no value for ${address.missing}`);
        else {
          const status = declaredStatus(operation.responses ?? {});
          cases.push({
            id: nextId(operation.operationId ?? `get-${path}`),
            title: operation.summary ? `${operation.summary} (${name})` : `${name} answers as described`,
            steps: [{ request: { url: prefix + address.url, ...(status !== null && { status }) } }],
          });
        }
      }
    }
  }
  if (cases.length === 0) {
    throw new AppError("generation_error", ["no operation can be asked", ...notes.slice(0, 5)].join("; "));
  }
  return { document: { suite: title ?? description.info.title, base_url: baseUrl, cases }, notes };
};

const read = (text: string): Description => {
  try {
    const description = descriptionSchema.parse(parse(text, { maxAliasCount: 100 }));
    if (description.openapi ?? description.swagger) return description;
  } catch {
    // Told below: whatever it is, it is no description.
  }
  throw new AppError("generation_error", "the text is no OpenAPI 3 or Swagger 2 description in JSON or YAML");
};

/** The path below which the operations are, from the first server that the description names. */
const prefixOf = (description: Description, baseUrl: string): string => {
  const server = description.servers?.[0]?.url ?? description.basePath ?? "/";
  try {
    return new URL(server.replaceAll(/\{[^}]*\}/g, ""), baseUrl).pathname.replace(/\/+$/, "");
  } catch {
    return "";
  }
};

const needsLogin = (security: Record<string, unknown>[] | undefined): boolean =>
  security !== undefined && security.length > 0 && security.every((way) => Object.keys(way).length > 0);

const addressOf = (path: string, raw: unknown[]): { url: string } | { missing: string } => {
  const parameters = raw.flatMap((item) => parameterSchema.safeParse(item).data ?? []);
  let url = path;
  for (const [, name = ""] of path.matchAll(/\{([^}]+)\}/g)) {
    const value = valueOf(parameters.find((item) => item.in === "path" && item.name === name));
    if (value === null) return { missing: `{${name}}` };
    url = url.replace(`{${name}}`, encodeURIComponent(value));
  }
  const query = new URLSearchParams();
  for (const item of parameters.filter(({ required }) => required === true)) {
    if (item.in === "path") continue;
    const value = item.in === "query" ? valueOf(item) : null;
    if (value === null) return { missing: item.name };
    query.set(item.name, value);
  }
  return { url: query.size > 0 ? `${url}?${query.toString()}` : url };
};

const valueOf = (parameter: Parameter | undefined): string | null => {
  const { schema } = parameter ?? {};
  const value =
    parameter?.example ??
    schema?.example ??
    parameter?.default ??
    schema?.default ??
    parameter?.enum?.[0] ??
    schema?.enum?.[0];
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean"
    ? String(value)
    : null;
};

const declaredStatus = (responses: Record<string, unknown>): number | null => {
  const code = Object.keys(responses).find((status) => /^2\d\d$/.test(status));
  return code === undefined ? null : Number(code);
};
