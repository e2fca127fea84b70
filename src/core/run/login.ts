import type { SuiteAuth } from "#model/suite.ts";
import type { PageSurvey } from "#model/survey.ts";
import type { Target } from "#model/target.ts";
import type { Session } from "#ports/browser.ts";
import { nameFormIn, passwordFormIn } from "#core/explore/login/name-form.ts";
import { LOG_IN } from "#core/explore/words.ts";
import type { StepContext } from "#core/suite/define-step.ts";
import { brokenBy, noValue } from "#core/suite/outcome.ts";
import type { StepOutcome } from "#core/suite/outcome.ts";
import { brief } from "#core/suite/scalars.ts";
import { MissingValue, putIn } from "#core/suite/values.ts";
import type { Lookup } from "#core/suite/values.ts";
import { masked } from "./mask.ts";
import type { FailedStep } from "./perform.ts";
import type { StepRunner } from "./step-runner.ts";

const stepMs = 15_000;
const answerMs = 15_000;
const quietEnoughMs = 3000;
const settleMs = 2000;
const everyMs = 250;
/** Looks at a page that is to have the form, each after a while: some six seconds at the least. */
const drawnRounds = 15;

/** `password` is null where it is asked for on the page after the name. */
type LoginForm = { username: Target; password: Target | null; submit: Target | null };

const formIn = (survey: PageSurvey): LoginForm | null => {
  const named = survey.login ? null : nameFormIn(survey);
  return survey.login ?? (named && { ...named, password: null });
};

/** What the quiet page shows; null when it is under way to the next, which cannot always be seen. */
const look = async (session: Session): Promise<PageSurvey | null> => {
  await session.page.settle({ timeoutMs: settleMs });
  const answer = await session.page.survey({ timeoutMs: 5000 });
  return answer.ok ? answer.survey : null;
};

const lookForForm = async (session: Session): Promise<LoginForm | null> => {
  const survey = await look(session);
  return survey && formIn(survey);
};

/** Follows what looks like the way to the log-in form. */
const followToLogin = async (context: StepContext): Promise<LoginForm | null> => {
  const { page, session, timeoutMs } = context;
  const seen = await page.survey({ timeoutMs });
  if (!seen.ok) return null;
  const link = seen.survey.links.find(({ text, same_origin }) => same_origin && LOG_IN.test(text));
  if (link) {
    context.announce(null, link.href);
    await page.goto(link.href, { timeoutMs });
    const found = await lookForForm(session);
    if (found) return found;
  }
  const button = seen.survey.buttons.find(
    ({ name, target, disabled }) => target !== null && !disabled && LOG_IN.test(name),
  );
  if (button?.target) {
    context.announce(button.target, null);
    await page.act(button.target, { kind: "click" }, { timeoutMs });
    const found = await lookForForm(session);
    if (found) return found;
  }
  if (link || button) return null;
  for (const usual of ["/login", "/signin"]) {
    context.announce(null, usual);
    await page.goto(usual, { timeoutMs });
    const found = await lookForForm(session);
    if (found) return found;
  }
  return null;
};

const openForm = async (
  context: StepContext,
  address: string,
  follow: boolean,
): Promise<LoginForm | StepOutcome> => {
  context.announce(null, address);
  const answer = await context.page.goto(address, { timeoutMs: context.timeoutMs });
  if (!answer.ok) return brokenBy(answer);
  let found = (await lookForForm(context.session)) ?? (follow ? await followToLogin(context) : null);
  // Where the form is said to be, an app that scripts draw may have nothing to show yet, or be on its way to it.
  for (let round = 0; !found && !follow && round < drawnRounds && !context.signal.aborted; round += 1) {
    await context.sleep(everyMs);
    found = await lookForForm(context.session);
  }
  if (found) return found;
  const where = follow ? `from ${address}; give auth.login_path, the page that has it` : `at ${address}`;
  return {
    ok: false,
    kind: "not_found",
    verdict: "broken",
    message: `no log-in form was found ${where}`,
    expected: `a log-in form ${where}`,
  };
};

const send = async (context: StepContext, submit: Target | null): Promise<StepOutcome> => {
  const wait = { timeoutMs: context.timeoutMs };
  context.announce(submit, submit ? null : "Enter");
  const sent = submit
    ? await context.page.act(submit, { kind: "click" }, wait)
    : await context.page.press("Enter", wait);
  return sent.ok ? { ok: true } : brokenBy(sent, submit);
};

type PasswordForm = { password: Target; submit: Target | null };

/** Waits for the page that asks for the password, once the name was sent. */
const nextForm = async (context: StepContext, now: () => Date): Promise<PasswordForm | null> => {
  const begun = now().getTime();
  while (now().getTime() - begun < answerMs && !context.signal.aborted) {
    const form = passwordFormIn(await look(context.session));
    const password = form?.fields.find(({ type }) => type === "password")?.target;
    if (form && password) return { password, submit: form.submit?.target ?? null };
    await context.sleep(everyMs);
  }
  return null;
};

