import { buffer } from 'node:stream/consumers';
import { finished } from 'node:stream/promises';
import { eq, sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { DatabaseReport } from '#contract/admin-system.ts';
import { generateApiKey, revokeAdmin, setUserStatus } from '#server/auth/index.ts';
import { claimTask, createTask, finishTask } from '#server/plan/index.ts';
import { auditLog, batons, jwks, sessions, tasks } from '#server/platform/db/tables/index.ts';
import { readEvents } from '#server/platform/feed.ts';
import { createProject } from '#server/projects/index.ts';
import { type TestUser, addUser, fetchToken, tokenFor } from '#test/builders.ts';
import { countLockWaits } from '#test/count-lock-waits.ts';
import { type TestServer, startTestServer } from '#test/harness.ts';
import { createLater } from '../run-later.ts';
import { createDownloadBackup } from './download-backup.ts';
import { expireAllLocks, revokeAllSessions } from './guard-everybody.ts';
import { BACKUP_STALL_MS, showStatement } from './rules.ts';
import { PATIENT } from '#test/patience.ts';

let server: TestServer;
let admin: TestUser;
beforeAll(async () => {
  server = await startTestServer();
  admin = await addUser(server, { isAdmin: true });
});
afterAll(() => server.dispose());

const bearer = async (user: TestUser) => ({ authorization: `Bearer ${await tokenFor(server, user)}` });
const ask = async (method: 'GET' | 'POST' | 'PUT', name: string, payload?: object) =>
  server.http.inject({
    method,
    url: `/api/admin/system/${name}`,
    headers: await bearer(admin),
    ...(payload && { payload }),
  });
const audited = async (action: string) =>
  (
    await server.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.action, action))
      .orderBy(sql`id desc`)
  ).map(({ detail, outcome }) => ({ ...(detail as object), outcome }));

describe('the database report', () => {
  test('says what the database says', async () => {
    const { data } = (await ask('GET', 'database')).json<{ data: DatabaseReport }>();
    expect(data.tables.slice(0, 5).map(({ name }) => name)).toEqual([
      'users',
      'projects',
      'tasks',
      'notes',
      'mcp_logs',
    ]);
    const { rows } = await server.database.pool.query<{ n: number; v: string; started: Date }>(
      'select (select count(*) from users) as n, version() as v, pg_postmaster_start_time() as started',
    );
    expect(data.tables[0]).toMatchObject({ rows: rows[0]?.n, isEstimate: false });
    expect(data).toMatchObject({ version: rows[0]?.v, startedAt: rows[0]?.started.toISOString() });
    expect(data.connections.idle + data.connections.active).toBeGreaterThan(0);
    expect(data.connections.max).toBeGreaterThan(data.connections.idle);
    expect(data.sizeBytes).toBeGreaterThan(data.tables[0]?.bytes ?? Infinity);
  });

  test('marks what it did not count', async () => {
    await server.database.pool.query(
      `insert into feed_heads select 'user:' || n, 1 from generate_series(1, 60000) n; analyze feed_heads`,
    );
    const { data } = (await ask('GET', 'database')).json<{ data: DatabaseReport }>();
    expect(data.tables.find(({ name }) => name === 'feed_heads')).toMatchObject({ isEstimate: true });
    await server.database.pool.query(`delete from feed_heads where scope ~ '^user:[0-9]+$'; analyze feed_heads`);
  });

  test('shows statements without what people typed, and not without end', () => {
    expect(showStatement(`select 1\n  where a = 'it''s secret' and b = $1`)).toBe(`select 1 where a = '…' and b = $1`);
    expect(showStatement(`select 'cut off in the mid`)).toBe(`select '…'`);
    expect(showStatement(`select ${'x'.repeat(400)}`)).toHaveLength(300);
  });
});

