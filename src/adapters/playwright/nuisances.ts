import type { BrowserContext, CDPSession, Dialog, Page } from "playwright-core";
import type { DialogAnswer } from "#ports/browser.ts";
import { ignoring, late, within } from "./deadline.ts";
import type { Recorder } from "./evidence.ts";

const MOST_DIALOGS = 20;
/** Where one dialog was shown so lately, another may come at any moment. */
const RECENT_MS = 1000;
const MOST_POP_UPS = 5;
/** So many are no app's wish any more: all are closed and the page opens no further ones. */
const POP_UP_FLOOD = 10;
/** So many in spite of that come from a script without end. */
const POP_UPS_WITHOUT_END = 40;

const silenceDialogs = "window.alert = () => {}; window.confirm = () => true; window.prompt = () => null;";
const silencePopUps = "window.open = () => null;";

export type Nuisances = {
  /** Queues an answer for a dialog to come. */
  answerNext(answer: DialogAnswer): void;
  /** Called when a page that asked before it was left is not left: no other event tells so. */
  onStay(listener: (page: Page) => void): void;
  /**
   * To be called before a navigation. Chromium cannot answer a dialog that opens while the page is being left, so a
   * page that has just shown one is silenced first.
   */
  quietDown(): Promise<void>;
};

/**
 * Answers dialogs as a willing user would (alert, confirm and leaving the page: accepted; prompt: dismissed) and closes
 * pop-ups beyond five. A page that goes on without end is stopped, and robbed of the means.
 */
export const bearNuisances = (
  context: BrowserContext,
  main: Page,
  session: CDPSession,
  recorder: Recorder,
): Nuisances => {
  let dialogs = 0;
  let recent = 0;
  let popUps = 0;
  const answers: DialogAnswer[] = [];
  const open = new Set<Page>();
  const silenced = new Set<string>();
  const stayListeners: ((page: Page) => void)[] = [];

  const silence = (source: string): void => {
    ignoring(session.send("Runtime.evaluate", { expression: source }));
    if (silenced.has(source)) return;
    silenced.add(source);
    ignoring(context.addInitScript({ content: source }));
  };
  const stopScript = (): void => ignoring(session.send("Runtime.terminateExecution"));

  context.on("dialog", (dialog: Dialog) => {
    dialogs += 1;
    recent += 1;
    setTimeout(() => {
      recent -= 1;
    }, RECENT_MS).unref();
    const type = dialog.type();
    const planned = answers.shift();
    const accepted = planned?.accept ?? type !== "prompt";
    recorder.addDialog(type, dialog.message(), accepted ? "accepted" : "dismissed");
    if (dialogs > MOST_DIALOGS) {
      stopScript();
      silence(silenceDialogs);
    }
    if (accepted) {
      ignoring(dialog.accept(planned?.text ?? undefined));
      return;
    }
    const page = dialog.page();
    const stay = (): void => {
      if (page && type === "beforeunload") for (const listener of stayListeners) listener(page);
    };
    ignoring(dialog.dismiss().then(stay));
  });

  main.on("filechooser", () => recorder.addDialog("filechooser", "", "dismissed"));

  context.on("page", (page: Page) => {
    if (page === main) return;
    popUps += 1;
    if (popUps % POP_UPS_WITHOUT_END === 0) stopScript();
    if (popUps > POP_UP_FLOOD) {
      silence(silencePopUps);
      for (const other of open) ignoring(other.close());
    }
    if (open.size >= MOST_POP_UPS || popUps > POP_UP_FLOOD) {
      ignoring(page.close());
      return;
    }
    open.add(page);
    page.on("close", () => open.delete(page));
  });

  return {
    answerNext: (answer) => void answers.push(answer),
    onStay: (listener) => void stayListeners.push(listener),
    async quietDown() {
      if (recent > 0)
        await within(session.send("Runtime.evaluate", { expression: silenceDialogs }), 500).catch(() => late);
    },
  };
};
