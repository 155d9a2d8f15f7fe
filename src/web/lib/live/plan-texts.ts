import type { QueryClient } from '@tanstack/react-query';
import { call } from '../net/api.ts';
import { queryKeys } from '../net/query-keys.ts';
import { isBare, withListTexts, withTaskTexts } from './bare-rows.ts';
import type { PlanData } from './plan-data.ts';
import { editPlan } from './plan-editor.ts';

/** The server's limit per request. */
const AT_ONCE = 50;
/** An answer may be older than an event that arrived meanwhile, and is then discarded and requested again. */
const TRIES = 3;

type Asked = ReturnType<typeof ask>;

const asked = new WeakMap<QueryClient, Map<string, Promise<void>>>();

/** Whether texts of a task, of its list or of the list below it are not loaded yet. */
export function lacksTexts(plan: PlanData, taskId: string): boolean {
  const task = plan.tasks.get(taskId);
  if (!task) return false;
  if (isBare(task) || isBare(plan.lists.get(task.task_list_id))) return true;
  for (const list of plan.lists.values()) if (list.parent_task_id === taskId) return isBare(list);
  return false;
}

/** Loads the missing texts of these tasks into the plan; concurrent calls share the requests in flight. */
export async function loadTexts(cache: QueryClient, projectId: string, taskIds: readonly string[]): Promise<void> {
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const plan = cache.getQueryData<PlanData>(queryKeys.plan(projectId));
    const lacking = plan ? taskIds.filter((id) => lacksTexts(plan, id)) : [];
    if (lacking.length === 0) return;
    const waiting = asked.get(cache) ?? new Map<string, Promise<void>>();
    asked.set(cache, waiting);
    const fresh = lacking.filter((id) => !waiting.has(id)).slice(0, AT_ONCE);
    if (fresh.length > 0) {
      const reading = ask(projectId, fresh)
        .then((answer) => put(cache, projectId, answer))
        .finally(() => {
          for (const id of fresh) waiting.delete(id);
        });
      for (const id of fresh) waiting.set(id, reading);
    }
    await Promise.all(lacking.flatMap((id) => waiting.get(id) ?? []));
  }
}

const ask = (projectId: string, ids: readonly string[]) =>
  call('GET /api/projects/:id/plan/texts', { id: projectId, tasks: ids.join(',') });

/** Discards texts older than the known row: they are requested again. */
function put(cache: QueryClient, projectId: string, answer: Awaited<Asked>) {
  cache.setQueryData<PlanData>(queryKeys.plan(projectId), (data) => {
    if (!data) return data;
    const plan = editPlan(data);
    for (const read of answer.tasks) {
      const known = plan.tasks.get(read.id);
      if (known && isBare(known) && read.updated_at >= known.updated_at)
        plan.tasks.put(read.id, withTaskTexts(known, read));
    }
    for (const read of answer.task_lists) {
      const known = plan.lists.get(read.id);
      if (known && isBare(known) && read.updated_at >= known.updated_at)
        plan.lists.put(read.id, withListTexts(known, read));
    }
    return plan.close();
  });
}
