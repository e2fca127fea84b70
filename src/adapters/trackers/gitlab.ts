import { withoutCredentials } from "#model/address-credentials.ts";
import { z } from "zod";
import type { NewTrackedIssue, TrackedIssue, TrackerDefinition } from "#ports/tracker.ts";
import { TrackerError } from "#ports/tracker.ts";
import { carries, createAsk, hidden } from "./ask.ts";
import type { Ask, TrackerDependencies } from "./ask.ts";
import { bodyOf } from "./multipart.ts";

const mostPages = 5;

/** What gitbeaker hands to its transport. */
const optionsSchema = z.object({
  prefixUrl: z.string(),
  method: z.string(),
  headers: z.record(z.string(), z.string()).default({}),
  searchParams: z.string().default(""),
  body: z.union([z.string(), z.instanceof(FormData)]).optional(),
});

const objectSchema = z.record(z.string(), z.unknown());
const answerSchema = z.union([z.array(objectSchema), objectSchema]);

/** GitLab, in the cloud or self-managed, through gitbeaker. */
export const gitlab = (dependencies: TrackerDependencies): TrackerDefinition => ({
  name: "gitlab",
  needed: ["GITLAB_TOKEN", "GITLAB_PROJECT"],
  create: (settings) => {
    const host = (settings.GITLAB_URL ?? "https://gitlab.com").replace(/\/+$/, "");
    const project = (settings.GITLAB_PROJECT ?? "").replaceAll(/^\/+|\/+$/g, "");
    const token = settings.GITLAB_TOKEN ?? "";
    const load = connect(host, token, createAsk("GitLab", token, dependencies));

    /** The picture as Markdown; empty when GitLab did not take it. */
    const upload = async (picture: NewTrackedIssue["picture"]): Promise<string> => {
      if (!picture) return "";
      const { projects } = await load();
      const content = new Blob([Uint8Array.from(picture.bytes)]);
      const uploaded = await projects
        .uploadForReference(project, { content, filename: picture.name })
        .catch(() => null);
      return uploaded?.markdown.startsWith("![") ? `\n\n${uploaded.markdown}` : "";
    };

    return {
      place: `${withoutCredentials(host).replace(/\/+$/, "")}/${project}`,

      create: async ({ title, text, marker, picture }) => {
        const { issues } = await load();
        const description = `${text.markdown}${await upload(picture)}\n\n${hidden(marker)}`;
        return toIssue(await issues.create(project, title, { description }));
      },

      find: async (marker, since) => {
        const { issues } = await load();
        const made = await issues.all({
          projectId: project,
          scope: "all",
          createdAfter: since.toISOString(),
          orderBy: "created_at",
          sort: "desc",
          perPage: 100,
          maxPages: mostPages,
        });
        const found = made.find(({ description }) => carries(description, marker));
        return found ? toIssue(found) : null;
      },

      get: async (key) => {
        const { issues } = await load();
        try {
          return toIssue(await issues.show(Number(key), { projectId: project }));
        } catch (error) {
          const isGone =
            error instanceof TrackerError &&
            error.status === 404 &&
            !/project not found/i.test(error.message);
          if (isGone) return null;
          throw error;
        }
      },

      comment: async (key, text) => {
        const { notes } = await load();
        await notes.create(project, Number(key), text.markdown);
      },

      reopen: async (key) => {
        const { issues } = await load();
        try {
          const { state } = await issues.edit(project, Number(key), { stateEvent: "reopen" });
          return state === "opened";
        } catch (error) {
          if (error instanceof TrackerError && error.status === 403) return false;
          throw error;
        }
      },
    };
  },
});

const toIssue = (issue: { iid: number; web_url: string; state: string }): TrackedIssue => ({
  key: String(issue.iid),
  url: issue.web_url,
  isOpen: issue.state !== "closed",
});

/** The clients of gitbeaker, loaded at the first call, over our own fetch. */
const connect = (host: string, token: string, ask: Ask) => {
  const send = async (endpoint: string, given?: Record<string, unknown>) => {
    const { prefixUrl, method, headers, searchParams, body } = optionsSchema.parse(given);
    const url = new URL(endpoint, prefixUrl.endsWith("/") ? prefixUrl : `${prefixUrl}/`);
    url.search = searchParams;
    const sent = await bodyOf(body);
    const answer = await ask(url.href, {
      method,
      headers: { accept: "application/json", ...headers, ...sent.headers },
      body: sent.body,
    });
    const received = answerSchema.safeParse(await answer.json().catch(() => undefined));
    if (!received.success) {
      const message = "GitLab answered something that is no JSON.";
      throw new TrackerError(message, { reason: "down", maybeDone: method !== "GET" });
    }
    return { body: received.data, headers: Object.fromEntries(answer.headers), status: answer.status };
  };
  const open = async () => {
    const [{ Issues, IssueNotes, Projects }, { createRequesterFn }] = await Promise.all([
      import("@gitbeaker/core"),
      import("@gitbeaker/requester-utils"),
    ]);
    const requesterFn = createRequesterFn(async (_resource, request) => request, send);
    // Without limits of its own: what GitLab says of its limits is obeyed.
    const options = { host, token, requesterFn, rateLimits: {} };
    return { issues: new Issues(options), notes: new IssueNotes(options), projects: new Projects(options) };
  };
  let loading: ReturnType<typeof open> | undefined;
  return () => (loading ??= open());
};
