import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestServer, startTestServer } from '#test/harness.ts';
import { type Customer, addCustomer, goToTime, sendForm } from '#test/sandbox-customer.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.dispose());

/** The customer's plan in short. */
async function standing(customer: Customer) {
  const { tier, subscription, limits } = await customer.current();
  return {
    tier: tier.tier_name,
    status: subscription?.status ?? null,
    ends: subscription?.ends_at?.slice(0, 10) ?? null,
    projects: limits.max_projects,
  };
}

/** A customer who subscribed on 31 January of a leap year at ten. */
async function subscribed(): Promise<Customer> {
  const customer = await addCustomer(server);
  goToTime(server, '2024-01-31T10:00:00Z');
  await customer.subscribe();
  return customer;
}

async function at(time: string): Promise<void> {
  goToTime(server, time);
  await server.app.tend();
}

const PRO = { tier: 'pro', projects: 5 };
const FREE = { tier: 'free', projects: 1 };

test('an approval makes somebody Pro before their browser is back', async () => {
  const customer = await addCustomer(server);
  expect(await standing(customer)).toEqual({ ...FREE, status: null, ends: null });
  const path = await customer.checkout();
  expect(await standing(customer), 'nothing is bought by looking').toEqual({ ...FREE, status: null, ends: null });

  const answer = await sendForm(server, path, { action: 'approve' });
  expect(answer.statusCode).toBe(303);
  expect(answer.headers.location).toMatch(
    /^http:\/\/localhost:3000\/subscription\/success\?subscription_id=SB-[0-9A-F]{16}$/,
  );
  expect(await standing(customer)).toEqual({ ...PRO, status: 'active', ends: null });
  expect((await customer.current()).tier.price_usd).toBe(5);
  for (const name of ['One', 'Two'])
    expect((await customer.call('POST', '/api/projects', { name })).statusCode, 'limits rise at once').toBe(201);
});

test('nobody is upgraded by visiting the address that an approval leads back to', async () => {
  const customer = await addCustomer(server);
  await customer.checkout();
  for (const url of ['/subscription/success', '/subscription/success?subscription_id=SB-0000000000000000'])
    await customer.call('GET', url);
  await customer.call('POST', '/api/subscriptions/refresh');
  await server.app.tend();
  expect(await standing(customer)).toEqual({ ...FREE, status: null, ends: null });
});

test('a month is charged when it begins, on the day of the first one where there is such a day', async () => {
  const customer = await subscribed();
  const periods: (string | null | undefined)[] = [];
  for (const time of ['2024-02-29T09:59:59Z', '2024-02-29T10:00:00Z', '2024-03-31T10:00:01Z', '2024-04-30T10:00:01Z']) {
    await at(time);
    expect(await standing(customer)).toEqual({ ...PRO, status: 'active', ends: null });
    periods.push((await customer.current()).subscription?.current_period_end);
  }
  expect(periods).toEqual([
    '2024-02-29T10:00:00.000Z',
    '2024-03-31T10:00:00.000Z',
    '2024-04-30T10:00:00.000Z',
    '2024-05-31T10:00:00.000Z',
  ]);
});

test('a server that was off for months charges each of them once, in order', async () => {
  const customer = await subscribed();
  await at('2024-05-15T00:00:00Z');
  await server.app.tend();
  expect(await standing(customer)).toEqual({ ...PRO, status: 'active', ends: null });
  const { rows } = await server.database.pool.query<{ payments: { time: string }[] }>(
    'select payments from sandbox_subscriptions where subscriber = $1',
    [customer.user.email],
  );
  expect(rows[0]?.payments.map(({ time }) => time.slice(0, 10))).toEqual([
    '2024-01-31',
    '2024-02-29',
    '2024-03-31',
    '2024-04-30',
  ]);
});

test('a payment that fails leaves Pro until the next try, and one that works then brings it all back', async () => {
  const customer = await subscribed();
  expect((await customer.press('decline')).statusCode).toBe(303);
  await at('2024-02-29T10:00:00Z');
  expect(await standing(customer)).toEqual({ ...PRO, status: 'past_due', ends: '2024-03-03' });
  await at('2024-03-03T10:00:00Z');
  expect(await standing(customer)).toEqual({ ...PRO, status: 'active', ends: null });
  expect((await customer.current()).subscription?.current_period_end).toBe('2024-03-31T10:00:00.000Z');
});

