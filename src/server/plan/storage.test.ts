import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Id } from '#contract/fields.ts';
import { addNote, updateNote } from '#server/notes/index.ts';
import { AppError } from '#server/platform/error.ts';
import { explainFailure } from '#server/platform/http/failures.ts';
import { spareForReading, storeRequirements } from '#server/prd/index.ts';
import { createProject, updateProject } from '#server/projects/index.ts';
import { addUser } from '#test/builders.ts';
import { type NewProject, withNewProject } from '#test/new-project.ts';
import { addDependency, removeDependency } from './tree/add-dependency.ts';
import { breakDownTask } from './tree/break-down-task.ts';
import { claimTask } from './baton/claim-task.ts';
import { createTask } from './tree/create-task.ts';
import { deleteCheckpoint } from './checkpoints/delete-checkpoint.ts';
import { deleteTask, undeleteTask } from './tree/delete-task.ts';
import { createTaskList, updateTaskList } from './tree/edit-task-list.ts';
import { finishTask } from './baton/finish-task.ts';
import { releaseBaton } from './baton/release-baton.ts';
import { restoreCheckpoint } from './checkpoints/restore-checkpoint.ts';
import { saveCheckpoint } from './checkpoints/save-checkpoint.ts';
import { updateTask } from './tree/update-task.ts';

let { services, user, projectId } = {} as NewProject;
withNewProject((given) => ({ services, user, projectId } = given));

const query = async <T>(text: string, ...values: unknown[]) =>
  (await services.database.pool.query(text, values)).rows as T[];
const add = (title: string, description = '', of = user, id = projectId) =>
  createTask(of.ctx, { id, title, description });

/** The maintained counters beside the sums of the rows themselves. */
async function sizes(id = projectId) {
  const [row] = await query<{ counted: object; summed: object }>(
    `select json_build_object('plan', s.plan, 'notes', s.notes, 'prds', s.prds, 'checkpoints', s.checkpoints) as counted,
       json_build_object(
         'plan', baton_size(p) + coalesce((select sum(baton_size(l)) from task_lists l where l.project_id = p.id), 0)
           + coalesce((select sum(baton_size(t)) from tasks t where t.project_id = p.id), 0)
           + coalesce((select sum(baton_size(d)) from task_dependencies d where d.project_id = p.id), 0),
         'notes', coalesce((select sum(baton_size(n)) from notes n where n.project_id = p.id), 0),
         'prds', coalesce((select sum(baton_size(v)) from prd_versions v where v.project_id = p.id), 0)
           + coalesce((select sum(baton_size(r)) from prd_roles r where r.project_id = p.id), 0)
           + coalesce((select sum(baton_size(q)) from requirements q where q.project_id = p.id), 0)
           + coalesce((select sum(baton_size(k)) from prd_readings k where k.project_id = p.id), 0),
         'checkpoints', coalesce((select sum(baton_size(c)) from checkpoints c where c.project_id = p.id), 0)
           + coalesce((select sum(baton_size(x)) from checkpoint_pieces x where x.project_id = p.id), 0)
           + coalesce((select sum(baton_size(y)) from checkpoint_parts y where y.project_id = p.id), 0)) as summed
     from projects p join project_sizes s on s.project_id = p.id where p.id = $1`,
    id,
  );
  return row;
}

async function usedBy(userId: Id): Promise<number> {
  const [row] = await query<{ used: number }>(
    'select sum(plan + notes + prds + checkpoints)::int as used from project_sizes where user_id = $1',
    userId,
  );
  return row?.used ?? 0;
}

/** An account with a storage limit of a million bytes, and a project. */
async function addSmallAccount() {
  const small = await addUser(services);
  await query('insert into user_limits (user_id, storage_mb) values ($1, 1)', small.id);
  return { small, home: (await createProject(small.ctx, { name: 'Small' })).id };
}

const refusalOf = async (work: Promise<unknown>) => {
  const error: unknown = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  return error === undefined ? undefined : explainFailure(error).shown;
};

