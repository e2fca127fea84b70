import type { Command } from "commander";

type Env = Record<string, string | undefined>;

/** Adds the commands for who operates a service. Each reads the settings of the service from the environment. */
export const addOperatingCommands = (program: Command, env: Env, end: (code: number) => void): void => {
  const readSettings = async () => (await import("#src/config.ts")).readConfig(env);

  program
    .command("doctor")
    .description("look at what the service needs on this machine, and say what to do about what is wrong")
    .option("--json", "print the findings as JSON", false)
    .action(async ({ json }: { json: boolean }) => {
      const { examine, printFindings } = await import("./doctor.ts");
      const findings = await examine(env);
      console.log(json ? JSON.stringify(findings, null, 2) : printFindings(findings));
      end(findings.some(({ state }) => state === "fail") ? 1 : 0);
    });

  program
    .command("housekeeping")
    .description("remove now what the SERVICE_RETENTION_… settings say; the service does so by itself")
    .option("--dry-run", "say what would be removed, and remove nothing", false)
    .option("--orphans", "also files of runs that the database does not know", false)
    .action(async (options: { dryRun: boolean; orphans: boolean }) => {
      const { keepHouse } = await import("./housekeeping.ts");
      const kept = await keepHouse(await readSettings(), options);
      const what = { traces: "traces of runs", artifacts: "files of runs", events: "events of runs" };
      console.log(options.dryRun ? "Would be removed:" : "Removed:");
      for (const [name, count] of Object.entries({ ...kept }))
        console.log(`${String(count).padStart(9)}  ${name in what ? what[name as keyof typeof what] : name}`);
      end(0);
    });

  program
    .command("backup")
    .description("write a backup of an embedded installation, also while the service works")
    .argument("<target>", "a folder, or a file that ends in .tar, .tar.gz or .tgz; must not be there yet")
    .option("--without-keys", "leave out the keys that stored secrets are encrypted with", false)
    .action(async (target: string, { withoutKeys }: { withoutKeys: boolean }) => {
      const { backUp } = await import("./backup.ts");
      const { files, rows } = await backUp(await readSettings(), target, { withKeys: !withoutKeys });
      console.log(`${target}: ${rows["runs"] ?? 0} runs, ${Object.keys(files).length} files.`);
      console.log(
        "secret.key" in files
          ? "It holds the key of the stored secrets: keep it as safe as the data directory."
          : "It does not hold the key of the stored secrets: keep secret.key, or SERVICE_SECRET_KEY, elsewhere.",
      );
      end(0);
    });

  program
    .command("restore")
    .description("put a backup into SERVICE_DATA_DIR, which must be empty")
    .argument("<source>", "what `backup` has written")
    .action(async (source: string) => {
      const { restore } = await import("./restore.ts");
      const { dataDir } = await readSettings();
      const { created_at: at, rows, files } = await restore(source, dataDir);
      console.log(`${dataDir} is as it was at ${at}: ${rows["runs"] ?? 0} runs.`);
      if (!("secret.key" in files)) {
        console.log(
          "The backup holds no key: put secret.key back, or set SERVICE_SECRET_KEY, before the start.",
        );
      }
      end(0);
    });

  program
    .command("migrate-to-postgres")
    .description(
      "copy the embedded installation in SERVICE_DATA_DIR into the empty database of SERVICE_DATABASE_URL",
    )
    .action(async () => {
      const { migrateToPostgres } = await import("./migrate-to-postgres.ts");
      const config = await readSettings();
      const { tables } = await migrateToPostgres(config, (line) => console.log(line));
      const rows = tables.reduce((sum, table) => sum + table.rows, 0);
      console.log(`Done: ${rows} rows in ${tables.length} tables. ${config.dataDir} was left as it was.`);
      end(0);
    });
};
