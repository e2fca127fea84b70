import { keyName } from "#model/key-name.ts";
import type { CDPSession, Page as PlaywrightPage, Response } from "playwright-core";
import type { PageState } from "#model/evidence.ts";
import type { Failure } from "#model/failure.ts";
import type { Target } from "#model/target.ts";
import type { Condition, Navigated, Page } from "#ports/browser.ts";
import { actOn, healTarget } from "./act.ts";
import type { Hand } from "./act-in-page.ts";
import { audit, readAria } from "./audit.ts";
import type { Deadline } from "./deadline.ts";
import { deadlineIn, late, within } from "./deadline.ts";
import type { Recorder } from "./evidence.ts";
import { actionFailure, failure, missingFailure, navigationFailure } from "./failures.ts";
import type { Frames } from "./frames.ts";
import { splitFrame } from "./frames.ts";
import type { Life } from "./life.ts";
import type { Nuisances } from "./nuisances.ts";
import { createOutliner } from "./outline.ts";
import { takePicture } from "./picture.ts";
import type { Mask } from "./secrets.ts";
import { settle } from "./settle.ts";
import type { Answer } from "./world.ts";

const ARIA_CHARACTERS = 20_000;
const STATE_MS = 3000;
/** A page that is never at rest is not waited for any longer than so. */
const REST_MS = 1500;

export type PageParts = {
  page: PlaywrightPage;
  session: CDPSession;
  frames: Frames;
  /** Null: actions are left to Playwright, whose recording then knows of them. */
  hand: Hand | null;
  life: Life;
  recorder: Recorder;
  mask: Mask;
  secrets: readonly string[];
  baseUrl: string;
  allowUrl: ((url: string) => Promise<boolean>) | undefined;
  nuisances: Nuisances;
  onStuck(): void;
};

/** The condition as it is inside the frame that its target names. */
const splitCondition = (
  condition: Condition,
): { frame: Target | null; inner: Condition; target: Target | null } => {
  if (!("target" in condition) || condition.target === null)
    return { frame: null, inner: condition, target: null };
  const { frame, inner } = splitFrame(condition.target);
  return { frame, inner: { ...condition, target: inner }, target: inner };
};

