import { readFileSync } from "node:fs";
import { afterAll, expect, test } from "vitest";
import { createBrowserProvider } from "#adapters/playwright/provider.ts";
import { taskBugNames } from "#examples/tasks-api/bugs.ts";
import type { TaskBug } from "#examples/tasks-api/bugs.ts";
import { createTasksApi, tasksUser } from "#examples/tasks-api/tasks-api.ts";
import { printSuite } from "#core/suite/print.ts";
import { runSuite } from "#test/support/run-suite.ts";
import { parseDocument, readDescription } from "./description.ts";
import { apiSuite } from "./suite.ts";

const browsers = createBrowserProvider();
afterAll(() => browsers.close());

const text = readFileSync(
  new URL("../../../../examples/tasks-api/description.yaml", import.meta.url),
  "utf8",
);

const generated = (baseUrl: string) =>
  apiSuite({
    description: readDescription(new Map([["", parseDocument(text)]]), "", baseUrl),
    baseUrl,
    title: null,
    credentials: {
      username: tasksUser.username,
      passwordRef: "${secret.TASKS}",
      basicRef: "${secret.TASKS_BASIC}",
      loginPath: null,
    },
    exhaustive: true,
  });

/** Verdicts by case of the suite that is written for the API, run against it with these bugs. */
const verdicts = async (bugs: TaskBug[]) => {
  const api = await createTasksApi({ bugs });
  try {
    const yaml = printSuite(generated(api.url).document).split("\n").slice(2).join("\n");
    const { cases } = await runSuite(browsers, api.url, yaml, {
      secrets: { TASKS: tasksUser.password },
      pictures: "failure",
    });
    return Object.values(cases).map(({ id, status, why }) => ({ id, status, why }));
  } finally {
    await api.close();
  }
};

test("every operation but the one that mails is covered", () => {
  const { coverage, notes } = generated("http://tasks.example");
  expect(coverage).toEqual({ operations: 13, covered: 12 });
  expect(notes).toEqual([
    "POST /projects/{projectId}/notify was left out: it acts outside the app, or ends somebody's work",
  ]);
});

test("the API as described passes whole", async () => {
  const all = await verdicts([]);
  expect(all.filter(({ status }) => status !== "passed")).toEqual([]);
});

/** Bugs that do not hide one another, each with the case that must notice it. */
const batches: Partial<Record<TaskBug, string>>[] = [
  {
    "change-not-kept": "put-projects-project-id",
    "delete-keeps": "delete-task",
    "limit-unchecked": "get-projects-invalid",
    "required-unchecked": "post-projects-project-id-tasks-invalid",
    "open-list": "projects-no-login",
    "undeclared-status": "get-stats",
    "done-crashes": "post-projects-project-id-tasks-task-id-done",
    "enum-unchecked": "post-projects-invalid",
    "unknown-crashes": "get-projects-project-id-unknown",
    "edge-refused": "create-task-edges",
    "html-for-json": "get-projects-project-id-tasks",
  },
  {
    "email-unchecked": "post-projects-invalid",
    "length-unchecked": "post-projects-project-id-tasks-invalid",
    "limit-crashes": "get-projects-invalid",
    "unknown-is-empty": "get-projects-project-id-tasks-task-id-unknown",
  },
  {
    "open-change": "project-no-login",
    "open-delete": "task-no-login",
    "unknown-changed": "put-projects-project-id-unknown",
    "budget-lost": "create-project-edges",
    "due-shifted": "create-task-edges",
  },
  { "created-answers-200": "create-project" },
  { "name-cut": "create-project" },
  { "field-dropped": "create-project" },
  { "id-as-text": "create-task" },
  { "done-as-text": "create-task" },
];

/** What a whole list must hold, and the form of a time, no step can say. */
const missed = ["new-not-listed", "deleted-listed", "limit-ignored", "total-wrong", "time-garbled"];

test("every bug has its place", () => {
  const placed = [...batches.flatMap((batch) => Object.keys(batch)), ...missed];
  expect(placed.toSorted()).toEqual(taskBugNames.toSorted());
});

test.each(batches)("finds %j", async (batch) => {
  const all = await verdicts(taskBugNames.filter((bug) => Object.hasOwn(batch, bug)));
  const failed = all.filter(({ status }) => status === "failed").map(({ id }) => id);
  expect(failed).toEqual(expect.arrayContaining(Object.values(batch)));
  expect(all.filter(({ status }) => status === "broken")).toEqual([]);
});
