import type { BrowserContext, CDPSession, Dialog, Page } from "playwright-core";
import { ignoring } from "./deadline.ts";
import type { Recorder } from "./evidence.ts";

const MOST_DIALOGS = 20;
const MOST_POP_UPS = 5;
const MOST_POP_UPS_EVER = 30;

const silenceDialogs = "window.alert = () => {}; window.confirm = () => true; window.prompt = () => null;";
const silencePopUps = "window.open = () => null;";

/**
 * Answers dialogs as a willing user would (alert, confirm and leaving the page: accepted; prompt: dismissed) and closes
 * pop-ups beyond five. A page that goes on without end is stopped and robbed of the means.
 */
export const bearNuisances = (
  context: BrowserContext,
  main: Page,
  session: CDPSession,
  recorder: Recorder,
): void => {
  let dialogs = 0;
  let popUps = 0;
  const open = new Set<Page>();
  const silenced = new Set<string>();

  const silence = (source: string): void => {
    ignoring(session.send("Runtime.terminateExecution"));
    ignoring(session.send("Runtime.evaluate", { expression: source }));
    if (silenced.has(source)) return;
    silenced.add(source);
    ignoring(context.addInitScript({ content: source }));
  };

  context.on("dialog", (dialog: Dialog) => {
    dialogs += 1;
    const type = dialog.type();
    const accepted = type !== "prompt";
    recorder.addDialog(type, dialog.message(), accepted ? "accepted" : "dismissed");
    if (dialogs > MOST_DIALOGS) silence(silenceDialogs);
    ignoring(accepted ? dialog.accept() : dialog.dismiss());
  });

  context.on("page", (page: Page) => {
    if (page === main) return;
    popUps += 1;
    if (open.size >= MOST_POP_UPS) {
      ignoring(page.close());
      if (popUps > MOST_POP_UPS_EVER) silence(silencePopUps);
      return;
    }
    open.add(page);
    page.on("close", () => open.delete(page));
  });
};