test('the third failure in a row ends it, and a reactivation that is paid brings it back', async () => {
  const customer = await subscribed();
  for (const day of ['2024-02-29', '2024-03-03']) {
    await customer.press('decline');
    await at(`${day}T10:00:00Z`);
    expect(await standing(customer), day).toMatchObject({ ...PRO, status: 'past_due' });
  }
  await customer.press('decline');
  await at('2024-03-06T10:00:00Z');
  expect(await standing(customer)).toEqual({ ...FREE, status: 'suspended', ends: '2024-02-29' });

  await at('2024-03-10T00:00:00Z');
  expect((await customer.press('reactivate')).statusCode).toBe(303);
  expect(await standing(customer)).toEqual({ ...PRO, status: 'active', ends: null });
  expect((await customer.current()).subscription?.current_period_end, 'the days stay where they were').toBe(
    '2024-03-31T10:00:00.000Z',
  );
});

test('without the money of a next try the plan is over at the end, even while nobody tends', async () => {
  const customer = await subscribed();
  await customer.press('decline');
  await at('2024-02-29T10:00:00Z');
  goToTime(server, '2024-03-03T09:59:59Z');
  expect((await standing(customer)).tier).toBe('pro');
  goToTime(server, '2024-03-03T10:00:00Z');
  expect((await standing(customer)).tier).toBe('free');
});

test('who cancels is Pro to the end of the month, then Free, and is charged no more', async () => {
  const customer = await subscribed();
  await at('2024-02-10T00:00:00Z');
  expect((await customer.press('cancel')).statusCode).toBe(303);
  expect(await standing(customer)).toEqual({ ...PRO, status: 'cancelled', ends: '2024-02-29' });
  await at('2024-02-29T09:59:59.999Z');
  expect((await standing(customer)).tier).toBe('pro');
  await at('2024-02-29T10:00:00Z');
  expect(await standing(customer)).toEqual({ ...FREE, status: 'cancelled', ends: '2024-02-29' });
  await at('2024-06-01T00:00:00Z');
  expect(await standing(customer)).toEqual({ ...FREE, status: 'cancelled', ends: '2024-02-29' });
});

test('a suspended subscription lasts as long as was paid for, and goes on from there', async () => {
  const customer = await subscribed();
  await at('2024-02-10T00:00:00Z');
  await customer.press('suspend');
  expect(await standing(customer)).toEqual({ ...PRO, status: 'suspended', ends: '2024-02-29' });
  await customer.press('reactivate');
  expect(await standing(customer)).toEqual({ ...PRO, status: 'active', ends: null });
  expect((await customer.current()).subscription?.current_period_end).toBe('2024-02-29T10:00:00.000Z');

  await customer.press('suspend');
  await at('2024-03-15T00:00:00Z');
  expect(await standing(customer)).toEqual({ ...FREE, status: 'suspended', ends: '2024-02-29' });
});

test('a month that is paid on its last day is that month and no other', async () => {
  const customer = await subscribed();
  await customer.press('suspend');
  await at('2024-03-30T12:00:00Z');
  await customer.press('reactivate');
  await customer.press('cancel');
  expect(await standing(customer)).toEqual({ ...PRO, status: 'cancelled', ends: '2024-03-31' });
});

test('a refund takes the plan away at once, and the way to a new one is open, at the price of before', async () => {
  const customer = await subscribed();
  await customer.press('refund');
  expect(await standing(customer)).toEqual({ ...FREE, status: 'refunded', ends: '2024-01-31' });
  await customer.subscribe();
  expect(await standing(customer)).toEqual({ ...PRO, status: 'active', ends: null });
  const { rows } = await server.database.pool.query<{ status: string; price: number }>(
    'select status, price_usd::int as price from sandbox_subscriptions where subscriber = $1 order by status',
    [customer.user.email],
  );
  expect(rows, 'nobody is billed twice').toEqual([
    { status: 'ACTIVE', price: 5 },
    { status: 'CANCELLED', price: 5 },
  ]);
});

test('a renewal before its time pays the next month, which is kept even by a cancellation', async () => {
  const customer = await subscribed();
  await customer.press('charge');
  expect((await customer.current()).subscription).toMatchObject({
    status: 'active',
    current_period_end: '2024-03-31T10:00:00.000Z',
  });
  await customer.press('cancel');
  expect(await standing(customer)).toEqual({ ...PRO, status: 'cancelled', ends: '2024-03-31' });
});

