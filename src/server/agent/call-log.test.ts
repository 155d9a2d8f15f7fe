import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Id } from '#contract/fields.ts';
import { generateApiKey } from '#server/auth/index.ts';
import type { Actor, Services } from '#server/platform/context.ts';
import { createProject } from '#server/projects/index.ts';
import { type TestUser, addUser, raiseProjectLimit, tokenFor } from '#test/builders.ts';
import { countStatements } from '#test/count-statements.ts';
import { type TestServer, type TestServices, openTestServices, startTestServer } from '#test/harness.ts';
import { askEarlier, askModern, callTool, setSettings } from '#test/mcp-call.ts';
import { type Call, createCallLog } from './call-log.ts';

let services: TestServices;
let user: TestUser;
let project: Id;
beforeAll(async () => {
  services = await openTestServices();
  await raiseProjectLimit(services);
  user = await addUser(services);
  project = (await createProject(user.ctx, { name: 'Logged' })).id;
});
afterAll(() => services.dispose());

const agentOf = (owner: TestUser, name = 'claude-code'): Actor => ({
  kind: 'agent',
  userId: owner.id,
  projectId: null,
  name,
});

/** Each one millisecond after the one before, so that reading back by time gives the order of insertion. */
function callOf(owner: TestUser, projectId: Id | null, fields: Partial<Call> = {}): Call {
  services.clock.advance(1);
  const agent = fields.agent ?? 'claude-code';
  return {
    ctx: services.contextFor(agentOf(owner, agent)),
    door: 'mcp',
    projectId,
    command: 'orient',
    agent,
    statusCode: 200,
    ms: 1.4,
    bytesOut: 120,
    ...fields,
  };
}

interface Row {
  command: string;
  user_id: string | null;
  project_id: string | null;
  status_code: number;
  response_time_ms: number;
  agent: string;
  bytes_out: number;
}

async function logged(from: TestServices = services): Promise<Row[]> {
  const { rows } = await from.database.pool.query<Row>('select * from mcp_logs order by inserted_at, id');
  return rows;
}
async function sightings(projectId: Id) {
  const { rows } = await services.database.pool.query<{ agent: string; calls: string }>(
    'select agent, calls from agent_sightings where project_id = $1 order by agent',
    [projectId],
  );
  return rows.map(({ agent, calls }) => `${agent} ${calls}`);
}
const forget = () =>
  services.database.pool.query(
    'with a as (delete from mcp_logs), b as (delete from call_times) delete from call_hours',
  );
const KNOWN = ['orient', 'task_get', 'create_task', 'tools/list'];
/** The maintained roll-ups beside a fresh count. */
async function rolledUp() {
  const { rows } = await services.database.pool.query<{ kept: unknown; anew: unknown }>(
    `
    select (select jsonb_agg(array[calls, errors] order by hour) from call_hours) as kept,
      (select jsonb_agg(array[calls, errors] order by hour) from (
        select date_trunc('hour', inserted_at) as hour, count(*) as calls, count(*) filter (where status_code >= 400) as errors
        from mcp_logs group by 1) as h) as anew
    union all
    select (select jsonb_object_agg(hour || command || ms, calls) from call_times),
      (select jsonb_object_agg(hour || command || ms, calls) from (
        select date_trunc('hour', inserted_at)::timestamptz(3) as hour, case when command = any($1) then command else 'unknown' end as command,
          response_time_ms as ms, count(*) as calls
        from mcp_logs group by 1, 2, 3) as t)`,
    [KNOWN],
  );
  return rows;
}

