import { expect, test } from "vitest";
import { parseSuite } from "#core/suite/parse.ts";
import { mergeSuites } from "./merge-suites.ts";

const suite = (cases: string, head = "") => `suite: Shop
base_url: http://shop.example
${head}cases:
${cases}`;
const item = (id: string, step: string) => `  - id: ${id}
    title: ${id}
    steps:
      - goto: /
      - ${step}
`;
const told = (changes: { case_id: string; change: string }[]) =>
  Object.fromEntries(changes.map((each) => [each.case_id, each.change]));

test("new, changed and gone cases; what people edited, wrote and took out stays so, byte by byte", () => {
  const base = suite(
    ["same", "changed", "gone", "edited", "both", "taken", "lost"].map((id) => item(id, "click: A")).join(""),
  );
  const ours = suite(
    item("same", "click: A") +
      "  # people know why\n" +
      item("mine", "click:   'Mine'") +
      item("changed", "click: A") +
      item("gone", "click: A") +
      item("edited", "click: Edited") +
      item("both", "click: Edited") +
      item("lost", "click: Edited"),
    "retries: 2 # flaky host\n",
  );
  const theirs = suite(
    item("same", "click: A") +
      item("new", "click: B") +
      "  # Found when this suite was written: step 2\n" +
      item("changed", "click: B") +
      item("edited", "click: A") +
      item("both", "click: C") +
      item("taken", "click: A"),
  );
  const merged = mergeSuites({ base, ours, theirs });
  expect(told(merged.changes)).toEqual({
    changed: "changed",
    gone: "gone",
    both: "kept",
    lost: "kept",
    taken: "deleted",
    new: "new",
  });
  expect(merged.changes.find(({ case_id: id }) => id === "both")?.generated).toContain("click: C");
  expect(merged.yaml).toBe(
    suite(
      item("same", "click: A") +
        item("new", "click: B") +
        "  # people know why\n" +
        item("mine", "click:   'Mine'") +
        "  # Found when this suite was written: step 2\n" +
        item("changed", "click: B") +
        item("edited", "click: Edited") +
        item("both", "click: Edited") +
        item("lost", "click: Edited"),
      "retries: 2 # flaky host\n",
    ),
  );
  expect(mergeSuites({ base: theirs, ours: merged.yaml, theirs }).yaml).toBe(merged.yaml);
});

test("of a suite that was never generated nothing is lost, and a comment of people counts as an edit", () => {
  const ours = suite(item("a", "click: A"));
  const theirs = suite(item("a", "click: B") + item("b", "click: B"));
  const merged = mergeSuites({ base: null, ours, theirs });
  expect(told(merged.changes)).toEqual({ a: "kept", b: "new" });
  const commented = ours.replace("click: A", "click: A # the blue one");
  expect(
    told(mergeSuites({ base: ours, ours: commented, theirs: suite(item("a", "click: B")) }).changes),
  ).toEqual({ a: "kept" });
});

test("fixtures that a kept case uses stay, those of the new ones come, another indentation is no edit", () => {
  const base = suite(item("a", "fill: {Name: '${old}'}"), "fixtures:\n  old: person.firstName\n");
  const ours = base.replace("fill: {Name: '${old}'}", "fill: {Other: '${old}'}");
  const theirs = suite(
    item("b", "fill: {Mail: '${mail}'}"),
    "fixtures:\n  mail: internet.email\n",
  ).replaceAll(/^ {2}(?=- id| {2})/gm, "");
  const { yaml, changes } = mergeSuites({ base, ours, theirs });
  expect(told(changes)).toEqual({ a: "kept", b: "new" });
  expect(parseSuite(yaml)).toMatchObject({ diagnostics: [], suite: { cases: [{ id: "b" }, { id: "a" }] } });
});

test("a case that a kept one needs stays though it is no longer generated", () => {
  const base = suite(item("make", "click: A") + item("use", "click: A"));
  const ours = base.replace("id: use\n", "id: use\n    needs: [make]\n");
  const { yaml, changes } = mergeSuites({ base, ours, theirs: suite(item("other", "click: A")) });
  expect(
    parseSuite(yaml)
      .suite?.cases.map(({ id }) => id)
      .toSorted(),
  ).toEqual(["make", "other", "use"]);
  expect(told(changes)["make"]).toBe("kept");
});

test("a suite whose parts cannot be told apart is refused", () => {
  const theirs = suite(item("a", "click: A"));
  for (const ours of [
    theirs.replace("click: A", "click: &x A"),
    "{suite: A, base_url: 'http://a.example', cases: [{id: a, title: a, steps: [reload]}]}",
  ])
    expect(() => mergeSuites({ base: null, ours, theirs })).toThrow(/cannot be renewed/);
});