describe('maintenance', () => {
  test('a message that is saved while the mode is off is no change of the mode', async () => {
    const mode = { on: false, message: 'Back at noon.' };
    expect((await ask('PUT', 'maintenance', mode)).json()).toMatchObject({ data: mode });
    expect(await audited('maintenance.message')).toMatchObject([{ message: mode.message, outcome: 'done' }]);
    expect(await audited('maintenance.off')).toEqual([]);
  });

  test('clearing the caches counts what was really dropped, and a second time there is less', async () => {
    const user = await addUser(server);
    await server.http.inject({ url: '/api/me', headers: await bearer(user) });
    const answer = await ask('POST', 'clear-cache');
    const { data } = answer.json<{ data: { entries: number; summary: string } }>();
    // At least the settings, a signing key, two tokens and two accounts.
    expect(data.entries).toBeGreaterThanOrEqual(6);
    expect(data.summary).toContain(`${data.entries} entries`);
    expect((await audited('caches.cleared'))[0]).toMatchObject({ entries: data.entries, outcome: 'done' });
    const again = (await ask('POST', 'clear-cache')).json<{ data: { entries: number } }>();
    expect(again.data.entries).toBeLessThan(data.entries);
  });

  test.each([
    ['optimize', 'database.optimized', /^Statistics of \d+ tables are fresh\.$/],
    ['vacuum', 'database.vacuumed', /^The room of dead rows in \d+ tables can be used again\.$/],
  ])('%s runs, and only one at a time on all servers', async (name, action, summary) => {
    expect((await ask('POST', name)).json()).toMatchObject({
      data: { ms: expect.any(Number), summary: expect.stringMatching(summary) },
    });
    const elsewhere = new pg.Client({ connectionString: server.databaseUrl });
    await elsewhere.connect();
    await elsewhere.query('select pg_advisory_lock(4712003)');
    const refused = await ask('POST', name);
    await elsewhere.end();
    expect(refused.statusCode).toBe(409);
    expect(await audited(action)).toMatchObject([{ outcome: 'failed' }, { outcome: 'done' }]);
  });
});

describe('a backup', () => {
  test('has its name and is in the audit log with its bytes when it has ended', async () => {
    const answer = await ask('POST', 'backup');
    expect(answer.statusCode).toBe(200);
    const stamp = server.now().toISOString().slice(0, 16).replace('T', '-').replace(':', '');
    expect(answer.headers['content-disposition']).toBe(`attachment; filename="baton-backup-${stamp}.jsonl.gz"`);
    await vi.waitFor(
      async () =>
        expect(await audited('backup.downloaded')).toMatchObject([
          { outcome: 'done', bytes: answer.rawPayload.length },
        ]),
      PATIENT,
    );
  });

  test('is refused while another is under way, and a reader that goes away frees everything', async () => {
    const later = createLater(server);
    const download = createDownloadBackup(later.run);
    const { ctx } = admin;
    const { body } = await download(ctx);
    await expect(download(ctx)).rejects.toMatchObject({ type: 'CONFLICT' });
    body.destroy();
    await later.settle();
    await vi.waitFor(() => expect(server.database.pool.totalCount).toBe(server.database.pool.idleCount), PATIENT);
    expect((await audited('backup.downloaded'))[0]).toMatchObject({
      outcome: 'failed',
      error: 'The reader went away before the end.',
    });
    expect((await buffer((await download(ctx)).body)).length).toBeGreaterThan(100);
  });

  test.each<[string, (reader: TestUser) => Promise<unknown>]>([
    ['suspended', ({ id }) => setUserStatus(admin.ctx, { userId: id, status: 'suspended' })],
    ['demoted', ({ email }) => revokeAdmin(admin.ctx, { email })],
    ['signed out', () => revokeAllSessions(admin.ctx)],
  ])('is ended when its reader is %s', async (_how, shutOut) => {
    const later = createLater(server);
    const reader = await addUser(server, { isAdmin: true });
    const { body } = await createDownloadBackup(later.run)(reader.ctx);
    const ended = finished(body).catch((error: unknown) => error);
    // The suspension of another account does not affect this download.
    await setUserStatus(admin.ctx, { userId: (await addUser(server)).id, status: 'suspended' });
    expect(body.destroyed).toBe(false);
    await shutOut(reader);
    expect(await ended).toMatchObject({ type: 'FORBIDDEN' });
    await later.settle();
    expect((await audited('backup.downloaded'))[0]).toMatchObject({ outcome: 'failed' });
  });

  test('is ended when its reader takes nothing: no connection, no moment of the database and no place is held', async () => {
    // More than all stream buffers hold: it cannot end before it is read.
    await server.database.pool.query(
      `insert into outbox_mails (id, recipient, subject, html_body, text_body)
       select gen_random_uuid(), 'a@example.com', 'x', '', string_agg(gen_random_uuid()::text, '') from generate_series(1, 200) g, generate_series(1, 300) h group by g`,
    );
    const later = createLater(server);
    const download = createDownloadBackup(later.run);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const { body } = await download(admin.ctx);
    vi.advanceTimersByTime(BACKUP_STALL_MS - 1);
    expect(body.destroyed).toBe(false);
    vi.advanceTimersByTime(1);
    vi.useRealTimers();
    await expect(finished(body)).rejects.toMatchObject({ type: 'CONFLICT' });
    await later.settle();
    await vi.waitFor(() => expect(server.database.pool.totalCount).toBe(server.database.pool.idleCount), PATIENT);
    expect((await audited('backup.downloaded'))[0]).toMatchObject({
      outcome: 'failed',
      error: 'The reader took nothing for 5 minutes, so the backup was ended.',
    });
    const again = await download(admin.ctx);
    again.body.resume();
    await finished(again.body);
    await server.database.pool.query('delete from outbox_mails');
  });

  test('of a database that cannot be read is an error, not a file', async () => {
    await server.database.pool.query('alter table migrations rename to elsewhere');
    const answer = await ask('POST', 'backup');
    await server.database.pool.query('alter table elsewhere rename to migrations');
    expect(answer.statusCode).toBe(500);
  });
});

