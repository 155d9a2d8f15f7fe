/** A statement is prepared the third time it is sent: one that is sent once is not worth it. */
const OFTEN = 3;
const NAMES_MAX = 400;
const SEEN_MAX = 5_000;

/** Names of prepared statements; the same on every connection. */
const names = new Map<string, string>();
const seen = new Map<string, number>();

export function nameOf(text: string): string | undefined {
  const known = names.get(text);
  if (known !== undefined) return known;
  const times = (seen.get(text) ?? 0) + 1;
  if (times < OFTEN || names.size >= NAMES_MAX) {
    if (seen.size >= SEEN_MAX) seen.clear();
    seen.set(text, times);
    return undefined;
  }
  seen.delete(text);
  const name = `baton_${names.size + 1}`;
  names.set(text, name);
  return name;
}

/** Names given explicitly, with their text. */
const given = new Map<string, string>();

/** The driver notices one name with two texts only after later statements were sent. */
export function requireOneText(name: string, text: string): void {
  const known = given.get(name);
  if (known === undefined) given.set(name, text);
  else if (known !== text) throw new Error(`the statement ${name} has two texts`);
}

const STATEMENTS_MAX = 1_000;
const statements = new Map<string, { name: string; text: string }>();

/** A named statement for the driver. It copies all own properties for each query, so name and text are inherited. */
export function statementOf(name: string, text: string): { name: string; text: string } {
  let known = statements.get(name);
  if (known === undefined) {
    known = { name, text };
    if (statements.size < STATEMENTS_MAX) statements.set(name, known);
  }
  return Object.create(known) as typeof known;
}
