import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestServer, startTestServer } from '#test/harness.ts';
import { type Customer, addCustomer, goToTime, sendForm } from '#test/sandbox-customer.ts';
import type { PaymentProvider } from '../payments/provider.ts';

let server: TestServer;
let customer: Customer;
beforeAll(async () => {
  server = await startTestServer();
  customer = await addCustomer(server);
});
afterAll(() => server.dispose());

const get = (url: string) => server.http.inject({ url });
const UNKNOWN = 'x'.repeat(43);

test('each page is marked as a sandbox, kept by nobody, found by nobody and framed by nobody', async () => {
  const path = await customer.checkout();
  for (const url of [path, `/sandbox/portal/${UNKNOWN}`]) {
    const { headers, body } = await get(url);
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex, nofollow',
      'referrer-policy': 'no-referrer',
      'content-security-policy':
        "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    });
    expect(body).toContain('Sandbox: no money moves.');
    expect(body).toContain('<meta name="robots" content="noindex, nofollow" />');
    expect(body).not.toMatch(/<script|<style|\sstyle=|\son\w+=/);
  }
  const style = await get(/href="(\/sandbox\/style\.css[^"]*)"/.exec((await get(path)).body)?.[1] ?? '');
  expect([style.statusCode, style.headers['content-type']]).toEqual([200, 'text/css; charset=utf-8']);
});

test('the checkout says what is bought, for how much and by whom, and lets people go', async () => {
  const buyer = await addCustomer(server);
  goToTime(server, '2024-01-31T10:00:00Z');
  const path = await buyer.checkout();
  const { statusCode, body } = await get(path);
  expect(statusCode).toBe(200);
  for (const text of [
    'Subscribe to Pro',
    '<strong>$5</strong> per month',
    buyer.user.email,
    'Jan 31, 2024',
    'Feb 29, 2024',
  ])
    expect(body).toContain(text);
  const left = await sendForm(server, path, { action: 'cancel' });
  expect([left.statusCode, left.headers.location]).toEqual([303, 'http://localhost:3000/subscription']);
  expect((await get(path)).body, 'who has left may come back').toContain('Approve and subscribe');
  goToTime(server, new Date().toISOString());
});

test('what a person is called is text, wherever it stands', async () => {
  const odd = await addCustomer(server);
  await server.database.pool.query('update users set email = $1 where id = $2', [
    '"><img src=x>&\'@example.com',
    odd.user.id,
  ]);
  const { body } = await get(await odd.checkout());
  expect(body).toContain('&quot;&gt;&lt;img src=x&gt;&amp;&#39;@example.com');
  expect(body).not.toContain('<img');
});

test('an address of nothing has a page that says so and leads back', async () => {
  for (const url of [
    `/sandbox/checkout/${UNKNOWN}`,
    '/sandbox/portal/short',
    '/sandbox/portal/%00',
    '/sandbox/portal/..%2f',
  ])
    for (const answer of [await get(url), await sendForm(server, url, { action: 'approve' })]) {
      expect([url, answer.statusCode]).toEqual([url, 404]);
      expect(answer.body).toContain('There is nothing here');
      expect(answer.body).toContain('href="http://localhost:3000/subscription"');
    }
});

test('what no form of these pages sends does nothing', async () => {
  const buyer = await addCustomer(server);
  const path = await buyer.checkout();
  const form = 'application/x-www-form-urlencoded';
  const cases: [string, string, number][] = [
    ['application/json', '{"action":"approve"}', 400],
    ['text/plain', 'action=approve', 400],
    ['multipart/form-data; boundary=x', '--x--', 400],
    [form, '', 400],
    [form, 'action=', 400],
    [form, 'action=constructor', 400],
    [form, 'action=refund', 400],
    [form, '%', 400],
    [form, '\0\uFFFF', 400],
    [form, `action=approve&more=${'x'.repeat(256 * 1024)}`, 413],
  ];
  for (const [type, payload, status] of cases) {
    const answer = await server.http.inject({ method: 'POST', url: path, headers: { 'content-type': type }, payload });
    expect([type, payload.slice(0, 40), answer.statusCode]).toEqual([type, payload.slice(0, 40), status]);
  }
  expect((await server.http.inject({ method: 'POST', url: path })).statusCode).toBe(400);
  expect((await get(path)).body).toContain('Approve and subscribe');

  await buyer.subscribe();
  const portal = await buyer.portal();
  for (const action of ['approve', 'toString', '__proto__', ''])
    expect((await sendForm(server, portal, { action, seen: 'x' })).statusCode).toBe(400);
  expect((await sendForm(server, portal, { action: 'cancel', seen: 'x' })).statusCode, 'not as it is shown').toBe(409);
  expect((await get(portal)).body).toContain('>Active<');
});

