import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { addUser } from '#test/builders.ts';
import {
  type PayPalInstance,
  addSubscriber,
  readCurrent,
  readPlan,
  startPayPalInstance,
} from '#test/paypal-instance.ts';

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

const statusOf = (id: string) => server.paypal.books.require(id).status;
const cancelsOf = (id: string) => server.paypal.asked('POST', new RegExp(`/subscriptions/${id}/cancel$`));

test('a subscription whose last payment went back is cancelled at PayPal', async () => {
  const { user, subscriptionId } = await addSubscriber(server);
  server.paypal.books.refund(subscriptionId);
  await server.deliverNew();
  expect(statusOf(subscriptionId)).toBe('CANCELLED');
  await server.deliverNew();
  expect(await readPlan(server, user.id)).toMatchObject({ tier_id: 'free', status: 'refunded', renews: false });
  expect(cancelsOf(subscriptionId)).toHaveLength(1);
});

test('an older checkout that is approved while another subscription runs is cancelled and its payment returned', async () => {
  const user = await addUser(server);
  const older = await server.checkout(user);
  server.clock.advance(60_000);
  const newer = await server.checkout(user, { returnUrl: 'http://127.0.0.1:3000/subscription/success' });
  server.paypal.books.approve(newer.subscriptionId);
  await server.deliverNew();
  server.clock.advance(HOUR_MS);
  server.paypal.books.approve(older.subscriptionId);
  await server.deliverNew();
  expect(statusOf(newer.subscriptionId)).toBe('ACTIVE');
  expect(statusOf(older.subscriptionId)).toBe('CANCELLED');
  expect(server.paypal.books.require(older.subscriptionId).sales.map(({ status }) => status)).toEqual(['REFUNDED']);
  expect(await readPlan(server, user.id)).toMatchObject({ tier_id: 'pro', status: 'active', renews: true });
});

test('what a bank takes back ends it as well, although PayPal lists the sale as completed', async () => {
  const { user, subscriptionId } = await addSubscriber(server);
  server.clock.advance(DAY_MS);
  server.paypal.books.reverse(subscriptionId);
  await server.deliverNew();
  expect(statusOf(subscriptionId)).toBe('CANCELLED');
  expect(await readPlan(server, user.id)).toMatchObject({ tier_id: 'free', status: 'refunded' });
});

test('a part of the last payment, or an older payment, ends nothing', async () => {
  const { user, subscriptionId } = await addSubscriber(server);
  server.paypal.books.refund(subscriptionId, 'half');
  await server.deliverNew();
  server.clock.advance(31 * DAY_MS);
  server.paypal.books.renew(subscriptionId);
  await server.deliverNew();
  const [first] = server.paypal.books.require(subscriptionId).sales;
  if (first === undefined) throw new Error('nothing was paid');
  server.paypal.books.refundSale(first);
  await server.deliverNew();
  expect(await readPlan(server, user.id)).toMatchObject({ tier_id: 'pro', status: 'active', renews: true });
  expect(statusOf(subscriptionId)).toBe('ACTIVE');
  expect(await readEnding(subscriptionId)).toBeUndefined();
});

test('a suspended subscription that is refunded cannot be taken up again', async () => {
  const { subscriptionId } = await addSubscriber(server);
  server.paypal.books.suspend(subscriptionId);
  server.paypal.books.refund(subscriptionId);
  await server.deliverNew();
  expect(statusOf(subscriptionId)).toBe('CANCELLED');
});

