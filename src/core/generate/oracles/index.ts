import type { Oracle } from "#core/generate/define-oracle.ts";
import { accessible } from "./accessible.ts";
import { amounts } from "./amounts.ts";
import { averages } from "./averages.ts";
import { background } from "./background.ts";
import { back } from "./back.ts";
import { calendar } from "./calendar.ts";
import { cancels } from "./cancels.ts";
import { cart } from "./cart.ts";
import { cartLimit } from "./cart-limit.ts";
import { choiceBack } from "./choice-back.ts";
import { claims } from "./claims.ts";
import { columnCounts } from "./column-counts.ts";
import { coming } from "./coming.ts";
import { comingOrder } from "./coming-order.ts";
import { controls } from "./controls.ts";
import { counters } from "./counters.ts";
import { exports } from "./exports.ts";
import { facets } from "./facets.ts";
import { fedChoices } from "./fed-choices.ts";
import { fields } from "./fields.ts";
import { filterPages } from "./filter-pages.ts";
import { filterCombos } from "./filter-combos.ts";
import { filterPairs } from "./filter-pairs.ts";
import { filters } from "./filters.ts";
import { formBounds } from "./form-bounds.ts";
import { formEmail } from "./form-email.ts";
import { formHardText } from "./form-hard-text.ts";
import { formKeeps } from "./form-keeps.ts";
import { formRequired } from "./form-required.ts";
import { formSubmit } from "./form-submit.ts";
import { formUnchosen } from "./form-unchosen.ts";
import { guestPages } from "./guest-pages.ts";
import { guards } from "./guards.ts";
import { foundItems } from "./found-items.ts";
import { heldItems } from "./held-items.ts";
import { imports } from "./imports.ts";
import { itemActions } from "./item-actions.ts";
import { items } from "./items.ts";
import { keyboard } from "./keyboard.ts";
import { keptAddresses } from "./kept-addresses.ts";
import { keptChoices } from "./kept-choices.ts";
import { joins } from "./joins.ts";
import { keptTexts } from "./kept-texts.ts";
import { languages } from "./languages.ts";
import { listBegins } from "./list-begins.ts";
import { lostChoices } from "./lost-choices.ts";
import { lostTabs } from "./lost-tabs.ts";
import { listRanges } from "./list-ranges.ts";
import { laneSums } from "./lane-sums.ts";
import { ledAmounts } from "./led-amounts.ts";
import { lines } from "./lines.ts";
import { lateAnswers } from "./late-answers.ts";
import { latePages } from "./late-pages.ts";
import { linkChoices } from "./link-choices.ts";
import { linkClicks } from "./link-clicks.ts";
import { links } from "./links.ts";
import { liveFields } from "./live-fields.ts";
import { login } from "./login.ts";
import { lookups } from "./lookups.ts";
import { navCurrent } from "./nav-current.ts";
import { itemTabs } from "./item-tabs.ts";
import { neighbours } from "./neighbours.ts";
import { orders } from "./orders.ts";
import { othersItems } from "./others-items.ts";
import { ownPages } from "./own-pages.ts";
import { pageSizes } from "./page-sizes.ts";
import { pages } from "./pages.ts";
import { questions } from "./questions.ts";
import { readableText } from "./readable-text.ts";
import { paging } from "./paging.ts";
import { laterParts } from "./later-parts.ts";
import { laterTallies } from "./later-tallies.ts";
import { panels } from "./panels.ts";
import { parts } from "./parts.ts";
import { passwordChange } from "./password-change.ts";
import { periods } from "./periods.ts";
import { overlaps } from "./overlaps.ts";
import { phone } from "./phone.ts";
import { pictures } from "./pictures.ts";
import { placesLeft } from "./places-left.ts";
import { plurals } from "./plurals.ts";
import { postParts } from "./post-parts.ts";
import { posts } from "./posts.ts";
import { prefilled } from "./prefilled.ts";
import { pricedOptions } from "./priced-options.ts";
import { promises } from "./promises.ts";
import { recordChoices } from "./record-choices.ts";
import { recordShares } from "./record-shares.ts";
import { records } from "./records.ts";
import { registration } from "./registration.ts";
import { rowCounts } from "./row-counts.ts";
import { rowDays } from "./row-days.ts";
import { rowDifferences } from "./row-differences.ts";
import { rowSense } from "./row-sense.ts";
import { sameAmounts } from "./same-amounts.ts";
import { sameValues } from "./same-values.ts";
import { saidOfChosen } from "./said-of-chosen.ts";
import { saidOrder } from "./said-order.ts";
import { saidPages } from "./said-pages.ts";
import { savedChoices } from "./saved-choices.ts";
import { searchPagesKept } from "./search-pages.ts";
import { search } from "./search.ts";
import { searchAnswers } from "./search-answers.ts";
import { searchParts } from "./search-parts.ts";
import { defaultSettings } from "./default-settings.ts";
import { selections } from "./selections.ts";
import { setPageSizes } from "./set-page-sizes.ts";
import { settings } from "./settings.ts";
import { settingsBounds } from "./settings-bounds.ts";
import { settingsEmail } from "./settings-email.ts";
import { settingsEmptied } from "./settings-emptied.ts";
import { shelves } from "./shelves.ts";
import { sort } from "./sort.ts";
import { sortPages } from "./sort-pages.ts";
import { sortedSelections } from "./sorted-selections.ts";
import { storedChoices } from "./stored-choices.ts";
import { insertions } from "./insertions.ts";
import { numberedLines } from "./numbered-lines.ts";
import { dialogKeys } from "./dialog-keys.ts";
import { rowDialogs } from "./row-dialogs.ts";
import { steppers } from "./steppers.ts";
import { switches } from "./switches.ts";
import { views } from "./views.ts";
import { tabCounts } from "./tab-counts.ts";
import { tabRows } from "./tab-rows.ts";
import { percents } from "./percents.ts";
import { tallies } from "./tallies.ts";
import { themeChoices } from "./theme-choices.ts";
import { theme } from "./theme.ts";
import { toggles } from "./toggles.ts";
import { totals } from "./totals.ts";
import { typedTotals } from "./typed-totals.ts";
import { unknownAddress } from "./unknown-address.ts";
import { valueRanges } from "./value-ranges.ts";
import { weekdays } from "./weekdays.ts";
import { wizardBack } from "./wizard-back.ts";
import { wizardDoubled } from "./wizard-doubled.ts";
import { wizardEnd } from "./wizard-end.ts";
import { wizardOptional } from "./wizard-optional.ts";
import { wizardRequired } from "./wizard-required.ts";
import { wizards } from "./wizards.ts";
import { wording } from "./wording.ts";