describe('the log', () => {
  test('writes no call while it is made, and many of them together', async () => {
    await forget();
    const log = createCallLog(services);
    const watched = countStatements(services.database.pool);
    for (let made = 0; made < 50; made += 1) log.add(callOf(user, null));
    expect(watched.stop()).toEqual([]);
    const writing = countStatements(services.database.pool);
    await log.flush();
    expect(writing.stop()).toHaveLength(1);
    expect(await logged()).toHaveLength(50);
    await log.close();
  });

  test('writes what is in memory when it is closed', async () => {
    await forget();
    const log = createCallLog(services);
    for (let made = 0; made < 1_234; made += 1) log.add(callOf(user, project, { command: `call-${made}` }));
    await log.close();
    expect((await logged()).map(({ command }) => command)).toEqual(
      Array.from({ length: 1_234 }, (_, place) => `call-${place}`),
    );
  });

  test('keeps every call that fits in memory through an outage of the database, and writes each of them once', async () => {
    await forget();
    const outage = { isOn: true, failAfterWrite: false };
    const flaky = brokenBy(outage);
    const log = createCallLog(flaky);
    log.add(callOf(user, project, { command: 'during' }));
    await log.flush();
    log.add(callOf(user, project, { command: 'later' }));
    await log.flush();
    expect(await logged()).toEqual([]);
    // The database fails between two statements of one batch: the retry must not write the first again.
    Object.assign(outage, { isOn: false, failAfterWrite: true });
    await log.flush();
    outage.failAfterWrite = false;
    await log.flush();
    expect((await logged()).map(({ command }) => command)).toEqual(['during', 'later']);
    await log.close();
    for (const { kept, anew } of await rolledUp()) expect(kept).toEqual(anew);
  });

  test('rolls up each call in its own hour, also where servers write at the same time and late', async () => {
    await forget();
    const logs = [createCallLog(services), createCallLog(services), createCallLog(services)];
    // Starts at the beginning of an hour, so that 300 calls a moment apart fall into the same one.
    services.clock.advance(3_600_000 - (services.now().getTime() % 3_600_000));
    for (let made = 0; made < 900; made += 1) {
      if (made % 300 === 0) services.clock.advance(3_600_000);
      const fields = {
        command: [...KNOWN, 'nope', 'tools/nope', ''][made % 7] ?? '',
        ms: made % 5,
        statusCode: made % 9 === 0 ? 409 : 200,
      };
      logs[made % 3]?.add(callOf(user, project, fields));
    }
    await Promise.all(logs.map((log) => log.close()));
    const rows = await rolledUp();
    expect(rows[0]?.kept).toHaveLength(3);
    for (const { kept, anew } of rows) expect(kept).toEqual(anew);
    expect(await logged()).toHaveLength(900);
  });

  test('gives up the oldest calls where memory would run out, and never one that it has not written', async () => {
    await forget();
    const outage = { isOn: true, failAfterWrite: false };
    const log = createCallLog(brokenBy(outage));
    for (let made = 0; made < 20_001; made += 1) log.add(callOf(user, null, { command: String(made) }));
    outage.isOn = false;
    await log.close();
    const kept = (await logged()).map(({ command }) => Number(command));
    expect(kept).toEqual(Array.from({ length: 19_501 }, (_, place) => place + 500));
  });

  test('counts names that nobody knows as one', async () => {
    await forget();
    const log = createCallLog(services);
    for (const command of ['nope_tool', 'tools/nope', 'GET /api/nope', 'constructor', 'orient', 'create_task', 'ping'])
      log.add(callOf(user, project, { command }));
    log.add(callOf(user, project, { command: 'GET /api/projects', isKnown: true }));
    await log.close();
    const { rows } = await services.database.pool.query<{ command: string; calls: number }>(
      'select command, sum(calls)::int as calls from call_times group by command order by command collate "C"',
    );
    expect(rows.map(({ command, calls }) => `${command} ${calls}`)).toEqual([
      'GET /api/projects 1',
      'create_task 1',
      'orient 1',
      'ping 1',
      'unknown 4',
    ]);
    expect((await logged()).map(({ command }) => command)).toContain('nope_tool');
  });

  test('keeps a row for 60 calls a minute that were turned away, of each account and of all strangers', async () => {
    await forget();
    const second = await addUser(services);
    const measured = await countCalls();
    const log = createCallLog(services);
    const stranger = services.contextFor({ kind: 'anonymous' });
    services.clock.advance(60_000 - (services.clock.now().getTime() % 60_000));
    for (let made = 0; made < 100; made += 1) {
      log.add(callOf(user, null, { statusCode: 429 }));
      log.add(callOf(user, null, { statusCode: 409, command: 'done' }));
      log.add(callOf(second, null, { statusCode: 403 }));
      log.add({ ...callOf(user, null, { statusCode: made % 2 === 0 ? 401 : 404 }), ctx: stranger });
    }
    services.clock.advance(60_000);
    log.add({ ...callOf(user, null, { statusCode: 401, command: 'next minute' }), ctx: stranger });
    await log.close();
    const { rows } = await services.database.pool.query<{ user_id: string | null; command: string; n: number }>(
      'select user_id, command, count(*)::int as n from mcp_logs group by 1, 2',
    );
    const kept = new Map(rows.map(({ user_id, command, n }) => [`${user_id} ${command}`, n]));
    expect(kept).toEqual(
      new Map([
        [`${user.id} orient`, 60],
        [`${user.id} done`, 100],
        [`${second.id} orient`, 60],
        ['null orient', 60],
        ['null next minute', 1],
      ]),
    );
    expect((await countCalls()) - measured).toBe(401);
  });

  test('does not take who was turned away for active', async () => {
    const quiet = await addUser(services);
    const log = createCallLog(services);
    for (const statusCode of [403, 429, 503]) log.add(callOf(quiet, null, { statusCode }));
    await log.flush();
    const activity = async () =>
      (await services.database.pool.query('select from user_activity where user_id = $1', [quiet.id])).rowCount;
    expect(await activity()).toBe(0);
    log.add(callOf(quiet, null, { statusCode: 409 }));
    await log.close();
    expect(await activity()).toBe(1);
  });

  test('is not held up by a call that the database cannot keep', async () => {
    await forget();
    const log = createCallLog(services);
    for (const command of ['before', 'a\0b', 'after']) log.add(callOf(user, project, { command }));
    await log.flush();
    expect((await logged()).map(({ command }) => command)).toEqual(['before', 'after']);
    await log.close();
  });

  test('is not held up by an account that was deleted meanwhile', async () => {
    await forget();
    const gone = await addUser(services);
    const left = (await createProject(gone.ctx, { name: 'Gone' })).id;
    const log = createCallLog(services);
    log.add(callOf(gone, left, { command: 'gone' }));
    log.add(callOf(user, project, { command: 'stays' }));
    await services.database.pool.query('delete from users where id = $1', [gone.id]);
    await log.close();
    expect((await logged()).map(({ command }) => command)).toEqual(['stays']);
  });
});

