import { describe, expect, test } from 'vitest';
import type { Plan } from '#contract/plan.ts';
import type { Task } from '#contract/task.ts';
import { applyEvents } from '#web/lib/live/plan-cache.ts';
import { planOf } from '#web/lib/live/plan-data.ts';
import {
  at,
  sampleBaton,
  sampleEvent,
  sampleList as list,
  samplePlan,
  sampleTask as task,
} from '#test/web/sample-plan.ts';
import { viewOf } from './plan-view.ts';

/** l1: t1 (below it l2: t3 done, t4 with l3: t5 wip), t2. l9 is older and empty. */
const rows = {
  task_lists: [
    list('l1', { created_at: at(2) }),
    list('l2', { parent_task_id: 't1', depth: 1 }),
    list('l3', { parent_task_id: 't4', depth: 2 }),
    list('l9', { created_at: at(1), name: 'Older' }),
  ],
  tasks: [
    task('t5', { task_list_id: 'l3', status: 'wip' }),
    task('t4', { task_list_id: 'l2' }),
    task('t3', { task_list_id: 'l2', status: 'done', order_in_parent: 9_000 }),
    task('t2', { order_in_parent: 1, level: 1 }),
    task('t1', { order_in_parent: 1, level: 0 }),
  ],
  dependencies: [
    { task_id: 't2', depends_on_id: 't3' },
    { task_id: 't5', depends_on_id: 't2' },
    { task_id: 't2', depends_on_id: 'gone' },
  ] as Plan['dependencies'],
  batons: [sampleBaton('t5')],
};
const view = (more: Partial<Plan> = {}) => viewOf(planOf(samplePlan({ ...rows, ...more })), []);
const ids = (tasks: readonly { id: string }[]) => tasks.map(({ id }) => id);

describe('a plan’s view', () => {
  test('orders roots by creation and siblings by place, then level', () => {
    const plan = view();
    expect(ids(plan.roots)).toEqual(['l9', 'l1']);
    expect(ids(plan.order)).toEqual(['t1', 't4', 't5', 't3', 't2']);
    expect(ids(plan.tasksOf('l9'))).toEqual([]);
  });

  test('finds the way up and down', () => {
    const plan = view();
    expect(ids(plan.childrenOf('t1'))).toEqual(['t4', 't3']);
    expect(plan.parentOf('t5')?.id).toBe('t4');
    expect(plan.parentOf('t1')).toBeUndefined();
    expect(ids(plan.pathOf('t5').ancestors)).toEqual(['t1', 't4']);
    expect(plan.rootOf('t5')?.id).toBe('l1');
    expect(plan.rootOf('nobody')).toBeUndefined();
  });

  test('counts everything below, by list, by task and in all', () => {
    const plan = view();
    expect(plan.countOf('l1')).toEqual({ total: 5, done: 1, wip: 1 });
    expect(plan.countOf('t1')).toEqual({ total: 3, done: 1, wip: 1 });
    expect(plan.countOf('t5')).toEqual({ total: 0, done: 0, wip: 0 });
    expect(plan.counts).toEqual({ tasks: 5, wip: 1, done: 1 });
  });

  test('lights the path of the baton', () => {
    expect(view().active).toEqual(new Set(['t5', 'l3', 't4', 'l2', 't1', 'l1']));
    expect(view({ batons: [] }).active.size).toBe(0);
  });

  test('tells what waits for what, and what can be begun', () => {
    const plan = view();
    expect(ids(plan.blockedBy('t2'))).toEqual(['t3']);
    expect(ids(plan.blocks('t2'))).toEqual(['t5']);
    expect(['t1', 't2', 't3', 't4', 't5'].filter((id) => plan.isReady(id))).toEqual(['t2']);
  });

  test('leaves out what hangs below something that is gone', () => {
    const gone = applyEvents(planOf(samplePlan(rows)), [
      sampleEvent(11, 'task.deleted', task('t1', { deleted_at: at(1) })),
    ]);
    const plan = viewOf(gone, []);
    expect(ids(plan.order)).toEqual(['t2']);
    expect(plan.tasks.has('t5')).toBe(false);
    expect(plan.batons).toEqual([]);
    expect(plan.counts.tasks).toBe(1);
  });

  test('ends where rows point at each other in a circle', () => {
    const plan = view({ task_lists: [list('l1'), list('l2', { parent_task_id: 't4' })] });
    expect(ids(plan.order)).toEqual(['t1', 't2']);
  });

  test('is made once for the same rows, and its tree once for the same tasks', () => {
    const data = planOf(samplePlan(rows));
    expect(viewOf(data, [])).not.toBe(viewOf(data, []));
    const none: [] = [];
    expect(viewOf(data, none)).toBe(viewOf(data, none));
    const called = applyEvents(data, [sampleEvent(11, 'baton.renewed', sampleBaton('t5', { call_count: 9 }))]);
    expect(viewOf(called, none).order).toBe(viewOf(data, none).order);
    const order: readonly Task[] = viewOf(called, none).order;
    expect(order).toHaveLength(5);
  });
});

test('open questions are counted on the lists and tasks above them', () => {
  const question = { id: 'q', asked_at: at(3), answer: null } as unknown as Task['question'];
  const tasks = rows.tasks.map((each) =>
    ['t3', 't4'].includes(each.id) ? { ...each, status: 'open', question } : each,
  );
  const { asksBelow } = viewOf(planOf({ ...samplePlan(rows), tasks } as Plan), []);
  expect(['l1', 't1', 't4', 't2', 'l9'].map(asksBelow)).toEqual([2, 2, 0, 0, 0]);
});
