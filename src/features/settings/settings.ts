import {
  hasCredentials,
  isMasked,
  isMaskOf,
  isWebAddress,
  maskCredentials,
} from "#model/address-credentials.ts";
import { AppError } from "#model/errors.ts";
import type { Diagnostic } from "#model/errors.ts";
import { isSettingName, secretMask, secretNamePattern, settingKeys, settingNames } from "#model/settings.ts";
import type { SettingName, Settings } from "#model/settings.ts";
import type { Seal } from "#ports/seal.ts";
import type { Store, Tx } from "#ports/store.ts";

/** Reads and writes an organisation's settings. Secrets are encrypted at rest and masked on read. */
export const createSettings = ({ store, seal }: { store: Store; seal: Seal }) => {
  const isSecret = (name: string): boolean => !isSettingName(name) || settingKeys[name].secret;

  const isAddress = (name: string): boolean =>
    isSettingName(name) && settingKeys[name].address === true && !settingKeys[name].secret;

  /** An address is encrypted when it carries credentials. */
  const open = (name: string, value: string): string =>
    isSecret(name) || (isAddress(name) && !isWebAddress(value)) ? seal.open(value) : value;

  const show = (name: string, value: string): string => {
    if (isSecret(name)) return secretMask;
    try {
      return isAddress(name) ? maskCredentials(open(name, value)) : value;
    } catch {
      // Written with a key that is lost: it can still be replaced.
      return secretMask;
    }
  };

  const check = (patch: Record<string, unknown>): Diagnostic[] =>
    Object.entries(patch).flatMap(([name, value]) => {
      if (value === null || value === "" || (value === secretMask && isSecret(name))) {
        return isSettingName(name) || secretNamePattern.test(name) ? [] : [unknownKey(name)];
      }
      if (secretNamePattern.test(name)) {
        return typeof value === "string" && value.length <= 16_384
          ? []
          : [{ path: name, message: "must be a string of at most 16384 characters" }];
      }
      if (!isSettingName(name)) return [unknownKey(name)];
      const parsed = settingKeys[name].schema.safeParse(value);
      return parsed.success
        ? []
        : parsed.error.issues.map((issue) => ({ path: name, message: issue.message }));
    });

  /** The mask in an address stands for the credentials of the saved one: on another address they would go to another host. */
  const checkMasked = (patch: Record<string, unknown>, before: Record<string, string>): Diagnostic[] =>
    Object.entries(patch).flatMap(([name, value]) => {
      if (typeof value !== "string" || !isAddress(name) || !isMasked(value)) return [];
      const saved = before[name];
      if (saved !== undefined && isMaskOf(value, open(name, saved))) return [];
      const message = "the mask keeps the credentials of the saved address alone; give them again";
      return [{ path: name, message }];
    });

  const toStored = (patch: Record<string, unknown>): Record<string, string | null> => {
    const stored: Record<string, string | null> = {};
    for (const [name, value] of Object.entries(patch)) {
      if (typeof value !== "string" || (isSecret(name) && value === secretMask)) continue;
      if (isAddress(name) && isMasked(value)) continue;
      const hidden = isSecret(name) || (isAddress(name) && hasCredentials(value));
      if (value === "") stored[name] = null;
      else stored[name] = hidden ? seal.seal(value) : value;
    }
    return stored;
  };

  return {
    /** Every setting; secrets as the mask, which also covers credentials in addresses; unset ones as null. `SECRET_*` that are set are listed masked. */
    read: async (orgId: string): Promise<Record<string, string | null>> => {
      const stored = await store.settings.all(orgId);
      const shown: Record<string, string | null> = {};
      for (const name of settingNames) {
        const value = stored[name];
        shown[name] = value === undefined ? null : show(name, value);
      }
      for (const name of Object.keys(stored)) if (secretNamePattern.test(name)) shown[name] = secretMask;
      return shown;
    },

    /** Writes the non-null fields. Throws AppError("invalid_request") that names every wrong one. */
    write: async (orgId: string, patch: Record<string, unknown>): Promise<void> => {
      const errors = [...check(patch), ...checkMasked(patch, await store.settings.all(orgId))];
      if (errors.length > 0)
        throw new AppError("invalid_request", "Some settings are not valid.", { errors });
      await store.settings.write(orgId, toStored(patch));
    },

    /** The settings with secrets in clear, for use inside the service only. */
    inClear: async (orgId: string): Promise<Settings> => {
      const stored = await store.settings.all(orgId);
      const clear: Settings = {};
      for (const name of settingNames) {
        const value = stored[name];
        if (value !== undefined) clear[name] = open(name, value);
      }
      return clear;
    },

    /** The values behind `${secret.X}`, by X. */
    secrets: async (orgId: string): Promise<Map<string, string>> => {
      const stored = await store.settings.all(orgId);
      return new Map(
        Object.entries(stored)
          .filter(([name]) => secretNamePattern.test(name))
          .map(([name, value]) => [name.slice("SECRET_".length), seal.open(value)]),
      );
    },

    /** Keeps a secret for `${secret.name}`. */
    keepSecret: async (orgId: string, name: string, value: string, tx?: Tx): Promise<void> => {
      await store.settings.write(orgId, { [`SECRET_${name}`]: seal.seal(value) }, tx);
    },
  };
};

const unknownKey = (name: string): Diagnostic => ({ path: name, message: `no such setting${nearest(name)}` });

const nearest = (name: string): string => {
  const stem = name.split("_")[0] ?? "";
  const near: SettingName[] = stem === "" ? [] : settingNames.filter((known) => known.startsWith(`${stem}_`));
  return near.length > 0 ? `; there are ${near.join(", ")}` : "; for a value of ${secret.X} write SECRET_X";
};
