import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Id } from '#contract/fields.ts';
import { createProject } from '#server/projects/index.ts';
import { type TestUser, addUser, raiseProjectLimit } from '#test/builders.ts';
import { findKeptFaults } from '#test/find-kept-faults.ts';
import { type TestServices, openTestServices } from '#test/harness.ts';
import { createTask } from '../tree/create-task.ts';

let services: TestServices;
let user: TestUser;

beforeAll(async () => {
  services = await openTestServices();
  await raiseProjectLimit(services);
  user = await addUser(services);
});
afterAll(() => services.dispose());

const IN_FRONT = {
  'blocked ones': `'open', false, null, 'No wood.'`,
  'finished ones': `'done', true, now(), null`,
} as const;

/** A plan whose first tasks cannot be claimed, followed by ready ones. */
async function makePlan(inFront: number, kind: keyof typeof IN_FRONT): Promise<Id> {
  const { id: projectId } = await createProject(user.ctx, { name: 'Long way' });
  const first = await createTask(user.ctx, { id: projectId, title: 'First' });
  await services.database.pool.query('update tasks set order_in_parent = 1000000 where id = $1', [first.id]);
  await services.database.pool.query(
    `insert into tasks (id, project_id, task_list_id, number, title, order_in_parent, status, is_completed, completed_at, blocked_reason)
     select gen_random_uuid(), $1, $2, 10 + n, 'In front', n, ${IN_FRONT[kind]} from generate_series(1, $3::int) n`,
    [projectId, first.task_list_id, inFront],
  );
  await services.database.pool.query('update projects set last_task_number = 10 + $2 where id = $1', [
    projectId,
    inFront,
  ]);
  expect(await findKeptFaults(services.database.pool, projectId)).toEqual([]);
  return projectId;
}

/** Buffer pages a statement reads: unlike time, the same on every machine. */
async function pagesOf(projectId: Id, statement: string, values: unknown[] = []): Promise<number> {
  const client = await services.database.pool.connect();
  try {
    await client.query('begin');
    const { rows } = await client.query<{ 'QUERY PLAN': { Plan: Record<string, number> }[] }>(
      `explain (analyze, buffers, format json) ${statement}`,
      [projectId, ...values],
    );
    const plan = rows[0]?.['QUERY PLAN'][0]?.Plan ?? {};
    return (plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0);
  } finally {
    await client.query('rollback');
    client.release();
  }
}

const CLAIM = `select * from claim_usual($1, $2, null, null, '{}', '{"kind": "agent", "name": "claude"}', 'key', 'key', 'secret', now())`;

test.each(['blocked ones', 'finished ones'] as const)(
  'a claim costs the same with 5,000 %s in front as with 50',
  async (kind) => {
    const [few, many] = [await makePlan(50, kind), await makePlan(5_000, kind)];
    // Warms the session's catalogue caches.
    for (const projectId of [few, many]) await pagesOf(projectId, CLAIM, [user.id]);
    const [cheap, dear] = [await pagesOf(few, CLAIM, [user.id]), await pagesOf(many, CLAIM, [user.id])];
    expect(cheap).toBeGreaterThan(0);
    // An index over more rows may be a level deeper.
    expect(dear).toBeLessThan(cheap * 1.3);
  },
);

const BRIEF = 'select read_brief($1, $2, $3, null, 30, 20)';

/** Tables are never analysed here, as on a new instance: the query plan must not depend on statistics. */
test('a brief costs the same with 5,000 notes in its project as with 50', async () => {
  const costOf = async (notes: number) => {
    const projectId = await makePlan(50, 'blocked ones');
    const { rows } = await services.database.pool.query<{ id: Id }>(
      'select id from tasks where project_id = $1 order by number desc limit 2',
      [projectId],
    );
    const [task, other] = rows;
    if (task === undefined || other === undefined) throw new Error('the plan has no two tasks');
    await services.database.pool.query(
      `insert into notes (id, project_id, task_id, type, body, author)
       select gen_random_uuid(), $1, case n when 1 then $2::uuid else $3::uuid end, 'PROGRESS', 'Wet.', '{}' from generate_series(1, $4::int) n`,
      [projectId, task.id, other.id, notes],
    );
    await pagesOf(projectId, BRIEF, [user.id, task.id]);
    return pagesOf(projectId, BRIEF, [user.id, task.id]);
  };
  const [cheap, dear] = [await costOf(50), await costOf(5_000)];
  expect(cheap).toBeGreaterThan(0);
  expect(dear).toBeLessThan(cheap * 1.3);
});

test('a task is found by its number at the same cost among 5,000 as among 50', async () => {
  const find = 'select id from tasks where project_id = $1 and number = 30 and deleted_at is null';
  const [few, many] = [await makePlan(50, 'blocked ones'), await makePlan(5_000, 'blocked ones')];
  for (const projectId of [few, many]) await pagesOf(projectId, find);
  expect(await pagesOf(many, find)).toBeLessThan((await pagesOf(few, find)) * 2);
});
