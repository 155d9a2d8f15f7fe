/** A line's kind, determined independently of the reader: the score must not trust what it measures. */
export interface SourceLine {
  text: string;
  kind: 'blank' | 'heading' | 'rule' | 'code' | 'text';
}

/** The lines of a document in order. `rule` is a horizontal rule or the delimiter line of a table. */
export function describeLines(content: string): SourceLine[] {
  let fence: string | null = null;
  return content.split(/\r\n|\n|\r/u).map((text) => {
    const mark = /^\s*(`{3,}|~{3,})/u.exec(text)?.[1];
    if (fence === null && mark !== undefined) {
      fence = mark;
      return { text, kind: 'code' };
    }
    if (fence !== null) {
      if (mark !== undefined && mark.startsWith(fence) && text.trim() === mark) fence = null;
      return { text, kind: text.trim() === '' ? 'blank' : 'code' };
    }
    return { text, kind: kindOf(text) };
  });
}

function kindOf(text: string): SourceLine['kind'] {
  if (text.trim() === '') return 'blank';
  if (/^ {0,3}#{1,6}(?:\s|$)/u.test(text)) return 'heading';
  if (/^\s*(?:[-*_=]\s*){3,}$/u.test(text) || /^\s*\|?(?:\s*:?-+:?\s*\|)+\s*(?::?-+:?\s*)?$/u.test(text)) return 'rule';
  return 'text';
}

/** Whether the role of a line is scored: those of headings and rules are derived. */
export const counts = ({ kind }: SourceLine): boolean => kind === 'text' || kind === 'code';

/** Word count without code; segmented for scripts without spaces. */
export function countWords(lines: readonly SourceLine[]): number {
  const text = lines.flatMap(({ kind, text: line }) => (kind === 'code' ? [] : [line])).join('\n');
  if (!/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u.test(text))
    return text.split(/\s+/u).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
  return [...new Intl.Segmenter(undefined, { granularity: 'word' }).segment(text)].filter(
    ({ isWordLike }) => isWordLike,
  ).length;
}
