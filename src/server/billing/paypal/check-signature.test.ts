import type { KeyObject } from 'node:crypto';
import { rootCertificates } from 'node:tls';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { AppError } from '#server/platform/error.ts';
import { createAuthority } from '#test/certificate-authority.ts';
import { type PayPalMessage, PayPalServer } from '#test/paypal-server.ts';
import { SIGNER_NAME, type SignedMessage } from '#test/paypal-signer.ts';
import type { PaymentProvider } from '../payments/provider.ts';
import { createPayPal } from './create-paypal.ts';

const DAY_MS = 86_400_000;
let paypal: PayPalServer;
let message: PayPalMessage;
let time = Date.now();
/** Every URL that was fetched. */
const fetched: string[] = [];

beforeAll(async () => {
  paypal = await PayPalServer.start(() => new Date(time));
  message = paypal.write({
    type: 'BILLING.SUBSCRIPTION.ACTIVATED',
    resourceType: 'subscription',
    resource: { id: 'I-ABCDEF123456', status: 'ACTIVE' },
    subscriptionId: 'I-ABCDEF123456',
  });
});
afterAll(() => paypal.close());
afterEach(() => {
  fetched.length = 0;
  paypal.requests.length = 0;
  paypal.fault = () => undefined;
});

interface Opened {
  url?: string;
  roots?: readonly string[];
}

/** Requests to foreign hosts are recorded and fail: a test never leaves the machine. */
function open({ url = paypal.url, roots = [paypal.signer.root.pem] }: Opened = {}): PaymentProvider {
  return createPayPal(
    { ...paypal.config, url },
    {
      roots,
      now: () => new Date(time),
      sleep: async () => undefined,
      fetch: async (input, init) => {
        const address = new Request(input).url;
        fetched.push(address);
        if (!address.startsWith(paypal.url)) throw new Error('not from here');
        return fetch(address, init);
      },
    },
  );
}

const withHeaders = (headers: Record<string, string | string[] | undefined>) => ({
  body: message.body,
  headers: { ...message.headers, ...headers },
});

async function refusalOf(provider: PaymentProvider, sent: Parameters<PaymentProvider['readWebhook']>[0]) {
  const error: unknown = await provider.readWebhook(sent).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof AppError)) throw new Error(`not refused: ${String(error)}`);
  return { type: error.type, code: error.detail.code, message: error.message };
}

const REFUSED = { type: 'FORBIDDEN', code: 'WEBHOOK_REFUSED', message: 'This message was not accepted.' };

/** Signed with the key of a certificate chain made by the test. */
function signWith(chain: string, key: KeyObject): SignedMessage {
  const certUrl = paypal.signer.publish(paypal.url, chain);
  return paypal.signer.sign({ certUrl, webhookId: paypal.webhookId, body: message.body, time: new Date(time), key });
}

describe('what PayPal has signed', () => {
  test('passes, and names the event and its subscription', async () => {
    expect(await open().readWebhook(message)).toEqual({
      id: message.eventId,
      type: 'BILLING.SUBSCRIPTION.ACTIVATED',
      providerId: 'I-ABCDEF123456',
    });
  });

  test('its certificate is fetched once, also for many at a time, and again when it has ended', async () => {
    const until = new Date(time + 10 * DAY_MS);
    const leaf = paypal.signer.between.issue({ name: SIGNER_NAME, until });
    const short = signWith(leaf.pem + paypal.signer.between.pem, leaf.privateKey);
    const provider = open();
    await Promise.all(Array.from({ length: 10 }, () => provider.readWebhook(short)));
    expect(fetched).toHaveLength(1);
    time += 9 * DAY_MS;
    await provider.readWebhook(short);
    expect(fetched).toHaveLength(1);
    time += 2 * DAY_MS;
    expect(await refusalOf(provider, short)).toEqual(REFUSED);
    expect(fetched).toHaveLength(2);
    time -= 11 * DAY_MS;
  });

  test('the order of the chain’s certificates does not matter beyond the first', async () => {
    const deeper = paypal.signer.between.issue({ name: 'Deeper', isAuthority: true });
    const leaf = deeper.issue({ name: SIGNER_NAME });
    const { root, between } = paypal.signer;
    const chain = leaf.pem + root.pem + between.pem + deeper.pem;
    expect((await open().readWebhook(signWith(chain, leaf.privateKey))).id).toBe(message.eventId);
  });
});

