import fc from 'fast-check';
import { expect, test } from 'vitest';
import { AGENT_CHECKPOINTS_MAX, CHECKPOINTS_MAX } from '#contract/constants.ts';
import { newId } from '#server/platform/id.ts';
import { addUser } from '#test/builders.ts';
import { type NewProject, withNewProject } from '#test/new-project.ts';
import { breakDownTask } from '../tree/break-down-task.ts';
import { createTask } from '../tree/create-task.ts';
import { deleteCheckpoint } from './delete-checkpoint.ts';
import { listCheckpoints, saveCheckpoint } from './save-checkpoint.ts';
import { updateTask } from '../tree/update-task.ts';

let { services, user, projectId } = {} as NewProject;
withNewProject((given) => ({ services, user, projectId } = given));

const query = async <T>(text: string, ...values: unknown[]) =>
  (await services.database.pool.query(text, values)).rows as T[];
const pieces = async () => {
  const [row] = await query<{ n: number; bytes: number }>(
    'select count(*)::int as n, coalesce(sum(bytes), 0)::int as bytes from checkpoint_pieces where project_id = $1',
    projectId,
  );
  return row ?? { n: 0, bytes: 0 };
};
const save = (name: string) => saveCheckpoint(user.ctx, { id: projectId, name });

const text = fc.oneof(fc.string({ unit: 'grapheme' }), fc.constant('č “q” \\ \n'), fc.constant('x'.repeat(5_000)));
const rowId = fc.uuid();
/** In canonical order: tasks by number, dependencies by their ends. */
const snapshots = fc
  .record({
    version: fc.constant(1),
    task_lists: fc.array(fc.record({ id: rowId, name: text, origin: fc.option(fc.record({ a: fc.integer() })) }), {
      maxLength: 70,
    }),
    tasks: fc.uniqueArray(
      fc.record({ id: rowId, number: fc.integer({ min: 1, max: 200 }), title: text, status: fc.constant('open') }),
      { selector: ({ number }) => number, maxLength: 60 },
    ),
    pairs: fc.array(fc.tuple(fc.nat(100), fc.nat(100)), { maxLength: 80 }),
    note_ids: fc.array(rowId, { maxLength: 600 }),
    prd: fc.option(fc.record({ version: fc.integer(), roles: fc.array(fc.record({ key: text })) })),
  })
  .map(({ pairs, ...rest }) => {
    const tasks = rest.tasks.toSorted((a, b) => a.number - b.number);
    const ends = pairs.flatMap(([a, b]) => {
      const [task, before] = [tasks[a], tasks[b]];
      return task === undefined || before === undefined ? [] : [`${task.id} ${before.id}`];
    });
    const dependencies = [...new Set(ends)].toSorted().map((both) => {
      const [task_id, depends_on_id] = both.split(' ');
      return { task_id, depends_on_id };
    });
    return { ...rest, tasks, dependencies };
  });

// Excluded: PostgreSQL can store neither NUL nor lone surrogates.
const isStorable = (value: unknown) =>
  JSON.stringify(value).isWellFormed() && !/\\u0000|\\ud[89a-f]/i.test(JSON.stringify(value));

test('what a checkpoint is given, it gives back, whatever the plan', async () => {
  await fc.assert(
    fc.asyncProperty(snapshots.filter(isStorable), async (snapshot) => {
      const id = newId();
      await query(
        `select baton_keep_checkpoint($1, $2, 'n', 'manual', '{"kind": "user"}', now(), $3)`,
        id,
        projectId,
        JSON.stringify(snapshot),
      );
      const [kept] = await query<{ snapshot: unknown }>('select baton_snapshot($1) as snapshot', id);
      expect(kept?.snapshot).toEqual(snapshot);
    }),
    { numRuns: 40 },
  );
});

