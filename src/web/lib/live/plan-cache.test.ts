import { describe, expect, test } from 'vitest';
import type { Id } from '#contract/fields.ts';
import type { Plan } from '#contract/plan.ts';
import { applyEvents } from './plan-cache.ts';
import { dependencyKey, GONE, planOf, type PlanData } from './plan-data.ts';
import {
  at,
  sampleBaton,
  sampleEvent as event,
  sampleList as list,
  sampleNote as note,
  samplePlan,
  sampleTask as task,
} from '#test/web/sample-plan.ts';

const MIRA = { kind: 'user' as const, id: 'u2' as Id, name: 'Mira' };
const dependency = { task_id: 't2', depends_on_id: 't1' } as Plan['dependencies'][number];
const start = (more: Partial<Plan> = {}) => planOf(samplePlan(more));
const titles = (data: PlanData) => [...data.tasks.values()].map(({ title }) => title);
const counts = (data: PlanData) =>
  [...data.noteCounts.values()].map(({ task_id, type, count }) => [task_id, type, count]);

describe('an event', () => {
  test('adds, changes and removes tasks', () => {
    const after = applyEvents(start(), [
      event(11, 'task.created', task('t4')),
      event(12, 'task.updated', task('t1', { title: 'Renamed', updated_at: at(1) })),
      event(13, 'task.deleted', task('t2', { deleted_at: at(1), updated_at: at(1) })),
    ]);
    expect(titles(after)).toEqual(['Renamed', 'Task t3', 'Task t4']);
    expect(after.seq).toBe(13);
  });

  test('takes out a row that is told as changed but is deleted', () => {
    const after = applyEvents(start(), [event(11, 'task.updated', task('t2', { deleted_at: at(1) }))]);
    expect(after.tasks.has('t2')).toBe(false);
  });

  test('of a renamed list renames it at its tasks, and of a renamed task at its list', () => {
    const plan = start({
      task_lists: [list('l1'), list('l2', { parent_task_id: 't1', parent_task: { id: 't1', title: 'Task t1' } })],
    });
    const after = applyEvents(plan, [
      event(11, 'task_list.updated', list('l1', { name: 'New name' })),
      event(12, 'task.updated', task('t1', { title: 'New title', task_list_name: 'New name' })),
    ]);
    expect([...after.tasks.values()].map((each) => each.task_list_name)).toEqual(['New name', 'New name', 'New name']);
    expect(after.lists.get('l2')?.parent_task?.title).toBe('New title');
  });

  test('takes a deleted list out', () => {
    expect(applyEvents(start(), [event(11, 'task_list.deleted', list('l1', { deleted_at: at(1) }))]).lists.size).toBe(
      0,
    );
  });

  test('gives many siblings new places at once', () => {
    const orders = [
      { id: 't1', order_in_parent: 5 },
      { id: 'unknown', order_in_parent: 6 },
    ];
    const after = applyEvents(start(), [event(11, 'tasks.reordered', { task_list_id: 'l1', orders })]);
    expect(after.tasks.get('t1')?.order_in_parent).toBe(5);
    expect(after.tasks.size).toBe(3);
  });

  test('adds and removes a dependency', () => {
    const added = applyEvents(start(), [event(11, 'dependency.added', dependency)]);
    expect([...added.dependencies.keys()]).toEqual([dependencyKey(dependency)]);
    expect(applyEvents(added, [event(12, 'dependency.removed', dependency)]).dependencies.size).toBe(0);
  });

  test('moves the baton, and a late release does not take it from the next holder', () => {
    const taken = applyEvents(start(), [event(11, 'baton.taken', sampleBaton('t1'))]);
    expect(taken.batons.get(1)?.task_id).toBe('t1');
    const next = applyEvents(taken, [
      event(12, 'baton.taken', sampleBaton('t2', { fence: 2 })),
      event(13, 'baton.released', { task_id: 't1', slot: 1, fence: 1, reason: '' }),
    ]);
    expect(next.batons.get(1)?.task_id).toBe('t2');
    expect(
      applyEvents(next, [event(14, 'baton.released', { task_id: 't2', slot: 1, fence: 2, reason: '' })]).batons.size,
    ).toBe(0);
  });

  test('of the project changes its row and keeps its counts', () => {
    const plan = start({ project: { id: 'p1', name: 'Old', taskCount: 7 } as unknown as Plan['project'] });
    const after = applyEvents(plan, [event(11, 'project.updated', { id: 'p1', name: 'New' })]);
    expect(after.project).toMatchObject({ name: 'New', taskCount: 7 });
  });

  test('of the project names who changed which field, except where an answer has brought the value before', () => {
    const plan = start({ project: { id: 'p1', name: 'Old', baton_slots: 1 } as unknown as Plan['project'] });
    const byMira = { ...event(11, 'project.updated', { id: 'p1', name: 'Old', baton_slots: 2 }), actor: MIRA };
    const after = applyEvents(plan, [byMira]);
    expect([...after.projectEdits]).toEqual([['baton_slots', { by: MIRA, at: byMira.created_at }]]);
    const own = { ...after, project: { ...after.project, name: 'New' } };
    expect(applyEvents(own, [event(12, 'project.updated', { id: 'p1', name: 'New' })]).projectEdits).toBe(
      after.projectEdits,
    );
  });

  test('that only tells people what happened changes no row', () => {
    const plan = start();
    const told = { task_id: 't1', previous_status: 'open', new_status: 'done' };
    const after = applyEvents(plan, [event(11, 'task.status_changed', told)]);
    expect(after).toEqual({ ...plan, seq: 11 });
    expect(after.tasks).toBe(plan.tasks);
  });
});

