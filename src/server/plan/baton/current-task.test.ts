import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Id } from '#contract/fields.ts';
import { generateApiKey } from '#server/auth/index.ts';
import { createProject } from '#server/projects/index.ts';
import { addUser, raiseProjectLimit } from '#test/builders.ts';
import { countLockWaits } from '#test/count-lock-waits.ts';
import { type TestServices, openTestServices } from '#test/harness.ts';
import { claimTask } from './claim-task.ts';
import { createTask } from '../tree/create-task.ts';

let services: TestServices;
const clients: pg.Client[] = [];

beforeAll(async () => {
  services = await openTestServices();
  await raiseProjectLimit(services);
});
afterAll(async () => {
  await Promise.all(clients.map((client) => client.end()));
  await services.dispose();
});

async function connect(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: services.databaseUrl });
  clients.push(client);
  await client.connect();
  return client;
}

test('a key whose batons of two projects are given back at once is left with none', async () => {
  const user = await addUser(services);
  await generateApiKey(user.ctx);
  const hold = async (): Promise<Id> => {
    const { id: projectId } = await createProject(user.ctx, { name: 'Held in' });
    const { id } = await createTask(user.ctx, { id: projectId, title: 'Keel' });
    await claimTask(services.contextFor({ kind: 'agent', userId: user.id, projectId, name: 'claude' }), { id });
    services.clock.advance(1_000);
    return id;
  };
  const [older, newer] = [await hold(), await hold()];
  const [first, second, watcher] = [await connect(), await connect(), await connect()];
  const giveBack = (client: pg.Client, task: Id) => client.query('delete from batons where task_id = $1', [task]);

  await first.query('begin');
  await giveBack(first, older);
  await second.query('begin');
  let isBack = false;
  const back = giveBack(second, newer).then(() => {
    isBack = true;
  });
  // Whether or not it waits for the first, the first ends next.
  await expect
    .poll(async () => isBack || (await countLockWaits(watcher)) > 0, { timeout: 60_000, interval: 20 })
    .toBe(true);
  await first.query('commit');
  await back;
  await second.query('commit');

  const { rows } = await watcher.query('select users_api_key.current_task_id from users_api_key where user_id = $1', [
    user.id,
  ]);
  expect(rows).toEqual([{ current_task_id: null }]);
});
