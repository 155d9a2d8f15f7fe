import { describe, expect, test } from 'vitest';
import { addNote, listNotes } from '#server/notes/index.ts';
import { readEvents } from '#server/platform/feed.ts';
import { explainFailure } from '#server/platform/http/failures.ts';
import { createProject, updateProject } from '#server/projects/index.ts';
import { addUser } from '#test/builders.ts';
import { countStatements } from '#test/count-statements.ts';
import { type NewProject, withNewProject } from '#test/new-project.ts';
import { createTask } from '../tree/create-task.ts';
import { deleteTask } from '../tree/delete-task.ts';
import { claimTask } from './claim-task.ts';
import { finishTask } from './finish-task.ts';
import { type UsualNote, noteUsual } from './note-usual.ts';
import { releaseBaton } from './release-baton.ts';

let { services, user, projectId } = {} as NewProject;
withNewProject((given) => ({ services, user, projectId } = given));

const agent = (more: { name?: string; session?: string; token?: string } = {}) =>
  services.contextFor({ kind: 'agent', userId: user.id, projectId, name: 'claude', ...more });
const add = (title: string) => createTask(user.ctx, { id: projectId, title });
const NOTE: UsualNote = { type: 'FINDING', body: 'Wet.', pinned: false, work: null, about: undefined };
const note = (about?: UsualNote['about'], ctx = agent()) => noteUsual(ctx, projectId, { ...NOTE, about });
const kept = () => listNotes(user.ctx, { id: projectId, limit: 50 });
const told = () => readEvents(services.db, `project:${projectId}`, 0, 1_000);

async function sizes() {
  const { rows } = await services.database.pool.query<{ counted: number; summed: number }>(
    `select s.notes::int as counted, (select coalesce(sum(baton_size(n)), 0)::int from notes n where n.project_id = $1) as summed
     from project_sizes s where s.project_id = $1`,
    [projectId],
  );
  return rows[0];
}

describe('in one statement', () => {
  test.each([{ number: 1 }, undefined])('a note about %o is kept and told as it is the long way', async (about) => {
    const task = await add('Keel');
    const work = { commit: 'abc1234', branch: null, pr: null, diff: null };
    const counting = countStatements(services.database.pool);
    const short = await noteUsual(agent(), projectId, { ...NOTE, pinned: true, work, about });
    expect(counting.stop()).toHaveLength(1);
    const long = await addNote(
      agent(),
      { id: projectId, type: 'FINDING', body: 'Wet.', pinned: true, commit: 'abc1234' },
      about,
    );
    expect(short?.note).toEqual({ ...long, id: short?.note.id });
    expect(short?.note.task_id).toBe(about === undefined ? null : task.id);
    expect(await kept()).toEqual([long, short?.note]);
    const [first, second] = (await told()).slice(-2);
    expect(first).toMatchObject({ type: 'note.created', data: short?.note, actor: { name: 'claude' } });
    expect(second).toMatchObject({ type: 'note.created', data: long });
    const { counted, summed } = (await sizes()) ?? {};
    expect(counted).toBe(summed);
  });

  test('without a task it is about the one its writer holds, under the name that one is held by', async () => {
    const task = await add('Keel');
    const { token } = await claimTask(agent(), { id: task.id, agent: 'reviewer' });
    for (const ctx of [agent(), agent({ token }), agent({ name: 'other', token })]) {
      const { note: written, held } = (await note(undefined, ctx)) ?? {};
      expect(written).toMatchObject({ task_id: task.id, author: { kind: 'agent', name: 'reviewer' } });
      expect(held).toMatchObject({ taskId: task.id, name: 'reviewer', expiresAt: expect.any(Date) });
    }
    const { note: foreign, held } = (await note(undefined, agent({ name: 'codex' }))) ?? {};
    expect([foreign?.task_id, foreign?.author.name, held]).toEqual([null, 'codex', undefined]);
  });

  test('it is marked where its author holds its task, as it is the long way, and stays so', async () => {
    const [held, other] = [await add('Keel'), await add('Mast')];
    const { token } = await claimTask(agent(), { id: held.id });
    const longWay = (task: { number: number }, ctx = agent()) =>
      addNote(ctx, { id: projectId, type: 'FINDING', body: 'Wet.' }, { number: task.number });
    const written = [
      (await note({ number: held.number }))?.note,
      (await note({ number: other.number }))?.note,
      (await note({ number: held.number }, user.ctx))?.note,
      await longWay(held),
      await longWay(other),
      await longWay(held, user.ctx),
      await longWay(held, agent({ name: 'codex' })),
    ];
    const marks = [true, false, false, true, false, false, false];
    expect(written.map((each) => each?.by_holder)).toEqual(marks);
    expect((await told()).slice(-7)).toMatchObject(marks.map((by_holder) => ({ data: { by_holder } })));
    const finish = { id: held.id, baton: token, summary: 'Laid the keel.', files: ['keel.ts'] };
    await finishTask(agent(), { ...finish, outcome: 'done' });
    const { token: again } = await claimTask(agent(), { id: other.id });
    await finishTask(agent(), { ...finish, id: other.id, baton: again, outcome: 'release' });
    const stored = (await kept()).filter((each) => !each.is_broadcast).toReversed();
    expect(stored.map(({ by_holder }) => by_holder)).toEqual([...marks, true, true, true, true]);
    const finished = (await told()).filter(({ type }) => type === 'note.created').slice(-4);
    expect(finished.map(({ data }) => data)).toEqual(stored.slice(-4));
  });

  test('a person writes under their own name', async () => {
    const { note: written } = (await note({ number: (await add('Keel')).number }, user.ctx)) ?? {};
    expect(written?.author).toMatchObject({ kind: 'user', id: user.id });
  });
});

