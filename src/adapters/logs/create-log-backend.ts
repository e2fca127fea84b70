import type { LogBackend } from "#ports/logs.ts";
import type { LogBackendFactory, LogDependencies, LogSettings } from "./backend.ts";
import { createElasticsearchLogs } from "./elasticsearch.ts";
import { createFileLogs } from "./files.ts";
import { createLokiLogs } from "./loki.ts";

/** Every backend by the value of LOG_BACKEND that chooses it. */
const factories: Record<string, LogBackendFactory> = {
  loki: createLokiLogs,
  elasticsearch: createElasticsearchLogs,
  file: createFileLogs,
};

/** The log backend that an organisation has set up; null when it has none, or its address is missing. */
export const createLogBackend = (settings: LogSettings, dependencies: LogDependencies): LogBackend | null => {
  const name = settings.LOG_BACKEND ?? "";
  const factory = Object.hasOwn(factories, name) ? factories[name] : undefined;
  return factory?.(settings, dependencies) ?? null;
};