/** Fills an account to the last byte with notes. */
async function fill(of: typeof user, id: Id, limit = 1_000_000) {
  const before = await usedBy(of.id);
  const first = await addNote(of.ctx, { id, type: 'CONTEXT', body: 'x' });
  const row = (await usedBy(of.id)) - before - 1;
  for (;;) {
    const left = limit - (await usedBy(of.id));
    if (left <= row) {
      await updateNote(of.ctx, { id: first.id, body: 'x'.repeat(left + 1) });
      break;
    }
    await addNote(of.ctx, { id, type: 'CONTEXT', body: 'x'.repeat(Math.min(left - row, 90_000)) });
  }
  expect(await usedBy(of.id)).toBe(limit);
}

type Step = { kind: number; pick: number; size: number };
const steps = fc.array(fc.record({ kind: fc.nat(12), pick: fc.nat(50), size: fc.nat(3_000) }), {
  minLength: 5,
  maxLength: 25,
});

test('sizes are exact after whatever was done to a plan', async () => {
  const run = async (id: Id, list: Step[]) => {
    const tasks = [await add('First', '', user, id)];
    const notes = [await addNote(user.ctx, { id, type: 'FINDING', body: 'Wet.' })];
    const kept = [await saveCheckpoint(user.ctx, { id, name: 'First' })];
    const at = <T>(some: T[], pick: number): T => some[pick % some.length] as T;
    for (const { kind, pick, size } of list) {
      const words = 'č'.repeat(size);
      const task = at(tasks, pick);
      const doing = [
        async () => void tasks.push(await add(`T ${pick}`, words, user, id)),
        async () =>
          void tasks.push(...(await breakDownTask(user.ctx, { id: task.id, tasks: [{ title: 'Sub' }] })).tasks),
        () =>
          updateTask(user.ctx, { id: task.id, description: words, checks: [{ text: 'Level', met: size % 2 === 0 }] }),
        () => updateTask(user.ctx, { id: task.id, title: 'New title' }),
        () => updateTask(user.ctx, { id: task.id, status: pick % 2 === 0 ? 'done' : 'open' }),
        () => deleteTask(user.ctx, { id: task.id }),
        () => undeleteTask(user.ctx, { id: task.id }),
        async () => void notes.push(await addNote(user.ctx, { id, type: 'CONTEXT', body: words || 'x' })),
        () => updateNote(user.ctx, { id: at(notes, pick).id, body: words || 'y' }),
        () => query('delete from notes where id = $1', at(notes, pick).id),
        async () => void kept.push(await saveCheckpoint(user.ctx, { id, name: `At ${size}` })),
        () => restoreCheckpoint(user.ctx, { id: at(kept, pick).id }),
        () => deleteCheckpoint(user.ctx, { id: at(kept, pick).id }),
      ][kind];
      // A step that is refused in this state changes nothing.
      await doing?.().catch((error: unknown) => {
        if (!(error instanceof AppError)) throw error;
      });
      const now = await sizes(id);
      expect(now?.counted).toEqual(now?.summed);
    }
  };
  await fc.assert(
    fc.asyncProperty(steps, async (list) => run((await createProject(user.ctx, { name: 'Any' })).id, list)),
    { numRuns: 8, endOnFailure: true },
  );
});

test('lists, the project itself and PRDs are counted too', async () => {
  const list = await createTaskList(user.ctx, { id: projectId, name: 'Hull', operational_brief: 'b'.repeat(1_000) });
  await updateTaskList(user.ctx, { id: list.id, operational_brief: 'b'.repeat(4_000) });
  await updateProject(user.ctx, { id: projectId, name: 'A longer name', description: 'd'.repeat(500) });
  await query(
    `insert into prd_versions (id, project_id, version, filename, content)
     values (gen_random_uuid(), $1, 1, 'prd.md', repeat('č', 5000))`,
    projectId,
  );
  const now = await sizes();
  expect(now?.counted).toEqual(now?.summed);
  expect(now?.counted).toMatchObject({ prds: 200 + 6 + 10_000 });
});

