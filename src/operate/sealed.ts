import type { DatabaseSync } from "node:sqlite";

/** Texts of the embedded database that were encrypted with the installation's key, a few of each kind. */
export const sealedTexts = (reader: DatabaseSync): string[] =>
  [
    "select value as text from settings where value like 'v1:%' limit 5",
    "select sealed as text from runs where sealed like 'v1:%' limit 5",
  ]
    .flatMap((query) => reader.prepare(query).all())
    .map((row) => String(row["text"]));
