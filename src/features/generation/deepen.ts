import { caseIds } from "#core/generate/case-ids.ts";
import { asOpened } from "#core/generate/as-opened.ts";
import { journeyTag } from "#core/generate/with-model/earlier.ts";
import type { Earlier } from "#core/generate/with-model/earlier.ts";
import { proposeJourneys, refusalsOf } from "#core/generate/with-model/journeys.ts";
import { betterTitles } from "#core/generate/with-model/titles.ts";
import { incomplete, suiteFromText } from "#core/generate/text/suite-from-text.ts";
import { findingTag } from "#core/generate/verify/verify.ts";
import type { StepModel } from "#core/llm/meter.ts";
import type { CaseDocument, SuiteDocument } from "#core/suite/grammar.ts";
import { AppError } from "#model/errors.ts";
import { secretReference } from "#model/secret-reference.ts";
import type { SiteModel } from "#model/site.ts";
import type { Browser } from "#ports/browser.ts";

const mostJourneys = { quick: 3, exhaustive: 8 };
/** How long walking them through the app may take. */
const walkMs = { quick: 60_000, exhaustive: 240_000 };

type Deepening = {
  model: StepModel;
  browser(): Promise<Browser>;
  site: SiteModel;
  document: SuiteDocument;
  mode: "quick" | "exhaustive";
  auth: { username: string; password: string; secretName: string; loginPath: string | null } | null;
  signal: AbortSignal;
  progress(message: string): void;
};

/**
 * Cases for journeys that a model proposes: each was walked through the app, holds what the app showed then, and ends with
 * `no_errors`. One of which a step is missing bears the tag `incomplete`; it is worth something only if the app goes wrong.
 */
export const addJourneys = async ({
  model,
  browser,
  site,
  document,
  mode,
  auth,
  signal,
  progress,
}: Deepening): Promise<{ cases: CaseDocument[]; notes: string[] }> => {
  progress("asking the model for journeys");
  const { cases, suite } = document;
  const proposed = await proposeJourneys(model, { site, cases, most: mostJourneys[mode], signal });
  signal.throwIfAborted();
  if (proposed.journeys.length === 0) return { cases: [], notes: proposed.notes };
  const deadline = AbortSignal.timeout(walkMs[mode]);
  try {
    const walked = await suiteFromText({
      name: suite,
      cases: proposed.journeys,
      baseUrl: site.startUrl,
      auth: auth && { ...auth, passwordRef: secretReference(auth.secretName) },
      browser,
      interpret: null,
      refuse: refusalsOf(site),
      greetings: site.greetings,
      signal,
      over: () => signal.aborted || deadline.aborted,
      progress,
    });
    const nextId = caseIds(cases.map(({ id }) => id));
    const told = walked.unresolved.map(
      ({ case: title, sentence, reason }) => `journey "${title}": ${sentence}: ${reason}`,
    );
    return {
      cases: walked.document.cases.map((item) => ({
        ...item,
        id: nextId(`journey-${item.id}`),
        tags: [journeyTag, ...(item.tags ?? [])],
        steps: [...asOpened(item.steps, site), { expect: "no_errors" }],
      })),
      notes: [...proposed.notes, ...told],
    };
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof AppError)) throw error;
    return {
      cases: [],
      notes: [...proposed.notes, "no journey that the model proposes can be carried out in the app"],
    };
  }
};

/** Journeys of which a step is missing and that found nothing. */
export const isIdle = ({ tags = [] }: CaseDocument): boolean =>
  tags.includes(journeyTag) && tags.includes(incomplete) && !tags.includes(findingTag);

/** Titles for the cases of a suite: those that the same cases had before, else those that a model gives; null: no model. */
export const nameCases = async (
  model: StepModel | null,
  document: SuiteDocument,
  earlier: Earlier,
  signal: AbortSignal,
): Promise<{ document: SuiteDocument; notes: string[] }> => {
  const kept = new Map(document.cases.map((item) => [item.id, earlier.titleOf(item)]));
  const open = document.cases.filter(({ id, tags }) => kept.get(id) === null && !tags?.includes(journeyTag));
  const given =
    model && open.length > 0 ? await betterTitles(model, open, signal) : new Map<string, string>();
  signal.throwIfAborted();
  const titles = typeof given === "string" ? new Map<string, string>() : given;
  return {
    document: {
      ...document,
      cases: document.cases.map((item) => {
        const title = kept.get(item.id) ?? titles.get(item.id);
        return title === undefined ? item : { ...item, title };
      }),
    },
    notes:
      typeof given === "string"
        ? [`the titles are those of the rules: the model could not be asked: ${given}`]
        : [],
  };
};
