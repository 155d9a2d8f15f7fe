import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { request as httpRequest, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { connect as connectHttp2 } from 'node:http2';
import { request as httpsRequest } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BODY_MAX_BYTES } from '#contract/constants.ts';
import { generatePlan, previewPlan, readText } from '#contract/generation.ts';
import { savePrd } from '#contract/prd.ts';
import { importProject } from '#contract/transfer.ts';
import { newId } from './platform/id.ts';
import { findNginx } from '#test/find-nginx.ts';
import { type TestServer, startTestServer } from '#test/harness.ts';
import { type Nginx, startNginx } from '#test/nginx.ts';
import { freePort } from '#test/server-process.ts';

const program = findNginx();
/** Another loopback address, so that the client's differs from the proxy's. Only Linux has it without configuration. */
const clientAddress = process.platform === 'linux' ? '127.0.0.2' : '127.0.0.1';

interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
}

interface Ask {
  method?: string;
  headers?: Record<string, string>;
  body?: unknown;
}

it.each([generatePlan, previewPlan, readText, savePrd, importProject])(
  'docs/nginx.conf takes as much as Baton does: $path',
  async ({ path, bodyLimit }) => {
    const location = await findLocation(path);
    expect(/client_max_body_size (\d+);/.exec(location)?.[1]).toBe(String(bodyLimit));
  },
);

it.each([generatePlan, previewPlan])('docs/nginx.conf waits as long as a model may need: $path', async ({ path }) => {
  expect(await findLocation(path)).toContain('proxy_read_timeout 30m;');
});

/** The body of the nginx location block for a path. */
async function findLocation(path: string): Promise<string> {
  const site = await readFile(join(import.meta.dirname, '../../docs/nginx.conf'), 'utf8');
  const found = [...site.matchAll(/location (=|~) (\S+) \{([^}]*)\}/g)].find(([, kind, of = '']) =>
    kind === '=' ? of === path : new RegExp(of).test(path),
  );
  return found?.[3] ?? '';
}

