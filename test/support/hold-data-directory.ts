/** A process that takes the data directory named by its first argument, says so, and holds it until it is killed. */
import { openDatabase } from "#adapters/database/open.ts";

await openDatabase({ dataDir: process.argv[2] ?? "" });
process.stdout.write("held\n");
setInterval(() => {}, 60_000);