test('the portal offers what applies, and asks before it ends anything', async () => {
  const buyer = await addCustomer(server);
  goToTime(server, '2024-01-31T10:00:00Z');
  await buyer.subscribe();
  const path = await buyer.portal();
  const buttons = async (url = path) =>
    [...(await get(url)).body.matchAll(/<button[^>]*>\s*([^<]*?)\s*<\/button>/g)].map(([, label]) => label);
  expect(await buttons()).toEqual([
    'Cancel subscription',
    'Renew now',
    'Let the next charge fail',
    'Suspend',
    'Refund the last payment',
  ]);
  await buyer.press('decline');
  expect(await buttons()).toEqual([
    'Cancel subscription',
    'Charge now',
    'Let the next charge work',
    'Suspend',
    'Refund the last payment',
  ]);
  await buyer.press('charge');
  expect((await get(path)).body).toContain('>Payment failed<');
  await buyer.press('suspend');
  expect(await buttons()).toContain('Reactivate');
  expect(await buttons(`${path}?confirm=cancel`)).toEqual(['Yes, cancel it']);
  expect((await get(`${path}?confirm=cancel`)).body).toMatch(/Pro lasts until\s+<time[^>]*>Feb 29, 2024/);
  await buyer.press('cancel');
  expect(await buttons()).toEqual(['Refund the last payment']);
  await buyer.press('refund');
  expect(await buttons()).toEqual([]);
  const { body } = await get(`${path}?confirm=cancel`);
  for (const text of ['>Canceled<', '>Refunded<', 'Nothing is paid for', 'None: nothing more is charged'])
    expect(body).toContain(text);
  goToTime(server, new Date().toISOString());
});

test('a year ahead is as far as anybody can pay', async () => {
  const buyer = await addCustomer(server);
  await buyer.subscribe();
  for (let month = 0; month < 12; month += 1) expect((await buyer.press('charge')).statusCode).toBe(303);
  expect((await get(await buyer.portal())).body).not.toContain('Renew now');
  expect((await buyer.press('charge')).statusCode).toBe(409);
});

test('a checkout that nobody has approved has no portal, and an approved one no second checkout', async () => {
  const buyer = await addCustomer(server);
  const checkout = await buyer.checkout();
  const early = await get(checkout.replace('checkout', 'portal'));
  expect([early.statusCode, early.headers.location]).toEqual([303, checkout]);
  await sendForm(server, checkout, { action: 'approve' });
  expect((await get(checkout)).body).toContain('You have already subscribed');
});

test('where PayPal takes the money there is no sandbox', async () => {
  const payments = { name: 'paypal', planId: 'P-1', probe: async () => ({ ok: true, detail: '' }) };
  const env = {
    PAYPAL_CLIENT_ID: 'id',
    PAYPAL_CLIENT_SECRET: 'secret',
    PAYPAL_WEBHOOK_ID: 'webhook',
    PAYPAL_PLAN_ID: 'P-1',
  };
  const other = await startTestServer({ env, payments: payments as PaymentProvider });
  try {
    for (const [method, url] of [
      ['GET', `/sandbox/checkout/${UNKNOWN}`],
      ['POST', `/sandbox/portal/${UNKNOWN}`],
      ['GET', '/sandbox/style.css'],
      ['POST', '/api/webhooks/sandbox'],
    ] as const)
      expect([url, (await other.http.inject({ method, url })).json<{ errorType: string }>().errorType]).toEqual([
        url,
        'NOT_FOUND',
      ]);
  } finally {
    await other.dispose();
  }
});
