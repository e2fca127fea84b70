import { expectDefinitions } from "./expects/index.ts";
import { stepDefinitions } from "./steps/index.ts";

type Entry = { summary: string; description: string; example: string };

const section = (name: string, { summary, description, example }: Entry): string =>
  [
    `### \`${name}\``,
    summary,
    description === summary ? "" : description,
    `\`\`\`yaml\n- ${indent(example)}\n\`\`\``,
  ]
    .filter((part) => part !== "")
    .join("\n\n");

const indent = (example: string): string => example.trim().replaceAll("\n", "\n  ");

/** The reference of verbs and expects as Markdown, from the definitions themselves. */
export const suiteReference = (): string =>
  [
    "# Reference of steps and expects",
    "Made by `npm run --silent tracewright -- reference`; [suites.md](suites.md) tells how a suite is put together.",
    "## Steps",
    ...[...stepDefinitions].map(([verb, definition]) => section(verb, definition)),
    "## Expects",
    ...[...expectDefinitions].map(([kind, definition]) => section(kind, definition)),
  ].join("\n\n") + "\n";
