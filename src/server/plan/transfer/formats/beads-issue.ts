import type { DraftNote } from './draft.ts';
import type { Fact, ForeignTask, Reference } from './foreign-task.ts';
import type { ImportReport } from './import-report.ts';
import { clip, quote } from './import-text.ts';
import { readChecklist } from './read-checklist.ts';
import { readDateField } from './read-date-field.ts';
import { isRecord, listOf, proseOf, textOf, textsOf, type JsonRecord } from './read-json.ts';

export interface BeadsIssue {
  raw: JsonRecord;
  where: string;
  id: string;
  key: string;
  /** The id as far as it is compared: thousands of long ones are sorted only so far. */
  order: string;
  created: string;
}

const remarks = new Map<string, string>([
  ['in_progress', 'was in progress; nobody holds it here, so it comes in open'],
  ['hooked', 'hung on an agent’s hook; nobody holds it here, so it comes in open'],
  ['blocked', 'was blocked; here only what it waits for holds it back, so it comes in open'],
  ['deferred', 'was deferred, which Baton does not know; it comes in open'],
  ['pinned', 'was pinned, which Baton does not know of tasks; it comes in open'],
]);

/** One line of the export as a task; what its relations mean here is decided and told. */
export function readIssue(
  report: ImportReport,
  issue: BeadsIssue,
  { list, facts }: { list: string; facts: readonly Fact[] },
): ForeignTask {
  const { raw, where, id, key } = issue;
  const status = readStatus(report, issue);
  const relations = readRelations(report, issue);
  const closedAt = readDateField(report, where, 'closed_at', raw['closed_at']);
  const labels = textsOf(raw['labels']).join(', ');
  const design = proseOf(raw['design']).trim();
  return {
    where,
    key,
    origin: `Beads ${clip(id, 100)}`,
    name: id,
    parent: relations.parent,
    list,
    title: proseOf(raw['title']),
    description: [proseOf(raw['description']).trim(), design === '' ? '' : `Design:\n\n${design}`]
      .filter((part) => part !== '')
      .join('\n\n'),
    facts: [
      ...facts.filter(({ name, value }) => name !== 'issue_type' || value !== 'task'),
      ...(labels === '' ? [] : [{ name: 'labels', value: labels }]),
      ...relations.facts,
    ],
    // Without boxes to tick, a closed issue is the only word there is on whether its conditions were met.
    checks: readChecklist(proseOf(raw['acceptance_criteria'])).map(({ text, ticked }) => ({
      text,
      met: ticked ?? status === 'done',
    })),
    status,
    notes: readNotes(report, issue, closedAt),
    dependsOn: relations.dependsOn,
    created_at: readDateField(report, where, 'created_at', raw['created_at']),
    completed_at: closedAt,
  };
}

function readStatus(report: ImportReport, { raw, where }: BeadsIssue): 'open' | 'done' {
  const word = textOf(raw['status']).trim();
  if (word === 'closed') return 'done';
  const remark = remarks.get(word);
  if (remark !== undefined) report.changed(where, remark);
  else if (word !== 'open' && word !== '') {
    report.changed(where, `had the status ${quote(word)}, which is not known; it comes in open`);
  }
  return 'open';
}

interface Relations {
  parent: Reference | undefined;
  dependsOn: Reference[];
  facts: Fact[];
}

function readRelations(report: ImportReport, { raw, where, id }: BeadsIssue): Relations {
  const parents: Reference[] = [];
  const dependsOn: Reference[] = [];
  const facts: Fact[] = [];
  for (const relation of listOf(raw['dependencies'])) {
    const other = isRecord(relation) ? textOf(relation['depends_on_id']).trim() : '';
    const owner = isRecord(relation) ? textOf(relation['issue_id']).trim() : '';
    if (!isRecord(relation) || other === '' || (owner !== '' && owner !== id)) {
      report.skipped(where, 'a relation that does not name this issue and another is left out');
      continue;
    }
    const type = textOf(relation['type']) || 'blocks';
    const reference = { key: other, name: clip(other) };
    if (type === 'parent-child') parents.push(reference);
    else if (type === 'blocks') dependsOn.push(reference);
    else facts.push({ name: clip(type, 40), value: clip(other) });
  }
  const named = textOf(raw['parent']).trim();
  if (parents.length === 0 && named !== '') parents.push({ key: named, name: clip(named) });
  const [parent, ...others] = parents;
  for (const other of others) {
    report.skipped(where, `a task stands below one other only: its second parent ${other.name} is left out`);
  }
  return { parent, dependsOn, facts };
}

function readNotes(report: ImportReport, { raw, where }: BeadsIssue, closedAt: string | undefined): DraftNote[] {
  const comments = listOf(raw['comments']).flatMap((comment): DraftNote[] => {
    if (!isRecord(comment)) {
      report.skipped(where, 'a comment without a text is left out');
      return [];
    }
    const author = textOf(comment['author']).trim();
    const text = proseOf(comment['text']);
    return [
      note(
        'OTHER',
        author === '' ? text : `${author}:\n\n${text}`,
        readDateField(report, where, 'a comment', comment['created_at']),
      ),
    ];
  });
  const reason = proseOf(raw['close_reason']).trim();
  return [
    note('CONTEXT', proseOf(raw['notes']), undefined),
    ...comments,
    note('PROGRESS', reason === '' ? '' : `Closed: ${reason}`, closedAt),
  ].filter(({ body }) => body.trim() !== '');
}

const note = (type: DraftNote['type'], body: string, createdAt: string | undefined): DraftNote => ({
  type,
  body,
  ...(createdAt !== undefined && { created_at: createdAt }),
});
