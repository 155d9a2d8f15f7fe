import { expect, test } from 'vitest';
import type { Id } from '#contract/fields.ts';
import { claimTask, createTask } from '#server/plan/index.ts';
import { addUser } from '#test/builders.ts';
import { countStatements } from '#test/count-statements.ts';
import { type NewProject, withNewProject } from '#test/new-project.ts';
import { createHolderHeartbeats } from './holder-heartbeats.ts';

let { services, user, projectId } = {} as NewProject;
withNewProject((given) => ({ services, user, projectId } = given));

const agent = (name: string, userId = user.id) => services.contextFor({ kind: 'agent', userId, projectId: null, name });
const call = (name: string, of: Id | null = projectId) => ({ ctx: agent(name), projectId: of });
async function batons() {
  const { rows } = await services.database.pool.query<{ calls: number; at: Date; expires: Date }>(
    'select call_count as calls, last_call_at as at, expires_at as expires from batons where project_id = $1',
    [projectId],
  );
  return rows;
}

test('a burst of calls is written down once, the rest within ten seconds, and nothing is lost when the server stops', async () => {
  const { id } = await createTask(user.ctx, { id: projectId, title: 'Keel' });
  const { baton } = await claimTask(agent('claude'), { id });
  const holders = createHolderHeartbeats(services);
  services.clock.advance(1_000);
  await holders.add([call('claude'), call('claude')]);
  expect(await batons()).toMatchObject([{ calls: 3, at: services.now(), expires: new Date(baton.expires_at) }]);
  const written = services.now();

  const watched = countStatements(services.database.pool);
  for (let n = 0; n < 18; n += 1) {
    services.clock.advance(500);
    await holders.add([call('claude')]);
  }
  expect(watched.stop(), 'nothing for nine seconds').toEqual([]);
  expect(await batons()).toMatchObject([{ calls: 3, at: written }]);
  services.clock.advance(1_000);
  await holders.add([call('claude')]);
  expect(await batons()).toMatchObject([{ calls: 22, at: services.now() }]);

  services.clock.advance(2_000);
  await holders.add([call('claude')]);
  await holders.close();
  expect(await batons()).toMatchObject([{ calls: 23, at: services.now() }]);
});

test('a clock that is set back does not keep calls waiting', async () => {
  const { id } = await createTask(user.ctx, { id: projectId, title: 'Keel' });
  await claimTask(agent('claude'), { id });
  const holders = createHolderHeartbeats(services);
  await holders.add([call('claude')]);
  services.clock.advance(-3_600_000);
  await holders.add([call('claude')]);
  expect(await batons()).toMatchObject([{ calls: 3 }]);
  services.clock.advance(3_600_000);
  await holders.close();
});

test('people, strangers, other agents and calls without a project renew nothing', async () => {
  const { id } = await createTask(user.ctx, { id: projectId, title: 'Keel' });
  await claimTask(agent('claude'), { id });
  const stranger = await addUser(services);
  const holders = createHolderHeartbeats(services);
  await holders.add([
    { ctx: user.ctx, projectId },
    { ctx: agent('claude', stranger.id), projectId },
    call('codex'),
    call('claude', null),
  ]);
  await holders.close();
  expect(await batons()).toMatchObject([{ calls: 1 }]);
});
