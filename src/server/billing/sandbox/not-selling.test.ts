import { afterAll, beforeAll, expect, test } from 'vitest';
import type { InstanceInfo } from '#contract/instance.ts';
import { type TestServer, startTestServer } from '#test/harness.ts';
import { addCustomer, goToTime, sendForm } from '#test/sandbox-customer.ts';

let local: TestServer;
/** A second server on the same database, with sales disabled. */
let closed: TestServer;
beforeAll(async () => {
  local = await startTestServer();
  closed = await startTestServer({ databaseUrl: local.databaseUrl, env: { BATON_SANDBOX_PAYMENTS: 'off' } });
});
afterAll(async () => {
  await closed.dispose();
  await local.dispose();
});

const offerOf = async (server: TestServer) =>
  (await server.http.inject({ url: '/api/instance', headers: { host: 'baton.example' } })).json<{
    data: InstanceInfo;
  }>().data.offer;

async function offerAt(env: Record<string, string>) {
  const server = await startTestServer({ databaseUrl: local.databaseUrl, env });
  try {
    return await offerOf(server);
  } finally {
    await server.dispose();
  }
}

test('at a public address nothing is offered, and a checkout is refused with a sentence', async () => {
  expect(await offerOf(local)).toMatchObject({ provider: 'sandbox' });
  expect(await offerAt({ BATON_URL: 'https://baton.example' })).toBeNull();
  const customer = await addCustomer(closed);
  expect((await customer.current()).offer).toBeNull();
  const answer = await customer.call('POST', '/api/subscriptions/checkout', {});
  expect(answer.statusCode).toBe(409);
  expect(answer.json()).toMatchObject({
    errorType: 'CONFLICT',
    errorCode: 'PAYMENT_NOT_SET_UP',
    error: 'Payment is not set up on this instance, so Pro cannot be bought. Ask its administrator.',
  });
});

test('a checkout that is open from before is not approved there', async () => {
  const customer = await addCustomer(local);
  goToTime(closed, local.now().toISOString());
  const path = await customer.checkout();
  const answer = await sendForm(closed, path, { action: 'approve' });
  expect([answer.statusCode, answer.body.includes('Payment is not set up')]).toEqual([409, true]);
  expect((await customer.current()).tier.tier_name).toBe('free');
});

test('what was given away before is not renewed there, and ends with its month', async () => {
  const customer = await addCustomer(local);
  goToTime(local, '2024-01-31T10:00:00Z');
  await customer.subscribe();
  goToTime(closed, '2024-03-04T10:00:00Z');
  goToTime(local, '2024-03-04T10:00:00Z');
  await closed.app.tend();
  expect(await customer.current()).toMatchObject({ tier: { tier_name: 'free' }, subscription: { renews: true } });
});

test('switched on by name it sells anywhere', async () => {
  const env = { BATON_URL: 'https://baton.example', BATON_SANDBOX_PAYMENTS: 'on' };
  expect(await offerAt(env)).toMatchObject({ provider: 'sandbox' });
});
