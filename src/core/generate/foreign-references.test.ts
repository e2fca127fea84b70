import { expect, it } from "vitest";
import { withoutForeign } from "./foreign-references.ts";

const item = (id: string, value: string, needs?: string[]) => ({
  id,
  title: id,
  ...(needs && { needs }),
  steps: [{ goto: "/" }, { fill: { Marking: value } }],
});

it("a suite names no secret but that of its own log-in", () => {
  const document = {
    suite: "Shop",
    base_url: "https://shop.example",
    auth: { username: "ann", password: "${secret.APP}" },
    blocks: { "fill in": [{ fill: { Key: "7/${env.HOME}" } }] },
    cases: [
      item("own", "${secret.APP}"),
      item("other", "7/${secret.APP_OTHER}"),
      item("escaped", "$${ secret.APP_OTHER}"),
      { ...item("by-block", "7"), steps: [{ use: "fill in" }] },
      item("needs-other", "7", ["other"]),
      item("plain", "${tag}"),
    ],
  };
  const ids = (own: string | null) => withoutForeign(document, own).cases.map(({ id }) => id);
  expect(ids("${secret.APP}")).toEqual(["own", "plain"]);
  expect(ids(null)).toEqual(["plain"]);
  expect(withoutForeign(document, null).blocks).toBeUndefined();
});
