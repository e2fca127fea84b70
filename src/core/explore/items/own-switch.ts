import { click } from "#core/explore/forms/act.ts";
import { lookAnswered } from "#core/explore/forms/answered.ts";
import { isSent } from "#core/explore/pages/sent.ts";
import { ACT_TIMEOUT, beginStep } from "#core/explore/pages/walk.ts";
import type { Walk } from "#core/explore/pages/walk.ts";
import { isMoneyOrMail } from "#core/explore/words.ts";
import type { Reading } from "#ports/browser.ts";
import type { SiteRecord } from "#model/site-records.ts";
import type { TargetObject } from "#model/target.ts";
import { rowTarget } from "./own-item.ts";
import type { Row } from "./own-item.ts";
import { find } from "./rehearse-controls.ts";

/** What comes of a click on the only switch of an item's row. */
export type Switched = {
  /** Whether it was on before. */
  on: boolean;
  /** The item is no longer in its list: this shows what is on alone. */
  leaves: boolean;
};

/** Where one of all is on, it goes off for another one by itself. */
const OF_ONE = /default|primary|\bmain\b|featured|current|standard|haupt|principal|predetermin/i;

/**
 * Uses the only switch in the row of an item of the explorer's own, which the app is told of and which shows at once that it was
 * used, and puts it back, as far as the app has kept it. Null where there is none such: others ask first, cannot be put back, or
 * set what only a form sends.
 */
export const trySwitch = async (
  walk: Walk,
  record: SiteRecord,
  { list, item: { fields } }: Row,
  name: string,
): Promise<Switched | null> => {
  const { page } = walk.session;
  const item = rowTarget(record, name);
  const target = { role: "switch", within: item };
  const wait = { timeoutMs: ACT_TIMEOUT };
  const read = async (of: TargetObject, what: Reading): Promise<string> => {
    const found = await page.read(of, what, wait);
    return found.ok ? (found.value ?? "") : "";
  };
  const is = async (checked: boolean): Promise<boolean> =>
    (await page.expect({ kind: "checked", target, checked }, wait)).ok;
  if ((await read(target, "count")) !== "1") return null;
  const headings = fields.map(({ cell }) => list.columns[cell]?.name ?? "");
  const said = [await read(target, "text"), await read(target, { attribute: "aria-label" })];
  const called = [...headings, ...said].join(" ");
  if (isMoneyOrMail(called) || OF_ONE.test(called)) return null;
  const on = await is(true);
  const mark = beginStep(walk);
  if (!(await click(walk, target))) return null;
  await lookAnswered(walk);
  if (!isSent(walk, mark)) return null;
  if ((await read(item, "count")) === "0") return { on, leaves: true };
  if (!(await is(!on))) return null;
  if (!(await find(walk, record, name))) return { on, leaves: true };
  // What was not kept need not be put back.
  if (await is(on)) return { on, leaves: false };
  await click(walk, target);
  await lookAnswered(walk);
  return (await is(on)) ? { on, leaves: false } : null;
};
