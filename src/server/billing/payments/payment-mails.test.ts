import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { systemSettings } from '#server/platform/db/tables/index.ts';
import type { Mail } from '#server/platform/mail/index.ts';
import { addUser } from '#test/builders.ts';
import { type PayPalInstance, addSubscriber, startPayPalInstance } from '#test/paypal-instance.ts';
import { type TestServer, startTestServer } from '#test/harness.ts';
import { addCustomer, goToTime } from '#test/sandbox-customer.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
let server: PayPalInstance;

beforeAll(async () => {
  server = await startPayPalInstance();
});
afterAll(() => server.dispose());
afterEach(() => {
  server.paypal.fault = () => undefined;
  vi.restoreAllMocks();
});

const DAY = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });
const day = (at: Date | null | undefined) => DAY.format(at ?? new Date(0));

/** A person's mails, oldest first, after the periodic jobs have run. */
async function mailsOf(person: { email: string }, from: TestServer = server): Promise<Mail[]> {
  await from.app.tend();
  return from.sent.filter(({ to }) => to === person.email);
}
const subjectsOf = async (person: { email: string }, from?: TestServer) =>
  (await mailsOf(person, from)).map(({ subject }) => subject.replace('Baton: ', ''));

const setKind = (instanceKind: 'team' | 'service') => server.db.update(systemSettings).set({ instanceKind });

function toNextBilling(id: string): void {
  const due = server.paypal.books.require(id).nextBilling?.getTime() ?? 0;
  server.clock.advance(due + 5 * 60_000 - server.now().getTime());
}

test('a payment is confirmed once, with its amount, its period and the next date', async () => {
  const { user, subscriptionId } = await addSubscriber(server);
  for (const message of server.paypal.messages) await server.deliver(message);
  const mails = await mailsOf(user);
  expect(mails.map(({ subject }) => subject)).toEqual(['Baton: Payment received']);
  const { startTime, nextBilling } = server.paypal.books.require(subscriptionId);
  for (const body of [mails[0]?.text, mails[0]?.html]) {
    expect(body).toContain('$5 through PayPal');
    expect(body).toContain(`pays for ${day(startTime)} to `);
    expect(body).toContain(`due on ${day(nextBilling)}`);
    expect(body).toContain(`${server.config.url}/subscription`);
  }
  toNextBilling(subscriptionId);
  server.paypal.books.renew(subscriptionId);
  await server.deliverNew();
  expect(await subjectsOf(user)).toEqual(['Payment received', 'Payment received']);
});

test('nobody is told of payments where a team is at home, and of later ones where plans come back', async () => {
  const { user, subscriptionId } = await addSubscriber(server);
  await server.deliverNew();
  expect(await subjectsOf(user)).toEqual(['Payment received']);
  const renew = async () => {
    toNextBilling(subscriptionId);
    server.paypal.books.renew(subscriptionId);
    await server.deliverNew();
  };
  await setKind('team');
  await renew();
  const whileTeam = await subjectsOf(user);
  await setKind('service');
  expect(whileTeam).toEqual(['Payment received']);
  expect(await subjectsOf(user), 'what happened meanwhile is not told late').toEqual(['Payment received']);
  await renew();
  expect(await subjectsOf(user)).toEqual(['Payment received', 'Payment received']);
});

test('each failed try is told with what comes next, and the last with the end', async () => {
  const { user, subscriptionId } = await addSubscriber(server);
  await mailsOf(user);
  for (let tries = 0; tries < 3; tries += 1) {
    toNextBilling(subscriptionId);
    server.paypal.books.fail(subscriptionId);
    await server.deliverNew();
    await server.app.tend();
  }
  const mails = (await mailsOf(user)).filter(({ subject }) => subject.endsWith('A payment failed'));
  expect(mails).toHaveLength(3);
  expect(mails[0]?.text).toMatch(/PayPal tries again on \w+ \d+, \d+\. .*[\s\S]*Pro lasts until/);
  expect(mails[2]?.text).toMatch(/has suspended the subscription[\s\S]*Pro has ended/);
});

test('a cancellation says until when Pro lasts, and its end is told when it comes', async () => {
  const { user, subscriptionId } = await addSubscriber(server);
  server.paypal.books.cancel(subscriptionId);
  await server.deliverNew();
  await server.refresh(user);
  expect(await subjectsOf(user)).toEqual(['Payment received', 'Your subscription is canceled']);
  expect((await mailsOf(user))[1]?.text).toMatch(/Pro lasts until \w+ \d+, \d+\. After that/);
  server.clock.advance(40 * DAY_MS);
  await server.app.tend();
  expect(await subjectsOf(user)).toEqual([
    'Payment received',
    'Your subscription is canceled',
    'Your subscription has ended',
  ]);
});