test('an account is refused beyond what it may keep, whole, with what it keeps and what frees room', async () => {
  const { small, home } = await addSmallAccount();
  const large = 'x'.repeat(50_000);
  let refused: AppError | undefined;
  let made = 0;
  for (; refused === undefined && made < 50; made += 1) refused = await refusalOf(add('Large', large, small, home));
  expect(made).toBe(20);
  expect(refused).toMatchObject({
    type: 'USAGE_LIMIT_EXCEEDED',
    status: 429,
    detail: { code: 'STORAGE_FULL', usage: { storage: { limit: 1_000_000 } } },
    message: expect.stringMatching(/may keep 1 MB\. Delete checkpoints.*get more room/) as string,
  });
  expect(refused?.detail.usage?.storage?.current).toBeGreaterThan(1_000_000);
  expect(await usedBy(small.id)).toBeLessThanOrEqual(1_000_000);
  const now = await sizes(home);
  expect(now?.counted).toEqual(now?.summed);
  expect(await query('select 1 from tasks where project_id = $1', home)).toHaveLength(19);
  // The limit of another account is independent.
  await add('Large', large);
});

test('at the limit work is handed back and finished, and tasks are deleted; no work is begun', async () => {
  const { small, home } = await addSmallAccount();
  const parent = await add('Parent', '', small, home);
  const held = await add('Held', '', small, home);
  const other = await add('Other', '', small, home);
  const claim = await claimTask(small.ctx, { id: held.id, agent: 'claude' });
  await breakDownTask(small.ctx, { id: parent.id, tasks: [{ title: 'A' }, { title: 'B' }] });
  const left = 1_000_000 - (await usedBy(small.id));
  await updateTask(small.ctx, { id: other.id, description: 'x'.repeat(50_000) });
  for (let n = 1; n < Math.floor(left / 50_200); n += 1) await add('Large', 'x'.repeat(50_000), small, home);
  await fill(small, home);

  await finishTask(small.ctx, {
    id: held.id,
    baton: claim.token ?? '',
    outcome: 'done',
    summary: 'The keel floats well.',
  });
  expect(await usedBy(small.id)).toBeGreaterThan(1_000_000);
  expect(await refusalOf(claimTask(small.ctx, { id: other.id, agent: 'codex' }))).toMatchObject({
    detail: { code: 'STORAGE_FULL' },
  });
  // A checkpoint may exceed the limit by a tenth: here it is a whole plan, which is too much.
  expect(await refusalOf(deleteTask(small.ctx, { id: parent.id }))).toMatchObject({ detail: { code: 'STORAGE_FULL' } });
  await deleteTask(small.ctx, { id: other.id });
  // A change that shrinks is always allowed.
  await updateTask(small.ctx, { id: held.id, title: 'H' });
});

test('a held task is released beyond the limit, whoever takes it back', async () => {
  const { small, home } = await addSmallAccount();
  const held = await add('Held', '', small, home);
  await claimTask(small.ctx, { id: held.id, agent: 'claude' });
  await query('update user_limits set storage_mb = 0 where user_id = $1', small.id);
  await releaseBaton(small.ctx, { id: held.id, reason: 'Enough for today.' });
  expect(await refusalOf(add('More', '', small, home))).toMatchObject({ detail: { code: 'STORAGE_FULL' } });
});

test('giving a baton back is no way around the limit: much else in the same step is refused', async () => {
  const { small, home } = await addSmallAccount();
  const held = await add('Held', '', small, home);
  await claimTask(small.ctx, { id: held.id, agent: 'claude' });
  await query('update user_limits set storage_mb = 0 where user_id = $1', small.id);
  const note = `insert into notes (id, project_id, type, body) values (gen_random_uuid(), '${home}', 'OTHER', repeat('x', 600000))`;
  const together = `begin; delete from batons where project_id = '${home}'; ${note}; commit`;
  await expect(services.database.pool.query(together)).rejects.toMatchObject({ code: 'BT507' });
  // A takeover writes nothing that is counted.
  const before = await usedBy(small.id);
  await claimTask(small.ctx, { id: held.id, agent: 'codex', takeover: true, reason: 'Mine now.' });
  expect(await usedBy(small.id)).toBe(before);
});

const REPORT = { summary: `It does not fit: ${'x'.repeat(95_000)}`, evidence: 'y'.repeat(99_000) };

