import { isMaskOf } from "./address-credentials.ts";
import { logBackendKeys } from "./settings.ts";
import type { SettingName, Settings } from "./settings.ts";

/** What only says which lines are looked for, not where or as whom. */
const searchKeys: readonly SettingName[] = ["LOKI_SELECTOR", "ELASTICSEARCH_INDEX", "LOG_FILE_GLOB"];

/**
 * The settings of a request that may give a log source of its own. One that names where to ask or as whom stands alone: nothing
 * saved of any log source but its kind goes along to an address that the caller has chosen. One that only says what to look for, or repeats
 * what is saved, narrows the saved source.
 */
export const withLogSource = (saved: Settings, request: Settings | null): Settings => {
  if (!request) return saved;
  const given: Settings = { ...request };
  for (const name of logBackendKeys) if (isMaskOf(given[name] ?? "", saved[name])) given[name] = saved[name];
  const standsAlone = logBackendKeys.some(
    (name) => !searchKeys.includes(name) && given[name] !== undefined && given[name] !== saved[name],
  );
  if (!standsAlone) return { ...saved, ...given };
  const kept = Object.entries(saved).filter(
    ([name]) => name === "LOG_BACKEND" || !logBackendKeys.some((key) => key === name),
  );
  return { ...Object.fromEntries(kept), ...given };
};
