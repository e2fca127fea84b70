import type { CaseDocument, StepDocument, SuiteDocument } from "#core/suite/grammar.ts";
import { AppError } from "#model/errors.ts";
import { caseIds } from "./case-ids.ts";
import { stepOfSentence } from "./sentences.ts";

export type FromText = { text: string; baseUrl: string; title?: string };

type Section = { title: string | null; sentences: string[] };

const heading =
  /^(?:#{1,6}\s+|(?:scenario(?: outline)?|test(?: case)?|case|story|example)\b[^:]{0,40}:\s*)(?<title>.+)$/iu;
const feature = /^feature:\s*(?<title>.+)$/iu;
const bullet = /^(?:[-*•]|\d+[.)]|\[[ x]\])\s+/u;
const mostNotes = 50;
/** What comes after is no test step, and rules must not have to read it. */
const longestLine = 1000;

/**
 * Cases from written test steps: numbered or bulleted steps, Gherkin, Markdown. Headings and scenarios begin a case;
 * each sentence becomes a step by rule or is named in the notes: nothing is invented.
 * Throws AppError("generation_error") when no sentence could be turned into a step.
 */
export const suiteFromText = ({
  text,
  baseUrl,
  title,
}: FromText): { document: SuiteDocument; notes: string[] } => {
  const { name, sections } = sectionsOf(text);
  const nextId = caseIds();
  const notes: string[] = [];
  const cases = sections.flatMap(({ title: given, sentences }): CaseDocument[] => {
    const steps: StepDocument[] = [];
    for (const sentence of sentences) {
      const step = stepOfSentence(sentence);
      if (step) steps.push(step);
      else notes.push(`not turned into a step: ${sentence.slice(0, 200)}`);
    }
    if (steps.length === 0) return [];
    const opens = steps.some((step) => typeof step === "object" && "goto" in step);
    const called = (given ?? sentences[0] ?? "case").slice(0, 200);
    return [{ id: nextId(called), title: called, steps: opens ? steps : [{ goto: "/" }, ...steps] }];
  });
  if (cases.length === 0) {
    const detail =
      'no sentence could be turned into a step; write such as: Open "/cart". Click "Checkout". I should see "Thank you".';
    throw new AppError("generation_error", detail);
  }
  const further = notes.length - mostNotes;
  return {
    document: { suite: title ?? name ?? "Written cases", base_url: baseUrl, cases },
    notes: further > 0 ? [...notes.slice(0, mostNotes), `and ${further} further sentences`] : notes,
  };
};

const sectionsOf = (text: string): { name: string | null; sections: Section[] } => {
  let name: string | null = null;
  let current: Section = { title: null, sentences: [] };
  const sections = [current];
  for (const line of text.split(/\r?\n/).map((raw) => raw.trim().slice(0, longestLine))) {
    if (line === "" || /^(?:-{3,}|={3,}|```.*|@\S+)$/.test(line)) continue;
    const named = feature.exec(line)?.groups?.title;
    const begun = heading.exec(line)?.groups?.title;
    if (named) name ??= named;
    else if (begun) {
      current = { title: begun.trim(), sentences: [] };
      sections.push(current);
    } else current.sentences.push(...sentencesOf(line.replace(bullet, "")));
  }
  return { name, sections };
};

/** Cuts at the ends of sentences, though not inside quotes. */
const sentencesOf = (line: string): string[] =>
  (line.match(/(?:["“«][^"”»]*["”»]|[^.!?"“«]|[.!?](?!\s|$))+[.!?]?/gu) ?? [])
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence.length > 1);

/** The text of an HTML page, a line a block; headings as Markdown ones. Good enough for sentences, not for layout. */
export const textOfHtml = (html: string): string =>
  withoutElements(html, ["script", "style", "template", "noscript"])
    .replaceAll(/<h[1-6]\b[^<>]*>/gi, "\n# ")
    .replaceAll(/<\/?(?:li|p|div|tr|br|section|article|h[1-6])\b[^<>]*>/gi, "\n")
    .replaceAll(/<[^<>]*>/g, " ")
    .replaceAll(/&(amp|lt|gt|quot|#39|nbsp);/g, (_, name: string) => entities[name] ?? " ")
    .replaceAll(/[ \t]+/g, " ");

const withoutElements = (html: string, tags: string[]): string =>
  tags.reduce((rest, tag) => {
    const [first = "", ...others] = rest.split(new RegExp(`<${tag}\\b`, "i"));
    const kept = others.map((part) => {
      const [, ...after] = part.split(new RegExp(`</${tag}\\s*>`, "i"));
      return after.join(" ");
    });
    return [first, ...kept].join(" ");
  }, html);

const entities: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'", nbsp: " " };
