import { randomBytes, randomUUID } from "node:crypto";
import { link, mkdir, open, readFile, unlink } from "node:fs/promises";
import { join } from "node:path";

/** A random key kept in `<dataDir>/<name>`: made with mode 0600 when there is none. Base64 of 32 bytes. */
export const loadKeyFile = async (dataDir: string, name: string): Promise<string> => {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const file = join(dataDir, name);
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
