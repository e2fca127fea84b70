import { expect } from "vitest";
import type { Report } from "#model/report.ts";
import { startLlm } from "./llm-server.ts";
import type { LlmProvider, LlmReply, LlmRequest, LlmScript } from "./llm-server.ts";
import type { TestService } from "./service.ts";

type Event = {
  kind: string;
  action?: string;
  by?: string;
  target?: string;
  value?: string;
  message?: string;
};
type Run = { status: string; report: Report; events: Event[] };

/** The value of the secret CODE. */
export const secret = "canary-52d1-secret-value";

/** Suites of one case with `do` steps, run by a service whose model follows a script. */
export const createDoRuns = (service: TestService, baseUrl: string) => {
  const cleanups: (() => Promise<unknown>)[] = [];
  return {
    /** Saves a suite of one case and gives its file. */
    async save(steps: string, header = ""): Promise<string> {
      const yaml = `suite: Do\nbase_url: ${baseUrl}\n${header}cases:\n  - id: a\n    timeout: 10s\n    steps:\n${steps}`;
      const { status, body } = await service.send<{ file: string }>("POST", "/suites", { yaml });
      expect(status).toBe(200);
      return body.file;
    },
    async execute(file: string) {
      const queued = await service.send<{ run_id: string }>("POST", "/runs", { suite: file });
      const run = await service.ended<Run>(queued.body.run_id);
      const [item] = run.report.cases;
      if (!item) throw new Error("no case");
      const actions = run.events.filter((event) => event.kind === "action" && event.by !== "script");
      const logs = run.events.flatMap(({ kind, message }) => (kind === "log" ? [message ?? ""] : []));
      return {
        run,
        item,
        logs,
        actions: actions.map(({ by, action, target }) => `${by} ${action} ${target}`),
      };
    },
    async withModel(
      script: LlmScript,
      more: Record<string, string> = {},
      provider: LlmProvider = "anthropic",
    ) {
      const llm = await startLlm(provider, script);
      cleanups.push(llm.close);
      const saved = await service.send("PUT", "/settings", {
        AGENT_ACTIONS: "",
        LLM_MAX_STEP_ACTIONS: "",
        SECRET_CODE: secret,
        ...llm.settings,
        ...more,
      });
      expect(saved.status).toBe(200);
      return llm;
    },
    /** Stops the models. */
    async clean() {
      for (const clean of cleanups.splice(0)) await clean();
    },
  };
};
export type DoRuns = ReturnType<typeof createDoRuns>;

/** The reference of the element whose line holds a text, as the model was last told of it. */
export const refOf = (request: LlmRequest, text: string): string => {
  const lines = request.messages
    .flatMap((message) => message.text.split("\n"))
    .filter((line) => !line.startsWith("- "));
  const line = lines.findLast((each) => each.includes(text) && /\[e\d+\]/.test(each)) ?? "";
  return (
    /\[(e\d+)\](?=[^[]*$)/.exec(line.slice(0, line.indexOf(text) + 1))?.[1] ??
    /\[(e\d+)\]/.exec(line)?.[1] ??
    "e0"
  );
};
export const call = (name: string, input: unknown): LlmReply => ({ calls: [{ name, input }] });
export const done = call("finished", { summary: "done" });
