/** Removes what PostgreSQL cannot store: NUL and lone surrogates. */
export const dropUnstorable = (text: string): string => text.replaceAll('\0', '').toWellFormed();

/** A model's text made storable, and truncated with an ellipsis. */
export function cleanText(text: string, max: number): string {
  const clean = dropUnstorable(text).trim();
  return clean.length <= max
    ? clean
    : `${clean
        .slice(0, max - 1)
        .toWellFormed()
        .replace(/\uFFFD$/, '')}…`;
}

/** For a title or a name: on one line. */
export const cleanLine = (text: string, max: number): string => cleanText(text.replaceAll(/\s+/g, ' '), max);
