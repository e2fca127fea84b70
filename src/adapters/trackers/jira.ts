import { withoutCredentials } from "#model/address-credentials.ts";
import type { Client } from "jira.js/core";
import { z } from "zod";
import type { IssueBlock } from "#model/tracker.ts";
import type { TrackedIssue, TrackerDefinition } from "#ports/tracker.ts";
import { TrackerError } from "#ports/tracker.ts";
import { toAdf } from "./adf.ts";
import { createAsk } from "./ask.ts";
import type { Ask, TrackerDependencies } from "./ask.ts";
import { bodyOf } from "./multipart.ts";

const pageSize = 100;
const mostPages = 5;

const statusSchema = z.object({ statusCategory: z.object({ key: z.string() }) });

/** Jira Cloud through jira.js: version 3 of its API, texts as Atlassian documents. */
export const jira = (dependencies: TrackerDependencies): TrackerDefinition => ({
  name: "jira",
  needed: ["JIRA_URL", "JIRA_EMAIL", "JIRA_API_TOKEN", "JIRA_PROJECT"],
  create: (settings) => {
    const host = withoutCredentials(settings.JIRA_URL ?? "").replace(/\/+$/, "");
    const project = settings.JIRA_PROJECT ?? "";
    const token = settings.JIRA_API_TOKEN ?? "";
    const credentials = Buffer.from(`${settings.JIRA_EMAIL ?? ""}:${token}`).toString("base64");
    const client = clientOf(host, credentials, createAsk("Jira", token, dependencies));
    const toIssue = (key: string, status?: unknown): TrackedIssue => ({
      key,
      url: `${host}/browse/${key}`,
      isOpen: statusSchema.safeParse(status).data?.statusCategory.key !== "done",
    });

    /** The id of the project's type for bugs, or of its first type that stands for itself. */
    const issueType = async (): Promise<string> => {
      const { getCreateIssueMetaIssueTypes } = await import("jira.js/cloud");
      const { issueTypes = [] } = await getCreateIssueMetaIssueTypes(client, { projectIdOrKey: project });
      const types = issueTypes.filter(({ subtask }) => subtask !== true);
      const id = (types.find(({ name }) => name?.toLowerCase() === "bug") ?? types[0])?.id;
      if (id !== undefined) return id;
      const message = `Jira lets nobody file issues in ${project} with this account.`;
      throw new TrackerError(message, { reason: "refused" });
    };

    return {
      place: `${host}/projects/${project}`,

      create: async ({ title, text, marker, picture }) => {
        const { createIssue, addAttachment } = await import("jira.js/cloud");
        const { key } = await createIssue(client, {
          fields: {
            project: { key: project },
            issuetype: { id: await issueType() },
            summary: title,
            description: toAdf([...text.blocks, markerBlock(marker)]),
          },
        });
        if (picture) {
          const attachments = { filename: picture.name, content: picture.bytes };
          await addAttachment(client, { issueIdOrKey: key, attachments }).catch(() => undefined);
        }
        return toIssue(key);
      },

      find: async (marker, since) => {
        const { searchAndReconsileIssuesUsingJqlPost: search } = await import("jira.js/cloud");
        // Minutes back from now: a date would be read in the time zone of the account.
        const minutes = Math.ceil((Date.now() - since.getTime()) / 60_000) + 1;
        const jql = `project = ${JSON.stringify(project)} AND created >= "-${minutes}m" ORDER BY created DESC`;
        let nextPageToken: string | undefined;
        for (let page = 1; page <= mostPages; page += 1) {
          const fields = ["description", "status"];
          const answer = await search(client, { jql, fields, maxResults: pageSize, nextPageToken });
          const found = answer.issues?.find((issue) => endsWith(issue.fields?.["description"], marker));
          if (found?.key !== undefined) return toIssue(found.key, found.fields?.["status"]);
          nextPageToken = answer.nextPageToken ?? undefined;
          if (nextPageToken === undefined) return null;
        }
        return null;
      },

      get: async (key) => {
        const { getIssue } = await import("jira.js/cloud");
        try {
          const issue = await getIssue(client, { issueIdOrKey: key, fields: ["status"] });
          // Its key is another once it was moved to another project.
          return toIssue(issue.key ?? key, issue.fields?.["status"]);
        } catch (error) {
          if (error instanceof TrackerError && error.status === 404) return null;
          throw error;
        }
      },

      comment: async (key, text) => {
        const { addComment } = await import("jira.js/cloud");
        await addComment(client, { issueIdOrKey: key, body: toAdf(text.blocks) });
      },

      reopen: async (key) => {
        const { getTransitions, doTransition } = await import("jira.js/cloud");
        try {
          const { transitions = [] } = await getTransitions(client, { issueIdOrKey: key });
          const leadingTo = (category: string) =>
            transitions.find(({ id, to }) => id !== undefined && to?.statusCategory?.key === category);
          const transition = leadingTo("new") ?? leadingTo("indeterminate");
          if (transition?.id === undefined) return false;
          await doTransition(client, { issueIdOrKey: key, transition: { id: transition.id } });
          return true;
        } catch (error) {
          // The workflow wants more than we know.
          const isUnwilling =
            error instanceof TrackerError && [400, 403, 409, 422].includes(error.status ?? 0);
          if (isUnwilling) return false;
          throw error;
        }
      },
    };
  },
});

const markerBlock = (marker: string): IssueBlock => ({
  kind: "paragraph",
  parts: [{ text: marker, style: "code" }],
});

const documentSchema = z.object({
  content: z.array(z.object({ content: z.array(z.object({ text: z.string().optional() })).optional() })),
});

/** Whether an Atlassian document's last paragraph is the marker. */
const endsWith = (description: unknown, marker: string): boolean => {
  const last = documentSchema.safeParse(description).data?.content.at(-1);
  return (last?.content ?? []).map(({ text = "" }) => text).join("") === marker;
};

/** What the functions of jira.js send with, over our own fetch. Answers are read as they are: Jira's own vary. */
const clientOf = (host: string, credentials: string, ask: Ask): Client => ({
  sendRequest: async <T>(request: Parameters<Client["sendRequest"]>[0]): Promise<T> => {
    const url = new URL(`${host}${request.url}`);
    for (const [name, value] of Object.entries(request.searchParams ?? {}))
      if (value !== undefined && value !== null)
        url.searchParams.append(name, typeof value === "string" ? value : JSON.stringify(value));
    const given = request.body;
    const isForm = given instanceof FormData;
    const sent = await bodyOf(isForm ? given : given === undefined ? undefined : JSON.stringify(given));
    const answer = await ask(url.href, {
      method: request.method ?? "GET",
      headers: {
        accept: "application/json",
        ...(isForm || given === undefined ? {} : { "content-type": "application/json" }),
        ...sent.headers,
        ...request.headers,
        authorization: `Basic ${credentials}`,
      },
      body: sent.body,
    });
    const text = await answer.text();
    if (text === "") return undefined as T;
    try {
      return JSON.parse(text) as T;
    } catch (cause) {
      const maybeDone = request.method !== "GET";
      throw new TrackerError("Jira answered something that is no JSON.", {
        reason: "down",
        maybeDone,
        cause,
      });
    }
  },
});
