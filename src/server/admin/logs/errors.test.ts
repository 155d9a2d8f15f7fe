import { text } from 'node:stream/consumers';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Id } from '#contract/fields.ts';
import { auditLog, errorGroups, users } from '#server/platform/db/tables/index.ts';
import { newId } from '#server/platform/id.ts';
import { type TestUser, addUser, tokenFor } from '#test/builders.ts';
import { type TestServer, startTestServer } from '#test/harness.ts';
import { exportErrors } from './export-errors.ts';
import { getError } from './get-error.ts';
import { listErrors } from './list-errors.ts';
import { setErrorResolved } from './set-error-resolved.ts';

let server: TestServer;
let admin: TestUser;
beforeAll(async () => {
  server = await startTestServer();
  admin = await addUser(server, { isAdmin: true, name: 'Mira' });
});
afterAll(() => server.dispose());
beforeEach(() => server.database.pool.query('delete from error_groups'));

async function record(message: string, fields: { level?: 'error' | 'critical'; category?: 'api' | 'auth' } = {}) {
  server.clock.advance(1_000);
  server.errorLog.record({ level: 'error', category: 'api', error: message, requestId: 'r-1', ...fields });
  await server.errorLog.flush();
}
const list = (input: Partial<Parameters<typeof listErrors>[1]> = {}) =>
  listErrors(admin.ctx, { page: 1, limit: 20, ...input });
const messages = async (input: Parameters<typeof list>[0] = {}) =>
  (await list(input)).errors.map((each) => each.message);
const firstId = async () => (await list()).errors[0]?.id ?? ('' as Id);

describe('errors', () => {
  test('are kept with what the database cannot hold left out', async () => {
    const context = { tool: 'a\0b', half: '\ud800', long: `${'x'.repeat(3_999)}😀` };
    server.errorLog.record({ level: 'error', category: 'api', error: new Error('NUL \0 and \udc00'), context });
    await server.errorLog.flush();
    const [kept] = (await list()).errors;
    expect(kept?.message).toBe('NUL  and \ufffd');
    expect(kept?.context).toMatchObject({ tool: 'ab', half: '\ufffd', long: `${'x'.repeat(3_999)}\ufffd` });
  });

  test('that differ in numbers only are one, with the words of the last time', async () => {
    await record('row 17 of 01890a5d-ac96-774b-bcce-b302099a8057 is locked');
    const first = server.now().toISOString();
    await record('row 4 of 01890a5d-ac96-774b-bcce-000000000000 is locked');
    await record('row 4 of 01890a5d-ac96-774b-bcce-000000000000 is locked', { level: 'critical' });
    const { errors, total } = await list();
    expect(total).toBe(2);
    expect(errors[1]).toMatchObject({
      seen: 2,
      firstSeen: first,
      message: 'row 4 of 01890a5d-ac96-774b-bcce-000000000000 is locked',
      requestId: 'r-1',
      resolved: false,
    });
    const { occurrences } = await getError(admin.ctx, { id: errors[1]?.id ?? ('' as Id) });
    expect(occurrences.map(({ message }) => message.slice(0, 6))).toEqual(['row 4 ', 'row 17']);
  });

  test('of many at once are all counted', async () => {
    for (let i = 0; i < 30; i += 1) server.errorLog.record({ level: 'error', category: 'api', error: `burst ${i}` });
    await server.errorLog.flush();
    expect(await list()).toMatchObject({ total: 1, errors: [{ seen: 30 }] });
  });

  test('of a flood are all counted, and few of them kept', async () => {
    for (let i = 0; i < 10_000; i += 1)
      server.errorLog.record({ level: 'error', category: 'api', error: `flood ${i}` });
    await server.errorLog.flush();
    expect(await list()).toMatchObject({ total: 1, errors: [{ seen: 10_000, message: 'flood 9999' }] });
    expect((await server.database.pool.query('select from error_logs')).rowCount).toBe(60);
    server.clock.advance(60_000);
    await record('flood 1');
    expect((await getError(admin.ctx, { id: await firstId() })).occurrences[0]?.message).toBe('flood 1');
  });

  test('are filtered and paged, the latest first', async () => {
    await record('one');
    await record('two', { category: 'auth' });
    await record('three', { level: 'critical' });
    expect(await messages()).toEqual(['three', 'two', 'one']);
    expect(await messages({ category: 'auth' })).toEqual(['two']);
    expect(await messages({ level: 'critical' })).toEqual(['three']);
    expect(await list({ limit: 2, page: 2 })).toMatchObject({ errors: [{ message: 'one' }], totalPages: 2, total: 3 });
    expect(await list({ page: 9 })).toMatchObject({ errors: [], total: 3 });
  });

  test('are resolved, reopened, and open again when they happen again; each step is in the audit log once', async () => {
    await record('again');
    const id = await firstId();
    const set = (resolved: boolean) => setErrorResolved(admin.ctx, { id, resolved });
    expect(await set(true)).toMatchObject({ resolved: true, resolvedBy: `Mira (${admin.email})` });
    await set(true);
    expect(await list({ resolved: false })).toMatchObject({ errors: [], total: 0 });
    expect(await list({ resolved: true })).toMatchObject({
      errors: [{ message: 'again', resolvedBy: `Mira (${admin.email})` }],
      total: 1,
    });
    expect(await set(false)).toMatchObject({ resolved: false, resolvedBy: null });
    await set(true);
    await record('again');
    expect(await list({ resolved: false })).toMatchObject({ errors: [{ seen: 2, resolvedBy: null }], total: 1 });
    expect(await list({ resolved: true, level: 'error' })).toMatchObject({ errors: [], total: 0 });
    const rows = await server.db.select().from(auditLog).where(eq(auditLog.subject, id)).orderBy(auditLog.id);
    expect(rows.map(({ action }) => action)).toEqual(['error.resolved', 'error.reopened', 'error.resolved']);
  });

  test('are resolved by an address where there is no name, and by nobody once the account is gone', async () => {
    await record('nameless');
    const id = await firstId();
    const other = await addUser(server, { isAdmin: true, name: '', email: 'nameless@example.com' });
    expect(await setErrorResolved(other.ctx, { id, resolved: true })).toMatchObject({ resolvedBy: other.email });
    expect(await getError(admin.ctx, { id })).toMatchObject({ error: { resolvedBy: other.email } });
    await server.db.delete(users).where(eq(users.id, other.id));
    expect(await getError(admin.ctx, { id })).toMatchObject({ error: { resolvedBy: 'A deleted account' } });
  });

  test('that do not exist are not found', async () => {
    await expect(getError(admin.ctx, { id: newId() })).rejects.toMatchObject({ type: 'NOT_FOUND' });
    const nobody = setErrorResolved(admin.ctx, { id: newId(), resolved: true });
    await expect(nobody).rejects.toMatchObject({ type: 'NOT_FOUND' });
  });
});

