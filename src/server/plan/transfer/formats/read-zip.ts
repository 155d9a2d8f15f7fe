import { crc32, inflateRawSync } from 'node:zlib';
import { createUnpacked, damaged, FILES_MAX, refuse, tooLarge, tooMany, UNPACKED_MAX } from './archive-limits.ts';
import { sum } from './import-limits.ts';

const END = 0x06054b50;
const END_LENGTH = 22;
const COMMENT_MAX = 0xffff;
const ENTRY = 0x02014b50;
const ENTRY_LENGTH = 46;
const LOCAL = 0x04034b50;
const LOCAL_LENGTH = 30;
const ENCRYPTED = 0x1;
const SYMBOLIC_LINK = 0xa000;

/** Unpacks a .zip by its central directory: files stored as they are, or deflated. */
export function readZip(bytes: Uint8Array): Map<string, Uint8Array> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = findEnd(view);
  const entries = view.getUint16(end + 10, true);
  const start = view.getUint32(end + 16, true);
  if (entries === 0xffff || start === 0xffffffff) throw refuse('Archives of the kind zip64 are not taken in.');
  if (view.getUint16(end + 4, true) !== 0 || view.getUint16(end + 8, true) !== entries) {
    throw refuse('An archive in several parts is not taken in; pack it into one file.');
  }
  if (entries > FILES_MAX) throw tooMany();
  const unpacked = createUnpacked();
  for (const entry of readDirectory(view, bytes, { start, entries })) {
    if (!entry.name.endsWith('/') && !entry.isLink) unpacked.add(entry.name, unpack(view, bytes, entry));
  }
  return unpacked.files;
}

/** Every entry, held against the bounds together before any of them is unpacked. */
function readDirectory(
  view: DataView,
  bytes: Uint8Array,
  { start, entries }: { start: number; entries: number },
): Entry[] {
  const found: Entry[] = [];
  for (let at = start; found.length < entries; at = found.at(-1)?.next ?? at) found.push(readEntry(view, bytes, at));
  // Entries that share their bytes cost as much to unpack as if each had its own, however small the archive is.
  if (sum(found, (entry) => entry.packed + LOCAL_LENGTH) > bytes.length) {
    throw refuse('The files of the archive lie over each other; make it anew and try again.');
  }
  if (sum(found, (entry) => entry.size) > UNPACKED_MAX) throw tooLarge();
  return found;
}

/** The end record stands at the end, before a comment of unknown length. */
function findEnd(view: DataView): number {
  const last = view.byteLength - END_LENGTH;
  for (let at = last; at >= 0 && at >= last - COMMENT_MAX; at -= 1) {
    if (view.getUint32(at, true) === END && at + END_LENGTH + view.getUint16(at + 20, true) <= view.byteLength)
      return at;
  }
  throw damaged();
}

interface Entry {
  name: string;
  method: number;
  packed: number;
  size: number;
  checksum: number;
  offset: number;
  isLink: boolean;
  next: number;
}

function readEntry(view: DataView, bytes: Uint8Array, at: number): Entry {
  if (at + ENTRY_LENGTH > view.byteLength || view.getUint32(at, true) !== ENTRY) throw damaged();
  if ((view.getUint16(at + 8, true) & ENCRYPTED) !== 0) {
    throw refuse('The archive is encrypted; pack it without a password.');
  }
  const nameEnd = at + ENTRY_LENGTH + view.getUint16(at + 28, true);
  const next = nameEnd + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  if (next > view.byteLength) throw damaged();
  const packed = view.getUint32(at + 20, true);
  const size = view.getUint32(at + 24, true);
  const offset = view.getUint32(at + 42, true);
  if (packed === 0xffffffff || size === 0xffffffff || offset === 0xffffffff) {
    throw refuse('Archives of the kind zip64 are not taken in.');
  }
  return {
    name: new TextDecoder().decode(bytes.subarray(at + ENTRY_LENGTH, nameEnd)),
    method: view.getUint16(at + 10, true),
    checksum: view.getUint32(at + 16, true),
    packed,
    size,
    offset,
    isLink: ((view.getUint32(at + 38, true) >>> 16) & 0xf000) === SYMBOLIC_LINK,
    next,
  };
}

function unpack(view: DataView, bytes: Uint8Array, entry: Entry): Uint8Array {
  const { offset, packed, size } = entry;
  if (offset + LOCAL_LENGTH > view.byteLength || view.getUint32(offset, true) !== LOCAL) throw damaged();
  const start = offset + LOCAL_LENGTH + view.getUint16(offset + 26, true) + view.getUint16(offset + 28, true);
  if (start + packed > view.byteLength) throw damaged();
  const data = inflate(bytes.subarray(start, start + packed), entry);
  if (data.length !== size || crc32(data) !== entry.checksum) throw damaged();
  return data;
}

function inflate(data: Uint8Array, { method, size }: Entry): Uint8Array {
  if (method === 0) return data;
  if (method !== 8) throw refuse('The archive is packed in a way that is not known here; pack it as a plain .zip.');
  try {
    // Never more than the entry claims, which was held against the bounds before: a bomb stops here.
    return inflateRawSync(data, { maxOutputLength: Math.max(size, 1) });
  } catch {
    throw damaged();
  }
}
