import { expect, it } from "vitest";
import { likeExample } from "./like-example.ts";
import { putSamples } from "./samples.ts";

it.each([
  ["SN-A1B2C3", /^SN-[A-Z]{6}$/],
  ["A7K2", /^[A-Z]{4}$/],
  ["ATL-01", /^ATL-\d\d$/],
  ["INV-2024-0017", /^INV-2024-\d{4}$/],
])("other ones like %s are no less of its shape, and each is another", (example, shape) => {
  const [one, other] = ["w7xq2", "k3ph9"].map((tag) => putSamples(likeExample(example).value, tag));
  expect(one).toMatch(shape);
  expect(other).toMatch(shape);
  expect(other).not.toBe(one);
});

it.each(["#1A2B3C", "hello-world", "AB"])("%s stays as it is", (example) => {
  expect(likeExample(example)).toEqual({ value: example });
});

it("two digits become more where the field says that it takes them", () => {
  expect(putSamples(likeExample("CON-05", () => true).value, "w7xq2")).toMatch(/^CON-\d{6}$/);
  expect(likeExample("INV-2024-0017", () => true)).toEqual(likeExample("INV-2024-0017"));
});
