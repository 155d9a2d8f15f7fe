import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Id } from '#contract/fields.ts';
import { AppError } from '#server/platform/error.ts';
import type { PayPalFault } from '#test/paypal-fault.ts';
import { PayPalServer } from '#test/paypal-server.ts';
import type { Order, PaymentProvider } from '../payments/provider.ts';
import { createPayPal } from './create-paypal.ts';

const HOUR_MS = 3_600_000;
let paypal: PayPalServer;
let time = Date.now();
let made = 0;

beforeAll(async () => {
  paypal = await PayPalServer.start(() => new Date(time));
});
afterAll(() => paypal.close());
afterEach(() => {
  paypal.fault = () => undefined;
  paypal.pageSize = 100;
  paypal.requests.length = 0;
});

const waits: number[] = [];
/** Generous, so that a busy machine is not taken for a timeout of PayPal. */
const PATIENT_MS = 20_000;
const SHORT_MS = 1_500;

function open(config: Partial<PayPalServer['config']> = {}, timeoutMs = PATIENT_MS): PaymentProvider {
  waits.length = 0;
  return createPayPal(
    { ...paypal.config, ...config },
    { now: () => new Date(time), timeoutMs, sleep: async (ms) => void waits.push(ms) },
  );
}

function order(fields: Partial<Order> = {}): Order {
  made += 1;
  return {
    paymentId: `0198c000-0000-7000-8000-${String(made).padStart(12, '0')}` as Id,
    email: 'mira@example.com',
    priceUsd: 5,
    returnUrl: 'https://baton.example/subscription/success',
    cancelUrl: 'https://baton.example/subscription',
    ...fields,
  };
}

async function failureOf(call: Promise<unknown>): Promise<AppError> {
  const error: unknown = await call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof AppError)) throw new Error(`not an expected failure: ${String(error)}`);
  return error;
}

describe('creating', () => {
  test('orders the plan at the agreed price, under the id of the order', async () => {
    const wanted = order({ priceUsd: 7.5 });
    const { providerId, approvalUrl } = await open().createSubscription(wanted);
    expect(approvalUrl).toBe(`${paypal.url}/webapps/billing/subscriptions?ba_token=${providerId}`);
    expect(paypal.books.require(providerId)).toMatchObject({
      planId: paypal.planId,
      customId: wanted.paymentId,
      email: 'mira@example.com',
      amount: '7.50',
      status: 'APPROVAL_PENDING',
    });
    const [sent] = paypal.asked('POST', /subscriptions$/);
    expect(sent?.headers).toMatchObject({
      'paypal-request-id': wanted.paymentId,
      prefer: 'return=representation',
      'content-type': 'application/json',
    });
    expect(JSON.parse(sent?.body ?? '')).toMatchObject({
      application_context: {
        brand_name: 'Baton',
        user_action: 'SUBSCRIBE_NOW',
        shipping_preference: 'NO_SHIPPING',
        return_url: wanted.returnUrl,
        cancel_url: wanted.cancelUrl,
      },
    });
  });

  test('an order that is sent again after a lost answer is one subscription', async () => {
    const wanted = order();
    const before = paypal.books.all.size;
    const dropped = new Set<string>();
    paypal.holdBack = async ({ path }) => {
      if (!path.endsWith('/subscriptions') || dropped.has(path)) return;
      dropped.add(path);
      // The first response is never sent.
      await new Promise(() => {});
    };
    const { providerId } = await open({}, SHORT_MS).createSubscription(wanted);
    paypal.holdBack = () => undefined;
    expect(paypal.asked('POST', /subscriptions$/)).toHaveLength(2);
    expect(paypal.books.all.size).toBe(before + 1);
    expect(paypal.books.require(providerId).customId).toBe(wanted.paymentId);
  });

  test('an address without a domain is not sent along', async () => {
    const { providerId } = await open().createSubscription(order({ email: 'admin@localhost' }));
    expect(paypal.books.require(providerId).email).toBeUndefined();
  });

  test.each([
    'https://www.paypal.com/webapps/billing',
    'https://www.paypal.com.evil.example/x',
    'javascript:alert(1)',
    '//evil.example',
    '',
  ])('nobody is sent to %j', async (href) => {
    paypal.fault = ({ path }) =>
      path.endsWith('/subscriptions') ? { body: { id: 'I-1234567890', links: [{ rel: 'approve', href }] } } : undefined;
    expect((await failureOf(open().createSubscription(order()))).type).toBe('PAYMENT_PROVIDER_ERROR');
  });

  test('a foreign plan is refused with PayPal’s reference', async () => {
    const error = await failureOf(open({ planId: 'P-OTHER' }).createSubscription(order()));
    expect(error.message).toContain('f0e1d2c3b4a59');
    expect(paypal.asked('POST', /subscriptions$/)).toHaveLength(1);
  });
});

