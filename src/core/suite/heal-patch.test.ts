import { describe, expect, it } from "vitest";
import type { Healed } from "#model/healing.ts";
import { healPatch } from "./heal-patch.ts";
import { parseSuite } from "./parse.ts";

const suite = `# What guests do
suite: Shop
base_url: http://shop.example
blocks:
  pay:
    - click: Pay   # with the saved card
cases:
  - id: first
    steps: [{goto: /}]
  - id: order
    title: A guest orders
    steps:
      - goto: /
      - click: Add to cart   # the first one
      - fill: {Email: "a@b.example", Name: Name}
      - click: {role: button, name: "Go: on", within: {role: main}}
      - click:
          role: link
          name: Terms
      - check:
          - Gift
          - &terms I agree
      - check: *terms
      - use: pay
      - fill:
          - target: {label: City}
            value: Rome
`;

const steps = ["cases", "order", "steps"];
const heal = (place: Healed["place"], from: Healed["from"], to: Healed["to"], is_key = false): Healed => ({
  from,
  to,
  place: [...place],
  is_key,
  element: "",
  score: 0.9,
  margin: 0.3,
  used: true,
});

describe("a patch of healed targets", () => {
  it("changes the targets alone, wherever and however they are written", () => {
    const { yaml, unpatched } = healPatch(suite, [
      heal([...steps, 1, "click"], "Add to cart", "Put: in basket"),
      heal([...steps, 2, "fill", "Email"], "Email", "E-mail address", true),
      heal([...steps, 2, "fill", "Name"], "Name", "Full name, please", true),
      heal(
        [...steps, 3, "click"],
        { role: "button", name: "Go: on", within: { role: "main" } },
        { called: "Continue", within: { role: "main" } },
      ),
      heal([...steps, 4, "click"], { role: "link", name: "Terms" }, "Our terms"),
      heal([...steps, 5, "check", 0], "Gift", { role: "checkbox", name: "Gift" }),
      heal(["blocks", "pay", 0, "click"], "Pay", "#1"),
      heal([...steps, 8, "fill", 0, "target"], { label: "City" }, "Town"),
    ]);
    expect(unpatched).toEqual([]);
    expect(yaml).toBe(
      suite
        .replace("click: Add to cart ", 'click: "Put: in basket" ')
        .replace(
          '{Email: "a@b.example", Name: Name}',
          '{E-mail address: "a@b.example", "Full name, please": Name}',
        )
        .replace(
          '{role: button, name: "Go: on", within: {role: main}}',
          "{called: Continue, within: {role: main}}",
        )
        .replace("role: link\n          name: Terms", "Our terms")
        .replace("- Gift", "- {role: checkbox, name: Gift}")
        .replace("click: Pay ", 'click: "#1" ')
        .replace("{label: City}", "Town"),
    );
    expect(parseSuite(yaml).diagnostics).toEqual([]);
  });

  it("leaves alone what is not as it was, or is not this place's own, and says why", () => {
    const { yaml, patched, unpatched } = healPatch(suite, [
      heal([...steps, 1, "click"], "Buy", "Order"),
      heal([...steps, 40, "click"], "Buy", "Order"),
      heal(["cases", "gone", "steps", 1, "click"], "Buy", "Order"),
      heal([...steps, 5, "check", 1], "I agree", "Agreed"),
      heal([...steps, 6, "check"], "I agree", "Agreed"),
      heal([...steps, 2, "fill", "Email"], "Email", { css: "#mail" }, true),
      heal(["blocks", "pay", 0, "click"], "Pay", "Pay now"),
      heal(["blocks", "pay", 0, "click"], "Pay", "Pay later"),
    ]);
    expect(yaml).toBe(suite);
    expect(patched).toEqual([]);
    expect(unpatched.map(({ reason }) => reason)).toEqual([
      "the suite has been changed there since the run",
      "the suite has been changed there since the run",
      "the suite has been changed there since the run",
      "it is an anchor that other places use, too",
      "it comes from an anchor that is written elsewhere; change it there",
      "a field that is named by a key needs a plain name, and none tells the new element from others",
      "cases that share it found different elements",
    ]);
  });

  it("keeps comments inside of what is replaced, and what stands after a text over several lines", () => {
    const text = `suite: Shop
base_url: http://shop.example
cases:
  - id: order
    steps:
      - click:
          # by its role
          role: link   # not the button
          name: "Terms #1"   # of sale
      - click: {role: button, # the last
          name: Go}   # and on
      - click: >-
          Add to
          cart
      - click: Pay
`;
    for (const newLine of ["\n", "\r\n"]) {
      const before = text.replaceAll("\n", newLine);
      const { yaml, unpatched } = healPatch(before, [
        heal([...steps, 0, "click"], { role: "link", name: "Terms #1" }, { role: "link", name: "Our terms" }),
        heal([...steps, 1, "click"], { role: "button", name: "Go" }, "Continue"),
        heal([...steps, 2, "click"], "Add to cart", "Put in basket"),
        heal([...steps, 3, "click"], "Pay", "Pay now"),
      ]);
      expect(unpatched).toEqual([]);
      for (const comment of ["# by its role", "# not the button", "# of sale", "# the last", "# and on"])
        expect(yaml.split(comment)).toHaveLength(2);
      expect(yaml.replaceAll("\r\n", "\n").includes("\r")).toBe(false);
      expect(yaml.split(newLine).length).toBe(yaml.split("\n").length);
      const { suite: parsed, diagnostics } = parseSuite(yaml);
      expect(diagnostics).toEqual([]);
      expect(parsed?.cases[0]?.steps.map(({ args }) => args)).toEqual([
        { role: "link", name: "Our terms" },
        "Continue",
        "Put in basket",
        "Pay now",
      ]);
    }
  });

  it("changes nothing that another place shares by an anchor", () => {
    const text = `suite: Shop
base_url: http://shop.example
cases:
  - id: order
    steps: &both
      - click: Pay
  - id: again
    steps: *both
`;
    const { yaml, unpatched } = healPatch(text, [heal([...steps, 0, "click"], "Pay", "Pay now")]);
    expect(yaml).toBe(text);
    expect(unpatched).toMatchObject([{ reason: "it is an anchor that other places use, too" }]);
  });

  it("keeps line ends and byte order as they are", () => {
    const windows = suite.replaceAll("\n", "\r\n");
    const { yaml } = healPatch(windows, [
      heal([...steps, 4, "click"], { role: "link", name: "Terms" }, "Our terms"),
    ]);
    expect(yaml).toBe(windows.replace("role: link\r\n          name: Terms", "Our terms"));
  });
});
