import { readConfig } from "#src/config.ts";
import type { Config } from "#src/config.ts";
import { messageOf } from "./finding.ts";
import type { Check, Finding } from "./finding.ts";
import { checkArtifacts, checkDatabase, checkKeys } from "./doctor-data.ts";
import {
  checkBrowser,
  checkDataDirectory,
  checkDisk,
  checkFonts,
  checkNode,
  checkPort,
  checkTelemetry,
} from "./doctor-machine.ts";
import { checkLogBackends } from "./doctor-logs.ts";

const checks: Record<string, Check> = {
  node: checkNode,
  "data directory": checkDataDirectory,
  disk: checkDisk,
  keys: checkKeys,
  database: checkDatabase,
  artifacts: checkArtifacts,
  browser: checkBrowser,
  fonts: checkFonts,
  port: checkPort,
  "log backends": checkLogBackends,
  telemetry: checkTelemetry,
};

/** Looks at everything that the service needs where it is started. It changes nothing. */
export const examine = async (env: Record<string, string | undefined>): Promise<Finding[]> => {
  let config: Config;
  try {
    config = readConfig(env);
  } catch (error) {
    const next = "Correct the environment variables that are named; README.md lists them.";
    return [{ name: "settings", state: "fail", message: messageOf(error), next }];
  }
  const findings: Finding[] = [{ name: "settings", state: "ok", message: `role ${config.role}` }];
  for (const [name, check] of Object.entries(checks)) {
    try {
      findings.push(...[await check(config)].flat());
    } catch (error) {
      findings.push({ name, state: "fail", message: messageOf(error), next: "See the message." });
    }
  }
  return findings;
};

/** A finding a line, with what to do below those that need it. */
export const printFindings = (findings: readonly Finding[]): string =>
  findings
    .flatMap(({ name, state, message, next }) => [
      `${state.padEnd(4)}  ${name.padEnd(15)} ${message}`,
      ...(next === undefined ? [] : [`      ${"".padEnd(15)} → ${next}`]),
    ])
    .join("\n");
