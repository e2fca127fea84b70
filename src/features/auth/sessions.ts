import { createHash } from "node:crypto";
import { jwtVerify, SignJWT } from "jose";
import type { UserRow } from "#ports/store.ts";

export type SessionConfig = { jwtSecret: string; jwtTtlSeconds: number };

/** Names the password that a user has now, without telling anything of it: a new password ends the sessions made before. */
const passwordVersion = (user: UserRow): string =>
  createHash("sha256").update(user.passwordHash).digest("base64url").slice(0, 16);

/** Session tokens: JWT, HS256, naming the user and the password it was made with. */
export const createSessions = ({ jwtSecret, jwtTtlSeconds }: SessionConfig) => {
  const key = createHash("sha256").update(jwtSecret).digest();
  return {
    issue: (user: UserRow): Promise<string> =>
      new SignJWT({ pv: passwordVersion(user) })
        .setProtectedHeader({ alg: "HS256", typ: "JWT" })
        .setSubject(user.id)
        .setIssuedAt()
        .setExpirationTime(Math.floor(Date.now() / 1000) + jwtTtlSeconds)
        .sign(key),

    /** User id and password version of a token that we signed and that has not expired; else null. */
    read: async (token: string): Promise<{ userId: string; passwordVersion: string } | null> => {
      try {
        const { payload } = await jwtVerify<{ pv?: unknown }>(token, key, {
          algorithms: ["HS256"],
          requiredClaims: ["sub", "exp", "pv"],
        });
        const { sub, pv } = payload;
        return typeof sub === "string" && typeof pv === "string"
          ? { userId: sub, passwordVersion: pv }
          : null;
      } catch {
        return null;
      }
    },

    isCurrent: (user: UserRow, version: string): boolean => passwordVersion(user) === version,
  };
};
