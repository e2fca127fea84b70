import { describe, expect, test } from "vitest";
import { AriaMistake, createAriaMatcher } from "./aria-snapshot.ts";

const page = `
- banner:
  - heading "Cart (2)" [level=1]
- main:
  - list:
    - listitem: Mug
    - listitem:
      - text: Lamp
      - link "Details of \\"Lamp\\"":
        - /url: /items/7
  - checkbox "Gift" [checked]
  - button "Pay" [disabled]
  - paragraph: /etc/(
`;

describe("what fits and what does not", () => {
  const cases: [wanted: string, fits: boolean][] = [
    ['- heading "Cart (2)"', true],
    ['- heading "Cart"', false],
    ["- heading /cart \\(\\d\\)/", false],
    ["- heading /Cart \\(\\d\\)/ [level=1]", true],
    ["- heading [level=2]", false],
    ["- list:\n  - listitem: Mug\n  - listitem", true],
    ["- list:\n  - listitem: Lamp", true],
    ["- list:\n  - listitem: Vase", false],
    ["- list:\n  - listitem:\n    - text: Lamp\n    - link", true],
    ["- list:\n  - listitem\n  - listitem: Mug", false],
    ["- list:\n  - /children: equal\n  - listitem: Mug", false],
    ["- list:\n  - /children: equal\n  - listitem: Mug\n  - listitem", true],
    ["- list:\n  - /children: deep-equal\n  - listitem: Mug\n  - listitem", false],
    ['- link "Details of \\"Lamp\\"":\n  - /url: /items/7', true],
    ["- link:\n  - /url: /\\/items\\/\\d+/", true],
    ['- checkbox "Gift" [checked]\n- button "Pay" [disabled]', true],
    ['- checkbox "Gift" [checked=false]', false],
    ["- button [disabled]\n- checkbox", false],
    ["- paragraph: /etc/", true],
  ];
  test.each(cases)("%s", (wanted, fits) => {
    expect(createAriaMatcher(wanted)(page)).toBe(fits);
  });
});

test("what cannot be read is told", () => {
  for (const [wanted, said] of [
    ["heading", "a snapshot is a list"],
    ["- heading !", "'heading !' is no node"],
    ["- heading /(/", "no valid regular expression"],
    ["- list:\n  - /children: some", "/children is one of contain, equal, deep-equal"],
    [`- a: ${"[".repeat(3000)}`, ""],
  ] as const) {
    expect(() => createAriaMatcher(wanted)).toThrow(AriaMistake);
    expect(() => createAriaMatcher(wanted)).toThrow(said);
  }
});
