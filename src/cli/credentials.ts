import { mkdir, readFile, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { z } from "zod";

const schema = z.record(z.string(), z.object({ token: z.string() }));

const fileOf = (env: Record<string, string | undefined>): string =>
  join(env.XDG_CONFIG_HOME || join(homedir(), ".config"), "tracewright", "credentials.json");

const readAll = async (file: string): Promise<z.infer<typeof schema>> => {
  try {
    return schema.parse(JSON.parse(await readFile(file, "utf8")));
  } catch {
    return {};
  }
};

/** The token kept for a service; undefined when there is none. */
export const readCredential = async (
  env: Record<string, string | undefined>,
  serviceUrl: string,
): Promise<string | undefined> => (await readAll(fileOf(env)))[serviceUrl]?.token;

/** Keeps a token for a service in a file that only this user can read. */
export const keepCredential = async (
  env: Record<string, string | undefined>,
  serviceUrl: string,
  token: string,
): Promise<void> => {
  const file = fileOf(env);
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const all = { ...(await readAll(file)), [serviceUrl]: { token } };
  await writeFile(file, `${JSON.stringify(all, null, 2)}\n`, { mode: 0o600 });
};
