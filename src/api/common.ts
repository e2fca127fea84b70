import { z } from "zod";

export const pageQuery = {
  limit: z.int().min(1).max(200).default(50).describe("Items a page"),
  offset: z.int().min(0).default(0).describe("Items to leave out"),
};

/** The envelope of every list. */
export const pageOf = <T extends z.ZodType>(item: T) =>
  z.object({
    items: z.array(item),
    total: z.int().describe("Items over all pages"),
    limit: z.int(),
    offset: z.int(),
  });

export const okSchema = z.object({ ok: z.literal(true) }).meta({ id: "Ok" });

export const idParams = z.object({ id: z.string().min(1).max(200) });

export const httpUrl = z
  .url({
    protocol: /^https?$/,
    error: ({ input }) => (input === undefined ? "is required" : "must be an http or https address"),
  })
  .max(8192);

export const time = z.iso.datetime().describe("RFC 3339, UTC");

export const exampleId = "01a2f6a0-7c1b-7e1e-9b7e-3f0d6d1c2b4a";

/** Bytes of a request that may bear a pasted text of 1,000,000 characters: each may take several, and more as JSON. */
export const textBody = 8 * 1024 * 1024;
