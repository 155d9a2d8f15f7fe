/** What the rest of a line opens. `length` is what it takes of the line. */
export type LineStart =
  | { type: 'quote'; length: number }
  | { type: 'item'; length: number; ordered: boolean; mark: string; first: number; isEmpty: boolean }
  | { type: 'heading'; level: number; raw: string }
  | { type: 'fence'; mark: string }
  /** `until` is what ends it; `blank` stands for an empty line. */
  | { type: 'html'; until: string }
  | { type: 'rule' };

const RULE = /^ {0,3}(?:(?:\*[ ]*){3,}|(?:-[ ]*){3,}|(?:_[ ]*){3,})$/u;
// With `s`: a line may hold the separators at which a dot would stop.
const HEADING = /^ {0,3}(#{1,6})(?:[ \t]+(.*))?$/su;
const FENCE = /^ {0,3}(`{3,}|~{3,})(.*)$/su;
const ITEM = /^( {0,3})([^\d\s]|(\d{1,9})[.)])( {1,4}(?=\S)| +|$)/u;
const HTML_NAME =
  /^ {0,3}<\/?(?:address|article|aside|blockquote|body|br|center|col|colgroup|dd|details|dialog|div|dl|dt|fieldset|figcaption|figure|footer|form|frame|h[1-6]|head|header|hr|html|iframe|img|legend|li|link|main|menu|nav|ol|option|p|section|summary|table|tbody|td|tfoot|th|thead|title|tr|ul)(?:[\s/>]|$)/iu;

/** What begins an item that is not numbered. */
export const BULLETS = '-+*';
/** With the sign that word processors write, for texts that are pasted from one. */
export const PASTED_BULLETS = `${BULLETS}•`;

/** The block that begins here, by the rules of CommonMark; undefined for plain text. */
export function readLineStart(rest: string, bullets = BULLETS): LineStart | undefined {
  let indent = 0;
  while (indent < 4 && rest[indent] === ' ') indent += 1;
  const first = rest[indent] ?? '';
  if (first === '' || indent > 3) return undefined;
  if (first === '>') return { type: 'quote', length: indent + (rest[indent + 1] === ' ' ? 2 : 1) };
  if (first === '#') return readHeading(rest);
  if (first === '`' || first === '~') return readFence(rest);
  if (first === '<') return readHtml(rest);
  if ('-*_'.includes(first) && RULE.test(rest.trimEnd())) return { type: 'rule' };
  return bullets.includes(first) || (first >= '0' && first <= '9') ? readItem(rest) : undefined;
}

function readHeading(rest: string): LineStart | undefined {
  const found = HEADING.exec(rest);
  if (found === null) return undefined;
  const raw = (found[2] ?? '').trimEnd();
  return { type: 'heading', level: found[1]?.length ?? 1, raw: stripClosing(raw) };
}

/** `## Title ##`: the marks behind the title are not part of it. Without a pattern, which would look back too often. */
function stripClosing(raw: string): string {
  let end = raw.length;
  while (end > 0 && raw[end - 1] === '#') end -= 1;
  return end === 0 || raw[end - 1] === ' ' ? raw.slice(0, end).trimEnd() : raw;
}

function readFence(rest: string): LineStart | undefined {
  const found = FENCE.exec(rest);
  const mark = found?.[1] ?? '';
  if (mark === '' || (mark.startsWith('`') && (found?.[2] ?? '').includes('`'))) return undefined;
  return { type: 'fence', mark };
}

function readHtml(rest: string): LineStart | undefined {
  const text = rest.trimStart();
  if (text.startsWith('<!--')) return { type: 'html', until: '-->' };
  if (text.startsWith('<?')) return { type: 'html', until: '?>' };
  if (/^<(?:script|pre|style|textarea)[\s>]/iu.test(text)) return { type: 'html', until: '</' };
  return HTML_NAME.test(rest) ? { type: 'html', until: 'blank' } : undefined;
}

function readItem(rest: string): LineStart | undefined {
  const found = ITEM.exec(rest);
  if (found === null) return undefined;
  const [, indent = '', mark = '', number, space = ''] = found;
  const isEmpty = rest.slice(found[0].length).trim() === '' && rest.slice(indent.length + mark.length).trim() === '';
  // Five spaces or more behind the mark are code inside the item: its text begins after one.
  const length = indent.length + mark.length + (isEmpty || space.length > 4 ? 1 : space.length);
  const ordered = number !== undefined;
  return { type: 'item', length, ordered, mark: mark.at(-1) ?? '', first: Number(number ?? 1), isEmpty };
}