// Skipped without nginx; the test run prints that it was.
describe.runIf(program !== undefined)('two servers behind nginx, as docs/nginx.conf sets it up', () => {
  let servers: [TestServer, TestServer];
  let nginx: Nginx;
  let ports: { http: number; https: number };
  let origin: string;
  const reached = [0, 0];

  beforeAll(async () => {
    ports = { http: await freePort(), https: await freePort() };
    origin = `https://localhost:${ports.https}`;
    const env = { BATON_URL: origin, BATON_TRUSTED_PROXIES: '127.0.0.1' };
    const first = await startTestServer({ env });
    servers = [first, await startTestServer({ env, databaseUrl: first.databaseUrl })];
    const upstreams = await Promise.all(servers.map(listenOn));
    nginx = await startNginx(program ?? '', { ...ports, upstreams: [upstreams[0] ?? 0, upstreams[1] ?? 0] });
  });
  afterAll(async () => {
    await nginx?.stop();
    for (const server of servers?.toReversed() ?? []) await server.dispose();
  });

  async function listenOn(server: TestServer, index: number): Promise<number> {
    server.http.server.on('request', () => {
      reached[index] = (reached[index] ?? 0) + 1;
    });
    await server.http.listen({ port: 0, host: '127.0.0.1' });
    return (server.http.server.address() as AddressInfo).port;
  }

  async function open(path: string, { method = 'GET', headers = {}, body }: Ask = {}): Promise<IncomingMessage> {
    const sent = httpsRequest(origin + path, {
      method,
      ca: nginx.cert,
      localAddress: clientAddress,
      headers: { origin, ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
    });
    sent.end(body === undefined ? undefined : JSON.stringify(body));
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    return response;
  }

  async function ask(path: string, options?: Ask): Promise<Answer> {
    return read(await open(path, options));
  }

  async function read(response: IncomingMessage): Promise<Answer> {
    const chunks: Buffer[] = [];
    for await (const chunk of response) chunks.push(chunk as Buffer);
    return { status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks).toString() };
  }

  /** Reads until the text has arrived; fails by the test's timeout, or when the stream ends first. */
  async function expectText(chunks: AsyncIterator<Buffer>, words: string): Promise<void> {
    for (let heard = ''; !heard.includes(words);) {
      const { value, done } = await chunks.next();
      expect(done ?? false).toBe(false);
      heard += String(value);
    }
  }

  async function signIn(): Promise<{ bearer: Record<string, string> }> {
    const account = { email: `mira-${newId()}@example.com`, password: 'correct horse' };
    expect((await ask('/api/auth/sign-up/email', { method: 'POST', body: account })).status).toBe(200);
    const link = servers.flatMap(({ sent }) => sent).find(({ to }) => to === account.email)?.link ?? '';
    expect(link.startsWith(`${origin}/api/auth/verify-email?`)).toBe(true);
    expect((await ask(link.slice(origin.length))).status).toBe(302);
    const signedIn = await ask('/api/auth/sign-in/email', {
      method: 'POST',
      body: account,
      headers: { 'x-forwarded-for': '203.0.113.66', 'x-real-ip': '203.0.113.66' },
    });
    expect(signedIn.status).toBe(200);
    const cookies = signedIn.headers['set-cookie'] ?? [];
    expect(cookies.some((cookie) => cookie.startsWith('__Host-') && cookie.includes('Secure'))).toBe(true);
    const cookie = cookies.map((line) => line.split(';', 1)[0]).join('; ');
    const token = JSON.parse((await ask('/api/auth/token', { headers: { cookie } })).body) as { token: string };
    return { bearer: { authorization: `Bearer ${token.token}` } };
  }

  it('plain HTTP is sent on to HTTPS, same address', async () => {
    const sent = httpRequest({
      port: ports.http,
      host: '127.0.0.1',
      path: '/projects?x=1',
      headers: { host: 'baton.example' },
    }).end();
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    const { status, headers } = await read(response);
    expect({ status, location: headers.location }).toEqual({
      status: 308,
      location: 'https://baton.example/projects?x=1',
    });
  });

  it('both servers get requests, and either knows a session of the other', async () => {
    const { bearer } = await signIn();
    reached.fill(0);
    for (let round = 0; round < 6; round += 1) expect((await ask('/api/me', { headers: bearer })).status).toBe(200);
    expect(Math.min(...reached)).toBeGreaterThan(0);
  });

  it('the server learns the client’s own address, whatever the client claims', async () => {
    const { bearer } = await signIn();
    const { data } = JSON.parse((await ask('/api/me/sessions', { headers: bearer })).body) as {
      data: { ip_address: string }[];
    };
    expect(data.map(({ ip_address }) => ip_address)).toEqual([clientAddress]);
  });

  it('an event reaches an open stream through nginx while the stream stays open', async () => {
    const { bearer } = await signIn();
    const stream = await open('/api/me/events', { headers: bearer });
    const chunks = stream.iterator({ destroyOnReturn: true }) as AsyncIterator<Buffer>;
    await expectText(chunks, 'event: ready');

    const created = await ask('/api/projects', { method: 'POST', body: { name: 'Behind nginx' }, headers: bearer });
    expect(created.status).toBe(201);

    await expectText(chunks, 'Behind nginx');
    expect(stream.complete).toBe(false);
    await chunks.return?.();
  });

  it('HTTP/2 is spoken', async () => {
    const session = connectHttp2(origin, { ca: nginx.cert });
    const stream = session.request({ ':path': '/healthz' });
    const [headers] = (await once(stream, 'response')) as [Record<string, unknown>];
    session.destroy();
    expect(headers[':status']).toBe(200);
  });

  it('a body that is too large is refused in Baton’s words, one that just fits is Baton’s to judge', async () => {
    const { bearer } = await signIn();
    const post = async (size: number) => {
      const { status, body } = await ask('/api/projects', {
        method: 'POST',
        headers: bearer,
        body: { name: 'x'.repeat(size) },
      });
      return { status, ...(JSON.parse(body) as Record<string, unknown>) };
    };
    const around = JSON.stringify({ name: '' }).length;
    expect(await post(BODY_MAX_BYTES - around)).toMatchObject({ status: 400, errorType: 'VALIDATION_ERROR' });
    expect(await post(BODY_MAX_BYTES - around + 1)).toMatchObject({ status: 413, errorType: 'PAYLOAD_TOO_LARGE' });
    expect(await post(3 * BODY_MAX_BYTES)).toMatchObject({ status: 413, errorType: 'PAYLOAD_TOO_LARGE' });
  });

  it('a PRD and an import may be larger than other bodies', async () => {
    const { bearer } = await signIn();
    const statusOf = async (path: string, body: unknown, headers = bearer) =>
      (await ask(path, { method: 'POST', body, headers })).status;
    // 1.5 MiB as JSON, because each newline is escaped to two bytes.
    const prd = { content: '\n'.repeat(0.75 * BODY_MAX_BYTES - 20) + '- It must rain.' };
    const made = await ask('/api/projects', { method: 'POST', headers: bearer, body: { name: 'Large' } });
    const { data } = JSON.parse(made.body) as { data: { id: string } };
    expect(await statusOf(readText.path, prd, { ...bearer, 'x-project-id': data.id })).toBe(200);
    const stored = { method: 'PUT', headers: bearer, body: prd };
    expect((await ask(savePrd.path.replace(':id', data.id), stored)).status).toBe(200);
    expect(await statusOf(importProject.path, { content: 'x'.repeat(2 * BODY_MAX_BYTES) })).toBe(400);
    expect(await statusOf(importProject.path, { content: 'x'.repeat(2 * BODY_MAX_BYTES) }, {})).toBe(401);
    reached.fill(0);
    for (let round = 0; round < 6; round += 1) expect((await ask('/api/instance')).status).toBe(200);
    expect(Math.min(...reached)).toBeGreaterThan(0);
  });

  it('a large body that Baton does not even read does not make nginx give the server up', async () => {
    const body = 'x'.repeat(BODY_MAX_BYTES - 2);
    for (let round = 0; round < 5; round += 1) {
      const refusals = await Promise.all([
        ask('/api/projects', { method: 'POST', body, headers: { 'content-type': 'application/xml' } }),
        ask('/api/nowhere', { method: 'POST', body }),
        ask('/api/projects', { method: 'POST', body }),
      ]);
      expect(refusals.map(({ status }) => status)).toEqual([400, 404, 401]);
    }
    reached.fill(0);
    for (let round = 0; round < 6; round += 1) expect((await ask('/api/instance')).status).toBe(200);
    expect(Math.min(...reached)).toBeGreaterThan(0);
  });

  it('nginx does not count as somebody at the machine', async () => {
    expect((await ask('/api/outbox')).status).toBe(404);
    expect((await ask('/metrics')).status).toBe(404);
    expect(JSON.parse((await ask('/api/instance')).body)).toMatchObject({ data: { outbox: false } });
  });

  it('the browser is told to stay on HTTPS', async () => {
    expect((await ask('/api/instance')).headers['strict-transport-security']).toContain('max-age=');
  });

  it('one server may go; without any the answer is still a sentence', async () => {
    const { bearer } = await signIn();
    await servers[1].app.close();
    for (let round = 0; round < 4; round += 1) {
      expect((await ask('/api/me', { headers: bearer })).status).toBe(200);
      expect(
        (await ask('/api/me', { method: 'PATCH', headers: bearer, body: { display_name: `Mira ${round}` } })).status,
      ).toBe(200);
    }
    await servers[0].app.close();
    const { status, headers, body } = await ask('/api/me', { headers: bearer });
    expect({ status, retry: headers['retry-after'], ...JSON.parse(body) }).toMatchObject({
      status: 503,
      retry: '5',
      success: false,
      errorType: 'INTERNAL_ERROR',
    });
  });
});
