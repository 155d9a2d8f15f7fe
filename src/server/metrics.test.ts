import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { generateApiKey } from '#server/auth/index.ts';
import { newId } from '#server/platform/id.ts';
import { createProject } from '#server/projects/index.ts';
import { addExample, addUser } from '#test/builders.ts';
import { type TestServer, startTestServer } from '#test/harness.ts';
import { setSettings } from '#test/mcp-call.ts';
import { countedBy } from '#test/metric-counts.ts';

const DOCS = join(import.meta.dirname, '../../docs');
const NAME = /\bbaton_[a-z0-9_]+/g;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ env: { BATON_METRICS_TOKEN: 'a-token-of-the-tests' } });
});
afterAll(() => server.dispose());

const scrape = async () => (await server.http.inject({ url: '/metrics', headers: { host: 'localhost' } })).body;
const valueOf = async (line: string) =>
  (await scrape())
    .split('\n')
    .find((each) => each.startsWith(`${line} `))
    ?.split(' ')
    .at(-1);

/** Series names as Prometheus exposes them: a histogram has three. */
async function knownNames(): Promise<Set<string>> {
  const metrics = await server.metrics.registry.getMetricsAsJSON();
  return new Set(
    metrics.flatMap(({ name, type }) =>
      String(type) === 'histogram' ? [name, `${name}_bucket`, `${name}_count`, `${name}_sum`] : [name],
    ),
  );
}

async function ourNames(): Promise<string[]> {
  const metrics = await server.metrics.registry.getMetricsAsJSON();
  return metrics.map(({ name }) => name).filter((name) => !/^baton_(process|nodejs)_/.test(name));
}

/** Labels as declared; the exposition shows only those that had a value. */
async function labelsByName(): Promise<Map<string, string[]>> {
  const names = (await server.metrics.registry.getMetricsAsJSON()).map(({ name }) => name);
  return new Map(
    names.map((name) => {
      const metric = server.metrics.registry.getSingleMetric(name);
      return [name, metric !== undefined && 'labelNames' in metric ? (metric.labelNames as string[]) : []];
    }),
  );
}

async function drawn(): Promise<string[]> {
  const dashboard = JSON.parse(await readFile(join(DOCS, 'grafana/baton.json'), 'utf8')) as {
    panels: { targets: { expr: string }[] }[];
  };
  return dashboard.panels.flatMap(({ targets }) => targets).map(({ expr }) => expr);
}

