import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Id } from '#contract/fields.ts';
import { lockAccount } from '#server/billing/index.ts';
import { projects, userLimits, userSubscriptions } from '#server/platform/db/tables/index.ts';
import { change, readEvents, readFeedHead } from '#server/platform/feed.ts';
import { newId } from '#server/platform/id.ts';
import { type TestUser, addUser } from '#test/builders.ts';
import { type TestServices, openTestServices } from '#test/harness.ts';
import { createProject } from './create-project.ts';
import { deleteProject } from './delete-project.ts';
import { getCurrentSubscription } from './get-current-subscription.ts';
import { listProjects } from './get-project.ts';
import { keepProjects } from './keep-projects.ts';
import { holdProject } from './require-project.ts';
import { settlePlaces } from './settle-places.ts';
import { updateProject } from './update-project.ts';

let services: TestServices;
beforeAll(async () => {
  services = await openTestServices();
});
afterAll(() => services.dispose());

/** An account on Pro with so many projects, each used a second after the one before. */
async function addOwner(count: number): Promise<{ user: TestUser; ids: Id[] }> {
  const user = await addUser(services, { tier: 'pro' });
  const ids: Id[] = [];
  for (let place = 0; place < count; place += 1) {
    services.clock.advance(1_000);
    ids.push((await createProject(user.ctx, { name: `Project ${place}` })).id);
  }
  return { user, ids };
}

const settle = (user: TestUser) =>
  change(user.ctx, async (tx, emit) => {
    await lockAccount(tx, user.id);
    await settlePlaces(user.ctx, tx, emit, user.id);
  });

async function fallToFree(user: TestUser): Promise<void> {
  await services.db.delete(userSubscriptions).where(eq(userSubscriptions.userId, user.id));
  await settle(user);
}

async function riseToPro(user: TestUser): Promise<void> {
  await services.db.insert(userSubscriptions).values({ userId: user.id, tierId: 'pro' });
  await settle(user);
}

const allow = (user: TestUser, maxProjects: number) =>
  services.db
    .insert(userLimits)
    .values({ userId: user.id, maxProjects })
    .onConflictDoUpdate({ target: userLimits.userId, set: { maxProjects } });

/** Ids of the projects that are not read-only. */
async function writable(user: TestUser): Promise<Id[]> {
  const all = await listProjects(user.ctx);
  const tried = await Promise.all(
    all.map(async ({ id, status, read_only }) => {
      const held = await change(user.ctx, (tx) => holdProject(user.ctx, tx, id)).catch(() => undefined);
      expect(held !== undefined).toBe(status === 'active' && !read_only);
      return held === undefined ? [] : [id];
    }),
  );
  return tried.flat().toSorted();
}

describe('going down to Free', () => {
  test('leaves the project that was used last, and lets every other be read', async () => {
    const { user, ids } = await addOwner(4);
    await fallToFree(user);
    expect(await writable(user)).toEqual(ids.slice(-1));
    expect(await listProjects(user.ctx)).toHaveLength(4);
    expect(await getCurrentSubscription(user.ctx)).toMatchObject({
      read_only_projects: 3,
      usage: { projects_count: 4 },
      limits: { max_projects: 1 },
    });
  });

  test('tells each project that changes, once, on both feeds', async () => {
    const { user, ids } = await addOwner(3);
    const head = await readFeedHead(services.db, `user:${user.id}`);
    await fallToFree(user);
    await settle(user);
    const told = await readEvents(services.db, `user:${user.id}`, head, 10);
    expect(told.map(({ type, data }) => `${type} ${(data as { id: Id }).id}`).toSorted()).toEqual(
      ids.slice(0, 2).map((id) => `project.updated ${id}`),
    );
    expect(told.every(({ data }) => (data as { read_only: boolean }).read_only)).toBe(true);
    for (const id of ids.slice(0, 2))
      expect((await readEvents(services.db, `project:${id}`, 1, 10)).map(({ type }) => type)).toEqual([
        'project.updated',
      ]);
  });

  test('and up again brings all of them back', async () => {
    const { user, ids } = await addOwner(3);
    await fallToFree(user);
    await riseToPro(user);
    expect(await writable(user)).toEqual(ids.toSorted());
  });

  test('does not take the place of a project that has one, whichever is used meanwhile', async () => {
    const { user, ids } = await addOwner(3);
    await fallToFree(user);
    services.clock.advance(1_000);
    // A use that was in flight when the tier ended.
    const updatedAt = services.now();
    await services.db
      .update(projects)
      .set({ updatedAt })
      .where(eq(projects.id, ids[0] as Id));
    await settle(user);
    expect(await writable(user)).toEqual(ids.slice(-1));
    await allow(user, 2);
    await settle(user);
    expect(await writable(user)).toEqual([ids[0], ids[2]]);
  });
});