describe('note counts', () => {
  const one = start({ note_counts: [{ task_id: 't1', type: 'PROGRESS', count: 1 }] as unknown as Plan['note_counts'] });

  test('follow notes that come and go', () => {
    const more = applyEvents(one, [
      event(11, 'note.created', note('n1')),
      event(12, 'note.created', note('n2', { task_id: null, type: 'OTHER' })),
    ]);
    expect(counts(more)).toEqual([
      ['t1', 'PROGRESS', 2],
      [null, 'OTHER', 1],
    ]);
    const fewer = applyEvents(more, [
      event(13, 'note.deleted', note('n1', { deleted_at: at(1) })),
      event(14, 'note.deleted', note('n2', { task_id: null, type: 'OTHER', deleted_at: at(1) })),
    ]);
    expect(counts(fewer)).toEqual([['t1', 'PROGRESS', 1]]);
    expect(counts(applyEvents(fewer, [event(15, 'note.created', note('n1'))]))).toEqual([['t1', 'PROGRESS', 2]]);
  });

  test('follow a note that changes its type, when its old one is known', () => {
    const known = { ...one, noteTypes: new Map([['n0', 'PROGRESS' as const]]) };
    const after = applyEvents(known, [event(11, 'note.updated', note('n0', { type: 'FINDING' }))]);
    expect(counts(after)).toEqual([['t1', 'FINDING', 1]]);
    expect(
      counts(applyEvents(after, [event(12, 'note.updated', note('n0', { type: 'FINDING', pinned: true }))])),
    ).toEqual([['t1', 'FINDING', 1]]);
  });

  test('stay as they are when a note that was never seen is edited', () => {
    expect(counts(applyEvents(one, [event(11, 'note.updated', note('n9'))]))).toEqual([['t1', 'PROGRESS', 1]]);
  });
});

describe('a batch', () => {
  const batch = [
    event(11, 'task.created', task('t4')),
    event(12, 'task_list.created', list('l2', { parent_task_id: 't4' })),
    event(13, 'task.updated', task('t4', { title: 'Again', updated_at: at(2) })),
    event(14, 'note.created', note('n1')),
    event(15, 'note.updated', note('n1', { type: 'FINDING' })),
    event(16, 'dependency.added', dependency),
    event(17, 'baton.taken', sampleBaton('t4')),
    event(18, 'task.deleted', task('t1', { deleted_at: at(3) })),
    event(19, 'task_list.updated', list('l1', { name: 'Other' })),
  ];

  test('comes to the same as its events one by one', () => {
    const together = applyEvents(start(), batch);
    const single = batch.reduce((data, each) => applyEvents(data, [each]), start());
    expect(together).toEqual(single);
  });

  test('that was heard before changes nothing, not even the object', () => {
    const once = applyEvents(start(), batch);
    expect(applyEvents(once, batch)).toBe(once);
    expect(applyEvents(once, [event(10, 'task.deleted', task('t3', { deleted_at: at(1) }))])).toBe(once);
  });

  test('passes over an event that comes after a later one', () => {
    const after = applyEvents(start(), [
      event(12, 'task.updated', task('t1', { title: 'Later' })),
      event(11, 'task.updated', task('t1', { title: 'Earlier' })),
      event(12, 'task.updated', task('t1', { title: 'Twice' })),
    ]);
    expect(after.tasks.get('t1')?.title).toBe('Later');
  });

  test('leaves the plan it began with alone', () => {
    const plan = start();
    const copy = structuredClone(plan);
    applyEvents(plan, batch);
    expect(plan).toEqual(copy);
  });

  test.each([
    event(11, 'plan.replaced', { cause: 'restore' }),
    event(11, 'plan.drafted', { tasks: 9, planned: 0, work: 0, checkpoint_id: null }),
  ])('stops where the plan was replaced', (replaced) => {
    const after = applyEvents(start(), [replaced, event(12, 'task.updated', task('t1', { title: 'New world' }))]);
    expect(after).toMatchObject({ replacedAt: 11, seq: 11 });
    expect(after.tasks.get('t1')?.title).toBe('Task t1');
    expect(applyEvents(after, [event(13, 'task.created', task('t9'))])).toBe(after);
  });
});

describe('a row an answer brought first', () => {
  const answered = (floor: string, rows: PlanData['tasks']) => ({
    ...start(),
    tasks: rows,
    ahead: new Map([['t1', floor]]),
  });

  test('is not put back by older events, and follows again from its own on', () => {
    const plan = answered(at(5), new Map([['t1', task('t1', { title: 'Mine', updated_at: at(5) })]]));
    const older = applyEvents(plan, [event(11, 'task.updated', task('t1', { title: 'Older', updated_at: at(4) }))]);
    expect(titles(older)).toEqual(['Mine']);
    const after = applyEvents(older, [
      event(12, 'task.updated', task('t1', { title: 'Mine', updated_at: at(5) })),
      // The clocks of two servers may differ: after our own event the order of the feed decides, not `updated_at`.
      event(13, 'task.updated', task('t1', { title: 'Theirs', updated_at: at(4) })),
    ]);
    expect(titles(after)).toEqual(['Theirs']);
  });

  test('stays deleted until the feed has told so', () => {
    const plan = answered(GONE, new Map());
    const after = applyEvents(plan, [event(11, 'task.updated', task('t1'))]);
    expect(after.tasks.size).toBe(0);
    const told = applyEvents(after, [event(12, 'task.deleted', task('t1', { deleted_at: at(2), updated_at: at(2) }))]);
    expect(titles(applyEvents(told, [event(13, 'task.created', task('t1'))]))).toEqual(['Task t1']);
  });
});
