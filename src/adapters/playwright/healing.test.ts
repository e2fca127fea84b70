import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Fingerprint } from "#model/fingerprint.ts";
import type { Target } from "#model/target.ts";
import type { ElementAction } from "#ports/browser.ts";
import { form, foundAgain, notTaken } from "./healing-samples.ts";
import type { LaunchedBrowser } from "./launch.ts";
import { createPlaywrightBrowser } from "./launch.ts";
import { long, openPage, soon } from "./test-pages.ts";

let browser: LaunchedBrowser;
beforeAll(async () => {
  browser = await createPlaywrightBrowser();
});
afterAll(() => browser.close());

type Change = { before: string; after: string; target: Target; action?: ElementAction };

/** Acts on the target of one page and then asks another page where it is. */
const healOn = async ({ before, after, target, action = { kind: "hover" } }: Change) => {
  const first = await openPage(browser, before);
  const acted = await first.session.page.act(target, action, { ...long, fingerprint: true });
  await first.session.close();
  await first.site[Symbol.asyncDispose]();
  if (!acted.ok || !acted.fingerprint) throw new Error(JSON.stringify(acted));
  const second = await openPage(browser, after);
  const healed = await second.session.page.heal(target, action.kind, acted.fingerprint, long);
  const still = healed.ok ? await second.session.page.act(healed.target, action, soon) : null;
  await second.session.close();
  await second.site[Symbol.asyncDispose]();
  return { healed, still, fingerprint: acted.fingerprint };
};

const click: ElementAction = { kind: "click" };

describe("a lost target is found again:", () => {
  test.each(foundAgain)("%s", async (_, target, before, after, to) => {
    const action: ElementAction = before.includes("<input")
      ? { kind: "fill", value: "Rome" }
      : { kind: "hover" };
    const { healed } = await healOn({ before, after, target, action });
    expect(healed).toMatchObject({ ok: true, target: to });
  });
});

describe("nothing is taken for a lost target:", () => {
  test.each(notTaken)("%s", async (_, target, before, after) => {
    const action: ElementAction = before.includes("<input") ? { kind: "fill", value: "x" } : click;
    const { healed } = await healOn({ before, after, target, action });
    expect(healed).toMatchObject({ ok: false, failure: "not_found" });
  });

  test("a target that is there after all", async () => {
    const page = form(`<button>Save</button>`);
    const { healed } = await healOn({ before: page, after: page, target: "Save" });
    expect(healed).toMatchObject({ ok: false, message: "it is on the page" });
  });
});

test("a fingerprint has nothing of what was typed or is secret, and is small", async () => {
  const fields = Array.from(
    { length: 300 },
    (_, at) => `<label>Field ${at} <input value="typed-${at}"></label>`,
  );
  const { site, session } = await openPage(
    browser,
    form(`<label>Token <input value="typed-before"></label><p>sesame</p>
      <div contenteditable>typed here</div><textarea>typed there</textarea>${fields.join("")}`),
    { secrets: ["sesame"] },
  );
  const acted = await session.page.act(
    "Token",
    { kind: "fill", value: "typed-now" },
    { ...long, fingerprint: true },
  );
  const again = await session.page.act(
    "Token",
    { kind: "fill", value: "typed-now" },
    { ...long, fingerprint: true },
  );
  const prints = [acted, again].map((done): Fingerprint | undefined =>
    done.ok ? done.fingerprint : undefined,
  );
  await session.close();
  await site[Symbol.asyncDispose]();
  expect(prints.every((print) => print?.name === "Token")).toBe(true);
  expect(JSON.stringify(prints)).not.toMatch(/typed|sesame/);
  expect(JSON.stringify(prints[0]).length).toBeLessThan(12_000);
});
