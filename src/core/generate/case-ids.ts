/** Gives each case of a suite an id of its own, made from what it is called; `others` are ids that it has already. */
export const caseIds = (others: Iterable<string> = []): ((name: string) => string) => {
  const taken = new Set(others);
  return (name) => {
    const plain = name
      .replaceAll(/([a-z\d])([A-Z])/g, "$1-$2")
      .normalize("NFKD")
      .toLowerCase()
      .replaceAll(/[^a-z\d]+/g, "-")
      .slice(0, 60)
      .replaceAll(/^-+|-+$/g, "");
    const base = plain === "" ? "case" : plain;
    let id = base;
    for (let number = 2; taken.has(id); number += 1) id = `${base}-${number}`;
    taken.add(id);
    return id;
  };
};
