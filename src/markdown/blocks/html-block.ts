import { BANG, LESS, QUESTION, SLASH, isBlank, isLetter } from '../scan/codes.ts';
import { scanTag, scanTagName } from '../scan/html-tag.ts';
import type { LineCursor } from './line-cursor.ts';

/** What ends a block of HTML: a word in one of its lines, the closing tag of raw text, or an empty line. */
export type HtmlEnd = { type: 'word'; word: string } | { type: 'raw' } | { type: 'blank' };

const RAW = new Set(['script', 'pre', 'style', 'textarea']);
const BLOCKS = new Set(
  (
    'address article aside base basefont blockquote body caption center col colgroup dd details dialog dir div dl dt ' +
    'fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 head header hr html iframe legend li link ' +
    'main menu menuitem nav noframes ol optgroup option p param search section summary table tbody td tfoot th thead ' +
    'title tr track ul'
  ).split(' '),
);
const NAME_MAX = 12;

/** One of CommonMark's seven kinds of HTML blocks. */
export function scanHtmlStart(cursor: LineCursor): { type: 'html'; end: HtmlEnd; canInterrupt: boolean } | undefined {
  const { chars, word, end } = cursor;
  const found = (htmlEnd: HtmlEnd, canInterrupt = true) => ({ type: 'html' as const, end: htmlEnd, canInterrupt });
  const second = chars.code(word + 1);
  if (second === QUESTION) return found({ type: 'word', word: '?>' });
  if (second === BANG) {
    if (chars.has('--', word + 2)) return found({ type: 'word', word: '-->' });
    if (isLetter(chars.code(word + 2))) return found({ type: 'word', word: '>' });
    return chars.text.startsWith('[CDATA[', word + 2) ? found({ type: 'word', word: ']]>' }) : undefined;
  }
  const from = word + (second === SLASH ? 2 : 1);
  const to = scanTagName(chars, from, end);
  const name = to - from > NAME_MAX ? '' : chars.slice(from, to).toLowerCase();
  const after = to < end ? chars.code(to) : -1;
  const isWhole = after < 0 || isBlank(after) || chars.has('>', to);
  if (second !== SLASH && RAW.has(name) && isWhole) return found({ type: 'raw' });
  if (BLOCKS.has(name) && (isWhole || chars.has('/>', to))) return found({ type: 'blank' });
  if (RAW.has(name) && second !== SLASH) return undefined;
  const close = scanTag(chars, word, end);
  const isAlone = close > 0 && chars.skip(close, isBlank, end) === end;
  return isAlone ? found({ type: 'blank' }, false) : undefined;
}

/** Whether a line holds what ends the block; `from` is where to look from. */
export function endsHtml({ chars, end }: LineCursor, htmlEnd: HtmlEnd, from: number): boolean {
  if (htmlEnd.type === 'blank') return false;
  if (htmlEnd.type === 'word') return chars.find(htmlEnd.word, from, end) >= 0;
  for (let at = from; at < end; at += 1) {
    if (chars.code(at) !== LESS || chars.code(at + 1) !== SLASH) continue;
    const to = scanTagName(chars, at + 2, Math.min(end, at + 2 + NAME_MAX));
    if (RAW.has(chars.slice(at + 2, to).toLowerCase()) && to < end && chars.has('>', to)) return true;
  }
  return false;
}
