import { readDescription } from "#core/generate/openapi/description.ts";
import { apiSuite } from "#core/generate/openapi/suite.ts";
import { createInterpreter } from "#core/generate/text/interpret.ts";
import { suiteFromText } from "#core/generate/text/suite-from-text.ts";
import { readCase } from "#core/generate/text/walk-case.ts";
import type { Unresolved } from "#core/generate/text/walk-case.ts";
import type { SuiteDocument } from "#core/suite/grammar.ts";
import { AppError } from "#model/errors.ts";
import { secretReference } from "#model/secret-reference.ts";
import type { Browser } from "#ports/browser.ts";
import type { OutboundFetch } from "#ports/outbound.ts";
import { readDocuments } from "./documents.ts";
import type { Generated } from "./generate-from-app.ts";
import { noteOnUse } from "./generation-model.ts";
import type { GenerationModel } from "./generation-model.ts";
import { createSourceReader } from "./source.ts";
import { notesOn, trySuite } from "./try-suite.ts";
import { createWrittenReader } from "./written.ts";

export type SourceRequest = {
  orgId: string;
  kind: "docs" | "text" | "openapi";
  /** What the suite targets. */
  baseUrl: string;
  /** What to fetch when there is no text. */
  url: string | null;
  text: string | null;
  auth: { username: string; password: string; secretName: string; loginPath: string | null } | null;
  exhaustive: boolean;
  /** Key of a model provider for this generation alone. */
  modelKey?: string | null;
  signal: AbortSignal;
  progress(message: string): void;
};
/** With the secrets that the suite refers to, by name: they are to be kept. */
export type FromSource = Generated & { secrets: Record<string, string> };
export type GenerateFromSource = (request: SourceRequest) => Promise<FromSource>;

type Dependencies = {
  fetch: OutboundFetch;
  browser(): Promise<Browser>;
  /** What may read sentences that no rule knows. */
  model: GenerationModel;
};

/** How long walking the cases of a text through the app may take. */
const walkMs = { quick: 240_000, exhaustive: 900_000 };

/**
 * Writes a suite from words or from an API description, and runs every case before it is handed out. Throws
 * AppError("generation_error") when the app cannot be reached or no case comes of it.
 */
export const createGenerateFromSource = ({ fetch, browser, model }: Dependencies): GenerateFromSource => {
  const readSource = createSourceReader(fetch);
  const readWritten = createWrittenReader(readSource);

  const fromWords = async (request: SourceRequest): Promise<Written> => {
    const { orgId, kind, baseUrl, auth, exhaustive, modelKey, signal, progress, url, text } = request;
    const unread: string[] = [];
    const written = await readWritten({ url, text, follow: kind === "docs" }, signal, (message) =>
      unread.push(message),
    );
    const reader = await model(orgId, modelKey ?? null, auth ? [auth.password] : []);
    const deadline = AbortSignal.timeout(walkMs[exhaustive ? "exhaustive" : "quick"]);
    const { document, notes, unresolved } = await suiteFromText({
      name: written.name,
      cases: written.cases.map(readCase),
      baseUrl,
      auth: auth && {
        username: auth.username,
        password: auth.password,
        passwordRef: secretReference(auth.secretName),
        loginPath: auth.loginPath,
      },
      browser,
      interpret: reader && createInterpreter(reader, signal),
      signal,
      over: () => signal.aborted || deadline.aborted,
      progress,
    });
    return {
      document,
      notes: [...unread, ...notes, ...told(unresolved), ...noteOnUse(reader)],
      unresolved,
      cutShort: deadline.aborted ? "reading the text was ended by a limit (time)" : null,
    };
  };

  const fromApi = async (request: SourceRequest): Promise<Written> => {
    const { baseUrl, auth, exhaustive, signal } = request;
    const { text } = await readSource(request, signal);
    const address = request.text === null && request.url !== null ? request.url : baseUrl;
    const unread: string[] = [];
    const documents = await readDocuments({
      text,
      address,
      read: (url) => readSource({ url }, signal),
      note: (message) => unread.push(message),
    });
    const { document, notes, coverage } = apiSuite({
      description: readDescription(documents, address, baseUrl),
      baseUrl,
      title: null,
      credentials: auth && {
        username: auth.username,
        passwordRef: secretReference(givenName(auth.secretName)),
        basicRef: secretReference(basicName(auth.secretName)),
        loginPath: auth.loginPath,
      },
      exhaustive,
    });
    await reach(baseUrl, signal);
    const asked = `${coverage.covered} of ${coverage.operations} operations are asked`;
    return { document, notes: [asked, ...unread, ...notes], unresolved: [], cutShort: null };
  };

  /** Nothing can be told of an app that does not answer at all. */
  const reach = async (baseUrl: string, signal: AbortSignal): Promise<void> => {
    const session = await (await browser()).openSession({ baseUrl, signal });
    try {
      const answer = await session.request({ method: "GET", url: baseUrl, timeoutMs: 20_000 });
      signal.throwIfAborted();
      if (!answer.ok)
        throw new AppError("generation_error", `base_url ${baseUrl} cannot be reached: ${answer.message}`);
    } finally {
      await session.close();
    }
  };

  return async (request) => {
    const { baseUrl, exhaustive, signal, progress } = request;
    const { document, notes, unresolved, cutShort } = await (request.kind === "openapi"
      ? fromApi(request)
      : fromWords(request));
    const secrets = secretsOf(request);
    const tried = await trySuite({
      browser,
      document,
      baseUrl,
      secret: (name) => secrets[name],
      exhaustive,
      signal,
      progress,
    });
    const used = Object.entries(secrets).filter(([name]) => tried.yaml.includes(secretReference(name)));
    return {
      document: tried.document,
      notes: [...notes, ...notesOn(tried)],
      yaml: tried.yaml,
      coverage: null,
      findings: tried.findings,
      dropped: tried.dropped,
      unresolved,
      cutShort: cutShort ?? tried.cutShort,
      secrets: Object.fromEntries(used),
    };
  };
};

type Written = {
  document: SuiteDocument;
  notes: string[];
  unresolved: Unresolved[];
  cutShort: string | null;
};

const mostTold = 50;

/** Sentences that are no step, for readers of the notes alone. */
const told = (unresolved: readonly Unresolved[]): string[] => {
  const further = unresolved.length - mostTold;
  return [
    ...unresolved
      .slice(0, mostTold)
      .map(
        ({ sentence, reason }) =>
          `not turned into a step: ${sentence.slice(0, 200)} (${reason.slice(0, 300)})`,
      ),
    ...(further > 0 ? [`and ${further} further sentences`] : []),
  ];
};

const givenName = (secretName: string): string => `${secretName}_GIVEN`;
const basicName = (secretName: string): string => `${secretName}_BASIC`;

/** A password that has opened the app by its form has the name that other suites use; of an API that is not known. */
const secretsOf = ({ auth, kind }: SourceRequest): Record<string, string> => {
  if (!auth) return {};
  if (kind !== "openapi") return { [auth.secretName]: auth.password };
  return {
    [givenName(auth.secretName)]: auth.password,
    [basicName(auth.secretName)]: Buffer.from(`${auth.username}:${auth.password}`).toString("base64"),
  };
};
