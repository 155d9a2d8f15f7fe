import type { QueryClient } from '@tanstack/react-query';
import { PLAN_TEXTS } from '#contract/plan-texts.ts';
import type { Task } from '#contract/task.ts';
import type { PlanOp } from '#contract/tools.ts';
import { ApiError } from '#web/lib/net/api-error.ts';
import { call } from '#web/lib/net/api.ts';
import { currentId, realId } from '#web/lib/live/new-rows.ts';
import { putTask } from '#web/lib/live/plan-cache.ts';
import { dependencyKey } from '#web/lib/live/plan-data.ts';
import type { PlanEditor } from '#web/lib/live/plan-editor.ts';
import { toast } from '#web/ui/toast.ts';
import type { Attempt } from './attempt-edit.ts';
import { confirmTask } from './confirm-rows.ts';
import { asId, placeTask } from './place-task.ts';
import type { PlanView } from './plan-view.ts';
import { change, completion } from './task-edits.ts';
import { backTo, topmost } from './batch-rules.ts';
import { untilSeen } from './until-seen.ts';

type Ops = readonly PlanOp[];

interface Batch {
  tasks: readonly Task[];
  ops: Ops;
  /** Ops that take it back. */
  undo: Ops;
  show: (plan: PlanEditor) => void;
  showUndone: (plan: PlanEditor) => void;
  said: string;
  failed: string;
}

const T = PLAN_TEXTS.several;

/** Edits of several tasks: each is one request, which changes all of them or none, and one step to undo. */
export function batchEdits(attempt: Attempt, cache: QueryClient, projectId: string) {
  const send = ({ tasks, ops, show, failed }: Pick<Batch, 'tasks' | 'ops' | 'show' | 'failed'>) =>
    attempt({
      rows: tasks.map(({ id }) => id),
      reach: 'all',
      show,
      send: async () => {
        const real = await Promise.all(ops.map(realOp));
        try {
          const { data } = await call('POST /api/projects/:projectId/tools/:tool', {
            projectId,
            tool: 'plan_edit',
            ops: real,
          });
          await untilSeen(cache, projectId, seqOf(data));
          return true;
        } catch (error) {
          throw inPlainWords(error);
        }
      },
      // The feed has brought the rows by now.
      confirm: () => undefined,
      failed,
    });
  const run = async (batch: Batch) => {
    if (batch.ops.length === 0 || !(await send(batch))) return false;
    const { tasks, undo, showUndone } = batch;
    toast({
      title: batch.said,
      action: {
        label: 'Undo',
        run: () => void send({ tasks, ops: undo, show: showUndone, failed: T.notUndone }),
      },
    });
    return true;
  };
  const restore = (tasks: readonly Task[]) => (plan: PlanEditor) => {
    for (const task of tasks) putTask(plan, task);
  };

  return {
    /** A task with subtasks is left out: its status follows theirs. */
    finishTasks(plan: PlanView, given: readonly Task[]) {
      const tasks = given.filter(({ id, status }) => status !== 'done' && plan.childrenOf(id).length === 0);
      const at = new Date().toISOString();
      if (tasks.length === 0) return void toast({ title: T.nothingToFinish });
      return run({
        tasks,
        ops: tasks.map(({ id }) => ({ op: 'update', id, status: 'done' })),
        undo: tasks.map(({ id, blocked_reason: blocked }) => ({
          op: 'update',
          id,
          status: 'open',
          ...(blocked !== null && { blocked }),
        })),
        show: (editor) => {
          for (const { id } of tasks)
            change(editor, id, (known) => ({ ...known, ...completion(known, { status: 'done' }, at), status: 'done' }));
        },
        showUndone: restore(tasks),
        said: T.finished(tasks.length),
        failed: T.notFinished,
      });
    },

    /** To the end of a root list, or below a task; subtasks go with their parent. */
    moveTasks(plan: PlanView, given: readonly Task[], to: { list: string } | { parent: string }) {
      const tasks = topmost(plan, given);
      const at = new Date().toISOString();
      const place = 'list' in to ? { taskListId: to.list } : { parentTaskId: to.parent };
      return run({
        tasks,
        ops: tasks.map(({ id }) => ({ op: 'move', id, ...to })),
        undo: backTo(plan, tasks),
        show: (editor) => {
          for (const { id } of tasks)
            change(editor, id, (known) => ({ ...known, ...placeTask(editor, place, known.id, at) }));
        },
        showUndone: restore(tasks),
        said: T.moved(tasks.length),
        failed: T.notMoved,
      });
    },

    /** Each pair waits: the first for the second. Existing dependencies stay. */
    dependTasks(plan: PlanView, pairs: readonly (readonly [task: Task, on: Task])[]) {
      const fresh = pairs.filter(([task, on]) => !plan.blockedBy(task.id).some(({ id }) => id === on.id));
      const rows = fresh.map(([task, on]) => ({ task_id: asId(currentId(task.id)), depends_on_id: asId(on.id) }));
      const opsOf = (op: 'depend' | 'undepend') => fresh.map(([task, on]): PlanOp => ({ op, id: task.id, on: on.id }));
      if (fresh.length === 0) return void toast({ title: T.dependAlready });
      return run({
        tasks: fresh.map(([task]) => task),
        ops: opsOf('depend'),
        undo: opsOf('undepend'),
        show: (editor) => {
          for (const row of rows) editor.dependencies.put(dependencyKey(row), row);
        },
        showUndone: (editor) => {
          for (const row of rows) editor.dependencies.remove(dependencyKey(row));
        },
        said: T.dependAdded(fresh.length),
        failed: T.notDepend,
      });
    },

    async deleteTasks(plan: PlanView, given: readonly Task[]) {
      const tasks = topmost(plan, given);
      const below = tasks.reduce((sum, { id }) => sum + plan.countOf(id).total, 0);
      const deleted = await send({
        tasks,
        ops: tasks.map(({ id }) => ({ op: 'remove', id })),
        show: (editor) => {
          for (const { id } of tasks) editor.tasks.remove(currentId(id));
        },
        failed: T.notDeleted,
      });
      if (!deleted) return;
      toast({
        title: T.deleted(tasks.length, below),
        action: { label: 'Undo', run: () => void undelete(attempt, tasks) },
      });
    },
  };
}

