import { afterAll, beforeAll, expect, it } from "vitest";
import { createPlaywrightBrowser } from "#adapters/playwright/launch.ts";
import type { Browser } from "#ports/browser.ts";
import { tryPages } from "#test/support/failing-cases.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await createPlaywrightBrowser();
});
afterAll(() => browser.close());

/** Planets, which their heading puts in order by `key`: of the place from the sun on, or another one. */
const planets = (
  key: string,
): string => `<h1>Planets</h1><table aria-label=Planets><thead><tr><th><button>Planet</button><th><button>Moons</button></tr></thead><tbody></tbody></table><script>
    const sun = ["Mercury", "Venus", "Earth", "Mars", "Jupiter", "Saturn", "Uranus", "Neptune"];
    const all = [["Mars", 2], ["Uranus", 28], ["Mercury", 0], ["Saturn", 146], ["Earth", 1], ["Neptune", 16], ["Venus", 0], ["Jupiter", 95]];
    let rows = all, way = -1;
    const draw = () => { document.querySelector("tbody").innerHTML = rows.map((one) => "<tr><td>" + one.join("<td>") + "</tr>").join(""); };
    const keys = [${key}, (one) => one[1]];
    document.querySelectorAll("th button").forEach((head, at) => { head.onclick = () => { way = -way; rows = all.toSorted((a, b) => way * (keys[at](a) - keys[at](b))); draw(); }; });
    draw();</script>`;

it.each([
  ["from the sun on", "(one) => sun.indexOf(one[0])", []],
  [
    "as chance has it",
    "(one) => (draw.times = (draw.times ?? 0) + one[0].length * 7919) % 97",
    ["sort-home-planet"],
  ],
  ["by their moons", "(one) => one[1]", ["sort-home-planet"]],
  [
    "by their letters, but for one that was forgotten",
    `(one) => one[0] === "Saturn" ? 0 : sun.toSorted().indexOf(one[0]) + 1`,
    ["sort-home-planet"],
  ],
])(
  "names come %s, which may be an order of their own, or a wrong one",
  { timeout: 240_000 },
  async (_, key, expected) => {
    const { failing, yaml } = await tryPages(browser, planets(key), { only: /^sort/ });
    expect(failing).toEqual(expected);
    expect(yaml).toContain('"Moons" puts');
  },
);
