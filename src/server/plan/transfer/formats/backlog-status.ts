import type { BacklogKind } from './backlog-folder.ts';
import type { ImportReport } from './import-report.ts';
import { quote } from './import-text.ts';

const open = new Set(['', 'to do', 'todo', 'open', 'draft', 'backlog']);
const done = new Set(['done', 'complete', 'completed', 'closed']);
const begun = new Set(['in progress', 'doing', 'wip', 'in-progress', 'in_progress']);

/** A project may name its own statuses: the first of them is open, the last is done. */
export interface OwnStatuses {
  first: string | undefined;
  last: string | undefined;
}

export function findOwnStatuses(names: readonly string[]): OwnStatuses {
  const spell = (name: string | undefined) => name?.trim().toLowerCase();
  return { first: spell(names[0]), last: names.length > 1 ? spell(names.at(-1)) : undefined };
}

/** What a status means here. */
export function readBacklogStatus(
  report: ImportReport,
  { where, kind, word }: { where: string; kind: BacklogKind; word: string },
  own: OwnStatuses,
): 'open' | 'done' {
  const status = word.trim().toLowerCase();
  if (done.has(status) || status === own.last) return 'done';
  if (kind === 'completed') {
    report.changed(where, `lay among the completed tasks with the status ${quote(word)}; it comes in done`);
    return 'done';
  }
  if (kind === 'draft') report.changed(where, 'was a draft; it comes in open, in the list of drafts');
  else if (begun.has(status)) report.changed(where, 'was in progress; nobody holds it here, so it comes in open');
  else if (!open.has(status) && status !== own.first) {
    report.changed(where, `had the status ${quote(word)}, which Baton does not know; it comes in open`);
  }
  return 'open';
}