describe('reading', () => {
  async function subscribe(): Promise<string> {
    const { providerId } = await open().createSubscription(order());
    return providerId;
  }

  test('one that waits for approval has no payments, and none are asked for', async () => {
    const id = await subscribe();
    expect(await open().readSubscription(id)).toMatchObject({
      status: 'APPROVAL_PENDING',
      nextBillingTime: null,
      payments: [],
    });
    expect(paypal.asked('GET', /transactions/)).toEqual([]);
  });

  test('payments that came count, also in part; those that did not come do not', async () => {
    const id = await subscribe();
    const start = new Date(time - 100 * 24 * HOUR_MS);
    paypal.books.approve(id, start);
    paypal.books.renew(id, new Date(time - 70 * 24 * HOUR_MS));
    paypal.books.refund(id, 'half');
    paypal.books.renew(id, new Date(time - 40 * 24 * HOUR_MS));
    paypal.books.refund(id);
    paypal.books.fail(id, new Date(time - 10 * 24 * HOUR_MS));
    const told = await open().readSubscription(id);
    expect(told).toMatchObject({
      providerId: id,
      planId: paypal.planId,
      customId: paypal.books.require(id).customId,
      status: 'ACTIVE',
      failedPayments: 1,
    });
    expect(told?.payments.map(({ refunded, amountUsd }) => ({ refunded, amountUsd }))).toEqual([
      { refunded: false, amountUsd: 5 },
      { refunded: false, amountUsd: 5 },
      { refunded: true, amountUsd: 5 },
    ]);
    expect(told?.startTime?.getTime()).toBe(Math.floor(start.getTime() / 1_000) * 1_000);
  });

  test('once cancelled nothing more will be billed', async () => {
    const id = await subscribe();
    paypal.books.approve(id);
    paypal.books.cancel(id);
    expect(await open().readSubscription(id)).toMatchObject({ status: 'CANCELLED', nextBillingTime: null });
  });

  test('all pages are read, and a link in an answer leads to no other host', async () => {
    const id = await subscribe();
    paypal.books.approve(id, new Date(time - 200 * 24 * HOUR_MS));
    for (const days of [170, 140, 110, 80, 50, 20]) paypal.books.renew(id, new Date(time - days * 24 * HOUR_MS));
    paypal.pageSize = 2;
    expect((await open().readSubscription(id))?.payments).toHaveLength(7);
    expect(paypal.asked('GET', /transactions/)).toHaveLength(4);
  });

  test('an unknown one is undefined; an id of another form is not even asked for', async () => {
    expect(await open().readSubscription('I-NOBODYS')).toBeUndefined();
    const asked = paypal.requests.length;
    for (const id of ['unnamed 0198', '../plans', 'I-1?x=1', '']) {
      expect(await open().readSubscription(id)).toBeUndefined();
    }
    expect(paypal.requests).toHaveLength(asked);
  });
});

describe('cancelling', () => {
  test('ends it with the reason, and one that is over stays so', async () => {
    const { providerId } = await open().createSubscription(order());
    paypal.books.approve(providerId);
    await open().cancelSubscription(providerId, 'The account was deleted.');
    expect(paypal.books.require(providerId).status).toBe('CANCELLED');
    expect(JSON.parse(paypal.asked('POST', /cancel$/)[0]?.body ?? '')).toEqual({ reason: 'The account was deleted.' });
    await open().cancelSubscription(providerId, 'Again.');
    paypal.books.expire(providerId);
    await open().cancelSubscription(providerId, 'Again.');
    await open().cancelSubscription('I-NOBODYS', 'Again.');
    expect(paypal.books.require(providerId).status).toBe('EXPIRED');
  });
});

test.each([
  ['https://api-m.paypal.com', 'https://www.paypal.com/myaccount/autopay/'],
  ['https://api-m.sandbox.paypal.com', 'https://www.sandbox.paypal.com/myaccount/autopay/'],
  ['http://127.0.0.1:4100', 'http://127.0.0.1:4100/myaccount/autopay/'],
])('at %s a subscription is managed at %s', async (url, portal) => {
  expect(await open({ url }).portalUrl('I-1', 'https://baton.example')).toBe(portal);
});

