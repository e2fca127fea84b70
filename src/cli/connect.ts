import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import { api } from "#api/index.ts";
import { createClient } from "#client/client.ts";
import type { Client } from "#client/client.ts";
import { NoAnswerError } from "#client/no-answer.ts";
import { AppError } from "#model/errors.ts";
import { keepCredential, readCredential } from "./credentials.ts";

export type Connection = { client: Client<typeof api>; url: string; token: string };
export type ConnectOptions = {
  url: string;
  token?: string;
  email?: string;
  password?: string;
  env: Record<string, string | undefined>;
};

/** A mistake in the call, told to the user in one line. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/**
 * A signed-in client: with the token given, else with the one kept from before, else by signing in. On a service
 * without users the first admin is created. Asks for what is missing when there is a terminal.
 */
export const connect = async ({ url: address, env, ...given }: ConnectOptions): Promise<Connection> => {
  const url = address.replace(/\/+$/, "");
  const kept = given.token ?? env.SERVICE_TOKEN ?? (await readCredential(env, url));
  if (kept !== undefined && (await accepts(url, kept))) return connection(url, kept);
  if (given.token ?? env.SERVICE_TOKEN)
    throw new UsageError("The token was not accepted: it may have been revoked.");
  const client = createClient(api, { baseUrl: url });
  const { needs_setup } = await reach(url, () => client.getSetup());
  if (needs_setup) console.error("This service has no user yet: the first one becomes its admin.");
  const email = given.email ?? (await ask("E-mail: "));
  const password = given.password ?? (await ask("Password (at least 8 characters): ", true));
  const body = { email, password };
  const { token } = needs_setup ? await client.setUp({ body }) : await client.login({ body });
  await keepCredential(env, url, token);
  return connection(url, token);
};

const connection = (url: string, token: string): Connection => ({
  client: createClient(api, { baseUrl: url, token }),
  url,
  token,
});

const accepts = async (url: string, token: string): Promise<boolean> => {
  try {
    await reach(url, () => createClient(api, { baseUrl: url, token }).getMe());
    return true;
  } catch (error) {
    if (error instanceof AppError && error.code === "unauthorized") return false;
    throw error;
  }
};

const reach = async <T>(url: string, call: () => Promise<T>): Promise<T> => {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof NoAnswerError)) throw error;
    throw new UsageError(
      `No service answers at ${url}. Start one with npm start, or name another with --service.`,
    );
  }
};

const ask = async (question: string, hidden = false): Promise<string> => {
  if (!process.stdin.isTTY) throw new UsageError("Not signed in: give --email and --password, or --token.");
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  if (hidden) process.stderr.write(question);
  const output = hidden ? silent : process.stderr;
  const lines = createInterface({ input: process.stdin, output, terminal: true });
  const answer = await lines.question(hidden ? "" : question);
  lines.close();
  if (hidden) process.stderr.write("\n");
  return answer.trim();
};