describe('the file of errors', () => {
  test('holds every time an error happened and no formula', async () => {
    await record('=cmd|"/c calc"!A1');
    await record('plain, with a comma');
    await record('two\nlines');
    await record('split;=1+1');
    await record('\n ＝1+1');
    const answer = await server.http.inject({
      url: '/api/admin/dashboard/errors/export?format=csv',
      headers: { authorization: `Bearer ${await tokenFor(server, admin)}` },
    });
    const day = server.now().toISOString().slice(0, 10);
    expect(answer.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="baton-errors-${day}.csv"`,
    });
    const body = answer.rawPayload.toString('utf8');
    expect(body.startsWith('\uFEFFtimestamp,level,category,message,request_id,resolved,context\r\n')).toBe(true);
    expect(body).toContain(`error,api,"'=cmd|""/c calc""!A1",r-1,false,{}\r\n`);
    expect(body).toContain('error,api,"plain, with a comma",r-1,false');
    expect(body).toContain('error,api,"two\nlines",r-1,false');
    expect(body).toContain("error,api,split;'=1+1,r-1,false");
    expect(body).toContain(`error,api,"'\n' ＝1+1",r-1,false`);
    expect(body.trimEnd().split('\r\n')).toHaveLength(6);
  });

  test('goes through any number of rows, as they stood when it began, and keeps to the filter', async () => {
    await record('many');
    await server.db.execute(
      `insert into error_logs (id, group_id, level, category, message, timestamp)
       select gen_random_uuid(), id, 'error', 'api', 'many ' || n, now() from error_groups, generate_series(1, 1200) n`,
    );
    await record('other', { level: 'critical' });
    const { body } = await exportErrors(admin.ctx, { format: 'csv', level: 'error' });
    const lines = (await text(body)).trimEnd().split('\r\n');
    expect(lines).toHaveLength(1_202);
  });

  test('leaves the database to others while its readers take their time', async () => {
    await record('slow');
    await server.db.execute(
      `insert into error_logs (id, group_id, level, category, message, timestamp)
       select gen_random_uuid(), id, 'error', 'api', repeat('x', 2000), now() from error_groups, generate_series(1, 2000) n`,
    );
    const { pool } = server.database;
    const files = await Promise.all(
      Array.from({ length: pool.options.max }, () => exportErrors(admin.ctx, { format: 'csv' })),
    );
    // Each has read the header and its first batch, and no more.
    const readers = files.map(({ body }) => body[Symbol.asyncIterator]());
    await Promise.all(readers.map((reader) => reader.next()));
    await Promise.all(readers.map((reader) => reader.next()));
    await vi.waitFor(() => expect(pool.idleCount).toBe(pool.totalCount), { timeout: 10_000 });
    for (const { body } of files) body.destroy();
  });
});

test('an error’s group goes with its last row', async () => {
  await record('gone');
  await server.db.delete(errorGroups).where(eq(errorGroups.id, await firstId()));
  expect((await server.database.pool.query('select 1 from error_logs')).rows).toEqual([]);
});
