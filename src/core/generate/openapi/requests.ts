import type { StepDocument } from "#core/suite/grammar.ts";
import type { Shape } from "#core/suite/shape.ts";
import type { Access, Credentials } from "./access.ts";
import { proofFor } from "./access.ts";
import type { Answer, Description, Operation } from "./description.ts";
import { formOf } from "./form.ts";
import type { Samples } from "./sample.ts";

type Status = number | string;

/** One step of the verb `request`. */
export type RequestStep = Exclude<StepDocument, string>;

/** What is to be sent and seen beyond what the operation says of itself. */
export type Wish = {
  /** Values of path parameters, as they stand in the suite. */
  path: ReadonlyMap<string, string>;
  body?: unknown;
  /** Further query parameters. */
  query?: Record<string, string>;
  status?: Status[] | undefined;
  /** Checks the answer against the description of its first success. */
  described?: boolean;
  values?: Record<string, unknown>;
  capture?: Record<string, string>;
  note?: string;
  /** Sends it as nobody. */
  anonymous?: boolean;
};

export type RequestWriter = {
  /** The step, or why there is none. */
  step(operation: Operation, wish: Wish): { step: RequestStep } | { missing: string };
};

const isJson = (mediaType: string): boolean => /[/+]json\b/i.test(mediaType);
const isForm = (mediaType: string): boolean => /x-www-form-urlencoded/i.test(mediaType);

/** Writes request steps for the operations of a description. */
export const createRequestWriter = (
  description: Description,
  samples: Samples,
  access: Access,
  credentials: Credentials | null,
): RequestWriter => {
  const scalarOf = (value: unknown): string | null =>
    typeof value === "string" || typeof value === "number" || typeof value === "boolean"
      ? String(value)
      : null;

  /** Query, headers and cookies that an operation cannot do without. */
  const required = (
    operation: Operation,
  ): { query: [string, string][]; headers: [string, string][] } | string => {
    const query: [string, string][] = [];
    const headers: [string, string][] = [];
    for (const { name, in: place, required: needed, schema } of operation.parameters) {
      if (!needed || place === "path" || /^(authorization|accept|content-type)$/i.test(name)) continue;
      const value = scalarOf(samples.of(schema, name));
      if (value === null) return `the description gives no value for ${name}`;
      if (place === "query") query.push([name, value]);
      else if (place === "header") headers.push([name, value]);
      else return `it needs the cookie ${name}`;
    }
    return { query, headers };
  };

  return {
    step(operation, wish) {
      const needed = required(operation);
      if (typeof needed === "string") return { missing: needed };
      const proof = wish.anonymous
        ? { headers: {}, query: {} }
        : proofFor(description, operation, access, credentials);
      if (!proof) return { missing: "it needs a log-in" };
      const path = operation.path.replaceAll(
        /\{([^{}]+)\}/g,
        (whole, name: string) => wish.path.get(name) ?? whole,
      );
      if (/(?<!\$)\{[^{}]+\}/.test(path))
        return {
          missing: `the description gives no value for ${path.match(/(?<!\$)\{[^{}]+\}/)?.[0] ?? "a parameter"}`,
        };
      const query = [...needed.query, ...Object.entries(wish.query ?? {}), ...Object.entries(proof.query)];
      const headers: Record<string, string> = { ...Object.fromEntries(needed.headers), ...proof.headers };
      const mediaType = operation.body?.mediaType ?? "application/json";
      const body = wish.body;
      if (body !== undefined && !isJson(mediaType)) {
        if (!isForm(mediaType)) return { missing: `it takes ${mediaType}` };
        headers["Content-Type"] = mediaType;
      }
      const status = wish.status ?? successesOf(operation);
      const answer = wish.described ? answerOf(description, operation, wish.values) : null;
      return {
        step: {
          request: {
            ...(operation.method !== "get" && { method: operation.method.toUpperCase() }),
            url: `${ownPath(description.prefix + path)}${queryText(query)}`,
            ...(Object.keys(headers).length > 0 && { headers }),
            ...(body !== undefined &&
              (isJson(mediaType) ? { json: body } : { body: queryText(fieldsOf(body)).slice(1) })),
            ...(status.length > 0 && { status: status.length === 1 ? status[0] : status }),
            ...(answer && { answer }),
            ...(wish.capture && { capture: wish.capture }),
          },
          ...(wish.note !== undefined && { note: wish.note }),
        } as RequestStep,
      };
    },
  };
};

/**
 * A path that stays with the app: two slashes at its beginning, however they are written, or a scheme, would name another
 * host, to which no request and no credential may go.
 */
const ownPath = (path: string): string => `/${path.replaceAll(/\p{Cc}/gu, "").replace(/^[/\\\s]+/, "")}`;

/** Escapes all but the variables of the suite. */
const escaped = (text: string): string =>
  text
    .split(/(\$\{[^{}]+\})/)
    .map((part, index) => (index % 2 === 1 ? part : encodeURIComponent(part)))
    .join("");

const queryText = (entries: [string, string][]): string =>
  entries.length === 0
    ? ""
    : `?${entries.map(([name, value]) => `${escaped(name)}=${escaped(value)}`).join("&")}`;

const fieldsOf = (body: unknown): [string, string][] =>
  typeof body === "object" && body !== null
    ? Object.entries(body).map(([name, value]): [string, string] => [
        name,
        typeof value === "object" ? JSON.stringify(value) : String(value),
      ])
    : [];

const statusesOf = (operation: Operation, digit: string): Status[] => {
  const told = operation.answers.map(({ status }) => status).filter((status) => status.startsWith(digit));
  return told.map((status) => (/^\d+$/.test(status) ? Number(status) : status));
};

/** Statuses of success that an operation declares; none when it declares none, which means any below 400. */
export const successesOf = (operation: Operation): Status[] => [
  ...statusesOf(operation, "2"),
  ...(statusesOf(operation, "2").length > 0 ? [] : statusesOf(operation, "3")),
];

/** Statuses with which an operation refuses: those that it declares, 401 and 403 aside, else any 4xx. */
export const refusalsOf = (operation: Operation): Status[] => {
  const told = statusesOf(operation, "4");
  return told.some((status) => status !== 401 && status !== 403) ? told : ["4xx"];
};

/** Whether an operation says how it answers to what it does not take. */
export const saysInvalid = (operation: Operation): boolean =>
  operation.answers.some(({ status }) => ["400", "422", "4xx"].includes(status));

/** The one JSON or other form in which an operation answers its success. */
export const successOf = ({ answers }: Operation): Answer | null => {
  const good = answers.filter(({ status }) => status.startsWith("2"));
  return good.length === 1 ? (good[0] ?? null) : null;
};

const answerOf = (
  description: Description,
  operation: Operation,
  values: Record<string, unknown> | undefined,
): { headers?: Record<string, string>; shape?: Shape; values?: Record<string, unknown> } | null => {
  const success = successOf(operation);
  const { mediaType = null, schema = null } = success ?? {};
  const json = mediaType !== null && isJson(mediaType);
  const shape = json && schema ? formOf(description.references, schema) : null;
  const type = mediaType === null || mediaType.includes("*") ? null : json ? "json" : mediaType.split(";")[0];
  const answer = {
    ...(type && { headers: { "Content-Type": type } }),
    ...(shape !== null && { shape }),
    ...(json && values && Object.keys(values).length > 0 && { values }),
  };
  return Object.keys(answer).length > 0 ? answer : null;
};
