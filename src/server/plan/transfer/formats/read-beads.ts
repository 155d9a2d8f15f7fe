import { AppError } from '#server/platform/error.ts';
import { assembleDraft } from './assemble-draft.ts';
import { readIssue, type BeadsIssue } from './beads-issue.ts';
import type { DraftNote, ReadResult } from './draft.ts';
import { fitNote } from './finish-task.ts';
import { readDate } from './import-date.ts';
import { requireRoom, sum } from './import-limits.ts';
import { createReport, type ImportReport } from './import-report.ts';
import { clip, eachLine, quote, withoutMark } from './import-text.ts';
import { createFieldSorter } from './other-fields.ts';
import { isRecord, listOf, proseOf, readJson, textOf, type JsonRecord } from './read-json.ts';
import { createKeys } from './unique-keys.ts';

const LIST = 'beads';
const KNOWN_FIELDS =
  '_type id title description design acceptance_criteria notes status labels dependencies comments created_at closed_at close_reason is_template parent';
const BOOKKEEPING =
  'updated_at content_hash source_repo compaction_level compacted_at compacted_at_commit original_size dependency_count dependent_count comment_count closed_by_session original_type deleted_at deleted_by delete_reason';
/** Some lines may be broken; a file of nothing else is not an export, and each one costs the walk an error. */
const STRANGE_LINES_MAX = 1_000;
/** Records of how agents talk and work; none of them is work to be done. */
const NOT_WORK = new Set(['message', 'agent', 'role', 'event']);

/** Reads a Beads export: one issue, or one memory, a line. */
export function readBeads(text: string): ReadResult {
  const report = createReport();
  const { issues, notes, isExport } = readLines(report, withoutMark(text));
  if (!isExport) throw notAnExport();
  requireRoom(
    'dependencies',
    sum(issues, ({ raw }) => listOf(raw['dependencies']).length),
  );
  requireRoom('notes', notes.length + sum(issues, ({ raw }) => listOf(raw['comments']).length));
  const sorter = createFieldSorter({ known: KNOWN_FIELDS.split(' '), bookkeeping: BOOKKEEPING.split(' ') });
  let checks = 0;
  const tasks = issues.toSorted(byPriority).map((issue) => {
    const task = readIssue(report, issue, { list: LIST, facts: sorter.factsOf(issue.raw) });
    requireRoom('checks', (checks += task.checks.length));
    return task;
  });
  const lists = assembleDraft(report, [{ key: LIST, name: 'Issues', brief: '' }], tasks, notes.length);
  sorter.tell(report);
  return { draft: { name: undefined, description: undefined, lists, notes }, lines: report.lines() };
}

const notAnExport = () =>
  new AppError(
    'VALIDATION_ERROR',
    'This is not a Beads export: each line should be a JSON object with an "id" and a "title", as bd export writes it.',
  );

interface Lines {
  issues: BeadsIssue[];
  notes: DraftNote[];
  /** Whether any line was a record of Beads, be it one that stays behind. */
  isExport: boolean;
}

function readLines(report: ImportReport, text: string): Lines {
  let isExport = false;
  let strange = 0;
  const issues: BeadsIssue[] = [];
  const notes: DraftNote[] = [];
  const keys = createKeys();
  const seen = new Map<string, string>();
  for (const { line, number } of eachLine(text)) {
    if (line.trim() === '') continue;
    const where = `line ${number}`;
    const raw = readJson(line);
    if (!isRecord(raw) || !isKnown(raw)) {
      const what = raw === undefined ? 'is not JSON' : 'is not an issue: it has no id or no title';
      report.skipped(where, what);
      strange += 1;
      if (strange > STRANGE_LINES_MAX) throw notAnExport();
      continue;
    }
    isExport = true;
    if (raw['_type'] === 'memory') {
      report.expect(where, `the memory ${quote(textOf(raw['key']))} came in as a note of the project`);
      notes.push(...fitNote(report, where, { type: 'CONTEXT', body: memoryText(raw) }));
      requireRoom('notes', notes.length);
      continue;
    }
    const id = textOf(raw['id']).trim();
    const reason = reasonToSkip(raw) ?? (seen.get(id) === line ? `repeats ${clip(id)} word for word` : undefined);
    if (reason !== undefined) {
      report.skipped(where, reason);
      continue;
    }
    seen.set(id, line);
    const { key, isFirst } = keys.take(id);
    if (!isFirst) {
      report.changed(where, `another issue has the id ${clip(id)} too; both come in, and dependencies mean the first`);
    }
    report.expect(where, 'came in');
    issues.push({ raw, where, id, key, order: clip(id), created: readDate(textOf(raw['created_at'])) ?? '' });
    requireRoom('tasks', issues.length);
  }
  return { issues, notes, isExport };
}

const isKnown = (raw: JsonRecord) =>
  raw['_type'] === 'memory' ||
  (textOf(raw['id']).trim() !== '' && (raw['title'] !== undefined || raw['status'] !== undefined));

const memoryText = (raw: JsonRecord) =>
  [textOf(raw['key']), proseOf(raw['value'])].filter((part) => part !== '').join('\n\n');

function reasonToSkip(raw: JsonRecord): string | undefined {
  const title = quote(textOf(raw['title']));
  if (raw['status'] === 'tombstone') return `${title} was deleted in Beads, so it is left out`;
  if (raw['is_template'] === true) return `${title} is a template, not work, so it is left out`;
  const type = textOf(raw['issue_type']);
  return NOT_WORK.has(type) ? `${title} is of the type ${type}, which is not work, so it is left out` : undefined;
}

const byNumber = new Intl.Collator('en', { numeric: true });

/** An export is sorted by id, which says nothing; here the order says what comes next, as `bd ready` would. */
function byPriority(one: BeadsIssue, other: BeadsIssue): number {
  return (
    priorityOf(one) - priorityOf(other) ||
    compare(one.created, other.created) ||
    byNumber.compare(one.order, other.order)
  );
}

const DEFAULT_PRIORITY = 2;
const priorityOf = ({ raw }: BeadsIssue) => (typeof raw['priority'] === 'number' ? raw['priority'] : DEFAULT_PRIORITY);
const compare = (one: string, other: string) => (one < other ? -1 : Number(one > other));
