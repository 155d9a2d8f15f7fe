import { createUnpacked, damaged } from './archive-limits.ts';

const BLOCK = 512;
const PAX_DIGITS_MAX = 10;
const decoder = new TextDecoder();

/** Unpacks a .tar: plain files of the ustar, GNU and pax kinds; links and devices are passed over. */
export function readTar(bytes: Uint8Array): Map<string, Uint8Array> {
  const unpacked = createUnpacked();
  let longName: string | undefined;
  for (let at = 0; at + BLOCK <= bytes.length;) {
    const header = bytes.subarray(at, at + BLOCK);
    if (header.every((byte) => byte === 0)) break;
    if (!isTarHeader(header)) throw damaged();
    const size = octal(header, 124, 12);
    const start = at + BLOCK;
    if (!Number.isSafeInteger(size) || start + size > bytes.length) throw damaged();
    const data = bytes.subarray(start, start + size);
    at = start + Math.ceil(size / BLOCK) * BLOCK;

    const type = String.fromCharCode(header[156] ?? 0);
    if (type === 'L') longName = text(data, 0, data.length);
    else if (type === 'x') longName = paxPath(data) ?? longName;
    else if (type === 'g' || type === 'K') continue;
    else {
      const name = longName ?? nameOf(header);
      longName = undefined;
      if ((type === '0' || type === '\0' || type === '7') && !name.endsWith('/')) unpacked.add(name, data);
    }
  }
  return unpacked.files;
}

/** A header carries the sum of its own bytes, with its place for the sum counted as blanks. */
export function isTarHeader(header: Uint8Array): boolean {
  if (header.length < BLOCK) return false;
  let sum = 0;
  for (let index = 0; index < BLOCK; index += 1) sum += index >= 148 && index < 156 ? 0x20 : (header[index] ?? 0);
  return sum === octal(header, 148, 8);
}

function text(bytes: Uint8Array, start: number, length: number): string {
  const field = bytes.subarray(start, start + length);
  const end = field.indexOf(0);
  return decoder.decode(end === -1 ? field : field.subarray(0, end));
}

function octal(bytes: Uint8Array, start: number, length: number): number {
  const digits = text(bytes, start, length).trim();
  return /^[0-7]+$/.test(digits) ? Number.parseInt(digits, 8) : digits === '' ? 0 : Number.NaN;
}

function nameOf(header: Uint8Array): string {
  const isUstar = text(header, 257, 5) === 'ustar' && header[262] === 0;
  const prefix = isUstar ? text(header, 345, 155) : '';
  const name = text(header, 0, 100);
  return prefix === '' ? name : `${prefix}/${name}`;
}

/** A pax record reads "27 path=some/long/name.md" and counts its own length, line end included. */
function paxPath(data: Uint8Array): string | undefined {
  let path: string | undefined;
  for (let at = 0; at < data.length;) {
    const blank = data.indexOf(0x20, at);
    if (blank === -1 || blank - at > PAX_DIGITS_MAX) break;
    const length = Number(decoder.decode(data.subarray(at, blank)));
    // A record that ends within its own length would be read again and again.
    if (!Number.isInteger(length) || length <= blank - at) break;
    const record = decoder.decode(data.subarray(blank + 1, at + length - 1));
    if (record.startsWith('path=')) path = record.slice('path='.length);
    at += length;
  }
  return path;
}
