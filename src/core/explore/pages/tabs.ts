import type { SurveyControl } from "#model/survey.ts";
import { tabOf } from "./address.ts";
import type { Walk } from "./walk.ts";

/** Where the tab that was just used has put its own name into the address, it is a page that can be opened. */
export const addressOfTab = ({ session, origin }: Walk, { role }: SurveyControl): { tab?: URL } => {
  const url = new URL(session.page.url());
  return role === "tab" && url.origin === origin && tabOf(url.href) !== "" ? { tab: url } : {};
};
