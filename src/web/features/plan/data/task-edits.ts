import { counted } from '#contract/counted.ts';
import type { Check, Task, TaskStatus } from '#contract/task.ts';
import { call } from '#web/lib/net/api.ts';
import { seenAt, showsOldTexts } from '#web/lib/live/bare-rows.ts';
import { putTask } from '#web/lib/live/plan-cache.ts';
import type { PlanData } from '#web/lib/live/plan-data.ts';
import type { PlanEditor } from '#web/lib/live/plan-editor.ts';
import { toast } from '#web/ui/toast.ts';
import type { Attempt } from './attempt-edit.ts';
import { confirmList, confirmTask, confirmTaskGone } from './confirm-rows.ts';
import { draftTask } from './draft-task.ts';
import { mergeChecks } from './merge-checks.ts';
import { currentId, nameRow, newRowId, realId, rememberNewRow } from '#web/lib/live/new-rows.ts';
import { asId, type Place, placeTask } from './place-task.ts';
import { sendChecks } from './send-checks.ts';

export interface NewTask extends Place {
  title: string;
  description?: string;
  /** Temporary id, for callers that refer to the row before it is confirmed. */
  id?: string;
}

/** The checks are sent by themselves, because they are merged. */
export type TaskEdit = FieldsEdit | { checks: Check[] };

interface FieldsEdit {
  title?: string;
  description?: string;
  status?: TaskStatus;
  /** Null unblocks. */
  blocked_reason?: null;
  /** Null marks the change of the PRD as reviewed. */
  prd_state?: null;
}

export function taskEdits(attempt: Attempt) {
  return {
    createTask({ title, description, id = newRowId(), ...place }: NewTask) {
      const at = new Date().toISOString();
      const made = attempt({
        rows: [id],
        adds: true,
        reach: 'places',
        show: (plan) => putTask(plan, draftTask(plan, { id, at, title, description: description ?? '', place })),
        send: async (confirmed) =>
          call('POST /api/projects/:id/tasks', {
            id: projectOf(confirmed),
            title,
            ...(description !== undefined && { description }),
            ...(await placeToSend(confirmed, place)),
          }),
        confirm: (plan, task) => {
          nameRow(id, task.id);
          confirmTask(plan, task);
        },
        failed: 'The task could not be added.',
      });
      rememberNewRow(
        id,
        made.then((task) => task?.id),
      );
      return made;
    },

    updateTask(task: Task, edit: TaskEdit) {
      const at = new Date().toISOString();
      return attempt({
        rows: [task.id],
        show: (plan) =>
          change(plan, task.id, (known) =>
            'checks' in edit
              ? { ...known, checks: mergeChecks(task.checks, edit.checks, known.checks) ?? known.checks }
              : { ...known, ...edit, ...completion(known, edit, at) },
          ),
        send: async (confirmed) => {
          const id = await realId(task.id);
          if ('checks' in edit)
            return sendChecks({ id, seen: task, checks: edit.checks, known: confirmed?.tasks.get(id) });
          return call('PATCH /api/tasks/:id', { id, ...edit, ...baseOf(confirmed, id, task, edit) });
        },
        confirm: confirmTask,
        failed: 'The task could not be changed.',
      });
    },

    moveTask(task: Task, to: Place) {
      const place = (to.taskListId ?? to.parentTaskId) ? to : { ...to, taskListId: task.task_list_id };
      const at = new Date().toISOString();
      return attempt({
        rows: [task.id],
        reach: 'places',
        show: (plan) => change(plan, task.id, (known) => ({ ...known, ...placeTask(plan, place, known.id, at) })),
        send: async (confirmed) =>
          call('POST /api/tasks/:id/move', { id: await realId(task.id), ...(await placeToSend(confirmed, place)) }),
        confirm: confirmTask,
        failed: 'The task could not be moved.',
      });
    },

    async deleteTask(task: Task) {
      let id: string = task.id;
      const removal = await attempt({
        rows: [task.id],
        reach: 'all',
        show: (plan) => plan.tasks.remove(currentId(task.id)),
        send: async () => {
          id = await realId(task.id);
          return call('DELETE /api/tasks/:id', { id });
        },
        confirm: (plan) => confirmTaskGone(plan, id),
        failed: 'The task could not be deleted.',
      });
      if (!removal) return;
      const below = removal.deleted - 1;
      toast({
        title: below > 0 ? `Task deleted, with ${counted(below, 'subtask')}` : 'Task deleted',
        description: task.title,
        action: { label: 'Undo', run: () => void undelete(attempt, { ...task, id: asId(id) }) },
      });
    },

    /** Resolves to whether the subtasks were saved. */
    async breakDown(task: Task, titles: readonly string[], brief?: string): Promise<boolean> {
      const at = new Date().toISOString();
      const ids = titles.map(newRowId);
      const made = attempt({
        rows: [task.id, ...ids],
        adds: true,
        reach: 'places',
        show: (plan) => {
          for (const [i, title] of titles.entries())
            putTask(
              plan,
              draftTask(plan, { id: ids[i] ?? '', at, title, description: '', place: { parentTaskId: task.id } }),
            );
        },
        send: async () =>
          call('POST /api/tasks/:id/break-down', {
            id: await realId(task.id),
            tasks: titles.map((title) => ({ title })),
            ...(brief !== undefined && { operational_brief: brief }),
          }),
        confirm: (plan, answer) => {
          confirmList(plan, answer.task_list);
          for (const [i, each] of answer.tasks.entries()) {
            nameRow(ids[i] ?? '', each.id);
            confirmTask(plan, each);
          }
        },
        failed: 'The task could not be broken down.',
      });
      for (const [i, id] of ids.entries())
        rememberNewRow(
          id,
          made.then((answer) => answer?.tasks[i]?.id),
        );
      return (await made) !== undefined;
    },
  };
}

