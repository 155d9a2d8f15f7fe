import { readLimit } from '../read-limit.ts';
import type { ClientEvent, StreamReader, Unknown } from '../run-client.ts';
import { readPlainLine } from './plain-stream.ts';
import { openLineEvents } from './read-lines.ts';

export type Fields = Record<string, unknown>;

export const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};
export const listOf = (value: unknown): Fields[] => (Array.isArray(value) ? value.map(fieldsOf) : []);
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
/** A count that makes sense; anything else is none. */
export const countOf = (value: unknown): number =>
  typeof value === 'number' && Number.isFinite(value) && value > 0 ? value : 0;

/** Longer texts are not of use on a screen. */
const TEXT_MAX = 4_000;
export const cut = (text: string): string => text.slice(0, TEXT_MAX);

/** Reads one object of a format; undefined where it does not know it. */
export type ReadObject = (object: Fields, now: Date) => ClientEvent[] | undefined;

/** A stream of one JSON object per line; other lines are shown as they are. */
export const openJsonReader = (now: () => Date, readObject: ReadObject, unknown?: Unknown): StreamReader =>
  openLineEvents((line, isCut) => {
    const object = isCut ? undefined : parse(line);
    // The beginning of an object that is too long says nothing to a person.
    if (object === undefined && isCut && line.startsWith('{')) return [];
    if (object === undefined) return readPlainLine(line, now);
    const read = readObject(object, now());
    if (read === undefined) unknown?.(line);
    return read ?? [];
  });

function parse(line: string): Fields | undefined {
  if (!/^\s*\{/.test(line)) return undefined;
  try {
    return fieldsOf(JSON.parse(line));
  } catch {
    return undefined;
  }
}

export const said = (text: string): ClientEvent[] =>
  text.trim() === '' ? [] : [{ kind: 'said', text: cut(text.trim()) }];

/** A failure in words, which may be that the account's limit is reached. */
export function failed(words: string, now: Date): ClientEvent[] {
  const text = cut(words.trim()) || 'It failed without a word.';
  const limit = readLimit(text, now, { isFailure: true });
  return limit === undefined ? [{ kind: 'failed', text }] : [{ kind: 'limit', text, until: limit.until }];
}
