import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import type { FailureBody } from '#contract/errors.ts';
import type { Probe } from '#contract/instance.ts';
import { type TestUser, addUser, tokenFor } from '#test/builders.ts';
import { type TestServer, startTestServer } from '#test/harness.ts';
import { type ModelServer, startModelServer } from '#test/model-server.ts';
import { freePort } from '#test/server-process.ts';
import { createProject } from './projects/index.ts';

const PRD = '# Harbour\n\n- The quay must keep parcels dry.\n- The crane must lift them.\n';
const SECRETS = ['sk-only-for-tests', 'secret-of-paypal', 'Bearer '];
/** A PayPal address with no listener: connections are refused. */
const awayPayPal = async () => ({
  PAYPAL_BASE_URL: `http://127.0.0.1:${await freePort()}`,
  PAYPAL_CLIENT_ID: 'client',
  PAYPAL_CLIENT_SECRET: 'secret-of-paypal',
  PAYPAL_WEBHOOK_ID: 'webhook',
  PAYPAL_PLAN_ID: 'plan',
});

let model: ModelServer;
beforeAll(async () => {
  model = await startModelServer();
});
afterAll(() => model.close());
afterEach(() => {
  model.fault = () => undefined;
  model.listing = undefined;
  model.listed = 0;
  model.asked.length = 0;
});

const models = {
  anthropic: (key = model.key) => ({ ANTHROPIC_API_KEY: key, ANTHROPIC_BASE_URL: model.anthropicUrl }),
  'openai-compatible': (key = model.key) => ({
    OPENAI_COMPATIBLE_URL: model.openAiUrl,
    OPENAI_COMPATIBLE_KEY: key,
    OPENAI_COMPATIBLE_MODEL: 'local',
  }),
};

interface Opened {
  server: TestServer;
  admin: TestUser;
  post(url: string, payload: object, headers?: object): Promise<{ status: number; body: FailureBody }>;
  probe(name: string): Promise<Probe | undefined>;
}

async function open(env: Record<string, string>): Promise<Opened> {
  const server = await startTestServer({ env });
  const admin = await addUser(server, { isAdmin: true });
  const headers = { authorization: `Bearer ${await tokenFor(server, admin)}` };
  return {
    server,
    admin,
    async post(url, payload, more = {}) {
      const answer = await server.http.inject({ method: 'POST', url, payload, headers: { ...headers, ...more } });
      return { status: answer.statusCode, body: answer.json<FailureBody>() };
    },
    async probe(name) {
      const answer = await server.http.inject({ url: '/api/setup-status', headers });
      return answer.json<{ data: Probe[] }>().data.find((probe) => probe.name === name);
    },
  };
}

/** What administrators can read in the logs; checks that no secret is in it. */
async function readLogs(server: TestServer) {
  await server.errorLog.flush();
  const { rows } = await server.database.pool.query<Record<string, unknown>>(
    'select category, message, request_id, context from error_logs order by timestamp, id',
  );
  const groups = await server.database.pool.query<{ seen: number }>('select * from error_groups');
  const text = JSON.stringify([rows, groups.rows]);
  expect(SECRETS.filter((secret) => text.includes(secret))).toEqual([]);
  return { rows, groups: groups.rows };
}

describe('a failure of a provider that somebody sees is in the error log', () => {
  test.each([
    [{ status: 401 }, 'Anthropic, Claude Sonnet 5.5: key, HTTP 401'],
    [{ status: 404 }, 'Anthropic, Claude Sonnet 5.5: refused-request, HTTP 404'],
  ])('of the model, with %o', async (fault, message) => {
    const { server, admin, post } = await open(models.anthropic());
    const { id } = await createProject(admin.ctx, { name: 'Harbour' });
    model.fault = () => fault;
    const generate = (sessionId: string) =>
      post('/api/ai-engine/prd-to-tasks', { content: PRD, sessionId, clearExisting: true }, { 'x-project-id': id });
    const first = await generate('11111111-1111-4111-8111-111111111111');
    const second = await generate('22222222-2222-4222-8222-222222222222');
    expect([first.status, first.body.errorType]).toEqual([502, 'AI_PROVIDER_ERROR']);
    const { rows, groups } = await readLogs(server);
    expect(rows).toMatchObject([
      { category: 'service', message, request_id: first.body.requestId, context: { told: first.body.error } },
      { category: 'service', message, request_id: second.body.requestId },
    ]);
    expect(groups).toMatchObject([{ seen: 2, message }]);
    await server.dispose();
  });

  test('of PayPal', async () => {
    const { server, post } = await open(await awayPayPal());
    const { status, body } = await post('/api/subscriptions/checkout', {});
    expect([status, body.errorType]).toEqual([502, 'PAYMENT_PROVIDER_ERROR']);
    const { rows } = await readLogs(server);
    expect(rows).toMatchObject([
      {
        category: 'service',
        message: expect.stringMatching(/^PayPal: POST \/v1\/oauth2\/token failed \(ECONNREFUSED\), after \d tries\.$/),
        request_id: body.requestId,
        context: { route: '/api/subscriptions/checkout', told: body.error },
      },
    ]);
    await server.dispose();
  });
});

describe.each(['anthropic', 'openai-compatible'] as const)('Set-up status asks %s', (name) => {
  test('which answers, and is not asked again for a while', async () => {
    const { server, probe } = await open(models[name]());
    expect(await probe('AI engine')).toMatchObject({
      state: 'ready',
      detail: expect.stringMatching(/ drafts the plans; it answered in \d+ ms\.$/) as string,
    });
    await probe('AI engine');
    expect([model.listed, model.asked.length]).toEqual([1, 0]);
    await server.dispose();
  });

  test('which refuses the key', async () => {
    const { server, probe } = await open(models[name]('sk-another'));
    expect(await probe('AI engine')).toMatchObject({
      state: 'failing',
      detail: expect.stringMatching(/refuses the key: check (ANTHROPIC_API|OPENAI_COMPATIBLE)_KEY\.$/) as string,
    });
    await server.dispose();
  });

  test.each([
    [500, 'it answers with HTTP 500'],
    [302, 'it answers with HTTP 302'],
  ])('which answers with %i', async (status, reason) => {
    const { server, probe } = await open(models[name]());
    model.listing = status;
    expect(await probe('AI engine')).toMatchObject({
      state: 'failing',
      detail: expect.stringContaining(`(${reason})`) as string,
    });
    await server.dispose();
  });

  test('which says nothing: the page is not held up', async () => {
    const { server, probe } = await open(models[name]());
    model.listing = 'silence';
    const asked = Promise.withResolvers<void>();
    model.onSilence = asked.resolve;
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const answer = probe('AI engine');
      await asked.promise;
      await vi.advanceTimersByTimeAsync(2_000);
      expect(await answer).toMatchObject({ state: 'failing', detail: 'No answer within 2 seconds.' });
    } finally {
      vi.useRealTimers();
    }
    await server.dispose();
  });
});

test('Set-up status asks PayPal, which is not there', async () => {
  const { server, probe } = await open(await awayPayPal());
  expect(await probe('Payments')).toMatchObject({
    state: 'failing',
    detail: expect.stringContaining('PayPal') as string,
  });
  await server.dispose();
});
