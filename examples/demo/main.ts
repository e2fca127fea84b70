import { once } from "node:events";
import { parseArgs } from "node:util";
import { createShop } from "#examples/shop/shop.ts";
import { DEMO } from "#examples/shop/visitor.ts";
import { startLoki } from "#test/support/loki.ts";

const HELP = `Starts the example shop and a small stand-in for Loki that collects its log, and prints the command that analyses it.

  npm run demo -- [options]

  --bug ID           turns a bug of the shop on; may be given again (order-throws)
  --healthy          no bug at all
  --port N           port of the shop (4000); the log server takes the next one
  --help             shows this

The bugs are listed in examples/shop/README.md.
`;

const { values } = parseArgs({
  options: {
    bug: { type: "string", multiple: true },
    healthy: { type: "boolean", default: false },
    port: { type: "string", default: "4000" },
    help: { type: "boolean", default: false },
  },
});

const main = async (): Promise<void> => {
  const port = Number(values.port);
  const bugs = values.healthy ? [] : (values.bug ?? ["order-throws"]);
  const loki = await startLoki({ port: port + 1 });
  const tracingSnippet = new URL("../../src/features/tracing/snippet.js", import.meta.url).href;
  const shop = await createShop({ port, bugs, lokiUrl: loki.url, tracingSnippet });
  console.log(`
The shop is at ${shop.url} (${bugs.length > 0 ? `with the bug ${bugs.join(", ")}` : "healthy"}), its log at ${loki.url}

With the service running (npm start), in another terminal:

    npm run tracewright -- analyze ${shop.url} --username ${DEMO.email} --app-password ${DEMO.password} \\
        --loki ${loki.url} --loki-selector '{app="shop"}'
`);
  await Promise.race([once(process, "SIGINT"), once(process, "SIGTERM")]);
  await shop.close();
  await loki.close();
};

if (values.help) console.log(HELP);
else
  await main().catch((error: unknown) => {
    // A bug or a port that is not to be had: the message says it all.
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  });