test('who subscribes anew before the old months are used up manages the new one, and keeps what is paid', async () => {
  const customer = await subscribed();
  await customer.press('charge');
  await customer.press('cancel');
  const old = await customer.portal();
  await customer.subscribe();
  expect(await standing(customer)).toEqual({ ...PRO, status: 'active', ends: null });
  expect((await customer.current()).subscription?.current_period_end).toBe('2024-02-29T10:00:00.000Z');
  expect(await customer.portal()).not.toBe(old);

  await customer.press('decline');
  await at('2024-02-29T10:00:00Z');
  expect(await standing(customer), 'the old months outlast the trust').toEqual({
    ...PRO,
    status: 'past_due',
    ends: '2024-03-31',
  });
  expect((await customer.press('cancel')).statusCode).toBe(303);
  expect(await standing(customer)).toEqual({ ...PRO, status: 'cancelled', ends: '2024-03-31' });
  await at('2024-03-31T10:00:00Z');
  expect(await standing(customer)).toMatchObject({ ...FREE, ends: '2024-03-31' });
});

test('an early charge that fails costs nothing of what is paid', async () => {
  const customer = await subscribed();
  await customer.press('decline');
  await customer.press('charge');
  expect(await standing(customer)).toEqual({ ...PRO, status: 'past_due', ends: '2024-03-03' });
  await customer.press('charge');
  expect((await customer.current()).subscription).toMatchObject({
    status: 'active',
    current_period_end: '2024-03-31T10:00:00.000Z',
  });
});

test('who has subscribed cannot subscribe again, and who has not has nothing to manage', async () => {
  const customer = await subscribed();
  const again = await customer.call('POST', '/api/subscriptions/checkout', {});
  expect([again.statusCode, again.json<{ errorCode: string }>().errorCode]).toEqual([409, 'SUBSCRIBED_ALREADY']);
  const other = await addCustomer(server);
  const none = await other.call('POST', '/api/subscriptions/portal', { returnUrl: 'http://localhost:3000/' });
  expect([none.statusCode, none.json<{ errorCode: string }>().errorCode]).toEqual([409, 'SUBSCRIPTION_MISSING']);
});

test.each([
  '//evil.example/',
  '/subscription',
  'https://localhost.evil.example:3000/',
  'http://localhost.evil.example:3000/',
  'http://localhost:3001/',
  'https://localhost:3000/',
  'http://user:secret@localhost:3000/',
  'http://localhost:3000@evil.example/',
  'javascript:alert(1)//http://localhost:3000/',
  'data:text/html,hello',
  'blob:http://localhost:3000/',
  '',
])('the return address %j is refused', async (address) => {
  const customer = await addCustomer(server);
  const tries = [
    ['/api/subscriptions/checkout', { returnUrl: address }],
    ['/api/subscriptions/checkout', { cancelUrl: address }],
    ['/api/subscriptions/portal', { returnUrl: address }],
  ] as const;
  for (const [url, payload] of tries) {
    const answer = await customer.call('POST', url, payload);
    expect([url, answer.statusCode]).toEqual([url, 400]);
  }
});

test.each(['http://localhost:3000', 'http://127.0.0.1:3000', 'http://[::1]:3000'])(
  'who came by %s pays, manages and comes back by the same name, where they are signed in',
  async (origin) => {
    const customer = await addCustomer(server);
    const back = { returnUrl: `${origin}/subscription/success`, cancelUrl: `${origin}/subscription` };
    const pageOf = async (url: string, payload: object) => {
      const answer = await customer.call('POST', url, payload);
      return new URL(answer.json<{ data: { url: string } }>().data.url);
    };
    const checkout = await pageOf('/api/subscriptions/checkout', back);
    expect(checkout.origin).toBe(origin);
    const leave = await sendForm(server, checkout.pathname, { action: 'cancel' });
    expect(leave.headers.location).toBe(back.cancelUrl);
    const approval = await sendForm(server, checkout.pathname, { action: 'approve' });
    expect(approval.headers.location?.split('?')[0]).toBe(back.returnUrl);
    const portal = await pageOf('/api/subscriptions/portal', { returnUrl: back.cancelUrl });
    expect(portal.origin).toBe(origin);
    expect((await server.http.inject({ url: portal.pathname })).body).toContain(`href="${back.cancelUrl}"`);
  },
);
