import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { generateApiKey } from '#server/auth/index.ts';
import { createProject } from '#server/projects/index.ts';
import { addExample, addUser } from '#test/builders.ts';
import { type TestServer, startTestServer } from '#test/harness.ts';

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

/** Names as Prometheus has them: a histogram is three series. */
async function knownNames(): Promise<Set<string>> {
  const metrics = await server.metrics.registry.getMetricsAsJSON();
  return new Set(
    metrics.flatMap(({ name, type }) =>
      String(type) === 'histogram' ? [name, `${name}_bucket`, `${name}_count`, `${name}_sum`] : [name],
    ),
  );
}

describe('what is written about metrics', () => {
  test('the dashboard draws nothing that does not exist', async () => {
    const dashboard = JSON.parse(await readFile(join(DOCS, 'grafana/baton.json'), 'utf8')) as {
      panels: { targets: { expr: string }[] }[];
    };
    const used = dashboard.panels.flatMap(({ targets }) => targets).flatMap(({ expr }) => expr.match(NAME) ?? []);
    const known = await knownNames();
    expect(used.length).toBeGreaterThan(15);
    expect(used.filter((name) => !known.has(name))).toEqual([]);
  });

  test('the table of the operations page names each of ours, and no other', async () => {
    const page = await readFile(join(DOCS, 'operations.md'), 'utf8');
    const written = new Set(page.match(NAME));
    const known = await knownNames();
    expect([...written].filter((name) => !known.has(name))).toEqual([]);
    const metrics = await server.metrics.registry.getMetricsAsJSON();
    const ours = metrics.map(({ name }) => name).filter((name) => !/^baton_(process|nodejs)_/.test(name));
    expect(ours.filter((name) => !written.has(name))).toEqual([]);
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
