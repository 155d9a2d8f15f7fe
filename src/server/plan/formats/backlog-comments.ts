import type { DraftNote } from './draft.ts';
import type { ImportReport } from './import-report.ts';
import { readDateField } from './read-date-field.ts';

const opening = '<!-- COMMENT:BEGIN -->';
const closing = '<!-- COMMENT:END -->';
const property = /^(index|author|created):\s*(.*)$/i;

/** The comments of a task; a section written by hand, without markers, is one note. */
export function readComments(report: ImportReport, where: string, body: string): DraftNote[] {
  if (!body.includes(opening)) return [{ type: 'OTHER', body }];
  return body
    .split(opening)
    .map((part) => part.split(closing, 1)[0]?.trim() ?? '')
    .filter((block) => block !== '')
    .map((block) => readComment(report, where, block));
}

function readComment(report: ImportReport, where: string, block: string): DraftNote {
  const lines = block.split('\n');
  const properties = new Map<string, string>();
  for (const line of lines) {
    const match = property.exec(line);
    if (match === null) break;
    properties.set((match[1] ?? '').toLowerCase(), match[2]?.trim() ?? '');
  }
  const text = lines.slice(properties.size).join('\n').trim();
  const author = properties.get('author') ?? '';
  const created = readDateField(report, where, 'a comment', properties.get('created'));
  return {
    type: 'OTHER',
    body: author === '' ? text : `${author}:\n\n${text}`,
    ...(created !== undefined && { created_at: created }),
  };
}
