/**
 * How often the cause that is told of a failing case is right: seeded faults with the suite case that shows each, the category
 * that must be told, and what the suspected cause must name. `npm run bench:causes -- run|report`; results are kept in a
 * file, so that the whole can be measured in slices.
 */
import { appendFileSync, mkdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { createBrowserProvider } from "#adapters/playwright/provider.ts";
import { comparedSamples } from "./causes/compared-samples.ts";
import { measureCost } from "./causes/cost.ts";
import { foreignFaults } from "./causes/foreign-faults.ts";
import { foreignLogs } from "./causes/foreign-logs.ts";
import { foreignPages } from "./causes/foreign-pages.ts";
import { healthySamples } from "./causes/healthy-samples.ts";
import { moreForeignLogs } from "./causes/more-foreign-logs.ts";
import { pageSamples } from "./causes/page-samples.ts";
import { resultSamples } from "./causes/result-samples.ts";
import { runSample } from "./causes/run.ts";
import type { Sample } from "./causes/sample.ts";
import { lineOf, printScore, readLines } from "./causes/score.ts";
import { serverSamples } from "./causes/server-samples.ts";
import { suiteSamples } from "./causes/suite-samples.ts";

const HELP = `npm run bench:causes -- COMMAND [options]

  run                 runs the samples that the file of results does not hold yet, then reports
  cost                what it takes of a case that passes to remember what it saw (--rounds)
  report              says what the file of results holds

  --most N            stop after so many samples (all); go on later with the same file
  --only WORDS        only samples whose name contains these words; may be given again
  --again             also samples that the file has a result for
  --set SET           all, known (what the rules were mended by) or blind
  --lanes N           samples at a time (2)
  --file FILE         file of results
`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    most: { type: "string", default: "1000" },
    only: { type: "string", multiple: true, default: [] },
    again: { type: "boolean", default: false },
    set: { type: "string", default: "all" },
    lanes: { type: "string", default: "2" },
    rounds: { type: "string", default: "10" },
    file: { type: "string", default: join(tmpdir(), "tracewright-bench", "causes.jsonl") },
  },
});

const known = [
  ...serverSamples,
  ...pageSamples,
  ...suiteSamples,
  ...resultSamples,
  ...healthySamples,
  ...comparedSamples,
];
const blind = [...foreignLogs, ...moreForeignLogs, ...foreignFaults, ...foreignPages];
const sets: Record<string, Sample[]> = { all: [...known, ...blind], known, blind };
const samples = sets[values.set] ?? [];
const [command = ""] = positionals;
const { file, only, again } = values;
mkdirSync(dirname(file), { recursive: true });
if (command === "run") {
  const tried = readLines(file);
  const chosen = samples
    .filter(({ id }) => only.length === 0 || only.some((words) => id.includes(words)))
    .filter(({ id }) => again || !tried.has(id))
    .slice(0, Number(values.most));
  // A lost tab takes those of the other lanes with it.
  const left = chosen.filter(({ loses }) => loses === undefined);
  const alone = chosen.filter(({ loses }) => loses !== undefined);
  const browsers = createBrowserProvider({ executablePath: process.env["SERVICE_BROWSER_PATH"] });
  const lane = async (queue: Sample[]): Promise<void> => {
    for (let sample = queue.shift(); sample; sample = queue.shift()) {
      try {
        const line = lineOf(sample, await runSample(browsers, sample));
        appendFileSync(file, `${JSON.stringify(line)}\n`);
        const verdict = line.told !== line.expected ? "WRONG" : line.named === false ? "names not" : "right";
        console.error(
          `${verdict} ${line.id}: ${line.told} ${line.confidence} ${(line.suspected_cause || line.why).slice(0, 200)}`,
        );
      } catch (error) {
        console.error(
          `${sample.id} could not be tried: ${error instanceof Error ? error.message : String(error)}`,
        );
        process.exitCode = 1;
      }
    }
  };
  try {
    await Promise.all(Array.from({ length: Number(values.lanes) }, () => lane(left)));
    await lane(alone);
  } finally {
    await browsers.close();
  }
  printScore(samples, file);
} else if (command === "cost") {
  const browsers = createBrowserProvider({ executablePath: process.env["SERVICE_BROWSER_PATH"] });
  try {
    console.log(await measureCost(browsers, Number(values.rounds)));
  } finally {
    await browsers.close();
  }
} else if (command === "report") printScore(samples, file);
else {
  process.stdout.write(HELP);
  process.exitCode = 2;
}
