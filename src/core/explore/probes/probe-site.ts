import type { Session } from "#ports/browser.ts";
import type { SiteLogin } from "#model/site-login.ts";
import type { SiteModel } from "#model/site.ts";
import type { SitePage } from "#model/site-pages.ts";
import type { Credentials } from "#core/explore/login/login.ts";
import { probeGuards } from "#core/explore/login/guards.ts";
import { probeBackground } from "#core/explore/pages/background.ts";
import { lateAnswers } from "#core/explore/pages/late-answers.ts";
import { latePages } from "#core/explore/pages/late-pages.ts";
import { probeCancels } from "./probe-cancels.ts";
import { probeClaims } from "./probe-claims.ts";
import { probeDialogs } from "./probe-dialogs.ts";
import { probeDoubled } from "./probe-doubled.ts";
import { probeDownloads } from "./probe-downloads.ts";
import { probeEchoes } from "./probe-echoes.ts";
import { probeEmptied } from "./probe-emptied.ts";
import { probeForms } from "./probe-forms.ts";
import { probeInsertions } from "./probe-insertions.ts";
import { probeJoins } from "./probe-joins.ts";
import { probeKeptTexts } from "./probe-kept-texts.ts";
import { probeLanguages } from "./probe-languages.ts";
import { probeLines } from "./probe-lines.ts";
import { probeMouseOnly } from "./probe-mouse-only.ts";
import { probeItemTabs } from "./probe-item-tabs.ts";
import { probeNeighbours } from "./probe-neighbours.ts";
import { probeNumberedLines } from "./probe-numbered-lines.ts";
import { probeOpenData } from "./probe-open-data.ts";
import { probeOrders } from "./probe-orders.ts";
import { probeOthers } from "./probe-others.ts";
import { probePanels } from "./probe-panels.ts";
import { probePassword } from "./probe-password.ts";
import { probePeriods } from "./probe-periods.ts";
import { probePhone } from "./probe-phone.ts";
import { probePosts } from "./probe-post.ts";
import { probeSavedChoices } from "./probe-saved-choices.ts";
import { probeShelves } from "./probe-shelves.ts";
import { probeSteppers } from "./probe-steppers.ts";
import { probeStrangers } from "./probe-strangers.ts";
import { probeTheme } from "./probe-theme.ts";
import { probeToggles } from "./probe-toggle.ts";
import { probeLists } from "./probes.ts";
import { rehearseWizards } from "#core/explore/wizards/rehearse-wizards.ts";
import { rehearseRecords } from "#core/explore/items/rehearse.ts";
import { probeUnknown } from "#core/explore/pages/unknown-address.ts";
import type { Walk } from "#core/explore/pages/walk.ts";
import { keepingTime } from "#core/explore/pages/walk.ts";

type Visitor = {
  login: SiteLogin | null;
  /** Set where the exploration logs in. */
  credentials: Credentials | undefined;
  behindLogin: boolean;
  anonymous: (() => Promise<Session>) | undefined;
  /** Tells what this exploration makes from what earlier ones left. */
  tag: string;
};

/** What is found out by using the pages that were seen. */
type Probed = Omit<
  SiteModel,
  | "startUrl"
  | "origin"
  | "title"
  | "pages"
  | "samples"
  | "greetings"
  | "login"
  | "logout"
  | "cart"
  | "skeletons"
  | "deadLinks"
  | "bounds"
>;

/**
 * Uses what the pages offer, one thing after the other: first what changes nothing, then what makes
 * items. Notes what it learns of a page with the page itself.
 */
export const probeSite = async (
  walk: Walk,
  pages: SitePage[],
  { login, credentials, behindLogin, anonymous, tag }: Visitor,
): Promise<Probed> => {
  // The guards in a session of their own, beside what changes nothing.
  const [lists, guestPages] = await keepingTime(walk, () =>
    Promise.all([
      probeLists(walk, pages),
      behindLogin && anonymous ? probeGuards(walk, pages, anonymous) : [],
    ]),
  );
  await probeOthers(walk, pages);
  await probeStrangers(walk, pages);
  const neighbours = await probeNeighbours(walk, pages);
  const itemTabs = await probeItemTabs(walk, pages);
  const dialogs = await probeDialogs(walk, pages);
  const panels = await probePanels(walk, pages);
  // From here on the app's data changes: a list may first show what it showed before.
  walk.steady = null;
  const periods = await probePeriods(walk, pages);
  const wizards = await rehearseWizards(walk, pages, tag);
  const records = await keepingTime(walk, () => rehearseRecords(walk, pages, lists.searches, tag));
  const password = credentials && behindLogin ? await probePassword(walk, pages, credentials, tag) : null;
  const lines = await probeLines(walk, pages);
  const numberedLines = await probeNumberedLines(walk, pages);
  const toggles = await probeToggles(walk, pages);
  const theme = await probeTheme(walk, pages);
  const shelves = await probeShelves(walk, pages);
  const posts = await probePosts(walk, pages, records, tag);
  const keptTexts = await probeKeptTexts(walk, pages, { records, posts }, tag);
  await probeEmptied(walk, pages, tag);
  const savedChoices = await probeSavedChoices(walk, pages);
  const cancels = await probeCancels(walk, pages, records, tag);
  const steppers = await probeSteppers(walk, pages);
  const insertions = await probeInsertions(walk, pages);
  await probeDoubled(walk, records, tag);
  await probeEchoes(walk, pages, records, tag);
  const unknown = await probeUnknown(walk, pages);
  const openData = behindLogin && anonymous ? await probeOpenData(walk, pages, anonymous) : [];
  const late = await latePages(walk, pages);
  const slow = await lateAnswers(walk);
  const background = await probeBackground(walk, pages);
  const downloads = await probeDownloads(walk, pages, lists.filters);
  const languages = anonymous ? await probeLanguages(walk, pages, anonymous) : [];
  const claims = await probeClaims(walk, pages, records, tag);
  await probeForms(walk, { pages, login }, records, wizards, tag);
  const joins = await probeJoins(walk, pages);
  const orders = await probeOrders(walk, pages, records);
  const mouseOnly = await probeMouseOnly(walk, pages);
  const phone = await probePhone(walk, pages);
  return {
    ...lists,
    guestPages,
    background,
    lateAnswers: slow,
    openData,
    periods,
    steppers,
    dialogs,
    insertions,
    records,
    posts,
    toggles,
    shelves,
    joins,
    orders,
    claims,
    panels,
    cancels,
    savedChoices,
    theme,
    phone,
    lines,
    numberedLines,
    keptTexts,
    password,
    wizards,
    downloads,
    languages,
    mouseOnly,
    neighbours,
    itemTabs,
    unknown,
    late,
  };
};
