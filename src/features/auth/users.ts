import type { User } from "#api/auth.ts";
import { AppError } from "#model/errors.ts";
import { newId } from "#model/ids.ts";
import type { Page, PageRequest, Role, Store, Tx, UserRow } from "#ports/store.ts";
import { hashPassword } from "./passwords.ts";

export const toUser = ({ id, email, role }: UserRow): User => ({ id, email, role });

export const normaliseEmail = (email: string): string => email.trim().toLowerCase();

/** The users of one organisation. */
export const createUsers = (store: Store) => {
  const requireUser = async (orgId: string, id: string, tx?: Tx): Promise<UserRow> => {
    const user = await store.users.byId(id, tx);
    if (!user || user.orgId !== orgId) throw new AppError("not_found", `There is no user ${id}.`);
    return user;
  };

  const keepAnAdmin = async (orgId: string, tx: Tx): Promise<void> => {
    if ((await store.users.countAdmins(orgId, tx)) === 0) {
      throw new AppError("conflict", "The last admin of an organisation stays.");
    }
  };

  return {
    list: async (orgId: string, page: PageRequest): Promise<Page<User>> => {
      const { items, total } = await store.users.list(orgId, page);
      return { items: items.map(toUser), total };
    },

    /** Throws AppError("conflict") when the e-mail address is taken, in this or another organisation. */
    create: async (orgId: string, input: { email: string; password: string; role: Role }): Promise<User> => {
      const user: UserRow = {
        id: newId(),
        orgId,
        email: normaliseEmail(input.email),
        passwordHash: await hashPassword(input.password),
        role: input.role,
        createdAt: new Date().toISOString(),
      };
      if (!(await store.users.insert(user)))
        throw new AppError("conflict", `There is a user ${user.email} already.`);
      return toUser(user);
    },

    update: async (orgId: string, id: string, change: { role?: Role; password?: string }): Promise<User> => {
      await requireUser(orgId, id);
      const passwordHash = change.password === undefined ? undefined : await hashPassword(change.password);
      return store.transaction(async (tx) => {
        const user = await requireUser(orgId, id, tx);
        await store.users.update(orgId, id, { role: change.role, passwordHash }, tx);
        await keepAnAdmin(orgId, tx);
        return toUser({ ...user, role: change.role ?? user.role });
      });
    },

    remove: (orgId: string, id: string): Promise<void> =>
      store.transaction(async (tx) => {
        await requireUser(orgId, id, tx);
        await store.users.remove(orgId, id, tx);
        await keepAnAdmin(orgId, tx);
      }),
  };
};
