import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Id } from '#contract/fields.ts';
import { notes, taskLists, tasks } from '#server/platform/db/tables/index.ts';
import { newId } from '#server/platform/id.ts';
import { createProject } from '#server/projects/index.ts';
import { type TestUser, addUser } from '#test/builders.ts';
import { type TestServices, openTestServices } from '#test/harness.ts';
import { SEARCHED, followTexts } from './follow-texts.ts';
import { indexTexts } from './index-texts.ts';
import { searchProject } from './search-project.ts';

let services: TestServices;
/** The owner of the newest project. */
let user: TestUser;
beforeAll(async () => {
  services = await openTestServices();
});
afterAll(() => services.dispose());

async function readTexts(): Promise<void> {
  while ((await indexTexts(services.database.pool)) > 0);
}

async function newProject(): Promise<{ id: Id; listId: Id }> {
  user = await addUser(services);
  const { id } = await createProject(user.ctx, { name: 'Read' });
  const listId = newId();
  await services.db.insert(taskLists).values({ id: listId, projectId: id, name: 'List' });
  return { id, listId };
}

const addNote = (projectId: Id, body: string, id = newId()) =>
  services.db.insert(notes).values({ id, projectId, type: 'FINDING', body });
const search = (id: Id, q: string, limit = 50) => searchProject(user.ctx, { id, q, limit });
const idsOf = async (id: Id, q: string) => (await search(id, q)).hits.map((hit) => hit.id);
const count = async (table: 'search_queue' | 'search_texts', id: Id) => {
  const { rows } = await services.db.execute<{ n: number }>(
    sql`select count(*)::int as n from ${sql.identifier(table)} where project_id = ${id}`,
  );
  return rows[0]?.n;
};

describe('a text', () => {
  test('is found at once, and the same when it has been read', async () => {
    const { id } = await newProject();
    await addNote(id, 'the leaking bucket');
    const waiting = await search(id, 'leaks');
    expect(waiting.hits).toHaveLength(1);
    expect(await count('search_queue', id)).toBe(1);
    await readTexts();
    expect(await count('search_queue', id)).toBe(0);
    expect(await search(id, 'leaks')).toEqual(waiting);
  });

  test('that was edited is found by its new words and no longer by the old ones, read or not', async () => {
    const { id, listId } = await newProject();
    const taskId = newId();
    const row = { id: taskId, projectId: id, taskListId: listId, number: 1, orderInParent: 0 };
    await services.db.insert(tasks).values({ ...row, title: 'Bucket' });
    await readTexts();
    await services.db.execute(sql`update tasks set title = 'Window' where id = ${taskId}`);
    for (const read of [async () => undefined, readTexts]) {
      await read();
      expect([await idsOf(id, 'bucket'), await idsOf(id, 'window')]).toEqual([[], [taskId]]);
    }
  });

  test('that was deleted leaves the index, and comes back with it', async () => {
    const { id } = await newProject();
    const noteId = newId();
    await addNote(id, 'bucket', noteId);
    await readTexts();
    await services.db.execute(sql`update notes set deleted_at = now() where id = ${noteId}`);
    await readTexts();
    expect(await count('search_texts', id)).toBe(0);
    await services.db.execute(sql`update notes set deleted_at = null where id = ${noteId}`);
    expect(await idsOf(id, 'bucket')).toEqual([noteId]);
    await readTexts();
    expect(await idsOf(id, 'bucket')).toEqual([noteId]);
    await services.db.execute(sql`delete from notes where id = ${noteId}`);
    expect([await count('search_texts', id), await count('search_queue', id)]).toEqual([0, 0]);
  });

  test('is not read again when only its state changes', async () => {
    const { id, listId } = await newProject();
    const row = { id: newId(), projectId: id, taskListId: listId, number: 1, orderInParent: 0, title: 'Bucket' };
    await services.db.insert(tasks).values(row);
    await readTexts();
    await services.db.execute(sql`update tasks set status = 'wip', updated_at = now() where id = ${row.id}`);
    expect(await count('search_queue', id)).toBe(0);
  });

  test('that is too long to take apart is found all the same', async () => {
    const { id } = await newProject();
    await addNote(id, `${Array.from({ length: 9_000 }, (_, i) => `w${i}`).join(' ')} 搜索引擎 bucket`);
    await readTexts();
    for (const q of ['w8999', '索引', 'bucket']) expect(await idsOf(id, q), q).toHaveLength(1);
    expect(await idsOf(id, 'nowhere')).toEqual([]);
  });
});

test('where a word is common, every hit is on one page, titles first', async () => {
  const { id, listId } = await newProject();
  await services.db.execute(sql`
    insert into notes (id, project_id, type, body)
    select gen_random_uuid(), ${id}, 'OTHER', 'bucket ' || n from generate_series(1, 180) n`);
  await services.db.execute(sql`
    insert into tasks (id, project_id, task_list_id, number, title, description, order_in_parent)
    select gen_random_uuid(), ${id}, ${listId}, n, case n when 1 then 'Bucket' else 'Other' end, 'a bucket', n from generate_series(1, 130) n`);
  await readTexts();
  const found: string[] = [];
  for (let cursor = 0; cursor < 310; cursor += 31) {
    const { hits } = await searchProject(user.ctx, { id, q: 'bucket', limit: 31, ...(cursor > 0 ? { cursor } : {}) });
    found.push(...hits.map((hit) => hit.id));
    if (cursor === 0) expect(hits[0]?.title).toBe('Bucket');
  }
  expect(found).toHaveLength(310);
  expect(new Set(found).size).toBe(310);
});

