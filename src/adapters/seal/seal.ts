import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import { AppError } from "#model/errors.ts";
import type { Seal } from "#ports/seal.ts";
import { loadKeyFile } from "./key-file.ts";

const version = "v1";
const nonceBytes = 12;
const tagBytes = 16;
const shortestKey = 16;

/**
 * The seal of this installation: keyed by `secretKey` (any text of at least 16 characters), else by
 * `<dataDir>/secret.key`, made with mode 0600 at the first start. Throws AppError("internal") for a key that is too short.
 */
export const loadSeal = async (options: { dataDir: string; secretKey?: string }): Promise<Seal> =>
  createSeal(options.secretKey ?? (await loadKeyFile(options.dataDir, "secret.key")));

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