describe('refused before anything is fetched', () => {
  test.each(['id', 'time', 'sig'].map((part) => `paypal-transmission-${part}`))(
    '%s missing, twice, or of no form',
    async (name) => {
      const value = message.headers[name] ?? '';
      for (const wrong of [undefined, '', [value, value], `${value}, ${value}`, `${value} `, `${value}|x`, 'é'])
        expect(await refusalOf(open(), withHeaders({ [name]: wrong }))).toEqual(REFUSED);
      expect(fetched).toEqual([]);
    },
  );

  test.each([undefined, '', 'SHA1withRSA', 'sha256withrsa', 'SHA256withRSA, SHA256withRSA', 'none'])(
    'the algorithm %j',
    async (algorithm) => {
      expect(await refusalOf(open(), withHeaders({ 'paypal-auth-algo': algorithm }))).toEqual(REFUSED);
      expect(fetched).toEqual([]);
    },
  );

  test.each(['', 'c2hvcnQ=', '!!!!', 'A'.repeat(343) + '-', 'A'.repeat(5_000)])(
    'the signature %j',
    async (signature) => {
      expect(await refusalOf(open(), withHeaders({ 'paypal-transmission-sig': signature }))).toEqual(REFUSED);
      expect(fetched).toEqual([]);
    },
  );

  const path = '/v1/notifications/certs/CERT-1';
  const LIVE = 'https://api-m.paypal.com';
  const SANDBOX = 'https://api-m.sandbox.paypal.com';
  test.each([
    [LIVE, `https://api.paypal.com.evil.example${path}`],
    [LIVE, `https://evil.example${path}`],
    [LIVE, `https://evil.example/https://api.paypal.com${path}`],
    [LIVE, `https://api.paypal.com@evil.example${path}`],
    [LIVE, `https://user@api.paypal.com${path}`],
    [LIVE, `https://user:secret@api.paypal.com${path}`],
    [LIVE, `https://evil.example\\@api.paypal.com${path}`],
    [LIVE, `https://api.paypal.com:8443${path}`],
    [LIVE, `http://api.paypal.com${path}`],
    [LIVE, `ftp://api.paypal.com${path}`],
    [LIVE, `//api.paypal.com${path}`],
    [LIVE, `https://www.paypal.com${path}`],
    [LIVE, `https://paypal.com${path}`],
    [LIVE, `https://xapi.paypal.com${path}`],
    [LIVE, `https://api.paypal.com.${path}`],
    [LIVE, `https://аpi.paypal.com${path}`],
    [LIVE, `https://api.sandbox.paypal.com${path}`],
    [SANDBOX, `https://api.paypal.com${path}`],
    [LIVE, 'https://api.paypal.com/v1/notifications/certs/'],
    [LIVE, 'https://api.paypal.com/v1/notifications/certs/../webhooks'],
    [LIVE, 'https://api.paypal.com/v1/notifications/certs/a/b'],
    [LIVE, 'https://api.paypal.com/v1/notifications/certs/%2e%2e'],
    [LIVE, `https://api.paypal.com/redirect?to=${path}`],
    [LIVE, `https://api.paypal.com${path}?x=1`],
    [LIVE, `https://api.paypal.com${path}#x`],
    [LIVE, `https://api.paypal.com${path}, https://api.paypal.com${path}`],
    [LIVE, 'not an address'],
    [LIVE, ''],
    ['http://127.0.0.1:4100', `http://127.0.0.1:4101${path}`],
    ['http://127.0.0.1:4100', `http://localhost:4100${path}`],
    ['http://127.0.0.1:4100', `https://api.paypal.com${path}`],
  ])('at %s: a certificate at %s', async (url, address) => {
    expect(await refusalOf(open({ url }), withHeaders({ 'paypal-cert-url': address }))).toEqual(REFUSED);
    expect(fetched).toEqual([]);
  });

  test.each([
    [LIVE, `https://api.paypal.com${path}`],
    [LIVE, `https://api-m.paypal.com${path}`],
    [SANDBOX, `https://api.sandbox.paypal.com${path}`],
    [SANDBOX, `https://api-m.sandbox.paypal.com${path}`],
  ])('while at %s one at %s is asked for', async (url, address) => {
    const refusal = await refusalOf(open({ url }), withHeaders({ 'paypal-cert-url': address }));
    expect(refusal.type).toBe('PAYMENT_PROVIDER_ERROR');
    expect(new Set(fetched)).toEqual(new Set([address]));
  });
});

