import { analyticsApi } from "./analytics.ts";
import { analyzeApi } from "./analyze.ts";
import { artifactsApi } from "./artifacts.ts";
import { authApi } from "./auth.ts";
import { checksApi } from "./checks.ts";
import { defineApi } from "./define-api.ts";
import { generateApi } from "./generate.ts";
import { healthApi } from "./health.ts";
import { integrationsApi } from "./integrations.ts";
import { issuesApi } from "./issues.ts";
import { organisationsApi } from "./organisations.ts";
import { plansApi } from "./plans.ts";
import { qualifyApi } from "./qualify.ts";
import { runsApi } from "./runs.ts";
import { settingsApi } from "./settings.ts";
import { suitesApi } from "./suites.ts";
import { tracingApi } from "./tracing.ts";

/** Every operation of the service, by operationId. */
export const api = defineApi({
  ...healthApi,
  ...authApi,
  ...organisationsApi,
  ...suitesApi,
  ...qualifyApi,
  ...runsApi,
  ...artifactsApi,
  ...plansApi,
  ...issuesApi,
  ...analyzeApi,
  ...generateApi,
  ...tracingApi,
  ...settingsApi,
  ...integrationsApi,
  ...analyticsApi,
  ...checksApi,
});
export type TracewrightApi = typeof api;

/** Where all paths of the contract begin. */
export const basePath = "/api/v1";
