import { beforeEach, describe, expect, test } from 'vitest';
import type { Id } from '#contract/fields.ts';
import type { PlanOp } from '#contract/tools.ts';
import type { Context } from '#server/platform/context.ts';
import { countStatements } from '#test/count-statements.ts';
import { holdTime } from '#test/hold-time.ts';
import { type NewProject, withNewProject } from '#test/new-project.ts';
import { createTask } from '../tree/create-task.ts';
import { editPlan } from '../tree/edit-plan.ts';
import { getPlan } from '../tree/get-plan.ts';
import { listActivity } from '../tree/list-activity.ts';
import { orient } from '../baton/orient.ts';
import { restoreCheckpoint } from '../checkpoints/restore-checkpoint.ts';
import { listCheckpoints } from '../checkpoints/save-checkpoint.ts';

let { services, user, projectId } = {} as NewProject;
withNewProject((given) => ({ services, user, projectId } = given));
let claude: Context;
beforeEach(() => {
  claude = services.contextFor({ kind: 'agent', userId: user.id, projectId, name: 'claude-code' });
});

const edit = (ops: PlanOp[], more: { dryRun?: boolean; baseSeq?: number } = {}) =>
  editPlan(claude, projectId, { ops, dryRun: more.dryRun ?? false, baseSeq: more.baseSeq });
const adds = (count: number, more: Partial<PlanOp> = {}) =>
  Array.from({ length: count }, (_, n): PlanOp => ({ op: 'add', title: `Task ${n}`, ...more }));
const activity = async () => (await listActivity(user.ctx, { id: projectId, limit: 50 })).items;
const titles = async () => (await getPlan(user.ctx, { id: projectId })).tasks.map(({ title }) => title);
const types = async (after = 0) => {
  const { rows } = await services.database.pool.query<{ type: string }>(
    'select type from events where scope = $1 and seq > $2 order by seq',
    [`project:${projectId}`, after],
  );
  return rows.map(({ type }) => type);
};

describe('a draft', () => {
  test('is one line of what happened, to people and to agents, with the checkpoint that takes it back', async () => {
    await createTask(user.ctx, { id: projectId, title: 'Keel' });
    const { seq } = await getPlan(user.ctx, { id: projectId });
    const { checkpoint } = await edit([{ op: 'list_add', name: 'Rig' }, ...adds(5, { list: 'Rig' })]);
    expect((await activity()).slice(0, 2)).toMatchObject([
      {
        type: 'plan.drafted',
        text: 'claude-code drafted the plan: 5 tasks',
        checkpoint_id: checkpoint,
        task_id: null,
      },
      { type: 'task.created', text: 'T1 added: Keel', checkpoint_id: null },
    ]);
    const { changes } = await orient(claude, projectId, seq);
    expect(changes?.items.map(({ text }) => text)).toEqual(['claude-code drafted the plan: 5 tasks']);
    expect(await types(seq)).toEqual(['plan.drafted']);
  });

  test('of an empty plan is undone to an empty plan, and the undo can be undone', async () => {
    const { checkpoint } = await edit(adds(1));
    expect((await activity())[0]?.text).toBe('claude-code drafted the plan: 1 task');
    const { undo } = await restoreCheckpoint(user.ctx, { id: checkpoint as Id });
    expect(await titles()).toEqual([]);
    await restoreCheckpoint(user.ctx, { id: undo.id });
    expect(await titles()).toEqual(['Task 0']);
  });

  test('counts the parts that a task is split into', async () => {
    await createTask(user.ctx, { id: projectId, title: 'Keel' });
    await edit([{ op: 'split', id: 'T1', tasks: adds(6).map(({ title = '' }) => ({ title })) }]);
    expect((await activity())[0]?.text).toBe('claude-code drafted the plan: 6 tasks');
  });

  test('that also removes and finishes has one checkpoint, of all that was there, and stays one line', async () => {
    await createTask(user.ctx, { id: projectId, title: 'Keel' });
    const done = await createTask(user.ctx, { id: projectId, title: 'Done' });
    await edit([...adds(5), { op: 'update', id: done.id, status: 'done' }, { op: 'remove', id: 'T1' }]);
    expect((await listCheckpoints(user.ctx, { id: projectId, limit: 9 })).items).toMatchObject([
      { name: 'Before claude-code drafted the plan', reason: 'before_delete', task_count: 2 },
    ]);
    expect((await activity())[0]).toMatchObject({ type: 'plan.drafted' });
    expect((await activity()).filter(({ actor }) => actor.kind === 'agent')).toHaveLength(1);
  });

  test('of fewer tasks beside others is told one by one, without a checkpoint', async () => {
    await createTask(user.ctx, { id: projectId, title: 'Keel' });
    const { checkpoint } = await edit(adds(4));
    expect(checkpoint).toBeNull();
    expect((await types()).filter((type) => type === 'task.created')).toHaveLength(5);
    expect(await types()).not.toContain('plan.drafted');
  });

  test('makes an edit that was thought out before it stale', async () => {
    await createTask(user.ctx, { id: projectId, title: 'Keel' });
    const { seq: baseSeq } = await getPlan(user.ctx, { id: projectId });
    await edit(adds(5));
    await expect(edit(adds(1), { baseSeq })).rejects.toMatchObject({ detail: { code: 'EDIT_CONFLICT' } });
  });
});