async function countCalls(): Promise<number> {
  const { values } = await services.metrics.mcpCallSeconds.get();
  return values
    .filter(({ metricName }) => metricName === 'baton_mcp_call_seconds_count')
    .reduce((sum, { value }) => sum + value, 0);
}

/** The same services with a pool that fails on demand. */
function brokenBy(outage: { isOn: boolean; failAfterWrite: boolean }): Services {
  const pool = Object.create(services.database.pool, {
    query: {
      value: (...sent: [string]) => {
        const isSecond = !sent[0].includes('into mcp_logs');
        if (outage.isOn || (outage.failAfterWrite && isSecond)) throw new Error('the database is away');
        return Reflect.apply(services.database.pool.query, services.database.pool, sent) as unknown;
      },
    },
  }) as typeof services.database.pool;
  return { ...services, database: { ...services.database, pool } };
}

describe('a project’s agents', () => {
  test('are seen by name, with how often they called', async () => {
    const { id } = await createProject(user.ctx, { name: 'Seen' });
    const log = createCallLog(services);
    log.add(callOf(user, id));
    log.add(callOf(user, id, { agent: 'codex' }));
    log.add(callOf(user, id));
    await log.flush();
    log.add(callOf(user, id, { agent: 'codex' }));
    await log.close();
    expect(await sightings(id)).toEqual(['claude-code 2', 'codex 2']);
  });

  test('are not those whose calls were refused', async () => {
    const { id } = await createProject(user.ctx, { name: 'Refused' });
    const log = createCallLog(services);
    log.add(callOf(user, id, { statusCode: 429 }));
    await log.close();
    expect(await sightings(id)).toEqual([]);
  });

  test('are never those of somebody else, though they name the project in the same moment as its owner', async () => {
    await forget();
    const stranger = await addUser(services);
    const { id } = await createProject(user.ctx, { name: 'Private' });
    const log = createCallLog(services);
    log.add(callOf(user, id));
    log.add(callOf(stranger, id, { agent: 'intruder' }));
    log.add(callOf(user, id));
    await log.close();
    expect(await sightings(id)).toEqual(['claude-code 2']);
    expect((await logged()).map(({ project_id }) => project_id)).toEqual([id, null, id]);
  });

  test('lose their problem with the first call that goes through', async () => {
    const { id } = await createProject(user.ctx, { name: 'Mended' });
    await services.database.pool.query(
      `insert into agent_sightings (project_id, agent, problem, problem_at) values ($1, 'claude-code', 'not set', now())`,
      [id],
    );
    const log = createCallLog(services);
    log.add(callOf(user, id));
    await log.close();
    const { rows } = await services.database.pool.query(
      'select problem, problem_at from agent_sightings where project_id = $1',
      [id],
    );
    expect(rows).toEqual([{ problem: null, problem_at: null }]);
  });
});