describe('refused after a look at the certificate', () => {
  afterEach(() => {
    expect(fetched.filter((address) => !address.startsWith(paypal.url))).toEqual([]);
  });

  test('any one byte of the body changed', async () => {
    const provider = open();
    for (let at = 0; at < message.body.length; at += 7) {
      const body = Buffer.from(message.body);
      body[at] = (body[at] ?? 0) ^ 1;
      expect(await refusalOf(provider, { ...message, body })).toEqual(REFUSED);
    }
    expect(await refusalOf(provider, { ...message, body: Buffer.concat([message.body, Buffer.from(' ')]) })).toEqual(
      REFUSED,
    );
    expect(await refusalOf(provider, { ...message, body: Buffer.alloc(0) })).toEqual(REFUSED);
  });

  test('another webhook’s id, another transmission, another time, a shortened signature', async () => {
    const provider = open();
    const certUrl = message.headers['paypal-cert-url'] ?? '';
    const fields = { certUrl, body: message.body, time: new Date(time) };
    expect(await refusalOf(provider, paypal.signer.sign({ ...fields, webhookId: 'OTHER' }))).toEqual(REFUSED);
    const signature = Buffer.from(message.headers['paypal-transmission-sig'] ?? '', 'base64');
    const altered = Buffer.from(signature);
    altered[0] = (altered[0] ?? 0) ^ 1;
    for (const changed of [
      { 'paypal-transmission-id': '00000000-0000-0000-0000-000000000000' },
      { 'paypal-transmission-time': '2020-01-01T00:00:00Z' },
      { 'paypal-transmission-sig': signature.subarray(0, 255).toString('base64') },
      { 'paypal-transmission-sig': altered.toString('base64') },
    ])
      expect(await refusalOf(provider, withHeaders(changed))).toEqual(REFUSED);
  });

  test('a certificate that signs itself, or one of a stranger’s authority, also with our root beside it', async () => {
    const stranger = createAuthority('Root of the tests');
    const leaf = stranger.issue({ name: SIGNER_NAME });
    const self = createAuthority(SIGNER_NAME);
    const { root, between } = paypal.signer;
    for (const [chain, key] of [
      [self.pem, leaf.privateKey],
      [leaf.pem, leaf.privateKey],
      [leaf.pem + stranger.pem, leaf.privateKey],
      [leaf.pem + between.pem + root.pem, leaf.privateKey],
      [leaf.pem + paypal.signer.chain, leaf.privateKey],
    ] as const)
      expect(await refusalOf(open(), signWith(chain, key))).toEqual(REFUSED);
  });

  test('a chain with a link missing, or with a link that may not sign', async () => {
    const { between, root } = paypal.signer;
    const leaf = between.issue({ name: SIGNER_NAME });
    expect(await refusalOf(open(), signWith(leaf.pem, leaf.privateKey))).toEqual(REFUSED);
    // Control case: the same chain without the gap is accepted.
    await open().readWebhook(signWith(leaf.pem + between.pem, leaf.privateKey));
    await open({ roots: [between.pem] }).readWebhook(signWith(leaf.pem, leaf.privateKey));
    // The owner of any certificate of a trusted root must not be able to issue PayPal's with it.
    const customer = root.issue({ name: 'customer.example' });
    const forged = createAuthority('customer.example').issue({ name: SIGNER_NAME });
    expect(await refusalOf(open(), signWith(forged.pem + customer.pem, forged.privateKey))).toEqual(REFUSED);
  });

  test.each([
    ['ended', { until: new Date(time - DAY_MS) }],
    ['not begun', { from: new Date(time + DAY_MS) }],
  ])('a certificate that has %s, and one whose issuer has', async (_name, period) => {
    const { between, root } = paypal.signer;
    const leaf = between.issue({ name: SIGNER_NAME, ...period });
    expect(await refusalOf(open(), signWith(leaf.pem + between.pem, leaf.privateKey))).toEqual(REFUSED);
    const issuer = root.issue({ name: 'Another', isAuthority: true, ...period });
    const below = issuer.issue({ name: SIGNER_NAME });
    expect(await refusalOf(open(), signWith(below.pem + issuer.pem, below.privateKey))).toEqual(REFUSED);
  });

  test.each(['www.paypal.com', 'messageverificationcerts.sandbox.paypal.com', `${SIGNER_NAME}.evil.example`, 'x'])(
    'a good certificate of %s',
    async (name) => {
      const leaf = paypal.signer.between.issue({ name });
      const sent = signWith(leaf.pem + paypal.signer.between.pem, leaf.privateKey);
      expect(await refusalOf(open(), sent)).toEqual(REFUSED);
    },
  );

  test('the tests’ own root is nothing to a machine that does not know it', async () => {
    expect(await refusalOf(open({ roots: rootCertificates }), message)).toEqual(REFUSED);
  });

  test.each([
    ['a redirect from the right host', { status: 302, location: 'https://evil.example/cert' }],
    ['404', { status: 404 }],
    ['garbage', 'garbage'],
    ['too much', { body: 'x'.repeat(70_000) }],
  ] as const)('%s instead of a certificate', async (_name, fault) => {
    paypal.fault = () => fault;
    expect(await refusalOf(open(), message)).toEqual(REFUSED);
    expect(fetched).toHaveLength(1);
  });

  test.each([{ status: 503 }, 'hang-up', 'half'] as const)(
    '%j instead of a certificate is no refusal: PayPal sends it again',
    async (fault) => {
      paypal.fault = () => fault;
      const provider = open();
      expect((await refusalOf(provider, message)).type).toBe('PAYMENT_PROVIDER_ERROR');
      expect(fetched).toHaveLength(3);
      paypal.fault = () => undefined;
      expect((await provider.readWebhook(message)).id).toBe(message.eventId);
    },
  );

  test('made-up addresses of the right host are asked for a few at a time', async () => {
    paypal.fault = ({ path }) => (path.includes('MADE-UP') ? { status: 404 } : undefined);
    const provider = open();
    const refusals = await Promise.all(
      Array.from({ length: 40 }, (_, number) =>
        refusalOf(
          provider,
          withHeaders({ 'paypal-cert-url': `${paypal.url}/v1/notifications/certs/MADE-UP-${number}` }),
        ),
      ),
    );
    expect(fetched).toHaveLength(4);
    expect(refusals.filter(({ type }) => type === 'FORBIDDEN')).toHaveLength(4);
    await provider.readWebhook(message);
  });
});

