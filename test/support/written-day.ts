/** A day as people write it, "3 Mar 2025", of `2025-03-03`. */
export const written = (day: string): string =>
  new Date(day).toLocaleDateString("en-GB", {
    day: "numeric",
    month: "short",
    year: "numeric",
    timeZone: "UTC",
  });
