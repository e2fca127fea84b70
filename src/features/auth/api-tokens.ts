import { createHash, randomBytes } from "node:crypto";
import type { Caller } from "#api/caller.ts";
import { AppError } from "#model/errors.ts";
import { newId } from "#model/ids.ts";
import type { Page, PageRequest, Store, TokenRow } from "#ports/store.ts";

const prefix = "tw_";
const touchAfterMs = 60_000;

const hashOf = (secret: string): string => createHash("sha256").update(secret).digest("hex");

export const isApiToken = (credential: string): boolean => credential.startsWith(prefix);

/** API tokens: `tw_` and 32 random bytes, of which only a hash is kept. */
export const createApiTokens = (tokens: Store["tokens"]) => ({
  /** The token with this secret, or null. Notes its use, at most once a minute. */
  find: async (secret: string): Promise<TokenRow | null> => {
    const token = await tokens.byHash(hashOf(secret));
    if (!token) return null;
    const now = Date.now();
    if (token.lastUsedAt === null || now - Date.parse(token.lastUsedAt) >= touchAfterMs) {
      await tokens.touch(token.id, new Date(now).toISOString());
    }
    return token;
  },

  /** The only time that the secret is told. Throws AppError("forbidden") unless the caller has a session. */
  create: async (caller: Caller, name: string): Promise<{ id: string; name: string; token: string }> => {
    if (caller.via !== "session") throw new AppError("forbidden", "API tokens are made with a session.");
    const secret = prefix + randomBytes(32).toString("base64url");
    const id = newId();
    await tokens.insert({
      id,
      orgId: caller.orgId,
      userId: caller.userId,
      name,
      hash: hashOf(secret),
      createdAt: new Date().toISOString(),
      lastUsedAt: null,
    });
    return { id, name, token: secret };
  },

  list: async (
    caller: Caller,
    page: PageRequest,
  ): Promise<Page<{ id: string; name: string; created_at: string; last_used_at: string | null }>> => {
    const { items, total } = await tokens.listOfUser(caller.userId, page);
    return {
      items: items.map(({ id, name, createdAt, lastUsedAt }) => ({
        id,
        name,
        created_at: createdAt,
        last_used_at: lastUsedAt,
      })),
      total,
    };
  },

  /** Throws AppError("not_found") when it is none of the caller's. */
  remove: async (caller: Caller, id: string): Promise<void> => {
    if (!(await tokens.remove(caller.userId, id)))
      throw new AppError("not_found", `There is no token ${id}.`);
  },
});
