import type { z } from "zod";
import type { ErrorCode } from "#model/errors.ts";

/**
 * Who may call: anyone; any signed-in user; an admin; any signed-in user, who may also give the credential as
 * `?token=` (for addresses that a browser follows by itself, such as those of images).
 */
export type Access = "open" | "member" | "admin" | "query_token";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** A reply that is no JSON document. */
export type RawReply = { readonly contentTypes: readonly string[]; readonly description: string };

export type Operation = {
  method: Method;
  /** Below /api/v1; parameters in braces. A last parameter named `path` takes the rest, slashes included. */
  path: string;
  tag: string;
  summary: string;
  description?: string;
  access: Access;
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodType;
  reply: z.ZodType | RawReply;
  /** What can go wrong beyond what the kind of access and input imply (see `errorsOf`). */
  errors?: readonly ErrorCode[];
  examples?: {
    params?: Record<string, string>;
    query?: Record<string, unknown>;
    body?: unknown;
    reply?: unknown;
  };
  /** A browser that is not signed in gets a page to sign in on, with status 401. */
  signInPage?: true;
  /** Largest body in bytes; 1 MiB if unset. */
  bodyLimit?: number;
};

export type Api = Record<string, Operation>;

/** Gives the operations back with their exact types. The key of an operation is its operationId. */
export const defineApi = <const A extends Api>(operations: A): A => operations;

/** A non-JSON reply, named by its media types. */
export const raw = <const T extends readonly string[]>(contentTypes: T, description: string) => ({
  contentTypes,
  description,
});

export const isRaw = (reply: Operation["reply"]): reply is RawReply => "contentTypes" in reply;

/** Whether a request without any body is as good as one with an empty object. */
export const mayLeaveBodyOut = ({ body }: Operation): boolean => body?.safeParse(undefined).success ?? false;

/** What a handler receives of one part of the input: parsed, defaults put in. */
export type Received<T> = T extends z.ZodType ? z.output<T> : undefined;
/** What a caller sends of one part of the input. */
export type Sent<T> = T extends z.ZodType ? z.input<T> : undefined;

/** Every way in which an operation can fail, as its description lists them. */
export const errorsOf = (operation: Operation): ErrorCode[] => {
  const codes = new Set<ErrorCode>(operation.errors);
  // Who calls is read from the database, which may be away or full.
  if (operation.access !== "open") codes.add("unauthorized").add("not_ready");
  if (operation.access === "admin") codes.add("forbidden");
  codes.add("invalid_request");
  if (operation.params) codes.add("not_found");
  if (operation.method !== "GET") codes.add("payload_too_large").add("unsupported_media_type");
  codes.add("internal");
  return [...codes];
};
