/** Titles from pasted lines: markers of lists and checkboxes are not part of them. */
export function readTitles(lines: string): string[] {
  return lines
    .split('\n')
    .map((line) => line.replace(/^\s*(?:[-*+•]|\d+[.)])?\s*(?:\[[ xX]\]\s*)?/, '').trim())
    .filter((title) => title !== '');
}
