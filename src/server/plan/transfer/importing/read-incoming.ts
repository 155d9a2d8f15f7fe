import { readSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { UPLOAD_MAX_BYTES } from '#contract/constants.ts';
import { type ImportFormat, importProject as endpoint } from '#contract/transfer.ts';
import { AppError } from '#server/platform/error.ts';
import { parseValue } from '#server/platform/http/parse.ts';
import { detectFormat } from '../formats/detect-format.ts';
import { isGzip, isTar, readArchive } from '../formats/read-archive.ts';
import { readBacklog } from '../formats/read-backlog.ts';
import { readBeads } from '../formats/read-beads.ts';
import { readTaskMaster } from '../formats/read-task-master.ts';
import { type PlanImport, importDraft, importExport } from '../plan-import.ts';
import { readExport } from '../read-export.ts';
import type { ImportFile, ImportJob } from './import-parts.ts';

export interface Incoming {
  format: ImportFormat;
  wishes: ImportFile;
  incoming: PlanImport;
}

interface Content {
  text: string;
  bytes?: Uint8Array;
}

/** Parses the upload in any format, or reports why it cannot be imported. */
export function readIncoming(job: ImportJob): Incoming {
  const sent = job.file === undefined ? Buffer.concat(job.chunks) : readAll(job.file);
  const { said = {}, content } = job.isJson ? readBody(sent) : { content: readFile(sent) };
  const wishes = { ...job.wishes, ...said };
  const text = unwrap(content.text);
  const format = wishes.format ?? detectFormat({ filename: wishes.filename, text, bytes: content.bytes });
  if (format === undefined)
    throw new AppError(
      'VALIDATION_ERROR',
      'This is none of the formats Baton reads: its own JSON, Task Master’s tasks.json, a Beads JSONL export, or a Backlog.md folder as .zip, .tar or .tar.gz.',
    );
  if (format === 'baton') return { format, wishes, incoming: importExport(readExport(text)) };
  const { draft, lines } =
    format === 'task-master'
      ? readTaskMaster(text)
      : format === 'beads'
        ? readBeads(text)
        : readBacklog(readArchive(content.bytes ?? Buffer.from(text)));
  return { format, wishes, incoming: importDraft(draft, lines, job.author, new Date(job.now)) };
}

function readAll({ descriptor, bytes }: NonNullable<ImportJob['file']>): Buffer {
  const sent = Buffer.allocUnsafe(bytes);
  let at = 0;
  while (at < bytes) {
    const count = readSync(descriptor, sent, at, bytes - at, at);
    if (count === 0) throw new Error('the file of an upload ended too soon');
    at += count;
  }
  return sent;
}

function readBody(sent: Buffer): { said?: ImportFile; content: Content } {
  if (sent.length === 0) throw unreadable('The body is empty; send a JSON object.');
  let body: unknown;
  try {
    body = JSON.parse(sent.toString('utf8'));
  } catch {
    throw unreadable('The request could not be read: it is not valid JSON.');
  }
  const { content, encoding, ...said } = parseValue(endpoint.body, body);
  if (encoding === 'text') return { said, content: { text: content } };
  const bytes = Buffer.from(content, 'base64');
  return { said, content: { bytes, text: bytes.toString('utf8') } };
}

const unreadable = (message: string) => new AppError('VALIDATION_ERROR', message, { issues: [{ path: '', message }] });

/** A file as it is; a document may be gzipped. */
function readFile(sent: Buffer): Content {
  if (sent.length === 0) throw unreadable('The file is empty.');
  const bytes = isGzip(sent) ? unpack(sent) : sent;
  // A tar archive stays compressed: its reader decompresses it within its own limits.
  return isGzip(sent) && isTar(bytes) ? { bytes: sent, text: '' } : { bytes, text: bytes.toString('utf8') };
}

function unpack(bytes: Buffer): Buffer {
  try {
    return gunzipSync(bytes, { maxOutputLength: UPLOAD_MAX_BYTES });
  } catch (error) {
    throw error instanceof RangeError
      ? new AppError(
          'PAYLOAD_TOO_LARGE',
          `The file unpacks to more than ${UPLOAD_MAX_BYTES / 1024 / 1024} MB. Export it with fewer checkpoints, or split it.`,
        )
      : unreadable('The file is damaged or cut off; make it anew and try again.');
  }
}

/** Strips the envelope of a saved API answer. */
function unwrap(text: string): string {
  const found = /^\s*\{\s*"success"\s*:\s*true\s*,\s*"data"\s*:/.exec(text);
  if (found === null) return text;
  try {
    return JSON.stringify((JSON.parse(text) as { data: unknown }).data);
  } catch {
    return text;
  }
}
