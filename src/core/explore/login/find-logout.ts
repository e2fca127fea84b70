import type { SiteLogout } from "#model/site-login.ts";
import type { SitePage } from "#model/site-pages.ts";
import type { Target } from "#model/target.ts";
import { nameIn } from "#core/explore/controls/leads-on.ts";
import { LOG_OUT } from "#core/explore/words.ts";

/** The log-out control, in sight or behind a menu. It is never used here. */
export const findLogout = (pages: SitePage[]): SiteLogout | null => {
  for (const page of pages) {
    const { survey, path } = page;
    const control = [
      ...survey.buttons.map(({ name, target }) => ({ name, target })),
      ...survey.links.map(({ text, target }) => ({ name: text, target })),
    ].find(({ name, target }) => target !== null && LOG_OUT.test(name));
    if (control?.target)
      return { pageId: page.id, path, setup: page.setup, target: control.target, name: control.name };
    for (const { control: opener, appeared } of page.reveals) {
      const target = appeared.find((each) => LOG_OUT.test(nameIn(each)));
      if (!target || !opener.target) continue;
      // Its menu may bear the name of whoever is logged in, as may much of what that person has made.
      const menu: Target =
        opener.role === "button" && typeof opener.target === "string"
          ? { role: "button", name: opener.target }
          : opener.target;
      const setup = [...page.setup, { kind: "click" as const, target: menu }];
      return { pageId: page.id, path, setup, target, name: nameIn(target) };
    }
  }
  return null;
};
