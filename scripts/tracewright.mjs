#!/usr/bin/env node
/** The command line: sets up a checkout like `npm start` does, then passes its arguments to src/main.ts. */
import { finish, service } from "./bootstrap.mjs";

await finish(() => service(process.argv.slice(2)));
