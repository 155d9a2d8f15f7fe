import type { Id } from '#contract/fields.ts';
import { NOTIFICATION_TEXTS } from '#contract/notification-texts.ts';
import { sayRunSummary } from '#contract/run-texts.ts';
import type { EntryData, TimelineKind } from '#contract/timeline.ts';
import { connectionOf, type Tx } from '#server/platform/db/client.ts';
import type { Entry } from './fold.ts';

/** Something that a person may want to be told of where they are. */
export interface Occurrence {
  kind: 'asked' | 'blocked' | 'stopped' | 'plan_finished' | 'run_ended';
  seq: number;
  at: Date;
  taskId: Id | null;
  taskNumber: number | null;
  taskTitle: string | null;
  agent: string | null;
  text: string;
}

const KINDS: Partial<Record<TimelineKind, Occurrence['kind']>> = {
  asked: 'asked',
  blocked: 'blocked',
  stopped: 'stopped',
  completed: 'plan_finished',
  run_ended: 'run_ended',
};

/** News that settle nothing and wait for nobody. */
const AT_ONCE: ReadonlySet<TimelineKind> = new Set(['completed', 'run_ended']);

/** Entries that have become what they are with this projection, and are not settled by the end of it. */
export async function findOccurrences(tx: Tx, entries: readonly Entry[]): Promise<Occurrence[]> {
  const found = entries.flatMap((entry) => {
    const kind = KINDS[entry.kind];
    const isNews = entry.kind !== entry.storedKind && (entry.isOpen || AT_ONCE.has(entry.kind));
    return kind !== undefined && isNews ? [{ kind, entry }] : [];
  });
  const ids = found.flatMap(({ entry: { taskId } }) => (taskId === null ? [] : [taskId]));
  if (found.length === 0) return [];
  const { rows } = await connectionOf(tx).query<{ id: Id; number: number; title: string }>({
    name: 'baton_timeline_tasks',
    text: 'select id, number, title from tasks where id = any ($1)',
    values: [ids],
  });
  const tasks = new Map(rows.map((row) => [row.id, row]));
  return found.map(({ kind, entry: { seq, at, taskId, who, whoKind, data } }) => {
    const task = taskId === null ? undefined : tasks.get(taskId);
    return {
      kind,
      seq,
      at,
      taskId,
      taskNumber: task?.number ?? null,
      taskTitle: task?.title ?? null,
      agent: whoKind === 'agent' ? who : null,
      text: textOf(kind, data),
    };
  });
}

function textOf(kind: Occurrence['kind'], { text, run }: EntryData): string {
  if (kind === 'plan_finished') return NOTIFICATION_TEXTS.planFinished;
  return run === undefined ? (text ?? '') : sayRunSummary(run);
}
