import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { FailureBody } from '#contract/errors.ts';
import type { Id } from '#contract/fields.ts';
import { AccountExport } from '#contract/transfer.ts';
import type { PaymentProvider } from '#server/billing/index.ts';
import {
  type ProviderStatus,
  outboxMails,
  paymentEvents,
  paymentSubscriptions,
  users,
} from '#server/platform/db/tables/index.ts';
import { AppError } from '#server/platform/error.ts';
import { newId } from '#server/platform/id.ts';
import { type TestUser, addUser, tokenFor } from '#test/builders.ts';
import { type TestServer, startTestServer } from '#test/harness.ts';

/** State of a fake payment provider, and the cancellations it received. */
const books = new Map<string, ProviderStatus>();
let cancelled: string[] = [];
let isReachable = true;
const gone = () => new AppError('PAYMENT_PROVIDER_ERROR', 'PayPal could not be reached. Please try again.');
const never = () => Promise.reject(new Error('nobody asks for this here'));

const provider: PaymentProvider = {
  name: 'paypal',
  planId: 'P-1',
  createSubscription: never,
  portalUrl: never,
  refundPayment: never,
  probe: async () => ({ ok: true, detail: '' }),
  async readSubscription(providerId) {
    if (!isReachable) throw gone();
    const status = books.get(providerId);
    if (status === undefined) return undefined;
    const [row] = await server.db
      .select()
      .from(paymentSubscriptions)
      .where(eq(paymentSubscriptions.providerId, providerId));
    const nothing = { startTime: null, nextBillingTime: null, failedPayments: 0, payments: [] };
    return { providerId, planId: 'P-1', customId: row?.id ?? null, status, ...nothing };
  },
  async cancelSubscription(providerId) {
    if (!isReachable) throw gone();
    cancelled.push(providerId);
    books.set(providerId, 'CANCELLED');
  },
  // Stands for signature verification: every message is accepted.
  readWebhook: async ({ body }) => JSON.parse(body.toString()) as { id: string; type: string; providerId: string },
};

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ payments: provider });
});
afterAll(() => server.dispose());
beforeEach(() => {
  cancelled = [];
  isReachable = true;
});

async function addPayment(
  user: TestUser,
  at: ProviderStatus,
  fields: Partial<typeof paymentSubscriptions.$inferInsert> = {},
): Promise<string> {
  const providerId = `I-${newId()}`;
  books.set(providerId, at);
  const row = { id: newId(), userId: user.id, provider: 'paypal' as const, providerId, planId: 'P-1', priceUsd: 5 };
  await server.db.insert(paymentSubscriptions).values({ ...row, ...fields });
  return providerId;
}

async function ask(user: TestUser, method: 'DELETE' | 'GET', url: string, payload?: object) {
  const headers = { authorization: `Bearer ${await tokenFor(server, user)}` };
  const answer = await server.http.inject({ method, url, headers, ...(payload && { payload }) });
  return { status: answer.statusCode, body: answer.json<FailureBody & { data: unknown }>() };
}
const remove = (user: TestUser) => ask(user, 'DELETE', '/api/me', { confirm: user.email });
const isThere = async (id: Id) =>
  (await server.db.select({ id: users.id }).from(users).where(eq(users.id, id))).length === 1;

test('an account goes when everything that bills it has ended at the provider, and nothing else is cancelled', async () => {
  const user = await addUser(server);
  const active = await addPayment(user, 'ACTIVE', { status: 'active', renews: true });
  const suspended = await addPayment(user, 'SUSPENDED', { status: 'suspended' });
  const justApproved = await addPayment(user, 'ACTIVE', { status: null });
  const open = await addPayment(user, 'APPROVAL_PENDING', { status: null });
  const refunded = await addPayment(user, 'SUSPENDED', { status: 'refunded' });
  await addPayment(user, 'CANCELLED', { status: 'cancelled' });
  const other = await addUser(server);
  await addPayment(other, 'ACTIVE', { status: 'active', renews: true });
  expect((await remove(user)).status).toBe(200);
  expect(cancelled.toSorted()).toEqual([active, suspended, justApproved, open, refunded].toSorted());
  expect(await isThere(user.id)).toBe(false);
  expect(await isThere(other.id)).toBe(true);
});

