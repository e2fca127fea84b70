import { fold } from "#core/explore/lists/lists.ts";
import type { SiteModel } from "#model/site.ts";
import { isWordy } from "#core/explore/forms/form-data.ts";

/** Whether a text is what a form of the app holds for changing, such as the name of who is logged in: it need not stay so. */
export const isOwnWords = ({ pages }: Pick<SiteModel, "pages">, text: string): boolean =>
  fold(text) !== "" &&
  pages.some(({ survey }) =>
    survey.forms.some(
      ({ purpose, fields }) =>
        purpose === "other" && fields.some((field) => isWordy(field) && fold(field.value) === fold(text)),
    ),
  );
