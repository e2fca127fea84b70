/** A name without the number behind it: "Concerts 12", "Concerts (12)". */
export const withoutCount = (name: string): string => name.replace(/[\s(]*\d+\)?$/, "").trim();