describe('many tasks at once', () => {
  const count = async (ops: PlanOp[]) => {
    holdTime();
    await services.settings.read();
    const counting = countStatements(services.database.pool);
    await edit(ops);
    return counting.stop();
  };
  /** Ten lists with one task each, which has five subtasks in sequence. */
  const draft = (lists: number): PlanOp[] =>
    Array.from({ length: lists }, (_, list) => [
      { op: 'add', title: `Parent ${list}`, list: `List ${list}`, ref: `p${list}` } satisfies PlanOp,
      ...Array.from({ length: 5 }, (_each, n): PlanOp[] => [
        { op: 'add', title: `Child ${list}.${n}`, parent: `p${list}`, ref: `c${list}-${n}` },
        ...(n === 0 ? [] : [{ op: 'depend', id: `c${list}-${n}`, on: `c${list}-${n - 1}` } satisfies PlanOp]),
      ]).flat(),
    ]).flat();

  test('cost a few statements, and one more for each list they make at the root', async () => {
    const few = await count(draft(1));
    const many = await count(
      draft(10).map((op) => ({ ...op, ...(op.list === undefined ? {} : { list: `New ${op.list}` }) })),
    );
    expect(many.length - few.length, many.join('\n')).toBe(9);
    expect(few.length, few.join('\n')).toBeLessThanOrEqual(22);
  });

  test('keep the order, the numbers and the parents that they were sent with', async () => {
    await edit(draft(2));
    const { tasks, dependencies } = await getPlan(user.ctx, { id: projectId });
    const numbers = new Map<string, number>(tasks.map(({ id, number }) => [id, number]));
    expect(
      tasks
        .map(({ number, title, parent_task_id }) => [number, title, numbers.get(parent_task_id ?? '') ?? 0])
        .toSorted((a, b) => Number(a[0]) - Number(b[0])),
    ).toEqual([
      [1, 'Parent 0', 0],
      ...[0, 1, 2, 3, 4].map((n) => [n + 2, `Child 0.${n}`, 1]),
      [7, 'Parent 1', 0],
      ...[0, 1, 2, 3, 4].map((n) => [n + 8, `Child 1.${n}`, 7]),
    ]);
    expect(dependencies).toHaveLength(8);
  });

  test('stand behind the one of the same call that they name, and in front of none', async () => {
    await edit([
      { op: 'add', title: 'A', ref: 'a' },
      { op: 'add', title: 'C', ref: 'c', after: 'a' },
      { op: 'add', title: 'B', after: 'a' },
      { op: 'add', title: 'D', after: 'c' },
    ]);
    expect(await titles()).toEqual(['A', 'B', 'C', 'D']);
    await expect(
      edit([
        { op: 'add', title: 'E', ref: 'e', list: 'Other' },
        { op: 'add', title: 'F', after: 'e' },
      ]),
    ).rejects.toMatchObject({ type: 'NOT_FOUND', message: 'ops[1] (add): The task to follow was not found.' });
  });

  test('open a finished parent again', async () => {
    await createTask(user.ctx, { id: projectId, title: 'Keel' });
    await edit([{ op: 'update', id: 'T1', status: 'done' }]);
    await edit(adds(2, { parent: 'T1' }));
    expect((await getPlan(user.ctx, { id: projectId })).tasks[0]).toMatchObject({
      status: 'open',
      is_completed: false,
    });
  });

  test('that do not fit are refused by the first of them that does not', async () => {
    await services.db.execute('update system_settings set max_tasks_per_project = 3');
    services.bus.tellHere('settings', '');
    await expect(edit(adds(5))).rejects.toMatchObject({
      type: 'USAGE_LIMIT_EXCEEDED',
      message: expect.stringContaining('ops[3] (add): '),
    });
    await services.db.execute('update system_settings set max_tasks_per_project = 1000');
    services.bus.tellHere('settings', '');
  });
});

describe('circles', () => {
  const CIRCLES: PlanOp[] = [
    ...['a', 'b', 'c'].map((ref): PlanOp => ({ op: 'add', title: ref.toUpperCase(), ref })),
    { op: 'depend', id: 'a', on: 'b' },
    { op: 'depend', id: 'b', on: 'c' },
    { op: 'depend', id: 'c', on: 'a' },
    { op: 'depend', id: 'b', on: 'a' },
  ];

  test('are all named by a dry run', async () => {
    const { circles, lines } = await edit(CIRCLES, { dryRun: true });
    expect(circles).toHaveLength(2);
    for (const way of circles) expect(way).toMatch(/^T\d( → T\d){2,3}$/);
    expect(lines).toContain('+ T3 waits for T1');
    expect(
      (
        await edit(
          [
            { op: 'add', title: 'A', ref: 'a' },
            { op: 'add', title: 'B', parent: 'a', ref: 'b' },
            { op: 'depend', id: 'b', on: 'a' },
          ],
          { dryRun: true },
        )
      ).circles,
    ).toEqual(['T1 → T2 → T1']);
  });

  test('are refused for real, by the op that closes one', async () => {
    await expect(edit(CIRCLES)).rejects.toMatchObject({
      detail: { code: 'DEPENDENCY_CYCLE' },
      message: expect.stringMatching(/^ops\[[56]\] \(depend\): That would be a cycle/),
    });
    expect(await titles()).toEqual([]);
  });
});
