import { literal, literalTarget } from "#core/generate/steps.ts";
import type { ExpectDocument } from "#core/suite/expects/index.ts";
import type { Target } from "#model/target.ts";
import { holds } from "./likeness.ts";
import type { Resolved, Tour } from "./tour.ts";

/** What a suite expects, with a remark on it. */
export const expects = (expect: ExpectDocument, note?: string): Resolved => ({
  steps: [{ expect }],
  ...(note !== undefined && { note }),
});

const placeRoles = [
  "row",
  "listitem",
  "article",
  "dialog",
  "region",
  "group",
  "form",
  "table",
  "list",
  "navigation",
];

/** What a text names as a place, as a target that fits one element; null when nothing there is called so. */
export const placeOf = async (tour: Tour, name: string): Promise<Target | null> => {
  const { page } = tour.session;
  const counted = async (target: Target): Promise<number> => {
    const answer = await page.read(target, "count", { timeoutMs: 1000 });
    return answer.ok ? Number(answer.value) : 0;
  };
  for (const role of placeRoles) {
    const target = { role, name };
    if ((await counted(target)) === 1) return target;
  }
  return null;
};

/** Words as the page writes them: in its own case and with its own marks. */
export const asWritten = (texts: Iterable<string>, words: string): string | null => {
  let whole: string | null = null;
  const lower = words.toLowerCase();
  for (const text of texts) {
    const at = text.toLowerCase().indexOf(lower);
    if (at >= 0) return text.slice(at, at + words.length);
    if (whole === null && text.length <= 120 && holds(text, words)) whole = text;
  }
  return whole;
};

/** Looks until the page holds the words, some seconds at most. */
export const written = async (tour: Tour, words: string): Promise<string | null> => {
  for (let round = 0; round < 5; round += 1) {
    if (round > 0) await tour.pause();
    const page = await tour.look();
    const found = page && asWritten([page.title, ...page.texts].slice(1), words);
    if (found) return found;
  }
  return null;
};

/** Whether the page shows the text now, or within a moment. */
export const isShownNow = async (tour: Tour, text: string): Promise<boolean> => {
  const answer = await tour.session.page.expect(
    { kind: "text", target: null, match: { contains: text } },
    { timeoutMs: 1500 },
  );
  return answer.ok;
};

/** A text that stands in a field is to be seen, though it is none of the page's texts. */
export const inField = async (tour: Tour, text: string): Promise<Resolved | null> => {
  const page = await tour.look();
  const fields =
    page?.elements.filter(({ kind }) => /^(?:textbox|searchbox|combobox|spinbutton)$/.test(kind)) ?? [];
  for (const element of page ? fields.slice(0, 20) : []) {
    const told = page && (await tour.target({ element, page }, "fill", ""));
    if (!told || "reason" in told) continue;
    const target = literalTarget(told.target);
    const held = await tour.session.page.read(told.target, "value", { timeoutMs: 1000 });
    if (held.ok && held.value.includes(text)) return expects({ value: { target, contains: literal(text) } });
  }
  return null;
};
