import { relativeTo } from "#core/explore/address.ts";
import type { SitePage } from "#model/site-pages.ts";

const HIDES =
  /\b(?:show|hide|include|exclude|only|closed|done|solved|archived?|hidden|inactive|past|expired|older|deleted|anzeigen|ausblenden|archiviert\w*|erledigt\w*|geschlossen\w*|afficher|masquer|archiv[ée]\w*|mostrar|ocultar|archivad\w*)\b/i;
const CHOOSES = /^(?:select|combobox|checkbox|radio|switch)$/;

/** Something on the page chooses what it lists, so that it may leave out some: a field, a tab, "Show closed". */
export const mayHideSome = ({ survey, path }: SitePage, origin: string): boolean => {
  const inRows = survey.collections.flatMap(({ items }) => items);
  const links = new Set(inRows.flatMap((item) => item.links.map(({ href }) => href)));
  const buttons = new Set(inRows.flatMap((item) => item.buttons));
  return (
    survey.forms.some(
      ({ chrome, fields }) => chrome !== true && fields.some(({ type }) => CHOOSES.test(type)),
    ) ||
    survey.buttons.some(({ chrome, role, name, pressed }) => {
      const isHiding = role === "tab" || pressed !== undefined || HIDES.test(name);
      return !chrome && !buttons.has(name) && isHiding;
    }) ||
    survey.links.some(({ chrome, href, text }) => {
      const isSame = relativeTo(origin, href).startsWith(`${path}?`);
      return !chrome && (isSame || (!links.has(href) && HIDES.test(text)));
    })
  );
};
