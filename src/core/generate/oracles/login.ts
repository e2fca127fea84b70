import type { StepDocument } from "#core/suite/grammar.ts";
import type { SiteAction, SiteLogin } from "#model/site.ts";
import { defineOracle } from "#core/generate/define-oracle.ts";
import type { Draft } from "#core/generate/define-oracle.ts";
import { click, literal, literalTarget } from "#core/generate/steps.ts";

const setupSteps = (setup: SiteAction[]): StepDocument[] =>
  setup.map((action) => (action.kind === "goto" ? { goto: literal(action.path) } : click(action.target)));

const logInWith = (login: SiteLogin, username: string, password: string): StepDocument[] => [
  { goto: literal(login.path) },
  ...setupSteps(login.setup),
  {
    fill: [
      { target: literalTarget(login.username), value: username },
      { target: literalTarget(login.password), value: password },
    ],
  },
  login.submit ? click(login.submit) : { press: { key: "Enter", target: literalTarget(login.password) } },
];

const refused = (login: SiteLogin): Draft => ({
  id: "login-refused",
  title: "Logging in with a wrong password is refused",
  steps: [
    ...logInWith(login, "nobody@example.com", "wrong-${tag}"),
    { wait_for: "idle" },
    { expect: { visible: literalTarget(login.password) } },
  ],
  fixtures: { tag: { string: 6 } },
  rank: 12,
});

export const login = defineOracle({
  id: "login",
  summary: "Bad credentials are refused.",
  applies: (site) => (site.login && !site.login.used ? [refused(site.login)] : []),
});
