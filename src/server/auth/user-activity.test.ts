import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { userActivity } from '#server/platform/db/tables/index.ts';
import { addUser, tokenFor } from '#test/builders.ts';
import { type TestServer, startTestServer } from '#test/harness.ts';
import { userActivityOf } from './user-activity.ts';
import { PATIENT } from '#test/patience.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.dispose());

test('a browser’s call is noted, an account’s at most once a minute', async () => {
  const user = await addUser(server);
  const authorization = `Bearer ${await tokenFor(server, user)}`;
  const lastActive = async () => {
    server.bus.tellHere('principal', user.id);
    await server.http.inject({ url: '/api/me', headers: { authorization } });
    await userActivityOf(server).flush();
    const [row] = await server.db.select().from(userActivity).where(eq(userActivity.userId, user.id));
    return row?.lastActiveAt;
  };
  const first = server.now();
  expect(await lastActive()).toEqual(first);
  server.clock.advance(59_000);
  expect(await lastActive()).toEqual(first);
  server.clock.advance(1_000);
  expect(await lastActive()).toEqual(server.now());
});

test('who has just come is noted without a wait, and later calls wait for others', async () => {
  const user = await addUser(server);
  const rows = async () =>
    (await server.db.select().from(userActivity).where(eq(userActivity.userId, user.id))).map(
      ({ lastActiveAt }) => lastActiveAt,
    );
  const first = server.now();
  userActivityOf(server).note(user.id);
  await vi.waitFor(async () => expect(await rows()).toEqual([first]), PATIENT);
  server.clock.advance(60_000);
  userActivityOf(server).note(user.id);
  expect(await rows()).toEqual([first]);
  await userActivityOf(server).flush();
  expect(await rows()).toEqual([server.now()]);
});

test('whoever is gone meanwhile keeps nobody else from being noted', async () => {
  const [gone, here] = [await addUser(server), await addUser(server)];
  userActivityOf(server).note(gone.id);
  userActivityOf(server).note(here.id);
  await server.database.pool.query('delete from users where id = $1', [gone.id]);
  await userActivityOf(server).flush();
  const { rows } = await server.database.pool.query('select user_id from user_activity where user_id = any ($1)', [
    [gone.id, here.id],
  ]);
  expect(rows).toEqual([{ user_id: here.id }]);
});
