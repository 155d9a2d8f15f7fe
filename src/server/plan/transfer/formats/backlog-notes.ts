import type { BacklogFile } from './backlog-folder.ts';
import { fieldText, tellDamage, titleOfFile } from './backlog-items.ts';
import type { DraftNote } from './draft.ts';
import { fitNote } from './finish-task.ts';
import type { ForeignList } from './foreign-task.ts';
import type { ImportReport } from './import-report.ts';
import { quote } from './import-text.ts';
import { readDateField } from './read-date-field.ts';
import { readFrontMatter } from './read-front-matter.ts';
import { splitSections } from './split-sections.ts';

/** Documents and decisions become notes of the project; what is neither they nor a task is told to stay behind. */
export function readBacklogNotes(report: ImportReport, files: readonly BacklogFile[]): DraftNote[] {
  return files.flatMap((file) => {
    if (file.kind === 'too large') report.skipped(file.path, 'is larger than 2 MiB, so it is left out');
    else if (file.kind === 'archived') report.skipped(file.path, 'was archived, so it is left out');
    else if (file.kind === 'other') {
      if (!/^config\.ya?ml$/.test(file.path)) report.skipped(file.path, 'is not a task, a document or a decision');
    } else if (file.kind === 'document' || file.kind === 'decision') return readNote(report, file);
    return [];
  });
}

function readNote(report: ImportReport, file: BacklogFile): DraftNote[] {
  report.expect(file.path, 'came in as a note of the project');
  const head = readFrontMatter(file.text);
  tellDamage(report, file, head);
  const fields = head?.fields ?? new Map();
  const title = fieldText(fields, 'title') || titleOfFile(file.path);
  const status = fieldText(fields, 'status');
  const name = file.kind === 'decision' ? 'Decision' : 'Document';
  const written = readDateField(
    report,
    file.path,
    'date',
    fieldText(fields, 'date') || fieldText(fields, 'created_date'),
  );
  return fitNote(report, file.path, {
    type: 'CONTEXT',
    body: `${name}: ${title}${status === '' ? '' : ` (${status})`}\n\n${(head?.body ?? file.text).trim()}`,
    ...(written !== undefined && { created_at: written }),
  });
}

/** The list that a task's milestone means: named by id or by title, with or without a file of its own. */
export function readMilestones(
  report: ImportReport,
  files: readonly BacklogFile[],
): (milestone: string) => ForeignList {
  const lists = new Map<string, ForeignList>();
  for (const file of files) {
    if (file.kind !== 'milestone') continue;
    const head = readFrontMatter(file.text);
    const title = (head && fieldText(head.fields, 'title')) || titleOfFile(file.path);
    const key = `milestone ${title.toLowerCase()}`;
    const sections = splitSections(head?.body ?? file.text);
    const brief = sections.map((section) => section.body).join('\n\n');
    report.expect(file.path, `came in as the list ${quote(title)}, where a task belongs to it`);
    tellDamage(report, file, head);
    lists.set(title.toLowerCase(), { key, name: title, brief });
    if (head !== undefined) lists.set(fieldText(head.fields, 'id').toLowerCase(), { key, name: title, brief });
  }
  return (milestone) => {
    const name = milestone.trim();
    const known = lists.get(name.toLowerCase());
    return known ?? { key: `milestone ${name.toLowerCase()}`, name, brief: '' };
  };
}