export const createPage = (parts: PageParts): Page => {
  const { page, session, frames, life, recorder, mask, secrets, baseUrl, allowUrl } = parts;

  const navigate = async (
    url: string,
    deadline: Deadline,
    go: (timeout: number) => Promise<Response | null>,
  ): Promise<Navigated | Failure> => {
    const before = page.url();
    await parts.nuisances.quietDown();
    try {
      const response = await go(Math.max(1, deadline.left()));
      return { ok: true, url: mask.text(page.url()), status: response?.status() ?? null };
    } catch (error) {
      const failed = navigationFailure(error, url, deadline.timeoutMs);
      const interrupted = /interrupted by another/.test(String(error));
      const superseded = interrupted || (/ERR_ABORTED/.test(String(error)) && page.url() !== before);
      if (failed.failure === "timeout") parts.onStuck();
      if (!superseded) return mask.deep(failed);
      const loaded = await within(
        page.waitForLoadState("load", { timeout: Math.max(1, deadline.left()) }),
        deadline.left(),
      );
      return loaded === late ? mask.deep(failed) : { ok: true, url: mask.text(page.url()), status: null };
    }
  };

  const rest = (deadline: Deadline): Promise<boolean> =>
    settle(frames.main, recorder, deadlineIn(Math.min(REST_MS, deadline.left())));

  const outliner = createOutliner(frames, mask);

  /** An answer of the page's script, masked. */
  const asked = async <T>(
    timeoutMs: number,
    ask: (deadline: Deadline) => Promise<Answer<T>>,
  ): Promise<{ ok: true; value: T } | Failure> =>
    mask.deep(
      await life.run(timeoutMs, async (deadline) => {
        const answer = await ask(deadline);
        if (answer.ok) return { ok: true as const, value: answer.value };
        return failure(answer.why === "error" ? "invalid" : "timeout", answer.message);
      }),
    );

  const absolute = (url: string): URL | null => (URL.canParse(url, baseUrl) ? new URL(url, baseUrl) : null);

  return {
    url: () => mask.text(page.url()),

    goto: (url, { timeoutMs }) =>
      life.run(timeoutMs, async (deadline) => {
        const address = absolute(url);
        if (!address) return failure("invalid", `${mask.text(url)} is no valid address`);
        if (!/^https?:$/.test(address.protocol) && address.href !== "about:blank") {
          return failure(
            "refused",
            `${mask.text(address.href)} may not be visited: only http and https addresses are`,
          );
        }
        if (allowUrl && address.protocol !== "about:" && !(await allowUrl(address.href))) {
          return failure(
            "refused",
            `${mask.text(address.href)} may not be visited: the service's outbound rules refuse it`,
          );
        }
        // Asked for once more, an address with a hash would load nothing, and leave a dialog open.
        const isOpen = address.hash !== "" && page.url() === address.href;
        return navigate(address.href, deadline, (timeout) =>
          isOpen ? page.reload({ timeout }) : page.goto(address.href, { timeout }),
        );
      }),

    reload: ({ timeoutMs }) =>
      life.run(timeoutMs, (deadline) =>
        navigate(page.url(), deadline, (timeout) => page.reload({ timeout })),
      ),

    back: ({ timeoutMs }) =>
      life.run(timeoutMs, async (deadline) => {
        const before = page.url();
        await parts.nuisances.quietDown();
        const went = await navigate("the page before", deadline, (timeout) => page.goBack({ timeout }));
        if (went.ok && went.status === null && page.url() === before) {
          // An app that keeps its visitors where they are has a history all the same.
          const entries = await page.evaluate(() => window.history.length).catch(() => 1);
          if (entries > 2) return went;
          return failure("invalid", "there is no page to go back to");
        }
        return went;
      }),

    act: async (target, action, { timeoutMs, fingerprint = false }) =>
      mask.deep(
        await life.run(timeoutMs, (deadline) =>
          actOn(frames, parts.hand, rest, target, action, deadline, fingerprint),
        ),
      ),

    heal: async (target, action, before, { timeoutMs }) =>
      mask.deep(
        await life.run(timeoutMs, (deadline) => healTarget(frames, target, action, before, deadline)),
      ),

    resize: (size, { timeoutMs }) =>
      life.run(timeoutMs, async (deadline) => {
        const done = await within(page.setViewportSize(size), deadline.left());
        return done === late
          ? failure("timeout", "the page did not take its new size in time")
          : { ok: true };
      }),

    press: (key, { timeoutMs }) =>
      life.run(timeoutMs, async (deadline) => {
        try {
          const pressed = await within(page.keyboard.press(keyName(key)), deadline.left());
          if (pressed === late) {
            parts.onStuck();
            return failure("timeout", `the page did not take the key ${key} in time`);
          }
          return { ok: true, element: null };
        } catch (error) {
          return actionFailure(error, key, "press");
        }
      }),

    expect: async (condition, { timeoutMs }) =>
      mask.deep(
        await life.run(timeoutMs, async (deadline) => {
          const { frame, inner, target } = splitCondition(condition);
          const place = await frames.enter(frame, deadline);
          if ("ok" in place) return place;
          const answer = await place.world.insist("waitFor", (left) => [inner, left], deadline);
          if (!answer.ok) return failure(answer.why === "error" ? "invalid" : "timeout", answer.message);
          const { held, observed, missing } = answer.value;
          if (held) return { ok: true as const, observed };
          if (missing?.status === "invalid" && observed !== "") return failure("invalid", observed);
          if (missing) return missingFailure(missing, target);
          return failure("not_held", `not so within ${timeoutMs} ms`, { observed });
        }),
      ),

    read: async (target, what, { timeoutMs }) =>
      mask.deep(
        await life.run(timeoutMs, async (deadline) => {
          const { frame, inner } = target === null ? { frame: null, inner: null } : splitFrame(target);
          const place = await frames.enter(frame, deadline);
          if ("ok" in place) return place;
          const answer = await place.world.insist(
            "read",
            (left) => [{ target: inner, what }, left],
            deadline,
          );
          if (!answer.ok) return failure(answer.why === "error" ? "invalid" : "timeout", answer.message);
          return "ok" in answer.value ? answer.value : missingFailure(answer.value, inner);
        }),
      ),

    readAll: async (target, { timeoutMs, most, attribute }) =>
      mask.deep(
        await life.run(timeoutMs, async (deadline) => {
          const { frame, inner } = splitFrame(target);
          const place = await frames.enter(frame, deadline);
          if ("ok" in place) return place;
          const request = { target: inner, most, attribute };
          const answer = await place.world.insist("readAll", () => [request], deadline);
          if (!answer.ok) return failure(answer.why === "error" ? "invalid" : "timeout", answer.message);
          return "ok" in answer.value ? answer.value : missingFailure(answer.value, inner);
        }),
      ),

    operated: async ({ timeoutMs }) => {
      const answer = await asked(timeoutMs, (deadline) => frames.main.insist("operated", () => [], deadline));
      return answer.ok ? { ok: true, elements: answer.value } : answer;
    },

    aria: async (target, { timeoutMs }) =>
      mask.deep(await life.run(timeoutMs, (deadline) => readAria(frames, target, deadline))),

    audit: async (target, rules, { timeoutMs, contrast = null }) =>
      mask.deep(await life.run(timeoutMs, (deadline) => audit(frames, target, rules, contrast, deadline))),

    outline: async (target, { maxCharacters, timeoutMs }) =>
      mask.deep(await life.run(timeoutMs, (deadline) => outliner.outline(target, maxCharacters, deadline))),

    targetOf: (ref, purpose, { timeoutMs }) =>
      life.run(timeoutMs, (deadline) => outliner.targetOf(ref, purpose, deadline)),

    async screenshot({ outline = false, fullScale = false } = {}) {
      if (life.ended()) return null;
      const shot = await life.run(8000, async () => ({
        ok: true as const,
        data: await takePicture(session, frames, { outline, fullScale, secrets }),
      }));
      return shot.ok ? shot.data : null;
    },

    async settle({ timeoutMs }) {
      const settled = await life.run(timeoutMs, async (deadline) => ({
        ok: true as const,
        idle: await settle(frames.main, recorder, deadline),
      }));
      return settled.ok && settled.idle;
    },

    survey: async ({ timeoutMs }) => {
      const answer = await asked(timeoutMs, (deadline) => frames.main.insist("survey", () => [], deadline));
      return answer.ok ? { ok: true, survey: answer.value } : answer;
    },

    async state() {
      await recorder.flush(500);
      const gone = life.ended();
      const state: PageState = {
        url: page.url(),
        title: "",
        aria: null,
        elements: null,
        crashed: gone?.failure === "crashed",
        looks_like_login: false,
      };
      if (gone) return mask.deep(state);
      const seen = await frames.main.call("seenState", [], deadlineIn(STATE_MS));
      if (!seen.ok) return mask.deep(state);
      const operated = await frames.main.call("operated", [], deadlineIn(STATE_MS));
      const { url, title, looksLikeLogin } = seen.value;
      const snapshot: Promise<string | null> = page
        .locator("body")
        .ariaSnapshot({ timeout: STATE_MS })
        .catch(() => null);
      const aria = await within(snapshot, STATE_MS);
      return mask.deep({
        ...state,
        url,
        title,
        looks_like_login: looksLikeLogin,
        elements: operated.ok ? operated.value : null,
        aria: aria === late || aria === null ? null : mask.text(aria).slice(0, ARIA_CHARACTERS),
      });
    },
  };
};