describe('a signed message', () => {
  const write = (type: string, resource: object) =>
    paypal.write({ type, resource, resourceType: 'sale', subscriptionId: '' });

  test('a payment names its subscription, and a refund its sale, which is asked', async () => {
    const agreement = write('PAYMENT.SALE.COMPLETED', { id: 'S1', billing_agreement_id: 'I-ABCDEF123456' });
    expect((await open().readWebhook(agreement)).providerId).toBe('I-ABCDEF123456');
    const fields = { planId: 'P', customId: 'c', email: undefined, amount: '5.00', returnUrl: '' };
    const book = paypal.books.create(fields);
    paypal.books.approve(book.id);
    const refund = write('PAYMENT.SALE.REFUNDED', { id: 'R1', sale_id: book.sales[0]?.id });
    expect((await open().readWebhook(refund)).providerId).toBe(book.id);
    expect((await open().readWebhook(write('PAYMENT.SALE.REVERSED', { sale_id: 'NOBODYS' }))).providerId).toBeNull();
  });

  test.each([
    ['CUSTOMER.DISPUTE.CREATED', { id: 'I-ABCDEF123456' }],
    ['BILLING.PLAN.UPDATED', { id: 'P-1' }],
    ['BILLING.SUBSCRIPTION.UPDATED', {}],
    ['BILLING.SUBSCRIPTION.UPDATED', { id: '../../x' }],
    ['PAYMENT.SALE.REFUNDED', { sale_id: '../oauth2/token' }],
    ['PAYMENT.SALE.COMPLETED', { id: 'S1' }],
  ])('%s %j is about no subscription', async (type, resource) => {
    expect(await open().readWebhook(write(type, resource))).toMatchObject({ type, providerId: null });
  });

  test.each(['', 'null', '[]', '{}', '{"id":1,"event_type":"A"}', '{"id":"WH-1"}', '{"id":"a b","event_type":"A"}'])(
    'with the body %j is refused',
    async (text) => {
      const certUrl = message.headers['paypal-cert-url'] ?? '';
      const body = Buffer.from(text);
      const sent = paypal.signer.sign({ certUrl, body, webhookId: paypal.webhookId, time: new Date(time) });
      expect(await refusalOf(open(), sent)).toEqual(REFUSED);
    },
  );

  test('a refund that cannot be asked about now is no refusal', async () => {
    paypal.fault = ({ path }) => (path.includes('/sale/') ? { status: 500 } : undefined);
    const refund = write('PAYMENT.SALE.REFUNDED', { id: 'R1', sale_id: 'S123' });
    expect((await refusalOf(open(), refund)).type).toBe('PAYMENT_PROVIDER_ERROR');
  });
});