test('blocking a task and taking it again in a full account ends: one more baton needs room', async () => {
  const { small, home } = await addSmallAccount();
  const held = await add('Held', '', small, home);
  const take = async () => (await claimTask(small.ctx, { id: held.id, agent: 'claude' })).token ?? '';
  const block = (baton: string, said: { summary: string; evidence?: string }) =>
    finishTask(small.ctx, { id: held.id, baton, outcome: 'block', ...said });
  // Claiming a blocked task removes its reason, so the account shrinks.
  await block(await take(), { summary: `It does not fit: ${'x'.repeat(900)}` });
  const baton = await take();
  await fill(small, home);
  // The reserve is a twentieth, and this exceeds it.
  expect(await refusalOf(block(baton, REPORT))).toMatchObject({ detail: { code: 'STORAGE_FULL' } });
  await block(baton, { summary: `It does not fit: ${'x'.repeat(30_000)}` });
  const used = await usedBy(small.id);
  expect(used).toBeGreaterThan(1_030_000);
  expect(await refusalOf(take())).toMatchObject({ detail: { code: 'STORAGE_FULL' } });
  expect(await usedBy(small.id)).toBe(used);
});

test('several who hold a baton share the reserve; when it is used up, few words are always enough', async () => {
  const { small, home } = await addSmallAccount();
  await updateProject(small.ctx, { id: home, baton_slots: 3 });
  const tasks = [await add('A', '', small, home), await add('B', '', small, home), await add('C', '', small, home)];
  const tokens: string[] = [];
  for (const [place, { id }] of tasks.entries())
    tokens.push((await claimTask(small.ctx, { id, agent: `agent ${place}` })).token ?? '');
  await fill(small, home);
  const finish = (place: number, words: number) =>
    finishTask(small.ctx, {
      id: tasks[place]?.id as Id,
      baton: tokens[place] ?? '',
      outcome: 'done',
      summary: `It floats well. ${'x'.repeat(words)}`,
    });
  await finish(0, 40_000);
  expect(await refusalOf(finish(1, 40_000))).toMatchObject({ detail: { code: 'STORAGE_FULL' } });
  await finish(1, 9_000);
  await query('update user_limits set storage_mb = 0 where user_id = $1', small.id);
  expect(await refusalOf(finish(2, 40_000))).toMatchObject({
    message: expect.stringContaining('handed back with few words') as string,
  });
  await finish(2, 9_000);
  const now = await sizes(home);
  expect(now?.counted).toEqual(now?.summed);
});

test('in a full account whoever held a task goes on after a restart or a lease that ran out, and finishes', async () => {
  const { small, home } = await addSmallAccount();
  const held = await add('Held', '', small, home);
  await claimTask(small.ctx, { id: held.id, agent: 'claude' });
  await fill(small, home);
  await query('update user_limits set storage_mb = 0 where user_id = $1', small.id);
  await claimTask(small.ctx, { id: held.id, agent: 'claude', takeover: true, reason: 'resumed' });
  services.clock.advance(31 * 60_000);
  const { token } = await claimTask(small.ctx, { id: held.id, agent: 'claude' });
  await finishTask(small.ctx, {
    id: held.id,
    baton: token ?? '',
    outcome: 'release',
    summary: 'The keel is half done.',
  });
  expect(await query('select 1 from batons where project_id = $1', home)).toEqual([]);
  const now = await sizes(home);
  expect(now?.counted).toEqual(now?.summed);
});

