import { setImmediate as nextTurn } from 'node:timers/promises';

/** Serialised or parsed per turn of the event loop: about a millisecond of work. */
const PIECE_CHARACTERS = 128 * 1024;
/** Depth down to which values are split: `reading.blocks`. */
const DEPTH = 2;

interface Piece {
  path: string[];
  /** A slice of a list: the slices of one path are concatenated. */
  items?: unknown[];
  value?: unknown;
}

/**
 * Serialises a value in chunks that can be parsed separately. Posted to a thread as one object, structured cloning of a
 * long document's reading would block the event loop; buffers are transferred without copying.
 */
export function packParts(value: object): Uint8Array<ArrayBuffer>[] {
  return Array.from(cut(value));
}

/** The same, yielding to the event loop between chunks. */
export async function packInTurns(value: object): Promise<Uint8Array<ArrayBuffer>[]> {
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  for (const piece of cut(value)) {
    if (pieces.length > 0) await nextTurn();
    pieces.push(piece);
  }
  return pieces;
}

export function unpackParts(pieces: readonly Uint8Array[]): unknown {
  const whole = {};
  for (const piece of pieces) put(whole, piece);
  return whole;
}

/** The same, yielding to the event loop between chunks. */
export async function unpackInTurns(pieces: readonly Uint8Array[]): Promise<unknown> {
  const whole = {};
  for (const [place, piece] of pieces.entries()) {
    if (place > 0) await nextTurn();
    put(whole, piece);
  }
  return whole;
}

function* cut(value: unknown, path: string[] = []): Generator<Uint8Array<ArrayBuffer>> {
  if (Array.isArray(value)) yield* cutList(value, path);
  else if (typeof value === 'object' && value !== null && path.length < DEPTH && Object.keys(value).length > 0)
    for (const [key, part] of Object.entries(value)) yield* cut(part, [...path, key]);
  else yield encode(JSON.stringify({ path, value } satisfies Piece));
}

function* cutList(items: readonly unknown[], path: string[]): Generator<Uint8Array<ArrayBuffer>> {
  const write = (texts: readonly string[]) => encode(`{"path":${JSON.stringify(path)},"items":[${texts.join(',')}]}`);
  let texts: string[] = [];
  let length = 0;
  for (const item of items) {
    const text = JSON.stringify(item);
    texts.push(text);
    length += text.length;
    if (length < PIECE_CHARACTERS) continue;
    yield write(texts);
    texts = [];
    length = 0;
  }
  // Keeps an empty list.
  if (texts.length > 0 || items.length === 0) yield write(texts);
}

const encode = (text: string) => new TextEncoder().encode(text);
const decoder = new TextDecoder();

function put(whole: Record<string, unknown>, bytes: Uint8Array): void {
  const { path, items, value } = JSON.parse(decoder.decode(bytes)) as Piece;
  let place = whole;
  for (const key of path.slice(0, -1)) place = (place[key] ??= {}) as Record<string, unknown>;
  const last = path.at(-1) ?? '';
  if (items === undefined) place[last] = value;
  else {
    const list = (place[last] ??= []) as unknown[];
    for (const item of items) list.push(item);
  }
}
