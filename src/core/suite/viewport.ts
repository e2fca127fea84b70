import { z } from "zod";

const side = z.int().min(200).max(4000);

/** Size of a page in CSS pixels. */
export const viewportSchema = z.strictObject({ width: side, height: side });
