import type { StepDocument } from "#core/suite/grammar.ts";
import type { SurveyField } from "#model/survey.ts";
import type { TargetObject } from "#model/target.ts";
import { renamed } from "#core/explore/forms/amount-items.ts";
import { asksForFile } from "#core/explore/forms/file-kinds.ts";
import type { Entry } from "#core/explore/forms/form-data.ts";
import { targetOf } from "#core/explore/forms/form-data.ts";
import { itemLink } from "#core/explore/items/item-link.ts";
import { clicksOf, ITEM } from "#core/explore/items/own-item.ts";
import { fold, itemName, mainList, rowsOf } from "#core/explore/lists/lists.ts";
import { MARK } from "#core/explore/forms/samples.ts";
import type { Draft } from "#core/generate/define-oracle.ts";
import { changeOf, furtherChanges, inOrder, isAtLength, isOfOwnDays, isOfPage } from "./record-changes.ts";
import { fieldItself, fillIn, fixturesOf, optionOf } from "#core/generate/forms.ts";
import { keptColumns } from "./kept-columns.ts";
import { beginningOf } from "#core/generate/at-length.ts";
import { isText, withoutMarkup } from "#core/generate/markup.ts";
import {
  cellOf,
  columnOf,
  expectCells,
  find,
  findAgain,
  isNamed,
  itemFor,
  rowOf,
  seek,
  use,
  variable,
} from "./record-plan.ts";
import type { Plan } from "./record-plan.ts";
import { shownValues } from "./record-shown.ts";
import { saidBelow } from "./said-below.ts";
import { cleared } from "./record-cleared.ts";
import { click, clickIfSeen, idle, literal, literalTarget, noErrors, short } from "#core/generate/steps.ts";

const MOST_CHANGED = 8;
const MOST_UNLISTED = 2;

/** The edit form's field for what was typed when the item was made. */
export const fieldFor = ({ record }: Plan, { field }: Entry): SurveyField | null => {
  const fields = record.edit?.form?.form.fields ?? [];
  return (
    fields.find(({ name, type, target }) => name === field.name && type === field.type && target !== null) ??
    null
  );
};

/** What the edit form has to show: all that it was seen to show as it was typed, and what it had lost. */
export const isShown = (plan: Plan, { field }: Entry): boolean => {
  const form = plan.record.edit?.form;
  return (
    !isNamed(plan, field) &&
    form !== null &&
    form !== undefined &&
    [...form.kept, ...form.lost].includes(field.name)
  );
};

/** That a field of the edit form has the value. */
export const has = (field: SurveyField, entry: Entry): StepDocument[] => {
  const target = fieldItself(field);
  // A file is not given back.
  if (entry.kind === "upload") return [];
  if (entry.kind === "check" && entry.free) return [];
  if (entry.kind === "check")
    return [
      { expect: { checked: entry.option === undefined ? target : literalTarget(targetOf(entry) ?? "") } },
    ];
  const kept = entry.kind === "fill" ? withoutMarkup(entry.value) : null;
  if (kept !== null) return [{ expect: { value: { target, contains: kept } } }];
  const is = entry.kind === "select" ? optionOf(entry) : entry.value;
  return [{ expect: { value: { target, is } } }];
};

const MARKUP = / ?<samp>two<\/samp>/;

