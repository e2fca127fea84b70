import { causeCategories } from "#model/root-cause.ts";
import { accessibility } from "./accessibility.ts";
import { apiContract } from "./api-contract.ts";
import { auth } from "./auth.ts";
import { backendError } from "./backend-error.ts";
import { backendException } from "./backend-exception.ts";
import { brokenLink } from "./broken-link.ts";
import type { Rule } from "./define-rule.ts";
import { environment } from "./environment.ts";
import { frontendException } from "./frontend-exception.ts";
import { locatorDrift } from "./locator-drift.ts";
import { runnerFault } from "./runner-fault.ts";
import { testData } from "./test-data.ts";
import { testDefect } from "./test-defect.ts";
import { timing } from "./timing.ts";
import { wrongResult } from "./wrong-result.ts";

/** Every rule, in the order of the closed set of categories: the first that finds its evidence wins. */
export const rules: readonly Rule[] = [
  runnerFault,
  environment,
  backendException,
  backendError,
  frontendException,
  auth,
  apiContract,
  testData,
  locatorDrift,
  timing,
  wrongResult,
  brokenLink,
  accessibility,
  testDefect,
].toSorted((a, b) => causeCategories.indexOf(a.category) - causeCategories.indexOf(b.category));
