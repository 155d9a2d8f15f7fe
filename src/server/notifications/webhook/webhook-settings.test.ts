import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { Id } from '#contract/fields.ts';
import type { NotificationChoice, Webhook, WebhookAnswer, WebhookDelivery } from '#contract/notifications.ts';
import { AccountExport } from '#contract/transfer.ts';
import { writeBackup } from '#server/platform/backup/index.ts';
import { createProject } from '#server/projects/index.ts';
import { type TestUser, addUser, raiseProjectLimit, tokenFor } from '#test/builders.ts';
import { type TestServer, startTestServer } from '#test/harness.ts';
import { PATIENT } from '#test/patience.ts';
import { startReceiver } from '#test/webhook-receiver.ts';

let server: TestServer;
let owner: TestUser;
let id: Id;
/** Everything the server answered, to look for what must not be in it. */
const answers: string[] = [];
beforeAll(async () => {
  server = await startTestServer();
  await raiseProjectLimit(server);
  owner = await addUser(server);
});
afterAll(() => server.dispose());
beforeEach(async () => {
  id = (await createProject(owner.ctx, { name: 'Harbor' })).id;
});

type Method = 'GET' | 'PUT' | 'POST' | 'DELETE';
async function call<T>(method: Method, path: string, payload?: object) {
  const headers = { authorization: `Bearer ${await tokenFor(server, owner)}` };
  const url = `/api/projects/${id}${path}`;
  const answer = await server.http.inject({ method, url, headers, ...(payload && { payload }) });
  answers.push(answer.body);
  const body = answer.json<{ data: T; error?: string }>();
  return { status: answer.statusCode, ...body };
}
const WANTED = { address: 'https://hooks.example/baton', format: 'json', kinds: ['needs_you'], enabled: true };
const save = (fields: object = {}) =>
  call<{ webhook: Webhook; secret: string | null }>('PUT', '/webhook', { ...WANTED, ...fields });
const allowPrivate = (isAllowed: boolean) =>
  server.database.pool
    .query('update system_settings set private_webhooks = $1', [isAllowed])
    .then(() => server.bus.tellHere('settings', 'saved'));

test('by default only what needs a person is mailed, and what is switched stays', async () => {
  const off = { needs_you: false, agent_stopped: false, plan_finished: false, run_ended: false };
  const first = await call<NotificationChoice>('GET', '/notifications');
  expect(first.data).toEqual({ email: { ...off, needs_you: true }, browser: off, sends_mail: false });
  await call('PUT', '/notifications', { email: { needs_you: false }, browser: { run_ended: true } });
  const second = await call<NotificationChoice>('PUT', '/notifications', { email: { plan_finished: true } });
  expect(second.data).toEqual({
    email: { ...off, plan_finished: true },
    browser: { ...off, run_ended: true },
    sends_mail: false,
  });
  expect((await call('PUT', '/notifications', { email: { sms: true } })).status).toBe(400);
});

test('the export of an account has the switches and the webhook of each project, and nothing of the secret', async () => {
  const off = { needs_you: false, agent_stopped: false, plan_finished: false, run_ended: false };
  const quiet = id;
  id = (await createProject(owner.ctx, { name: 'Jetty' })).id;
  await call('PUT', '/notifications', { email: { plan_finished: true }, browser: { needs_you: true } });
  const { data: made } = await save({ kinds: ['agent_stopped'] });
  const headers = { authorization: `Bearer ${await tokenFor(server, owner)}` };
  const answer = await server.http.inject({ method: 'GET', url: '/api/me/export', headers });
  const { notifications } = AccountExport.parse(answer.json<{ data: unknown }>().data);
  const of = (project: Id) => notifications.find(({ project_id }) => project_id === project);
  expect(of(quiet)).toEqual({ project_id: quiet, email: { ...off, needs_you: true }, browser: off, webhook: null });
  expect(of(id)).toMatchObject({
    email: { ...off, needs_you: true, plan_finished: true },
    browser: { ...off, needs_you: true },
    webhook: { address: 'https://hooks.example/baton', format: 'json', kinds: ['agent_stopped'], enabled: true },
  });
  expect(answer.body).not.toContain(made.secret);
  expect(answer.body, 'not even its end').not.toContain(`"${made.webhook.secret_end}"`);
});

