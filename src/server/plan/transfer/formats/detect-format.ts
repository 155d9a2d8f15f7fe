import type { ImportFormat } from '#contract/transfer.ts';
import { eachLine, withoutMark } from './import-text.ts';
import { isGzip, isTar, isZip } from './read-archive.ts';
import { isRecord, readJson, type JsonRecord } from './read-json.ts';
import { findTags } from './task-master-items.ts';

/** How many lines of a JSONL file may be broken before its first whole one. */
const LINES_TRIED = 20;

/** Finds out what a file is: by what it holds, and by its name only where that says nothing. */
export function detectFormat(file: {
  filename?: string | undefined;
  text?: string | undefined;
  bytes?: Uint8Array | undefined;
}): ImportFormat | undefined {
  const { bytes } = file;
  if (bytes !== undefined && (isZip(bytes) || isGzip(bytes) || isTar(bytes))) return 'backlog-md';
  const text = withoutMark(file.text ?? (bytes === undefined ? '' : new TextDecoder().decode(bytes))).trimStart();
  return formatOfText(text) ?? formatOfName(file.filename ?? '');
}

function formatOfText(text: string): ImportFormat | undefined {
  if (!text.startsWith('{')) return formatOfLines(text);
  const whole = readJson(text);
  return isRecord(whole) ? formatOfRecord(whole) : formatOfLines(text);
}

function formatOfRecord(record: JsonRecord): ImportFormat | undefined {
  if (record['format'] === 'baton') return 'baton';
  if (isBeadsRecord(record)) return 'beads';
  return findTags(record).length > 0 ? 'task-master' : undefined;
}

function formatOfLines(text: string): ImportFormat | undefined {
  let tried = 0;
  for (const { line } of eachLine(text)) {
    if (line.trim() === '') continue;
    if (tried === LINES_TRIED) return undefined;
    tried += 1;
    const record = line.trimStart().startsWith('{') ? readJson(line) : undefined;
    if (isRecord(record) && isBeadsRecord(record)) return 'beads';
  }
  return undefined;
}

const isBeadsRecord = (record: JsonRecord): boolean =>
  (typeof record['id'] === 'string' && typeof record['title'] === 'string') || record['_type'] === 'memory';

function formatOfName(filename: string): ImportFormat | undefined {
  const name = filename.toLowerCase();
  if (name.endsWith('.jsonl')) return 'beads';
  if (/(?:^|[/\\])tasks\.json$/.test(name)) return 'task-master';
  return /\.(?:zip|tar|tgz|tar\.gz)$/.test(name) ? 'backlog-md' : undefined;
}
