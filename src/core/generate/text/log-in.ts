import { LOG_IN } from "#core/explore/words.ts";
import { literal, literalTarget } from "#core/generate/steps.ts";
import type { StepDocument } from "#core/suite/grammar.ts";
import type { SurveyLogin } from "#model/survey.ts";
import type { Resolved, Tour } from "./tour.ts";

const usual = ["/login", "/signin"];

const formHere = async (tour: Tour): Promise<SurveyLogin | null> => {
  const { page } = tour.session;
  await page.settle({ timeoutMs: 3000 });
  const answer = await page.survey({ timeoutMs: 5000 });
  return answer.ok ? answer.survey.login : null;
};

/** The way to the form that asks for name and password, and the form. */
const findForm = async (tour: Tour): Promise<{ way: StepDocument[]; form: SurveyLogin } | null> => {
  const here = await formHere(tour);
  if (here) return { way: [], form: here };
  const page = await tour.look();
  const link = page?.elements.find(
    ({ kind, name }) => /^(?:link|button|tab|clickable)$/.test(kind) && LOG_IN.test(name),
  );
  if (page && link) {
    const told = await tour.target({ element: link, page }, "click", link.name);
    if ("target" in told && (await tour.act(told.target, { kind: "click" })) === null) {
      const form = await formHere(tour);
      if (form) return { way: [{ click: literalTarget(told.target) }], form };
    }
  }
  for (const path of usual) {
    if ((await tour.goto(path)) !== null) continue;
    const form = await formHere(tour);
    if (form) return { way: [{ goto: path }], form };
  }
  return null;
};

/** Logs in with a name and a password that the text gives, by the form that the app has. */
export const logInAs = async (
  tour: Tour,
  username: string,
  password: string,
  secret: (value: string) => string,
): Promise<Resolved> => {
  const found = await findForm(tour);
  if (!found) return { reason: "the app shows no log-in form" };
  const { way, form } = found;
  const named = await tour.act(form.username, { kind: "fill", value: username });
  const worded = named ?? (await tour.act(form.password, { kind: "fill", value: password }));
  const sent =
    worded ??
    (form.submit
      ? await tour.act(form.submit, { kind: "click" })
      : await tour.act(form.password, { kind: "press", key: "Enter" }));
  if (sent !== null) return { reason: `the log-in form cannot be used: ${sent}` };
  return {
    steps: [
      ...way,
      { fill: { target: literalTarget(form.username), value: literal(username) } },
      { fill: { target: literalTarget(form.password), value: secret(password) } },
      form.submit
        ? { click: literalTarget(form.submit) }
        : { press: { key: "Enter", target: literalTarget(form.password) } },
    ],
  };
};
