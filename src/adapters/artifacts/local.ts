import { randomUUID } from "node:crypto";
import { constants } from "node:fs";
import { lstat, mkdir, open, opendir, readdir, realpath, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join, relative, sep } from "node:path";
import { AppError } from "#model/errors.ts";
import type { Artifacts } from "#ports/artifacts.ts";
import { noArtifact, toSegments } from "./keys.ts";

/** Where files are written before they get their name; no key can reach it, as no segment begins with a dot. */
const unfinished = ".unfinished";

/**
 * Artifacts on the local disk below `directory`, made when missing. A file appears whole or not at all.
 * `isShared`: other processes may be writing there, so that what looks left behind stays. A full disk is AppError("not_ready").
 */
export const createArtifacts = async ({
  directory,
  isShared = false,
}: {
  directory: string;
  isShared?: boolean;
}): Promise<Artifacts> => {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const root = await realpath(directory);
  const workshop = join(root, unfinished);
  if (!isShared) await rm(workshop, { recursive: true, force: true });
  await mkdir(workshop, { recursive: true });

  const writeWhole = async (path: string, content: Uint8Array | string): Promise<void> => {
    const draft = join(workshop, randomUUID());
    try {
      await writeFile(draft, content, { flag: "wx" });
      await rename(draft, path);
    } catch (error) {
      await rm(draft, { force: true });
      throw asAppError(error);
    }
  };

  return {
    write: async (key, content) => {
      const segments = toSegments(key);
      await makeFolder(root, segments.slice(0, -1), key);
      await writeWhole(join(root, ...segments), content);
    },

    read: async (key) => {
      const path = join(root, ...toSegments(key));
      if (!(await isInPlace(dirname(path)))) return null;
      const handle = await openFile(path);
      if (!handle) return null;
      const stats = await handle.stat();
      if (stats.isFile()) return { stream: handle.createReadStream(), size: stats.size };
      await handle.close();
      return null;
    },

    list: async (folder) => {
      const path = join(root, ...toSegments(folder));
      if (!(await isInPlace(path))) return [];
      const entries = await readdir(path, { recursive: true, withFileTypes: true });
      return entries
        .filter((entry) => entry.isFile())
        .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join("/"))
        .toSorted();
    },

    async *folders() {
      for await (const entry of await opendir(root)) {
        if (entry.isDirectory() && !entry.name.startsWith(".")) yield entry.name;
      }
    },

    remove: async (key) => {
      const path = join(root, ...toSegments(key));
      if (await isInPlace(dirname(path))) await rm(path, { force: true });
    },

    removeFolder: async (folder) => {
      const path = join(root, ...toSegments(folder));
      if (await isInPlace(dirname(path))) await rm(path, { recursive: true, force: true, maxRetries: 3 });
    },

    probe: async () => {
      const file = join(workshop, `probe-${process.pid}`);
      try {
        await writeFile(file, "probe");
      } catch (error) {
        throw asAppError(error);
      } finally {
        await rm(file, { force: true });
      }
    },
  };
};

/** Makes the folders of a key one by one, so that no link on the way leads out of the root. */
const makeFolder = async (root: string, segments: string[], key: string): Promise<void> => {
  let path = root;
  for (const segment of segments) {
    path = join(path, segment);
    try {
      await mkdir(path);
    } catch (error) {
      if (!hasCode(error, "EEXIST")) throw asAppError(error);
      if (!(await lstat(path)).isDirectory()) throw noArtifact(key);
    }
  }
};

/** Whether the folder exists and no part of its path is a link. */
const isInPlace = async (folder: string): Promise<boolean> => {
  try {
    return (await realpath(folder)) === folder;
  } catch (error) {
    if (hasCode(error, "ENOENT", "ENOTDIR", "ELOOP")) return false;
    throw error;
  }
};

/** Opens a file for reading; null for a missing one or a link. Without waiting for a writer, should it be a pipe. */
const openFile = async (path: string) => {
  try {
    return await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch (error) {
    if (hasCode(error, "ENOENT", "ENOTDIR", "ELOOP", "EISDIR", "ENXIO")) return null;
    throw error;
  }
};

const hasCode = (error: unknown, ...codes: string[]): boolean =>
  error instanceof Error && "code" in error && typeof error.code === "string" && codes.includes(error.code);

const asAppError = (error: unknown): unknown =>
  hasCode(error, "ENOSPC", "EDQUOT", "EROFS", "EIO")
    ? new AppError("not_ready", "The disk of the artifacts is full or cannot be written.", {
        retryAfterS: 30,
        cause: error,
      })
    : error;
