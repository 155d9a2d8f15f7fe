import type { QueryClient } from '@tanstack/react-query';
import { call } from '../net/api.ts';
import { queryKeys } from '../net/query-keys.ts';
import { isBare, withListTexts, withTaskTexts } from './bare-rows.ts';
import type { PlanData } from './plan-data.ts';
import { editPlan } from './plan-editor.ts';

/** The server's limit per request. */
const AT_ONCE = 50;
/** Backoff after requests that brought nothing new; the first of them is repeated at once. */
const FIRST_WAIT = 250;
const LONGEST_WAIT = 5_000;

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

/**
 * Loads the missing texts of these tasks into the plan; concurrent calls share the requests in flight. Goes on until none is
 * missing or the signal aborts: an answer may be older than an event that arrived meanwhile, and is then discarded and
 * requested again.
 */
export async function loadTexts(
  cache: QueryClient,
  projectId: string,
  taskIds: readonly string[],
  signal?: AbortSignal,
): Promise<void> {
  let before = Infinity;
  let fruitless = 0;
  while (!signal?.aborted) {
    const plan = cache.getQueryData<PlanData>(queryKeys.plan(projectId));
    const lacking = plan ? taskIds.filter((id) => lacksTexts(plan, id)) : [];
    if (lacking.length === 0) return;
    fruitless = lacking.length < before ? 0 : fruitless + 1;
    before = lacking.length;
    if (fruitless > 1) await pause(fruitless - 2, signal);
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

const pause = (failures: number, signal: AbortSignal | undefined) =>
  new Promise<void>((resolve) => {
    const longest = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** failures);
    const timer = setTimeout(resolve, longest * (0.5 + Math.random() / 2));
    signal?.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });

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
