import { Cron } from "croner";
import { AppError } from "#model/errors.ts";

const withZone = /^CRON_TZ=([\w+-]+(?:\/[\w+-]+)*)\s+(.+)$/;

/**
 * When a schedule fires next after `from`; null when it never does again. Five-field cron, in UTC or in the zone of a
 * `CRON_TZ=Area/City ` prefix. Throws AppError("invalid_request") when it is not valid.
 */
export const nextTick = (schedule: string, from: Date): string | null => {
  const zoned = withZone.exec(schedule.trim());
  const pattern = zoned?.[2] ?? schedule.trim();
  try {
    if (pattern.split(/\s+/).length !== 5)
      throw new Error("must have five fields: minute hour day month weekday");
    return new Cron(pattern, { timezone: zoned?.[1] ?? "UTC" }).nextRun(from)?.toISOString() ?? null;
  } catch (error) {
    const message = error instanceof Error ? error.message : "is not valid";
    throw new AppError("invalid_request", "The schedule is not valid.", {
      errors: [{ path: "schedule", message }],
    });
  }
};
