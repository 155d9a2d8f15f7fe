import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { AccountActivity } from '#contract/account-activity.ts';
import type { NamedKey } from '#contract/named-keys.ts';
import type { Id } from '#contract/fields.ts';
import { addUser } from '#test/builders.ts';
import { type AuthServer, PASSWORD, type Browser, read, startAuthServer } from '#test/auth-server.ts';
import { recordNewAddress } from './record-access.ts';
import { resetUserApiKey } from './reset-user-api-key.ts';

let server: AuthServer;
let id: Id;
let email: string;
let mine: Browser;
let people = 0;
beforeAll(async () => {
  server = await startAuthServer();
  await server.addAccount('first@example.com');
});
afterAll(() => server.dispose());
beforeEach(async () => {
  people += 1;
  email = `active-${people}@example.com`;
  id = await server.addAccount(email);
  mine = server.browser('10.1.1.1');
  await mine.signIn(email);
});

async function activity(query = ''): Promise<AccountActivity[]> {
  await server.auth.settle();
  return read((await mine.call('GET', `/api/me/activity${query}`)).body, 'data') as AccountActivity[];
}

test('a sign-in says when, how, from where and with which browser', async () => {
  const [latest] = await activity();
  expect(latest).toMatchObject({
    action: 'sign_in.done',
    outcome: 'done',
    by: 'owner',
    method: 'password',
    address: '10.1.1.1',
    user_agent: 'test browser',
    at: server.now().toISOString(),
  });
});

test('a wrong password is somebody’s failure', async () => {
  await server.browser('10.9.9.9').signIn(email, 'a wrong password');
  expect((await activity()).find(({ action }) => action === 'sign_in.failed')).toMatchObject({
    outcome: 'failed',
    by: 'somebody',
    address: '10.9.9.9',
  });
});

test('keys, passwords and sessions that end are there, with what they are about', async () => {
  const key = read((await mine.call('POST', '/api/me/keys', { name: 'CI' })).body, 'data') as NamedKey;
  await mine.call('POST', `/api/me/keys/${key.id}/rotate`);
  await mine.call('DELETE', `/api/me/keys/${key.id}`);
  const other = server.browser();
  await other.signIn(email);
  const sessions = read((await mine.call('GET', '/api/me/sessions')).body, 'data') as { id: Id; current: boolean }[];
  await mine.call('DELETE', `/api/me/sessions/${sessions.find(({ current }) => !current)?.id}`);
  await mine.post('change-password', { currentPassword: PASSWORD, newPassword: 'another long one' });
  const seen = (await activity()).map(({ action, about }) => [action, about]);
  for (const line of [
    ['api_key.generated', 'CI'],
    ['api_key.regenerated', 'CI'],
    ['api_key.revoked', 'CI'],
    ['session.ended', null],
    ['password.changed', null],
  ])
    expect(seen).toContainEqual(line);
});

test('what an administrator did says so', async () => {
  await mine.call('POST', '/api/auth/api-key');
  const admin = await addUser(server, { isAdmin: true });
  await resetUserApiKey(admin.ctx, { id });
  expect((await activity()).find(({ action }) => action === 'api_key.reset')).toMatchObject({ by: 'administrator' });
});

test('a key is told once for each address it is used from', async () => {
  const use = { userId: id, keyId: id, key: 'CI', agent: 'codex' };
  for (const address of ['10.2.2.2', '10.3.3.3', '10.2.2.2']) await recordNewAddress(server, { ...use, address });
  const told = (await activity()).filter(({ action }) => action === 'api_key.used');
  expect(told.map(({ about, address }) => `${about} ${address}`).toSorted()).toEqual(['CI 10.2.2.2', 'CI 10.3.3.3']);
});

test('it is read page by page, and nobody reads another’s', async () => {
  await mine.call('POST', '/api/auth/api-key');
  const all = await activity();
  const first = await activity('?limit=1');
  const rest = await activity(`?cursor=${first[0]?.id}`);
  expect([...first, ...rest]).toEqual(all);
  const stranger = server.browser();
  const theirs = `stranger-${people}@example.com`;
  await server.addAccount(theirs);
  await stranger.signIn(theirs);
  const seen = read((await stranger.call('GET', '/api/me/activity')).body, 'data') as AccountActivity[];
  const own = new Set(all.map((entry) => entry.id));
  expect(seen.filter((entry) => own.has(entry.id))).toEqual([]);
  const after = await stranger.call('GET', `/api/me/activity?cursor=${all[0]?.id}`);
  expect(read(after.body, 'data')).toEqual([]);
});
