import type { PageSurvey } from "#model/survey.ts";
import type { SiteLogin } from "#model/site-login.ts";
import type { Target } from "#model/target.ts";
import { pathOf } from "#core/explore/pages/address.ts";
import { addressOf } from "#core/explore/pages/frontier.ts";
import type { Credentials } from "./login.ts";
import { nameFormIn, passwordFormIn } from "./name-form.ts";
import type { Walk } from "#core/explore/pages/walk.ts";
import { look, lookSteadily, open } from "#core/explore/pages/open-page.ts";
import { ACT_TIMEOUT, spend } from "#core/explore/pages/walk.ts";
import { LOG_IN } from "#core/explore/words.ts";

/** The form that asks for the name alone; the password comes on the next page. */
type NameForm = { path: string; username: Target; submit: Target | null };

/** Looks on the page that is open, behind its "log in" link, then at the usual addresses. */
export const findNameForm = async (
  walk: Walk,
  path: string,
  survey: PageSurvey,
): Promise<NameForm | null> => {
  const here = nameFormIn(survey);
  if (here) {
    const opened = await open(walk, path);
    return opened.ok ? { path, ...here } : null;
  }
  const link = survey.links.find((each) => LOG_IN.test(each.text) && addressOf(walk, each) !== null);
  const url = link ? addressOf(walk, link) : null;
  for (const place of url ? [pathOf(url)] : ["/login", "/signin"]) {
    const visited = await open(walk, place);
    const found = visited.ok && visited.url.origin === walk.origin ? nameFormIn(visited.survey) : null;
    if (visited.ok && found) return { path: pathOf(visited.url), ...found };
  }
  return null;
};

const WAITS = 10;

/** Gives the name, then the password. Gives how, or a sentence on what went wrong. */
export const logInInTwo = async (
  walk: Walk,
  credentials: Credentials,
  { path, username, submit }: NameForm,
): Promise<SiteLogin | string> => {
  const { page } = walk.session;
  const wait = { timeoutMs: ACT_TIMEOUT };
  const send = (target: Target | null) =>
    target ? page.act(target, { kind: "click" }, wait) : page.press("Enter", wait);
  spend(walk);
  const named = await page.act(username, { kind: "fill", value: credentials.username }, wait);
  if (!named.ok || !(await send(submit)).ok) return `the log-in form at ${path} cannot be filled in`;
  const form = passwordFormIn(await lookSteadily(walk));
  const password = form?.fields.find(({ type }) => type === "password")?.target;
  if (!form || !password) return `no field for the password came after the name was given at ${path}`;
  spend(walk);
  const worded = await page.act(password, { kind: "fill", value: credentials.password }, wait);
  const last = form.submit?.target ?? null;
  if (!worded.ok || !(await send(last)).ok) return `the password cannot be given at ${path}`;
  for (let waits = 0; waits < WAITS && !walk.over(); waits += 1) {
    const survey = await look(walk);
    if (survey && !passwordFormIn(survey) && !nameFormIn(survey)) {
      const nameStep = { username, submit };
      return { path, setup: [], username, password, submit: last, nameStep, wall: false, used: true };
    }
    await page.expect({ kind: "hidden", target: password }, { timeoutMs: 500 });
  }
  return `the log-in at ${path} as ${credentials.username} did not work`;
};
