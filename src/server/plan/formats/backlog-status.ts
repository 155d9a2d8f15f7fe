import type { BacklogKind } from './backlog-folder.ts';
import type { ImportReport } from './import-report.ts';
import { quote } from './import-text.ts';

const open = new Set(['', 'to do', 'todo', 'open', 'draft', 'backlog']);
const done = new Set(['done', 'complete', 'completed', 'closed']);
const begun = new Set(['in progress', 'doing', 'wip', 'in-progress', 'in_progress']);

/** What a status means here. A project may name its own: the first of them is open, the last is done. */
export function readBacklogStatus(
  report: ImportReport,
  { where, kind, word }: { where: string; kind: BacklogKind; word: string },
  statuses: readonly string[],
): 'open' | 'done' {
  const status = word.trim().toLowerCase();
  const own = statuses.map((name) => name.trim().toLowerCase());
  const isDone = done.has(status) || (own.length > 1 && status === own.at(-1));
  if (isDone) return 'done';
  if (kind === 'completed') {
    report.changed(where, `lay among the completed tasks with the status ${quote(word)}; it comes in done`);
    return 'done';
  }
  if (kind === 'draft') report.changed(where, 'was a draft; it comes in open, in the list of drafts');
  else if (begun.has(status)) report.changed(where, 'was in progress; nobody holds it here, so it comes in open');
  else if (!open.has(status) && status !== own[0]) {
    report.changed(where, `had the status ${quote(word)}, which Baton does not know; it comes in open`);
  }
  return 'open';
}
