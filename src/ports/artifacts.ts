/** Files that runs leave behind. A key is a relative path of safe segments (letters, digits, `.`, `_`, `-`, not beginning with `.`); anything else is refused with AppError("not_found"). */
export type Artifacts = {
  write(key: string, content: Uint8Array | string): Promise<void>;
  /** Null when there is no such file. Who asks reads the stream to its end or destroys it, as it holds the file open. */
  read(key: string): Promise<{ stream: NodeJS.ReadableStream; size: number } | null>;
  /** The keys of all files below a folder. */
  list(folder: string): Promise<string[]>;
  /** The first segments of all keys, each once. */
  folders(): AsyncIterable<string>;
  /** Nothing happens when there is no such file. */
  remove(key: string): Promise<void>;
  /** Removes every file whose key begins with this folder. */
  removeFolder(folder: string): Promise<void>;
  /** Throws when nothing can be written. */
  probe(): Promise<void>;
};