describe('the token', () => {
  test('is fetched once for many callers, and again shortly before it ends', async () => {
    const provider = open();
    await Promise.all(Array.from({ length: 10 }, () => provider.readSubscription('I-NOBODYS')));
    expect(paypal.asked('POST', /token$/)).toHaveLength(1);
    time += 9 * HOUR_MS - 90_000;
    await provider.readSubscription('I-NOBODYS');
    expect(paypal.asked('POST', /token$/)).toHaveLength(1);
    time += 60_000;
    await provider.readSubscription('I-NOBODYS');
    expect(paypal.asked('POST', /token$/)).toHaveLength(2);
  });

  test('one that was revoked is renewed once, for all who notice', async () => {
    const provider = open();
    await provider.probe();
    paypal.revokeTokens();
    await Promise.all(Array.from({ length: 5 }, () => provider.readSubscription('I-NOBODYS')));
    expect(paypal.asked('POST', /token$/)).toHaveLength(2);
    paypal.requests.length = 0;
    paypal.fault = ({ path }) => (path.includes('/billing/') ? { status: 401 } : undefined);
    expect((await failureOf(provider.readSubscription('I-NOBODYS'))).type).toBe('PAYMENT_PROVIDER_ERROR');
    expect(paypal.asked('GET', /billing/)).toHaveLength(2);
  });

  test('a failed fetch is not kept', async () => {
    const provider = open();
    paypal.fault = () => ({ status: 503 });
    await failureOf(provider.readSubscription('I-NOBODYS'));
    paypal.fault = () => undefined;
    expect(await provider.readSubscription('I-NOBODYS')).toBeUndefined();
  });
});

describe('the probe', () => {
  test('says whether the credentials are good, without them', async () => {
    expect(await open().probe()).toEqual({ ok: true, detail: 'PayPal accepts the credentials.' });
    const bad = await open({ clientSecret: 'wrong-secret' }).probe();
    expect(bad.ok).toBe(false);
    expect(bad.detail).toContain('administrator');
    expect(bad.detail).not.toContain('wrong-secret');
  });
});

describe('when PayPal fails', () => {
  const faults: [string, PayPalFault, number][] = [
    ['429', { status: 429 }, 3],
    ['500', { status: 500 }, 3],
    ['503', { status: 503 }, 3],
    ['nothing', 'silence', 3],
    ['a broken connection', 'hang-up', 3],
    ['half an answer', 'half', 3],
    ['garbage', 'garbage', 1],
    ['the wrong shape', { body: { id: 12, status: 'SOMETHING' } }, 1],
    ['a date that is none', { body: { id: 'I-1', plan_id: 'P', status: 'ACTIVE', start_time: 'yesterday' } }, 1],
    ['a redirect', { status: 302, location: 'http://127.0.0.1:1/elsewhere' }, 1],
    ['400', { status: 400 }, 1],
    ['403', { status: 403 }, 1],
  ];

  /** From now on; where PayPal stays silent, the time is over as soon as it was asked. */
  function answerWith(fault: PayPalFault): void {
    let attempt = new AbortController();
    if (fault === 'silence')
      vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
        expect(ms).toBe(PATIENT_MS);
        attempt = new AbortController();
        return attempt.signal;
      });
    paypal.fault = () => {
      attempt.abort(new DOMException('the time is over', 'TimeoutError'));
      return fault;
    };
  }

  test.each(faults)('%s: a clear failure, after at most three tries', async (_name, fault, tries) => {
    const provider = open();
    await provider.probe();
    paypal.requests.length = 0;
    answerWith(fault);
    const error = await failureOf(provider.readSubscription('I-NOBODYS'));
    expect(error).toMatchObject({ type: 'PAYMENT_PROVIDER_ERROR', status: 502 });
    expect(error.message).toMatch(/^PayPal .*Nothing was changed/);
    expect(JSON.stringify([error.message, error.detail])).not.toContain('secret');
    expect(paypal.requests).toHaveLength(tries);
    expect(waits).toHaveLength(tries - 1);
  });

  test.each(faults)('%s instead of a token: the same', async (_name, fault, tries) => {
    answerWith(fault);
    expect((await failureOf(open().readSubscription('I-NOBODYS'))).type).toBe('PAYMENT_PROVIDER_ERROR');
    expect(paypal.requests).toHaveLength(tries);
  });

  test('what passes by itself is not noticed', async () => {
    const provider = open();
    await provider.probe();
    let turn = 0;
    paypal.fault = () => {
      turn += 1;
      return turn === 1 ? { status: 429, retryAfter: '2' } : turn === 2 ? 'hang-up' : undefined;
    };
    expect(await provider.readSubscription('I-NOBODYS')).toBeUndefined();
    expect(waits[0]).toBe(2_000);
  });

  test('a wait longer than anybody watches is a failure at once', async () => {
    const provider = open();
    await provider.probe();
    paypal.requests.length = 0;
    paypal.fault = () => ({ status: 429, retryAfter: '600' });
    await failureOf(provider.readSubscription('I-NOBODYS'));
    expect(paypal.requests).toHaveLength(1);
  });
});
