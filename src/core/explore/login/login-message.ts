import { fold } from "#core/explore/lists/lists.ts";
import type { Walk } from "#core/explore/pages/walk.ts";

const GREETS =
  /welcome|(?:logged|signed|logging|signing|log|sign)[ -]?in\b|willkommen|angemeldet|bienvenue|connect[ée]|bienvenid|benvenut|welkom/i;
const MOST_LETTERS = 120;

/** Where an app says what has just happened; what is above or beside all pages is no such thing. */
const MESSAGE =
  ":is([role=status], [role=alert], .flash, .toast, .alert, .notice):not(header *, nav *, footer *, aside *)";

/** What the app says of the log-in that has just succeeded, as such messages do once; null where it says nothing. */
export const loginMessage = async (walk: Walk): Promise<string | null> => {
  const read = await walk.session.page.read({ css: MESSAGE }, "text", { timeoutMs: 300 });
  const text = read.ok ? fold(read.value) : "";
  return GREETS.test(text) && text.length <= MOST_LETTERS ? text : null;
};
