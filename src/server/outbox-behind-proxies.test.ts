import { once } from 'node:events';
import { type IncomingMessage, request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { findNginx } from '#test/find-nginx.ts';
import { type TestServer, startTestServer } from '#test/harness.ts';
import { startPlainNginx } from '#test/nginx.ts';
import { freePort } from '#test/server-process.ts';

const program = findNginx();
const opened: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of opened.splice(0).toReversed()) await close();
});

async function listen(env: Record<string, string> = {}): Promise<{ server: TestServer; port: number }> {
  const port = await freePort();
  const server = await startTestServer({ env: { PORT: String(port), ...env } });
  opened.push(() => server.dispose());
  await server.http.listen({ port, host: '127.0.0.1' });
  return { server, port: (server.http.server.address() as AddressInfo).port };
}

/** As a browser on this machine asks. */
async function statusOf(port: number, headers: Record<string, string> = {}, path = '/api/outbox'): Promise<number> {
  const sent = httpRequest({
    port,
    host: '127.0.0.1',
    path,
    headers: { host: `localhost:${port}`, connection: 'keep-alive', ...headers },
    agent: false,
  });
  sent.end();
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  response.resume();
  await once(response, 'end');
  return response.statusCode ?? 0;
}

/** A proxy that adds no header and calls the server by a local name, over HTTP/1.1. */
const silent = (port: number, connection: string) =>
  `proxy_pass http://127.0.0.1:${port}; proxy_http_version 1.1;
   proxy_set_header Host localhost:${port}; proxy_set_header Connection "${connection}";`;

describe('the outbox', () => {
  it('opens for a browser on this machine where nothing is configured', async () => {
    const { port } = await listen();
    expect(await statusOf(port)).toBe(200);
    expect(await statusOf(port, { host: `127.0.0.1:${port}` })).toBe(200);
  });

  it('opens where npm run dev serves the address of the web app', async () => {
    const { port } = await listen({ BATON_URL: 'http://localhost:3999' });
    expect(await statusOf(port, { host: 'localhost:3999' })).toBe(200);
  });
});

// Skipped without nginx; the test run prints that it was.
describe.runIf(program !== undefined)('the outbox behind nginx', () => {
  async function behind(location: string): Promise<number> {
    const front = await freePort();
    const nginx = await startPlainNginx(program ?? '', { port: front, location });
    opened.push(() => nginx.stop());
    return front;
  }

  it.each([
    ['as nginx is without settings', (port: number) => `proxy_pass http://127.0.0.1:${port};`],
    ['that calls it localhost', (port: number) => `proxy_pass http://localhost:${port};`],
    ['over HTTP/1.1 that closes', (port: number) => `proxy_pass http://localhost:${port}; proxy_http_version 1.1;`],
    ['that keeps connections', (port: number) => silent(port, '')],
    ['set up for WebSockets', (port: number) => silent(port, 'upgrade')],
  ])('is closed although nobody said that there is a proxy: one %s', async (_, location) => {
    const { port } = await listen();
    const front = await behind(location(port));
    expect(await statusOf(front, { host: 'baton.example' }, '/api/instance')).toBe(200);
    expect(await statusOf(front, { host: 'baton.example' })).toBe(404);
    expect(await statusOf(front, { host: `localhost:${port}` })).toBe(404);
    expect(await statusOf(port), 'to the machine itself').toBe(200);
  });

  it.each([
    ['BATON_URL is public', { BATON_URL: 'https://baton.example' }],
    ['BATON_URL is of the network', { BATON_URL: 'http://10.1.2.3:3000' }],
    ['TLS ends in front of it', { BATON_URL: 'https://localhost' }],
    ['proxies are trusted', { BATON_TRUSTED_PROXIES: '10.0.0.1' }],
  ])('is closed to a proxy that hides itself wholly, and to the machine, where %s', async (_, env) => {
    const { port } = await listen(env);
    const front = await behind(silent(port, 'keep-alive'));
    expect(await statusOf(front)).toBe(404);
    expect(await statusOf(port)).toBe(404);
  });

  it('closes to all once a browser has come through a proxy that hides itself', async () => {
    const { port } = await listen();
    const front = await behind(silent(port, 'keep-alive'));
    const visit = { 'sec-fetch-site': 'same-origin', origin: 'https://baton.example' };
    await statusOf(front, visit, '/api/instance');
    expect([await statusOf(front), await statusOf(port)]).toEqual([404, 404]);
  });
});
