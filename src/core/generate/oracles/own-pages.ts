import type { StepDocument } from "#core/suite/grammar.ts";
import type { SiteOwnPage } from "#model/site-records.ts";
import type { SiteModel } from "#model/site.ts";
import { asksForFile } from "#core/explore/forms/file-kinds.ts";
import type { Entry } from "#core/explore/forms/form-data.ts";
import { numberOfTab } from "#core/explore/probes/filter-tabs.ts";
import { besideWords } from "#core/explore/lists/shared-sums.ts";
import { slug } from "#core/explore/pages/states.ts";
import { mainOf } from "#core/generate/counts/counts.ts";
import { dayAs } from "#core/generate/days/days.ts";
import { defineOracle } from "#core/generate/define-oracle.ts";
import type { Draft } from "#core/generate/define-oracle.ts";
import { fillIn, fixturesOf } from "#core/generate/forms.ts";
import { itemChoices } from "#core/generate/records/item-choices.ts";
import { lineSumsAfter } from "#core/generate/sums/line-sums.ts";
import { isText } from "#core/generate/markup.ts";
import { withOptional } from "#core/generate/records/record-optional.ts";
import { overlaps } from "#core/generate/records/record-overlaps.ts";
import { changeOf, furtherChanges, inOrder, isOfOwnDays } from "#core/generate/records/record-changes.ts";
import { fieldFor, has, isFixed, isShown } from "#core/generate/records/record-edit.ts";
import { cleared } from "#core/generate/records/record-cleared.ts";
import { saidBelow } from "#core/generate/records/said-below.ts";
import {
  allRows,
  besideNav,
  isNamed,
  openList,
  planOf,
  sensible,
  variable,
} from "#core/generate/records/record-plan.ts";
import type { Plan } from "#core/generate/records/record-plan.ts";
import { rowControl } from "#core/explore/items/own-item.ts";
import { click, idle, literal, literalTarget, noErrors, short, withoutFaults } from "#core/generate/steps.ts";

const MOST_CHANGED = 4;
const MARKUP = / ?<samp>two<\/samp>/;

const main = ({ page }: Plan) => literalTarget(page ? mainOf(page.survey) : { css: "body" });

const says = (plan: Plan, text: string): StepDocument => ({
  expect: { text: { target: main(plan), contains: text } },
});

/** The item's page, by the address that it got when it was made. */
const openOwn = (plan: Plan): StepDocument => ({ goto: `\${${variable(plan, "address_of")}}` });

/** What the page has to say of an entry. */
const shownOf = (plan: Plan, { shown, days }: SiteOwnPage, entry: Entry): string[] => {
  const { field } = entry;
  const written = days[field.name];
  if (entry.kind === "fill" && written !== undefined)
    return [dayAs([written, written], entry.value) ?? []].flat();
  if (isNamed(plan, field) && entry.kind === "fill") {
    return shown.includes(field.name) ? [entry.value.split(MARKUP)[0] ?? plan.name] : [plan.name];
  }
  if (!shown.includes(field.name)) return [];
  if (entry.kind === "select") return [literal(entry.option)];
  return entry.kind === "fill" ? [entry.value] : [];
};

/** The amounts of money that were typed, however the app writes them. */
const amountsOf = (plan: Plan, { money }: SiteOwnPage): StepDocument[] =>
  plan.entries.flatMap((entry) => {
    const [whole, cents] =
      entry.kind === "fill" && money.includes(entry.field.name) ? entry.value.split(".") : [];
    if (whole === undefined || cents === undefined || !/^\d{1,3}$/.test(whole) || !/^\d\d$/.test(cents))
      return [];
    return [
      { expect: { text: { target: main(plan), matches: String.raw`(?<!\d)${whole}[.,]${cents}(?!\d)` } } },
    ];
  });

/** Numbers on the tabs of the list, and what they say at once is what they say when the page is loaded anew. */
const tabsAgain = (plan: Plan, { back }: SiteOwnPage): StepDocument[] => {
  const tab = plan.page?.survey.buttons.find(({ role, name }) => role === "tab" && numberOfTab(name));
  const name = tab ? numberOfTab(tab.name)?.name : undefined;
  if (back === null || name === undefined) return [];
  const target = { role: "tab", name: literal(name) };
  const number = variable(plan, "tab_of");
  return [
    click(back),
    idle,
    { capture: { [number]: { text: target } } },
    "reload",
    { expect: { text: { target, is: `\${${number}}` } } },
  ];
};

const isWhole = ({ record }: Plan): boolean => !record.paged;

