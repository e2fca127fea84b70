import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";

const root = join(import.meta.dirname, "..", "..");
const source = readFileSync(join(root, "docs/contract.md"), "utf8");

type Row = { section: string; sentence: string; tests: { file: string; name: string }[] };

const rows = source
  .split("\n")
  .filter((line) => line.startsWith("| ") && !line.startsWith("| § "))
  .map((line): Row => {
    const [section = "", sentence = "", shown = ""] = line.slice(2, -2).split(" | ");
    return { section, sentence, tests: testsOf(shown) };
  });

function testsOf(cell: string): Row["tests"] {
  return cell.split("<br>").flatMap((entry) => {
    const [, file, name] = /^`([^`]+)` "(.+)"$/.exec(entry.trim()) ?? [];
    return file && name ? [{ file, name }] : [];
  });
}

describe("the table of the contract", () => {
  test("has a test in every row", () => {
    expect(rows.length).toBeGreaterThan(100);
    expect(rows.filter(({ tests, sentence }) => tests.length === 0 || sentence === "")).toEqual([]);
  });

  test("names tests that exist", () => {
    const named = rows.flatMap(({ tests }) => tests);
    const missing = named.filter(({ file, name }) => {
      const path = join(root, file);
      return !existsSync(path) || !readFileSync(path, "utf8").includes(`"${name}"`);
    });
    expect(missing).toEqual([]);
  });

  test("speaks of every section of the specification that has rules", () => {
    const sections = new Set(rows.map(({ section }) => section.split(".")[0]));
    expect([...sections]).toEqual(expect.arrayContaining(["1", "2", "3", "4", "5", "6", "7", "8", "9"]));
  });
});
