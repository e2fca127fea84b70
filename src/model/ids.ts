import { v7 } from "uuid";

/** A new identifier: UUIDv7 text, so ids sort by the time they were made. */
export const newId = (): string => v7();