const create = (plan: Plan, own: SiteOwnPage): Draft => {
  const { record, id, called, entries } = plan;
  const texts = [...new Set(entries.flatMap((entry) => shownOf(plan, own, entry)))];
  const shown = [...texts.map((text) => says(plan, text)), ...amountsOf(plan, own)];
  const tabs = tabsAgain(plan, own);
  const nav = besideNav(plan, "nav_with");
  const sums = own.amounts.map((words) => ({
    words,
    name: variable(plan, `${slug(words.form).replaceAll("-", "_")}_of`),
  }));
  return {
    id: `create-${id}`,
    title: `What "${short(called)}" makes has a page that shows it as it was typed, also later`,
    steps: [
      openList(plan),
      ...(isWhole(plan)
        ? [idle, { capture: { [variable(plan, "rows_before_of")]: { count: allRows(plan) } } }]
        : []),
      ...(record.opener ? [click(record.opener.target)] : []),
      ...fillIn(entries),
      ...(sums.length > 0
        ? [
            {
              capture: Object.fromEntries(
                sums.map(({ words, name }) => [name, { text: main(plan), match: besideWords(words.form) }]),
              ),
            },
          ]
        : []),
      click(record.form.submit?.target ?? ""),
      idle,
      ...sensible(plan),
      says(plan, plan.name),
      { capture: { [variable(plan, "address_of")]: { url: true, match: "//[^/]+(/.*)" } } },
      ...nav.now,
      // Before anything is loaded anew: what the page still knows is to be what is so.
      ...tabs,
      ...(tabs.length > 0 ? [openOwn(plan)] : (["reload"] as StepDocument[])),
      ...nav.later,
      ...shown,
      ...(MARKUP.test(record.nameTail) ? [{ expect: { count: { target: { css: "samp" }, is: 0 } } }] : []),
      ...lineSumsAfter(record.form, own.added),
      ...sums.map(({ words, name }) => says(plan, `${literal(words.page)} \${${name}}`)),
      noErrors(plan.problems, plan.loggedIn),
    ],
    fixtures: fixturesOf(entries),
    rank: 11,
  };
};

const edit = (plan: Plan): Draft[] => {
  const { record, id, name, changed, entries } = plan;
  const control = record.edit;
  const form = control?.form;
  const submit = form?.form.submit?.target;
  const nameField = form?.form.fields.find((field) => isNamed(plan, field) && field.target !== null);
  if (!control || !form || !submit || !nameField || asksForFile(form.form)) return [];
  const open: StepDocument[] = [openOwn(plan), { click: rowControl(control, name, null) }];
  const save: StepDocument[] = [click(submit), idle];
  const shown = entries.flatMap((entry) => {
    const field = isShown(plan, entry) ? fieldFor(plan, entry) : null;
    return field ? [{ entry, field }] : [];
  });
  const changes = shown
    .filter(({ entry, field }) => form.kept.includes(field.name) && !isOfOwnDays(plan, entry))
    .filter(({ field }) => !form.fixed.includes(field.name))
    .flatMap(({ entry, field }) => changeOf(field, entry) ?? [])
    .slice(0, MOST_CHANGED)
    .concat(furtherChanges(plan));
  // A name that may not be changed stays.
  const renaming: Entry[] = isFixed(nameField)
    ? []
    : [{ kind: "fill", field: nameField, value: changed, fixtures: {} }];
  if (renaming.length + changes.length === 0) return [];
  const isChanged = (field: Entry["field"]): boolean =>
    changes.some((change) => change.field.name === field.name);
  return [
    {
      id: `edit-${id}`,
      title:
        "An item's page leads to a form that shows what was typed, keeps what is typed now, and changes just that",
      needs: [`create-${id}`],
      steps: [
        ...open,
        ...shown.flatMap(({ entry, field }) => has(field, entry)),
        ...fillIn(inOrder(form.form, [...renaming, ...changes])),
        ...save,
        openOwn(plan),
        says(plan, renaming.length > 0 ? changed : name),
        ...isText(changes),
        ...open.slice(1),
        ...renaming.flatMap((entry) => has(nameField, entry)),
        ...changes.flatMap((entry) => has(entry.field, entry)),
        ...shown.filter(({ field }) => !isChanged(field)).flatMap(({ entry, field }) => has(field, entry)),
        ...cleared(plan, { save, reopen: open }),
        ...(control.overItem ? saidBelow(plan, nameField, submit, variable(plan, "address_of")).said : []),
        noErrors(plan.problems, plan.loggedIn),
      ],
      fixtures: fixturesOf([...entries, ...changes]),
      rank: 13,
    },
  ];
};

/** What an app says, and its scripts write, of what is there no more. */
const GONE = [" 404", " 410", "console error:"];

const remove = (plan: Plan): Draft[] => {
  const { record, id, name } = plan;
  if (!record.remove || record.remove.stays) return [];
  const { confirm } = record.remove;
  const nav = besideNav(plan, "nav_without");
  return [
    {
      id: `delete-${id}`,
      title: "Removing an item on its page removes just that one",
      needs: [`create-${id}`],
      steps: [
        openOwn(plan),
        { click: rowControl(record.remove, name, null) },
        ...(confirm ? [click(confirm)] : []),
        idle,
        ...(isWhole(plan)
          ? [
              ...nav.now,
              openList(plan),
              idle,
              ...nav.later,
              { expect: { count: { target: allRows(plan), is: `\${${variable(plan, "rows_before_of")}}` } } },
            ]
          : []),
        openOwn(plan),
        { expect: { text: { target: { css: "body" }, contains: name, not: true } } },
        withoutFaults(plan.problems, plan.loggedIn, GONE),
      ],
      fixtures: fixturesOf(plan.entries),
      undoes: true,
      rank: 14,
    },
  ];
};

const drafts = (site: SiteModel): Draft[] =>
  site.records.flatMap((record) => {
    const plan = record.ownPage ? planOf(site, record) : null;
    return plan && record.ownPage
      ? [
          create(plan, record.ownPage),
          ...edit(plan),
          ...itemChoices(plan),
          ...remove(plan),
          ...overlaps(plan),
          ...withOptional(plan),
        ]
      : [];
  });

export const ownPages = defineOracle({
  id: "own-pages",
  summary:
    "What a list shows under a name of the app's own has a page that shows what was typed; a change changes just that, and what is removed is gone.",
  applies: drafts,
});
