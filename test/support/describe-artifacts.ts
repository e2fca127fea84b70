import { buffer, text } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import type { Artifacts } from "#ports/artifacts.ts";

/** What every place for artifacts must do, given an empty one. */
export const describeArtifacts = (given: () => Artifacts): void => {
  const readText = async (key: string): Promise<string | null> => {
    const found = await given().read(key);
    return found && text(found.stream);
  };

  describe("files", () => {
    it("come back as they were written, with their size", async () => {
      const bytes = Buffer.from(Array.from({ length: 100_000 }, (_, n) => n % 256));
      await given().write("run/case/1.png", bytes);
      const found = await given().read("run/case/1.png");
      expect(found?.size).toBe(bytes.length);
      expect(found && (await buffer(found.stream)).equals(bytes)).toBe(true);
      await given().write("run/report.json", '{"ü":1}');
      expect(await readText("run/report.json")).toBe('{"ü":1}');
      await given().write("run/report.json", "second");
      expect(await readText("run/report.json")).toBe("second");
      await given().write("run/empty", "");
      expect(await readText("run/empty")).toBe("");
    });

    it("that are not there are null, and so are folders", async () => {
      await given().write("run/a/b", "x");
      for (const key of ["none", "run/none", "run", "run/a", "run/a/b/c"])
        expect(await readText(key)).toBeNull();
    });

    it("go with their folder, and nothing beside it does", async () => {
      for (const key of ["run-1/a", "run-1/deep/b", "run-10/a", "run-2/a"]) await given().write(key, "x");
      await given().removeFolder("run-1");
      await given().removeFolder("run-1");
      expect(await readText("run-1/deep/b")).toBeNull();
      expect(await readText("run-10/a")).toBe("x");
      expect(await readText("run-2/a")).toBe("x");
    });

    it("are listed by folder, and go one by one", async () => {
      for (const key of ["list-1/a", "list-1/deep/b", "list-10/c"]) await given().write(key, "x");
      expect((await given().list("list-1")).toSorted()).toEqual(["list-1/a", "list-1/deep/b"]);
      expect(await given().list("list-none")).toEqual([]);
      const folders: string[] = [];
      for await (const folder of given().folders()) folders.push(folder);
      expect(folders.toSorted()).toEqual(["list-1", "list-10"]);
      await given().remove("list-1/a");
      await given().remove("list-1/a");
      expect(await given().list("list-1")).toEqual(["list-1/deep/b"]);
    });

    it.each([
      "",
      ".",
      "..",
      "../x",
      "run/../x",
      "run//x",
      "/x",
      "run/",
      ".probe",
      "run/x\0.png",
      "run/a b",
      "run/ü",
    ])("have no key such as %j", async (key) => {
      const refused = { code: "not_found" };
      await expect(given().write(key, "x")).rejects.toMatchObject(refused);
      await expect(given().read(key)).rejects.toMatchObject(refused);
      await expect(given().removeFolder(key)).rejects.toMatchObject(refused);
    });

    it("can be written", async () => {
      await expect(given().probe()).resolves.toBeUndefined();
    });
  });
};