describe('security', () => {
  test.each(['revoke-sessions', 'expire-locks', 'rotate-keys'])('%s wants its word', async (name) => {
    for (const payload of [{}, { confirm: '' }, { confirm: 'yes' }, { confirm: 'revoke' }])
      expect((await ask('POST', name, payload)).statusCode).toBe(400);
  });

  test('everybody is signed out but the caller', async () => {
    const users = [await addUser(server), await addUser(server, { isAdmin: true })];
    const tokens = await Promise.all(users.map(bearer));
    const own = await bearer(admin);
    for (const headers of tokens) expect((await server.http.inject({ url: '/api/me', headers })).statusCode).toBe(200);
    const answer = await ask('POST', 'revoke-sessions', { confirm: 'REVOKE' });
    expect(answer.json()).toMatchObject({
      data: { summary: expect.stringMatching(/^\d+ sessions have ended; yours goes on\.$/) },
    });
    for (const headers of tokens) expect((await server.http.inject({ url: '/api/me', headers })).statusCode).toBe(401);
    expect((await server.http.inject({ url: '/api/me', headers: own })).statusCode).toBe(200);
    expect(await server.db.select({ id: sessions.id }).from(sessions)).toEqual([{ id: admin.actor.sessionId }]);
    expect((await audited('sessions.revoked'))[0]).toMatchObject({ outcome: 'done' });
  });

  test('a lease that was ended is over for its holder, and the next claim takes over', async () => {
    const owner = await addUser(server);
    const { id: projectId } = await createProject(owner.ctx, { name: 'Held' });
    const task = await createTask(owner.ctx, { id: projectId, title: 'Step' });
    await generateApiKey(owner.ctx);
    const agent = (name: string) => server.contextFor({ kind: 'agent', userId: owner.id, projectId, name });
    const { baton, token } = await claimTask(agent('first'), { id: task.id });
    const answer = await ask('POST', 'expire-locks', { confirm: 'EXPIRE' });
    expect(answer.json()).toMatchObject({ data: { summary: '1 lease in 1 project has ended.' } });
    const events = await readEvents(server.db, `project:${projectId}`, 0, 100);
    expect(events.at(-1)).toMatchObject({
      type: 'baton.renewed',
      data: { fence: baton.fence, expires_at: server.now().toISOString() },
      actor: { id: admin.id },
    });
    const finishing = { id: task.id, baton: token, outcome: 'done', summary: 'Late, but done.' } as const;
    await expect(finishTask(agent('first'), finishing)).rejects.toMatchObject({ type: 'STALE_LOCK' });
    const next = await claimTask(agent('second'), { id: task.id });
    expect(next).toMatchObject({ baton: { fence: baton.fence + 1 }, handover: { holder: 'first' } });
    await expect(finishTask(agent('first'), finishing)).rejects.toMatchObject({ type: 'STALE_LOCK' });
    expect(await server.db.select({ fence: batons.fence }).from(batons)).toEqual([{ fence: baton.fence + 1 }]);
    expect((await audited('locks.expired'))[0]).toMatchObject({ outcome: 'done', batons: 1, projects: 1 });
  });

  test.each([true, false])('finishing while leases end, the holder before it: %s', async (isBefore) => {
    const owner = await addUser(server);
    const { id: projectId } = await createProject(owner.ctx, { name: 'Held' });
    const task = await createTask(owner.ctx, { id: projectId, title: 'Step' });
    const agent = server.contextFor({ kind: 'agent', userId: owner.id, projectId, name: 'first' });
    const { baton, token } = await claimTask(agent, { id: task.id });
    const finish = () => finishTask(agent, { id: task.id, baton: token, outcome: 'done', summary: 'Built the lot.' });
    const expire = () => expireAllLocks(admin.ctx);
    const order = isBefore ? [finish, expire] : [expire, finish];
    const outcomes = await oneBehindTheOther(projectId, order);
    const [row] = await server.db.select().from(tasks).where(eq(tasks.id, task.id));
    const held = await server.db.select().from(batons).where(eq(batons.taskId, task.id));
    if (isBefore) {
      expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled']);
      expect([row?.status, row?.agentLock, held]).toEqual(['done', null, []]);
    } else {
      expect(outcomes[1]).toMatchObject({ reason: { type: 'STALE_LOCK' } });
      expect([row?.status, held.map(({ fence }) => fence)]).toEqual(['wip', [baton.fence]]);
      const again = await claimTask(agent, { id: task.id });
      await finishTask(agent, { id: task.id, baton: again.token, outcome: 'done', summary: 'Built it again.' });
    }
  });

  /** Starts each work item once the one before it waits for the project's lock; then the lock is released. */
  async function oneBehindTheOther(projectId: string, works: (() => Promise<unknown>)[]) {
    const holder = new pg.Client({ connectionString: server.databaseUrl });
    await holder.connect();
    await holder.query('begin');
    await holder.query('select from projects where id = $1 for update', [projectId]);
    const running: Promise<PromiseSettledResult<unknown>[]>[] = [];
    for (const work of works) {
      running.push(Promise.allSettled([work()]));
      await vi.waitFor(async () => expect(await countLockWaits(holder)).toBe(running.length), PATIENT);
    }
    await holder.query('commit');
    await holder.end();
    return (await Promise.all(running)).flat();
  }

  test('rotated keys refuse every token at once, and the session gives a new one', async () => {
    const user = await addUser(server);
    const old = await bearer(user);
    const me = (headers: Record<string, string>) => server.http.inject({ url: '/api/me', headers });
    expect((await me(old)).statusCode).toBe(200);
    const before = await server.db.select({ id: jwks.id }).from(jwks);
    expect((await ask('POST', 'rotate-keys', { confirm: 'ROTATE' })).statusCode).toBe(200);
    expect((await me(old)).statusCode).toBe(401);
    expect((await me({ authorization: `Bearer ${await fetchToken(server, user)}` })).statusCode).toBe(200);
    const after = await server.db.select({ id: jwks.id }).from(jwks);
    expect(after).toHaveLength(1);
    expect(after[0]?.id).not.toBe(before[0]?.id);
    expect((await me(old)).statusCode).toBe(401);
  });

  test('an action that fails is in the audit log too', async () => {
    await server.database.pool.query('alter table sessions rename to sessions_away');
    await expect(revokeAllSessions(admin.ctx)).rejects.toThrow();
    await server.database.pool.query('alter table sessions_away rename to sessions');
    expect((await audited('sessions.revoked'))[0]).toMatchObject({
      outcome: 'failed',
      error: 'Something went wrong on our side. Please try again.',
    });
  });
});
