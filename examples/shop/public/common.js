const MONEY = new Intl.NumberFormat("en-IE", { style: "currency", currency: "EUR" });

/** Cents as text. */
export function money(cents) {
  return MONEY.format(cents / 100);
}

/** Calls the API and gives its answer; throws an error whose message can be shown to a person. */
export async function send(method, path, body) {
  const json = { headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
  const answer = await fetch(path, { method, ...(body !== undefined && json) });
  if (answer.status === 204) return null;
  if (answer.ok) return answer.json();
  if (answer.status === 422) {
    const { fields = {} } = await answer.json();
    const [name, reason] = Object.entries(fields)[0] ?? ["Something", "is not valid"];
    throw new Error(`${name} ${reason}`);
  }
  throw new Error("Something went wrong. Please try again.");
}
