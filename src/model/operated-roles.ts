/** ARIA roles of what a page is operated with, as far as a step's target names them. */
export const operatedRoles = [
  "button",
  "link",
  "textbox",
  "combobox",
  "checkbox",
  "radio",
  "tab",
  "menuitem",
  "switch",
] as const;
