import { z } from "zod";

/** A status as a suite writes it: 200, any of a class such as 2xx, or a lone `${variable}`. */
export const statusSchema = z.union([
  z.int().min(100).max(599),
  z.string().regex(/^([1-5]xx|[1-5]\d\d|\$\{[^{}]+\})$/, "expected a status such as 200, or 2xx"),
]);
export const statusesSchema = z.union([statusSchema, z.array(statusSchema).min(1)]);
export type Statuses = z.output<typeof statusesSchema>;

/** Whether a status is one of those wanted. */
export const fitsStatus = (wanted: Statuses, status: number): boolean =>
  [wanted].flat().some((one) => {
    const text = String(one);
    return text.endsWith("xx") ? text[0] === String(status)[0] : text === String(status);
  });

/** What a request step expects that names no status. */
export const anyGoodStatus = "a status below 400";

/** `200`, or `200 or 4xx`. */
export const describeStatuses = (wanted: Statuses): string => [wanted].flat().map(String).join(" or ");
