import { readFileSync } from "node:fs";
import { readDocument } from "#core/generate/text/documents.ts";
import { readCase } from "#core/generate/text/walk-case.ts";
import { createGenerateFromSource } from "#features/generation/generate-from-source.ts";
import type { Browser } from "#ports/browser.ts";
import { parseSuite } from "#core/suite/parse.ts";
import { corpora, startShop } from "./written/verdicts.ts";
import type { Corpus, Expected } from "./written/verdicts.ts";

type Told = { title: string; expected: Expected; got: Expected | "incomplete"; why: string };

const tryCorpus = async (
  browser: Browser,
  { file, auth, verdicts }: Corpus,
  baseUrl: string,
): Promise<{ told: Told[]; sentences: number; turned: number }> => {
  const text = readFileSync(new URL(`written/${file}`, import.meta.url), "utf8");
  const generate = createGenerateFromSource({
    fetch: () => Promise.reject(new Error("nothing is fetched here")),
    browser: async () => browser,
    model: async () => null,
  });
  const { yaml, findings, dropped, unresolved } = await generate({
    orgId: "bench",
    kind: "text",
    baseUrl,
    url: null,
    text,
    auth: auth && { ...auth, secretName: "APP", loginPath: null },
    exhaustive: false,
    signal: new AbortController().signal,
    progress: (message) => {
      if (process.env["VERBOSE"]) console.error(`  ${message}`);
    },
  });
  const { cases } = readDocument(text, false);
  const suite = parseSuite(yaml).suite?.cases ?? [];
  const told = cases.map(({ title }): Told => {
    const expected = Object.entries(verdicts).findLast(([begin]) => title.startsWith(begin))?.[1];
    if (!expected) throw new Error(`${file}: no verdict for ${title}`);
    const finding = findings.find((each) => each.title === title);
    const out = dropped.find((each) => each.title === title);
    const kept = suite.find((each) => each.title === title.slice(0, 200));
    const missing = unresolved.filter((each) => each.case === title);
    const got = finding ? "failed" : !kept ? "none" : missing.length > 0 ? "incomplete" : "passed";
    return {
      title,
      expected,
      got,
      why:
        finding?.why ??
        out?.reason ??
        missing.map(({ sentence, reason }) => `${sentence}: ${reason}`).join("; "),
    };
  });
  const sentences = cases.flatMap((item) => readCase(item).read);
  return { told, sentences: sentences.length, turned: sentences.length - unresolved.length };
};

/** Tries the written cases (or those of some files) on the apps that are there; says how many verdicts a person agrees with. */
export const tryTexts = async (
  browser: Browser,
  apps: Partial<Record<Corpus["app"], string | undefined>>,
  only: readonly string[],
): Promise<void> => {
  const all: Told[] = [];
  let [sentences, turned] = [0, 0];
  for (const corpus of corpora.filter(({ file }) => only.length === 0 || only.includes(file))) {
    const shop = corpus.app === "shop" ? await startShop() : null;
    const url = shop?.url ?? apps[corpus.app];
    if (url === undefined) {
      console.log(`${corpus.file}: not tried, there is no ${corpus.app}`);
      continue;
    }
    try {
      const tried = await tryCorpus(browser, corpus, url);
      console.log(`\n${corpus.file}: ${tried.turned} of ${tried.sentences} sentences became steps`);
      for (const { title, expected, got, why } of tried.told)
        console.log(
          `  ${expected === got ? "agrees" : "DIFFERS"} ${title.slice(0, 60)}: ${got}${expected === got ? "" : ` for ${expected}`}${why === "" ? "" : ` (${why.slice(0, 300)})`}`,
        );
      all.push(...tried.told);
      sentences += tried.sentences;
      turned += tried.turned;
    } finally {
      await shop?.close();
    }
  }
  const share = (some: number, whole: number): string =>
    `${some} of ${whole} (${Math.round((some / Math.max(1, whole)) * 100)} %)`;
  const runnable = all.filter(({ expected }) => expected !== "none");
  console.log(`\nsentences that became steps: ${share(turned, sentences)}`);
  console.log(
    `cases that can be carried out and were turned whole: ${share(runnable.filter(({ got }) => got === "passed" || got === "failed").length, runnable.length)}`,
  );
  console.log(
    `verdicts that a person agrees with: ${share(all.filter(({ expected, got }) => expected === got).length, all.length)}`,
  );
};
