import { Agent, fetch } from "undici";
import { z } from "zod";
import { basePath } from "#api/index.ts";
import type { Api, Operation, RawReply, Sent } from "#api/define-api.ts";
import { isRaw } from "#api/define-api.ts";
import { problemSchema } from "#api/problem.ts";
import { AppError } from "#model/errors.ts";
import { withAnswer } from "./no-answer.ts";

export type ClientOptions = {
  /** Address of the service, without the base path. */
  baseUrl: string;
  /** Session or API token. */
  token?: string;
};

/** Whether a value may be left out because nothing in it is needed. */
type Omittable<T> = Partial<T> extends T ? true : false;
type Part<O, Name extends string> =
  O extends Record<Name, infer T extends z.ZodType>
    ? Omittable<Sent<T>> extends true
      ? { [K in Name]?: Sent<T> }
      : { [K in Name]: Sent<T> }
    : unknown;
type Input<O> = Part<O, "params"> & Part<O, "query"> & Part<O, "body"> & { signal?: AbortSignal };
type Output<R> = R extends z.ZodType ? z.output<R> : R extends RawReply ? Response : never;

/** One function an operation, named like it. Each throws AppError with what the service answered. */
export type Client<A extends Api> = {
  [Id in keyof A]: Omittable<Input<A[Id]>> extends true
    ? (input?: Input<A[Id]>) => Promise<Output<A[Id]["reply"]>>
    : (input: Input<A[Id]>) => Promise<Output<A[Id]["reply"]>>;
};

type AnyInput = {
  params?: Record<string, string>;
  query?: Record<string, string | number | boolean | undefined>;
  body?: unknown;
  signal?: AbortSignal;
};

/** A typed client of the contract. Raw replies are given as the Response. */
export const createClient = <A extends Api>(api: A, options: ClientOptions): Client<A> => {
  const calls = Object.entries<Operation>(api).map(([id, operation]) => [
    id,
    (input: AnyInput = {}) => call(operation, input, options),
  ]);
  return Object.fromEntries(calls) as Client<A>;
};

const addressOf = (operation: Operation, { params, query }: AnyInput, baseUrl: string): URL => {
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = params?.[name] ?? "";
    return name === "path" ? value.split("/").map(encodeURIComponent).join("/") : encodeURIComponent(value);
  });
  const url = new URL(baseUrl.replace(/\/+$/, "") + basePath + path);
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== undefined) url.searchParams.set(name, String(value));
  }
  return url;
};

/** The service says itself how long it works, which for a generation is longer than a client waits by default. */
const patient = new Agent({ headersTimeout: 0, bodyTimeout: 0 });

const call = (operation: Operation, input: AnyInput, { baseUrl, token }: ClientOptions): Promise<unknown> =>
  withAnswer(baseUrl, async () => {
    const headers: Record<string, string> = {};
    if (token !== undefined && operation.access !== "open") headers.authorization = `Bearer ${token}`;
    if (input.body !== undefined) headers["content-type"] = "application/json";
    const response = await fetch(addressOf(operation, input, baseUrl), {
      method: operation.method,
      headers,
      body: input.body === undefined ? null : JSON.stringify(input.body),
      signal: input.signal ?? null,
      dispatcher: patient,
    });
    if (!response.ok) throw await toError(response);
    if (isRaw(operation.reply)) return response;
    return operation.reply.parse(await response.json());
  });

const toError = async (response: Awaited<ReturnType<typeof fetch>>): Promise<AppError> => {
  const text = await response.text();
  const problem = z
    .string()
    .transform((json): unknown => JSON.parse(json))
    .pipe(problemSchema);
  const parsed = (() => {
    try {
      return problem.parse(text);
    } catch {
      return null;
    }
  })();
  if (!parsed)
    return new AppError("internal", `The service answered ${response.status}: ${text.slice(0, 200)}`);
  const retryAfter = Number(response.headers.get("retry-after") ?? Number.NaN);
  return new AppError(parsed.type, parsed.detail, {
    errors: parsed.errors,
    retryAfterS: Number.isFinite(retryAfter) ? retryAfter : undefined,
  });
};
