import type { SiteAction } from "#model/site-pages.ts";
import type { SiteLogin } from "#model/site-login.ts";
import type { PageSurvey, SurveyLogin } from "#model/survey.ts";
import { loginMessage } from "./login-message.ts";
import { findNameForm, logInInTwo } from "./login-in-two.ts";
import { evidenceSince } from "#core/explore/pages/problems.ts";
import { addressOf } from "#core/explore/pages/frontier.ts";
import { LOG_IN, isDangerous } from "#core/explore/words.ts";
import type { Walk } from "#core/explore/pages/walk.ts";
import { look, open, perform, waited } from "#core/explore/pages/open-page.ts";
import { beginStep, here, spend } from "#core/explore/pages/walk.ts";
import { pathOf, relativeTo } from "#core/explore/pages/address.ts";

export type Credentials = { username: string; password: string; loginPath?: string };

export type LoginForm = { path: string; setup: SiteAction[]; form: SurveyLogin; survey: PageSurvey };

/** Looks for the log-in form: on the page at `path`, behind its "log in" link or button, then at the usual addresses. */
export const findLoginForm = async (
  walk: Walk,
  path: string,
  survey: PageSurvey,
): Promise<LoginForm | null> => {
  if (survey.login) return { path, setup: [], form: survey.login, survey };
  const link = survey.links.find((each) => LOG_IN.test(each.text) && addressOf(walk, each) !== null);
  const url = link ? addressOf(walk, link) : null;
  if (url) {
    const found = await formAt(walk, pathOf(url));
    if (found) return found;
  }
  const button = survey.buttons.find(({ name, target, disabled }) => {
    return target !== null && !disabled && LOG_IN.test(name) && !isDangerous(name);
  });
  if (button?.target) {
    const setup: SiteAction[] = [{ kind: "click", target: button.target }];
    const there = await perform(walk, [{ kind: "goto", path }, ...setup]);
    const after = there ? await look(walk) : null;
    const now = here(walk);
    if (after?.login) {
      return now !== null && now !== path
        ? { path: now, setup: [], form: after.login, survey: after }
        : { path, setup, form: after.login, survey: after };
    }
  }
  if (url || button) return null;
  for (const usual of ["/login", "/signin"]) {
    const found = await formAt(walk, usual);
    if (found) return found;
  }
  return null;
};

const formAt = async (walk: Walk, path: string): Promise<LoginForm | null> => {
  const visited = await open(walk, path);
  if (!visited.ok || !visited.survey.login || visited.url.origin !== walk.origin) return null;
  return { path: pathOf(visited.url), setup: [], form: visited.survey.login, survey: visited.survey };
};

export type LoginOutcome =
  | { ok: true; login: SiteLogin }
  | { ok: false; reason: "login_form_not_found" | "login_failed"; message: string };

const LOGIN_TIME = 10_000;

/** Logs in with the credentials, and makes sure that it worked: the form has to go away. */
export const logIn = async (
  walk: Walk,
  credentials: Credentials,
  startPath: string,
): Promise<LoginOutcome> => {
  const outcome = await logInOnce(walk, credentials, startPath);
  // Many apps count log-ins more strictly than anything else.
  return !outcome.ok && (await waited(walk, walk.step)) ? logInOnce(walk, credentials, startPath) : outcome;
};

const logInOnce = async (walk: Walk, credentials: Credentials, startPath: string): Promise<LoginOutcome> => {
  const first = credentials.loginPath ?? startPath;
  const visited = await open(walk, first);
  if (!visited.ok)
    return { ok: false, reason: "login_failed", message: `${first} could not be opened: ${visited.message}` };
  const opened = relativeTo(walk.origin, visited.url.href);
  // An address that shows the form itself is kept as it was given; what only leads to the form would not do for a suite.
  const loginPathOf = (path: string, opened: string): string =>
    path === opened ? (credentials.loginPath ?? path) : path;
  const found = await findLoginForm(walk, opened, visited.survey);
  if (!found) {
    const again = await open(walk, first);
    const reopened = again.ok ? relativeTo(walk.origin, again.url.href) : first;
    const inTwo = again.ok ? await findNameForm(walk, reopened, again.survey) : null;
    if (inTwo) {
      const done = await logInInTwo(walk, credentials, inTwo);
      return typeof done === "string"
        ? { ok: false, reason: "login_failed", message: `${done}${await whatIsSaid(walk)}` }
        : { ok: true, login: { ...done, path: loginPathOf(done.path, reopened) } };
    }
    const message = `no log-in form was found from ${first}; give login_path, the address of the page that has it`;
    return { ok: false, reason: "login_form_not_found", message };
  }
  const { page } = walk.session;
  const { form } = found;
  // A page that draws much, or makes its form usable late, is waited for: without a log-in there is nothing to be seen.
  const wait = { timeoutMs: LOGIN_TIME };
  const mark = beginStep(walk);
  spend(walk);
  const name = await page.act(form.username, { kind: "fill", value: credentials.username }, wait);
  const word = await page.act(form.password, { kind: "fill", value: credentials.password }, wait);
  if (!name.ok || !word.ok) {
    return {
      ok: false,
      reason: "login_failed",
      message: `the log-in form at ${found.path} cannot be filled in`,
    };
  }
  const sent = form.submit
    ? await page.act(form.submit, { kind: "click" }, wait)
    : await page.press("Enter", wait);
  if (!sent.ok)
    return {
      ok: false,
      reason: "login_failed",
      message: `the log-in form at ${found.path} cannot be sent: ${sent.message}`,
    };
  const login: SiteLogin = {
    path: found.setup.length > 0 ? found.path : loginPathOf(found.path, opened),
    setup: found.setup,
    username: form.username,
    password: form.password,
    submit: form.submit,
    wall: false,
    used: true,
  };
  if (await formWentAway(walk, mark)) {
    const message = await loginMessage(walk);
    return { ok: true, login: message === null ? login : { ...login, message } };
  }
  const said = await whatIsSaid(walk);
  const refused = evidenceSince(walk.session.evidence, mark).requests.find(
    ({ same_origin, status }) =>
      same_origin && status !== null && (status === 401 || status === 403 || status >= 500),
  );
  const why = said !== "" ? said : refused ? ` (the app answered ${refused.status})` : "";
  return {
    ok: false,
    reason: "login_failed",
    message: `the log-in at ${found.path} as ${credentials.username} did not work${why}`,
  };
};

/** What the app says in an alert, for the end of a sentence. */
const whatIsSaid = async (walk: Walk): Promise<string> => {
  const said = await walk.session.page.read({ role: "alert" }, "text", { timeoutMs: 300 });
  return said.ok && said.value.trim() !== "" ? `: the app says "${said.value.trim().slice(0, 200)}"` : "";
};

/** Looks at the form that came back, once the app has answered. */
const LOOKS_AFTER_ANSWER = 3;

const formWentAway = async (walk: Walk, mark: number): Promise<boolean> => {
  const { page, evidence } = walk.session;
  let looks = 0;
  for (let waited = 0; waited < LOGIN_TIME && looks < LOOKS_AFTER_ANSWER && !walk.over(); waited += 500) {
    const survey = await look(walk);
    if (survey && !survey.login) return true;
    const answered = evidenceSince(evidence, mark).requests.some(
      ({ method, status, same_origin }) => same_origin && method !== "GET" && status !== null,
    );
    if (answered) looks += 1;
    const password = survey?.login?.password ?? { css: "input[type=password]" };
    await page.expect({ kind: "hidden", target: password }, { timeoutMs: 500 });
  }
  return false;
};
