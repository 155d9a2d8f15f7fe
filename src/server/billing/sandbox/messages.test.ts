import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { FailureBody } from '#contract/errors.ts';
import { TEST_SECRET, type TestServer, startTestServer } from '#test/harness.ts';
import { type Customer, addCustomer, goToTime, seenOn, sendForm } from '#test/sandbox-customer.ts';
import { deriveKey, signMessage } from './sign-message.ts';

const DOOR = '/api/webhooks/sandbox';
const SIGNATURE = 'baton-sandbox-signature';

let server: TestServer;
let customer: Customer;
beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(async () => {
  customer = await addCustomer(server);
});
afterAll(() => server.dispose());

const query = async <T extends object>(text: string, values: unknown[] = []) =>
  (await server.database.pool.query<T>(text, values)).rows;

/** A webhook as the sandbox would send it, signed now. */
async function message(id: string, { secret = TEST_SECRET, at = server.now() } = {}) {
  const [row] = await query<{ id: string }>('select id from sandbox_subscriptions where subscriber = $1', [
    customer.user.email,
  ]);
  const body = JSON.stringify({
    id,
    event_type: 'BILLING.SUBSCRIPTION.CANCELLED',
    create_time: at.toISOString(),
    resource: { id: row?.id },
  });
  return { body, headers: signMessage(deriveKey(secret), id, body, at) };
}

const post = (headers: Record<string, string>, payload: string | Buffer) =>
  server.http.inject({ method: 'POST', url: DOOR, headers, payload });

const eventCount = async (id: string) => (await query('select 1 from payment_events where event_id = $1', [id])).length;

async function expectRefused(headers: Record<string, string>, body: string | Buffer, what: string) {
  const answer = await post(headers, body);
  expect([what, answer.statusCode, answer.json<FailureBody>().errorCode]).toEqual([what, 403, 'WEBHOOK_REFUSED']);
}

test('a message with the right signature is taken, counted once, and says nothing that is believed', async () => {
  await customer.subscribe();
  const { headers, body } = await message('WH-told-twice');
  for (let time = 0; time < 3; time += 1) expect((await post(headers, body)).statusCode).toBe(200);
  expect(await eventCount('WH-told-twice')).toBe(1);
  // The webhook says "cancelled"; the provider's state says otherwise, and only that counts.
  expect((await customer.current()).subscription?.status).toBe('active');
});

test('what is forged, altered, foreign, old or half is refused and leaves no trace', async () => {
  await customer.subscribe();
  const { headers, body } = await message('WH-refused');
  const altered = Buffer.from(body);
  altered[altered.length - 3] = (altered[altered.length - 3] ?? 0) ^ 1;
  await expectRefused(headers, altered, 'one bit of the body');
  await expectRefused(headers, `${body} `, 'one more byte');
  await expectRefused(headers, '', 'no body');
  await expectRefused({ ...headers, 'baton-sandbox-id': 'WH-other' }, body, 'another id');
  await expectRefused({ ...headers, 'baton-sandbox-time': String(Date.now() + 1) }, body, 'another time');
  const signature = headers[SIGNATURE] ?? '';
  for (const [what, value] of [
    ['a shorter signature', signature.slice(2)],
    ['a longer signature', `${signature}00`],
    ['another signature', `${signature.startsWith('0') ? '1' : '0'}${signature.slice(1)}`],
    ['no hex', 'z'.repeat(64)],
    ['nothing', ''],
  ] as const)
    await expectRefused({ ...headers, [SIGNATURE]: value }, body, what);
  for (const name of Object.keys(headers).filter((name) => name.startsWith('baton-'))) {
    const { [name]: _left, ...others } = headers;
    await expectRefused(others, body, `no ${name}`);
  }
  const foreign = await message('WH-refused', { secret: `${TEST_SECRET} of another instance` });
  await expectRefused(foreign.headers, foreign.body, 'the key of another instance');
  const old = await message('WH-refused', { at: new Date(server.now().getTime() - 11 * 60_000) });
  await expectRefused(old.headers, old.body, 'overheard eleven minutes ago');
  expect(await eventCount('WH-refused')).toBe(0);
});

test('a signature over one message is none over another that reads alike', async () => {
  const key = deriveKey(TEST_SECRET);
  const inner = JSON.stringify({ id: 'WH-a', event_type: 'X', resource: { id: 'SB-1' } });
  const headers = signMessage(key, 'WH-b', inner, server.now());
  await expectRefused(headers, inner, 'the id inside is not the one outside');
  for (const body of ['null', '[]', '{}', '{"id":"WH-b"}', 'not JSON', '{"id":"WH-b","event_type":1,"resource":{}}'])
    await expectRefused(signMessage(key, 'WH-b', body, server.now()), body, body);
});

test('a message about a subscription of nobody changes nothing', async () => {
  await customer.subscribe();
  const id = 'WH-foreign';
  const body = JSON.stringify({ id, event_type: 'X', resource: { id: 'SB-0000000000000000' } });
  expect((await post(signMessage(deriveKey(TEST_SECRET), id, body, server.now()), body)).statusCode).toBe(200);
  expect(await query('select outcome from payment_events where event_id = $1', [id])).toEqual([{ outcome: 'foreign' }]);
  expect((await customer.current()).subscription?.status).toBe('active');
});

test('a body that is too large is refused before it is read', async () => {
  const answer = await post({ 'content-type': 'application/json' }, Buffer.alloc(256 * 1024 + 1, 'x'));
  expect([answer.statusCode, answer.json<FailureBody>().errorType]).toEqual([413, 'PAYLOAD_TOO_LARGE']);
});

