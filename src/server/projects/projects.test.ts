import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Id } from '#contract/fields.ts';
import { ProjectSummary } from '#contract/project.ts';
import { readEvents } from '#server/platform/feed.ts';
import { newId } from '#server/platform/id.ts';
import { type TestUser, addExample, addUser } from '#test/builders.ts';
import { type TestServices, openTestServices } from '#test/harness.ts';
import { createProject } from './create-project.ts';
import { deleteProject } from './delete-project.ts';
import { getCurrentSubscription } from './get-current-subscription.ts';
import { getProject, listProjects } from './get-project.ts';
import { updateProject } from './update-project.ts';

let services: TestServices;
beforeAll(async () => {
  services = await openTestServices();
});
afterAll(() => services.dispose());

const pro = () => addUser(services, { tier: 'pro' });

describe('creating a project', () => {
  test('gives it the caller, the trimmed texts and empty counts', async () => {
    const user = await pro();
    const project = await createProject(user.ctx, { name: 'Harbor', description: 'An API' });
    expect(ProjectSummary.parse(project)).toMatchObject({
      user_id: user.id,
      name: 'Harbor',
      description: 'An API',
      status: 'active',
      taskCount: 0,
      completedTaskCount: 0,
      lanes: [],
    });
    expect(await listProjects(user.ctx)).toEqual([project]);
  });

  test('tells the account’s feed and the project’s feed with the same row', async () => {
    const user = await pro();
    const project = await createProject(user.ctx, { name: 'Told' });
    for (const scope of [`user:${user.id}`, `project:${project.id}`] as const) {
      const events = await readEvents(services.db, scope, 0, 10);
      expect(events).toHaveLength(1);
      expect(events[0]).toMatchObject({
        seq: 1,
        type: 'project.created',
        data: { id: project.id, name: 'Told' },
        actor: { kind: 'user', id: user.id },
      });
    }
  });

  test('is refused with the usage when the plan has no room, and changes nothing', async () => {
    const user = await addUser(services);
    await createProject(user.ctx, { name: 'The only one' });
    await expect(createProject(user.ctx, { name: 'One too many' })).rejects.toMatchObject({
      type: 'USAGE_LIMIT_EXCEEDED',
      detail: { code: 'PROJECT_LIMIT', usage: { projects: { current: 1, limit: 1 } } },
    });
    expect(await listProjects(user.ctx)).toHaveLength(1);
    expect(await readEvents(services.db, `user:${user.id}`, 0, 10)).toHaveLength(1);
  });

  test('lets exactly the allowed number through when many arrive at once', async () => {
    const user = await pro();
    const results = await Promise.allSettled(
      Array.from({ length: 12 }, (_, i) => createProject(user.ctx, { name: `Race ${i}` })),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
    expect(await listProjects(user.ctx)).toHaveLength(5);
  });
});

describe('archiving', () => {
  test('frees a place, and coming back needs one', async () => {
    const user = await addUser(services);
    const first = await createProject(user.ctx, { name: 'First' });
    await updateProject(user.ctx, { id: first.id, status: 'archived' });
    await createProject(user.ctx, { name: 'Second' });
    await expect(updateProject(user.ctx, { id: first.id, status: 'active' })).rejects.toMatchObject({
      type: 'USAGE_LIMIT_EXCEEDED',
    });
    expect(await getProject(user.ctx, { id: first.id })).toMatchObject({ status: 'archived' });
    expect((await getCurrentSubscription(user.ctx)).usage.projects_count).toBe(1);
  });

  test('never gives one place to two, however archiving and its opposite cross', async () => {
    const user = await addUser(services);
    const first = await createProject(user.ctx, { name: 'First' });
    for (let round = 0; round < 10; round += 1) {
      await Promise.allSettled([
        updateProject(user.ctx, { id: first.id, status: 'archived' }),
        ...[1, 2, 3].map(() => updateProject(user.ctx, { id: first.id, status: 'active' })),
        ...[1, 2].map(() => createProject(user.ctx, { name: 'Another' })),
      ]);
      expect((await getCurrentSubscription(user.ctx)).usage.projects_count).toBeLessThanOrEqual(1);
    }
  });

  test('an archived project can be renamed only while it is taken out', async () => {
    const user = await addUser(services);
    const { id } = await createProject(user.ctx, { name: 'Before' });
    await updateProject(user.ctx, { id, status: 'archived' });
    await expect(updateProject(user.ctx, { id, name: 'After' })).rejects.toMatchObject({
      detail: { code: 'PROJECT_ARCHIVED' },
    });
    await expect(updateProject(user.ctx, { id, name: 'After', status: 'archived' })).rejects.toMatchObject({
      detail: { code: 'PROJECT_ARCHIVED' },
    });
    expect(await updateProject(user.ctx, { id, name: 'After', status: 'active' })).toMatchObject({
      name: 'After',
      status: 'active',
    });
    expect(await updateProject(user.ctx, { id, name: 'Last', status: 'archived' })).toMatchObject({ name: 'Last' });
  });
});

describe('editing', () => {
  test('changes what was sent and nothing else', async () => {
    const user = await addUser(services);
    const before = await createProject(user.ctx, { name: 'Name', description: 'Text' });
    services.clock.advance(1_000);
    const after = await updateProject(user.ctx, { id: before.id, name: 'New name' });
    expect(after).toMatchObject({ name: 'New name', description: 'Text', created_at: before.created_at });
    expect(after.updated_at > before.updated_at).toBe(true);
    expect(await updateProject(user.ctx, { id: before.id, description: '' })).toMatchObject({ description: null });
  });
});

describe('deleting', () => {
  test('takes the project out of every answer and tells the feed with deleted_at', async () => {
    const user = await addUser(services);
    const { id } = await createProject(user.ctx, { name: 'Gone' });
    await deleteProject(user.ctx, { id });
    expect(await listProjects(user.ctx)).toEqual([]);
    await expect(getProject(user.ctx, { id })).rejects.toMatchObject({ type: 'NOT_FOUND' });
    await expect(deleteProject(user.ctx, { id })).rejects.toMatchObject({ type: 'NOT_FOUND' });
    const events = await readEvents(services.db, `user:${user.id}`, 1, 10);
    expect(events).toMatchObject([{ seq: 2, type: 'project.deleted', data: { id, deleted_at: expect.any(String) } }]);
    await createProject(user.ctx, { name: 'A new one fits again' });
  });
});

describe('someone else’s project', () => {
  const attempts: Record<string, (user: TestUser, id: Id) => Promise<unknown>> = {
    get: (user, id) => getProject(user.ctx, { id }),
    update: (user, id) => updateProject(user.ctx, { id, name: 'Mine now' }),
    delete: (user, id) => deleteProject(user.ctx, { id }),
  };
  for (const [name, attempt] of Object.entries(attempts)) {
    test(`answers ${name} exactly as a missing one`, async () => {
      const owner = await addUser(services);
      const stranger = await addUser(services);
      const { id } = await createProject(owner.ctx, { name: 'Private' });
      const refusal = await attempt(stranger, id).catch((error: unknown) => error);
      const missing = await attempt(stranger, newId()).catch((error: unknown) => error);
      expect(refusal).toMatchObject({ type: 'NOT_FOUND' });
      expect(String(refusal)).toBe(String(missing));
      expect(await getProject(owner.ctx, { id })).toMatchObject({ name: 'Private' });
    });
  }
});

test('counts follow nested lists to their root, and activity counts today’s changes', async () => {
  const user = await addUser(services);
  const { projectId, tasks } = await addExample(services, user);
  const project = await getProject(user.ctx, { id: projectId });
  expect(project.taskCount).toBe(tasks);
  expect(project.lanes.map(({ name, tasks: count, done, wip }) => [name, count, done, wip])).toEqual([
    ['Foundations', 4, 4, 0],
    ['Rate limiter', 12, 4, 1],
    ['Usage metering', 5, 3, 0],
    ['Billing webhooks', 3, 1, 0],
    ['Admin console', 2, 0, 0],
  ]);
  expect(project.activity).toHaveLength(14);
  const { rows } = await services.database.pool.query<{ seq: number }>('select seq from feed_heads where scope = $1', [
    `project:${projectId}`,
  ]);
  const changes = rows[0]?.seq ?? 0;
  expect(changes).toBeGreaterThan(1);
  expect(project.activity.at(-1)).toBe(changes);
  services.clock.advance(3 * 86_400_000);
  expect((await getProject(user.ctx, { id: projectId })).activity.at(-4)).toBe(changes);
});

test('the list of projects costs one statement, however many there are', async () => {
  const user = await addUser(services, { tier: 'pro' });
  for (const name of ['a', 'b', 'c']) await createProject(user.ctx, { name });
  const { pool } = services.database;
  const original = pool.query.bind(pool);
  let statements = 0;
  pool.query = ((...args: Parameters<typeof original>) => {
    statements += 1;
    return original(...args);
  }) as typeof pool.query;
  expect(await listProjects(user.ctx)).toHaveLength(3);
  pool.query = original;
  expect(statements).toBe(1);
});
