import type { Caller } from "#api/caller.ts";
import { AppError } from "#model/errors.ts";
import { newId } from "#model/ids.ts";
import { firstOrganisationId } from "#model/organisation.ts";
import type { OrganisationRow, Page, PageRequest, Store } from "#ports/store.ts";

type Organisation = { id: string; name: string; created_at: string };
type NewOrganisation = { name: string; admin_email: string; admin_password: string };

type Dependencies = {
  store: Store;
  hashPassword(password: string): Promise<string>;
};

export type OrganisationsFeature = ReturnType<typeof createOrganisations>;

/** Organisations, as the admins of the first one see and make them. */
export const createOrganisations = ({ store, hashPassword }: Dependencies) => {
  const requireFirst = ({ orgId, role }: Caller): void => {
    if (orgId !== firstOrganisationId || role !== "admin") {
      throw new AppError("forbidden", "Only an admin of the first organisation may do this.");
    }
  };

  /** Makes an organisation with its first admin, whoever asks. Throws AppError("conflict") when the e-mail address is taken. */
  const insert = async (input: NewOrganisation): Promise<Organisation> => {
    const createdAt = new Date().toISOString();
    const row: OrganisationRow = { id: newId(), name: input.name, createdAt };
    const email = input.admin_email.trim().toLowerCase();
    const passwordHash = await hashPassword(input.admin_password);
    await store.transaction(async (tx) => {
      await store.organisations.insert(row, tx);
      const admin = { id: newId(), orgId: row.id, email, passwordHash, role: "admin" as const, createdAt };
      if (!(await store.users.insert(admin, tx)))
        throw new AppError("conflict", `There is a user ${email} already.`);
    });
    return toOrganisation(row);
  };

  return {
    insert,

    list: async (caller: Caller, page: PageRequest): Promise<Page<Organisation>> => {
      requireFirst(caller);
      const { items, total } = await store.organisations.list(page);
      return { items: items.map(toOrganisation), total };
    },

    create: async (caller: Caller, input: NewOrganisation): Promise<Organisation> => {
      requireFirst(caller);
      return insert(input);
    },
  };
};

const toOrganisation = ({ id, name, createdAt }: OrganisationRow): Organisation => ({
  id,
  name,
  created_at: createdAt,
});