test.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])(
  'a message sent as %s is known by its bytes all the same',
  async (type) => {
    await customer.subscribe();
    await expectRefused({ 'content-type': type }, Buffer.from([0xff, 0x00, 0xfe]), 'garbage');
    const { headers, body } = await message(`WH-${type.replaceAll(/\W/g, '-')}`);
    expect((await post({ ...headers, 'content-type': type }, body)).statusCode).toBe(200);
  },
);

test('a content type that is none is told so', async () => {
  const answer = await post({ 'content-type': 'nonsense' }, 'garbage');
  expect([answer.statusCode, answer.json<FailureBody>().errorType]).toEqual([400, 'VALIDATION_ERROR']);
});

/** Makes the webhook endpoint fail while the work runs. */
async function withDoorShut(work: () => Promise<void>): Promise<void> {
  await query('alter table payment_events rename to payment_events_away');
  try {
    await work();
  } finally {
    await query('alter table payment_events_away rename to payment_events');
  }
}

const waiting = () => query<{ tries: number }>('select tries from sandbox_messages');

test('a message that was not taken is sent again later, and what happened stays in the books', async () => {
  const path = await customer.checkout();
  await withDoorShut(async () => {
    expect((await sendForm(server, path, { action: 'approve' })).statusCode).toBe(303);
    expect((await customer.current()).tier.tier_name).toBe('free');
    expect(await waiting()).toEqual([{ tries: 1 }, { tries: 1 }]);
    await server.app.tend();
    expect(await waiting(), 'not before its time').toEqual([{ tries: 1 }, { tries: 1 }]);
    server.clock.advance(5_000);
    await server.app.tend();
    expect(await waiting()).toEqual([{ tries: 2 }, { tries: 2 }]);
  });
  server.clock.advance(10_000);
  await server.app.tend();
  expect((await customer.current()).tier.tier_name).toBe('pro');
  expect(await waiting()).toEqual([]);
});

test('after 25 tries a message is given up, and the plan is found out by looking', async () => {
  goToTime(server, '2024-01-31T10:00:00Z');
  const path = await customer.checkout();
  await withDoorShut(async () => {
    await sendForm(server, path, { action: 'approve' });
    for (let tries = 1; tries < 24; tries += 1) {
      server.clock.advance(3 * 3_600_000);
      await server.app.tend();
    }
    expect(await waiting()).toEqual([{ tries: 24 }, { tries: 24 }]);
    server.clock.advance(3 * 3_600_000);
    await server.app.tend();
    expect(await waiting()).toEqual([]);
  });
  await server.errorLog.flush();
  expect((await customer.current()).tier.tier_name).toBe('pro');
});

test('a button pressed twice is pressed once, whatever it does', async () => {
  await customer.subscribe();
  const path = await customer.portal();
  const count = async () =>
    (
      await query<{ payments: unknown[] }>('select payments from sandbox_subscriptions where subscriber = $1', [
        customer.user.email,
      ])
    )[0]?.payments.length;
  const press = { action: 'charge', seen: await seenOn(server, path) };
  const answers = await Promise.all(Array.from({ length: 5 }, () => sendForm(server, path, press)));
  expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([303, 409, 409, 409, 409]);
  expect(await count()).toBe(2);
});

test('an approval sent many times at once is one subscription, one payment and one way back', async () => {
  const path = await customer.checkout();
  const answers = await Promise.all(Array.from({ length: 8 }, () => sendForm(server, path, { action: 'approve' })));
  expect(new Set(answers.map(({ statusCode, headers }) => `${statusCode} ${headers.location}`)).size).toBe(1);
  expect(answers[0]?.statusCode).toBe(303);
  const [row] = await query<{ payments: unknown[] }>(
    'select payments from sandbox_subscriptions where page_token = $1',
    [path.split('/').at(-1)],
  );
  expect(row?.payments).toHaveLength(1);
  expect((await customer.current()).tier.tier_name).toBe('pro');
});

test('two servers that tend at once charge each month once and deliver every message', async () => {
  const other = await startTestServer({ databaseUrl: server.databaseUrl });
  try {
    const customers = [customer];
    for (let count = 0; count < 11; count += 1) customers.push(await addCustomer(server));
    goToTime(server, '2024-01-31T10:00:00Z');
    for (const one of customers) await one.subscribe();
    for (const each of [server, other]) goToTime(each, '2024-04-15T00:00:00Z');
    await Promise.all([server, other, server, other].map(({ app }) => app.tend()));
    const emails = customers.map(({ user }) => user.email);
    const rows = await query<{ payments: unknown[] }>(
      'select payments from sandbox_subscriptions where subscriber = any($1)',
      [emails],
    );
    expect(rows.map(({ payments }) => payments.length)).toEqual(emails.map(() => 3));
    const told = await query(
      `select 1 from payment_events e join sandbox_subscriptions b on b.id = e.provider_id
       where b.subscriber = any($1) and e.type = 'PAYMENT.SALE.COMPLETED'`,
      [emails],
    );
    expect(told, 'each charge was made, and told, by one of them').toHaveLength(3 * emails.length);
    expect(await waiting()).toEqual([]);
    for (const one of customers)
      expect((await one.current()).subscription?.current_period_end).toBe('2024-04-30T10:00:00.000Z');
  } finally {
    await other.dispose();
  }
});
