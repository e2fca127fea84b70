import type { BrowserContext, Page as PlaywrightPage } from "playwright-core";
import type { Edge, PageFacts } from "#ports/edge.ts";
import { deadlineIn } from "#adapters/playwright/deadline.ts";
import type { World } from "#adapters/playwright/world.ts";
import { changeScript, factsExpression } from "./bundle.ts";
import { interceptExchanges } from "./intercept.ts";

const FACTS_MS = 3000;
const TOLD = "__tracewrightEdge";

/** Puts an edge between a context and the app. Gives what must be called for every tab, before it is used. */
export const openEdge = async (
  context: BrowserContext,
  edge: Edge,
  signal: AbortSignal,
): Promise<(page: PlaywrightPage) => Promise<void>> => {
  if (edge.shown) {
    await context.exposeBinding(TOLD, () => edge.onShown());
    await context.addInitScript({ content: changeScript(edge.shown, TOLD) });
  }
  return async (page) => interceptExchanges(context, await context.newCDPSession(page), edge, signal);
};

/** What the page shows now; null when it does not say in time. */
export const readFacts = async (world: World): Promise<PageFacts | null> => {
  const answer = await world.evaluate(factsExpression(), deadlineIn(FACTS_MS));
  return answer.ok ? (answer.value as PageFacts) : null;
};
