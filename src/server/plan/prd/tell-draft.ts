import { and, eq, isNull } from 'drizzle-orm';
import type { EventDataOf, EventType } from '#contract/events.ts';
import type { Id } from '#contract/fields.ts';
import type { PlanOp } from '#contract/tools.ts';
import type { Tx } from '#server/platform/db/client.ts';
import { tasks } from '#server/platform/db/tables/index.ts';
import type { Emit } from '#server/platform/emit.ts';

/** Adding this many tasks at once counts as a draft in the activity. */
const DRAFT_MIN = 5;

/** Number of tasks the ops add. */
export const countAdded = (ops: readonly PlanOp[]): number =>
  ops.reduce((sum, { op, tasks = [] }) => sum + (op === 'add' ? 1 : op === 'split' ? tasks.length : 0), 0);

/** Whether the ops create a plan, or a good part of one, rather than edit it. */
export async function isDraft(tx: Tx, projectId: Id, ops: readonly PlanOp[]): Promise<boolean> {
  const added = countAdded(ops);
  if (added === 0 || added >= DRAFT_MIN) return added > 0;
  const isLive = and(eq(tasks.projectId, projectId), isNull(tasks.deletedAt));
  const rows = await tx.select({ id: tasks.id }).from(tasks).where(isLive).limit(1);
  return rows.length === 0;
}

/** Events that one `plan.drafted` event replaces: clients then read the plan again. */
const PART_OF_DRAFT = /^(task|tasks|task_list|parent|dependency)\.|^plan\.replaced$/;

/** Suppresses the single events of a draft, except those outside the plan; then emits the draft as one event. */
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
