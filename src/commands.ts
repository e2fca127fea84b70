import { Command, CommanderError, Option } from "commander";
import type { GenerateOptions } from "#cli/generate.ts";
import { printableLines } from "#cli/printable.ts";
import type { RunOptions } from "#cli/run.ts";
import { AppError } from "#model/errors.ts";
import { fileIssuesSchema } from "#model/run.ts";
import { addOperatingCommands } from "./operate/commands.ts";
import { usualUrl } from "./usual-url.ts";
import { version } from "./version.ts";

type Env = Record<string, string | undefined>;

/** What the app under test is logged in to with. One in the environment may be for other apps: without a name it is none. */
const appPasswordOf = (
  { appPassword, username }: { appPassword?: string | undefined; username?: string | undefined },
  env: Env,
): string | undefined => appPassword ?? (username === undefined ? undefined : env.APP_PASSWORD);

/** Carries out one command line. Gives the exit code: 0 done, 1 something failed, 2 the call or the settings are wrong. */
export const run = async (args: string[], env: Env): Promise<number> => {
  let code = 0;
  const program = new Command("tracewright")
    .description("Writes, runs and explains end-to-end browser tests.")
    .version(version)
    .exitOverride()
    .showHelpAfterError("(add --help for what there is)");

  program
    .command("serve")
    .description("start the whole service: API, queue, workers, database; the default")
    .addHelpText("after", "\nSettings come from the environment, all named SERVICE_…; README.md lists them.")
    .action(async () => {
      const { serve } = await import("./serve.ts");
      code = await serve(env);
    });

  program
    .command("worker")
    .description("work on the runs of a shared database; the same as serve with SERVICE_ROLE=worker")
    .action(async () => {
      const { serve } = await import("./serve.ts");
      code = await serve(env, { SERVICE_ROLE: "worker" });
    });

  withService(
    program
      .command("analyze")
      .description("explore an app, write a suite, run it and say what is broken and why")
      .argument("<url>", "the app under test")
      .option("--username <name>", "log in to the app as this user")
      .option(
        "--app-password <password>",
        "with this password; better in APP_PASSWORD, where no process list shows it",
      )
      .option("--login-path <path>", "where the app's log-in form is; looked for if left out")
      .option("--exhaustive", "deeper coverage, slower", false)
      .option("--loki <url>", "Loki that has the app's server logs")
      .option("--loki-selector <selector>", 'log stream selector, such as {app="shop"}')
      .option("--json", "print the answer as JSON", false)
      .option("--report <file>", "save the report, with its pictures, as one HTML page"),
  ).action(async (appUrl: string, options: AnalyzeFlags) => {
    const { runAnalyze } = await import("#cli/analyze.ts");
    code = await runAnalyze({
      ...options,
      appUrl,
      url: options.service,
      appPassword: appPasswordOf(options, env),
      logBackend: options.loki ? lokiBackend(options.loki, options.lokiSelector) : undefined,
      env,
    });
  });

  withService(
    program
      .command("run")
      .description("run suites and say what is broken and why; exit code 0 when every case passed")
      .argument(
        "<suite...>",
        "suite files, which the service keeps under their title, or names of suites of the service",
      )
      .option(
        "--cases <ids...>",
        "only these cases, with those they need; spaces or commas between them",
        listed,
      )
      .option("--base-url <url>", "app to run on, in place of the suites' own")
      .option("--sharded", "split the cases over idle workers", false)
      .option("--replace", "a file takes the place of the service's suite of the same title", false)
      .addOption(
        new Option("--file-issues <where>", "where failures are filed").choices(fileIssuesSchema.options),
      )
      .option("--json", "print the reports as JSON", false)
      .option("--junit <file>", "save the results as JUnit XML, for CI servers")
      .option("--report <file>", "save the report, with its pictures, as one HTML page"),
  ).action(async (suites: string[], options: RunFlags) => {
    const { runSuites } = await import("#cli/run.ts");
    code = await runSuites({ ...options, suites, url: options.service, env });
  });

  program
    .command("export")
    .description("print a suite file as a spec for npx playwright test, without a service")
    .argument("<file>", "suite file")
    .option("--out <file>", "save the spec here")
    .action(async (file: string, { out }: { out?: string }) => {
      const { exportFile } = await import("#cli/export.ts");
      code = exportFile(file, out);
    });

  withService(
    program
      .command("generate")
      .description("write a suite from an app, from words or from an API description, and print it")
      .argument("[address]", "the app for kind url; else what to fetch")
      .option("--kind <kind>", "url, docs, text or openapi", "url")
      .option("--base-url <url>", "app that the suite targets, for other kinds than url")
      .option("--file <file>", "file with the words or the description, in place of an address")
      .option("--username <name>", "log in to the app as this user")
      .option(
        "--app-password <password>",
        "with this password; better in APP_PASSWORD, where no process list shows it",
      )
      .option("--login-path <path>", "where the app's log-in form is; looked for if left out")
      .option("--quick", "less coverage, sooner", false)
      .option("--out <file>", "save the suite here")
      .option("--save-as <title>", "keep the suite in the service under a name made from this")
      .option("--regenerate <suite>", "suite of the service that this renews: show what would change in it")
      .option("--apply", "with --regenerate: write it into the suite", false),
  ).action(async (from: string | undefined, options: GenerateFlags) => {
    const { runGenerate } = await import("#cli/generate.ts");
    const appPassword = appPasswordOf(options, env);
    code = await runGenerate({ ...options, from, appPassword, url: options.service, env });
  });

  withService(
    program
      .command("regeneration")
      .description("show what generating a suite again would change in it, as a unified diff")
      .argument("<suite>", "file name of the suite")
      .option("--apply", "write the change into the suite; what people edited stays", false),
  ).action(async (suite: string, options: ServiceFlags & { apply: boolean }) => {
    const { runRegeneration } = await import("#cli/generate.ts");
    code = await runRegeneration({ ...options, suite, url: options.service, env });
  });

  withService(
    program
      .command("patch")
      .description("show what a run's healed targets would change in its suite, as a unified diff")
      .argument("<run>", "the run's id")
      .option("--apply", "write the change into the suite, all of it or nothing", false),
  ).action(async (runId: string, options: ServiceFlags & { apply: boolean }) => {
    const { runPatch } = await import("#cli/patch.ts");
    code = await runPatch({ ...options, runId, url: options.service, env });
  });

  withService(
    program
      .command("qualify")
      .description("find out what a suite of the service would notice if its app broke")
      .argument("<suite>", "file name of the suite")
      .option("--cases <ids...>", "only these cases; spaces or commas between them", listed)
      .option("--base-url <url>", "app to carry the suite out on, in place of its own")
      .option("--faults <n>", "faults to try at most, one a repetition (40)", Number)
      .option("--budget <seconds>", "after so long no further fault is begun (1800)", Number)
      .option("--seed <n>", "decides which faults are chosen; another each time if left out", Number)
      .option(
        "--reset <case>",
        "case of the suite that puts the app back; carried out before each repetition",
      )
      .option("--least <percent>", "exit with 1 when the score is lower", Number)
      .option("--json", "print the answer as JSON", false)
      .option("--report <file>", "save the report as one HTML page"),
  ).action(async (suite: string, { faults, budget, service, ...options }: QualifyFlags) => {
    const { runQualify } = await import("#cli/qualify.ts");
    code = await runQualify({ ...options, suite, maxFaults: faults, budgetS: budget, url: service, env });
  });

  program
    .command("validate")
    .description("check suite files without a service; every mistake with line and column")
    .argument("<file...>", "suite files")
    .action(async (files: string[]) => {
      const { validateFiles } = await import("#cli/validate.ts");
      code = validateFiles(files);
    });

  program
    .command("schema")
    .description("print the JSON Schema of the suite grammar, for editors")
    .action(async () => {
      const { printSchema } = await import("#cli/schema.ts");
      printSchema();
    });

  program
    .command("reference")
    .description("print the reference of steps and expects as Markdown")
    .action(async () => {
      const { printReference } = await import("#cli/schema.ts");
      printReference();
    });

  addOperatingCommands(program, env, (ended) => {
    code = ended;
  });

  try {
    // With --help behind it, an unknown command would be answered as if it were none at all.
    const [name] = args;
    const known = ["help", ...program.commands.map((command) => command.name())];
    if (name !== undefined && !name.startsWith("-") && !known.includes(name))
      program.error(`error: unknown command '${name}'`, { code: "commander.unknownCommand" });
    await program.parseAsync(args.length === 0 ? ["serve"] : args, { from: "user" });
    return code;
  } catch (error) {
    return tell(error);
  }
};

