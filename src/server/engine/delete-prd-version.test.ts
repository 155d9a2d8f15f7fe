import { beforeEach, expect, test } from 'vitest';
import { readStorage } from '#server/billing/index.ts';
import { readEvents } from '#server/platform/feed.ts';
import { listPrdVersions, storePrd } from '#server/prd/index.ts';
import { addUser } from '#test/builders.ts';
import { type NewProject, withNewProject } from '#test/new-project.ts';
import { deletePrdVersion } from './delete-prd-version.ts';

let { services, user, projectId } = {} as NewProject;
withNewProject((given) => ({ services, user, projectId } = given));

const TEXTS = ['# One', '# Two', '# Three'].map((title) => `${title}\n\n${'x'.repeat(10_000)}`);

const store = (content: string) =>
  services.db.transaction((tx) => storePrd(tx, projectId, { content, filename: 'prd.md', now: services.now() }));
const versions = async () => (await listPrdVersions(services.db, projectId)).map(({ version }) => version);
const told = async () =>
  (await readEvents(services.db, `project:${projectId}`, 0, 100)).filter(({ type }) => type === 'prd.version_deleted');
const kept = async () => (await readStorage(services.db, user.id)).prds;

beforeEach(async () => {
  for (const text of TEXTS) await store(text);
});

test('an older version goes for good, its space is free again, and open pages hear of it', async () => {
  const before = await kept();
  await deletePrdVersion(user.ctx, { id: projectId, version: 2 });
  expect(await versions()).toEqual([1, 3]);
  expect(before - (await kept())).toBeGreaterThan(10_000);
  expect(await told()).toMatchObject([{ data: { version: 2 } }]);
});

test('a number that was deleted is not given again', async () => {
  await deletePrdVersion(user.ctx, { id: projectId, version: 2 });
  expect(await store('# Four')).toEqual({ version: 4, isNew: true });
  expect(await versions()).toEqual([1, 3, 4]);
});

test('the newest version stays, also when it is the only one', async () => {
  const refused = { type: 'CONFLICT', message: expect.stringContaining('Upload another first') as string };
  await expect(deletePrdVersion(user.ctx, { id: projectId, version: 3 })).rejects.toMatchObject(refused);
  for (const version of [1, 2]) await deletePrdVersion(user.ctx, { id: projectId, version });
  await expect(deletePrdVersion(user.ctx, { id: projectId, version: 3 })).rejects.toMatchObject(refused);
  expect(await versions()).toEqual([3]);
});

test('a version that is not there, or not there any more, is not found', async () => {
  await deletePrdVersion(user.ctx, { id: projectId, version: 1 });
  for (const version of [1, 9])
    await expect(deletePrdVersion(user.ctx, { id: projectId, version })).rejects.toMatchObject({ type: 'NOT_FOUND' });
  expect(await told(), 'nothing more is said').toHaveLength(1);
});

test('another person’s project is not found, and keeps its versions', async () => {
  const other = await addUser(services);
  await expect(deletePrdVersion(other.ctx, { id: projectId, version: 1 })).rejects.toMatchObject({ type: 'NOT_FOUND' });
  expect(await versions()).toEqual([1, 2, 3]);
});
