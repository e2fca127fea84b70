import type { SiteModel } from "#model/site.ts";
import type { SitePage } from "#model/site-pages.ts";
import type { PageSurvey, SurveyCollection, SurveyField, SurveyForm } from "#model/survey.ts";
import { short } from "#core/generate/steps.ts";

const longestName = 60;
const mostOfAKind = 15;
const longestPage = 1600;
const longestSite = 18_000;

const names = (texts: readonly string[]): string =>
  [...new Set(texts.map((text) => short(text, longestName)).filter((text) => text !== ""))]
    .slice(0, mostOfAKind)
    .map((text) => JSON.stringify(text))
    .join(", ");

const fieldLine = ({ name, type, required, options, min, max, max_length: longest }: SurveyField): string =>
  [
    `${JSON.stringify(short(name, longestName))} (${type}${required ? ", required" : ""}`,
    ...(min === null ? [] : [`, from ${min}`]),
    ...(max === null ? [] : [`, to ${max}`]),
    ...(longest === null ? [] : [`, at most ${longest} characters`]),
    ")",
    ...(options.length === 0 ? [] : [` of ${names(options)}`]),
  ].join("");

const formLine = ({ name, fields, submit }: SurveyForm): string =>
  `  form ${JSON.stringify(short(name, longestName))}: ${fields
    .filter(({ disabled, read_only: readOnly }) => !disabled && !readOnly)
    .slice(0, mostOfAKind)
    .map(fieldLine)
    .join("; ")}${submit ? `; sent with ${JSON.stringify(short(submit.name, longestName))}` : ""}`;

const listLine = ({ kind, name, rows, columns, items }: SurveyCollection): string =>
  `  ${kind} ${JSON.stringify(short(name, longestName))}: ${rows} rows${
    columns.length > 0 ? ` with the columns ${names(columns.map((column) => column.name))}` : ""
  }; the first: ${items
    .slice(0, 2)
    .map(({ text }) => JSON.stringify(short(text, 120)))
    .join(", ")}`;

const line = (label: string, texts: readonly string[]): string[] => {
  const said = names(texts);
  return said === "" ? [] : [`  ${label}: ${said}`];
};

const surveyLines = (survey: PageSurvey): string[] => [
  ...line(
    "headings",
    survey.headings.map(({ text }) => text),
  ),
  ...line(
    "links",
    survey.links.filter((link) => link.same_origin && !link.download).map(({ text }) => text),
  ),
  ...line(
    "buttons",
    survey.buttons.filter(({ disabled }) => !disabled).map(({ name }) => name),
  ),
  ...survey.forms.filter(({ purpose }) => purpose !== "login").map(formLine),
  ...survey.collections.slice(0, 4).map(listLine),
  ...line(
    "counters",
    survey.counters.map(({ text }) => text),
  ),
];

const pageLines = ({ path, title, survey, reveals }: SitePage): string =>
  [
    `${path} ${JSON.stringify(short(title, longestName))}`,
    ...surveyLines(survey),
    ...reveals.flatMap(({ control, forms }) =>
      forms.length === 0
        ? []
        : [`  ${JSON.stringify(short(control.name, longestName))} brings up`, ...forms.map(formLine)],
    ),
  ]
    .join("\n")
    .slice(0, longestPage);

/** What an exploration saw, page by page, as a model is told it: at most some 18,000 characters. */
export const outlineOf = (site: SiteModel): string =>
  site.pages.map(pageLines).join("\n").slice(0, longestSite);
