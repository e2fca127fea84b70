import { z } from "zod";

/** What a backup says about itself: its files, all of them, and what the database held. */
export const manifestSchema = z.object({
  format: z.literal(1),
  /** Of the service that wrote it. */
  version: z.string(),
  created_at: z.string(),
  migrations: z.array(z.string()),
  rows: z.record(z.string(), z.int()),
  files: z.record(z.string(), z.object({ size: z.int(), sha256: z.string() })),
});
export type Manifest = z.infer<typeof manifestSchema>;

export const manifestName = "backup.json";

/** What secrets are encrypted with, and what sessions are signed with. */
export const keyFiles = ["secret.key", "session.key"] as const;
