import { expect, test } from 'vitest';
import type { Id } from '#contract/fields.ts';
import { settleNotices, tellFullAccounts } from '#server/billing/index.ts';
import { addNote } from '#server/notes/index.ts';
import { createProject, deleteProject, getCurrentSubscription } from '#server/projects/index.ts';
import { addUser } from '#test/builders.ts';
import { type NewProject, withNewProject } from '#test/new-project.ts';
import { breakDownTask } from './tree/break-down-task.ts';
import { createTask } from './tree/create-task.ts';
import { deleteTask } from './tree/delete-task.ts';
import { emptyStorage } from './empty-storage.ts';
import { getPlan } from './tree/get-plan.ts';
import { purgeProjects } from './purge-projects.ts';
import { restoreCheckpoint } from './checkpoints/restore-checkpoint.ts';
import { saveCheckpoint } from './checkpoints/save-checkpoint.ts';

let { services, user, projectId } = {} as NewProject;
withNewProject((given) => ({ services, user, projectId } = given));

const query = async <T>(text: string, ...values: unknown[]) =>
  (await services.database.pool.query(text, values)).rows as T[];
const DAY_MS = 86_400_000;
const text = 'x'.repeat(10_000);

const isThere = async (id: Id) => (await query('select 1 from projects where id = $1', id)).length === 1;

/** A deleted project with a task, a note and a checkpoint. */
async function addDeleted(of = user): Promise<Id> {
  const { id } = await createProject(of.ctx, { name: 'Old' });
  await createTask(of.ctx, { id, title: 'Old', description: text });
  await addNote(of.ctx, { id, type: 'FINDING', body: text });
  await saveCheckpoint(of.ctx, { id, name: 'Old' });
  await deleteProject(of.ctx, { id });
  return id;
}

test('the usage view says what is kept, part by part, and what was deleted by itself', async () => {
  const person = await addUser(services);
  const { id } = await createProject(person.ctx, { name: 'Plan' });
  const task = await createTask(person.ctx, { id, title: 'Keel', description: text });
  await addNote(person.ctx, { id, type: 'FINDING', body: text });
  await saveCheckpoint(person.ctx, { id, name: 'Now' });
  const before = await getCurrentSubscription(person.ctx);
  expect(before).toMatchObject({ limits: { storage_mb: 50 }, storage: { deleted: 0, prds: 0 }, deleted_days: 30 });
  expect(before.storage.plan).toBeGreaterThan(10_000);
  expect(before.storage.checkpoints).toBeGreaterThan(10_000);
  const total = Object.values(before.storage).reduce((sum, bytes) => sum + bytes, 0);
  expect(before.usage.storage_bytes_used).toBe(total);

  await deleteTask(person.ctx, { id: task.id });
  const after = await getCurrentSubscription(person.ctx);
  expect(after.usage.storage_bytes_used).toBe(total);
  expect(after.storage.deleted).toBeGreaterThan(10_000);
  expect(after.storage.plan).toBeLessThan(10_000);
});

test('emptying removes what was deleted, of the caller alone; checkpoints bring their tasks back', async () => {
  const other = await addUser(services);
  const theirs = await addDeleted(other);
  const parent = await createTask(user.ctx, { id: projectId, title: 'Parent', description: text });
  await breakDownTask(user.ctx, { id: parent.id, tasks: [{ title: 'A' }, { title: 'B' }] });
  const stays = await createTask(user.ctx, { id: projectId, title: 'Stays' });
  await addNote(user.ctx, { id: projectId, type: 'FINDING', body: 'About what goes', task_id: parent.id });
  const checkpoint = await saveCheckpoint(user.ctx, { id: projectId, name: 'All' });
  await deleteTask(user.ctx, { id: parent.id });
  const gone = await addDeleted();
  const before = await getCurrentSubscription(user.ctx);

  const freed = await emptyStorage(user.ctx);
  expect(freed).toMatchObject({ projects: 1, tasks: 3, task_lists: 1 });
  expect(freed.freed_bytes).toBe(before.storage.deleted);
  const after = await getCurrentSubscription(user.ctx);
  expect(after.storage.deleted).toBe(0);
  expect(after.usage.storage_bytes_used).toBe(before.usage.storage_bytes_used - freed.freed_bytes);
  expect(await isThere(gone)).toBe(false);
  expect(await isThere(theirs)).toBe(true);
  expect((await getPlan(user.ctx, { id: projectId })).tasks.map(({ id }) => id)).toEqual([stays.id]);
  expect(await query(`select task_id from notes where body = 'About what goes'`)).toEqual([{ task_id: null }]);
  expect(await emptyStorage(user.ctx)).toEqual({ projects: 0, tasks: 0, task_lists: 0, notes: 0, freed_bytes: 0 });

  await restoreCheckpoint(user.ctx, { id: checkpoint.id });
  const titles = (await getPlan(user.ctx, { id: projectId })).tasks.map(({ title }) => title);
  expect(titles.toSorted()).toEqual(['A', 'B', 'Parent', 'Stays']);
});

test('a deleted project is purged when its time is over, with all it has, and not before', async () => {
  const old = await addDeleted();
  services.clock.advance(29 * DAY_MS);
  const younger = await addDeleted();
  expect(await purgeProjects(user.ctx)).toBe(0);
  services.clock.advance(2 * DAY_MS);
  expect(await purgeProjects(user.ctx)).toBeGreaterThan(0);
  expect([await isThere(old), await isThere(younger), await isThere(projectId)]).toEqual([false, true, true]);
  for (const table of ['tasks', 'notes', 'checkpoints', 'checkpoint_parts', 'checkpoint_pieces', 'project_sizes'])
    expect([table, await query(`select 1 from ${table} where project_id = $1`, old)]).toEqual([table, []]);
});

test('whoever keeps four fifths is shown it and written to, once a month', async () => {
  const person = await addUser(services);
  const { id } = await createProject(person.ctx, { name: 'Large' });
  await query('insert into user_limits (user_id, storage_mb) values ($1, 1)', person.id);
  const near = () =>
    getCurrentSubscription(person.ctx).then(({ notices }) => notices.filter(({ limit }) => limit === 'storage'));
  await tellFullAccounts(person.ctx);
  expect(await near()).toEqual([]);
  await addNote(person.ctx, { id, type: 'CONTEXT', body: 'x'.repeat(100_000) });
  for (let n = 0; n < 15; n += 1) await createTask(person.ctx, { id, title: 'Large', description: 'x'.repeat(48_000) });
  expect(await near()).toMatchObject([{ percent: 80, allowed: 1_000_000 }]);
  await tellFullAccounts(person.ctx);
  await tellFullAccounts(person.ctx);
  await settleNotices();
  const mails = services.sent.filter(({ to }) => to === person.email);
  expect(mails.map(({ subject }) => subject)).toEqual([expect.stringContaining('0.8 of 1 MB of storage')]);
  expect(mails[0]?.text).toContain('remove deleted items');
});