const ENTITY = /&(?:amp|lt|gt|quot|#\d+);/;

/** The signs of a name are there to be changed as they were typed, not as markup writes them. */
const nameAsTyped = ({ entries, name, record }: Plan, nameField: SurveyField): StepDocument => {
  const typed = entries.find(({ field }) => field.name === record.nameField.name);
  const [whole = name] = typed?.kind === "fill" ? typed.value.split(MARKUP) : [];
  const signs = fold(whole.replace(name, ""));
  // Some leave signs out: then nothing is said of them.
  const isKept = fold(nameField.value).includes(signs) || ENTITY.test(nameField.value);
  return { expect: { value: { target: fieldItself(nameField), contains: isKept ? whole : name } } };
};

/** What is written there is to be markup. */
const MARKED_UP = /html|template|vorlage|mod[eè]le|plantilla/i;

/** The same of the page that its name leads to, where that shows what was typed. */
const isTextOnItsPage = (plan: Plan, name: string, changes: Entry[]): StepDocument[] => {
  const { record } = plan;
  const [text] = changes.flatMap((entry) => {
    const isShown =
      entry.kind === "fill" &&
      record.onItsPage?.includes(entry.field.name) &&
      !MARKED_UP.test(`${entry.field.name} ${entry.field.hint ?? ""}`);
    return (isShown ? withoutMarkup(entry.value) : null) ?? [];
  });
  if (text === undefined) return [];
  return [
    ...find(plan, name),
    { click: itemLink(record, name, rowOf(plan, name)) },
    idle,
    { expect: { text: { target: { css: "body" }, contains: beginningOf(text) } } },
    ...isText(changes),
  ];
};

/** A field that cannot be typed into. */
export const isFixed = ({ disabled, read_only: readOnly, type }: SurveyField): boolean =>
  disabled || readOnly || type === "select";

/** What brings up the form of another item: of the second row, whichever that is by then, else of one that was seen. */
const openerOfAnother = (plan: Plan, control: NonNullable<Plan["record"]["edit"]>): TargetObject[] => {
  const list = plan.page ? mainList(plan.page.survey) : null;
  const names = list?.items.map(itemName).filter((text) => text !== "" && !text.includes(MARK)) ?? [];
  const rows = list ? rowsOf(list) : null;
  // In most lists a new item is the first one or the last.
  if (rows && names.length >= 2 && !control.name.includes(ITEM))
    return clicksOf(control, "", literalTarget({ ...rows, nth: 1 }));
  const other = names.find((text, _, all) => all.filter((each) => each.includes(text)).length === 1);
  return other === undefined ? [] : clicksOf(control, literal(other), rowOf(plan, literal(other)));
};

/** The form for another item of the list, brought up and given up right before: what is changed then is the item itself. */
const ofAnother = (plan: Plan): StepDocument[] => {
  const { record } = plan;
  const control = record.edit;
  if (!control?.overList || control.itself || control.menu || record.detail?.edit === true) return [];
  const clicks = control.cancel === null ? [] : openerOfAnother(plan, control);
  if (control.cancel === null || clicks.length === 0) return [];
  return [...clicks.map(clickIfSeen), idle, clickIfSeen(control.cancel), idle];
};

export const edit = (plan: Plan): Draft[] => {
  const { record, id, name, entries } = plan;
  const { edit: control } = record;
  if (!control || (control.form && asksForFile(control.form.form))) return [];
  const nameField =
    control.form?.form.fields.find((field) => isNamed(plan, field) && field.target !== null) ??
    control.form?.nameField ??
    (control.form ? null : record.nameField);
  const submit = control.form ? control.form.form.submit?.target : record.form.submit?.target;
  if (!nameField?.target || !submit) return [];
  const isNameFixed = isFixed(nameField);
  const changed = isNameFixed ? name : plan.changed;
  const open = (called: string): StepDocument[] => use(plan, control, record.detail?.edit === true, called);
  const columns = isNameFixed ? [] : keptColumns(plan);
  const capture = Object.fromEntries(
    columns.map(({ index, variable }) => [variable, { text: cellOf(plan, index) }]),
  );
  const shown = entries.flatMap((entry) => {
    const field = isShown(plan, entry) ? fieldFor(plan, entry) : null;
    return field ? [{ entry, field }] : [];
  });
  // Where one choice decides what another offers, both stay.
  const isFed = entries.some((entry) => entry.kind === "select" && entry.field.taken);
  // What is written in another way from the start will be so again.
  const changes = shown
    .filter(({ field }) => control.form?.kept.includes(field.name))
    .filter(({ field }) => control.form?.fixed.includes(field.name) === false)
    .filter(({ entry }) => !(entry.kind === "select" && (entry.of || isFed || isOfPage(plan, entry.option))))
    .filter(({ entry }) => !isOfOwnDays(plan, entry))
    .flatMap(({ entry, field }) => changeOf(field, entry) ?? [])
    // What is written at length matters most to who writes it.
    .toSorted((a, b) => Number(isAtLength(b)) - Number(isAtLength(a)))
    .slice(0, MOST_CHANGED)
    .concat(furtherChanges(plan));
  // Whatever else was typed is still there when only the name was changed.
  const others = shown.filter(
    ({ field }) =>
      control.form?.kept.includes(field.name) && !changes.some((change) => change.field === field),
  );
  // So is what is changed later on and no column shows, such as who somebody's manager is.
  const unlisted = shown
    .filter(
      ({ entry, field }) =>
        entry.kind === "select" &&
        changes.some((change) => change.field === field) &&
        columnOf(plan, field) < 0,
    )
    .slice(0, MOST_UNLISTED);
  const { steps: made, ...item } = itemFor(plan);
  const save: StepDocument[] = [click(submit), idle];
  const empty = cleared(plan, { save, reopen: [...find(plan, changed), ...open(changed)] });
  const below =
    control.overItem && changes.length > 0
      ? saidBelow(plan, nameField, submit, variable(plan, "edited_at"))
      : null;
  const renaming: StepDocument[] = [
    ...fillIn([{ kind: "fill", field: nameField, value: changed, fixtures: {} }]),
    ...save,
    // The list below the dialog says so at once.
    ...(control.overList
      ? [
          ...(record.search ? [] : seek(plan, changed)),
          {
            expect: { text: { target: literalTarget(record.list), contains: changed } },
          } satisfies StepDocument,
        ]
      : []),
    ...findAgain(plan, changed),
    ...(record.several
      ? []
      : [{ expect: { count: { target: rowOf(plan, changed), is: 1 } } } satisfies StepDocument]),
    // What had the name has the new one now, and no other item has got it.
    ...(changed.startsWith(name) && record.edit?.overList && !record.several
      ? [{ expect: { count: { target: rowOf(plan, name), is: 1 } } } satisfies StepDocument]
      : []),
    ...expectCells(
      plan,
      changed,
      columns.map(({ index, variable }) => ({ index, match: { is: `\${${variable}}` } })),
    ),
    // A form that is filled in with what is stored is not to do so over what is typed.
    ...(changes.length + others.length > 0 || empty.length > 0 ? [...open(changed), idle] : []),
    ...[...others, ...unlisted].flatMap(({ entry, field }) => has(field, entry)),
  ];
  if (isNameFixed && changes.length === 0) return [];
  return [
    {
      id: `edit-${id}`,
      title:
        changes.length > 0
          ? `Changing an item shows what was typed before, keeps what is typed now, and changes just that`
          : `Changing the ${short(nameField.name, 30)} of an item is kept, and changes just that`,
      ...item,
      steps: [
        ...made,
        ...find(plan, name),
        ...(columns.length > 0 ? [{ capture, within: { role: "row", name } }] : []),
        ...ofAnother(plan),
        ...open(name),
        ...(control.form ? [nameAsTyped(plan, nameField)] : []),
        ...shown.flatMap(({ entry, field }) => has(field, entry)),
        ...(isNameFixed ? [] : renaming),
        ...(changes.length > 0
          ? [
              ...fillIn(control.form ? inOrder(control.form.form, changes) : changes),
              ...save,
              ...isText(changes),
              ...isTextOnItsPage(plan, changed, changes),
              ...find(plan, changed),
              ...shownValues({ ...plan, name: changed, entries: changes }),
              ...open(changed),
              ...changes.flatMap((entry) => has(entry.field, entry)),
            ]
          : []),
        ...empty,
        ...(below ? [below.noted, ...below.said] : []),
        noErrors(plan.problems, plan.loggedIn),
      ],
      fixtures: fixturesOf([...entries, ...changes]),
      rank: 13,
    },
    ...cancelled(plan),
  ];
};

/** On the same page, the form for a new item is as empty as it was at first. */
const begunAnew = ({ record }: Plan): StepDocument[] => {
  const { opener, nameField, edit: control } = record;
  return opener && control?.overList && nameField.value === ""
    ? [click(opener.target), { expect: { value: { target: fieldItself(nameField), is: "" } } }]
    : [];
};

/** What was typed and then given up is not kept. */
const cancelled = (plan: Plan): Draft[] => {
  const { record, id, name, entries } = plan;
  const control = record.edit;
  const nameField = control?.form?.nameField;
  if (!control?.cancel || !nameField?.target || isFixed(nameField)) return [];
  const { steps: made, ...item } = itemFor(plan);
  const anew = begunAnew(plan);
  const dropped = renamed(record.nameField, name, "dropped");
  return [
    {
      id: `cancel-${id}`,
      title: `A change that is cancelled is not kept${anew.length > 0 ? ", and a new item begins empty" : ""}`,
      ...item,
      steps: [
        ...made,
        ...find(plan, name),
        ...use(plan, control, record.detail?.edit === true, name),
        idle,
        ...fillIn([{ kind: "fill", field: nameField, value: dropped, fixtures: {} }]),
        click(control.cancel),
        idle,
        // Wherever one is then, nothing says it either.
        { expect: { text: { target: { css: "body" }, contains: dropped, not: true } } },
        ...anew,
        ...find(plan, name),
        { expect: { visible: rowOf(plan, name) } },
        { expect: { hidden: rowOf(plan, dropped) } },
      ],
      fixtures: fixturesOf(entries),
      rank: 32,
    },
  ];
};
