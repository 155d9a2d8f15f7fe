import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Id } from '#contract/fields.ts';
import { requireTier } from '#server/billing/queries.ts';
import { addUser } from '#test/builders.ts';
import { countedBy } from '#test/metric-counts.ts';
import {
  type PayPalInstance,
  addSubscriber,
  countUpdates,
  readCurrent,
  readPlan,
  startPayPalInstance,
} from '#test/paypal-instance.ts';
import type { PayPalRequest } from '#test/paypal-server.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
let server: PayPalInstance;

beforeAll(async () => {
  server = await startPayPalInstance();
});
afterAll(() => server.dispose());
afterEach(() => {
  server.paypal.fault = () => undefined;
  server.paypal.holdBack = () => undefined;
});

const tierOf = async (userId: Id) => (await requireTier(server.db, userId, server.now())).tier.tierName;

/** Advances the clock beyond the fake provider's next billing time. */
function toNextBilling(subscriptionId: string): void {
  const due = server.paypal.books.require(subscriptionId).nextBilling?.getTime() ?? 0;
  server.clock.advance(due + 5 * 60_000 - server.now().getTime());
}

async function readEvents(subscriptionId: string) {
  const { rows } = await server.database.pool.query<{ type: string; outcome: string }>(
    'select type, outcome from payment_events where provider_id = $1 order by received_at, type',
    [subscriptionId],
  );
  return rows;
}