type AnalyzeFlags = ServiceFlags & {
  username?: string;
  appPassword?: string;
  loginPath?: string;
  exhaustive: boolean;
  loki?: string;
  lokiSelector?: string;
  json: boolean;
  report?: string;
};

type RunFlags = ServiceFlags & Omit<RunOptions, "suites" | "url" | "env">;

type GenerateFlags = ServiceFlags & Omit<GenerateOptions, "from" | "url" | "env">;

type ServiceFlags = { service: string; token?: string; email?: string; password?: string };

type QualifyFlags = ServiceFlags & {
  cases?: string[];
  baseUrl?: string;
  faults?: number;
  budget?: number;
  seed?: number;
  reset?: string;
  least?: number;
  json: boolean;
  report?: string;
};

/** The options of a command that asks a service. */
const withService = (command: Command): Command =>
  command
    .addOption(
      new Option("--service <url>", "address of the Tracewright service")
        .default(usualUrl)
        .env("SERVICE_URL"),
    )
    .option("--token <token>", "API token; else SERVICE_TOKEN, else the one kept from the last sign-in")
    .option("--email <email>", "sign in to the service as this user; creates the admin of a new service")
    .option("--password <password>", "with this password");

/** Adds what is given, a or a,b, to what was given before. */
const listed = (given: string, before: string[] = []): string[] => [
  ...before,
  ...given.split(",").flatMap((item) => item.trim() || []),
];

const lokiBackend = (url: string, selector?: string): Record<string, string> => ({
  LOG_BACKEND: "loki",
  LOKI_URL: url,
  ...(selector ? { LOKI_SELECTOR: selector } : {}),
});

/** Says what went wrong in a line, without a stack for what the user can put right. */
const tell = (error: unknown): number => {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
  if (error instanceof AppError) {
    const mistakes = (error.errors ?? []).map((item) => `  ${item.path}: ${item.message}`);
    console.error(printableLines([error.message, ...mistakes].join("\n")));
    return 1;
  }
  if (error instanceof Error && ["UsageError", "ConfigError", "NoAnswerError"].includes(error.name)) {
    console.error(printableLines(error.message));
    return 2;
  }
  console.error(error);
  return 1;
};
