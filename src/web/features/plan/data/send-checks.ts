import type { Check, Task } from '#contract/task.ts';
import { isBare } from '#web/lib/live/bare-rows.ts';
import { call } from '#web/lib/net/api.ts';
import { ApiError } from '#web/lib/net/api-error.ts';
import { mergeChecks } from './merge-checks.ts';

interface ChecksEdit {
  id: string;
  /** The row as the person saw it. */
  seen: Task;
  checks: readonly Check[];
  /** The row of the confirmed plan. */
  known: Task | undefined;
}

/**
 * Optimistic locking for the checks: the server takes them only as a whole, so the change is merged into the newest
 * ones, and merged again once if the row has changed meanwhile.
 */
export async function sendChecks({ id, seen, checks, known }: ChecksEdit): Promise<Task> {
  const send = (row: Task) => {
    const merged = mergeChecks(seen.checks, checks, row.checks);
    if (!merged) throw conflictOf(row);
    return call('PATCH /api/tasks/:id', { id, checks: merged, base_updated_at: row.updated_at });
  };
  if (!known || isBare(known)) return send(await readTask(seen.project_id, id));
  return send(known).catch(async (error: unknown) => {
    if (!isRefused(error)) throw error;
    return send(await readTask(seen.project_id, id));
  });
}

async function readTask(projectId: string, id: string): Promise<Task> {
  const { tasks } = await call('GET /api/projects/:id/plan/texts', { id: projectId, tasks: id });
  const task = tasks.find((each) => each.id === id);
  if (!task) throw new ApiError('The task was not found.', { status: 404, errorType: 'NOT_FOUND' });
  return task;
}

const isRefused = (error: unknown) => error instanceof ApiError && error.errorCode === 'EDIT_CONFLICT';

const conflictOf = ({ number }: Task) =>
  new ApiError(
    `This check of T${number} was changed in the meantime. Your edit was not saved: look at the new state first.`,
    {
      status: 409,
      errorType: 'CONFLICT',
      errorCode: 'EDIT_CONFLICT',
    },
  );
