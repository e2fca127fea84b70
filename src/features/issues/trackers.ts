import { AppError } from "#model/errors.ts";
import type { FileIssues } from "#model/run.ts";
import type { SettingName, Settings } from "#model/settings.ts";

/** What must be set for a tracker to be used; addresses of the public services are known. */
const needed = {
  github: ["GITHUB_TOKEN", "GITHUB_REPO"],
  gitlab: ["GITLAB_TOKEN", "GITLAB_PROJECT"],
  jira: ["JIRA_URL", "JIRA_EMAIL", "JIRA_API_TOKEN", "JIRA_PROJECT"],
} as const satisfies Record<string, readonly SettingName[]>;

export type Trackers = ReturnType<typeof createTrackers>;

/** The external trackers of an organisation. */
export const createTrackers = ({ inClear }: { inClear(orgId: string): Promise<Settings> }) => {
  const missing = (settings: Settings, tracker: keyof typeof needed): SettingName[] =>
    needed[tracker].filter((name) => settings[name] === undefined);

  return {
    /** Which trackers are configured. */
    configured: async (orgId: string): Promise<Record<keyof typeof needed, boolean>> => {
      const settings = await inClear(orgId);
      const has = (tracker: keyof typeof needed): boolean => missing(settings, tracker).length === 0;
      return { github: has("github"), gitlab: has("gitlab"), jira: has("jira") };
    },

    /** Throws AppError("invalid_request") when issues cannot be filed there, naming the settings that are missing. */
    checkFiling: async (orgId: string, target: FileIssues | undefined): Promise<void> => {
      if (target === undefined || target === "off" || target === "native") return;
      const names = missing(await inClear(orgId), target);
      const message =
        names.length > 0
          ? `${target} is not configured; set ${names.join(", ")} first`
          : `filing in ${target} is not part of this version; use native`;
      throw new AppError("invalid_request", `Issues cannot be filed in ${target}: ${message}.`, {
        errors: [{ path: "file_issues", message }],
      });
    },
  };
};
