import { expect, test } from "vitest";
import { surveyField } from "#test/support/survey-field.ts";
import { control, form } from "#test/support/site-model.ts";
import { passwordForm } from "./password-form.ts";
import { changedIn, freshParts, isAgainst } from "./password-words.ts";

test.each([
  ["Your password has been changed.", "password has been changed"],
  ["Password updated successfully!", "Password updated"],
  ["Saved", "Saved"],
  ["Das Passwort wurde geändert.", "Passwort wurde geändert"],
  ["Votre mot de passe a été modifié.", "mot de passe a été modifié"],
  ["Your password was changed less than a day ago.", null],
  ["Your password was not changed.", null],
  ["The password could not be updated.", null],
  ["Password changed 3 times", null],
  ["Welcome", null],
])("what is said of a password: %s", (said, words) => {
  expect(changedIn(freshParts("Account. Change password", said))).toBe(words);
});

test("what was said before tells nothing, and what is wrong is told", () => {
  expect(freshParts("Password changed", "Password changed")).toEqual([]);
  expect(isAgainst(["The current password is incorrect"])).toBe(true);
  expect(isAgainst(["All is well"])).toBe(false);
});

const passwords = (...names: string[]) =>
  passwordForm(
    form(
      names.map((name) => surveyField(name, { type: "password" })),
      { submit: control },
    ),
  );

test.each([
  [
    ["Current password", "New password", "Repeat new password"],
    ["Current password", "New password", "Repeat new password"],
  ],
  [
    ["New password", "Old password"],
    ["Old password", "New password", null],
  ],
  [
    ["Aktuelles Passwort", "Neues Passwort", "Neues Passwort wiederholen"],
    ["Aktuelles Passwort", "Neues Passwort", "Neues Passwort wiederholen"],
  ],
  [
    ["old_password", "new_password"],
    ["old_password", "new_password", null],
  ],
])("the fields %j", (names, expected) => {
  const found = passwords(...names);
  expect([found?.current, found?.fresh, found?.again]).toEqual(expected);
});

test("forms that ask for something else are none that change one's own password", () => {
  expect(passwords("New password", "Repeat new password")).toBeNull();
  expect(passwords("Current password", "Repeat password")).toBeNull();
  expect(passwords("Current password", "New password", "Another new password")).toBeNull();
  const fields = ["Name", "Current password", "New password"].map((name) =>
    surveyField(name, { type: name === "Name" ? "text" : "password" }),
  );
  expect(passwordForm(form(fields))).toBeNull();
});