test('dependencies, authors, rules, handovers, roles and what was read of a PRD are counted', async () => {
  const { id } = await createProject(user.ctx, { name: 'Counted' });
  const [a, b] = [await add('A', '', user, id), await add('B', '', user, id)];
  const used = async () => {
    const now = await sizes(id);
    expect(now?.counted).toEqual(now?.summed);
    return now?.counted as { plan: number; notes: number; prds: number; checkpoints: number };
  };
  let before = await used();
  await addDependency(user.ctx, { id: b.id, depends_on_id: a.id });
  expect((await used()).plan).toBe(before.plan + 150);
  await removeDependency(user.ctx, { id: b.id, dependsOnId: a.id });
  expect(await used()).toEqual(before);
  await addDependency(user.ctx, { id: b.id, depends_on_id: a.id });
  await query('delete from tasks where id = $1', b.id);
  expect((await used()).plan).toBeLessThan(before.plan);

  before = await used();
  await updateProject(user.ctx, {
    id,
    verify_command: 'v'.repeat(900),
    repository_url: `https://a.example/${'r'.repeat(900)}`,
  });
  expect((await used()).plan).toBeGreaterThan(before.plan + 1_800);
  await query(`update tasks set handover = jsonb_build_object('reason', repeat('h', 1000)) where id = $1`, a.id);
  expect((await used()).plan).toBeGreaterThan(before.plan + 2_800);

  before = await used();
  await query(
    `insert into notes (id, project_id, type, body, author) values (gen_random_uuid(), $1, 'OTHER', 'x', jsonb_build_object('name', repeat('n', 5000)))`,
    id,
  );
  expect((await used()).notes).toBeGreaterThan(before.notes + 5_000);

  before = await used();
  await query(
    `insert into prd_roles (project_id, key, scope, role, excerpt, set_by, set_at)
     select $1, n::text, 'block', 'work', 'x', jsonb_build_object('name', repeat('n', 1000)), now() from generate_series(1, 10) n`,
    id,
  );
  await query(`update prd_roles set set_by = jsonb_build_object('name', repeat('n', 2000)) where project_id = $1`, id);
  await query(`delete from prd_roles where project_id = $1 and key = '1'`, id);
  expect((await used()).prds).toBeGreaterThan(before.prds + 9 * 2_000);

  before = await used();
  await query(
    `insert into requirements (project_id, place, version, id, hash, found)
     select $1, n, 1, 'R' || n, 'h', jsonb_build_object('text', repeat('t', 1000)) from generate_series(1, 10) n`,
    id,
  );
  await query(`insert into prd_readings (project_id, revision) values ($1, 1)`, id);
  await query(
    `insert into prd_readings (project_id, revision, reading, work) values ($1, 1, jsonb_build_object('title', repeat('t', 5000)), '[]')
     on conflict (project_id) do update set reading = excluded.reading, work = excluded.work`,
    id,
  );
  expect((await used()).prds).toBeGreaterThan(before.prds + 15_000);
  await query('delete from requirements where project_id = $1', id);
  await query('delete from prd_readings where project_id = $1', id);
  expect(await used()).toEqual(before);
});

test('what is read from a PRD has a little room of its own, and no more', async () => {
  const { small, home } = await addSmallAccount();
  await fill(small, home);
  const store = (characters: number) =>
    services.db.transaction(async (tx) => {
      await spareForReading(tx);
      await storeRequirements(tx, home, {
        version: 1,
        found: [{ id: 'R1', text: 'x'.repeat(characters), kind: 'item', heading_path: [], start_line: 1, end_line: 1 }],
      });
    });
  await store(50_000);
  expect(await refusalOf(store(150_000))).toMatchObject({ detail: { code: 'STORAGE_FULL' } });
  await query('update user_limits set storage_mb = 0 where user_id = $1', small.id);
  await store(60_000);
});

test('twenty writers at the edge: never beyond it, and what was answered is there', async () => {
  const { small, home } = await addSmallAccount();
  await query('update user_limits set max_projects = 10 where user_id = $1', small.id);
  const second = (await createProject(small.ctx, { name: 'Second' })).id;
  const body = 'x'.repeat(30_000);
  const outcomes = await Promise.all(
    Array.from({ length: 60 }, (_, n) => {
      const id = n % 2 === 0 ? home : second;
      return refusalOf(
        n % 3 === 0 ? add(`Task ${n}`, body, small, id) : addNote(small.ctx, { id, type: 'FINDING', body }),
      );
    }),
  );
  const refused = outcomes.filter((outcome) => outcome !== undefined);
  expect(refused.every(({ detail }) => detail.code === 'STORAGE_FULL')).toBe(true);
  const [written] = await query<{ n: number }>(
    `select ((select count(*) from tasks where project_id = any($1)) + (select count(*) from notes where project_id = any($1) and type = 'FINDING'))::int as n`,
    [home, second],
  );
  expect(written?.n).toBe(outcomes.length - refused.length);
  const used = await usedBy(small.id);
  expect(used).toBeLessThanOrEqual(1_000_000);
  // Filled up to the last write that fits.
  expect(used).toBeGreaterThan(1_000_000 - 31_500);
  for (const id of [home, second]) {
    const now = await sizes(id);
    expect(now?.counted).toEqual(now?.summed);
  }
  expect(await query('select 1 from project_size_changes')).toEqual([]);
});
