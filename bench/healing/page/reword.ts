import type { Random } from "./random.ts";

/** How designers reword controls without changing what they do. */
const synonyms: readonly (readonly [RegExp, string])[] = [
  [/\bsave\b/i, "Save changes"],
  [/\b(log|sign) ?in\b/i, "Sign in"],
  [/\b(log|sign) ?out\b/i, "Sign out"],
  [/\bsearch\b/i, "Search here"],
  [/\bsettings?\b/i, "Settings & preferences"],
  [/\bhome\b/i, "Home page"],
  [/\bsubmit\b/i, "Send"],
  [/\busername\b/i, "User name"],
  [/\be-?mail\b/i, "Email address"],
  [/\bpassword\b/i, "Your password"],
  [/\badd\b/i, "Add new"],
  [/\bcreate\b/i, "Create new"],
  [/\bedit\b/i, "Edit this"],
  [/\bhelp\b/i, "Help & support"],
];
const neutral = [
  "Overview",
  "Workspace",
  "Insights",
  "Gallery",
  "Toolbox",
  "Notebook",
  "Harbour",
  "Meadow",
  "Catalogue",
  "Timeline",
  "Compass",
  "Palette",
  "Lantern",
  "Junction",
  "Canvas",
  "Orchard",
  "Beacon",
  "Summary",
  "Library",
  "Planner",
];
const others = [
  "Delete",
  "Cancel",
  "Remove all",
  "Log out",
  "Reset",
  "Buy now",
  "Decline",
  "Close account",
  "Unsubscribe",
  "Discard draft",
  "Print",
  "Share",
  "Download",
  "Invite",
  "Archive",
  "Pause",
  "Upgrade",
  "Mute",
  "Report abuse",
  "Export data",
];

/** The same thing said a little differently. */
export const reworded = (text: string, random: Random): string => {
  const synonym = synonyms.find(([pattern]) => pattern.test(text));
  const words = text.split(" ");
  const ways: (() => string)[] = [
    () => `${text} ${random.pick(["now", "here", "…", "→", "page", "list"])}`,
    () => `${random.pick(["Your", "The", "All", "My", "Go to"])} ${text}`,
    () => text.toUpperCase(),
    () => text.toLowerCase().replace(/^./, (letter) => letter.toUpperCase()),
  ];
  if (words.length > 1)
    ways.push(
      () => words.slice(0, -1).join(" "),
      () => words.slice(1).join(" "),
    );
  if (synonym)
    ways.push(
      () => text.replace(synonym[0], synonym[1]),
      () => text.replace(synonym[0], synonym[1]),
    );
  const result = random.pick(ways)();
  return result === text ? `${text} now` : result;
};

/** Words that have nothing to do with the text, and name nothing that would do harm. */
export const unrelated = (random: Random): string =>
  `${random.pick(neutral)}${random.pick(["", " corner", " area"])}`;

/** What a control that does something else than the one of that name is called. */
export const otherMeaning = (name: string, random: Random): string => {
  const words = new Set(name.toLowerCase().split(/\W+/));
  return random.pick(
    others.filter(
      (other) =>
        !other
          .toLowerCase()
          .split(" ")
          .some((word) => words.has(word)),
    ),
  );
};
