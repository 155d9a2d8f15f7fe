import { setImmediate as nextTurn } from 'node:timers/promises';
import { Readable } from 'node:stream';

/** Serialised per turn of the event loop: about a millisecond of work. */
const PIECE_CHARACTERS = 128 * 1024;
/** Lists down to this depth are split: `data.reading.blocks`. */
const DEPTH = 3;

/** Serialises a large answer as a stream, yielding to the event loop between chunks. */
export function writeJson(value: unknown): Readable {
  return Readable.from(inTurns(value));
}

async function* inTurns(value: unknown): AsyncGenerator<string> {
  let piece = '';
  for (const text of cut(value, 0)) {
    piece += text;
    if (piece.length < PIECE_CHARACTERS) continue;
    yield piece;
    piece = '';
    await nextTurn();
  }
  yield piece;
}

function* cut(value: unknown, depth: number): Generator<string> {
  if (typeof value !== 'object' || value === null || depth > DEPTH || 'toJSON' in value) yield JSON.stringify(value);
  else if (Array.isArray(value)) yield* cutList(value);
  else yield* cutObject(value, depth);
}

function* cutList(items: readonly unknown[]): Generator<string> {
  yield '[';
  for (const [place, item] of items.entries()) {
    if (place > 0) yield ',';
    // A whole project among several is split once more.
    if (isLong(item)) yield* cutObject(item, DEPTH - 1);
    else yield JSON.stringify(item) ?? 'null';
  }
  yield ']';
}

const LONG_LIST = 100;
const isLong = (item: unknown): item is object =>
  typeof item === 'object' &&
  item !== null &&
  !Array.isArray(item) &&
  Object.values(item).some((part) => Array.isArray(part) && part.length > LONG_LIST);

function* cutObject(value: object, depth: number): Generator<string> {
  let before = '{';
  for (const [key, part] of Object.entries(value)) {
    if (part === undefined) continue;
    yield `${before}${JSON.stringify(key)}:`;
    yield* cut(part, depth + 1);
    before = ',';
  }
  yield before === '{' ? '{}' : '}';
}
