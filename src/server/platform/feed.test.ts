import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Id } from '#contract/fields.ts';
import type { Project } from '#contract/project.ts';
import { countStatements } from '#test/count-statements.ts';
import { type TestServices, openTestServices } from '#test/harness.ts';
import { send } from './db/send.ts';
import { FEED_ROW_BYTES, change, readEvents, readFeedHead } from './feed.ts';
import type { Scope } from './emit.ts';
import { newId } from './id.ts';

let services: TestServices;
beforeAll(async () => {
  services = await openTestServices();
});
afterAll(() => services.dispose());

const ctx = () => services.contextFor({ kind: 'system', name: 'test' });
const newScope = (): Scope => `project:${newId()}`;

const RULES = {
  baton_slots: 1,
  lease_minutes: 30,
  done_means: 'word',
  verify_command: null,
  verify_timeout_minutes: 20,
  verify_tries: 3,
  repository_url: null,
} as const;

function row(name: string): Project {
  const at = services.now().toISOString();
  const id = newId();
  return {
    id,
    user_id: id,
    name,
    description: null,
    read_only: false,
    is_example: false,
    status: 'active',
    ...RULES,
    created_at: at,
    updated_at: at,
    deleted_at: null,
  };
}

test('events of one change are numbered in the order they were emitted', async () => {
  const scope = newScope();
  await change(ctx(), async (_tx, emit) => {
    emit(scope, 'project.created', row('one'));
    emit(scope, 'project.updated', row('two'));
  });
  await change(ctx(), async (_tx, emit) => emit(scope, 'project.updated', row('three')));
  const events = await readEvents(services.db, scope, 0, 10);
  expect(events.map(({ seq, type, data }) => [seq, type, 'name' in data && data.name])).toEqual([
    [1, 'project.created', 'one'],
    [2, 'project.updated', 'two'],
    [3, 'project.updated', 'three'],
  ]);
  expect(await readFeedHead(services.db, scope)).toBe(3);
});

test('a change that fails leaves neither rows nor events nor a gap in the numbers', async () => {
  const scope = newScope();
  const failing = change(ctx(), async (_tx, emit) => {
    emit(scope, 'project.created', row('never'));
    throw new Error('on purpose');
  });
  await expect(failing).rejects.toThrow('on purpose');
  expect(await readFeedHead(services.db, scope)).toBe(0);
  await change(ctx(), async (_tx, emit) => emit(scope, 'project.created', row('first')));
  expect((await readEvents(services.db, scope, 0, 10)).map(({ seq }) => seq)).toEqual([1]);
});

test('a write nobody waited for that fails takes the whole change with it, and its own failure is told', async () => {
  const scope = newScope();
  const failing = change(ctx(), async (tx, emit) => {
    const wrong = {
      name: 'wrong',
      text: 'insert into instance (id, secret_fingerprint) values ($1, $2)',
      values: [7, ''],
    };
    void send(tx, wrong);
    emit(scope, 'project.created', row('never'));
    await tx.execute(sql`select 1`);
  });
  await expect(failing).rejects.toThrow('instance_one_row');
  expect(await readFeedHead(services.db, scope)).toBe(0);
  const late = change(ctx(), async (tx, emit) => {
    emit(scope, 'project.created', row('never'));
    void send(tx, {
      name: 'wrong',
      text: 'insert into instance (id, secret_fingerprint) values ($1, $2)',
      values: [7, ''],
    });
  });
  await expect(late).rejects.toThrow('instance_one_row');
  expect(await readFeedHead(services.db, scope)).toBe(0);
});

test('a change commits nothing when a write of it cannot even be sent, and tells nobody', async () => {
  const scope = newScope();
  const keep = (name: string, value: unknown) => ({
    name: 'test_not_sent',
    text: `insert into feed_heads (scope, seq) values ($1, ($2::jsonb ->> 'n')::int)`,
    values: [`${scope}:${name}`, value],
  });
  const writing = change(ctx(), async (tx, emit) => {
    void send(tx, keep('before', { n: 1 }));
    void send(tx, keep('not', { n: 1n }));
    emit(scope, 'project.created', row('half'));
  });
  await expect(writing).rejects.toThrow(/BigInt/);
  expect(await readEvents(services.db, scope, 0, 10)).toEqual([]);
  const { rows } = await services.database.pool.query('select scope from feed_heads where scope like $1', [
    `${scope}%`,
  ]);
  expect(rows).toEqual([]);
});

test('a change whose caller is not let in commits nothing', async () => {
  const scope = newScope();
  const refused = { ...ctx(), admitted: Promise.reject(new Error('too many calls')) };
  refused.admitted.catch(() => undefined);
  await expect(change(refused, async (_tx, emit) => emit(scope, 'project.created', row('never')))).rejects.toThrow(
    'too many calls',
  );
  expect(await readFeedHead(services.db, scope)).toBe(0);
});

