import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { NewApiKey } from '#contract/api-key.ts';
import type { Id } from '#contract/fields.ts';
import type { Note } from '#contract/note.ts';
import type { Task, TaskList } from '#contract/task.ts';
import { callTool } from '#test/agent-calls.ts';
import { ApiClient } from '#test/api-client.ts';
import { type TestDatabase, createTestDatabase } from '#test/database.ts';
import { OLDER, OLDER_SCHEMAS, type OlderSchema, makeOlderInstance } from '#test/older-instances.ts';
import { rowHashes } from '#test/row-hashes.ts';
import { type ServerProcess, runBaton, startServer } from '#test/server-process.ts';

/** The drill of docs/operations.md, with what older versions have left. */

const FIRST_BACKUP = join(import.meta.dirname, '../../../fixtures/backups/first-version.gz');
const NOBODY = '00000000-0000-7000-8000-000000000000' as Id;
const SECRET = 'a-secret-of-the-tests-and-of-nothing-else';

let folder: string;
const undo: (() => Promise<unknown>)[] = [];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'baton-upgrade-'));
});
afterAll(() => rm(folder, { recursive: true }));
afterEach(async () => {
  for (const each of undo.splice(0).toReversed()) await each();
});

const envOf = ({ url }: TestDatabase) => ({ DATABASE_URL: url, BATON_SECRET: SECRET, BATON_LOG_LEVEL: 'warn' });

async function addDatabase(): Promise<{ database: TestDatabase; pool: pg.Pool }> {
  const database = await createTestDatabase();
  const pool = new pg.Pool({ connectionString: database.url });
  undo.push(
    () => database.drop(),
    () => pool.end(),
  );
  return { database, pool };
}

async function addOlderInstance(schema: OlderSchema) {
  const made = await addDatabase();
  await made.pool.query('drop schema public cascade');
  await made.pool.query('create schema public');
  await makeOlderInstance(made.pool, schema);
  return made;
}

async function start(database: TestDatabase): Promise<ServerProcess> {
  const server = await startServer(envOf(database));
  undo.push(() => server.kill());
  return server;
}

/** What was there is there, and work goes on: a person signs in and reads, an agent takes the next task and ends it. */
async function useIt(url: string): Promise<void> {
  const person = new ApiClient(url);
  await person.signIn(OLDER.email);
  const [project, ...others] = (await person.listProjects()).data;
  expect({ name: project?.name, others }).toEqual({ name: OLDER.project, others: [] });
  const path = `/api/projects/${project?.id ?? ''}`;
  const { data: lists } = await person.call<TaskList[]>('GET', `${path}/task-lists`);
  expect(lists.map(({ name }) => name).toSorted()).toEqual([...OLDER.lists].toSorted());
  const { data: tasks } = await person.call<Task[]>('GET', `${path}/tasks`);
  expect(Object.fromEntries(tasks.map(({ title, status }) => [title, status]))).toEqual(OLDER.tasks);
  expect(tasks.map(({ number }) => number).toSorted((one, other) => one - other)).toEqual([1, 2, 3, 4]);
  const { data: notes } = await person.call<Note[]>('GET', `${path}/notes`);
  expect(notes.map(({ body }) => body)).toContain(OLDER.note);

  const made = await person.call<NewApiKey>('POST', '/api/auth/api-key');
  const key = made.status === 201 ? made : await person.call<NewApiKey>('POST', '/api/auth/api-key/regenerate');
  const agent = { key: key.data.apiKey, name: 'claude-code' };
  const use = (tool: string, args: object = {}) => callTool(url, agent, project?.id ?? NOBODY, tool, args);
  const taken = await use('task_claim');
  expect(taken).toMatchObject({ isError: false, text: expect.stringContaining('Tar the seams') });
  const [, id, baton] = /^Yours: (T\d+), baton (\d+\.\w+),/m.exec(taken.text) ?? [];
  const ended = await use('task_finish', { id, baton, outcome: 'done', summary: 'Tarred every seam.' });
  // Its parent had nothing else to be done.
  expect(ended).toMatchObject({ isError: false, text: expect.stringContaining('Bend the planks') });
}

describe('an instance of', () => {
  test.each(Object.keys(OLDER_SCHEMAS) as OlderSchema[])(
    '%s is brought up to date by a start, and used',
    async (schema) => {
      const { database } = await addOlderInstance(schema);
      const server = await start(database);
      await useIt(server.url);
      expect(await server.stop()).toMatchObject({ code: 0, stderr: '' });
    },
  );
});

test('the backup that the first version wrote is restored, brought up to date, used, backed up and restored again', async () => {
  const { database, pool } = await addDatabase();
  expect(await runBaton(['restore', FIRST_BACKUP], envOf(database))).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^\d+ rows are back, as of 2026-11-/),
  });
  const server = await start(database);
  await useIt(server.url);
  await server.stop();

  const kept = await rowHashes(pool);
  const file = join(folder, 'baton.gz');
  expect(await runBaton(['backup', file], envOf(database))).toMatchObject({ code: 0 });
  const copy = await addDatabase();
  expect(await runBaton(['restore', file], envOf(copy.database))).toMatchObject({ code: 0 });
  expect(await rowHashes(copy.pool)).toEqual(kept);
  const again = await start(copy.database);
  const person = new ApiClient(again.url);
  await person.signIn(OLDER.email);
  expect((await person.listProjects()).data).toMatchObject([{ name: OLDER.project }]);
});

test('what an upgrade could not finish has changed nothing: the older database waits as it was', async () => {
  const { database, pool } = await addOlderInstance('the first version with plans');
  // A table of somebody else's in the way of one that a later version adds.
  await pool.query('create table users_api_key (mine int)');
  const before = await rowHashes(pool);
  const { code, stderr } = await runBaton(['migrate'], envOf(database));
  expect({ code, stderr }).toMatchObject({ code: 1, stderr: expect.stringContaining('users_api_key') });
  expect(await rowHashes(pool)).toEqual(before);
  await pool.query('drop table users_api_key');
  expect(await runBaton(['migrate'], envOf(database))).toMatchObject({
    code: 0,
    stdout: 'The database is up to date.\n',
  });
});
