import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemContext } from '#server/platform/context.ts';
import { newId } from '#server/platform/id.ts';
import { createProject } from '#server/projects/index.ts';
import { addUser } from '#test/builders.ts';
import { type TestServices, openTestServices } from '#test/harness.ts';
import { sweepCalls } from './sweep-calls.ts';

let services: TestServices;
beforeAll(async () => {
  services = await openTestServices();
});
afterAll(() => services.dispose());

test('allowances that are whole again go, and what still counts stays', async () => {
  const { id: userId } = await addUser(services);
  const ago = (days: number) => new Date(services.now().getTime() - days * 86_400_000);
  const spent = `insert into agent_allowances (user_id, hour, minute) values ($1, $2, $3)`;
  await services.database.pool.query(spent, [userId, ago(-0.01), ago(1)]);
  await services.database.pool.query(spent, [newId(), ago(1), ago(1)]);
  await sweepCalls(systemContext(services, 'test'));
  const { rows: allowances } = await services.database.pool.query('select user_id from agent_allowances');
  expect(allowances).toEqual([{ user_id: userId }]);
});

test('of agents that call themselves something else every time the latest 200 of a project are kept', async () => {
  const user = await addUser(services);
  const { id } = await createProject(user.ctx, { name: 'Crowded' });
  await services.database.pool.query(
    `insert into agent_sightings (project_id, agent, last_call_at)
     select $1, 'agent ' || n, $2::timestamptz - n * interval '1 minute' from generate_series(1, 230) n`,
    [id, services.now()],
  );
  await sweepCalls(systemContext(services, 'test'));
  const { rows } = await services.database.pool.query<{ n: number; oldest: Date }>(
    'select count(*)::int as n, min(last_call_at) as oldest from agent_sightings where project_id = $1',
    [id],
  );
  expect(rows).toEqual([{ n: 200, oldest: new Date(services.now().getTime() - 200 * 60_000) }]);
});

test('of batons that were lost again and again the latest 200 of a project are kept to be told', async () => {
  const user = await addUser(services);
  const { id } = await createProject(user.ctx, { name: 'Taken over' });
  await services.database.pool.query(
    `insert into baton_losses (project_id, holder_key, client_key, fence, task_number, by, reason, created_at)
     select $1, 'x', 'x', n, 1, 'x', 'x', $2 from generate_series(1, 230) n`,
    [id, services.now()],
  );
  await sweepCalls(systemContext(services, 'test'));
  const { rows } = await services.database.pool.query(
    'select count(*)::int as n, min(fence)::int as first from baton_losses where project_id = $1',
    [id],
  );
  expect(rows).toEqual([{ n: 200, first: 31 }]);
});
