import { randomBytes } from "node:crypto";

const pattern = /^[a-z0-9]+(?:-[a-z0-9]+)*\.yaml$/;

/** Whether a name can be one that `newFileName` gave. */
export const isFileName = (name: string): boolean => name.length <= 100 && pattern.test(name);

/** A file name that reads like the title and ends in something that no other has. */
export const newFileName = (title: string): string => {
  const slug = title
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .slice(0, 60)
    .replaceAll(/^-+|-+$/g, "");
  return `${slug || "suite"}-${randomBytes(4).toString("hex")}.yaml`;
};