test('five failures, a killed server and a message that comes twice: it is cancelled once, and no sooner forgotten', async () => {
  const { user, subscriptionId } = await addSubscriber(server);
  let failures = 0;
  server.paypal.fault = ({ path }) => {
    if (!path.endsWith('/cancel') || failures >= 5) return undefined;
    failures += 1;
    // A failure that the client does not retry within the same call.
    return { status: 403 };
  };
  server.paypal.books.refund(subscriptionId);
  const message = server.paypal.messages.at(-1);
  if (message === undefined) throw new Error('nothing happened');
  await server.deliver(message);
  await server.deliver(message);
  expect([failures, statusOf(subscriptionId)]).toEqual([1, 'ACTIVE']);
  expect(await readPlan(server, user.id)).toMatchObject({ tier_id: 'free', status: 'refunded', renews: true });
  expect((await readEnding(subscriptionId))?.done_at).toBeNull();

  // Another server finds the ending in the database after the first one is gone.
  const other = await startPayPalInstance({ databaseUrl: server.databaseUrl, paypal: server.paypal });
  try {
    for (let round = 0; round < 8 && statusOf(subscriptionId) !== 'CANCELLED'; round += 1) {
      await other.app.tend();
      const tries = failures;
      await other.app.tend();
      expect(failures, 'not before its time').toBe(tries);
      advanceBoth(other, 2 ** round * 60_000);
    }
    await other.app.tend();
  } finally {
    await other.dispose();
  }
  expect([failures, statusOf(subscriptionId)]).toEqual([5, 'CANCELLED']);
  expect(cancelsOf(subscriptionId)).toHaveLength(6);
  await server.deliverNew();
  expect((await readEnding(subscriptionId))?.done_at).not.toBeNull();
  expect(await readErrors(subscriptionId)).toHaveLength(1);
  server.clock.advance(40 * DAY_MS);
  await server.app.tend();
  expect(cancelsOf(subscriptionId)).toHaveLength(6);
});

test('a server that dies after it has cancelled and before it has heard so finds it done', async () => {
  const { subscriptionId } = await addSubscriber(server);
  server.paypal.books.refund(subscriptionId);
  server.paypal.fault = ({ path }) => {
    if (!path.endsWith('/cancel')) return undefined;
    server.paypal.books.cancel(subscriptionId);
    return { status: 403 };
  };
  await server.deliver(server.paypal.messages.findLast(({ type }) => type === 'PAYMENT.SALE.REFUNDED') ?? never());
  expect((await readEnding(subscriptionId))?.done_at).toBeNull();
  server.paypal.fault = () => undefined;
  server.clock.advance(60_000);
  await server.app.tend();
  expect(cancelsOf(subscriptionId)).toHaveLength(1);
  expect((await readEnding(subscriptionId))?.done_at).not.toBeNull();
});

test('money that is taken after a refund, because nobody could be reached to stop it, goes back', async () => {
  const { user, subscriptionId } = await addSubscriber(server);
  server.clock.advance(31 * DAY_MS);
  server.paypal.books.renew(subscriptionId);
  await server.deliverNew();
  server.paypal.fault = ({ path }) => (path.endsWith('/cancel') ? { status: 500 } : undefined);
  server.paypal.books.refund(subscriptionId);
  await server.deliverNew();
  server.clock.advance(31 * DAY_MS);
  server.paypal.books.renew(subscriptionId);
  await server.deliverNew();
  server.paypal.fault = () => undefined;
  server.clock.advance(DAY_MS);
  await server.app.tend();
  await server.deliverNew();
  expect(statusOf(subscriptionId)).toBe('CANCELLED');
  expect(server.paypal.books.require(subscriptionId).sales.map(({ status }) => status)).toEqual([
    'COMPLETED',
    'REFUNDED',
    'REFUNDED',
  ]);
  expect(await readPlan(server, user.id)).toMatchObject({ tier_id: 'free', status: 'refunded', renews: false });
});

