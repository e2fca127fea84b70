import { z } from "zod";
import { secretMask } from "./address-credentials.ts";
import { parsePrices } from "./model-price.ts";

/** One stored setting: a Zod schema of its non-empty value, whether it is a secret, and whether an address that may carry one. */
type SettingKey = { schema: z.ZodType<string>; secret: boolean; summary: string; address?: true };

const text = (summary: string): SettingKey => ({ schema: z.string().max(4096), secret: false, summary });
const secret = (summary: string): SettingKey => ({ schema: z.string().max(16_384), secret: true, summary });
const url = (summary: string): SettingKey => ({
  schema: z.url({ protocol: /^https?$/, error: "must be an http or https address" }),
  secret: false,
  address: true,
  summary,
});
const oneOf = (values: readonly [string, ...string[]], summary: string): SettingKey => ({
  schema: z.enum(values),
  secret: false,
  summary,
});

const amount = (summary: string, otherwise: string): SettingKey => ({
  schema: z.string().regex(/^\d{1,9}(\.\d{1,6})?$/, "must be a number of 0 or more"),
  secret: false,
  summary: `${summary}; ${otherwise} if unset`,
});
const prices: SettingKey = {
  schema: z
    .string()
    .max(16_384)
    .superRefine((text, context) => {
      const parsed = parsePrices(text);
      if (typeof parsed === "string") context.addIssue({ code: "custom", message: parsed });
    }),
  secret: false,
  summary:
    'What models cost, in US dollars a million tokens, as JSON: {"name": {"input": 3, "output": 15, "cached": 0.3, "cache_write": 3.75}}',
};

/** Every setting there is. `""` clears one; an unset one reads as null; a secret reads as the mask. */
export const settingKeys = {
  LLM_PROVIDER: oneOf(
    ["anthropic", "openai", "google", "openai_compatible", "off"],
    "Model provider; none is asked if unset or off",
  ),
  LLM_MODEL: text("Model name; the provider's default if unset, see docs/models.md"),
  LLM_API_KEY: secret("Provider key"),
  LLM_BASE_URL: url(
    "Address of the provider's API; needed for openai_compatible, such as http://127.0.0.1:11434/v1",
  ),
  LLM_PRICES: prices,
  LLM_MAX_RUN_TOKENS: amount("Most tokens of a run", "1000000"),
  LLM_MAX_RUN_USD: amount("Most US dollars of a run, where the model's price is known", "2"),
  LLM_MAX_RUN_ACTIONS: amount("Most actions of a run that a model asks for", "300"),
  LLM_MAX_RUN_SECONDS: amount("Most seconds of a run that are spent on a model", "1800"),
  LLM_MAX_STEP_TOKENS: amount("Most tokens of a step", "200000"),
  LLM_MAX_STEP_USD: amount("Most US dollars of a step, where the model's price is known", "0.5"),
  LLM_MAX_STEP_ACTIONS: amount("Most actions of a step that a model asks for", "30"),
  LLM_MAX_STEP_SECONDS: amount("Most seconds of a step that are spent on a model", "180"),
  LOG_BACKEND: oneOf(["loki", "elasticsearch", "file", "off"], "Where the app's server logs are"),
  LOKI_URL: url("Address of Loki"),
  LOKI_SELECTOR: text('Log stream selector, such as {app="shop"}'),
  LOKI_USERNAME: text("Basic auth user"),
  LOKI_PASSWORD: secret("Basic auth password"),
  LOKI_TENANT: text("X-Scope-OrgID"),
  ELASTICSEARCH_URL: url("Address of Elasticsearch or OpenSearch"),
  ELASTICSEARCH_INDEX: text("Index pattern"),
  ELASTICSEARCH_API_KEY: secret("API key"),
  LOG_FILE_GLOB: text("Log files, below a directory of SERVICE_LOG_DIRS"),
  GITHUB_URL: url("API root"),
  GITHUB_TOKEN: secret("Token"),
  GITHUB_REPO: text("owner/name"),
  GITLAB_URL: url("Address of GitLab"),
  GITLAB_TOKEN: secret("Token"),
  GITLAB_PROJECT: text("Project id or path"),
  JIRA_URL: url("Address of Jira"),
  JIRA_EMAIL: text("Account"),
  JIRA_API_TOKEN: secret("Token"),
  JIRA_PROJECT: text("Project key"),
  NOTIFY_WEBHOOK_URL: { ...url("Chat webhook"), secret: true },
  NOTIFY_FORMAT: oneOf(["slack", "discord", "teams", "json"], "Shape of the chat message"),
  NOTIFY_ON: oneOf(["failure", "always", "change", "off"], "When to send; failure if unset"),
  AGENT_ACTIONS: oneOf(
    ["on", "read_only", "frozen", "off"],
    "What becomes of the actions that do steps have found: on uses and keeps them, read_only keeps no new ones, frozen allows no others; on if unset",
  ),
  HEALING: oneOf(["off", "warn", "on"], "What becomes of targets that are lost; warn if unset"),
  TRACE_INJECTION: oneOf(["off", "same_origin"], "Whether the runner adds traceparent; off if unset"),
} satisfies Record<string, SettingKey>;

export type SettingName = keyof typeof settingKeys;
export const settingNames = Object.keys(settingKeys) as SettingName[];

export const isSettingName = (name: string): name is SettingName => Object.hasOwn(settingKeys, name);

/** `SECRET_X` is the value of `${secret.X}` in suites: written, never read back. */
export const secretNamePattern = /^SECRET_[A-Z0-9_]{1,120}$/;

export { secretMask };

/** Settings with secrets in clear, for those inside the service that must use them. */
export type Settings = Partial<Record<SettingName, string>>;

/** A log source given with one request, in place of the saved settings. */
export const logBackendKeys = settingNames.filter((name) => /^(LOG_|LOKI_|ELASTICSEARCH_)/.test(name));
