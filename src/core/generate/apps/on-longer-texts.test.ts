import { text as textOf } from "node:stream/consumers";
import type { RequestListener } from "node:http";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createPlaywrightBrowser } from "#adapters/playwright/launch.ts";
import type { Browser } from "#ports/browser.ts";
import { tryPages } from "#test/support/failing-cases.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await createPlaywrightBrowser();
});
afterAll(() => browser.close());

type Kind = "refuses" | "cuts" | "breaks" | "advises";

/** Notes to a gardener, whose subject may be so long; who sends more is told so, cannot type it, or breaks the server. */
const garden =
  (kind: Kind): RequestListener =>
  (request, response) =>
    void textOf(request).then((sent) => {
      const subject = new URLSearchParams(sent).get("subject") ?? "";
      const isLong = subject.length > 60 && kind !== "advises";
      const main =
        request.method === "POST" && !isLong
          ? "<h1>Thank you</h1><p>Your note was passed on.</p>"
          : `<h1>Note to the gardener</h1><p role=alert>${isLong ? "The subject is too long." : ""}</p><form method=post action="/"><p><label for=s>Subject</label>
            <input id=s name=subject required${kind === "cuts" ? " maxlength=60" : ""} aria-describedby=h> <span id=h>A short summary, ${kind === "advises" ? "best at most" : "up to"} 60 characters.</span></p>
            <p><label>What is it about? <textarea name=text required></textarea></label></p><button>Pass the note on</button></form>`;
      response.writeHead(isLong && kind === "breaks" ? 500 : 200, {
        "content-type": "text/html; charset=utf-8",
      });
      response.end(
        `<!doctype html><html lang=en><title>Garden</title><link rel=icon href="data:,"><main>${isLong && kind === "breaks" ? "<h1>Error</h1>" : main}</main>`,
      );
    });

const tried = (kind: Kind): Promise<{ failing: string[]; yaml: string }> =>
  tryPages(browser, garden(kind), { only: /bounds/ });

it("a text that is longer than the form says is to be refused", async () => {
  const sound = await tried("refuses");
  expect(sound.yaml).toContain("refuses a longer text than it says");
  expect(sound.failing).toEqual([]);
  expect((await tried("breaks")).failing).toHaveLength(1);
});

it.each(["cuts", "advises"] as const)("a field that %s is not given a longer text", async (kind) => {
  expect((await tried(kind)).yaml).not.toContain("a longer text");
});
