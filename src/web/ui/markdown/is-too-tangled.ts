const DEEPEST = 24;
const NESTED_MARKS = new RegExp(`^(?:[ \\t]{0,8}(?:>|[-*+][ \\t]|\\d{1,9}[.)][ \\t])){${DEEPEST}}`);
const NESTED_INDENT = /^[ \t]{80,}(?:[-*+]|\d{1,9}[.)])[ \t]/;

const FENCE = /^[ \t]*(?:```|~~~)/;
const NEW_BLOCK = /^[ \t]*(?:$|(?:[-+*|#>]|\d{1,9}[.)])[ \t])/;
const MARKS = /[*_~`[\]!@&<]+/g;
const MOST_MARKS = 2_000;

/**
 * Quotes in quotes in quotes, or thousands of marks waiting for their other half: nobody writes them to be read,
 * and finding out what belongs to what can hold up the page for half a minute.
 */
export function isTooTangled(text: string) {
  let marks = 0;
  let inCode = false;
  for (const line of text.split('\n')) {
    if (NESTED_MARKS.test(line) || NESTED_INDENT.test(line)) return true;
    if (FENCE.test(line)) inCode = !inCode;
    if (inCode || NEW_BLOCK.test(line)) marks = 0;
    if (!inCode) marks += line.match(MARKS)?.length ?? 0;
    if (marks > MOST_MARKS) return true;
  }
  return false;
}
