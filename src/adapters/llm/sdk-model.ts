import { Output, streamText, tool } from "ai";
import type { LanguageModel, ModelMessage as SdkMessage, TextStreamPart, ToolSet } from "ai";
import type {
  AssistantMessage,
  Model,
  ModelAnswer,
  ModelMessage,
  ModelRequest,
  ModelTurn,
  ModelUsage,
  ObjectRequest,
  ToolCall,
  TurnRequest,
} from "#ports/model.ts";
import { refusesFormat } from "./answer-forms.ts";
import type { AnswerForm } from "./answer-forms.ts";
import type { ModelChoice } from "./choose-model.ts";
import type { ModelFetch } from "./create-model.ts";
import { CallEnded, failureOf } from "./failures.ts";
import type { Failed } from "./failures.ts";
import { openProvider } from "./providers.ts";
import type { Provider } from "./providers.ts";

// The library would write its warnings to the console.
globalThis.AI_SDK_LOG_WARNINGS = false;

/** Largest answer that is read, whatever the model was told. */
const charsPerToken = 16;

type Stream = AsyncIterable<TextStreamPart<ToolSet>>;
type Collected = { text: string; calls: ToolCall[]; usage: ModelUsage | null; finish: string; raw: string };

const cacheControl = { anthropic: { cacheControl: { type: "ephemeral" } } };

const toSdkMessage = (message: ModelMessage): SdkMessage => {
  const cached = "cacheable" in message && message.cacheable ? { providerOptions: cacheControl } : {};
  if (message.role === "user") return { role: "user", content: message.text, ...cached };
  if (message.role === "assistant") return message.content as SdkMessage;
  return {
    role: "tool",
    content: message.results.map(({ id, name, text, error }) => ({
      type: "tool-result",
      toolCallId: id,
      toolName: name,
      output: { type: error ? "error-text" : "text", value: text },
    })),
    ...cached,
  };
};

/** Reads a stream to its end. Throws what ended it otherwise. */
const collect = async (stream: Stream, maxChars: number): Promise<Collected> => {
  const collected: Collected = { text: "", calls: [], usage: null, finish: "other", raw: "" };
  let chars = 0;
  const take = (text: string): void => {
    chars += text.length;
    if (chars > maxChars) throw new CallEnded("truncated", "the model's answer has no end");
  };
  for await (const part of stream) {
    if (part.type === "text-delta") {
      take(part.text);
      collected.text += part.text;
    } else if (part.type === "reasoning-delta") take(part.text);
    else if (part.type === "tool-input-delta") take(part.delta);
    else if (part.type === "tool-call") {
      const problem = part.invalid ? sayProblem(part.error) : null;
      collected.calls.push({ id: part.toolCallId, name: part.toolName, input: part.input, problem });
    } else if (part.type === "finish-step") {
      const { inputTokens, outputTokens, inputTokenDetails: details } = part.usage;
      if (inputTokens !== undefined || outputTokens !== undefined) {
        collected.usage = {
          inputTokens: inputTokens ?? 0,
          outputTokens: outputTokens ?? 0,
          cachedInputTokens: details.cacheReadTokens ?? 0,
          cacheWriteTokens: details.cacheWriteTokens ?? 0,
        };
      }
      collected.finish = part.finishReason;
      collected.raw = part.rawFinishReason ?? "";
    } else if (part.type === "error") throw part.error;
    else if (part.type === "abort") throw new CallEnded("aborted", "the call was given up");
  }
  return collected;
};

const sayProblem = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).slice(0, 500);

/** What the way a call finished means; null when the answer is whole. */
const badFinish = ({ finish, raw }: Collected): CallEnded | null => {
  if (finish === "length")
    return new CallEnded("truncated", "the model's answer was cut at its largest length");
  if (finish === "content-filter" || raw === "refusal")
    return new CallEnded("refused", `the model declined to answer${raw === "" ? "" : ` (${raw})`}`);
  if (finish === "stop" || finish === "tool-calls") return null;
  if (/malformed/i.test(raw)) return new CallEnded("malformed", `the model's answer cannot be read (${raw})`);
  return new CallEnded("unavailable", `the provider ended the answer early${raw === "" ? "" : ` (${raw})`}`);
};