describe('the life of a subscription', () => {
  test('a checkout changes no plan; the approval does, at once and at the agreed price', async () => {
    const user = await addUser(server);
    const { subscriptionId, url } = await server.checkout(user);
    expect(url.startsWith(`${server.paypal.url}/`)).toBe(true);
    await server.deliverNew();
    expect(await tierOf(user.id)).toBe('free');
    server.paypal.books.approve(subscriptionId);
    expect(await tierOf(user.id)).toBe('free');
    await server.deliverNew();
    expect(await tierOf(user.id)).toBe('pro');
    expect(await readCurrent(user)).toMatchObject({
      tier: { tier_name: 'pro', price_usd: 5 },
      subscription: { provider: 'paypal', status: 'active', ends_at: null },
    });
    expect(await readEvents(subscriptionId)).toEqual(
      [
        { type: 'BILLING.SUBSCRIPTION.CREATED', outcome: 'counted' },
        { type: 'BILLING.SUBSCRIPTION.ACTIVATED', outcome: 'counted' },
        { type: 'PAYMENT.SALE.COMPLETED', outcome: 'counted' },
      ].toSorted((a, b) => a.type.localeCompare(b.type)),
    );
  });

  test('renewals carry it on, month by month', async () => {
    const { user, subscriptionId } = await addSubscriber(server);
    for (let month = 0; month < 3; month += 1) {
      toNextBilling(subscriptionId);
      server.paypal.books.renew(subscriptionId);
      await server.deliverNew();
      expect(await readPlan(server, user.id)).toMatchObject({
        tier_id: 'pro',
        status: 'active',
        period_end: server.paypal.books.require(subscriptionId).nextBilling,
      });
    }
  });

  test('a charge that fails leaves the plan until the next try, and one that works then restores it', async () => {
    const { user, subscriptionId } = await addSubscriber(server);
    toNextBilling(subscriptionId);
    server.paypal.books.fail(subscriptionId);
    await server.deliverNew();
    expect(await readPlan(server, user.id)).toMatchObject({ tier_id: 'pro', status: 'past_due' });
    toNextBilling(subscriptionId);
    expect(await tierOf(user.id)).toBe('free');
    await server.app.tend();
    expect(await tierOf(user.id)).toBe('free');
    server.paypal.books.renew(subscriptionId);
    await server.deliverNew();
    expect(await readPlan(server, user.id)).toMatchObject({ tier_id: 'pro', status: 'active' });
  });

  test('after three failures it is suspended, and can be taken up again', async () => {
    const { user, subscriptionId } = await addSubscriber(server);
    for (let tries = 0; tries < 3; tries += 1) {
      toNextBilling(subscriptionId);
      server.paypal.books.fail(subscriptionId);
      await server.deliverNew();
    }
    expect(await readPlan(server, user.id)).toMatchObject({ tier_id: 'free', status: 'suspended', renews: false });
    server.paypal.books.reactivate(subscriptionId);
    server.paypal.books.renew(subscriptionId);
    await server.deliverNew();
    expect(await readPlan(server, user.id)).toMatchObject({ tier_id: 'pro', status: 'active', renews: true });
  });

  test.each(['cancel', 'expire'] as const)('%s: Pro to the end of what was paid, then Free', async (end) => {
    const { user, subscriptionId } = await addSubscriber(server);
    server.clock.advance(3 * DAY_MS);
    server.paypal.books[end](subscriptionId);
    await server.deliverNew();
    const plan = await readPlan(server, user.id);
    expect(plan).toMatchObject({ tier_id: 'pro', renews: false });
    expect(plan?.access_until).toEqual(plan?.period_end);
    server.clock.advance((plan?.access_until?.getTime() ?? 0) - server.now().getTime() - 1);
    expect(await tierOf(user.id)).toBe('pro');
    server.clock.advance(1);
    expect(await tierOf(user.id)).toBe('free');
    await server.app.tend();
    expect(await readPlan(server, user.id)).toMatchObject({ tier_id: 'free', access_until: null });
  });

  test('money that goes back ends it at once; a part of it does not', async () => {
    const { user, subscriptionId } = await addSubscriber(server);
    server.paypal.books.refund(subscriptionId, 'half');
    await server.deliverNew();
    expect(await tierOf(user.id)).toBe('pro');
    server.paypal.books.refund(subscriptionId);
    await server.deliverNew();
    expect(await tierOf(user.id)).toBe('free');
    expect((await readPlan(server, user.id))?.status).toBe('refunded');
  });

  test('a refund that PayPal lists beside the payment is no payment', async () => {
    const { user, subscriptionId } = await addSubscriber(server);
    server.clock.advance(DAY_MS);
    server.paypal.books.refund(subscriptionId);
    const refund = { id: '9RF00000000000001', subscriptionId, time: server.now(), amount: '-5.00' };
    server.paypal.books.require(subscriptionId).sales.push({ ...refund, status: 'COMPLETED' });
    await server.deliverNew();
    expect(await readPlan(server, user.id)).toMatchObject({ tier_id: 'free', status: 'refunded' });
  });

  test('whoever comes back after a cancelled subscription has the new one', async () => {
    const { user, subscriptionId } = await addSubscriber(server);
    server.paypal.books.cancel(subscriptionId);
    await server.deliverNew();
    const again = await server.checkout(user);
    server.clock.advance(HOUR_MS);
    server.paypal.books.approve(again.subscriptionId);
    await server.deliverNew();
    expect(await readPlan(server, user.id)).toMatchObject({ tier_id: 'pro', status: 'active', renews: true });
    expect(server.paypal.books.require(again.subscriptionId).status).toBe('ACTIVE');
  });

  test('messages that never come are made up for by looking', async () => {
    const { user, subscriptionId } = await addSubscriber(server);
    toNextBilling(subscriptionId);
    server.paypal.books.renew(subscriptionId);
    server.paypal.messages.pop();
    server.clock.advance(HOUR_MS);
    await server.app.tend();
    expect((await readPlan(server, user.id))?.period_end).toEqual(
      server.paypal.books.require(subscriptionId).nextBilling,
    );
  });
});

test('one that was suspended and is taken up again is found by looking, however long that took', async () => {
  const { user, subscriptionId } = await addSubscriber(server);
  server.paypal.books.suspend(subscriptionId);
  await server.deliverNew();
  server.clock.advance(40 * DAY_MS);
  await server.app.tend();
  expect(await tierOf(user.id)).toBe('free');
  server.paypal.books.reactivate(subscriptionId);
  server.paypal.books.renew(subscriptionId);
  // None of these webhooks is delivered: polling finds the change.
  server.clock.advance(DAY_MS + HOUR_MS);
  await server.app.tend();
  expect(await tierOf(user.id)).toBe('pro');
});

