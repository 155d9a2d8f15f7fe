import { readLimit } from '../read-limit.ts';
import type { ClientEvent, StreamReader } from '../run-client.ts';
import { openLineEvents } from './read-lines.ts';

/** Output that is only text: each line as it is, but for one that says the account's limit is reached. */
export const openPlainReader = (now: () => Date): StreamReader => openLineEvents((line) => readPlainLine(line, now));

/** A line that is no part of a format. */
export function readPlainLine(line: string, now: () => Date): ClientEvent[] {
  const text = line.slice(0, TEXT_MAX);
  const limit = readLimit(text, now());
  return [
    { kind: 'line', text },
    ...(limit === undefined ? [] : [{ kind: 'limit', text, until: limit.until } as const]),
  ];
}

const TEXT_MAX = 4_000;
