/**
 * What the generator is worth: the share of the example shop's seeded bugs that a generated suite finds, and what it says of
 * healthy apps. `npm run bench:generator -- shop|healthy|report`; results are kept in a file, so that the whole can be
 * measured in slices.
 */
import { mkdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { createPlaywrightBrowser } from "#adapters/playwright/launch.ts";
import { printHealthy, tryHealthy } from "./generator/healthy.ts";
import { tryApi, tryTasksApi } from "./generator/api.ts";
import { trySeeded } from "./generator/seeded.ts";
import { tryTexts } from "./generator/text.ts";
import { printScore, scoreShop } from "./generator/score.ts";

const HELP = `npm run bench:generator -- COMMAND [options]

  shop                which of the example shop's seeded bugs a generated suite finds
  healthy             what it makes of an app that is taken to be healthy, beside a Crawlee crawl
  seeded              what it finds in another application with seeded bugs, group by group
  text                how many written cases become steps that run, and whose verdict a person agrees with
  api                 which of the example API's seeded bugs are found; with --url and --description a real API
  report              says again what the file of results holds

  --most N            stop after so many bugs (all); go on later with the same file
  --bug ID            only this bug; may be given again
  --together N        bugs of different places that share a shop (8)
  --again             also bugs that the file has a result for
  --once              what is missed beside others is not tried alone
  --quick             the quick exploration instead of the exhaustive one
  --file FILE         file of results

  --name NAME --url URL [--user U --password P [--login-path PATH]]     the app for \`healthy\`
  --wiki URL --kitchen-sink URL     the real apps for \`text\`; without one its cases are left out
  --description FILE  the API description for \`api\`
  --runs N            runs of the suite after it was handed out (3)
  --folder DIR        the application for \`seeded\`: a server.js that reads PORT and BUGS, and a groups.json (arrays of ids)
  --group N|healthy   only this group of bugs; may be given again
`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    most: { type: "string", default: "1000" },
    bug: { type: "string", multiple: true, default: [] },
    together: { type: "string", default: "8" },
    again: { type: "boolean", default: false },
    once: { type: "boolean", default: false },
    quick: { type: "boolean", default: false },
    file: { type: "string", default: join(tmpdir(), "tracewright-bench", "generator.jsonl") },
    name: { type: "string", default: "app" },
    url: { type: "string", default: "" },
    user: { type: "string" },
    password: { type: "string", default: "" },
    "login-path": { type: "string" },
    wiki: { type: "string" },
    "kitchen-sink": { type: "string" },
    "react-admin": { type: "string" },
    only: { type: "string", multiple: true, default: [] },
    description: { type: "string" },
    runs: { type: "string", default: "3" },
    folder: { type: "string", default: "" },
    group: { type: "string", multiple: true, default: [] },
    help: { type: "boolean", short: "h", default: false },
  },
});

const [command = ""] = positionals;
const { file } = values;
const healthyFile = file.replace(/(?:\.jsonl)?$/, "-healthy.jsonl");
mkdirSync(dirname(file), { recursive: true });
if (values.help) process.stdout.write(HELP);
else if (command === "report") {
  printScore(file);
  printHealthy(healthyFile);
} else if (
  command === "shop" ||
  (command === "healthy" && values.url !== "") ||
  (command === "seeded" && values.folder !== "")
) {
  const browser = await createPlaywrightBrowser();
  const exhaustive = !values.quick;
  const { name, url, user, password } = values;
  const loginPath = values["login-path"] ?? null;
  const auth = user === undefined ? null : { username: user, password, loginPath };
  try {
    if (command === "shop") {
      const { bug: bugs, again, once } = values;
      const [most, together] = [Number(values.most), Number(values.together)];
      await scoreShop(browser, { file, bugs, most, together, again, exhaustive, once });
    } else if (command === "seeded") {
      const { folder, group: groups } = values;
      const seededFile = file.replace(/(?:\.jsonl)?$/, "-seeded.jsonl");
      await trySeeded(browser, { name, auth }, { folder, groups, file: seededFile, exhaustive });
    } else {
      await tryHealthy(
        browser,
        { name, url, auth },
        { file: healthyFile, runs: Number(values.runs), exhaustive },
      );
    }
  } finally {
    await browser.close();
  }
} else if (command === "text" || command === "api") {
  const browser = await createPlaywrightBrowser();
  try {
    const { wiki, "kitchen-sink": kitchenSink, description, name, url, user, password } = values;
    if (command === "text") {
      const apps = { wiki, "kitchen-sink": kitchenSink, "react-admin": values["react-admin"] };
      await tryTexts(browser, apps, values.only);
    } else if (description === undefined) await tryTasksApi(browser, values.bug);
    else {
      const loginPath = values["login-path"] ?? null;
      const auth = user === undefined ? null : { username: user, password, loginPath };
      const text = readFileSync(description, "utf8");
      await tryApi(browser, { name, url, text, auth }, !values.quick);
    }
  } finally {
    await browser.close();
  }
} else {
  process.stdout.write(HELP);
  process.exitCode = 2;
}