describe('one message', () => {
  test('twenty-five times at once is one row and one effect', async () => {
    const { user, subscriptionId } = await addSubscriber(server);
    const [updates, events] = [await countUpdates(server, user.id), (await readEvents(subscriptionId)).length];
    server.paypal.books.cancel(subscriptionId);
    const message = server.paypal.messages.at(-1);
    if (message === undefined) throw new Error('nothing happened');
    const reads = server.paypal.asked('GET', new RegExp(`/subscriptions/${subscriptionId}$`)).length;
    const answers = await Promise.all(Array.from({ length: 25 }, () => server.deliver(message)));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 25 }, () => 200));
    expect(await readEvents(subscriptionId)).toHaveLength(events + 1);
    expect(await countUpdates(server, user.id)).toBe(updates + 1);
    expect(server.paypal.asked('GET', new RegExp(`/subscriptions/${subscriptionId}$`))).toHaveLength(reads + 1);
    await server.deliver(message);
    expect(await countUpdates(server, user.id)).toBe(updates + 1);
    await server.deliverNew();
  });

  test('is kept although PayPal cannot be asked, and looked into later', async () => {
    const { user, subscriptionId } = await addSubscriber(server);
    server.paypal.books.refund(subscriptionId);
    server.paypal.fault = ({ path }) => (path.includes('/billing/') ? { status: 503 } : undefined);
    await server.deliverNew();
    expect(await tierOf(user.id)).toBe('pro');
    server.paypal.fault = () => undefined;
    server.clock.advance(3 * 60_000);
    await server.app.tend();
    expect(await tierOf(user.id)).toBe('free');
  });

  test('what its body claims is not believed', async () => {
    const { user, subscriptionId } = await addSubscriber(server);
    const claim = server.paypal.write({
      type: 'BILLING.SUBSCRIPTION.EXPIRED',
      resourceType: 'subscription',
      subscriptionId,
      resource: { id: subscriptionId, status: 'EXPIRED', plan_id: server.paypal.planId },
    });
    expect((await server.deliver(claim)).status).toBe(200);
    expect(await readPlan(server, user.id)).toMatchObject({ tier_id: 'pro', status: 'active' });
  });

  test('that was changed is answered 403 and leaves nothing behind', async () => {
    const { subscriptionId } = await addSubscriber(server);
    const events = await readEvents(subscriptionId);
    server.paypal.books.cancel(subscriptionId);
    const message = server.paypal.messages.at(-1);
    const body = Buffer.from(message?.body ?? '');
    body[10] = (body[10] ?? 0) ^ 1;
    const answer = await server.deliver({ headers: message?.headers ?? {}, body });
    expect(answer.status).toBe(403);
    expect(JSON.parse(answer.body)).toMatchObject({
      success: false,
      error: 'This message was not accepted.',
      errorType: 'FORBIDDEN',
      errorCode: 'WEBHOOK_REFUSED',
    });
    expect(await readEvents(subscriptionId)).toEqual(events);
    await server.deliverNew();
  });
});

test('every message is counted by what became of it', async () => {
  const { subscriptionId } = await addSubscriber(server);
  const write = (id: string) =>
    server.paypal.write({
      type: 'BILLING.SUBSCRIPTION.UPDATED',
      resourceType: 'subscription',
      subscriptionId: id,
      resource: id === '' ? { dispute_id: 'PP-D-2' } : { id },
    });
  const counted = (deliver: () => Promise<unknown>) => countedBy(server.metrics.webhooks, deliver);
  const ours = write(subscriptionId);
  expect(await counted(() => server.deliver(ours))).toEqual({ 'paypal counted': 1 });
  expect(await counted(() => server.deliver(ours))).toEqual({ 'paypal repeated': 1 });
  expect(await counted(() => server.deliver(write('I-NOBODYS')))).toEqual({ 'paypal foreign': 1 });
  expect(await counted(() => server.deliver(write('')))).toEqual({ 'paypal unrelated': 1 });
  const forged = { headers: ours.headers, body: Buffer.from('{}') };
  expect(await counted(() => server.deliver(forged))).toEqual({ 'paypal refused': 1 });
});

