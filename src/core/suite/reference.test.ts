import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { suiteReference } from "./reference.ts";

test("docs/reference.md is what the definitions say", async () => {
  const written = await readFile(new URL("../../../docs/reference.md", import.meta.url), "utf8");
  expect(written).toBe(suiteReference());
});
