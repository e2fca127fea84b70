import { createHash } from "node:crypto";

/** Stands for what was executed: equal for the same document run against the same address. 32 hexadecimal digits. */
export const suiteDigest = (yaml: string, baseUrl: string): string =>
  createHash("sha256").update(`${baseUrl}\0${yaml}`).digest("hex").slice(0, 32);
