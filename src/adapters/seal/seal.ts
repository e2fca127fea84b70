import { createCipheriv, createDecipheriv, hkdfSync, randomBytes, randomUUID } from "node:crypto";
import { link, mkdir, open, readFile, unlink } from "node:fs/promises";
import { join } from "node:path";
import { AppError } from "#model/errors.ts";
import type { Seal } from "#ports/seal.ts";

const version = "v1";
const nonceBytes = 12;
const tagBytes = 16;
const shortestKey = 16;

/**
 * The seal of this installation: keyed by `secretKey` (any text of at least 16 characters), else by
 * `<dataDir>/secret.key`, made with mode 0600 at the first start. Throws AppError("internal") for a key that is too short.
 */
export const loadSeal = async (options: { dataDir: string; secretKey?: string }): Promise<Seal> =>
  createSeal(options.secretKey ?? (await loadKeyFile(options.dataDir)));

/** AES-256-GCM under a key derived from `secret`. Sealed text is `v1:` and base64 of nonce, tag and ciphertext. */
export const createSeal = (secret: string): Seal => {
  if (secret.length < shortestKey) {
    throw new AppError(
      "internal",
      `The key that encrypts stored secrets must have at least ${shortestKey} characters.`,
    );
  }
  const key = Buffer.from(hkdfSync("sha256", secret, "", "tracewright stored secrets", 32));
  return {
    seal: (plain) => {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv("aes-256-gcm", key, nonce).setAAD(Buffer.from(version));
      const text = Buffer.concat([cipher.update(plain, "utf8"), cipher.final()]);
      return `${version}:${Buffer.concat([nonce, cipher.getAuthTag(), text]).toString("base64")}`;
    },
    open: (sealed) => {
      const [given, body = ""] = sealed.split(":", 2);
      const bytes = Buffer.from(body, "base64");
      if (given !== version || bytes.length < nonceBytes + tagBytes) throw notOurs();
      const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, nonceBytes), {
        authTagLength: tagBytes,
      });
      decipher.setAAD(Buffer.from(version)).setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
      const text = decipher.update(bytes.subarray(nonceBytes + tagBytes));
      try {
        return Buffer.concat([text, decipher.final()]).toString("utf8");
      } catch (error) {
        throw notOurs(error);
      }
    },
  };
};

const notOurs = (cause?: unknown): AppError =>
  new AppError(
    "internal",
    "A stored secret cannot be read: SERVICE_SECRET_KEY or secret.key is not the key it was written with.",
    { cause },
  );

const loadKeyFile = async (dataDir: string): Promise<string> => {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const file = join(dataDir, "secret.key");
  return (await readKey(file)) ?? (await makeKey(file));
};

const readKey = async (file: string): Promise<string | null> => {
  try {
    return (await readFile(file, "utf8")).trim();
  } catch (error) {
    if (hasCode(error, "ENOENT")) return null;
    throw error;
  }
};

/** The file gets its name only when it is whole and on the disk; of two starts at the same time the first one's key stays. */
const makeKey = async (file: string): Promise<string> => {
  const draft = `${file}.${randomUUID()}`;
  const handle = await open(draft, "wx", 0o600);
  try {
    await handle.writeFile(`${randomBytes(32).toString("base64")}\n`);
    await handle.sync();
    await link(draft, file);
  } catch (error) {
    if (!hasCode(error, "EEXIST")) throw error;
  } finally {
    await handle.close();
    await unlink(draft);
  }
  return readFile(file, "utf8").then((text) => text.trim());
};

const hasCode = (error: unknown, code: string): boolean =>
  error instanceof Error && "code" in error && error.code === code;
