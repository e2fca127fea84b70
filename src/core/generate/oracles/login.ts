import type { StepDocument } from "#core/suite/grammar.ts";
import type { SiteAction } from "#model/site-pages.ts";
import type { SiteLogin } from "#model/site-login.ts";
import type { SiteModel } from "#model/site.ts";
import type { Target } from "#model/target.ts";
import { LOG_IN } from "#core/explore/words.ts";
import { withoutQuery } from "#core/explore/pages/address.ts";
import { isByAddress } from "#core/explore/pages/by-address.ts";
import { defineOracle } from "#core/generate/define-oracle.ts";
import type { Draft, SuiteCredentials } from "#core/generate/define-oracle.ts";
import { guardedPages, keptFrom } from "./guards.ts";
import {
  click,
  clickIfSeen,
  idle,
  literal,
  literalTarget,
  openPage,
  short,
  stepOf,
} from "#core/generate/steps.ts";

const setupSteps = (setup: SiteAction[]): StepDocument[] => setup.map(stepOf);

/** What brings a control up, where it still can be used. */
const setupWhereSeen = (setup: SiteAction[]): StepDocument[] =>
  setup.flatMap((action) => (action.kind !== "click" ? [] : [clickIfSeen(action.target)]));

/** The field itself: other texts of a page may have the same words. */
const passwordOf = ({ password }: SiteLogin): Target =>
  typeof password === "string" ? { label: literal(password) } : literalTarget(password);

const open = ({ path, setup }: SiteLogin): StepDocument[] => [{ goto: literal(path) }, ...setupSteps(setup)];

/** Fills the form in and sends it. */
const sendTo = (login: SiteLogin, username: string, password: string): StepDocument[] => [
  {
    fill: [
      { target: literalTarget(login.username), value: username },
      { target: literalTarget(login.password), value: password },
    ],
  },
  login.submit ? click(login.submit) : { press: { key: "Enter", target: literalTarget(login.password) } },
];

const logInWith = (login: SiteLogin, username: string, password: string): StepDocument[] => [
  ...open(login),
  ...sendTo(login, username, password),
];

/** In a suite that logs in, these cases begin without. */
const anonymous = (login: SiteLogin): { auth?: false } => (login.used ? { auth: false } : {});

const refused = (login: SiteLogin, credentials: SuiteCredentials | null): Draft => ({
  id: "login-refused",
  title: "Logging in with a wrong password is refused, and says so",
  ...anonymous(login),
  steps: [
    ...open(login),
    idle,
    { capture: { asked_to_log_in: { text: { css: "body" } } } },
    ...sendTo(login, credentials?.username ?? "nobody@example.com", "wrong-${tag}"),
    idle,
    { expect: { visible: passwordOf(login) } },
    { expect: { text: { target: { css: "body" }, is: "${asked_to_log_in}", not: true } } },
  ],
  fixtures: { tag: { string: 6 } },
  rank: 12,
});

/** Logs in and out again in a session of its own, so that the log-in of the other cases lives on. */
const loggedOut = (site: SiteModel, credentials: SuiteCredentials | null): Draft[] => {
  const { login, logout } = site;
  if (!login || !logout || !credentials) return [];
  const page = site.pages.find(({ id }) => id === logout.pageId);
  return [
    {
      id: "logout",
      title: "Logging out closes the session",
      ...anonymous(login),
      steps: [
        ...logInWith(login, credentials.username, credentials.passwordRef),
        { expect: { hidden: passwordOf(login) } },
        ...(page ? openPage(page) : []),
        ...setupSteps(logout.setup),
        click(logout.target),
        { wait_for: "idle" },
        { goto: literal(logout.path) },
        { wait_for: "idle" },
        ...setupWhereSeen(logout.setup),
        { expect: { hidden: literalTarget(logout.target) } },
        ...guardedPages(site).slice(0, 1).flatMap(keptFrom),
      ],
      rank: 16,
    },
  ];
};

/** Whoever was asked to log in on the way to a page is led to that page, where the form's address says which it was. */
const returned = (site: SiteModel, credentials: SuiteCredentials | null): Draft[] => {
  const { login, pages } = site;
  const [start] = pages;
  const asked = pages.filter(
    ({ remembered, pattern, setup }) => remembered && setup.length === 0 && !/:id|[?]/.test(pattern),
  );
  // Where everybody is led to anyway says nothing.
  const led = [start?.path, login?.landing].flatMap((path) => (path === undefined ? [] : withoutQuery(path)));
  const page = asked.find(({ path }) => !led.includes(withoutQuery(path)));
  if (!login?.used || !credentials || login.setup.length > 0 || !page) return [];

  return [
    {
      id: "login-returns",
      title: `Logging in leads to the page that was asked for: ${page.path}`,
      ...anonymous(login),
      steps: [
        { goto: literal(page.path) },
        { expect: { visible: passwordOf(login) } },
        ...sendTo(login, credentials.username, credentials.passwordRef),
        { expect: { hidden: passwordOf(login) } },
        { expect: { url: { is: literal(page.path) } } },
      ],
      rank: 18,
    },
  ];
};

/** The log-in form again, for somebody who is logged in, where a link promised something else. */
const forgotten = (site: SiteModel): Draft[] => {
  const { login } = site;
  if (!login?.used) return [];
  const kind = (path: string): string => path.split(/[?#]/)[0] ?? "";
  return site.pages.flatMap((page) => {
    const text = page.via?.text ?? "";
    const asks = page.survey.login !== null && page.via?.target && !LOG_IN.test(text) && text !== "";
    const from = site.pages.find(({ id }) => id === page.via?.pageId);
    const link = page.via?.target ?? null;
    if (!asks || !from || link === null || from.survey.login !== null || kind(from.path) === kind(login.path))
      return [];
    return [
      {
        id: `login-kept-${page.id}`,
        title: `"${short(text)}" does not ask to log in again`,
        steps: [
          ...openPage(from),
          click(link),
          { wait_for: "idle" as const },
          { expect: { hidden: passwordOf(login) } },
        ],
        rank: 9,
      },
    ];
  });
};

/** What is said of a log-in is said once: it is gone on the pages that are opened after that. */
const saidOnce = (site: SiteModel, credentials: SuiteCredentials | null): Draft[] => {
  const { login, pages } = site;
  const message = login?.message ?? null;
  const [first, second] = pages.filter((page) => page.behindLogin && isByAddress(page) && page.path !== "/");
  if (!login || !credentials || message === null || !first || !second) return [];
  return [
    {
      id: "login-message",
      title: "What is said of the log-in does not stay on later pages",
      ...anonymous(login),
      steps: [
        ...logInWith(login, credentials.username, credentials.passwordRef),
        { expect: { hidden: passwordOf(login) } },
        ...[first, second].flatMap(({ path }): StepDocument[] => [
          { goto: literal(path) },
          { wait_for: "idle" },
        ]),
        { expect: { hidden: { text: literal(message) } } },
      ],
      rank: 28,
    },
  ];
};

export const login = defineOracle({
  id: "login",
  summary: "Bad credentials are refused, a log-in lasts, and logging out closes the session.",
  applies: (site, credentials) =>
    site.login
      ? [
          refused(site.login, credentials),
          ...forgotten(site),
          ...loggedOut(site, credentials),
          ...returned(site, credentials),
          ...saidOnce(site, credentials),
        ]
      : [],
});
