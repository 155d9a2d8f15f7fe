import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Id } from '#contract/fields.ts';
import { audit, changeAccount } from '#server/auth/index.ts';
import { systemContext } from '#server/platform/context.ts';
import { mcpLogs, users } from '#server/platform/db/tables/index.ts';
import { newId } from '#server/platform/id.ts';
import { createProject } from '#server/projects/index.ts';
import { type TestUser, addUser } from '#test/builders.ts';
import { type TestServices, openTestServices } from '#test/harness.ts';
import { listAudit } from './list-audit.ts';
import { listCalls } from './list-calls.ts';
import { countGroups } from './queries.ts';
import { csvCell } from './rules.ts';
import { sweepLogs } from './sweep-logs.ts';

const DAY_MS = 86_400_000;

let services: TestServices;
let admin: TestUser;
let projectId: Id;
beforeAll(async () => {
  services = await openTestServices({ env: { BATON_LOG_DAYS: '10' } });
  admin = await addUser(services, { isAdmin: true });
  ({ id: projectId } = await createProject(admin.ctx, { name: 'Logged' }));
});
afterAll(() => services.dispose());

const ago = (days: number) => new Date(services.now().getTime() - days * DAY_MS);
const addCall = (command: string, fields: Partial<typeof mcpLogs.$inferInsert> = {}) =>
  services.db.insert(mcpLogs).values({
    id: newId(),
    userId: admin.id,
    command,
    statusCode: 200,
    responseTimeMs: 3,
    agent: 'codex',
    bytesOut: 10,
    insertedAt: services.now(),
    ...fields,
  });

describe('calls', () => {
  beforeAll(async () => {
    await addCall('orient', { insertedAt: ago(3), projectId });
    await addCall('task_claim', { insertedAt: ago(2), statusCode: 409, projectId });
    await addCall('tools/list', { insertedAt: ago(1) });
  });
  const commands = async (search?: string, status: 'all' | 'success' | 'errors' = 'all') =>
    (await listCalls(admin.ctx, { status, ...(search !== undefined && { search }) })).map(({ command }) => command);

  test('are listed latest first, by status', async () => {
    expect(await commands()).toEqual(['tools/list', 'task_claim', 'orient']);
    expect(await commands(undefined, 'success')).toEqual(['tools/list', 'orient']);
    expect(await commands(undefined, 'errors')).toEqual(['task_claim']);
  });
  test('are found by a part of the command or of the project’s id', async () => {
    expect(await commands('SK_')).toEqual(['task_claim']);
    expect(await commands('%')).toEqual([]);
    expect(await commands(projectId)).toEqual(['task_claim', 'orient']);
    expect(await commands(projectId.slice(9, 20), 'success')).toEqual(['orient']);
    expect(await commands(projectId.slice(0, 13), 'errors')).toEqual(['task_claim']);
    expect(await commands('claim', 'success')).toEqual([]);
  });
  test('name the account they came from, if any', async () => {
    await addCall('stranger', { userId: null, insertedAt: ago(0.1) });
    const [stranger, own] = await listCalls(admin.ctx, { status: 'all' });
    expect(stranger).toMatchObject({ command: 'stranger', user_id: null, user_email: null });
    expect(own).toMatchObject({ user_id: admin.id, user_email: admin.email });
    await services.database.pool.query(`delete from mcp_logs where command = 'stranger'`);
  });
  test('are no more than a hundred, and are not read through', async () => {
    await services.database.pool.query(
      `insert into mcp_logs (id, user_id, command, status_code, response_time_ms, agent, bytes_out, inserted_at)
       select gen_random_uuid(), $1, 'note', 200, 1, 'codex', 1, now() - n * interval '1 second' from generate_series(1, 3000) n`,
      [admin.id],
    );
    expect(await commands()).toHaveLength(100);
    expect(await commands('note')).toHaveLength(100);
    await services.database.pool.query('analyze mcp_logs');
    const { rows } = await services.database.pool.query(
      'explain select id from mcp_logs order by inserted_at desc nulls last, id desc nulls last limit 100',
    );
    expect(JSON.stringify(rows)).toContain('mcp_logs_newest');
    await services.database.pool.query(`delete from mcp_logs where command = 'note'`);
  });
});