test('forty changes at once get the numbers 1 to 40, and no reader ever sees a number before the one below it', async () => {
  const scope = newScope();
  let reading = true;
  const reader = (async () => {
    while (reading) {
      const seen = (await readEvents(services.db, scope, 0, 100)).map(({ seq }) => seq);
      expect(seen).toEqual(seen.map((_, index) => index + 1));
    }
  })();
  await Promise.all(
    Array.from({ length: 40 }, (_, i) =>
      change(ctx(), async (_tx, emit) => emit(scope, 'project.updated', row(String(i)))),
    ),
  );
  reading = false;
  await reader;
  expect(await readFeedHead(services.db, scope)).toBe(40);
});

test('a deadlock is tried again instead of failing the caller', async () => {
  const [one, two] = [newScope(), newScope()];
  for (const scope of [one, two]) await change(ctx(), async (_tx, emit) => emit(scope, 'project.created', row('x')));
  const lock = (scope: Scope) => sql`select 1 from feed_heads where scope = ${scope} for update`;
  let attempts = 0;
  const bothHold = Promise.withResolvers<void>();
  let holding = 0;
  const crossing = (first: Scope, second: Scope) =>
    change(ctx(), async (tx) => {
      attempts += 1;
      await tx.execute(lock(first));
      holding += 1;
      if (holding === 2) bothHold.resolve();
      if (holding < 3) await bothHold.promise;
      await tx.execute(lock(second));
    });
  await Promise.all([crossing(one, two), crossing(two, one)]);
  expect(attempts).toBe(3);
});

test('a commit wakes listeners on another server', async () => {
  const other = await openTestServices({ databaseUrl: services.databaseUrl });
  const scope = newScope();
  const woken = new Promise<string>((resolve) => {
    other.bus.on('feed', (subject) => subject === scope && resolve(subject));
  });
  await change(ctx(), async (_tx, emit) => emit(scope, 'project.created', row('x')));
  expect(await woken).toBe(scope);
  await other.dispose();
});

/** The rows of a scope, each with its last number, its task and the types of its events. */
async function rowsOf(scope: Scope) {
  const { rows } = await services.database.pool.query<{ seq: number; task_id: string | null; types: string[] }>(
    `select seq, task_id, (select array_agg(e.value ->> 'type' order by e.place) from jsonb_array_elements(events) with ordinality as e (value, place)) as types
     from feed where scope = $1 order by seq`,
    [scope],
  );
  return rows;
}

test('a change is one row, and whoever has heard a part of it goes on in the middle', async () => {
  const scope = newScope();
  await change(ctx(), async (_tx, emit) => {
    for (const name of ['1', '2', '3', '4', '5']) emit(scope, 'project.updated', row(name));
  });
  await change(ctx(), async (_tx, emit) => emit(scope, 'project.updated', row('6')));
  expect((await rowsOf(scope)).map(({ seq, types }) => [seq, types.length])).toEqual([
    [5, 5],
    [6, 1],
  ]);
  for (let after = 0; after <= 6; after += 1)
    for (const limit of [1, 2, 6]) {
      const seen = await readEvents(services.db, scope, after, limit);
      const due = [1, 2, 3, 4, 5, 6].slice(after, after + limit);
      expect(seen.map(({ seq, data }) => [seq, 'name' in data && data.name])).toEqual(due.map((n) => [n, String(n)]));
    }
});

test('what a person reads of a task is in a row of that task; what nobody looks up by task starts none', async () => {
  const scope = newScope();
  const [one, two] = [newId(), newId()];
  const moved = (task_id: Id) => ({ task_id, previous_status: 'open', new_status: 'done' }) as const;
  const parent = { task_id: newId(), task_list_id: newId(), status: 'done' } as const;
  await change(ctx(), async (_tx, emit) => {
    emit(scope, 'project.updated', row('x'));
    emit(scope, 'task.status_changed', moved(one));
    emit(scope, 'parent.status_changed', parent);
    emit(scope, 'task.status_changed', moved(two));
    emit(scope, 'parent.status_changed', parent);
    emit(scope, 'parent.completed', { task_id: one, is_completed: true });
  });
  expect(await rowsOf(scope)).toEqual([
    { seq: 3, task_id: one, types: ['project.updated', 'task.status_changed', 'parent.status_changed'] },
    { seq: 5, task_id: two, types: ['task.status_changed', 'parent.status_changed'] },
    { seq: 6, task_id: one, types: ['parent.completed'] },
  ]);
  expect((await readEvents(services.db, scope, 0, 10)).map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5, 6]);
  const { rows } = await services.database.pool.query(
    `select kept_bytes as kept, (select sum(${FEED_ROW_BYTES}) from feed f where f.scope = h.scope) as counted from feed_heads h where scope = $1`,
    [scope],
  );
  expect(rows[0]?.kept).toBe(Number(rows[0]?.counted));
});

test('no row holds a whole plan', async () => {
  const scope = newScope();
  await change(ctx(), async (_tx, emit) => {
    for (let n = 0; n < 250; n += 1) emit(scope, 'project.updated', row(String(n)));
  });
  expect((await rowsOf(scope)).map(({ seq }) => seq)).toEqual([100, 200, 250]);
});

test('a commit notifies nobody while it holds its locks', async () => {
  const sent = countStatements(services.database.pool);
  await change(ctx(), async (_tx, emit) => emit(newScope(), 'project.created', row('x')));
  expect(sent.stop().filter((text) => text.includes('pg_notify'))).toEqual([]);
});
