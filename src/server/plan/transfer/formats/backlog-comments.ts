import type { DraftNote } from './draft.ts';
import type { ImportReport } from './import-report.ts';
import { requireRoom } from './import-limits.ts';
import { readDateField } from './read-date-field.ts';

const opening = '<!-- COMMENT:BEGIN -->';
const closing = '<!-- COMMENT:END -->';
const names = new Set(['index', 'author', 'created']);

/** The comments of a task; a section written by hand, without markers, is one note. */
export function readComments(report: ImportReport, where: string, body: string): DraftNote[] {
  if (!body.includes(opening)) return [{ type: 'OTHER', body }];
  const parts = body.split(opening);
  requireRoom('notes', parts.length);
  return parts
    .map((part) => part.split(closing, 1)[0]?.trim() ?? '')
    .filter((block) => block !== '')
    .map((block) => readComment(report, where, block));
}

function readComment(report: ImportReport, where: string, block: string): DraftNote {
  const lines = block.split('\n');
  const properties = new Map<string, string>();
  let read = 0;
  for (const line of lines) {
    const colon = line.indexOf(':');
    const name = line.slice(0, Math.max(colon, 0)).toLowerCase();
    if (!names.has(name)) break;
    properties.set(name, line.slice(colon + 1).trim());
    read += 1;
  }
  const text = lines.slice(read).join('\n').trim();
  const author = properties.get('author') ?? '';
  const created = readDateField(report, where, 'a comment', properties.get('created'));
  return {
    type: 'OTHER',
    body: author === '' ? text : `${author}:\n\n${text}`,
    ...(created !== undefined && { created_at: created }),
  };
}