test('whatever is written in whatever language, the index finds what looking through every text finds', async () => {
  const words = [
    'retry',
    'retries',
    'query',
    'queries',
    'hoping',
    'sized',
    'caching',
    'the',
    'of',
    'config.yaml',
    'src/app.ts',
    'rate-limiter',
    'my_button',
    'foo.bar()',
    '<Button>',
    'a@b.example',
    'https://x.example/p?q=1',
    '1.2.3',
    'v10',
    '=>',
    'über',
    'darüber',
    'café',
    'naïve',
    'поиск',
    'Полнотекстовый',
    'αναζήτηση',
    '全文搜索引擎',
    '検索',
    'カタカナ',
    '검색',
    'بحث',
    '🚀',
  ];
  const { id, listId } = await newProject();
  const text = fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 9 }).map((list) => list.join(' '));
  for (const [i, [title, description]] of fc.sample(fc.tuple(text, text), { numRuns: 40, seed: 7 }).entries())
    await services.db
      .insert(tasks)
      .values({ id: newId(), projectId: id, taskListId: listId, number: i + 1, orderInParent: i, title, description });
  for (const body of fc.sample(text, { numRuns: 40, seed: 8 })) await addNote(id, body);
  const cut = fc
    .tuple(fc.constantFrom(...words), fc.nat(6), fc.integer({ min: 1, max: 8 }))
    .map(([word, from, length]) => {
      const letters = [...word];
      return letters.slice(Math.min(from, letters.length - 1), from + length).join('') || word;
    });
  const begun = fc
    .tuple(fc.constantFrom(...words), fc.integer({ min: 2, max: 9 }))
    .map(([word, n]) => [...word].slice(0, n).join(''));
  const query = fc
    .array(fc.oneof(fc.constantFrom(...words), begun, cut), { minLength: 1, maxLength: 3 })
    .map((list) => list.join(' '));
  // Queries of stop words alone are matched as prefixes.
  const queries = fc.sample(query, { numRuns: 150, seed: 9 }).filter((q) => !/^[\sa-z]{1,3}( (the|of))*$/u.test(q));
  const waiting = new Map<string, unknown>();
  for (const q of queries) waiting.set(q, await search(id, q));
  await readTexts();
  for (const q of queries) expect(await search(id, q), q).toEqual(waiting.get(q));
});

test('a server reads what is written soon after, and what another left behind', async () => {
  const { id } = await newProject();
  await addNote(id, 'left behind');
  const follower = followTexts(services);
  await expect.poll(() => count('search_queue', id)).toBe(0);
  await addNote(id, 'written now');
  services.bus.tellHere('feed', `project:${id}`);
  await expect.poll(() => count('search_queue', id)).toBe(0);
  await follower.close();
  expect(await count('search_texts', id)).toBe(2);
});

test('a search that had to look through texts has them read at once', async () => {
  const { id } = await newProject();
  await readTexts();
  const told: string[] = [];
  const stop = services.bus.on(SEARCHED, (subject) => told.push(subject));
  await addNote(id, 'waits to be read');
  await search(id, 'waits');
  expect(told).toEqual([id]);
  const follower = followTexts(services);
  services.bus.tellHere(SEARCHED, id);
  await follower.close();
  expect(await count('search_queue', id)).toBe(0);
  await search(id, 'waits');
  stop();
  // One notification of the first search, and the test's own.
  expect(told).toEqual([id, id]);
});

test('a waiting text is found by every form of a word whose stem it shares', async () => {
  const { id } = await newProject();
  const forms = [
    'hoping',
    'skies',
    'dying',
    'generalizations',
    'relational',
    'happily',
    'earliest',
    'ties',
    'possibly',
  ];
  for (const form of forms) await addNote(id, form);
  const asked = ['hope', 'hoped', 'sky', 'die', 'dies', 'generalize', 'relate', 'happy', 'early', 'tie', 'possible'];
  const waiting = new Map<string, string[]>();
  for (const q of asked) waiting.set(q, await idsOf(id, q));
  await readTexts();
  for (const q of asked) expect(await idsOf(id, q), q).toEqual(waiting.get(q));
  expect([...waiting.values()].filter((found) => found.length > 0).length).toBeGreaterThan(8);
});

test('a batch reads only its own tasks, also after a large import into a database that was never analysed', async () => {
  const { id, listId } = await newProject();
  await readTexts();
  const pool = new pg.Pool({ connectionString: services.databaseUrl, max: 1 });
  const countReads = async () => {
    // Counters are kept per connection and written at the end of a transaction.
    await pool.query('select pg_stat_force_next_flush()');
    const { rows } = await pool.query<{ n: number }>(
      `select (seq_tup_read + idx_tup_fetch)::int as n from pg_stat_user_tables where relname = 'tasks'`,
    );
    return rows[0]?.n ?? 0;
  };
  const addTasks = (from: number, to: number) =>
    pool.query(
      `insert into tasks (id, project_id, task_list_id, number, order_in_parent, title)
       select gen_random_uuid(), $1, $2, n, n, 'Task ' || n from generate_series($3::int, $4::int) n`,
      [id, listId, from, to],
    );
  try {
    // Prepared statements get their final plan within a few executions, while there are few tasks.
    for (let number = 1; number <= 10; number += 1) {
      await addTasks(number, number);
      await indexTexts(pool);
    }
    await addTasks(11, 2_000);
    const before = await countReads();
    expect(await indexTexts(pool)).toBe(100);
    expect((await countReads()) - before).toBeLessThan(1_000);
  } finally {
    await pool.end();
  }
});
