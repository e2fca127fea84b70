import type { Readable } from "node:stream";
import type { FastifyBaseLogger } from "fastify";
import type { z } from "zod";
import type { Caller } from "#api/caller.ts";
import type { Api, Operation, RawReply, Received } from "#api/define-api.ts";

type Part<O, Name extends string> = O extends Record<Name, infer T> ? Received<T> : undefined;

/** What a handler gets to know about one request; input is validated, defaults are put in. */
export type Context<O extends Operation> = {
  caller: O["access"] extends "open" ? null : Caller;
  params: Part<O, "params">;
  query: Part<O, "query">;
  body: Part<O, "body">;
  log: FastifyBaseLogger;
  /** Aborts when the caller has gone or the service shuts down. */
  signal: AbortSignal;
  /** The caller's address; behind a trusted proxy the one that the proxy names. */
  address: string;
  /** The credential that the caller signed in with. */
  credential: string | null;
  header(name: string): string | undefined;
};

/** An answer that is no JSON document. */
export type RawAnswer = {
  contentType: string;
  headers?: Record<string, string>;
  body: string | Uint8Array | Readable;
};

export type Answer<R> = R extends z.ZodType ? z.output<R> : R extends RawReply ? RawAnswer : never;

export type Handler<O extends Operation> = (context: Context<O>) => Promise<Answer<O["reply"]>>;

/** One handler an operation: one that is missing, or answers with another shape, does not compile. */
export type Handlers<A extends Api> = { [Id in keyof A]: Handler<A[Id]> };
