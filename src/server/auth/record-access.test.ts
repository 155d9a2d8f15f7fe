import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Id } from '#contract/fields.ts';
import { auditLog, users } from '#server/platform/db/tables/index.ts';
import { type AuthServer, PASSWORD, read, startAuthServer } from '#test/auth-server.ts';
import { type OpenIdServer, startOpenIdServer } from '#test/openid-server.ts';

let google: OpenIdServer;
let server: AuthServer;
let email: string;
let id: Id;
let people = 0;
beforeAll(async () => {
  google = await startOpenIdServer();
  const { clientId, clientSecret, issuer } = google;
  server = await startAuthServer({
    env: { GOOGLE_CLIENT_ID: clientId, GOOGLE_CLIENT_SECRET: clientSecret, GOOGLE_ISSUER: issuer },
  });
  await server.addAccount('first@example.com');
});
afterAll(async () => {
  await server.dispose();
  await google.close();
});
beforeEach(async () => {
  people += 1;
  email = `entered-${people}@example.com`;
  id = await server.addAccount(email);
});

async function entries(action: string) {
  await server.auth.settle();
  const rows = await server.db.select().from(auditLog).where(eq(auditLog.subject, id));
  return rows.filter((row) => row.action === action);
}
const self = () => ({ actor: { kind: 'user', id, name: '' } });

test('a sign-in with a password is kept with who, how and from where', async () => {
  await server.browser('10.9.9.9').signIn(email);
  expect(await entries('sign_in.done')).toMatchObject([
    { ...self(), outcome: 'done', detail: { by: 'password', address: '10.9.9.9' }, createdAt: server.now() },
  ]);
});

test('a wrong password is kept as a failure of nobody known, and says nothing of the password', async () => {
  await server.browser('10.9.9.8').signIn(email, 'a wrong password');
  const [row, ...more] = await entries('sign_in.failed');
  expect(more).toEqual([]);
  expect(row).toMatchObject({
    actor: { kind: 'system', id: null, name: 'visitor' },
    outcome: 'failed',
    detail: { address: '10.9.9.8' },
  });
  expect(JSON.stringify(row)).not.toContain('a wrong password');
});

test('an address without an account leaves no trace', async () => {
  const before = await server.db.select().from(auditLog);
  await server.browser().signIn('nobody-here@example.com', 'a wrong password');
  await server.auth.settle();
  expect(await server.db.select().from(auditLog)).toHaveLength(before.length);
});

test('who fails again and again is kept until the account is closed', async () => {
  for (let number = 0; number < 14; number += 1) await server.browser().signIn(email, 'a wrong password');
  expect(await entries('sign_in.failed')).toHaveLength(10);
});

test('a wrong current password is kept too', async () => {
  const visitor = server.browser();
  await visitor.signIn(email);
  await visitor.post('change-password', { currentPassword: 'not it at all', newPassword: 'uncommon enough' });
  expect(await entries('password.refused')).toMatchObject([{ outcome: 'failed' }]);
});

test('a link that was mailed is kept, one that was not is not', async () => {
  await server.browser().post('request-password-reset', { email });
  await server.browser().post('request-password-reset', { email });
  expect(await entries('password.link_sent')).toMatchObject([{ actor: { kind: 'system', name: 'visitor' } }]);
});

test('a confirmed address is kept', async () => {
  expect(await entries('email.confirmed')).toMatchObject([self()]);
});

test('Google is kept when it is linked, and at every sign-in with it', async () => {
  google.person = { sub: `subject-of-${id}`, email, email_verified: true, name: 'Grace' };
  for (let number = 0; number < 2; number += 1) {
    const visitor = server.browser();
    const { body } = await visitor.post('sign-in/social', { provider: 'google' });
    const response = await fetch(String(read(body, 'url')), { redirect: 'manual' });
    await visitor.open(new URL(response.headers.get('location') ?? ''));
  }
  expect(await entries('google.linked')).toMatchObject([self()]);
  expect(await entries('sign_in.done')).toMatchObject([{ detail: { by: 'google' } }, { detail: { by: 'google' } }]);
});

test('what is kept outlives the account without its name or address', async () => {
  const visitor = server.browser();
  await visitor.signIn(email);
  expect(await visitor.call('DELETE', '/api/me', { confirm: email, password: PASSWORD })).toMatchObject({
    status: 200,
  });
  const rows = await server.db.select().from(auditLog).where(eq(auditLog.subject, id));
  expect(rows.length).toBeGreaterThan(1);
  expect(JSON.stringify(rows)).not.toContain(email);
  expect(await server.db.select().from(users).where(eq(users.id, id))).toEqual([]);
});

test('who signs in again and again fills no log, and the next hour is kept again', async () => {
  const visitor = server.browser();
  for (let number = 0; number < 22; number += 1) await visitor.signIn(email);
  expect(await entries('sign_in.done')).toHaveLength(20);
  server.clock.advance(3_600_000);
  await visitor.signIn(email);
  expect(await entries('sign_in.done')).toHaveLength(21);
});