describe('each call through a door', () => {
  /** Makes calls on a server of its own and closes it, which flushes its log. */
  async function callsOf(make: (server: TestServer, key: string, id: Id, owner: TestUser) => Promise<unknown>) {
    const server = await startTestServer({ databaseUrl: services.databaseUrl });
    await setSettings(server, { maxRequestsPerMinute: 100_000, mcpToolCallsPerHour: 100_000 });
    const owner = await addUser(server);
    const { apiKey } = await generateApiKey(owner.ctx);
    const { id } = await createProject(owner.ctx, { name: 'Door' });
    await forget();
    await make(server, apiKey, id, owner);
    await server.dispose();
    return { rows: await logged(), id, owner };
  }

  test('is one row with what it was, for whom, how it ended and what it cost', async () => {
    let bytes = 0;
    const { rows, id, owner } = await callsOf(async (server, key, place) => {
      const asked = { key, project: place };
      const then = <T>(answer: T): T => {
        server.clock.advance(1);
        return answer;
      };
      then(await askModern(server, 'tools/list', {}, asked));
      bytes = Buffer.byteLength(then(await callTool(server, 'orient', {}, asked)).body);
      then(await callTool(server, 'task_get', { id: 'T9' }, asked));
      then(await callTool(server, 'no_such_tool', {}, asked));
      then(await callTool(server, 'orient', {}, { project: place }));
      then(await callTool(server, 'orient', {}, { key }));
      await server.http.inject({
        method: 'POST',
        url: `/api/projects/${place}/tools/orient`,
        headers: { 'x-user-api-key': key, 'x-agent-name': 'over-rest' },
        payload: {},
      });
    });
    const shown = rows.map((row) => [row.command, row.status_code, row.agent, row.user_id, row.project_id]);
    expect(shown).toEqual([
      ['tools/list', 200, 'claude-code', owner.id, id],
      ['orient', 200, 'claude-code', owner.id, id],
      ['task_get', 404, 'claude-code', owner.id, id],
      ['no_such_tool', 404, 'claude-code', owner.id, id],
      ['orient', 401, 'claude-code', null, null],
      ['orient', 400, 'claude-code', owner.id, null],
      ['orient', 200, 'over-rest', owner.id, id],
    ]);
    expect(rows[1]?.bytes_out).toBe(bytes);
    expect(rows.every(({ bytes_out, response_time_ms }) => bytes_out > 0 && response_time_ms >= 0)).toBe(true);
  });

  test('is one short line of text, whatever its client called it', async () => {
    const odd = ['a\0b', 'half \ud800', `${'x'.repeat(99)}😀`, 'rtl\u202eevil', 'zero\u200bwidth', 'two\nlines', '\0'];
    const { rows } = await callsOf(async (server, key, place) => {
      for (const name of odd) {
        server.clock.advance(1);
        await askEarlier(server, 'tools/call', { name, arguments: {} }, { key, project: place });
      }
    });
    expect(rows.map(({ command }) => command)).toEqual([
      'a b',
      'half',
      'x'.repeat(99),
      'rtl evil',
      'zero width',
      'two lines',
      'unreadable',
    ]);
  });

  test('costs no statement of its own', async () => {
    let statements: string[] = [];
    await callsOf(async (server, key, place) => {
      const asked = { key, project: place };
      // With fake timers the log is written after both calls, however long they take.
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
      onTestFinished(() => void vi.useRealTimers());
      await callTool(server, 'orient', {}, asked);
      const watched = countStatements(server.database.pool);
      await callTool(server, 'orient', {}, asked);
      statements = watched.stop();
      vi.useRealTimers();
    });
    expect(statements.filter((text) => text.includes('mcp_logs'))).toEqual([]);
    // Caches with a TTL of a second may be read again on a slow machine.
    const ownAlone = statements.filter((text) => !/select k\.user_id|system_settings|baton_losses/.test(text));
    expect(ownAlone, ownAlone.join('\n')).toHaveLength(1);
  });

  test('shows its agent to the project’s owner', async () => {
    let seen: unknown;
    await callsOf(async (server, key, place, owner) => {
      await callTool(server, 'orient', {}, { key, project: place });
      const { rows } = await waitForSighting(server, place);
      expect(rows).toHaveLength(1);
      const answer = await server.http.inject({
        url: '/api/agents',
        headers: { authorization: `Bearer ${await tokenFor(server, owner)}` },
      });
      seen = answer.json().data;
    });
    expect(seen).toMatchObject([{ agent: 'claude-code', calls: 1, problem: null }]);
  });

  async function waitForSighting(server: TestServer, place: Id) {
    for (;;) {
      const found = await server.database.pool.query('select from agent_sightings where project_id = $1', [place]);
      if (found.rows.length > 0) return found;
    }
  }
});
