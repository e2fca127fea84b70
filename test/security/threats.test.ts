import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";

const root = join(import.meta.dirname, "..", "..");
const rows = readFileSync(join(root, "SECURITY.md"), "utf8")
  .split("\n")
  .filter((line) => line.startsWith("| ") && !line.startsWith("| asset"))
  .map((line) => {
    const [asset = "", attacker = "", threat = "", defence = "", tests = ""] = line.slice(2, -2).split(" | ");
    return { asset, attacker, threat, defence, tests: tests.split("<br>").filter((entry) => entry !== "") };
  });

const missing = (path: string): boolean => !existsSync(join(root, path));

describe("the table of threats", () => {
  test("has an asset, an attacker, a defence and a test in every row", () => {
    expect(rows.length).toBeGreaterThan(30);
    expect(rows.filter((row) => Object.values(row).some((cell) => cell.length === 0))).toEqual([]);
  });
  test("names files and tests that exist", () => {
    const wrong = rows.flatMap(({ threat, defence, tests }) => [
      ...[...defence.matchAll(/`([^`]+\.ts)`/g)]
        .filter(([, path = ""]) => missing(path))
        .map(([path]) => `${threat}: ${path}`),
      ...tests.filter((entry) => {
        const [, file = "", name = ""] = /^`([^`]+)` "(.+)"$/.exec(entry) ?? [];
        return file === "" || missing(file) || !readFileSync(join(root, file), "utf8").includes(`"${name}"`);
      }),
    ]);
    expect(wrong).toEqual([]);
  });
});