/** Every oracle, in the order in which a suite shows their cases. */
export const oracles: readonly Oracle[] = [
  pages,
  wording,
  plurals,
  weekdays,
  languages,
  links,
  linkChoices,
  linkClicks,
  latePages,
  lateAnswers,
  background,
  navCurrent,
  unknownAddress,
  items,
  foundItems,
  sameValues,
  sameAmounts,
  storedChoices,
  ledAmounts,
  pictures,
  counters,
  percents,
  tallies,
  columnCounts,
  laneSums,
  parts,
  laterParts,
  laterTallies,
  totals,
  averages,
  typedTotals,
  amounts,
  rowCounts,
  rowDays,
  rowDifferences,
  rowSense,
  calendar,
  periods,
  coming,
  comingOrder,
  search,
  searchPagesKept,
  searchParts,
  searchAnswers,
  lookups,
  filters,
  choiceBack,
  filterPages,
  listBegins,
  filterPairs,
  filterCombos,
  lostChoices,
  lostTabs,
  keptAddresses,
  switches,
  views,
  selections,
  sortedSelections,
  facets,
  valueRanges,
  tabCounts,
  tabRows,
  sort,
  sortPages,
  keptChoices,
  paging,
  pageSizes,
  listRanges,
  saidOfChosen,
  saidOrder,
  saidPages,
  exports,
  records,
  steppers,
  dialogKeys,
  rowDialogs,
  insertions,
  numberedLines,
  ownPages,
  othersItems,
  itemActions,
  heldItems,
  recordChoices,
  recordShares,
  imports,
  cart,
  cartLimit,
  wizards,
  wizardBack,
  wizardRequired,
  wizardOptional,
  wizardEnd,
  wizardDoubled,
  posts,
  postParts,
  toggles,
  theme,
  themeChoices,
  overlaps,
  phone,
  shelves,
  controls,
  cancels,
  fields,
  fedChoices,
  liveFields,
  lines,
  formSubmit,
  prefilled,
  pricedOptions,
  promises,
  settings,
  savedChoices,
  keptTexts,
  defaultSettings,
  setPageSizes,
  settingsBounds,
  settingsEmail,
  settingsEmptied,
  formRequired,
  formKeeps,
  formEmail,
  formBounds,
  placesLeft,
  formHardText,
  formUnchosen,
  login,
  passwordChange,
  registration,
  guestPages,
  guards,
  back,
  neighbours,
  itemTabs,
  joins,
  orders,
  claims,
  questions,
  panels,
  keyboard,
  accessible,
  readableText,
];
