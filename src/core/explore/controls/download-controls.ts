import type { PageSurvey } from "#model/survey.ts";
import type { Target } from "#model/target.ts";
import { isFile } from "#core/explore/pages/address.ts";
import { fold } from "#core/explore/lists/lists.ts";
import { isSteadyTarget } from "#core/explore/pages/steady.ts";
import { EXPORT, isDangerous } from "#core/explore/words.ts";

/** What gives a file; `href` is empty where it is a button. */
export type DownloadControl = { name: string; target: Target; href: string };

/** What gives a file, by its own word or by its name; not what stands in a row, which gives that row's file. */
export const downloadControls = (
  { links, buttons, collections }: PageSurvey,
  pageUrl: string,
): DownloadControl[] => {
  const inRows = new Set(
    collections.flatMap(({ items }) =>
      items
        // An entry that is but the link is one of a menu.
        .filter(
          ({ text, links: [link, ...more] }) => more.length > 0 || fold(text) !== fold(link?.text ?? ""),
        )
        .flatMap((item) => [...item.buttons, ...item.links.map(({ href }) => href)]),
    ),
  );
  const leading = links
    .filter(
      ({ text, href, download, same_origin: own }) =>
        !inRows.has(href) &&
        (own || /^blob:|^data:/.test(href)) &&
        URL.canParse(href, pageUrl) &&
        (download || EXPORT.test(text) || (/\bcsv\b/i.test(text) && isFile(new URL(href, pageUrl)))),
    )
    .map(({ text, target, href }) => ({ name: text, target, href }));
  const pressed = buttons
    .filter(
      ({ name, submit, disabled, role }) =>
        !submit && !disabled && role === "button" && !inRows.has(name) && EXPORT.test(name),
    )
    .map(({ name, target }) => ({ name, target, href: "" }));
  return [...leading, ...pressed].flatMap(({ name, target, href }) =>
    target !== null && isSteadyTarget(target) && !isDangerous(name) ? [{ name, target, href }] : [],
  );
};