describe('what is written about metrics', () => {
  test('the dashboard draws nothing that does not exist', async () => {
    const used = (await drawn()).flatMap((expr) => expr.match(NAME) ?? []);
    const known = await knownNames();
    expect(used.length).toBeGreaterThan(15);
    expect(used.filter((name) => !known.has(name))).toEqual([]);
  });

  test('the dashboard draws each of ours', async () => {
    const used = new Set((await drawn()).flatMap((expr) => expr.match(NAME) ?? []));
    const isDrawn = (name: string) => ['', '_bucket', '_count'].some((end) => used.has(`${name}${end}`));
    expect((await ourNames()).filter((name) => !isDrawn(name))).toEqual([]);
  });

  test('the dashboard and the alerts ask for labels that a metric has', async () => {
    const page = await readFile(join(DOCS, 'operations.md'), 'utf8');
    const labels = await labelsByName();
    const alerts = [...page.matchAll(/`([^`]*baton_[^`]*)`/g)].map(([, code = '']) => code);
    const wrong = [...(await drawn()), ...alerts].filter((expr) => {
      const [name = ''] = expr.match(NAME) ?? [];
      const known = new Set(['le', 'instance', ...(labels.get(name.replace(/_(bucket|count|sum)$/, '')) ?? [])]);
      const by = [...expr.matchAll(/by \(([^)]*)\)/g)].flatMap(([, list = '']) => list.split(', '));
      const chosen = [...expr.matchAll(/[{,]\s*([a-z_]+)=/g)].map(([, label = '']) => label);
      return [...by, ...chosen].some((label) => !known.has(label));
    });
    expect(wrong).toEqual([]);
  });

  test('the table of the operations page names each of ours, and no other', async () => {
    const page = await readFile(join(DOCS, 'operations.md'), 'utf8');
    // baton_losses is a database table, not a metric.
    const written = new Set(page.replace(/^## What grows.*?(?=^## )/ms, '').match(NAME));
    const known = await knownNames();
    expect([...written].filter((name) => !known.has(name))).toEqual([]);
    expect((await ourNames()).filter((name) => !written.has(name))).toEqual([]);
  });

  test('the table has the labels of each', async () => {
    const page = await readFile(join(DOCS, 'operations.md'), 'utf8');
    const rows = [...page.matchAll(/^\| `(baton_\w+)` +\| \w+ +\| ([^|]*)\|/gm)];
    const written = new Map(rows.map(([, name = '', cell = '']) => [name, cell.match(/\w+/g) ?? []]));
    const labels = await labelsByName();
    for (const name of await ourNames()) expect([name, written.get(name)]).toEqual([name, labels.get(name)]);
  });
});

describe('what is measured', () => {
  test('calls of agents, by our names only', async () => {
    const user = await addUser(server);
    const { id } = await createProject(user.ctx, { name: 'Measured' });
    const { apiKey } = await generateApiKey(user.ctx);
    const call = (name: string) =>
      server.http.inject({
        method: 'POST',
        url: `/mcp/${id}`,
        headers: { 'x-user-api-key': apiKey, accept: 'application/json, text/event-stream' },
        payload: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: {} } },
      });
    await call('orient');
    await call('made_up_by_somebody');
    expect(await valueOf('baton_mcp_call_seconds_count{command="orient",outcome="ok"}')).toBe('1');
    expect(await scrape()).not.toContain('made_up_by_somebody');
    expect(await scrape()).toMatch(/baton_mcp_call_seconds_count\{command="other"/);
    // One for the account's feed, one for the project's.
    expect(await valueOf('baton_feed_events_total{type="project.created"}')).toBe('2');
  });

  test('requests by the pattern of their address, and never by the address', async () => {
    const { requestSeconds } = server.metrics;
    const ask = async () => {
      await server.http.inject({ url: `/api/projects/${newId()}` });
      await server.http.inject({ url: `/api/nothing/${newId()}` });
    };
    expect(await countedBy(requestSeconds, ask)).toEqual({
      'GET /api/projects/:id 401': 1,
      'GET unmatched 404': 1,
    });
  });

  test('errors that are recorded, also those that no request sees', async () => {
    const { errorsTotal } = server.metrics;
    const fail = async () => {
      server.errorLog.record({ level: 'error', category: 'service', error: new Error('The mail server is away') });
      server.errorLog.record({ level: 'critical', category: 'auth', error: 'x' });
    };
    expect(await countedBy(errorsTotal, fail)).toEqual({ service: 1, auth: 1 });
    await server.errorLog.flush();
  });

  test('what a limit refuses, by its door', async () => {
    const user = await addUser(server);
    const { id } = await createProject(user.ctx, { name: 'Limited' });
    const { apiKey } = await generateApiKey(user.ctx);
    await setSettings(server, { maxRequestsPerMinute: 1 });
    const { limitRefusals } = server.metrics;
    const headers = { 'x-user-api-key': apiKey, accept: 'application/json, text/event-stream' };
    const payload = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'orient', arguments: {} } };
    const call = () => server.http.inject({ method: 'POST', url: `/mcp/${id}`, headers, payload });
    await call();
    expect(await countedBy(limitRefusals, call)).toEqual({ mcp: 1 });
    const strict = await startTestServer({ env: { BATON_REQUESTS_PER_MINUTE: '1' } });
    const ask = () => strict.http.inject({ url: '/api/projects' });
    await ask();
    expect(await countedBy(strict.metrics.limitRefusals, ask)).toEqual({ rest: 1 });
    await strict.dispose();
  });

  test('batons that are held and the database’s size, now and not at the last look', async () => {
    const before = Number(await valueOf('baton_held_batons'));
    await addExample(server, await addUser(server));
    const { rows } = await server.database.pool.query<{ n: number }>(
      'select count(*) as n from batons where expires_at > now()',
    );
    expect(rows[0]?.n).toBeGreaterThan(before);
    expect(await valueOf('baton_held_batons')).toBe(String(rows[0]?.n));
    expect(Number(await valueOf('baton_database_size_bytes'))).toBeGreaterThan(1_000_000);
    expect(await valueOf('baton_database_up')).toBe('1');
  });

  test('without a database the rest is still given', async () => {
    await server.database.pool.query('alter table batons rename to batons_away');
    const body = await scrape();
    await server.database.pool.query('alter table batons_away rename to batons');
    expect(body).toMatch(/^baton_database_up 0$/m);
    expect(body).not.toMatch(/^baton_held_batons /m);
    expect(body).toMatch(/^baton_http_request_seconds_count/m);
  });
});

test('only this machine, or whoever has the token, may read them', async () => {
  const from = (headers: Record<string, string>) =>
    server.http.inject({
      url: '/metrics',
      remoteAddress: '203.0.113.9',
      headers: { host: 'baton.example', ...headers },
    });
  expect((await from({})).statusCode).toBe(404);
  expect((await from({ authorization: 'Bearer wrong-token-of-tests' })).statusCode).toBe(404);
  expect((await from({ authorization: 'Bearer a-token-of-the-tests' })).statusCode).toBe(200);
});
