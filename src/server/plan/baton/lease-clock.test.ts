import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Context } from '#server/platform/context.ts';
import { createProject } from '#server/projects/index.ts';
import { type TestUser, addUser } from '#test/builders.ts';
import { type TestServices, openTestServices } from '#test/harness.ts';
import { createTask } from '../tree/create-task.ts';
import { claimNext, claimTask } from './claim-task.ts';
import { finishTask } from './finish-task.ts';

const HOUR = 3_600_000;

let services: TestServices;
let user: TestUser;
beforeAll(async () => {
  services = await openTestServices();
  user = await addUser(services);
});
afterAll(() => services.dispose());

/** An agent at a server with clock skew; the database functions use the database's clock. */
const at = (
  name: string,
  projectId: NonNullable<Extract<Context['actor'], { kind: 'agent' }>['projectId']>,
  ahead: number,
) => ({
  ...services.contextFor({ kind: 'agent', userId: user.id, projectId, name }),
  now: () => new Date(Date.now() + ahead),
  databaseTime: () => null,
});

test('a lease that is taken at a server an hour behind is not over at once, and one an hour ahead ends none early', async () => {
  const { id } = await createProject(user.ctx, { name: 'Two clocks' });
  const task = await createTask(user.ctx, { id, title: 'Keel' });
  const behind = at('claude', id, -HOUR);
  const taken = await claimNext(behind, { id });
  const left = Date.parse(taken?.baton.expires_at ?? '') - Date.now();
  // About half an hour; a slow machine may have taken minutes.
  expect(left).toBeGreaterThan(HOUR / 4);
  expect(left).toBeLessThanOrEqual(HOUR / 2);
  const finishing = { id: task.id, baton: taken?.token ?? '', outcome: 'done', summary: 'The keel is laid.' } as const;
  const ahead = at('claude', id, HOUR);
  expect((await finishTask(ahead, finishing)).task.status).toBe('done');
  await expect(claimTask(behind, { id: task.id })).rejects.toMatchObject({ type: 'CONFLICT' });
});