const projectOf = (confirmed: PlanData | undefined) => {
  if (!confirmed) throw new Error('The plan is not loaded.');
  return confirmed.project.id;
};

function change(plan: PlanEditor, id: string, edit: (known: Task) => Task) {
  const known = plan.tasks.get(currentId(id));
  if (known) putTask(plan, edit(known));
}

function completion(known: Task, { status }: FieldsEdit, at: string): Partial<Task> {
  if (status === undefined || status === known.status) return {};
  return { is_completed: status === 'done', completed_at: status === 'done' ? at : null, blocked_reason: null };
}

/**
 * Optimistic locking for the texts: the base is the version the writer saw, and a newer text is a conflict. If only
 * other fields have changed meanwhile, such as the status, the newer version serves as the base.
 */
function baseOf(confirmed: PlanData | undefined, id: string, seen: Task, edit: FieldsEdit) {
  if (edit.title === undefined && edit.description === undefined) return {};
  const now = confirmed?.tasks.get(id);
  const isSeen = now && now.title === seen.title && now.description === seen.description;
  return { base_updated_at: isSeen && !showsOldTexts(now) ? now.updated_at : seenAt(seen) };
}

async function placeToSend(confirmed: PlanData | undefined, { taskListId, parentTaskId, afterTaskId }: Place) {
  const beside =
    taskListId === undefined && parentTaskId === undefined
      ? confirmed?.tasks.get(currentId(afterTaskId ?? ''))
      : undefined;
  const listId = taskListId ?? beside?.task_list_id;
  return {
    ...(listId !== undefined && { task_list_id: await realId(listId) }),
    ...(parentTaskId !== undefined && { parent_task_id: await realId(parentTaskId) }),
    ...(afterTaskId !== undefined && { after_task_id: afterTaskId && (await realId(afterTaskId)) }),
  };
}

function undelete(attempt: Attempt, task: Task) {
  return attempt({
    rows: [task.id],
    reach: 'all',
    show: (plan) => putTask(plan, task),
    send: () => call('POST /api/tasks/:id/undelete', { id: task.id }),
    confirm: confirmTask,
    failed: 'The task could not be restored.',
  });
}