describe('what is not ours changes nothing', () => {
  test('a subscription that nobody here began', async () => {
    const fields = { planId: server.paypal.planId, customId: 'c', email: undefined, amount: '5.00', returnUrl: '' };
    const { id } = server.paypal.books.create(fields);
    server.paypal.books.approve(id);
    const asked = server.paypal.requests.length;
    await server.deliverNew();
    expect(server.paypal.requests).toHaveLength(asked);
    expect((await readEvents(id)).map(({ outcome }) => outcome)).toEqual(['foreign', 'foreign', 'foreign']);
  });

  test.each([
    ['another plan', { planId: 'P-ANOTHER' }],
    ['another order’s id', { customId: '0198c000-0000-7000-8000-000000000000' }],
    ['no order’s id', { customId: undefined }],
  ])('%s behind the id of one of ours', async (_name, change) => {
    const user = await addUser(server);
    const { subscriptionId } = await server.checkout(user);
    Object.assign(server.paypal.books.require(subscriptionId), change);
    server.paypal.books.approve(subscriptionId);
    await server.deliverNew();
    expect(await tierOf(user.id)).toBe('free');
    expect(await countUpdates(server, user.id)).toBe(0);
  });

  test('one that PayPal no longer knows', async () => {
    const { user, subscriptionId } = await addSubscriber(server);
    const book = server.paypal.books.require(subscriptionId);
    server.paypal.books.cancel(subscriptionId);
    server.paypal.books.all.delete(subscriptionId);
    await server.deliverNew();
    expect(await readPlan(server, user.id)).toMatchObject({ tier_id: 'pro', status: 'active' });
    server.paypal.books.all.set(subscriptionId, book);
  });

  test('one that PayPal does not know for an hour is found again', async () => {
    const { user, subscriptionId } = await addSubscriber(server);
    const book = server.paypal.books.require(subscriptionId);
    toNextBilling(subscriptionId);
    server.paypal.books.all.delete(subscriptionId);
    await server.app.tend();
    server.paypal.books.all.set(subscriptionId, book);
    server.paypal.books.renew(subscriptionId);
    // The webhook is not delivered: polling finds the change.
    server.clock.advance(HOUR_MS);
    await server.app.tend();
    expect((await readPlan(server, user.id))?.period_end).toEqual(book.nextBilling);
  });

  test('messages about no subscription are written down and answered', async () => {
    const unrelated = server.paypal.write({
      type: 'CUSTOMER.DISPUTE.CREATED',
      resourceType: 'sale',
      resource: { dispute_id: 'PP-D-1' },
      subscriptionId: '',
    });
    expect((await server.deliver(unrelated)).status).toBe(200);
    const { rows } = await server.database.pool.query('select outcome from payment_events where event_id = $1', [
      unrelated.eventId,
    ]);
    expect(rows).toEqual([{ outcome: 'unrelated' }]);
  });

  test('a deleted account’s messages', async () => {
    const { user, subscriptionId } = await addSubscriber(server);
    await server.database.pool.query('delete from users where id = $1', [user.id]);
    server.paypal.books.renew(subscriptionId);
    await server.deliverNew();
    expect(await readPlan(server, user.id)).toBeUndefined();
  });
});

describe('answers that arrive late', () => {
  test('a look that began earlier does not overwrite what a later one found', async () => {
    const { user, subscriptionId } = await addSubscriber(server);
    const path = `/v1/billing/subscriptions/${subscriptionId}`;
    const arrived = Promise.withResolvers<void>();
    const released = Promise.withResolvers<void>();
    let held = 0;
    server.paypal.holdBack = (request: PayPalRequest) => {
      if (request.path !== path || held > 0) return undefined;
      held += 1;
      arrived.resolve();
      return released.promise;
    };
    server.paypal.books.renew(subscriptionId);
    const slow = server.deliverNew();
    await arrived.promise;
    // The slow answer says ACTIVE. Meanwhile it is cancelled, and a faster, later read finds that.
    const next = server.paypal.messages.length;
    server.paypal.books.cancel(subscriptionId);
    const quick = server.paypal.messages[next];
    if (quick === undefined) throw new Error('nothing happened');
    expect((await server.deliver(quick)).status).toBe(200);
    expect((await readPlan(server, user.id))?.status).toBe('cancelled');
    released.resolve();
    await slow;
    expect(await readPlan(server, user.id)).toMatchObject({ status: 'cancelled', renews: false });
  });
});