test('whoever was refunded can begin anew while the old one is still being ended, and pays once', async () => {
  const { user, subscriptionId } = await addSubscriber(server);
  server.paypal.fault = ({ path }) => (path.endsWith('/cancel') ? { status: 500 } : undefined);
  server.paypal.books.refund(subscriptionId);
  await server.deliverNew();
  const again = await server.checkout(user);
  server.clock.advance(60_000);
  server.paypal.books.approve(again.subscriptionId);
  await server.deliverNew();
  expect(await readPlan(server, user.id)).toMatchObject({ tier_id: 'pro', status: 'active' });
  server.paypal.fault = () => undefined;
  server.clock.advance(HOUR_MS);
  await server.app.tend();
  expect([statusOf(subscriptionId), statusOf(again.subscriptionId)]).toEqual(['CANCELLED', 'ACTIVE']);
});

test('one that was suspended ends when a new one begins, and keeps what was paid for it', async () => {
  const { user, subscriptionId } = await addSubscriber(server);
  server.paypal.books.suspend(subscriptionId);
  await server.deliverNew();
  const again = await server.checkout(user);
  server.paypal.books.approve(again.subscriptionId);
  await server.deliverNew();
  expect(statusOf(subscriptionId)).toBe('CANCELLED');
  expect(server.paypal.books.require(subscriptionId).sales.map(({ status }) => status)).toEqual(['COMPLETED']);
  expect(statusOf(again.subscriptionId)).toBe('ACTIVE');
});

test('a double whose payment is listed late is refunded when it is', async () => {
  const { user, first, second } = await openTwo();
  server.paypal.books.approve(first);
  server.clock.advance(60_000);
  server.paypal.books.approve(second);
  const held = server.paypal.books.require(second).sales.splice(0);
  await server.deliverNew();
  expect(statusOf(second)).toBe('CANCELLED');
  server.paypal.books.require(second).sales.push(...held);
  server.clock.advance(HOUR_MS);
  await server.app.tend();
  expect(held.map(({ status }) => status)).toEqual(['REFUNDED']);
  expect(await readPlan(server, user.id)).toMatchObject({ tier_id: 'pro', status: 'active', renews: true });
});

test('where PayPal knows payments by the older name, they are returned there', async () => {
  server.paypal.hasSales = true;
  const { first, second } = await openTwo();
  server.paypal.books.approve(first);
  server.clock.advance(60_000);
  server.paypal.books.approve(second);
  await server.deliverNew();
  server.paypal.hasSales = false;
  expect(server.paypal.books.require(second).sales.map(({ status }) => status)).toEqual(['REFUNDED']);
});

test('two tabs that approve at once and two servers that hear of it: one subscription is left, and one payment', async () => {
  const other = await startPayPalInstance({ databaseUrl: server.databaseUrl, paypal: server.paypal });
  try {
    const { user, first, second } = await openTwo();
    const before = server.paypal.messages.length;
    server.paypal.books.approve(first);
    server.paypal.books.approve(second);
    const told = server.paypal.messages.slice(before);
    await Promise.all(told.flatMap((message) => [server.deliver(message), other.deliver(message)]));
    await Promise.all([server.app.tend(), other.app.tend()]);
    const left = [first, second].filter((id) => statusOf(id) === 'ACTIVE');
    const paid = [first, second].flatMap((id) => server.paypal.books.require(id).sales);
    expect(left).toHaveLength(1);
    expect(paid.filter(({ status }) => status === 'COMPLETED')).toHaveLength(1);
    expect(paid.filter(({ status }) => status === 'REFUNDED')).toHaveLength(1);
    expect(await readPlan(server, user.id)).toMatchObject({ tier_id: 'pro', status: 'active', renews: true });
  } finally {
    await other.dispose();
    await server.deliverNew();
  }
});

test('whoever asks for the checkout again is sent to the one that is open, until it was approved', async () => {
  const user = await addUser(server);
  const [first, again] = [await server.checkout(user), await server.checkout(user)];
  expect(again.url).toBe(first.url);
  server.paypal.books.approve(first.subscriptionId);
  // The webhook about it has not arrived yet.
  await expect(server.checkout(user)).rejects.toMatchObject({ detail: { code: 'SUBSCRIBED_ALREADY' } });
  await server.deliverNew();
});

