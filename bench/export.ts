import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { createBrowserProvider } from "#adapters/playwright/provider.ts";
import { exportSpec } from "#core/suite/export/export-spec.ts";
import { BUGS, LOOKALIKES } from "#examples/shop/bugs.ts";
import { createShop } from "#examples/shop/shop.ts";
import { exampleSuites, projectWith, runSpec, runSuite, suiteOf } from "#test/export/support.ts";

/*
 * Whether the example suites, a suite that says all that can be said, and the specs that they are exported as agree, case
 * by case, on the shop with each of its seeded faults:
 * `npm run bench:export -- [--batch 10] [--only id,id]`. A batch has so many faults on at once, which takes less time
 * and tells of fewer of them. Ends with 1 when a verdict differs.
 */
const { values } = parseArgs({
  options: { batch: { type: "string", default: "1" }, only: { type: "string" } },
});
const size = Math.max(1, Number(values.batch));
const all = values.only?.split(",") ?? [...BUGS, ...LOOKALIKES].map(({ id }) => id);
/** Faults that stand far from each other in the list are of different kinds: they hide each other less. */
const count = Math.ceil(all.length / size);
const batches = Array.from({ length: count }, (_, at) => all.filter((_id, place) => place % count === at));

const yaml = readFileSync(new URL("../test/export/every.yaml", import.meta.url), "utf8");
const every = suiteOf(yaml);
const suites = [...exampleSuites(), { suite: every, spec: exportSpec(every, "every.yaml") }];
const projects = await Promise.all(
  suites.map(async ({ suite: one, spec }) => ({ suite: one, folder: await projectWith(spec) })),
);
const browsers = createBrowserProvider({ executablePath: process.env["SERVICE_BROWSER_PATH"] });
let differences = 0;
let verdicts = 0;
let notPassed = 0;
for (const bugs of [[], ...batches]) {
  const [ownShop, specShop] = await Promise.all([createShop({ bugs }), createShop({ bugs })]);
  const name = bugs.join(" ") || "healthy";
  for (const { suite: one, folder } of projects) {
    const own = await runSuite(browsers, one, ownShop.url);
    const exported = await runSpec(folder, specShop.url);
    const ids = Object.keys(own.verdicts);
    const different = ids.filter((id) => own.verdicts[id] !== exported.verdicts[id]);
    differences += different.length;
    verdicts += ids.length;
    notPassed += ids.filter((id) => own.verdicts[id] !== "passed").length;
    console.log(`${name}: ${one.title}: ${ids.map((id) => `${id} ${own.verdicts[id] ?? "?"}`).join(", ")}`);
    for (const id of different) {
      console.log(`  ${id}: runner ${own.verdicts[id]} (${own.errors[id] ?? ""})`);
      console.log(`  ${id}: spec ${exported.verdicts[id]} (${(exported.errors[id] ?? "").slice(0, 400)})`);
    }
  }
  await Promise.all([ownShop.close(), specShop.close()]);
}
await browsers.close();
console.log(`${verdicts} verdicts, ${notPassed} of them not passed, ${differences} differences`);
process.exitCode = differences > 0 ? 1 : 0;
