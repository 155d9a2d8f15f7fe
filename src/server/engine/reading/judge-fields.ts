import { countWords } from './judge-words.ts';
import type { Check } from './make-check.ts';

/** "user_id (uuid)", "slug VARCHAR(100) UNIQUE", "created_at, updated_at TIMESTAMPTZ", "name: string". */
const COLUMN = /^([\p{L}_][\p{L}\p{N}_.]*)(?:, ?[\p{L}_][\p{L}\p{N}_.]*)*\??(?=$|\s*[(:：–—-]|\s)/u;
const NAME = /^(?:id|\p{Ll}+(?:_\p{L}[\p{L}\p{N}]*)+|\p{Ll}+\p{Lu}[\p{L}\p{N}]*)$/u;
const TYPE =
  /(?<![\p{L}_])(?:uuid|string|text|int|integer|bigint|smallint|decimal|numeric|float|double|number|bool|boolean|date|datetime|time|timestamp|timestamptz|json|jsonb|enum|varchar|char|array|serial|objectid|pk|fk|primary key|foreign key|not null|nullable)(?![\p{L}_])/iu;
const FIELDS_MIN = 3;
/** The values of an enumeration may be many. */
const WORDS_MAX = 30;

/** Columns of one table, written as items: most begin with an identifier or tell its type, and none is a sentence. */
export function areFields(found: readonly Check[]): boolean {
  if (found.length < FIELDS_MIN) return false;
  const isOpen = found.every(({ nodes }) => nodes.every(({ checked, mark }) => checked !== true && mark === null));
  if (!isOpen || !found.every(({ kind, authorId, group }) => kind === 'item' && authorId === null && group === null))
    return false;
  if (found.some(({ text }) => countWords(text) > WORDS_MAX || /[.!?。]$/u.test(text))) return false;
  const columns = found.filter(({ text }) => isColumn(text));
  return columns.length * 5 >= found.length * 4 && columns.some(({ text }) => isCertain(text));
}

function isColumn(text: string): boolean {
  const name = COLUMN.exec(text)?.[1];
  return name !== undefined && (NAME.test(name) || countWords(text) === 1 || TYPE.test(text.slice(name.length)));
}

const isCertain = (text: string): boolean => {
  const name = COLUMN.exec(text)?.[1] ?? '';
  return NAME.test(name) || TYPE.test(text.slice(name.length));
};

export const namesOf = (found: readonly Check[]): string[] =>
  found.map(({ text }) => (COLUMN.exec(text)?.[0] ?? text).trim());
