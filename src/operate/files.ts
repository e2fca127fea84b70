import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { readdir } from "node:fs/promises";
import { join, relative, sep } from "node:path";

/** All plain files below a folder as paths relative to it, with `/`; links are left out. None when there is no such folder. */
export const filesBelow = async (folder: string): Promise<string[]> => {
  try {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    return entries
      .filter((entry) => entry.isFile())
      .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join("/"))
      .toSorted();
  } catch (error) {
    if (hasCode(error, "ENOENT")) return [];
    throw error;
  }
};

/** The first entry below a folder that is neither a plain file nor a folder: a link, a pipe. Null when there is none. */
export const oddBelow = async (folder: string): Promise<string | null> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.find((entry) => !entry.isFile() && !entry.isDirectory())?.name ?? null;
};

export const hasCode = (error: unknown, ...codes: string[]): boolean =>
  error instanceof Error && "code" in error && typeof error.code === "string" && codes.includes(error.code);

/** SHA-256 of a file, hexadecimal. */
export const digestOf = async (file: string): Promise<string> => {
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer);
  return hash.digest("hex");
};