describe('two subscriptions of one person', () => {
  async function approveTwo() {
    const user = await addUser(server);
    const first = await server.checkout(user);
    // Under another host name: under the same one both tabs would get the same checkout.
    const second = await server.checkout(user, { returnUrl: 'http://127.0.0.1:3000/subscription/success' });
    return { user, first: first.subscriptionId, second: second.subscriptionId };
  }

  async function readErrors(subscriptionId: string) {
    await server.errorLog.flush();
    const { rows } = await server.database.pool.query<{ message: string }>(
      `select message from error_logs where context ->> 'subscription' = $1`,
      [subscriptionId],
    );
    return rows;
  }

  test.each([
    ['in order', false],
    ['the newer one first', true],
  ])('approved in two tabs, %s: what was paid later ends and the administrator is told', async (_name, reversed) => {
    const two = await approveTwo();
    const { user } = two;
    const [first, second] = reversed ? [two.second, two.first] : [two.first, two.second];
    server.paypal.books.approve(first);
    server.clock.advance(1_000);
    server.paypal.books.approve(second);
    await server.deliverNew();
    expect(server.paypal.books.require(first).status).toBe('ACTIVE');
    expect(server.paypal.books.require(second).status).toBe('CANCELLED');
    expect(await readPlan(server, user.id)).toMatchObject({ tier_id: 'pro', status: 'active', renews: true });
    const errors = await readErrors(second);
    expect(errors).toHaveLength(1);
    expect(errors[0]?.message).toContain(second);
    expect(await readErrors(first)).toEqual([]);
  });

  test('a PayPal that cannot be reached then is asked again', async () => {
    const { first, second } = await approveTwo();
    server.paypal.fault = ({ path }) => (path.endsWith('/cancel') ? { status: 500 } : undefined);
    server.paypal.books.approve(first);
    server.paypal.books.approve(second);
    await server.deliverNew();
    expect(server.paypal.books.require(second).status).toBe('ACTIVE');
    server.paypal.fault = () => undefined;
    server.clock.advance(3 * 60_000);
    await server.app.tend();
    expect(server.paypal.books.require(second).status).toBe('CANCELLED');
    await server.deliverNew();
    expect(await readErrors(second)).toHaveLength(1);
  });

  test('a second checkout while one renews is refused', async () => {
    const { user } = await addSubscriber(server);
    await expect(server.checkout(user)).rejects.toMatchObject({ detail: { code: 'SUBSCRIBED_ALREADY' } });
  });
});

test('while PayPal is away it is asked once a round, and plans end', async () => {
  const { user, subscriptionId } = await addSubscriber(server);
  for (let count = 0; count < 5; count += 1) await server.checkout(await addUser(server));
  server.paypal.books.cancel(subscriptionId);
  await server.deliverNew();
  server.clock.advance(32 * DAY_MS);
  const asked = server.paypal.requests.length;
  server.paypal.fault = () => ({ status: 503 });
  await server.app.tend();
  expect(server.paypal.requests.length - asked).toBe(3);
  expect(await readPlan(server, user.id)).toMatchObject({ tier_id: 'free', status: 'cancelled' });
});

test('a checkout of an account that is deleted meanwhile leads nobody to PayPal', async () => {
  const user = await addUser(server);
  const arrived = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  server.paypal.holdBack = ({ path }) => {
    if (!path.endsWith('/subscriptions')) return undefined;
    arrived.resolve();
    return released.promise;
  };
  const going = server.checkout(user).catch((error: unknown) => error);
  await arrived.promise;
  await server.database.pool.query('delete from users where id = $1', [user.id]);
  released.resolve();
  expect(await going).toMatchObject({ type: 'NOT_FOUND' });
});

test('whoever asks for page after page or look after look is told to wait, and PayPal is spared', async () => {
  const user = await addUser(server);
  const tries = async (most: number, attempt: () => Promise<unknown>) => {
    for (let count = 0; count < most; count += 1) await attempt();
    await expect(attempt()).rejects.toMatchObject({ detail: { code: 'RATE_LIMITED' } });
  };
  await tries(20, () => server.checkout(user));
  await tries(30, () => server.refresh(user));
  server.clock.advance(HOUR_MS);
  await server.checkout(user);
});

test('a checkout that PayPal refuses leaves nothing behind', async () => {
  const user = await addUser(server);
  server.paypal.fault = ({ path }) => (path.endsWith('/subscriptions') ? { status: 500 } : undefined);
  await expect(server.checkout(user)).rejects.toMatchObject({ type: 'PAYMENT_PROVIDER_ERROR' });
  const { rows } = await server.database.pool.query('select 1 from payment_subscriptions where user_id = $1', [
    user.id,
  ]);
  expect(rows).toEqual([]);
});