test('the secret is answered when it is made and when it is replaced, and never again', async () => {
  const lines: string[] = [];
  const written = vi.spyOn(process.stdout, 'write').mockImplementation((line) => lines.push(String(line)) > 0);
  const made = await save();
  const { secret } = made.data;
  expect(secret).toMatch(/^whsec_[\w-]{43}$/);
  expect(made.data.webhook).toMatchObject({ ...WANTED, secret_end: secret?.slice(-4), failing: false });
  answers.length = 0;
  expect((await save({ format: 'slack' })).data.secret).toBeNull();
  await call<WebhookAnswer>('GET', '/webhook');
  await call('GET', '/webhook/deliveries');
  await call('POST', '/webhook/test');
  await call('GET', '/export?format=json');
  const backup = gunzipSync(await buffer(writeBackup(server.database.pool, server.now()))).toString();
  written.mockRestore();
  for (const text of [...answers, ...lines, backup]) expect(text.includes(secret ?? '-')).toBe(false);
  expect(backup).toContain('sealed.v1.');

  const replaced = await call<{ webhook: Webhook; secret: string }>('POST', '/webhook/secret');
  expect(replaced.data.secret).toMatch(/^whsec_/);
  expect(replaced.data.secret).not.toBe(secret);
  expect((await call<WebhookAnswer>('GET', '/webhook')).data.webhook?.secret_end).toBe(replaced.data.secret.slice(-4));
});

test.each([
  ['http://hooks.example/', 'The address must begin with https://.'],
  ['ftp://hooks.example/', 'Enter an address that begins with https://.'],
  ['hooks.example', 'Enter an address that begins with https://.'],
  ['https://user:pass@hooks.example/', 'Leave the user name and password out of the address.'],
  ['https://localhost/', 'The address must be public.'],
  ['https://127.0.0.1/', 'The address must be public.'],
  ['https://[::1]/', 'The address must be public.'],
  ['https://2130706433/', 'The address must be public.'],
  ['https://169.254.169.254/latest', 'The address must be public.'],
  ['https://[64:ff9b::7f00:1]/', 'The address must be public.'],
])('%s is refused as an address', async (address, message) => {
  const { status, error } = await save({ address });
  expect([status, error?.startsWith(message)]).toEqual([400, true]);
});

test('private addresses are taken where the administrator allows them, those of metadata services never', async () => {
  await allowPrivate(true);
  try {
    expect((await call<WebhookAnswer>('GET', '/webhook')).data).toEqual({ webhook: null, allows_private: true });
    expect((await save({ address: 'http://10.0.0.1:8080/hook#part' })).data.webhook.address).toBe(
      'http://10.0.0.1:8080/hook',
    );
    expect((await save({ address: 'http://169.254.169.254/' })).status).toBe(400);
  } finally {
    await allowPrivate(false);
  }
});

test('a test is sent at once and once, also while the webhook is off, and can be sent again', async () => {
  await allowPrivate(true);
  const receiver = await startReceiver();
  try {
    await save({ address: receiver.url, enabled: false });
    receiver.reactions.push((response) => response.writeHead(500).end());
    expect((await call<WebhookDelivery>('POST', '/webhook/test')).data).toMatchObject({ type: 'test', tries_max: 1 });
    const newest = async () => (await call<WebhookDelivery[]>('GET', '/webhook/deliveries')).data[0];
    await vi.waitFor(async () => expect(await newest()).toMatchObject({ state: 'failed', status: 500 }), PATIENT);
    const failed = await newest();
    const again = await call('POST', `/webhook/deliveries/${failed?.id}/resend`);
    expect(again.status).toBe(200);
    await vi.waitFor(async () => expect(await newest()).toMatchObject({ state: 'delivered', id: failed?.id }), PATIENT);
    expect(receiver.received.map(({ body }) => JSON.parse(body) as unknown)).toMatchObject([
      { type: 'test', id: failed?.id },
      { type: 'test', id: failed?.id },
    ]);
  } finally {
    await receiver.close();
    await allowPrivate(false);
  }
});

test('switched off, what waits is dropped; removed, its deliveries go', async () => {
  await save();
  await server.database.pool.query(
    `insert into webhook_deliveries (id, project_id, seq, kind, told, at, next_at)
     values (gen_random_uuid(), $1, 1, 'asked', '{}', now(), now() + interval '1 hour')`,
    [id],
  );
  await save({ enabled: false });
  expect((await call<WebhookDelivery[]>('GET', '/webhook/deliveries')).data).toMatchObject([
    { state: 'dropped', next_at: null, error: 'The webhook was switched off before this was sent.' },
  ]);
  expect((await call('DELETE', '/webhook')).status).toBe(200);
  expect((await call<WebhookAnswer>('GET', '/webhook')).data.webhook).toBeNull();
  expect((await call<WebhookDelivery[]>('GET', '/webhook/deliveries')).data).toEqual([]);
  expect((await call('POST', '/webhook/test')).status).toBe(404);
});

test('the webhook of a read-only project cannot be changed, but removed', async () => {
  await save();
  await server.database.pool.query(`update projects set status = 'archived' where id = $1`, [id]);
  expect((await save({ enabled: false })).status).toBe(409);
  expect((await call('DELETE', '/webhook')).status).toBe(200);
});