test('a refund is told once, with the end of the plan and of the subscription; a part of one changes nothing', async () => {
  const { user, subscriptionId } = await addSubscriber(server);
  server.paypal.books.refund(subscriptionId, 'half');
  await server.deliverNew();
  expect((await mailsOf(user))[1]).toMatchObject({
    subject: 'Baton: Part of a payment was refunded',
    text: expect.stringContaining('your plan stays as it is') as string,
  });
  server.paypal.books.refund(subscriptionId);
  for (let count = 0; count < 2; count += 1) await server.deliver(server.paypal.messages.at(-1) ?? never());
  await server.deliverNew();
  await server.deliverNew();
  const mails = await mailsOf(user);
  expect(mails.map(({ subject }) => subject)).toEqual([
    'Baton: Payment received',
    'Baton: Part of a payment was refunded',
    'Baton: A payment was refunded',
  ]);
  expect(mails[2]?.text).toMatch(/canceled at PayPal, so nothing more is charged\. Pro has ended/);
});

test('who approved twice reads that the second is cancelled and paid back, and nothing that sounds like an end', async () => {
  const user = await addUser(server);
  const first = await server.checkout(user);
  const second = await server.checkout(user, { returnUrl: 'http://127.0.0.1:3000/subscription/success' });
  server.paypal.books.approve(first.subscriptionId);
  await server.deliverNew();
  server.clock.advance(60_000);
  server.paypal.books.approve(second.subscriptionId);
  await server.deliverNew();
  await server.deliverNew();
  expect((await subjectsOf(user)).toSorted()).toEqual([
    'A payment was refunded',
    'Payment received',
    'You are not charged twice',
  ]);
});

test('a mail that cannot be sent is sent later, and once; two servers do not both send it', async () => {
  const other = await startPayPalInstance({ databaseUrl: server.databaseUrl, paypal: server.paypal });
  try {
    const refused = vi.spyOn(server.mail, 'send').mockRejectedValue(new Error('no'));
    const { user } = await addSubscriber(server);
    await server.app.tend();
    expect(refused).toHaveBeenCalledTimes(1);
    expect(await subjectsOf(user)).toEqual([]);
    vi.restoreAllMocks();
    const sent: Mail[] = [];
    for (const each of [server, other])
      vi.spyOn(each.mail, 'send').mockImplementation(async (mail) => void sent.push(mail));
    server.clock.advance(2 * 60_000);
    other.clock.advance(Math.max(0, server.now().getTime() - other.now().getTime()));
    await Promise.all([server.app.tend(), other.app.tend()]);
    expect(sent.filter(({ to }) => to === user.email)).toHaveLength(1);
  } finally {
    vi.restoreAllMocks();
    await other.dispose();
  }
});

test('payments from before there were such mails are not written about', async () => {
  const { user, subscriptionId } = await addSubscriber(server);
  await server.app.tend();
  const { pool } = server.database;
  await pool.query('delete from payment_mails');
  server.sent.length = 0;
  await pool.query(`update payment_subscriptions set tells_from = $2 where provider_id = $1`, [
    subscriptionId,
    new Date(server.now().getTime() + 2 * HOUR_MS),
  ]);
  await server.refresh(user);
  expect(await subjectsOf(user)).toEqual([]);
});

test('the sandbox writes the same, and says that no money moved', async () => {
  const local = await startTestServer();
  try {
    const customer = await addCustomer(local);
    goToTime(local, '2024-01-31T10:00:00Z');
    await customer.subscribe();
    await customer.press('decline');
    goToTime(local, '2024-02-29T10:00:00Z');
    await local.app.tend();
    goToTime(local, '2024-03-03T10:00:00Z');
    await local.app.tend();
    await customer.press('refund');
    expect(await subjectsOf(customer.user, local)).toEqual([
      'Payment received',
      'A payment failed',
      'Payment received',
      'A payment was refunded',
    ]);
    const [first] = await mailsOf(customer.user, local);
    expect(first?.text).toContain('pays for Jan 31, 2024 to Feb 29, 2024');
    expect(first?.text).toContain('This was the sandbox: no money moved.');
  } finally {
    await local.dispose();
  }
});

function never(): never {
  throw new Error('nothing happened');
}