const sendForm = async (
  context: StepContext,
  form: LoginForm,
  username: string,
  password: string,
  now: () => Date,
): Promise<StepOutcome> => {
  const wait = { timeoutMs: context.timeoutMs };
  context.announce(form.username, username);
  const named = await context.page.act(form.username, { kind: "fill", value: username }, wait);
  if (!named.ok) return brokenBy(named, form.username);
  let last: PasswordForm | null =
    form.password === null ? null : { password: form.password, submit: form.submit };
  if (!last) {
    const sent = await send(context, form.submit);
    if (!sent.ok) return sent;
    last = await nextForm(context, now);
  }
  if (!last) {
    const message = "no field for the password came after the name was sent";
    return { ok: false, kind: "not_found", verdict: "broken", message, expected: "a field for the password" };
  }
  context.announce(last.password, masked);
  const worded = await context.page.act(last.password, { kind: "fill", value: password }, wait);
  return worded.ok ? send(context, last.submit) : brokenBy(worded, last.password);
};

/**
 * The page of an error has no form either: null when what the form was sent to answered with none. A page behind the log-in may
 * be broken, and is for the cases to find.
 */
const errorPage = ({ session }: StepContext, username: string): StepOutcome | null => {
  const landed = session.evidence.navigations.at(-1);
  const answer = session.evidence.requests.findLast(({ resource_type }) => resource_type === "document");
  const isOwn = landed?.url.startsWith("chrome-error:") || landed?.url === answer?.url;
  const status = isOwn && answer?.method !== "GET" ? (answer?.status ?? 0) : 0;
  if (status < 500) return null;
  const observed = `an error page (the app answered ${status})`;
  const expected = `to be logged in as ${username}`;
  return { ok: false, kind: "not_held", verdict: "broken", message: observed, expected, observed };
};

/** The form has to go away; what the app says otherwise is told. */
const formWentAway = async (
  context: StepContext,
  inTwo: boolean,
  username: string,
  now: () => Date,
): Promise<StepOutcome> => {
  const begun = now().getTime();
  let quietMs = 0;
  // A slow answer is waited for; a page that has been quiet for a while with its form still there has answered.
  while (quietMs < quietEnoughMs && now().getTime() - begun < answerMs && !context.signal.aborted) {
    const looked = now().getTime();
    const seen = await look(context.session);
    const isStillThere = seen && (inTwo ? (passwordFormIn(seen) ?? nameFormIn(seen)) : seen.login);
    if (seen && !isStillThere) return errorPage(context, username) ?? { ok: true };
    await context.sleep(everyMs);
    const took = now().getTime() - looked;
    quietMs = took < settleMs ? quietMs + took : 0;
  }
  const said = await context.page.read({ role: "alert" }, "text", { timeoutMs: 200 });
  const refused = context.session.evidence.requests.findLast(
    ({ same_origin, status }) =>
      same_origin && status !== null && (status === 401 || status === 403 || status >= 500),
  );
  const observed =
    said.ok && said.value.trim() !== ""
      ? `the log-in form, which says "${brief(said.value, 200)}"`
      : `the log-in form${refused ? ` (the app answered ${refused.status})` : ""}`;
  const expected = `to be logged in as ${username}`;
  return {
    ok: false,
    kind: "not_held",
    verdict: "broken",
    message: `still at ${observed}`,
    expected,
    observed,
  };
};

export type LoginOptions = {
  auth: SuiteAuth;
  /** Where the search for the form begins. */
  baseUrl: string;
  runner: StepRunner;
  lookup: Lookup;
  now(): Date;
};

/** Logs in: by the suite's own steps, or by finding and sending the log-in form. Null when it worked. */
export const logIn = async ({
  auth,
  baseUrl,
  runner,
  lookup,
  now,
}: LoginOptions): Promise<FailedStep | null> => {
  if (auth.steps) return runner.runSteps(auth.steps);
  const put = (text: string | null): string => (text === null ? "" : String(putIn(text, lookup)));
  const common = { note: "log-in", timeoutMs: stepMs, narrowing: {} };
  let username: string;
  let password: string;
  let path: string;
  try {
    [username, password, path] = [put(auth.username), put(auth.password), put(auth.loginPath ?? baseUrl)];
  } catch (error) {
    if (!(error instanceof MissingValue)) throw error;
    const run = async (): Promise<StepOutcome> => noValue(error.message);
    return runner.perform({ ...common, verb: "fill", text: "log in", run });
  }
  let form: LoginForm | null = null;
  const opened = await runner.perform({
    ...common,
    verb: "goto",
    text: `open ${auth.loginPath === null ? "the log-in form" : path}`,
    async run(context) {
      const found = await openForm(context, path, auth.loginPath === null);
      if ("ok" in found) return found;
      form = found;
      return { ok: true };
    },
  });
  if (opened) return opened;
  const sent = await runner.perform({
    ...common,
    verb: "fill",
    text: `log in as ${username}`,
    run: (context) =>
      form ? sendForm(context, form, username, password, now) : Promise.resolve(noValue("no form")),
  });
  if (sent) return sent;
  return runner.perform({
    ...common,
    verb: "expect",
    text: `expect to be logged in as ${username}`,
    run: (context) => formWentAway(context, form?.password === null, username, now),
  });
};
