import type { SiteRecord } from "#model/site-records.ts";
import { relativeTo } from "#core/explore/pages/address.ts";
import { tryChoices } from "./item-choices.ts";
import { fold } from "#core/explore/lists/lists.ts";
import { leadingLink } from "./item-link.ts";
import type { Made, Row } from "./own-item.ts";
import type { Walk } from "#core/explore/pages/walk.ts";
import { announcedIn, untilLoaded } from "#core/explore/pages/loading.ts";
import { look, open } from "#core/explore/pages/open-page.ts";

const isAlike = (walk: Walk, a: string, b: string): boolean => {
  const [one, other] = [a, b].map((path) => new URL(path, walk.origin));
  return a === b || (one && other ? walk.patterns.of(one) === walk.patterns.of(other) : false);
};

const LEAST_TEXT = 8;

/** Names of the fields whose texts are long enough to be told from others, and on the page as they were typed. */
const textsOn = (text: string, { values }: Made, { nameField }: SiteRecord): string[] =>
  [...values].flatMap(([field, value]) =>
    field !== nameField.name && value.length >= LEAST_TEXT && text.includes(fold(value)) ? [field] : [],
  );

/**
 * Looks at the page that the item's name leads to: whether one comes there at once, and what can be set of it there. False
 * where there is none, and the list is still open.
 */
export const tryItemPage = async (walk: Walk, record: SiteRecord, row: Row, made: Made): Promise<boolean> => {
  const link = leadingLink(walk, row, made.name, record.nameField.refers !== undefined);
  const path = link ? relativeTo(walk.origin, link.href) : null;
  if (path === null || !path.startsWith("/")) return false;
  const there = await open(walk, path);
  if (!there.ok || !there.survey.text.includes(made.name)) return true;
  const { survey, slow } = await untilLoaded(
    walk,
    walk.timeLeft(),
    there.survey,
    () => look(walk),
    announcedIn,
  );
  if (slow !== null) record.endless = slow;
  const shown = textsOn(survey.text, made, record);
  if (shown.length > 0) record.onItsPage = shown;
  record.lands = made.landed !== null && isAlike(walk, made.landed, path);
  record.choices.push(...(await tryChoices(walk, path, survey)));
  return true;
};