test('a page that may close before it is read is not handed out again', async () => {
  const user = await addUser(server);
  const first = await server.checkout(user);
  server.clock.advance(2.6 * HOUR_MS);
  expect((await server.checkout(user)).url).not.toBe(first.url);
});

test('what still renews is shown as such and can be managed: refunded, lapsed, or beside a plan that was given', async () => {
  server.paypal.fault = ({ path }) => (path.endsWith('/cancel') ? { status: 500 } : undefined);
  const { user, subscriptionId } = await addSubscriber(server);
  server.paypal.books.refund(subscriptionId);
  await server.deliverNew();
  const open = { reason: 'refunded', provider: 'paypal', price_usd: 5, done_at: null };
  expect(await readCurrent(user)).toMatchObject({
    tier: { tier_name: 'free' },
    subscription: { status: 'refunded', renews: true },
    endings: [open],
  });
  expect(await server.portal(user)).toContain('/myaccount/autopay');
  await server.database.pool.query(
    `update user_subscriptions set tier_id = 'pro', granted = true, access_until = null where user_id = $1`,
    [user.id],
  );
  expect(await readCurrent(user)).toMatchObject({
    tier: { tier_name: 'pro' },
    subscription: { status: 'refunded', renews: true },
  });
  server.paypal.fault = () => undefined;
  server.clock.advance(DAY_MS);
  await server.app.tend();
  expect(await readCurrent(user)).toMatchObject({ subscription: { renews: false }, endings: [] });
});

test('of an old subscription that is paid for and a new one that is charged, the new one is shown, also when it lapsed', async () => {
  const { user, subscriptionId } = await addSubscriber(server);
  server.paypal.books.cancel(subscriptionId);
  await server.deliverNew();
  const again = await server.checkout(user);
  server.paypal.books.approve(again.subscriptionId);
  await server.deliverNew();
  server.paypal.fault = ({ path }) => (path.endsWith('/cancel') ? { status: 500 } : undefined);
  server.paypal.books.refund(again.subscriptionId);
  await server.deliverNew();
  expect(await readCurrent(user)).toMatchObject({
    tier: { tier_name: 'pro' },
    subscription: { status: 'refunded', renews: true },
  });
});

test('a second subscription is told of on the page for some days', async () => {
  const { user, first, second } = await openTwo();
  server.paypal.books.approve(first);
  server.clock.advance(60_000);
  server.paypal.books.approve(second);
  await server.deliverNew();
  const [told] = (await readCurrent(user)).endings;
  expect(told).toMatchObject({ reason: 'double', price_usd: 5, done_at: expect.any(String) as string });
  server.clock.advance(15 * DAY_MS);
  expect((await readCurrent(user)).endings).toEqual([]);
});

/** Two checkouts, opened under two host names of this server. */
async function openTwo() {
  const user = await addUser(server);
  const first = await server.checkout(user);
  const second = await server.checkout(user, { returnUrl: 'http://127.0.0.1:3000/subscription/success' });
  return { user, first: first.subscriptionId, second: second.subscriptionId };
}

async function readEnding(subscriptionId: string) {
  const { rows } = await server.database.pool.query<{ reason: string; done_at: Date | null }>(
    `select e.reason, e.done_at from payment_endings e
     join payment_subscriptions p on p.id = e.payment_id where p.provider_id = $1`,
    [subscriptionId],
  );
  return rows[0];
}

async function readErrors(subscriptionId: string) {
  await server.errorLog.flush();
  const { rows } = await server.database.pool.query<{ message: string }>(
    `select message from error_logs where context ->> 'subscription' = $1`,
    [subscriptionId],
  );
  return rows;
}

function advanceBoth(other: PayPalInstance, ms: number): void {
  server.clock.advance(ms);
  other.clock.advance(other.now() < server.now() ? server.now().getTime() - other.now().getTime() : 0);
}

function never(): never {
  throw new Error('nothing happened');
}
