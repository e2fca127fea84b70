import { z } from "zod";
import { secretMask, secretNamePattern, settingKeys, settingNames } from "#model/settings.ts";
import type { SettingName } from "#model/settings.ts";
import { defineApi } from "./define-api.ts";

const tag = "Settings";

const shape = <T extends z.ZodType>(field: (name: SettingName) => T): Record<SettingName, T> =>
  Object.fromEntries(settingNames.map((name) => [name, field(name)])) as Record<SettingName, T>;

const secretNote = (name: SettingName): string => {
  if (settingKeys[name].secret) return `; a secret reads as ${secretMask}`;
  return settingKeys[name].address ? `; a user and password in it read as ${secretMask}@` : "";
};

const settingsSchema: z.ZodType<Record<string, string | null>> = z
  .object(
    shape((name) =>
      z
        .string()
        .nullable()
        .describe(settingKeys[name].summary + secretNote(name)),
    ),
  )
  .catchall(z.string().nullable())
  .meta({
    id: "Settings",
    description: "null is unset. Secrets for suites are listed, masked, as SECRET_*.",
  });

const settingsPatchSchema: z.ZodType<Record<string, string | null | undefined>> = z
  .object(
    shape((name) =>
      z
        .union([settingKeys[name].schema, z.literal(settingKeys[name].secret ? ["", secretMask] : [""])])
        .nullable()
        .optional()
        .describe(settingKeys[name].summary),
    ),
  )
  .catchall(z.string().max(16_384).nullable())
  .check((input) => {
    for (const name of Object.keys(input.value)) {
      if (Object.hasOwn(settingKeys, name) || secretNamePattern.test(name)) continue;
      input.issues.push({ code: "unrecognized_keys", keys: [name], input: input.value });
    }
  })
  .meta({
    id: "SettingsPatch",
    description:
      "Only non-null fields are written. Empty text clears a setting; the mask keeps a secret as it is, also where it stands for the credentials of an address that is otherwise unchanged.",
  });

const example = {
  ...Object.fromEntries(settingNames.map((name) => [name, null])),
  LOG_BACKEND: "loki",
  LOKI_URL: "http://loki:3100",
  LOKI_SELECTOR: '{app="shop"}',
};

export const settingsApi = defineApi({
  getSettings: {
    method: "GET",
    path: "/settings",
    tag,
    summary: "Integration settings, secrets masked",
    access: "member",
    reply: settingsSchema,
    examples: { reply: example },
  },
  updateSettings: {
    method: "PUT",
    path: "/settings",
    tag,
    summary: "Write settings",
    access: "admin",
    body: settingsPatchSchema,
    reply: settingsSchema,
    examples: {
      body: { LOG_BACKEND: "loki", LOKI_URL: "http://loki:3100", LOKI_SELECTOR: '{app="shop"}' },
      reply: example,
    },
  },
});
