import { click } from "#core/explore/forms/act.ts";
import { lookAnswered } from "#core/explore/forms/answered.ts";
import { isSent } from "#core/explore/pages/sent.ts";
import { ACT_TIMEOUT, beginStep } from "#core/explore/pages/walk.ts";
import type { Walk } from "#core/explore/pages/walk.ts";
import { isMoneyOrMail } from "#core/explore/words.ts";
import type { Reading } from "#ports/browser.ts";
import type { TargetObject } from "#model/target.ts";

/** What comes of a click on the only switch of an item's row. */
export type Switched = {
  /** Whether it was on before. */
  on: boolean;
  /** The item is no longer in its list: this shows what is on alone. */
  leaves: boolean;
};

/**
 * Uses the only switch in the row of an item of the explorer's own, which the app is told of and which shows at once that it was
 * used, and puts it back. Null where there is none such: others ask first, or set what only a form sends.
 */
export const trySwitch = async (walk: Walk, item: TargetObject): Promise<Switched | null> => {
  const { page } = walk.session;
  const target = { role: "switch", within: item };
  const wait = { timeoutMs: ACT_TIMEOUT };
  const read = async (of: TargetObject, what: Reading): Promise<string> => {
    const found = await page.read(of, what, wait);
    return found.ok ? (found.value ?? "") : "";
  };
  const is = async (checked: boolean): Promise<boolean> =>
    (await page.expect({ kind: "checked", target, checked }, wait)).ok;
  if ((await read(target, "count")) !== "1") return null;
  const called = [await read(target, "text"), await read(target, { attribute: "aria-label" })].join(" ");
  if (isMoneyOrMail(called)) return null;
  const on = await is(true);
  const mark = beginStep(walk);
  if (!(await click(walk, target))) return null;
  await lookAnswered(walk);
  if (!isSent(walk, mark)) return null;
  if ((await read(item, "count")) === "0") return { on, leaves: true };
  if (!(await is(!on))) return null;
  await click(walk, target);
  await lookAnswered(walk);
  return { on, leaves: false };
};
