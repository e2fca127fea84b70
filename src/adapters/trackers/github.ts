import { withoutCredentials } from "#model/address-credentials.ts";
import type { Octokit } from "@octokit/core";
import type { TrackedIssue, TrackerDefinition } from "#ports/tracker.ts";
import { TrackerError } from "#ports/tracker.ts";
import { carries, createAsk, hidden } from "./ask.ts";
import type { TrackerDependencies } from "./ask.ts";

/** Pages of a hundred that are looked through for an issue whose filing was not answered. */
const mostPages = 5;
/** GitHub takes 65,536 characters. */
const longestBody = 60_000;

/** GitHub and GitHub Enterprise Server, through Octokit. GITHUB_URL is the root of the API. */
export const github = (dependencies: TrackerDependencies): TrackerDefinition => ({
  name: "github",
  needed: ["GITHUB_TOKEN", "GITHUB_REPO"],
  create: (settings) => {
    const baseUrl = withoutCredentials(settings.GITHUB_URL ?? "https://api.github.com").replace(/\/+$/, "");
    const [owner = "", repo = ""] = (settings.GITHUB_REPO ?? "").split("/").filter((part) => part !== "");
    const at = { owner, repo };
    const request = connect(baseUrl, settings.GITHUB_TOKEN ?? "", dependencies);

    return {
      place: `${baseUrl}/repos/${owner}/${repo}`,

      create: async ({ title, text, marker }) =>
        toIssue(
          await request((octokit) =>
            octokit.request("POST /repos/{owner}/{repo}/issues", {
              ...at,
              title,
              body: `${text.markdown.slice(0, longestBody)}\n\n${hidden(marker)}`,
            }),
          ),
        ),

      // The list, not the search: what the search knows is minutes old.
      find: async (marker, since) => {
        for (let page = 1; page <= mostPages; page += 1) {
          const issues = await request((octokit) =>
            octokit.request("GET /repos/{owner}/{repo}/issues", {
              ...at,
              state: "all",
              since: since.toISOString(),
              sort: "created",
              direction: "desc",
              per_page: 100,
              page,
            }),
          );
          const found = issues.find(({ body }) => carries(body, marker));
          if (found) return toIssue(found);
          if (issues.length < 100) return null;
        }
        return null;
      },

      get: async (key) => {
        try {
          return toIssue(
            await request((octokit) =>
              octokit.request("GET /repos/{owner}/{repo}/issues/{issue_number}", {
                ...at,
                issue_number: Number(key),
              }),
            ),
          );
        } catch (error) {
          // 410 is what was deleted; 404 may be a token that has lost its rights.
          if (error instanceof TrackerError && error.status === 410) return null;
          throw error;
        }
      },

      comment: async (key, text) => {
        await request((octokit) =>
          octokit.request("POST /repos/{owner}/{repo}/issues/{issue_number}/comments", {
            ...at,
            issue_number: Number(key),
            body: text.markdown,
          }),
        );
      },

      reopen: async (key) => {
        try {
          const { state } = await request((octokit) =>
            octokit.request("PATCH /repos/{owner}/{repo}/issues/{issue_number}", {
              ...at,
              issue_number: Number(key),
              state: "open",
              state_reason: "reopened",
            }),
          );
          return state === "open";
        } catch (error) {
          if (error instanceof TrackerError && (error.status === 403 || error.status === 422)) return false;
          throw error;
        }
      },
    };
  },
});

const toIssue = (issue: { number: number; html_url: string; state: string }): TrackedIssue => ({
  key: String(issue.number),
  url: issue.html_url,
  isOpen: issue.state !== "closed",
});

/** Calls Octokit, which is loaded at the first call, over our own fetch. */
const connect = (baseUrl: string, token: string, dependencies: TrackerDependencies) => {
  const ask = createAsk("GitHub", token, dependencies);
  const fetch = (url: string, init: { method: string; headers: Record<string, unknown>; body?: string }) =>
    ask(url, { method: init.method, headers: toText(init.headers), body: init.body ?? null });
  const silent = (): void => {};
  let loading: Promise<Octokit> | undefined;
  const load = (): Promise<Octokit> =>
    (loading ??= import("@octokit/core").then(
      ({ Octokit: Client }) =>
        new Client({
          auth: token,
          baseUrl,
          userAgent: "tracewright",
          // Its own log is the console.
          log: { debug: silent, info: silent, warn: silent, error: silent },
          request: { fetch },
        }),
    ));
  return async <T>(call: (octokit: Octokit) => Promise<{ data: T }>): Promise<T> => {
    const octokit = await load();
    try {
      return (await call(octokit)).data;
    } catch (error) {
      // Octokit wraps what our fetch throws in an error of its own.
      for (let at = error, depth = 0; at instanceof Error && depth < 4; at = at.cause, depth += 1)
        if (at instanceof TrackerError) throw at;
      const message = "GitHub answered something that is no answer.";
      throw new TrackerError(message, { reason: "down", maybeDone: true, cause: error });
    }
  };
};

const toText = (headers: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      typeof value === "string" || typeof value === "number" ? [[name, String(value)]] : [],
    ),
  );
