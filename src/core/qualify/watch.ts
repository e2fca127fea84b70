import type { Mask } from "#core/run/mask.ts";
import type { Target } from "#model/target.ts";
import type { Acted, Browser, ElementAction, Page, Session } from "#ports/browser.ts";
import type { Edge, PageFacts } from "#ports/edge.ts";
import type { Place } from "./fault.ts";

/** An action of a step on an element, as the browser is asked for it. */
export type Act = { url: string; target: string; does: string; label: string | null };

/** Looks on while cases are carried out, and may stand in the way. */
export type Watcher = {
  /** `place` gives null before the first step of a case, and in the log-in, which is always left alone. */
  edge(place: () => Place | null, baseUrl: string): Edge;
  /** True: the action is to come to nothing. */
  isDead?(act: Act, place: Place): boolean;
  onAct?(act: Act, place: Place): void;
  /** What the page shows before it is acted on again, and at the end; asked for only when this is there. */
  onFacts?(facts: PageFacts, place: Place): void;
  /** Whether the page is to become quiet before the case ends. */
  waitsAtEnd(): boolean;
};

const settleMs = 1500;

/** What it is that a step does to a control by which something is set off. */
const setsOff = (action: ElementAction): string | null => {
  if (action.kind === "click" || action.kind === "double_click") return "click";
  return action.kind === "press" && /enter|space/i.test(action.key) ? "press" : null;
};

type Looking = { mask: Mask; signal: AbortSignal };

/** The browser, with a watcher on every session of a case. What pages show is masked before anybody sees it. */
export const watched =
  (browser: () => Promise<Browser>, watcher: Watcher, looking: Looking) => async (): Promise<Browser> => {
    const live = await browser();
    return {
      name: live.name,
      close: () => live.close(),
      openSession: async (options) => {
        const at = { caseId: null as string | null, step: -1, acted: 0 };
        const place = (): Place | null => (at.caseId === null ? null : { caseId: at.caseId, step: at.acted });
        const session = await live.openSession({ ...options, edge: watcher.edge(place, options.baseUrl) });
        return watchSession(session, watcher, { ...looking, at, place });
      },
    };
  };

type At = { caseId: string | null; step: number; acted: number };

/** Texts of a page as far as they are used; the page gives more of them, so that no secret is cut before it is covered. */
const mostText = 200;

const coveredFacts = (facts: PageFacts, mask: Mask): PageFacts => {
  const cover = (text: string): string => mask.text(text).slice(0, mostText);
  return {
    ...facts,
    title: cover(facts.title),
    elements: facts.elements.map((element) => ({ ...element, text: cover(element.text) })),
    lists: facts.lists.map((list) => ({
      ...list,
      rows: list.rows.map(({ text, cells }) => ({ text: cover(text), cells: cells.map(cover) })),
    })),
  };
};

const watchSession = (
  session: Session,
  watcher: Watcher,
  { mask, signal, at, place }: Looking & { at: At; place: () => Place | null },
): Session => {
  const pages = new WeakMap<Page, Page>();

  const look = async (): Promise<void> => {
    const here = place();
    if (!watcher.onFacts || here === null || signal.aborted) return;
    await session.page.settle({ timeoutMs: settleMs });
    const facts = await session.facts?.();
    if (facts && /^https?:/.test(facts.url)) watcher.onFacts(coveredFacts(facts, mask), here);
  };
  const begin = async (): Promise<void> => {
    await look();
    at.acted = at.step;
  };

  const act = async (
    page: Page,
    target: Target,
    action: ElementAction,
    options: Parameters<Page["act"]>[2],
  ): ReturnType<Page["act"]> => {
    await begin();
    const here = place();
    const does = setsOff(action);
    if (here === null || does === null) return page.act(target, action, options);
    const known = { url: page.url(), target: JSON.stringify(target), does };
    const isDead = watcher.isDead?.({ ...known, label: null }, here) ?? false;
    const acted = await page.act(target, isDead ? { kind: "hover" } : action, options);
    if (acted.ok && !isDead) watcher.onAct?.({ ...known, label: labelOf(acted, mask) }, here);
    return acted;
  };

  const wrap = (page: Page): Page => ({
    ...page,
    act: (target, action, options) => act(page, target, action, options),
    async press(key, options) {
      await begin();
      return page.press(key, options);
    },
    async resize(size, options) {
      await begin();
      return page.resize(size, options);
    },
    async goto(url, options) {
      await begin();
      return page.goto(url, options);
    },
    async reload(options) {
      await begin();
      return page.reload(options);
    },
    async back(options) {
      await begin();
      return page.back(options);
    },
  });

  const close = async (): Promise<void> => {
    try {
      if (watcher.waitsAtEnd() && !signal.aborted) await session.page.settle({ timeoutMs: settleMs });
      await look();
    } finally {
      await session.close();
    }
  };

  return {
    ...session,
    get page() {
      const { page } = session;
      const known = pages.get(page) ?? wrap(page);
      pages.set(page, known);
      return known;
    },
    beginStep(index, caseId) {
      at.caseId = caseId ?? null;
      at.step = index;
      session.beginStep(index, caseId);
    },
    async request(request) {
      at.acted = at.step;
      return session.request(request);
    },
    close,
  };
};

const labelOf = ({ element }: Acted, mask: Mask): string | null => {
  if (element === null) return null;
  const name = mask.text(element.name === "" ? element.text : element.name);
  return `${element.role} "${name.slice(0, 80)}"`;
};
