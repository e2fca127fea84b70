import type { IncomingMessage } from "node:http";
import type { Bugs } from "./bugs.ts";
import type { Session } from "./sessions.ts";
import type { Store, User } from "./store.ts";

/** What one running shop consists of; every handler gets it, nothing is global. */
export type Shop = {
  bugs: Bugs;
  store: Store;
  /** Address of the tracing script that every page includes, or null. */
  tracingSrc: string | null;
  /** Waits so many milliseconds; only the bugs about slowness use it. */
  wait(ms: number): Promise<void>;
};

/** One request as the handlers see it. */
export type Context = {
  shop: Shop;
  method: string;
  path: string;
  query: URLSearchParams;
  params: Readonly<Record<string, string>>;
  body: string;
  session: Session;
  /** Who is logged in. */
  user: User | null;
};

export type Reply = {
  status: number;
  headers: Record<string, string>;
  body: string;
  /** Leaves no trace in the log, as if a proxy in front of the shop had answered. */
  unlogged?: boolean;
};

export type Handler = (context: Context) => Reply | Promise<Reply>;

/** An error that is answered with a status other than 500. */
export type HttpError = Error & { status: number; fields?: Record<string, string> };

/** Makes an error that ends the request with `status`; `fields` names what is wrong with each field. */
export function httpError(status: number, message: string, fields?: Record<string, string>): HttpError {
  return Object.assign(new Error(message), { status, ...(fields && { fields }) });
}

export function isHttpError(error: unknown): error is HttpError {
  return error instanceof Error && "status" in error && typeof error.status === "number";
}

export function json(status: number, value: unknown): Reply {
  const headers = { "content-type": "application/json; charset=utf-8", "cache-control": "no-store" };
  return { status, headers, body: JSON.stringify(value) };
}

/** Sends the browser on to another page of the shop with GET. */
export function redirect(path: string): Reply {
  return { status: 303, headers: { location: path, "cache-control": "no-store" }, body: "" };
}

/** An answer whose type is given, such as a stylesheet or an image. */
export function content(type: string, body: string): Reply {
  return { status: 200, headers: { "content-type": type, "cache-control": "no-cache" }, body };
}

/** The fields of a form that was posted. */
export function formOf(context: Context): URLSearchParams {
  return new URLSearchParams(context.body);
}

/** The JSON object that was posted; 400 when the body is anything else. */
export function jsonOf(context: Context): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(context.body);
  } catch {
    throw httpError(400, "The body is not valid JSON");
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw httpError(400, "The body must be a JSON object");
  }
  return { ...value };
}

const BODY_LIMIT = 64 * 1024;

/** Reads a request's body as text; 413 beyond 64 KiB. */
export async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > BODY_LIMIT) throw httpError(413, "The body is too large");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

const EMAIL = /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)*$/;

/** Whether a text can be an e-mail address, by the same measure as a browser's e-mail field. */
export function isEmail(text: string): boolean {
  return EMAIL.test(text);
}
