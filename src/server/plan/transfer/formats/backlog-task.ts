import { fieldText, fieldTexts, titleOfFile, type BacklogItem } from './backlog-items.ts';
import type { DraftNote } from './draft.ts';
import type { Fact, ForeignTask, Reference } from './foreign-task.ts';
import { requireRoom } from './import-limits.ts';
import type { ImportReport } from './import-report.ts';
import { clip } from './import-text.ts';
import { readBacklogStatus, type OwnStatuses } from './backlog-status.ts';
import { readComments } from './backlog-comments.ts';
import { readChecklist } from './read-checklist.ts';
import { readDateField } from './read-date-field.ts';
import { splitSections } from './split-sections.ts';

export interface BacklogContext {
  statuses: OwnStatuses;
  /** The key of the task an id means, as the file wrote it: "TASK-7", "task-007" or "7". */
  keyOf: (id: string) => string;
  list: string;
  parent: Reference | undefined;
  facts: Fact[];
}

/** One Markdown file of Backlog.md as a task: its sections become description, checks and notes. */
export function readBacklogTask(report: ImportReport, item: BacklogItem, context: BacklogContext): ForeignTask {
  const { file, head, id, key } = item;
  const { fields } = head;
  const where = file.path;
  const status = readBacklogStatus(
    report,
    { where, kind: file.kind, word: fieldText(fields, 'status') },
    context.statuses,
  );
  const sections = readSections(report, where, head.body);
  return {
    where,
    key,
    origin: `Backlog.md ${clip(id, 100)}`,
    name: id,
    parent: context.parent,
    list: context.list,
    title: fieldText(fields, 'title') || titleOfFile(where),
    description: sections.description,
    facts: context.facts,
    checks: sections.checks,
    status,
    notes: [...sections.notes, ...fileList(fieldTexts(fields, 'modified_files'))],
    dependsOn: fieldTexts(fields, 'dependencies').map((name) => ({ key: context.keyOf(name), name: clip(name) })),
    created_at: readDateField(report, where, 'created_date', fieldText(fields, 'created_date')),
    // The tool keeps no date of completion; the last change of a finished task is the nearest it knows.
    completed_at:
      status === 'done' ? readDateField(report, where, 'updated_date', fieldText(fields, 'updated_date')) : undefined,
  };
}

const fileList = (paths: readonly string[]): DraftNote[] =>
  paths.length === 0 ? [] : [{ type: 'FILE_LIST', body: paths.map((path) => `- ${path}`).join('\n') }];

interface Sections {
  description: string;
  checks: ForeignTask['checks'];
  notes: DraftNote[];
}

function readSections(report: ImportReport, where: string, text: string): Sections {
  const description: string[] = [];
  const found: Sections = { description: '', checks: [], notes: [] };
  for (const { title, body } of splitSections(text)) {
    const name = title.toLowerCase();
    if (body === '') continue;
    if (name === '' || name === 'description') description.push(body);
    else if (name.startsWith('acceptance criteria') || name === 'definition of done') {
      for (const { text: condition, ticked } of readChecklist(body)) {
        found.checks.push({ text: condition.replace(/^#\d+\s+/, ''), met: ticked ?? false });
      }
      requireRoom('checks', found.checks.length);
    } else if (name === 'implementation notes') found.notes.push({ type: 'PROGRESS', body });
    else if (name === 'final summary') found.notes.push({ type: 'PROGRESS', body: `Final summary:\n\n${body}` });
    else if (name === 'comments') {
      for (const note of readComments(report, where, body)) found.notes.push(note);
      requireRoom('notes', found.notes.length);
    } else description.push(`${clip(title)}:\n\n${body}`);
  }
  return { ...found, description: description.join('\n\n') };
}
