import type { Node } from './document.ts';
import { readInline } from '#markdown/read-inline.ts';
import { readAuthorId } from './read-author-id.ts';
import { squeeze } from './split-sentences.ts';

type Words = Pick<Node, 'text' | 'lines' | 'label' | 'isBare' | 'id' | 'mark' | 'front'>;

const LIST_MARK = /^(?:\d{1,3}[.)、]\s+|[•·▪◦‣●○]\s*|\([a-z0-9]{1,3}\)\s+)/u;
const FRONT_MARK = /^(?:[✅☑✔❌⚠🔲⬜☐🚧⏳📝🔜🔄📋🔴🟡🟢⭐➡→][\uFE0F]?\s*)+/u;
const DONE_MARK = /\s*(?:[✅☑✔][\uFE0F]?\s*)+[.]?$/u;
const DONE_WORDS =
  /\s*[([](?:done|completed?|implemented|shipped|erledigt|fertig|terminé|fait|hecho|listo|concluído|feito|tamamlandı|готово|完成|已完成|完了|완료)[)\]][.]?$/iu;
const OPEN_MARK = /\s*(?:[❌⏳🚧⬜🔲⚠☐][\uFE0F]?\s*)+[.]?$/u;
const LABEL = /^(?:\*\*|__)(.+?)(?:\*\*|__)\s*([:：])?/u;

/** Looked for in the last characters only: over a whole text the pattern would backtrack at every symbol. */
const BEHIND_MAX = 60;
const matchBehind = (text: string, pattern: RegExp) => pattern.test(text.slice(-BEHIND_MAX));

export function cutBehind(text: string, pattern: RegExp): string {
  const from = Math.max(0, text.length - BEHIND_MAX);
  return text.slice(0, from) + text.slice(from).replace(pattern, '');
}

export const plainText = (raw: string): string => squeeze(readInline(raw).text);

/** The words of a block's lines: markup, list marks and the author's id are taken off, nothing else is touched. */
export function readWords(raw: readonly string[]): Words {
  const listed = raw.join('\n').replace(LIST_MARK, '');
  const source = listed.replace(FRONT_MARK, '');
  const front = source === listed ? null : /^[✅☑✔]/u.test(listed) ? ('done' as const) : ('open' as const);
  const bold = LABEL.exec(source);
  const inline = readInline(source).text;
  const isDone = matchBehind(inline, DONE_MARK) || matchBehind(inline, DONE_WORDS);
  const mark = isDone ? 'done' : matchBehind(inline, OPEN_MARK) ? 'open' : null;
  const unmarked = mark === null ? inline : [DONE_WORDS, DONE_MARK, OPEN_MARK].reduce(cutBehind, inline);
  const { id, rest } = readAuthorId(unmarked.trimStart());
  // A picture or a comment and nothing else: what is written there is all there is to call it by.
  const text = squeeze(rest) || squeeze(raw.join(' '));
  const label =
    bold === null
      ? null
      : readAuthorId(squeeze(readInline(bold[1] ?? '').text))
          .rest.replace(/ ?[:：] ?$/u, '')
          .trim();
  const isBare =
    bold !== null && squeeze(readInline(source.slice(bold[0].length)).text).replace(/^[:：.\s]+$/u, '') === '';
  // "**FR-3**: …" is an id and no name.
  const isId = label !== null && readAuthorId(`${label}: x`).rest === 'x';
  return {
    text,
    lines: unmarked,
    label: label === '' || isId ? null : label,
    isBare: isBare && !isId,
    id,
    mark,
    front,
  };
}