/** Restoring the checkpoint would also take back what others did since, so each task is brought back by itself. */
function undelete(attempt: Attempt, tasks: readonly Task[]) {
  return attempt({
    rows: tasks.map(({ id }) => id),
    reach: 'all',
    show: (plan) => {
      for (const task of tasks) putTask(plan, task);
    },
    send: async () => {
      const back: Task[] = [];
      // One after the other: each may take the place of the one before it.
      for (const { id } of tasks) back.push(await call('POST /api/tasks/:id/undelete', { id: await realId(id) }));
      return back;
    },
    confirm: (plan, back) => {
      for (const task of back) confirmTask(plan, task);
    },
    failed: T.notBroughtBack,
  });
}

async function realOp({ id, on, parent, list, after, ...op }: PlanOp): Promise<PlanOp> {
  return {
    ...op,
    ...(id !== undefined && { id: await realId(id) }),
    ...(on !== undefined && { on: await realId(on) }),
    ...(parent !== undefined && { parent: await realId(parent) }),
    ...(list !== undefined && { list: await realId(list) }),
    ...(after !== undefined && { after: await realId(after) }),
  };
}

const seqOf = (data: unknown) =>
  typeof data === 'object' && data !== null && 'seq' in data && typeof data.seq === 'number' ? data.seq : 0;

/** The refusal of one op says which task it is about; the number of the op means nothing to a person. */
function inPlainWords(error: unknown): unknown {
  const [issue] = error instanceof ApiError ? error.issues : [];
  if (!(error instanceof ApiError) || !issue?.path.startsWith('ops.')) return error;
  const { status, errorType, errorCode } = error;
  return new ApiError(`${issue.message} ${T.noneChanged}`, {
    status,
    ...(errorType !== undefined && { errorType }),
    ...(errorCode !== undefined && { errorCode }),
  });
}
