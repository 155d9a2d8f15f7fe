/** Without what the database refuses in a text: NUL, and half a character. */
export const dropUnstorable = (text: string): string => text.replaceAll('\0', '').toWellFormed();

/** A text of a model's as the plan can hold it: whole characters, no NUL, cut with an ellipsis where it is too long. */
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