describe('a place that becomes free', () => {
  test.each([
    ['archived', (user: TestUser, id: Id) => updateProject(user.ctx, { id, status: 'archived' })],
    ['deleted', (user: TestUser, id: Id) => deleteProject(user.ctx, { id })],
  ])('goes to the next when a project is %s', async (_name, leave) => {
    const { user, ids } = await addOwner(3);
    await fallToFree(user);
    await leave(user, ids[2] as Id);
    expect(await writable(user)).toEqual([ids[1]]);
    await leave(user, ids[0] as Id);
    expect(await writable(user)).toEqual([ids[1]]);
    expect(await getCurrentSubscription(user.ctx)).toMatchObject({ read_only_projects: 0 });
  });

  test('is needed to come out of the archive, and then the project can be changed', async () => {
    const { user, ids } = await addOwner(2);
    await fallToFree(user);
    await updateProject(user.ctx, { id: ids[0] as Id, status: 'archived' });
    await expect(updateProject(user.ctx, { id: ids[0] as Id, status: 'active' })).rejects.toMatchObject({
      detail: { code: 'PROJECT_LIMIT', usage: { projects: { current: 1, limit: 1 } } },
    });
    await updateProject(user.ctx, { id: ids[1] as Id, status: 'archived' });
    expect(await updateProject(user.ctx, { id: ids[0] as Id, status: 'active' })).toMatchObject({ read_only: false });
    expect(await writable(user)).toEqual([ids[0]]);
  });

  test('saying “active” of a project beyond the plan does not make it one within', async () => {
    const { user, ids } = await addOwner(2);
    await fallToFree(user);
    expect(await updateProject(user.ctx, { id: ids[0] as Id, status: 'active' })).toMatchObject({ read_only: true });
    expect(await writable(user)).toEqual([ids[1]]);
  });
});

describe('keeping projects', () => {
  test('lets the chosen one be changed and archives the others, in one moment', async () => {
    const { user, ids } = await addOwner(4);
    await fallToFree(user);
    const head = await readFeedHead(services.db, `user:${user.id}`);
    const answer = await keepProjects(user.ctx, { projectIds: [ids[1] as Id] });
    expect(answer).toMatchObject({ usage: { projects_count: 1 }, read_only_projects: 0 });
    expect(await writable(user)).toEqual([ids[1]]);
    const all = await listProjects(user.ctx);
    expect(
      all
        .filter(({ status }) => status === 'archived')
        .map(({ id }) => id)
        .toSorted(),
    ).toEqual([ids[0], ids[2], ids[3]]);
    const told = await readEvents(services.db, `user:${user.id}`, head, 20);
    expect(new Set(told.map(({ data }) => (data as { id: Id }).id))).toEqual(new Set(ids));
    expect(new Set(told.map((event) => event.created_at)).size).toBe(1);
  });

  test('asked for twice, or for the same project twice, gives the same', async () => {
    const { user, ids } = await addOwner(3);
    await fallToFree(user);
    const [kept] = ids as [Id];
    const first = await keepProjects(user.ctx, { projectIds: [kept, kept] });
    expect(await keepProjects(user.ctx, { projectIds: [kept] })).toEqual(first);
    expect(await writable(user)).toEqual([kept]);
  });

  test('refuses more than the plan allows, and changes nothing', async () => {
    const { user, ids } = await addOwner(3);
    await fallToFree(user);
    await expect(keepProjects(user.ctx, { projectIds: ids.slice(0, 2) })).rejects.toMatchObject({
      type: 'USAGE_LIMIT_EXCEEDED',
      detail: { code: 'PROJECT_LIMIT', usage: { projects: { current: 2, limit: 1 } } },
    });
    expect(await writable(user)).toEqual(ids.slice(-1));
  });

  test('knows only the caller’s active projects', async () => {
    const { user, ids } = await addOwner(3);
    const { ids: others } = await addOwner(1);
    await updateProject(user.ctx, { id: ids[0] as Id, status: 'archived' });
    await deleteProject(user.ctx, { id: ids[1] as Id });
    for (const id of [newId(), others[0] as Id, ids[0] as Id, ids[1] as Id])
      await expect(keepProjects(user.ctx, { projectIds: [id] })).rejects.toMatchObject({ type: 'NOT_FOUND' });
    expect(await writable(user)).toEqual(ids.slice(-1));
  });

  test('several at once end with no more than the plan allows', async () => {
    const { user, ids } = await addOwner(5);
    await fallToFree(user);
    await Promise.allSettled([
      ...ids.map((id) => keepProjects(user.ctx, { projectIds: [id] })),
      ...ids.map((id) => updateProject(user.ctx, { id, status: 'archived' })),
      ...ids.map((id) => updateProject(user.ctx, { id, status: 'active' })),
      settle(user),
    ]);
    const rows = await services.db.select().from(projects).where(eq(projects.userId, user.id));
    expect(rows.filter((row) => row.status === 'active' && row.readOnlyAt === null).length).toBeLessThanOrEqual(1);
    expect(rows).toHaveLength(5);
  });
});
