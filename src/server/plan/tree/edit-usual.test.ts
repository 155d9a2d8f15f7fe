import { describe, expect, test } from 'vitest';
import type { Task } from '#contract/task.ts';
import type { PlanOp } from '#contract/tools.ts';
import { emptyCaches } from '#server/platform/caches.ts';
import { readEvents } from '#server/platform/feed.ts';
import { explainFailure } from '#server/platform/http/failures.ts';
import { createProject, updateProject } from '#server/projects/index.ts';
import { addUser } from '#test/builders.ts';
import { countStatements } from '#test/count-statements.ts';
import { findKeptFaults } from '#test/find-kept-faults.ts';
import { type NewProject, withNewProject } from '#test/new-project.ts';
import { claimTask } from '../baton/claim-task.ts';
import { releaseBaton } from '../baton/release-baton.ts';
import { addDependency } from './add-dependency.ts';
import { createTask } from './create-task.ts';
import { deleteTask } from './delete-task.ts';
import { editPlan } from './edit-plan.ts';
import { editUsual } from './edit-usual.ts';
import { getPlan } from './get-plan.ts';
import { updateTask } from './update-task.ts';

let { services, user, projectId } = {} as NewProject;
withNewProject((given) => ({ services, user, projectId } = given));

const agent = (name = 'claude', session?: string) =>
  services.contextFor({
    kind: 'agent',
    userId: user.id,
    projectId,
    name,
    ...(session === undefined ? {} : { session }),
  });
const add = (title: string, parent?: Task) =>
  createTask(user.ctx, { id: projectId, title, ...(parent === undefined ? {} : { parent_task_id: parent.id }) });
const editOf = (...ops: PlanOp[]) => ({ ops, dryRun: false, baseSeq: undefined });
const update = (fields: Omit<PlanOp, 'op'>): PlanOp => ({ op: 'update', id: 'T1', ...fields });
const edit = (...ops: PlanOp[]) => editUsual(agent(), projectId, editOf(...ops));
const plan = () => getPlan(user.ctx, { id: projectId });
const told = () => readEvents(services.db, `project:${projectId}`, 0, 1_000);
const setTask = (fields: string) =>
  services.database.pool.query(`update tasks set ${fields} where project_id = $1 and number = 1`, [projectId]);

describe('in one statement', () => {
  test.each<[string, Omit<PlanOp, 'op'>, object]>([
    ['a title', { title: 'Lay the keel' }, { title: 'Lay the keel' }],
    ['a description', { description: 'Of oak.' }, { description: 'Of oak.' }],
    ['checks', { checks: ['It is straight'] }, { checks: [{ text: 'It is straight', met: false }] }],
    ['a status', { status: 'done' }, { status: 'done', is_completed: true }],
    ['all of it', { title: 'Keel', description: 'Oak', checks: [], status: 'done' }, { title: 'Keel', status: 'done' }],
  ])('%s changes as it does the long way, and is told the same', async (_what, fields, expected) => {
    await add('Keel of the ship');
    const counting = countStatements(services.database.pool);
    const short = await edit(update(fields));
    expect(counting.stop()).toHaveLength(1);
    const [task] = (await plan()).tasks;
    expect(task).toMatchObject(expected);
    expect(await findKeptFaults(services.database.pool, projectId)).toEqual([]);
    const events = await told();
    expect(short?.result.seq).toBe(events.at(-1)?.seq);

    const other = (await add('Keel of the ship')).number;
    const long = await editPlan(agent(), projectId, editOf({ ...update(fields), id: `T${other}` }));
    expect(short?.result).toEqual({
      ...long,
      seq: short?.result.seq,
      lines: long.lines.map((line) => line.replace(`T${other}`, 'T1')),
    });
    const { tasks } = await plan();
    const same = ({ id: _id, number: _number, order_in_parent: _order, ...rest }: Task) => rest;
    expect(tasks.map(same)[0]).toEqual({ ...same(tasks[1] as Task) });
    const types = (await told()).slice(events.length + 1).map(({ type }) => type.replace('updated', 'patched'));
    expect(types).toEqual(events.slice(-types.length).map(({ type }) => type));
  });

  test('a task that is done lets go of those that wait for it, and takes them back', async () => {
    const [first, second] = [await add('First'), await add('Second')];
    await addDependency(user.ctx, { id: second.id, depends_on_id: first.id });
    for (const status of ['done', 'open'] as const) {
      expect(await edit(update({ status }))).toBeDefined();
      expect(await findKeptFaults(services.database.pool, projectId)).toEqual([]);
    }
  });

  test('eight at once are all kept, each with a number of its own', async () => {
    for (let n = 0; n < 8; n += 1) await add(`Task ${n}`);
    const all = await Promise.all(
      Array.from({ length: 8 }, (_, n) => edit({ ...update({ status: 'done' }), id: `T${n + 1}` })),
    );
    expect(new Set(all.map((each) => each?.result.seq)).size).toBe(8);
    expect((await plan()).tasks.every(({ status }) => status === 'done')).toBe(true);
    expect(await findKeptFaults(services.database.pool, projectId)).toEqual([]);
  });

  test('a holder is told as the name it holds its baton under', async () => {
    const [mine, other] = [await add('Mine'), await add('Other')];
    await claimTask(agent('claude', 'one'), { id: mine.id, agent: 'reviewer' });
    const edited = await editUsual(agent('claude', 'one'), projectId, editOf({ ...update({ title: 'x' }), id: 'T2' }));
    expect(edited?.held).toMatchObject({ taskId: mine.id, name: 'reviewer' });
    expect((await told()).at(-1)).toMatchObject({ data: { id: other.id }, actor: { name: 'reviewer' } });
  });
});

