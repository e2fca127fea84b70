import type { FastifyRequest } from "fastify";
import type { Caller } from "#api/caller.ts";
import type { Access } from "#api/define-api.ts";
import { AppError } from "#model/errors.ts";

/** Who a session or API token belongs to. Throws AppError("unauthorized") when it is not valid (any more). */
export type Authenticate = (credential: string) => Promise<Caller>;

const queryToken = (request: FastifyRequest): string | null => {
  const { query } = request;
  if (typeof query !== "object" || query === null || !("token" in query)) return null;
  return typeof query.token === "string" && query.token !== "" ? query.token : null;
};

/** The credential of a request: the bearer token, or `?token=` where that is allowed. Null when there is none. */
const credentialOf = (request: FastifyRequest, access: Access): string | null => {
  // A proxy in between may want credentials of another scheme.
  const { authorization = "" } = request.headers;
  if (/^Bearer\b/i.test(authorization)) return /^Bearer +(\S+) *$/i.exec(authorization)?.[1] ?? null;
  return access === "query_token" ? queryToken(request) : null;
};

/** A caller and what they signed in with. */
export type Admitted = { caller: Caller; credential: string };

/** Lets through whom the operation is for, else throws AppError("unauthorized" or "forbidden"). Null for open operations. */
export const authorise = async (
  request: FastifyRequest,
  access: Access,
  authenticate: Authenticate,
): Promise<Admitted | null> => {
  if (access === "open") return null;
  const credential = credentialOf(request, access);
  if (credential === null) throw new AppError("unauthorized", "A bearer token is needed.");
  const caller = await authenticate(credential);
  if (access === "admin" && caller.role !== "admin")
    throw new AppError("forbidden", "Only an admin may do this.");
  return { caller, credential };
};