test('a hundred large tasks and sixty checkpoints take about one plan; a change adds what it changed', async () => {
  const parent = await createTask(user.ctx, { id: projectId, title: 'Parent' });
  const size = 20_000;
  const description = (n: number) => `${n} `.padEnd(size, 'text ');
  const ids: (typeof parent.id)[] = [];
  for (let n = 0; n < 100; n += 20) {
    const tasks = Array.from({ length: 20 }, (_, k) => ({ title: `Large ${n + k}`, description: description(n + k) }));
    ids.push(...(await breakDownTask(user.ctx, { id: parent.id, tasks })).tasks.map(({ id }) => id));
  }
  for (let n = 0; n < CHECKPOINTS_MAX; n += 1) await save(`Manual ${n}`);
  const agent = services.contextFor({ kind: 'agent', userId: user.id, projectId, name: 'claude' });
  for (let n = 0; n < 10; n += 1) await saveCheckpoint(agent, { id: projectId, name: `Agent ${n}` });
  const before = await pieces();
  expect(before.bytes).toBeGreaterThan(100 * size);
  expect(before.bytes).toBeLessThan(1.1 * 100 * size);
  const [sizes] = await query<{ checkpoints: number }>(
    'select checkpoints from project_sizes where project_id = $1',
    projectId,
  );
  expect(sizes?.checkpoints).toBeLessThan(1.5 * 100 * size);

  const [first] = ids;
  if (first === undefined) throw new Error('no task');
  await updateTask(user.ctx, { id: first, title: 'Renamed' });
  await saveCheckpoint(agent, { id: projectId, name: 'After' });
  expect((await pieces()).bytes - before.bytes).toBeLessThan(1.5 * size);
});

test('one more than a project keeps is refused to a person; of an agent’s the oldest goes', async () => {
  for (let n = 0; n < CHECKPOINTS_MAX; n += 1) await save(`Mine ${n}`);
  await expect(save('One more')).rejects.toMatchObject({
    type: 'CONFLICT',
    detail: { code: 'CHECKPOINT_LIMIT' },
    message: expect.stringContaining('Delete one') as string,
  });
  const agent = services.contextFor({ kind: 'agent', userId: user.id, projectId, name: 'claude' });
  for (let n = 0; n < AGENT_CHECKPOINTS_MAX + 2; n += 1) {
    services.clock.advance(1);
    await saveCheckpoint(agent, { id: projectId, name: `Agent ${n}` });
  }
  const { items } = await listCheckpoints(user.ctx, { id: projectId, limit: 200 });
  expect(items.filter(({ author }) => author.kind === 'user')).toHaveLength(CHECKPOINTS_MAX);
  const agents = items.filter(({ author }) => author.kind === 'agent').map(({ name }) => name);
  expect(agents).toHaveLength(AGENT_CHECKPOINTS_MAX);
  expect(agents.at(-1)).toBe('Agent 2');

  const [mine] = items.filter(({ author }) => author.kind === 'user');
  if (mine === undefined) throw new Error('no checkpoint');
  await deleteCheckpoint(user.ctx, { id: mine.id });
  await save('One more');
});

test('a deleted checkpoint is told, and takes the pieces that no other has', async () => {
  await createTask(user.ctx, { id: projectId, title: 'First' });
  const first = await save('First');
  const kept = await pieces();
  await createTask(user.ctx, { id: projectId, title: 'Second' });
  const second = await save('Second');
  expect((await pieces()).n).toBeGreaterThan(kept.n);
  expect(await deleteCheckpoint(user.ctx, { id: second.id })).toBeNull();
  expect(await pieces()).toEqual(kept);
  const [told] = await query<{ type: string; data: unknown }>(
    `select type, data from events where scope = $1 order by seq desc limit 1`,
    `project:${projectId}`,
  );
  expect(told).toEqual({ type: 'checkpoint.deleted', data: { id: second.id } });

  const other = await addUser(services);
  for (const [ctx, id] of [
    [other.ctx, first.id],
    [user.ctx, second.id],
  ] as const)
    await expect(deleteCheckpoint(ctx, { id })).rejects.toMatchObject({ type: 'NOT_FOUND' });
  await deleteCheckpoint(user.ctx, { id: first.id });
  expect(await pieces()).toEqual({ n: 0, bytes: 0 });
});

test('a project that is gone for good takes its checkpoints along', async () => {
  await createTask(user.ctx, { id: projectId, title: 'First' });
  await save('First');
  await query('delete from projects where id = $1', projectId);
  expect(await pieces()).toEqual({ n: 0, bytes: 0 });
  expect(await query('select 1 from checkpoint_parts where project_id = $1', projectId)).toEqual([]);
});
