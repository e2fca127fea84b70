import { accessSync, constants, statfsSync } from "node:fs";

const TMPFS = 0x01021994;
/** A page needs a few megabytes, one of large canvases some dozens; a container has 64 unless it is given more. */
const LEAST_BYTES = 512 * 1024 * 1024;

/**
 * Whether a folder is memory with room for what a browser's processes share. Where not, they share files of the
 * temporary folder, which never runs full so soon, but costs a tenth of a run's CPU time. Chromium 156 shares memory
 * without a file where the kernel offers that, and looks at neither.
 */
export const hasRoomInMemory = (folder: string): boolean => {
  try {
    accessSync(folder, constants.W_OK);
    const { type, bavail, bsize } = statfsSync(folder);
    return type === TMPFS && bavail * bsize >= LEAST_BYTES;
  } catch {
    return false;
  }
};
