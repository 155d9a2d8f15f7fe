import { and, eq, isNull } from 'drizzle-orm';
import type { EventDataOf, EventType } from '#contract/events.ts';
import type { Id } from '#contract/fields.ts';
import type { PlanOp } from '#contract/tools.ts';
import type { Tx } from '#server/platform/db/client.ts';
import { tasks } from '#server/platform/db/tables/index.ts';
import type { Emit } from '#server/platform/emit.ts';

/** So many tasks at once are a draft, to people who read what happened. */
const DRAFT_MIN = 5;

/** Tasks that the ops add. */
export const countAdded = (ops: readonly PlanOp[]): number =>
  ops.reduce((sum, { op, tasks = [] }) => sum + (op === 'add' ? 1 : op === 'split' ? tasks.length : 0), 0);

/** Whether the ops make a plan, or a good part of one, rather than change it here and there. */
export async function isDraft(tx: Tx, projectId: Id, ops: readonly PlanOp[]): Promise<boolean> {
  const added = countAdded(ops);
  if (added === 0 || added >= DRAFT_MIN) return added > 0;
  const isLive = and(eq(tasks.projectId, projectId), isNull(tasks.deletedAt));
  const rows = await tx.select({ id: tasks.id }).from(tasks).where(isLive).limit(1);
  return rows.length === 0;
}

/** Told by the draft as a whole: whoever shows the plan reads it again. */
const PART_OF_DRAFT = /^(task|tasks|task_list|parent|dependency)\.|^plan\.replaced$/;

/** Of a draft's steps only those are told that stand outside the plan; then the draft itself, in one event. */
export function tellAsDraft(tell: Emit): {
  emit: Emit;
  finish(projectId: Id, draft: EventDataOf<'plan.drafted'>): void;
} {
  return {
    emit: <T extends EventType>(scope: Parameters<Emit>[0], type: T, data: EventDataOf<T>) => {
      if (!PART_OF_DRAFT.test(type)) tell(scope, type, data);
    },
    finish: (projectId, draft) => tell(`project:${projectId}`, 'plan.drafted', draft),
  };
}
