import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Scope, readEvents, readFeedSpan } from '#server/platform/feed.ts';
import { sweepFeeds } from '#server/platform/sweep-feeds.ts';
import { addUser, raiseProjectLimit } from '#test/builders.ts';
import { type TestServices, openTestServices } from '#test/harness.ts';
import { createProject } from './create-project.ts';
import { deleteProject } from './delete-project.ts';

let services: TestServices;
beforeAll(async () => {
  services = await openTestServices();
  await raiseProjectLimit(services);
});
afterAll(() => services.dispose());

test('the feed of a deleted project goes after an hour; that of its owner and of other projects stay', async () => {
  const user = await addUser(services);
  const sweeper = services.contextFor({ kind: 'system', name: 'test' });
  const seqsOf = async (scope: Scope) => (await readEvents(services.db, scope, 0, 10)).map(({ seq }) => seq);
  const { id } = await createProject(user.ctx, { name: 'Gone' });
  const other = await createProject(user.ctx, { name: 'Stays' });
  await deleteProject(user.ctx, { id });
  await sweepFeeds(sweeper);
  expect(await seqsOf(`project:${id}`)).toEqual([1, 2]);
  services.clock.advance(3_600_001);
  await sweepFeeds(sweeper);
  expect(await seqsOf(`project:${id}`)).toEqual([]);
  expect(await readFeedSpan(services.db, `project:${id}`)).toEqual({ first: 3, last: 2 });
  expect(await seqsOf(`project:${other.id}`)).toEqual([1]);
  expect(await seqsOf(`user:${user.id}`)).toEqual([1, 2, 3]);
});
