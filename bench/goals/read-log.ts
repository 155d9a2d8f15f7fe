import { closeSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';

const PAGE = 8_192n;
const SEGMENT = 16n * 1024n * 1024n;
const PER_FILE_NUMBER = 0x1_0000_0000n / SEGMENT;
const PAGE_HEADER = 24n;
/** The long page header of a segment's first page. */
const FILE_HEADER = 40n;

export interface Written {
  records: number;
  bytes: number;
}

/** Parses an LSN such as "0/1A2B3C8". */
export function readPlace(text: string): bigint {
  const [high = '0', low = '0'] = text.split('/');
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`);
}

/**
 * Counts the write-ahead log records between two LSNs from its files: asking the database needs a superuser. Every
 * record begins with its length, aligned to eight bytes; page headers lie in between.
 */
export function readLog(cluster: string, from: bigint, to: bigint): Written {
  let [at, records, bytes] = [from, 0, 0];
  while (at < to) {
    if (at % PAGE === 0n) at += headerAt(at);
    const length = lengthAt(cluster, at);
    if (length === 0n) break;
    records += 1;
    bytes += Number(length);
    at = endOf(at, length);
  }
  return { records, bytes };
}

const headerAt = (at: bigint) => (at % SEGMENT === 0n ? FILE_HEADER : PAGE_HEADER);

function endOf(start: bigint, length: bigint): bigint {
  let [at, left] = [start, length];
  for (let room = PAGE - (at % PAGE); left > room; room = PAGE - (at % PAGE)) {
    left -= room;
    at += room;
    at += headerAt(at);
  }
  return ((at + left + 7n) / 8n) * 8n;
}

function lengthAt(cluster: string, at: bigint): bigint {
  const number = at / SEGMENT;
  const part = (value: bigint) => value.toString(16).toUpperCase().padStart(8, '0');
  const name = `${part(1n)}${part(number / PER_FILE_NUMBER)}${part(number % PER_FILE_NUMBER)}`;
  const file = openSync(join(cluster, 'pg_wal', name), 'r');
  try {
    const bytes = Buffer.alloc(4);
    readSync(file, bytes, 0, 4, Number(at % SEGMENT));
    return BigInt(bytes.readUInt32LE());
  } finally {
    closeSync(file);
  }
}
