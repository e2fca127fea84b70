import { hash, verify } from "@node-rs/argon2";

/** argon2id (the package's default) with the OWASP parameters: 19 MiB, two passes, one lane. */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** PHC string of a password. */
export const hashPassword = (password: string): Promise<string> => hash(password, parameters);

let nobody: Promise<string> | undefined;

/** Whether the password fits. Without a hash (no such user) it works as long and answers false. */
export const verifyPassword = async (passwordHash: string | null, password: string): Promise<boolean> => {
  nobody ??= hashPassword("nobody has this password");
  const fits = await verify(passwordHash ?? (await nobody), password);
  return fits && passwordHash !== null;
};