/** The model through the AI SDK: one request a call, no retries of its own. */
export const createSdkModel = async (choice: ModelChoice, fetch: ModelFetch): Promise<Model> => {
  const provider = await openProvider(choice, fetch);

  const call = async <T>(
    request: ModelRequest,
    open: (
      common: CommonOptions,
      provider: Provider,
    ) => { stream: Stream; finished(collected: Collected): Promise<T> },
    onFailure: (error: unknown) => void = () => undefined,
  ): Promise<ModelAnswer<T>> => {
    const begun = performance.now();
    const ending = new AbortController();
    const timeout = AbortSignal.timeout(request.timeoutMs);
    const signals = [ending.signal, timeout, ...(request.signal ? [request.signal] : [])];
    let usage: ModelUsage | null = null;
    const fail = (failed: Failed): ModelAnswer<T> => ({
      ok: false,
      ...failed,
      usage,
      latencyMs: Math.round(performance.now() - begun),
    });
    if (request.signal?.aborted)
      return fail({ kind: "aborted", message: "the call was given up", retryAfterMs: null });
    try {
      const { stream, finished } = open(
        {
          model: provider.model,
          instructions: { role: "system", content: request.instructions, providerOptions: cacheControl },
          messages: request.messages.map(toSdkMessage),
          maxOutputTokens: request.maxOutputTokens,
          maxRetries: 0,
          abortSignal: AbortSignal.any(signals),
          providerOptions: provider.options,
          ...(provider.temperature === null ? {} : { temperature: provider.temperature }),
          // What goes wrong is read from the stream; the default writes it to the console.
          onError: () => undefined,
        },
        provider,
      );
      const collected = await collect(stream, request.maxOutputTokens * charsPerToken);
      usage = collected.usage;
      const bad = badFinish(collected);
      if (bad) throw bad;
      return {
        ok: true,
        value: await finished(collected),
        usage: usage ?? { inputTokens: 0, outputTokens: 0, cachedInputTokens: 0, cacheWriteTokens: 0 },
        latencyMs: Math.round(performance.now() - begun),
        finish: collected.calls.length > 0 ? "tool_calls" : "stop",
      };
    } catch (error) {
      if (request.signal?.aborted)
        return fail({ kind: "aborted", message: "the call was given up", retryAfterMs: null });
      if (timeout.aborted) {
        const message = `no complete answer within ${Math.round(request.timeoutMs / 1000)} s`;
        return fail({ kind: "timeout", message, retryAfterMs: null });
      }
      onFailure(error);
      return fail(failureOf(error, choice));
    } finally {
      ending.abort();
    }
  };

  return {
    provider: choice.provider,
    name: choice.name,

    object: async <T>(request: ObjectRequest<T>) => {
      const ends = performance.now() + request.timeoutMs;
      for (;;) {
        const form = provider.forms.current();
        const left = { ...request, timeoutMs: Math.max(1, Math.round(ends - performance.now())) };
        let isRefused = false;
        const answer = await call<T>(
          provider.withSchema(left),
          (common) => ({
            stream: streamText({ ...common, ...outputOf(form, request) }).stream,
            finished: async ({ text }) => readObject(text, request),
          }),
          (error) => {
            isRefused = refusesFormat(error);
          },
        );
        // Nothing was answered and nothing used: asked again in the form that is left.
        if (!isRefused || !provider.forms.refused(form)) return answer;
      }
    },

    turn: (request: TurnRequest) =>
      call<ModelTurn>(request, (common) => {
        const tools: ToolSet = Object.fromEntries(
          request.tools.map(({ name, description, input }) => [
            name,
            tool({ description, inputSchema: input }),
          ]),
        );
        const result = streamText({ ...common, tools, toolChoice: request.toolChoice ?? "auto" });
        return {
          stream: result.stream,
          finished: async ({ text, calls }) => {
            const messages = await result.responseMessages;
            const said = messages.find(({ role }) => role === "assistant");
            const message: AssistantMessage = {
              role: "assistant",
              content: said ?? { role: "assistant", content: text },
            };
            return { text, calls, message };
          },
        };
      }),
  };
};

/**
 * What asks for JSON in a form. The answer is read whole: the library's own reading parses all that came again with every
 * piece, and an endless answer would hold the process.
 */
const outputOf = <T>(form: AnswerForm, { schema }: ObjectRequest<T>) => {
  if (form === "text") return {};
  const { responseFormat } = form === "json_object" ? Output.json() : Output.object({ schema });
  return { output: { ...Output.text(), responseFormat } };
};

type CommonOptions = Pick<
  Parameters<typeof streamText>[0],
  "maxOutputTokens" | "maxRetries" | "abortSignal" | "providerOptions" | "temperature" | "onError"
> & {
  model: LanguageModel;
  instructions: { role: "system"; content: string; providerOptions: typeof cacheControl };
  messages: SdkMessage[];
};

/** Some models put their JSON into a fence, whatever they are asked. */
const unfenced = (text: string): string => /^\s*```(?:json)?\s*([\s\S]*?)\s*```\s*$/.exec(text)?.[1] ?? text;

const readObject = <T>(text: string, { schema }: ObjectRequest<T>): T => {
  let value: unknown;
  try {
    value = JSON.parse(unfenced(text));
  } catch {
    throw new CallEnded("malformed", "the model's answer is no JSON");
  }
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const first = parsed.error.issues[0];
  const where = first && first.path.length > 0 ? ` at ${first.path.join(".")}` : "";
  throw new CallEnded(
    "malformed",
    `the model's answer has not the asked shape${where}: ${first?.message ?? ""}`,
  );
};
