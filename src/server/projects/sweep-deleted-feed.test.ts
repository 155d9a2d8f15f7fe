import { afterAll, beforeAll, expect, test } from 'vitest';
import { FEED_ROW_BYTES, hasMissed, readEvents, readFeedSpan } from '#server/platform/feed.ts';
import type { Scope } from '#server/platform/emit.ts';
import { sweepFeeds } from '#server/platform/sweep-feeds.ts';
import { addUser, raiseProjectLimit } from '#test/builders.ts';
import { type TestServices, openTestServices } from '#test/harness.ts';
import { createProject } from './create-project.ts';
import { deleteProject } from './delete-project.ts';
import { updateProject } from './update-project.ts';

let services: TestServices;
beforeAll(async () => {
  services = await openTestServices();
  await raiseProjectLimit(services);
});
afterAll(() => services.dispose());

test('of a deleted project only the deletion is kept, for an hour; the feeds of its owner and of other projects stay', async () => {
  const user = await addUser(services);
  const sweeper = services.contextFor({ kind: 'system', name: 'test' });
  const seqsOf = async (scope: Scope) => (await readEvents(services.db, scope, 0, 10)).map(({ seq }) => seq);
  const { id } = await createProject(user.ctx, { name: 'Gone' });
  const other = await createProject(user.ctx, { name: 'Stays' });
  await updateProject(user.ctx, { id, description: 'x'.repeat(2_000) });
  await deleteProject(user.ctx, { id });
  // A reader that is up to date receives the deletion without a gap; it is the only event left.
  const span = await readFeedSpan(services.db, `project:${id}`);
  expect([span, hasMissed(2, span)]).toEqual([{ first: 3, last: 3 }, false]);
  const { rows } = await services.database.pool.query<{ bytes: number; counted: number }>(
    `select kept_bytes as bytes, (select sum(${FEED_ROW_BYTES}) from feed e where e.scope = h.scope)::int8 as counted
     from feed_heads h where scope = $1`,
    [`project:${id}`],
  );
  expect(rows[0]?.bytes).toBe(rows[0]?.counted);
  await sweepFeeds(sweeper);
  expect(await seqsOf(`project:${id}`)).toEqual([3]);
  services.clock.advance(3_600_001);
  await sweepFeeds(sweeper);
  expect(await seqsOf(`project:${id}`)).toEqual([]);
  expect(await readFeedSpan(services.db, `project:${id}`)).toEqual({ first: 4, last: 3 });
  expect(await seqsOf(`project:${other.id}`)).toEqual([1]);
  expect(await seqsOf(`user:${user.id}`)).toEqual([1, 2, 3, 4]);
});

test('all feeds of one account together are kept within a limit, those of others as they are', async () => {
  const [user, other] = [await addUser(services), await addUser(services)];
  const sweeper = services.contextFor({ kind: 'system', name: 'test' });
  const fill = async (of: typeof user, name: string) => {
    const { id } = await createProject(of.ctx, { name });
    for (let n = 0; n < 10; n += 1) await updateProject(of.ctx, { id, description: `${n}${'x'.repeat(1_900)}` });
    return id;
  };
  const ids = [await fill(user, 'A'), await fill(user, 'B'), await fill(user, 'C')];
  const kept = await fill(other, 'D');
  const bytesOf = async (all: string[]) => {
    const { rows } = await services.database.pool.query<{ bytes: number }>(
      'select sum(kept_bytes)::int8 as bytes from feed_heads where scope = any ($1)',
      [all.map((id) => `project:${id}`)],
    );
    return rows[0]?.bytes ?? 0;
  };
  const before = await bytesOf(ids);
  const limit = before - 1;
  await sweepFeeds(sweeper, limit);
  expect(await bytesOf(ids)).toBeLessThanOrEqual((limit * 3) / 4);
  expect(await bytesOf(ids)).toBeGreaterThan(limit / 3);
  const seqs = (await readEvents(services.db, `project:${ids[0] ?? ''}`, 0, 100)).map(({ seq }) => seq);
  expect(seqs.at(-1)).toBe(11);
  expect(seqs[0]).toBe((await readFeedSpan(services.db, `project:${ids[0] ?? ''}`)).first);
  expect(await readFeedSpan(services.db, `project:${kept}`)).toEqual({ first: 1, last: 11 });
});