describe('is left to the long way', () => {
  const OPS: [string, PlanOp[]][] = [
    ['two ops', [update({ title: 'a' }), update({ title: 'b' })]],
    ['another op', [{ op: 'add', title: 'New' }]],
    ['nothing to change', [update({})]],
    ['a block', [update({ title: 'a', blocked: 'No oak' })]],
    ['notes', [update({ title: 'a', notes: [{ body: 'Wet.' }] })]],
    ['requirements', [update({ title: 'a', requirements: ['R1'] })]],
    ['what means nothing there', [update({ title: 'a', first: true })]],
    ['what is no name of a task', [{ ...update({ title: 'a' }), id: 'keel' }]],
    ['a task that is not there', [{ ...update({ title: 'a' }), id: 'T9' }]],
    ['the status it has', [update({ status: 'open' })]],
  ];
  test.each(OPS)('%s', async (_what, ops) => {
    await add('Keel');
    await expectLeft(editOf(...ops));
  });

  test.each([{ dryRun: true }, { baseSeq: 1 }])('%o', async (how) => {
    await add('Keel');
    await expectLeft({ ...editOf(update({ title: 'a' })), ...how });
  });

  test.each<[string, (task: Task) => Promise<unknown>]>([
    ['is held', (task) => claimTask(agent('codex'), { id: task.id })],
    ['is gone', (task) => deleteTask(user.ctx, { id: task.id })],
    ['has tasks below it', (task) => add('Below', task)],
    ['is stopped', (task) => updateTask(user.ctx, { id: task.id, blocked_reason: 'No oak' })],
    ['has a question', () => setTask(`question = '{"answer": {}}'`)],
    ['has a handover', () => setTask(`handover = '{}'`)],
    ['is to be looked at for the PRD', () => setTask(`prd_state = 'review'`)],
  ])('a task that %s', async (_what, make) => {
    await make(await add('Keel'));
    await expectLeft(editOf(update({ title: 'a', status: 'done' })));
  });

  test('the last open task below another, and the first that is open again', async () => {
    const parent = await add('Ship');
    const below = { ...update({ status: 'done' }), id: `T${(await add('Keel', parent)).number}` };
    await expectLeft(editOf(below));
    await editPlan(agent(), projectId, editOf(below));
    await expectLeft(editOf({ ...below, status: 'open' }));
  });

  test('a project with a PRD, or one that can only be read', async () => {
    await add('Keel');
    await services.database.pool.query(
      `insert into prd_readings (project_id, revision, read_revision) values ($1, 1, 0)`,
      [projectId],
    );
    await expectLeft(editOf(update({ title: 'a' })));
    await services.database.pool.query('delete from prd_readings where project_id = $1', [projectId]);
    // The fast path is not tried again, until the cache is emptied.
    await expectLeft(editOf(update({ title: 'a' })));
    emptyCaches(services.bus);
    expect(await edit(update({ title: 'a' }))).toBeDefined();
    await updateProject(user.ctx, { id: projectId, status: 'archived' });
    await expectLeft(editOf(update({ title: 'b' })));
  });

  test('a caller that is to be told of a baton it lost', async () => {
    const task = await add('Keel');
    await add('Other');
    await claimTask(agent(), { id: task.id });
    await releaseBaton(user.ctx, { id: task.id });
    await expectLeft(editOf({ ...update({ title: 'a' }), id: 'T2' }));
  });

  test('somebody else’s project', async () => {
    await add('Keel');
    const stranger = await addUser(services);
    expect(await editUsual(stranger.ctx, projectId, editOf(update({ title: 'a' })))).toBeUndefined();
    const other = services.contextFor({ kind: 'agent', userId: stranger.id, projectId: null, name: 'claude' });
    expect(await editUsual(other, projectId, editOf(update({ title: 'a' })))).toBeUndefined();
    const elsewhere = services.contextFor({
      kind: 'agent',
      userId: user.id,
      projectId: stranger.id,
      name: 'claude',
    });
    expect(await editUsual(elsewhere, projectId, editOf(update({ title: 'a' })))).toBeUndefined();
    expect((await plan()).tasks[0]?.title).toBe('Keel');
  });

  async function expectLeft(asked: Parameters<typeof editUsual>[2]): Promise<void> {
    const before = [await plan(), await told()];
    expect(await editUsual(agent(), projectId, asked)).toBeUndefined();
    expect([await plan(), await told()]).toEqual(before);
  }
});

test('what an account has no room for is refused as it is the long way, and nothing is kept', async () => {
  const poor = await addUser(services);
  const { id } = await createProject(poor.ctx, { name: 'Full' });
  await createTask(poor.ctx, { id, title: 'Keel' });
  await services.database.pool.query(
    'insert into user_limits (user_id, storage_mb) values ($1, 0) on conflict (user_id) do update set storage_mb = 0',
    [poor.id],
  );
  const refused = await editUsual(poor.ctx, id, editOf(update({ title: 'A much longer title' }))).catch(
    (error: unknown) => explainFailure(error).shown,
  );
  expect(refused).toMatchObject({ type: 'USAGE_LIMIT_EXCEEDED' });
  expect((await getPlan(poor.ctx, { id })).tasks[0]?.title).toBe('Keel');
  expect(await editUsual(poor.ctx, id, editOf(update({ title: 'Kee' })))).toBeDefined();
});