test('an account stays while the provider cannot be reached, and says why', async () => {
  const user = await addUser(server);
  await addPayment(user, 'ACTIVE', { status: 'active', renews: true });
  isReachable = false;
  expect(await remove(user)).toMatchObject({
    status: 502,
    body: {
      errorType: 'PAYMENT_PROVIDER_ERROR',
      error: 'Your account was not deleted: PayPal could not be reached. Please try again.',
    },
  });
  expect(await isThere(user.id)).toBe(true);
  isReachable = true;
  expect((await remove(user)).status).toBe(200);
});

test('whoever never paid goes without a question to the provider', async () => {
  const user = await addUser(server);
  isReachable = false;
  expect((await remove(user)).status).toBe(200);
});

test('the mails to an account go with it, and those of others stay', async () => {
  const user = await addUser(server);
  const other = await addUser(server);
  const mail = ({ email }: TestUser) => ({ id: newId(), recipient: email, subject: 'x', textBody: '', htmlBody: '' });
  await server.db.insert(outboxMails).values([mail(user), mail(user), mail(other)]);
  expect((await remove(user)).status).toBe(200);
  const left = await server.db.select({ to: outboxMails.recipient }).from(outboxMails);
  expect(left).toEqual([{ to: other.email }]);
});

test('an account that may not go keeps its subscription', async () => {
  const admin = await addUser(server, { isAdmin: true });
  const wrong = await addUser(server);
  await addPayment(admin, 'ACTIVE', { status: 'active', renews: true });
  await addPayment(wrong, 'ACTIVE', { status: 'active', renews: true });
  expect(await remove(admin)).toMatchObject({ status: 409, body: { errorCode: 'LAST_ADMINISTRATOR' } });
  expect((await ask(wrong, 'DELETE', '/api/me', { confirm: 'somebody@example.com' })).status).toBe(400);
  expect(cancelled).toEqual([]);
});

test('messages about the subscription of an account that is gone change nothing', async () => {
  const user = await addUser(server);
  const providerId = await addPayment(user, 'ACTIVE', { status: 'active', renews: true });
  await remove(user);
  const answer = await server.http.inject({
    method: 'POST',
    url: '/api/webhooks/paypal',
    headers: { 'content-type': 'application/json' },
    payload: JSON.stringify({ id: `WH-${providerId}`, type: 'BILLING.SUBSCRIPTION.CANCELLED', providerId }),
  });
  expect(answer.statusCode).toBe(200);
  await server.app.tend();
  const events = await server.db.select().from(paymentEvents).where(eq(paymentEvents.providerId, providerId));
  expect(events).toMatchObject([{ outcome: 'foreign' }]);
  const rows = await server.db
    .select()
    .from(paymentSubscriptions)
    .where(eq(paymentSubscriptions.providerId, providerId));
  expect(rows).toEqual([]);
});

test('the export of an account carries its plan and every subscription', async () => {
  const user = await addUser(server);
  const day = (iso: string) => new Date(iso);
  const providerId = await addPayment(user, 'ACTIVE', {
    status: 'active',
    renews: true,
    periodStart: day('2026-01-31T10:00:00Z'),
    periodEnd: day('2026-02-28T10:00:00Z'),
    accessUntil: day('2026-03-02T10:00:00Z'),
    activatedAt: day('2026-01-31T10:00:01Z'),
  });
  const { body } = await ask(user, 'GET', '/api/me/export');
  expect(AccountExport.parse(body.data).subscription).toMatchObject({
    tier: { tier_name: 'free', price_usd: 0 },
    subscription: null,
    payments: [
      {
        provider: 'paypal',
        provider_id: providerId,
        price_usd: 5,
        status: 'active',
        period_start: '2026-01-31T10:00:00.000Z',
        period_end: '2026-02-28T10:00:00.000Z',
        renews: true,
      },
    ],
  });
});