describe('the audit log', () => {
  const enter = (action: string, subject: string) =>
    changeAccount(admin.ctx, admin.id, (tx) => audit(admin.ctx, tx, { action, subject, durationMs: 5 }));

  test('goes on where a page ended, and names accounts by their address', async () => {
    const user = await addUser(services, { email: 'named@example.com' });
    await enter('user.suspended', user.id);
    await enter('settings.saved', 'settings');
    const gone = newId();
    await enter('user.deleted', gone);
    const first = await listAudit(admin.ctx, { limit: 2 });
    expect(first.entries).toMatchObject([
      {
        action: 'user.deleted',
        subject: gone,
        outcome: 'done',
        durationMs: 5,
        actor: { id: admin.id },
        actorEmail: admin.email,
      },
      { action: 'settings.saved', subject: 'settings' },
    ]);
    const second = await listAudit(admin.ctx, { limit: 2, cursor: first.nextCursor ?? '' });
    expect(second).toMatchObject({
      entries: [{ action: 'user.suspended', subject: 'named@example.com' }],
      nextCursor: null,
    });
  });
  test('has no address of an account that is gone', async () => {
    const other = await addUser(services, { isAdmin: true, name: '' });
    await services.db.transaction((tx) => audit(other.ctx, tx, { action: 'caches.cleared', subject: 'system' }));
    const latest = async () => (await listAudit(admin.ctx, { limit: 1 })).entries[0];
    expect(await latest()).toMatchObject({ actor: { id: other.id, name: '' }, actorEmail: other.email });
    await services.db.delete(users).where(eq(users.id, other.id));
    expect(await latest()).toMatchObject({ actor: { id: other.id }, actorEmail: null });
  });
  test('has no place that was not answered', async () => {
    const far = ['+275760-09-13T00:00:00.000Z', '-000001-01-01T00:00:00.000Z'].map((at) => `${at} ${newId()}`);
    for (const cursor of ['x', '2026-01-01', `yesterday ${newId()}`, ...far])
      await expect(listAudit(admin.ctx, { limit: 2, cursor })).rejects.toMatchObject({ type: 'VALIDATION_ERROR' });
  });
});

describe('keeping logs', () => {
  beforeEach(() => services.database.pool.query('delete from mcp_logs'));

  test('calls and errors go after the days that are set, strangers’ calls after one, the rest stays', async () => {
    await addCall('kept', { insertedAt: ago(9) });
    await addCall('old', { insertedAt: ago(11) });
    await addCall('stranger', { insertedAt: ago(2), userId: null });
    await addCall('stranger today', { insertedAt: ago(0.5), userId: null });
    const query = (statement: string, ...values: unknown[]) => services.database.pool.query(statement, values);
    for (const [name, first, last] of [
      ['fresh', 20, 1],
      ['stale', 20, 11],
    ] as const) {
      const group = newId();
      await query(
        `insert into error_groups (id, fingerprint, level, category, message, seen, first_seen, last_seen)
         values ($1, $2, 'error', 'api', $2, 2, $3, $4)`,
        group,
        name,
        ago(first),
        ago(last),
      );
      for (const at of [first, last])
        await query(
          `insert into error_logs (id, group_id, level, category, message, timestamp) values ($1, $2, 'error', 'api', $3, $4)`,
          newId(),
          group,
          name,
          ago(at),
        );
    }
    const entry = `insert into audit_log (id, actor, action, created_at) values ($1, '{}', $2, $3)`;
    await query(entry, newId(), 'audit.old', ago(400));
    await query(entry, newId(), 'audit.kept', ago(300));
    await sweepLogs(systemContext(services, 'test'));
    const names = async (statement: string) => (await query(statement)).rows.map(({ name }) => name as string);
    expect(await names('select command as name from mcp_logs order by 1')).toEqual(['kept', 'stranger today']);
    expect(await names('select message as name from error_logs')).toEqual(['fresh']);
    expect(await names('select message as name from error_groups')).toEqual(['fresh']);
    expect(await countGroups(services.db, {})).toBe(1);
    expect(await names(`select action as name from audit_log where action like 'audit.%'`)).toEqual(['audit.kept']);
  });

  test('more than one batch goes', async () => {
    await services.database.pool.query(
      `insert into mcp_logs (id, user_id, command, status_code, response_time_ms, agent, bytes_out, inserted_at)
       select gen_random_uuid(), $1, 'old', 200, 1, 'codex', 1, now() - interval '20 days' from generate_series(1, 4100)`,
      [admin.id],
    );
    await sweepLogs(systemContext(services, 'test'));
    expect((await services.database.pool.query('select 1 from mcp_logs')).rows).toEqual([]);
  });
});

test.each([
  ['plain', 'plain'],
  ['-1+1', "'-1+1"],
  ['+49', "'+49"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\tx', "'\tx"],
  ['\rx', '"\'\rx"'],
  ['say "hi"', '"say ""hi"""'],
])('the cell %j is written as %j', (value, cell) => {
  expect(csvCell(value)).toBe(cell);
});
