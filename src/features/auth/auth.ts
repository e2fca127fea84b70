import type { User } from "#api/auth.ts";
import type { Caller } from "#api/caller.ts";
import { AppError } from "#model/errors.ts";
import { newId } from "#model/ids.ts";
import { firstOrganisationId } from "#model/organisation.ts";
import type { Store, UserRow } from "#ports/store.ts";
import { createApiTokens, isApiToken } from "./api-tokens.ts";
import { createLoginLimit } from "./login-limit.ts";
import { hashPassword, verifyPassword } from "./passwords.ts";
import { createSessions } from "./sessions.ts";
import type { SessionConfig } from "./sessions.ts";
import { createUsers, normaliseEmail, toUser } from "./users.ts";

export type AuthConfig = SessionConfig & {
  /** The first admin, made at the first boot. */
  admin?: { email: string; password: string };
};

type Credentials = { email: string; password: string };
type SignedIn = { token: string; user: User };

export type AuthFeature = ReturnType<typeof createAuth>;

const unauthorized = (detail: string): AppError => new AppError("unauthorized", detail);

/** Setup, sessions, API tokens and users. */
export const createAuth = ({ store, config }: { store: Store; config: AuthConfig }) => {
  const sessions = createSessions(config);
  const apiTokens = createApiTokens(store.tokens);
  const users = createUsers(store);
  const limited = createLoginLimit(store.loginFailures);

  const signIn = async (user: UserRow): Promise<SignedIn> => ({
    token: await sessions.issue(user),
    user: toUser(user),
  });

  const toCaller = (user: UserRow, via: Caller["via"]): Caller => ({
    userId: user.id,
    orgId: user.orgId,
    role: user.role,
    via,
  });

  const needsSetup = async (): Promise<boolean> => (await store.users.count()) === 0;

  /** The fixed id makes the second of two setups at the same time fail, on every database. Null: there are users already. */
  const insertFirstAdmin = async ({ email, password }: Credentials): Promise<UserRow | null> => {
    if (!(await needsSetup())) return null;
    const createdAt = new Date().toISOString();
    const admin: UserRow = {
      id: newId(),
      orgId: firstOrganisationId,
      email: normaliseEmail(email),
      passwordHash: await hashPassword(password),
      role: "admin",
      createdAt,
    };
    try {
      return await store.transaction(async (tx) => {
        if ((await store.users.count(tx)) > 0) return null;
        await store.organisations.insert({ id: firstOrganisationId, name: "Default", createdAt }, tx);
        await store.users.insert(admin, tx);
        return admin;
      });
    } catch (error) {
      if (await needsSetup()) throw error;
      return null;
    }
  };

  return {
    needsSetup,

    /** Makes the first organisation and its admin, once. Throws AppError("conflict") when there are users. */
    setUp: async (credentials: Credentials): Promise<SignedIn> => {
      const admin = await insertFirstAdmin(credentials);
      if (!admin) throw new AppError("conflict", "The service is set up already.");
      return signIn(admin);
    },

    /** Makes the admin that the configuration names, if there are no users yet. True when it did. */
    bootstrap: async (): Promise<boolean> => {
      if (!config.admin) return false;
      return (await insertFirstAdmin(config.admin)) !== null;
    },

    /** Throws AppError("unauthorized") for wrong credentials, AppError("rate_limited") after too many from one address. */
    login: async ({ email, password }: Credentials, address: string): Promise<SignedIn> => {
      const signedIn = await limited(address, async () => {
        const user = await store.users.byEmail(normaliseEmail(email));
        const fits = await verifyPassword(user?.passwordHash ?? null, password);
        return user && fits ? signIn(user) : null;
      });
      if (!signedIn) throw unauthorized("E-mail address or password is wrong.");
      return signedIn;
    },

    /**
     * Who a session or API token belongs to, with the role of this moment. Throws AppError("unauthorized"), also when
     * the user was deleted or has a new password.
     */
    authenticate: async (credential: string): Promise<Caller> => {
      if (isApiToken(credential)) {
        const token = await apiTokens.find(credential);
        const owner = token && (await store.users.byId(token.userId));
        if (!owner) throw unauthorized("The API token is not valid.");
        return toCaller(owner, "token");
      }
      const session = await sessions.read(credential);
      const user = session && (await store.users.byId(session.userId));
      if (!user || !sessions.isCurrent(user, session.passwordVersion)) {
        throw unauthorized("The session is not valid or has ended.");
      }
      return toCaller(user, "session");
    },

    me: async (caller: Caller): Promise<User> => {
      const user = await store.users.byId(caller.userId);
      if (!user) throw unauthorized("The user is gone.");
      return toUser(user);
    },

    createToken: apiTokens.create,
    listTokens: apiTokens.list,
    deleteToken: apiTokens.remove,
    listUsers: users.list,
    createUser: users.create,
    updateUser: users.update,
    deleteUser: users.remove,
  };
};
