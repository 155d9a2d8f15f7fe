import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PARKED_REASON } from '#contract/plan-texts.ts';
import type { Id } from '#contract/fields.ts';
import { createTask } from '#server/plan/index.ts';
import { type TestUser, addUser } from '#test/builders.ts';
import { findKeptFaults } from '#test/find-kept-faults.ts';
import { type TestServices, openTestServices } from '#test/harness.ts';
import { createProject } from './create-project.ts';
import { listSummaries } from './queries.ts';

let services: TestServices;
beforeAll(async () => {
  services = await openTestServices();
});
afterAll(() => services.dispose());

const ALL = { rows: 1_000, cursor: undefined };

interface Cost {
  statements: number;
  /** Buffer pages: unlike time, the same on every machine. */
  pages: number;
}

/** Runs the list of a user's projects with its statements explained. */
async function costOf(user: TestUser): Promise<Cost> {
  const { pool } = services.database;
  const cost: Cost = { statements: 0, pages: 0 };
  const explaining = {
    query: async ({ text, values }: { text: string; values: unknown[] }) => {
      const { rows } = await pool.query<{ 'QUERY PLAN': { Plan: Record<string, number> }[] }>(
        `explain (analyze, buffers, format json) ${text}`,
        values,
      );
      const plan = rows[0]?.['QUERY PLAN'][0]?.Plan ?? {};
      cost.statements += 1;
      cost.pages += (plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0);
      return { rows: [] };
    },
  } as unknown as pg.Pool;
  // The first run warms the session's catalogue caches.
  await listSummaries(explaining, user.id, services.clock.now(), ALL);
  Object.assign(cost, { statements: 0, pages: 0 });
  await listSummaries(explaining, user.id, services.clock.now(), ALL);
  return cost;
}

interface Size {
  open: number;
  /** Deferred by the PRD itself. */
  parked: number;
  done: number;
  /** Tasks with a list of their own. */
  nested: number;
  events: number;
}

/** A project of this size in which nobody works, its timeline up to date. */
async function addIdleProject(user: TestUser, size: Size): Promise<Id> {
  const { pool } = services.database;
  const { id } = await createProject(user.ctx, { name: 'Idle' });
  const first = await createTask(user.ctx, { id, title: 'First' });
  const { open, parked, done, nested, events } = size;
  await pool.query(
    `insert into tasks (id, project_id, task_list_id, number, title, order_in_parent, status, is_completed, completed_at, blocked_reason)
    select gen_random_uuid(), $1, $2, 10 + n, 'Task ' || n, 1000000 + n,
      case when n > $3 + $4 then 'done' else 'open' end, n > $3 + $4, case when n > $3 + $4 then now() end,
      case when n > $3 and n <= $3 + $4 then $6 end
    from generate_series(1, $3::int + $4::int + $5::int) n`,
    [id, first.task_list_id, open, parked, done, PARKED_REASON],
  );
  await pool.query('update projects set last_task_number = 10 + $2 where id = $1', [id, open + parked + done]);
  await pool.query(
    `with parents as (
      select id from tasks where project_id = $1 and status = 'open' and blocked_reason is null order by number desc limit $2
    )
    insert into task_lists (id, project_id, parent_task_id, name, depth) select gen_random_uuid(), $1, id, 'Below', 1 from parents`,
    [id, nested],
  );
  const scope = `project:${id}`;
  const { rows } = await pool.query<{ seq: number }>('select seq::int from feed_heads where scope = $1', [scope]);
  const before = rows[0]?.seq ?? 0;
  await pool.query(
    `insert into feed (scope, seq, events, actor, at)
    select $1, $2::int + n, '[{"type": "note.created", "data": {}}]', '{"kind": "agent", "id": null, "name": "claude"}', $4::timestamptz - interval '1 hour'
    from generate_series(1, $3::int) n`,
    [scope, before, events, services.clock.now()],
  );
  await pool.query('update feed_heads set seq = $2 where scope = $1', [scope, before + events]);
  await pool.query('insert into timeline_heads (project_id, seq) values ($1, $2)', [id, before + events]);
  await pool.query('insert into project_days (project_id, day, events) values ($1, $2::timestamptz::date, $3)', [
    id,
    services.clock.now(),
    events,
  ]);
  expect(await findKeptFaults(pool, id)).toEqual([]);
  return id;
}

const SMALL: Size = { open: 6, parked: 1, done: 3, nested: 1, events: 10 };
const LARGE: Size = { open: 4_000, parked: 3_000, done: 3_000, nested: 1_000, events: 20_000 };

test('an idle project of 10,000 tasks costs the list about what one of 10 does', async () => {
  const [few, many] = [await addUser(services, { tier: 'pro' }), await addUser(services, { tier: 'pro' })];
  await addIdleProject(few, SMALL);
  await addIdleProject(many, LARGE);
  const compare = async (when: string) => {
    const [cheap, dear] = [await costOf(few), await costOf(many)];
    expect(cheap.statements, when).toBe(1);
    expect(cheap.pages, when).toBeGreaterThan(0);
    // An index over more rows may be a level deeper.
    expect(dear.pages, when).toBeLessThan(cheap.pages * 1.5);
  };
  await compare('without statistics, as on a new instance');
  await services.database.pool.query('analyze');
  await compare('with statistics');
  const [shown] = await listSummaries(services.database.pool, many.id, services.clock.now(), ALL);
  expect(shown).toMatchObject({ needs_you: 0, next_task: { title: 'First' }, holders: [] });
  expect(shown?.activity.at(-1)).toBeGreaterThanOrEqual(LARGE.events);
});

test('300 projects are one statement, at most at the price of 300 times one', async () => {
  const [one, all] = [await addUser(services, { tier: 'pro' }), await addUser(services, { tier: 'pro' })];
  await addIdleProject(one, SMALL);
  await services.database.pool.query(
    `with made as (
      insert into projects (id, user_id, name) select gen_random_uuid(), $1, 'Project ' || n from generate_series(1, 300) n returning id
    ), lists as (
      insert into task_lists (id, project_id, name) select gen_random_uuid(), id, 'Lane' from made returning id, project_id
    )
    insert into tasks (id, project_id, task_list_id, number, title, order_in_parent)
    select gen_random_uuid(), project_id, id, n, 'Task ' || n, n from lists cross join generate_series(1, 10) n`,
    [all.id],
  );
  const [single, list] = [await costOf(one), await costOf(all)];
  expect(list.statements).toBe(1);
  expect(list.pages).toBeLessThan(single.pages * 300);
  expect(await listSummaries(services.database.pool, all.id, services.clock.now(), ALL)).toHaveLength(300);
});
