const TAB_STOP = 4;
/** What a terminal obeys and what turns text around: titles are shown in both. */
// oxlint-disable-next-line no-control-regex
const UNSEEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/gu;

/** The lines of a text, however they end, with the tabs that nest a line written as the spaces they stand for. */
export function readLines(content: string): string[] {
  const text = (content.startsWith('\uFEFF') ? content.slice(1) : content).replace(UNSEEN, '').toWellFormed();
  return splitLines(text).map(expandTabs);
}

/** Markdown's line ends are of all three kinds. */
export const splitLines = (text: string): string[] => text.split(/\r\n|\n|\r/u);

/** Only in front, where columns have a meaning: among spaces, quote marks and list marks. */
export function expandTabs(line: string): string {
  if (!line.includes('\t')) return line;
  const prefix = /^[\s>*+\-•\d.)]*/u.exec(line)?.[0] ?? '';
  let expanded = '';
  for (const character of prefix)
    expanded += character === '\t' ? ' '.repeat(TAB_STOP - (expanded.length % TAB_STOP)) : character;
  return expanded + line.slice(prefix.length);
}

/** How many lines front matter takes at the head of a document; 0 when there is none. */
export function countFrontMatter(lines: readonly string[]): number {
  const mark = lines[0]?.trimEnd();
  if (mark !== '---' && mark !== '+++') return 0;
  const end = lines.findIndex((line, i) => i > 0 && line.trimEnd() === mark);
  // A rule above the first paragraph looks the same: front matter has a key in its first line.
  return end > 0 && /^\s*(?:#|[\w"'.-]+\s*[:=])/u.test(lines[1] ?? '') ? end + 1 : 0;
}
