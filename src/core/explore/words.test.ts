import { describe, expect, it } from "vitest";
import { DECIDES, isBack, isDangerous, isDangerousAddress, isNext } from "./words.ts";

describe("what the explorer leaves alone", () => {
  it.each([
    "Log out",
    "Logout",
    "Sign out",
    "Abmelden",
    "Déconnexion",
    "Cerrar sesión",
    "Delete",
    "Remove item",
    "Löschen",
    "Supprimer",
    "Eliminar",
    "Pay now",
    "Place order",
    "Jetzt kaufen",
    "Send message",
    "Invite people",
    "Reset password",
    "Deploy",
    "Shut down",
    "Unsubscribe",
    "Publish",
    "Transfer ownership",
    "Report post",
    "View and delete",
    "Print",
    "Turn back into a draft",
    "Move to drafts",
  ])("%s", (name) => {
    expect(isDangerous(name)).toBe(true);
  });

  it.each([
    "Details",
    "New product",
    "Drafts",
    "Next",
    "Menu",
    "Settings",
    "Show more",
    "Sort by name",
    "Edit",
    "Logs",
    "Blog",
    "Payload",
    "Deleted items",
    "Schedule transfer",
    "Show report",
    "Sales report",
    "Preview Password reset steps",
  ])("but not %s", (name) => {
    expect(isDangerous(name)).toBe(false);
  });

  it("knows addresses that do harm when opened", () => {
    expect(isDangerousAddress("/logout")).toBe(true);
    expect(isDangerousAddress("/items/3/delete")).toBe(true);
    expect(isDangerousAddress("/doku.php?id=start&do=logout")).toBe(true);
    expect(isDangerousAddress("/#/sign-out")).toBe(true);
    expect(isDangerousAddress("/blog/remove-stains")).toBe(false);
  });

  it("knows addresses that were made to do something for one session", () => {
    expect(isDangerousAddress("/users?edit=ann&sectok=d242ea19")).toBe(true);
    expect(isDangerousAddress("/course?sesskey=x1")).toBe(true);
    expect(isDangerousAddress("/post?_wpnonce=4f")).toBe(true);
    expect(isDangerousAddress("/tokens?section=keys&form=long")).toBe(false);
    expect(isDangerousAddress("/start?do=login&sectok=")).toBe(false);
  });
});

describe("what leads from step to step", () => {
  it.each([
    "Next",
    "Continue →",
    "Next: your details",
    "Save and continue",
    "Weiter",
    "Suivant",
    "Choose a date",
  ])("%s leads on", (name) => expect(isNext(name)).toBe(true));
  it.each(["Next month", "Continue shopping", "Reviews (12)", "Next page", "Nextcloud", "Zug"])(
    "%s does not",
    (name) => expect(isNext(name)).toBe(false),
  );
  it.each(["Back", "← Back", "Previous step", "Zurück"])("%s leads back", (name) => {
    expect(isBack(name)).toBe(true);
  });
  it.each(["Back to top", "Previous month", "Background"])("%s does not lead back", (name) => {
    expect(isBack(name)).toBe(false);
  });
});

it.each([
  ["Decline…", true],
  ["✗ Decline", true],
  ["Approve", true],
  ["Request changes", true],
  ["Return…", true],
  ["Return to employee", true],
  ["Ablehnen", true],
  ["Return to list", false],
  ["Refuse & recycling", false],
  ["Deny list", false],
  ["Decline reasons", false],
  ["Approved", false],
  ["Declined requests", false],
])("whether %s decides on what others have asked for: %s", (name, decides) => {
  expect(DECIDES.test(name)).toBe(decides);
});
