import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { instanceObservations } from '#server/platform/db/tables/index.ts';
import { systemContext } from '#server/platform/context.ts';
import { sweepObservations } from '#server/platform/observations.ts';
import { PATIENT } from '#test/patience.ts';
import { type TestServer, startTestServer } from '#test/harness.ts';

const HOUR_MS = 3_600_000;
let server: TestServer;
const open = async (env: Record<string, string> = {}) => {
  server = await startTestServer({ env });
  return vi.spyOn(server.log, 'warn').mockReturnValue(undefined);
};
afterEach(() => server.dispose());

const ask = (remoteAddress: string, headers: Record<string, string> = {}) =>
  server.http.inject({ url: '/healthz', remoteAddress, headers });
const rows = () => server.db.select().from(instanceObservations).orderBy(instanceObservations.subject);

describe('a forwarded header from an address that is not trusted', () => {
  let warn: Awaited<ReturnType<typeof open>>;
  beforeEach(async () => {
    warn = await open({ BATON_URL: 'https://baton.example', BATON_TRUSTED_PROXIES: '10.0.0.0/8,::1' });
  });

  it.each(['x-forwarded-for', 'forwarded', 'x-real-ip', 'cf-connecting-ip', 'true-client-ip', 'x-forwarded-proto'])(
    'is warned of and recorded: %s',
    async (header) => {
      await ask('192.0.2.7', { [header]: 'x' });
      expect(warn).toHaveBeenCalledExactlyOnceWith(
        { address: '192.0.2.7', header, variable: 'BATON_TRUSTED_PROXIES', see: 'docs/on-the-internet.md' },
        expect.stringContaining('was not believed'),
      );
      await vi.waitFor(
        async () => expect(await rows()).toMatchObject([{ subject: '192.0.2.7', detail: header }]),
        PATIENT,
      );
    },
  );

  it('is warned of once, and recorded again after an hour', async () => {
    const first = server.now();
    for (let round = 0; round < 3; round += 1) await ask('::ffff:192.0.2.7', { 'x-forwarded-for': '203.0.113.1' });
    await vi.waitFor(async () => expect(await rows()).toMatchObject([{ firstSeen: first, lastSeen: first }]), PATIENT);
    server.clock.advance(HOUR_MS);
    await ask('192.0.2.7', { 'x-forwarded-for': '203.0.113.1' });
    await vi.waitFor(
      async () => expect(await rows()).toMatchObject([{ firstSeen: first, lastSeen: server.now() }]),
      PATIENT,
    );
    expect(warn).toHaveBeenCalledOnce();
  });

  it('from many addresses takes ten lines and rows', async () => {
    for (let n = 0; n < 30; n += 1) await ask(`192.0.2.${n}`, { 'x-forwarded-for': '203.0.113.1' });
    expect(warn).toHaveBeenCalledTimes(10);
    await vi.waitFor(async () => expect(await rows()).toHaveLength(10), PATIENT);
  });

  it('is none from a trusted one, nor without the header', async () => {
    await ask('10.3.2.1', { 'x-forwarded-for': '203.0.113.1' });
    await ask('::ffff:10.3.2.1', { forwarded: 'for=203.0.113.1' });
    await ask('::1', { 'x-real-ip': '203.0.113.1' });
    await ask('192.0.2.7', { via: '1.1 squid' });
    expect(warn).not.toHaveBeenCalled();
  });

  it('is forgotten after thirty days', async () => {
    await ask('192.0.2.7', { 'x-forwarded-for': '203.0.113.1' });
    await vi.waitFor(async () => expect(await rows()).toHaveLength(1), PATIENT);
    server.clock.advance(31 * 24 * HOUR_MS);
    await sweepObservations(systemContext(server, 'test'));
    expect(await rows()).toEqual([]);
  });
});

describe('where no proxy is configured, the outbox closes for good', () => {
  const BROWSER = { host: 'localhost:3000', connection: 'keep-alive' };
  const statusOf = async (headers: Record<string, string>, remoteAddress = '127.0.0.1') =>
    (await server.http.inject({ url: '/api/outbox', remoteAddress, headers: { ...BROWSER, ...headers } })).statusCode;

  it.each<[string, Record<string, string>]>([
    ['X-Forwarded-For', { 'x-forwarded-for': '203.0.113.1' }],
    ['Via', { via: '1.1 proxy' }],
    ['a CDN’s header', { 'cf-ray': '1' }],
    ['a tunnel’s header', { 'ngrok-trace': '1' }],
    ['a balancer’s header', { 'x-amzn-trace-id': '1' }],
    ['another name', { host: 'baton.example' }],
    [
      'the origin of a page elsewhere that is its own',
      { origin: 'https://baton.example', 'sec-fetch-site': 'same-origin' },
    ],
    ['a page elsewhere that is its own', { referer: 'https://baton.example/x', 'sec-fetch-site': 'same-origin' }],
  ])('after a request from this machine with %s', async (_, headers) => {
    const warn = await open();
    expect(await statusOf({})).toBe(200);
    expect(await statusOf(headers)).toBe(404);
    expect(await statusOf({})).toBe(404);
    expect(warn).toHaveBeenCalledWith(
      expect.objectContaining({ see: 'docs/on-the-internet.md' }),
      expect.stringContaining('baton outbox'),
    );
  });

  it.each<[string, Record<string, string>, string?]>([
    ['comes from another machine', { 'x-forwarded-for': '203.0.113.1' }, '192.0.2.7'],
    ['is cross-site', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }],
    ['closes its connection', { connection: 'close' }],
    ['names no connection', { connection: '' }],
    ['names another port', { host: 'localhost:4000' }],
  ])('but only refuses a request that %s', async (_, headers, address) => {
    await open();
    expect(await statusOf(headers, address)).toBe(404);
    expect(await statusOf({})).toBe(200);
  });

  it('but stays open after a form of a page without a referrer', async () => {
    const warn = await open();
    expect(await statusOf({ origin: 'null', 'sec-fetch-site': 'same-origin' })).toBe(200);
    expect(warn).not.toHaveBeenCalled();
  });
});
