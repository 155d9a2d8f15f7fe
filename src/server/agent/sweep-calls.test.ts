import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemContext } from '#server/platform/context.ts';
import { newId } from '#server/platform/id.ts';
import { addUser } from '#test/builders.ts';
import { type TestServices, openTestServices } from '#test/harness.ts';
import { sweepCalls } from './sweep-calls.ts';

let services: TestServices;
beforeAll(async () => {
  services = await openTestServices();
});
afterAll(() => services.dispose());

test('calls go after a quarter, strangers’ after a day, and what still counts stays', async () => {
  const { id: userId } = await addUser(services);
  const ago = (days: number) => new Date(services.now().getTime() - days * 86_400_000);
  const call = (command: string, by: string | null, at: Date) =>
    services.database.pool.query(
      `insert into mcp_logs (id, user_id, command, status_code, response_time_ms, agent, bytes_out, inserted_at)
       values ($1, $2, $3, 200, 1, 'codex', 1, $4)`,
      [newId(), by, command, at],
    );
  await call('kept', userId, ago(89));
  await call('old', userId, ago(91));
  await call('stranger today', null, ago(0.5));
  await call('stranger', null, ago(2));
  const spent = `insert into agent_allowances (user_id, hour, minute) values ($1, $2, $3)`;
  await services.database.pool.query(spent, [userId, ago(-0.01), ago(1)]);
  await services.database.pool.query(spent, [newId(), ago(1), ago(1)]);
  await sweepCalls(systemContext(services, 'test'));
  const { rows: calls } = await services.database.pool.query('select command from mcp_logs order by command');
  expect(calls).toEqual([{ command: 'kept' }, { command: 'stranger today' }]);
  const { rows: allowances } = await services.database.pool.query('select user_id from agent_allowances');
  expect(allowances).toEqual([{ user_id: userId }]);
});