describe('is left to the long way', () => {
  const expectLeft = async (about?: UsualNote['about'], ctx = agent()) => {
    const before = [await kept(), await told(), await sizes()];
    expect(await note(about, ctx)).toBeUndefined();
    expect([await kept(), await told(), await sizes()]).toEqual(before);
  };

  test('a task that is gone, not there or of another project', async () => {
    const task = await add('Keel');
    const { id: other } = await createProject(user.ctx, { name: 'Other' });
    const foreign = await createTask(user.ctx, { id: other, title: 'Foreign' });
    await deleteTask(user.ctx, { id: task.id });
    for (const about of [{ number: 1 }, { id: task.id }, { number: 9 }, { id: foreign.id }]) await expectLeft(about);
  });

  test('a project that is archived, or somebody else’s', async () => {
    const stranger = await addUser(services);
    await expectLeft(undefined, stranger.ctx);
    await updateProject(user.ctx, { id: projectId, status: 'archived' });
    await expectLeft();
  });

  test('a writer that is to be told of a baton it lost, or whose token is not of the baton it holds', async () => {
    const task = await add('Keel');
    const first = await claimTask(agent(), { id: task.id });
    await releaseBaton(user.ctx, { id: task.id });
    await expectLeft();
    await expectLeft(undefined, agent({ token: first.token }));
    await services.database.pool.query('delete from baton_losses where project_id = $1', [projectId]);
    await claimTask(agent(), { id: task.id });
    await expectLeft(undefined, agent({ token: first.token }));
  });

  test('one of several agents behind one program, which cannot be told apart', async () => {
    await services.database.pool.query('update projects set baton_slots = 2 where id = $1', [projectId]);
    for (const name of ['one', 'two']) await claimTask(agent(), { id: (await add(name)).id, agent: name });
    await expectLeft();
  });
});

test('what an account has no room for is refused, and nothing is kept', async () => {
  const poor = await addUser(services);
  const { id } = await createProject(poor.ctx, { name: 'Full' });
  await services.database.pool.query(
    'insert into user_limits (user_id, storage_mb) values ($1, 0) on conflict (user_id) do update set storage_mb = 0',
    [poor.id],
  );
  const refused = await noteUsual(poor.ctx, id, NOTE).catch((error: unknown) => explainFailure(error).shown);
  expect(refused).toMatchObject({ type: 'USAGE_LIMIT_EXCEEDED' });
  expect(await listNotes(poor.ctx, { id, limit: 50 })).toEqual([]);
});
