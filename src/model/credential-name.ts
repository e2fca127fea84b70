import { createHash } from "node:crypto";

/**
 * The name of the secret that keeps a user's password for an app: `APP_`, readable host and user, and a short hash that keeps
 * names apart which read alike (`a-b` and `a.b`).
 */
export const credentialName = (appUrl: string, username: string): string => {
  const { host } = new URL(appUrl);
  const readable = `APP_${host}_${username}`
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]+/g, "_")
    .slice(0, 80);
  const hash = createHash("sha256").update(`${host}\0${username}`).digest("hex").slice(0, 4);
  return `${readable}_${hash.toUpperCase()}`;
};
