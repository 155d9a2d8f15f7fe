import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestUser, addUser } from '#test/builders.ts';
import { countStatements } from '#test/count-statements.ts';
import { type TestServices, openTestServices } from '#test/harness.ts';
import type { Context } from './context.ts';
import { FEED_ROW_BYTES, FEED_BYTES_MAX, change, hasMissed, readEvents, readFeedSpan } from './feed.ts';
import type { Scope } from './emit.ts';
import { sweepFeeds } from './sweep-feeds.ts';

const DAY_MS = 86_400_000;
const LARGE = 'x'.repeat(1024 * 1024);

let services: TestServices;
let user: TestUser;
let sweeper: Context;
beforeAll(async () => {
  services = await openTestServices();
  sweeper = services.contextFor({ kind: 'system', name: 'test' });
});
afterAll(() => services.dispose());

async function newScope(): Promise<Scope> {
  user = await addUser(services);
  return `user:${user.id}`;
}
const tell = (scope: Scope, name: string) =>
  change(user.ctx, async (_tx, emit) => emit(scope, 'subscription.updated', { tier_name: name }));

async function stateOf(scope: Scope) {
  const { rows } = await services.database.pool.query<{
    first_at: Date | null;
    kept_bytes: number;
    is_due: boolean;
    counted: number;
  }>(
    `select first_at, kept_bytes, is_due, coalesce((select sum(${FEED_ROW_BYTES}) from feed e where e.scope = h.scope), 0) as counted
     from feed_heads h where scope = $1`,
    [scope],
  );
  const [row] = rows;
  if (row === undefined) throw new Error('no such feed');
  return row;
}
const seqsOf = async (scope: Scope) => (await readEvents(services.db, scope, 0, 1_000)).map(({ seq }) => seq);

test('a feed knows what it takes, to the byte', async () => {
  const scope = await newScope();
  for (const name of ['a', 'žluťoučký “kůň”', LARGE]) await tell(scope, name);
  await change(user.ctx, async (_tx, emit) => {
    for (const name of ['b', 'c']) emit(scope, 'subscription.updated', { tier_name: name });
  });
  const { kept_bytes, counted, is_due, first_at } = await stateOf(scope);
  expect(kept_bytes).toBe(counted);
  expect([is_due, first_at]).toEqual([false, services.now()]);
});

test('a feed that grows too large loses its oldest events, and goes on', async () => {
  const scope = await newScope();
  const before = await newScope();
  await tell(before, 'of somebody else');
  for (let i = 1; i <= 33; i += 1) await tell(scope, LARGE);
  expect(await stateOf(scope)).toMatchObject({ is_due: true });
  await sweepFeeds(sweeper);
  const { kept_bytes, counted, is_due } = await stateOf(scope);
  expect([kept_bytes, is_due]).toEqual([counted, false]);
  expect(kept_bytes).toBeLessThanOrEqual((FEED_BYTES_MAX / 4) * 3);
  expect(kept_bytes).toBeGreaterThan(FEED_BYTES_MAX / 2);
  const { first, last } = await readFeedSpan(services.db, scope);
  expect(last).toBe(33);
  expect(await seqsOf(scope)).toEqual(Array.from({ length: last - first + 1 }, (_, i) => first + i));
  await tell(scope, 'next');
  expect((await seqsOf(scope)).at(-1)).toBe(34);
  expect(await seqsOf(before)).toEqual([1]);
});

test('what is older than the days that are kept goes; a feed that has lost all goes on counting', async () => {
  const scope = await newScope();
  await tell(scope, 'old');
  await tell(scope, 'old');
  services.clock.advance(89 * DAY_MS);
  await tell(scope, 'newer');
  await sweepFeeds(sweeper);
  expect(await seqsOf(scope)).toEqual([1, 2, 3]);
  services.clock.advance(DAY_MS + 1);
  await sweepFeeds(sweeper);
  expect(await seqsOf(scope)).toEqual([3]);
  expect(await readFeedSpan(services.db, scope)).toEqual({ first: 3, last: 3 });
  services.clock.advance(90 * DAY_MS);
  await sweepFeeds(sweeper);
  expect(await readFeedSpan(services.db, scope)).toEqual({ first: 4, last: 3 });
  expect(await stateOf(scope)).toMatchObject({ first_at: null, kept_bytes: 0, counted: 0 });
  await tell(scope, 'again');
  expect(await seqsOf(scope)).toEqual([4]);
  expect(await stateOf(scope)).toMatchObject({ first_at: services.now() });
});

test('where nothing is due, one look is all a round costs', async () => {
  await sweepFeeds(sweeper);
  const counted = countStatements(services.database.pool);
  await sweepFeeds(sweeper);
  expect(counted.stop()).toHaveLength(1);
});

test('whoever has heard the number before the first one kept has missed nothing', () => {
  expect([hasMissed(3, { first: 4 }), hasMissed(2, { first: 4 }), hasMissed(0, { first: 1 })]).toEqual([
    false,
    true,
    false,
  ]);
});

test('a feed of 50,000 events is cleared while others go on writing to it, and no number is lost', async () => {
  const scope = await newScope();
  await tell(scope, 'first');
  await services.database.pool.query(
    `with added as (
       insert into feed (scope, seq, events, actor, at)
       select $1, n, jsonb_build_array(jsonb_build_object('type', 'subscription.updated', 'data', jsonb_build_object('tier_name', repeat('x', 300)))),
         '{"kind": "system", "id": null, "name": "x"}', $2
       from generate_series(2, 50000) n returning events
     )
     update feed_heads set seq = 50000, is_due = true,
       kept_bytes = kept_bytes + (select sum(${FEED_ROW_BYTES}) from added) where scope = $1`,
    [scope, services.now()],
  );
  let isSweeping = true;
  const [written] = await Promise.all([
    (async () => {
      let count = 0;
      for (; isSweeping; count += 1) await tell(scope, 'meanwhile');
      return count;
    })(),
    // Two servers concurrently, until nothing is left to do.
    (async () => {
      while ((await stateOf(scope)).is_due) await Promise.all([sweepFeeds(sweeper), sweepFeeds(sweeper)]);
      isSweeping = false;
    })(),
  ]);
  const { kept_bytes, counted } = await stateOf(scope);
  expect(kept_bytes).toBe(counted);
  const { first, last } = await readFeedSpan(services.db, scope);
  expect(written).toBeGreaterThan(0);
  expect(last).toBe(50_000 + written);
  const { rows } = await services.database.pool.query<{ n: number; low: number }>(
    'select count(*)::int as n, min(seq)::int as low from events where scope = $1',
    [scope],
  );
  expect(rows[0]).toEqual({ n: last - first + 1, low: first });
  expect(first).toBeGreaterThan(1);
});
