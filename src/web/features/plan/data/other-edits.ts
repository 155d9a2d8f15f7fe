import { counted } from '#contract/counted.ts';
import type { Task, TaskList } from '#contract/task.ts';
import { call } from '#web/lib/net/api.ts';
import { seenAt, showsOldTexts } from '#web/lib/live/bare-rows.ts';
import { putList } from '#web/lib/live/plan-cache.ts';
import { dependencyKey } from '#web/lib/live/plan-data.ts';
import type { PlanEditor } from '#web/lib/live/plan-editor.ts';
import { toast } from '#web/ui/toast.ts';
import type { Attempt } from './attempt-edit.ts';
import { confirmList, confirmListGone, confirmTask } from './confirm-rows.ts';
import { currentId, nameRow, newRowId, realId, rememberNewRow } from '#web/lib/live/new-rows.ts';
import { asId } from './place-task.ts';

export interface ListEdit {
  name?: string;
  operational_brief?: string;
}

export function listEdits(attempt: Attempt, projectId: string) {
  return {
    createList(name: string, id: string = newRowId()) {
      const at = new Date().toISOString();
      const made = attempt({
        rows: [id],
        adds: true,
        reach: 'places',
        show: (plan) => plan.lists.put(id, draftList(plan, asId(id), name, at)),
        send: () => call('POST /api/projects/:id/task-lists', { id: projectId, name }),
        confirm: (plan, list) => {
          nameRow(id, list.id);
          confirmList(plan, list);
        },
        failed: 'The list could not be added.',
      });
      rememberNewRow(
        id,
        made.then((list) => list?.id),
      );
      return made;
    },

    updateList(list: TaskList, edit: ListEdit) {
      return attempt({
        rows: [list.id],
        show: (plan) => {
          const known = plan.lists.get(currentId(list.id));
          if (known) putList(plan, { ...known, ...edit });
        },
        send: async (confirmed) => {
          const id = await realId(list.id);
          const now = confirmed?.lists.get(id);
          const isSeen = now && now.name === list.name && now.operational_brief === list.operational_brief;
          const base = isSeen && !showsOldTexts(now) ? now.updated_at : seenAt(list);
          return call('PATCH /api/task-lists/:id', { id, ...edit, base_updated_at: base });
        },
        confirm: confirmList,
        failed: 'The list could not be changed.',
      });
    },

    async deleteList(list: TaskList) {
      let id: string = list.id;
      const removal = await attempt({
        rows: [list.id],
        reach: 'all',
        show: (plan) => plan.lists.remove(currentId(list.id)),
        send: async () => {
          id = await realId(list.id);
          return call('DELETE /api/task-lists/:id', { id });
        },
        confirm: (plan) => confirmListGone(plan, id),
        failed: 'The list could not be deleted.',
      });
      if (!removal) return;
      toast({
        title: `List deleted, with ${counted(removal.deleted, 'task')}`,
        description: list.name,
        action: { label: 'Undo', run: () => void undelete(attempt, { ...list, id: asId(id) }) },
      });
    },
  };
}

export function relationEdits(attempt: Attempt) {
  const dependency = (task: Task, dependsOnId: string) => ({
    task_id: asId(currentId(task.id)),
    depends_on_id: asId(currentId(dependsOnId)),
  });
  return {
    async addDependency(task: Task, dependsOnId: string) {
      await attempt({
        rows: [task.id],
        show: (plan) => {
          const added = dependency(task, dependsOnId);
          plan.dependencies.put(dependencyKey(added), added);
        },
        send: async () =>
          call('POST /api/tasks/:id/dependencies', {
            id: await realId(task.id),
            depends_on_id: await realId(dependsOnId),
          }),
        confirm: (plan, answer) => plan.dependencies.put(dependencyKey(answer), answer),
        failed: 'The dependency could not be added.',
      });
    },

    async removeDependency(task: Task, dependsOnId: string) {
      const take = (plan: PlanEditor) => plan.dependencies.remove(dependencyKey(dependency(task, dependsOnId)));
      await attempt({
        rows: [task.id],
        show: take,
        send: async () =>
          call('DELETE /api/tasks/:id/dependencies/:dependsOnId', {
            id: await realId(task.id),
            dependsOnId: await realId(dependsOnId),
          }),
        confirm: take,
        failed: 'The dependency could not be removed.',
      });
    },

    /** Resolves to whether the baton was taken away. */
    async takeBatonAway(task: Task, reason: string): Promise<boolean> {
      const free = (plan: PlanEditor) => {
        for (const baton of plan.batons.values()) if (baton.task_id === task.id) plan.batons.remove(baton.slot);
      };
      const freed = await attempt({
        rows: [task.id],
        // No optimistic update: the dialog stays open with the reason until the server has confirmed.
        show: () => {},
        send: () => call('POST /api/tasks/:id/release', { id: task.id, ...(reason !== '' && { reason }) }),
        confirm: (plan, answer) => {
          free(plan);
          confirmTask(plan, answer);
        },
        failed: 'The baton could not be taken away.',
      });
      return freed !== undefined;
    },
  };
}

function undelete(attempt: Attempt, list: TaskList) {
  return attempt({
    rows: [list.id],
    reach: 'all',
    show: (plan) => putList(plan, list),
    send: () => call('POST /api/task-lists/:id/undelete', { id: list.id }),
    confirm: confirmList,
    failed: 'The list could not be restored.',
  });
}

function draftList(plan: PlanEditor, id: TaskList['id'], name: string, at: string): TaskList {
  return {
    id,
    project_id: plan.project.id,
    parent_task_id: null,
    parent_task: null,
    name,
    operational_brief: '',
    depth: 0,
    task_count: 0,
    created_at: at,
    updated_at: at,
    deleted_at: null,
  };
}
