import { createServer } from "node:http";
import type { IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import type { TaskBug } from "./bugs.ts";

type Project = {
  id: number;
  created_at: string;
  name: string;
  owner_email: string;
  color: string;
  budget?: number | null;
};
type Task = { id: number; done: boolean; title: string; priority: number; due?: string };
type Reply = { status: number; body?: unknown; type?: string };

export const tasksUser = { username: "ann@example.com", password: "tasks-password" };
const token = "f1d2c3b4a5968778";

const invalid = (error: string): Reply => ({ status: 400, body: { error } });
const missing: Reply = { status: 404, body: { error: "no such record" } };

const bodyOf = async (request: IncomingMessage): Promise<Record<string, unknown> | null> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  try {
    const value: unknown = JSON.parse(Buffer.concat(chunks).toString("utf8"));
    return typeof value === "object" && value !== null ? { ...value } : null;
  } catch {
    return null;
  }
};

const dayAfter = (day: string): string => new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10);

/** A small API of projects and tasks, described in description.yaml, with bugs that can be seeded. */
export const createTasksApi = async ({ bugs = [] }: { bugs?: readonly TaskBug[] } = {}) => {
  const has = (bug: TaskBug): boolean => bugs.includes(bug);
  const projects = new Map<number, { project: Project; tasks: Map<number, Task> }>();
  const gone: Project[] = [];
  let next = 1;
  const createdAt = (): string => (has("time-garbled") ? new Date().toUTCString() : new Date().toISOString());

  const projectProblem = (body: Record<string, unknown> | null): string | null => {
    const { name, owner_email: email, color, budget } = body ?? {};
    if (typeof name !== "string" || name.length < 1 || name.length > 60) return "name: 1 to 60 characters";
    if (typeof email !== "string" || (!has("email-unchecked") && !/^[^@\s]+@[^@\s]+$/.test(email)))
      return "owner_email: an e-mail address";
    if (typeof color !== "string" || (!has("enum-unchecked") && !["red", "green", "blue"].includes(color)))
      return "color: red, green or blue";
    if (budget !== undefined && budget !== null && (typeof budget !== "number" || budget < 0))
      return "budget: a number from 0";
    return null;
  };

  const taskProblem = (body: Record<string, unknown> | null): string | null => {
    const { title, priority } = body ?? {};
    if (title === undefined && has("required-unchecked")) return null;
    if (typeof title !== "string" || title.length < 1) return "title: 1 to 80 characters";
    if (title.length > 80 && !has("length-unchecked")) return "title: 1 to 80 characters";
    if (typeof priority !== "number" || !Number.isInteger(priority)) return "priority: a whole number";
    return priority < 1 || priority > (has("edge-refused") ? 4 : 5) ? "priority: 1 to 5" : null;
  };

  const shown = (task: Task): unknown => ({
    ...task,
    ...(has("id-as-text") && { id: String(task.id) }),
    ...(has("due-shifted") && task.due !== undefined && { due: dayAfter(task.due) }),
    ...(has("done-as-text") && { done: String(task.done) }),
  });

  const kept = (body: Record<string, unknown>): Omit<Project, "id" | "created_at"> => {
    const { name, owner_email, color, budget } = body as unknown as Project;
    return {
      name: has("name-cut") ? name.slice(0, 8) : name,
      owner_email,
      color,
      ...(budget !== undefined && !has("budget-lost") && { budget }),
    };
  };

  const answer = async (request: IncomingMessage, url: URL): Promise<Reply> => {
    const { method = "GET" } = request;
    const [first, id, second, taskId, third] = url.pathname.replace(/^\/api\//, "").split("/");
    if (first === "login" && method === "POST") {
      const body = await bodyOf(request);
      const known = body?.["email"] === tasksUser.username && body["password"] === tasksUser.password;
      return known
        ? { status: 200, body: { token } }
        : { status: 401, body: { error: "wrong e-mail or password" } };
    }
    const isList = first === "projects" && id === undefined && method === "GET";
    const isIn = request.headers.authorization === `Bearer ${token}`;
    const isOpen =
      (isList && has("open-list")) ||
      (method === "PUT" && has("open-change")) ||
      (method === "DELETE" && second !== undefined && has("open-delete"));
    if (!isIn && !isOpen) return { status: 401, body: { error: "log in" } };
    if (first === "stats")
      return { status: has("undeclared-status") ? 203 : 200, body: { projects: projects.size } };
    if (first !== "projects") return missing;
    if (id === undefined) {
      if (method === "POST") {
        const body = await bodyOf(request);
        const problem = projectProblem(body);
        if (!body || problem !== null) return invalid(problem ?? "no JSON");
        const project = { id: next++, created_at: createdAt(), ...kept(body) };
        projects.set(project.id, { project, tasks: new Map() });
        return { status: has("created-answers-200") ? 200 : 201, body: project };
      }
      const limit = url.searchParams.get("limit");
      const most = limit === null ? 50 : Number(limit);
      if (Number.isNaN(most) && has("limit-crashes"))
        return { status: 500, body: { error: "RangeError: NaN" } };
      if (!Number.isInteger(most) || most < 1 || (most > 50 && !has("limit-unchecked")))
        return invalid("limit: 1 to 50");
      const all = [...projects.values()].map(({ project }) => project);
      const listed = has("new-not-listed")
        ? all.slice(0, -1)
        : has("deleted-listed")
          ? [...gone, ...all]
          : all;
      return { status: 200, body: has("limit-ignored") ? listed : listed.slice(0, most) };
    }
    const found = projects.get(Number(id));
    if (!found && method === "PUT" && has("unknown-changed"))
      return { status: 200, body: { id: Number(id), created_at: createdAt(), ...(await bodyOf(request)) } };
    if (!found) return has("unknown-crashes") ? { status: 500, body: { error: "TypeError" } } : missing;
    if (second === "notify") return { status: 202 };
    if (second === undefined) {
      if (method === "DELETE") {
        gone.push(found.project);
        return projects.delete(Number(id)) ? { status: 204 } : missing;
      }
      if (method === "PUT") {
        const body = await bodyOf(request);
        const problem = projectProblem(body);
        if (!body || problem !== null) return invalid(problem ?? "no JSON");
        const project = { ...found.project, ...kept(body) };
        if (!has("change-not-kept")) found.project = project;
        return { status: 200, body: project };
      }
      const { color, ...rest } = found.project;
      return { status: 200, body: has("field-dropped") ? rest : { color, ...rest } };
    }
    if (taskId === undefined) {
      if (method === "POST") {
        const body = await bodyOf(request);
        const problem = taskProblem(body);
        if (!body || problem !== null) return invalid(problem ?? "no JSON");
        const { title, priority, due } = body as unknown as Task;
        const task = { id: next++, done: false, title, priority, ...(due !== undefined && { due }) };
        found.tasks.set(task.id, task);
        return { status: 201, body: shown(task) };
      }
      const items = [...found.tasks.values()].map(shown);
      return {
        status: 200,
        body: { items, total: items.length + (has("total-wrong") ? 1 : 0) },
        ...(has("html-for-json") && { type: "text/html" }),
      };
    }
    const task = found.tasks.get(Number(taskId));
    if (!task) return has("unknown-is-empty") ? { status: 200, body: null } : missing;
    if (third === "done") {
      if (has("done-crashes")) return { status: 500, body: { error: "TypeError: no owner" } };
      task.done = true;
      return { status: 200, body: shown(task) };
    }
    if (method === "DELETE") {
      if (!has("delete-keeps")) found.tasks.delete(task.id);
      return { status: 204 };
    }
    return { status: 200, body: shown(task) };
  };

  const server = createServer((request, response) => {
    void answer(request, new URL(request.url ?? "/", "http://tasks.test")).then(({ status, body, type }) => {
      response.writeHead(status, { "content-type": type ?? "application/json" });
      response.end(body === undefined ? undefined : JSON.stringify(body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};
