import { planOf } from '#web/lib/live/plan-data.ts';
import { sampleBaton, sampleList, samplePlan, sampleTask } from './sample-plan.ts';
import { viewOf } from '#web/features/plan/data/plan-view.ts';

/** For tests. Rate limiter: t1 done, t2 above (t3 done, t4 wip, t5), t6; Billing: t7. t4 is held. */
export function sampleTree(more: Parameters<typeof samplePlan>[0] = {}) {
  const inList = (id: string, list: string, title: string, rest: object = {}) =>
    sampleTask(id, { task_list_id: list, title, ...rest });
  const plan = samplePlan({
    task_lists: [
      sampleList('l1', { name: 'Rate limiter' }),
      sampleList('l2', { name: 'Billing', created_at: '2026-03-01T11:00:00.000Z' }),
      sampleList('l3', { name: 'Token bucket', parent_task_id: 't2', depth: 1 }),
    ],
    tasks: [
      inList('t1', 'l1', 'Sliding window', { status: 'done' }),
      inList('t2', 'l1', 'Token bucket', { task_list_name: 'Rate limiter' }),
      inList('t3', 'l3', 'Lua script', { status: 'done', parent_task_id: 't2' }),
      inList('t4', 'l3', 'Clock guard', { status: 'wip', parent_task_id: 't2' }),
      inList('t5', 'l3', 'Retry header', { parent_task_id: 't2' }),
      inList('t6', 'l1', 'Soak test'),
      inList('t7', 'l2', 'Webhook retries', { task_list_name: 'Billing' }),
    ],
    batons: [sampleBaton('t4')],
    ...more,
  });
  return viewOf(planOf(plan), []);
}
