import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SEARCH_QUERY_MAX } from '#contract/constants.ts';
import { type Id, isStorableText } from '#contract/fields.ts';
import { SearchHit, searchProject as endpoint } from '#contract/search.ts';
import { notes, taskLists, tasks } from '#server/platform/db/tables/index.ts';
import { newId } from '#server/platform/id.ts';
import { createProject, deleteProject } from '#server/projects/index.ts';
import { type TestUser, addUser } from '#test/builders.ts';
import { countStatements } from '#test/count-statements.ts';
import { type TestServices, openTestServices } from '#test/harness.ts';
import { indexTexts } from './index-texts.ts';
import { searchProject } from './search-project.ts';
import { storePrd } from '#server/prd/index.ts';

let services: TestServices;
beforeAll(async () => {
  services = await openTestServices();
});
afterAll(() => services.dispose());

/** Runs the indexer, as the server does in the background. */
async function readTexts(): Promise<void> {
  while ((await indexTexts(services.database.pool)) > 0);
}

/** Queues all texts of the project again. */
async function queueAgain(id: Id): Promise<void> {
  await services.db.execute(sql`
    insert into search_queue (project_id, id, kind)
    select project_id, id, 0 from tasks where project_id = ${id} union all
    select project_id, id, 1 from notes where project_id = ${id} union all
    select project_id, id, 2 from prd_sections where project_id = ${id}`);
}

type TaskText = Partial<typeof tasks.$inferInsert> & { title: string };
type NoteText = Partial<typeof notes.$inferInsert> & { body: string };

interface Filled {
  user: TestUser;
  id: Id;
  find(q: string, page?: { limit?: number; cursor?: number }): ReturnType<typeof searchProject>;
  /** By the index alone. */
  look: Filled['find'];
  /** Hits in order: titles of tasks, texts of notes, headings of the PRD. */
  list(q: string): Promise<string[]>;
}

/** A project with these texts; each row is a minute older than the one before it. */
async function fill(content: { tasks?: TaskText[]; notes?: NoteText[]; prd?: string }): Promise<Filled> {
  const user = await addUser(services);
  const { id } = await createProject(user.ctx, { name: 'Searched' });
  const taskListId = newId();
  let minutes = 0;
  const times = () => {
    const at = new Date(services.now().getTime() - 60_000 * (minutes += 1));
    return { createdAt: at, updatedAt: at };
  };
  await services.db.insert(taskLists).values({ id: taskListId, projectId: id, name: 'List' });
  const texts = new Map<string, string>();
  for (const [i, task] of (content.tasks ?? []).entries()) {
    const row = { id: newId(), projectId: id, taskListId, number: i + 1, orderInParent: i, ...times(), ...task };
    await services.db.insert(tasks).values(row);
    texts.set(row.id, row.title);
  }
  for (const note of content.notes ?? []) {
    const row = { id: newId(), projectId: id, type: 'FINDING' as const, ...times(), ...note };
    await services.db.insert(notes).values(row);
    texts.set(row.id, row.body);
  }
  const { prd } = content;
  if (prd !== undefined)
    await services.db.transaction((tx) => storePrd(tx, id, { content: prd, filename: 'prd.md', now: services.now() }));
  const search: Filled['find'] = (q, page = {}) =>
    searchProject(user.ctx, { id, ...endpoint.query.parse({ q, ...page }) });
  /** Searches first with unindexed texts, then by the index: both must give the same hits in the same order. */
  const find: Filled['find'] = async (q, page) => {
    await queueAgain(id);
    const waiting = await search(q, page);
    await readTexts();
    const found = await search(q, page);
    expect(found, q).toEqual(waiting);
    return found;
  };
  return {
    user,
    id,
    find,
    look: search,
    list: async (q) => (await find(q)).hits.map((hit) => texts.get(hit.id) ?? `§ ${hit.title}`),
  };
}

const marked = (snippet: { text: string; hit: boolean }[]) =>
  snippet.map(({ text, hit }) => (hit ? `[${text}]` : text)).join('');

describe('order', () => {
  test('a title outweighs a description, that a note, that the PRD, however often the lesser ones say it', async () => {
    const many = 'limiter '.repeat(50);
    const { list } = await fill({
      prd: `# Limiter\n\n${many}`,
      notes: [{ body: many }],
      tasks: [{ title: 'Described', description: many }, { title: 'The limiter of requests' }],
    });
    expect(await list('limiter')).toEqual(['The limiter of requests', 'Described', many, '§ Limiter']);
  });

  test('many words with the same beginning in a description do not outweigh a title', async () => {
    const description = Array.from({ length: 300 }, (_, i) => `dab${i}`).join(' ');
    const { list } = await fill({ tasks: [{ title: 'Long', description }, { title: 'Dab' }] });
    expect(await list('dab')).toEqual(['Dab', 'Long']);
  });

  test('a whole word goes before a beginning, and equal hits go by their time', async () => {
    const { list } = await fill({
      tasks: [{ title: 'Deduplicate invoices' }, { title: 'Deduplicate payments' }, { title: 'Dedup mails' }],
    });
    expect(await list('dedup')).toEqual(['Dedup mails', 'Deduplicate invoices', 'Deduplicate payments']);
  });

  test('a pinned note goes first, a superseded one last and flagged', async () => {
    const truth = newId();
    const { find, list } = await fill({
      notes: [
        { body: 'retry retry: after a while', id: truth },
        { body: 'retry retry retry: thrice', supersededById: truth, pinned: true },
        { body: 'retry: see the runbook', pinned: true },
      ],
      prd: '# Other\n\nretry',
    });
    expect((await list('retry')).slice(0, 2)).toEqual(['retry: see the runbook', 'retry retry: after a while']);
    const { hits } = await find('retry');
    expect(hits.map(({ superseded }) => superseded)).toEqual([false, false, true, false]);
  });

  test('rows of one minute have one order, on every page', async () => {
    const at = services.now();
    const { find } = await fill({
      tasks: Array.from({ length: 25 }, (_, i) => ({ title: `Same ${i}`, updatedAt: at })),
    });
    const all = (await find('same', { limit: 50 })).hits.map(({ id }) => id);
    const pages: string[] = [];
    for (let cursor: number | null = 0; cursor !== null;) {
      const page: Awaited<ReturnType<typeof find>> = await find('same', {
        limit: 10,
        ...(cursor > 0 ? { cursor } : {}),
      });
      pages.push(...page.hits.map(({ id }) => id));
      cursor = page.nextCursor;
    }
    expect(new Set(all).size).toBe(25);
    expect(pages).toEqual(all);
  });
});

test('there is an end to the pages', async () => {
  const { id, look } = await fill({});
  await services.db.execute(sql`
    insert into notes (id, project_id, type, body)
    select gen_random_uuid(), ${id}, 'OTHER', 'same' from generate_series(1, 1020)`);
  const check = async () => {
    expect((await look('same', { limit: 10, cursor: 990 })).nextCursor).toBe(1_000);
    expect(await look('same', { limit: 10, cursor: 1_000 })).toMatchObject({ hits: { length: 10 }, nextCursor: null });
  };
  await check();
  await readTexts();
  await check();
});

describe('words', () => {
  test('are found by their stem, in any case', async () => {
    const { list } = await fill({ tasks: [{ title: 'Caching the queries' }, { title: 'Other' }] });
    for (const q of ['cache', 'CACHED', 'query', 'Querying caches'])
      expect(await list(q), q).toEqual(['Caching the queries']);
  });

  test('are found at every letter while they are typed', async () => {
    const words = [
      'deduplicate',
      'configuration',
      'universities',
      'cryptography',
      'optimizing',
      'responsiveness',
      'queries',
    ];
    const { list } = await fill({ tasks: words.map((title) => ({ title })) });
    for (const word of words)
      for (let end = 3; end <= word.length; end += 1)
        expect(await list(word.slice(0, end)), word.slice(0, end)).toContain(word);
  });

  test('a beginning that is not the last word finds too, below the whole word', async () => {
    const { list } = await fill({
      tasks: [{ title: 'Limiting of rates' }, { title: 'Lim of rates' }, { title: 'Rates' }],
    });
    expect(await list('lim rates')).toEqual(['Lim of rates', 'Limiting of rates']);
    expect(await list('lim nowhere')).toEqual(['Lim of rates', 'Limiting of rates']);
  });

  test('the last word counts as much when it is only begun', async () => {
    const { list } = await fill({ tasks: [{ title: 'Short', description: 'dedup' }, { title: 'Deduplicate' }] });
    expect(await list('dedup')).toEqual(['Deduplicate', 'Short']);
    expect(await list('dedup ->')).toEqual(['Deduplicate', 'Short']);
  });

  test('with punctuation may be half typed', async () => {
    const { list } = await fill({ tasks: [{ title: 'The rate limiter' }, { title: 'Rate' }] });
    expect(await list('rate-lim')).toEqual(['The rate limiter']);
  });

  test('must all be there; when no text has them all, any of them will do and more go first', async () => {
    const { list } = await fill({
      tasks: [{ title: 'Rate card' }, { title: 'Limiter of rate' }, { title: 'Unrelated' }],
      notes: [{ body: 'a token bucket' }],
      prd: '# Buckets',
    });
    expect(await list('rate limiter')).toEqual(['Limiter of rate']);
    for (const q of ['rate limiter bucket', 'T99 rate limiter bucket'])
      expect(await list(q)).toEqual(['Limiter of rate', 'Rate card', 'a token bucket', '§ Buckets']);
    expect(await list('nowhere nothing')).toEqual([]);
  });

  test('may stand in different fields of one task, and stop words among them do not count', async () => {
    const { list } = await fill({ tasks: [{ title: 'Rate', description: 'uses a bucket' }, { title: 'Rate' }] });
    expect(await list('the rate and the bucket')).toEqual(['Rate']);
  });

  test('with punctuation find the text as written first, then the texts with its parts', async () => {
    const { list } = await fill({
      tasks: [
        { title: 'app for ts in src' },
        { title: 'Described', description: 'open src/app.ts there' },
        { title: 'rate limiter' },
        { title: 'bar, then foo' },
      ],
      notes: [{ body: 'moved to lib/src/app.ts' }, { body: 'a rate-limiter' }, { body: 'calls foo.bar() twice' }],
    });
    expect(await list('src/app.ts')).toEqual(['Described', 'moved to lib/src/app.ts', 'app for ts in src']);
    expect(await list('rate-limiter')).toEqual(['a rate-limiter', 'rate limiter']);
    expect(await list('foo.bar()')).toEqual(['calls foo.bar() twice', 'bar, then foo']);
    expect(await list('moved src/app.ts')).toEqual(['moved to lib/src/app.ts']);
  });
});

describe('a word inside a path, an address or a tag', () => {
  test('is found where it begins, below the texts that have it as a word', async () => {
    const { find, list } = await fill({
      tasks: [{ title: 'See https://example.com/docs/button' }, { title: 'Rebuttoning' }],
      notes: [
        { body: 'uses <Button> there' },
        { body: 'src/web/ui/button.tsx', type: 'FILE_LIST' },
        { body: 'no rebuttons/rebutton.ts' },
      ],
      prd: '# Buttons',
    });
    expect(await list('button')).toEqual([
      '§ Buttons',
      'See https://example.com/docs/button',
      'uses <Button> there',
      'src/web/ui/button.tsx',
    ]);
    expect((await find('button')).hits.map(({ snippet }) => marked(snippet)).slice(2)).toEqual([
      'uses <[Button]> there',
      'src/web/ui/[button].tsx',
    ]);
    expect(await list('uses button')).toEqual(['uses <Button> there']);
  });

  test('comes on the page after the last better hit, once', async () => {
    const { find } = await fill({
      tasks: Array.from({ length: 5 }, (_, i) => ({ title: `Button ${i}` })),
      notes: Array.from({ length: 5 }, (_, i) => ({ body: `ui/button-${i}.tsx` })),
    });
    const kinds: string[] = [];
    for (const cursor of [0, 3, 6, 9]) {
      const { hits, nextCursor } = await find('button', { limit: 3, ...(cursor > 0 ? { cursor } : {}) });
      kinds.push(...hits.map(({ kind }) => kind));
      expect(nextCursor).toBe(cursor === 9 ? null : cursor + 3);
    }
    expect(kinds).toEqual([...Array.from({ length: 5 }, () => 'task'), ...Array.from({ length: 5 }, () => 'note')]);
  });
});

describe('a search without a word', () => {
  const punctuation = Array.from({ length: 94 }, (_, i) => String.fromCodePoint(33 + i)).filter((c) =>
    /[^a-z0-9]/iu.test(c),
  );

  test('finds every ASCII punctuation character as it stands, and only where it stands', async () => {
    const { list } = await fill({ tasks: [...punctuation.map((c) => ({ title: `x ${c} y` })), { title: 'x y' }] });
    expect(punctuation).toHaveLength(32);
    for (const c of punctuation) expect(await list(c), c).toEqual([`x ${c} y`]);
  });

  test.for(['->', '%_%', "'", "''", '"', '\\', '\\\\', ':*', '&', '|', '!', '<->', ':*&|!<->', "';--", '($1)', '()'])(
    'takes %s literally',
    async (q) => {
      const { list } = await fill({ tasks: [{ title: `before ${q} after` }, { title: 'before after' }] });
      expect(await list(q)).toEqual([`before ${q} after`]);
    },
  );

  test.for([
    "rate' limiter",
    'rate & !limiter',
    'rate:* | (limiter',
    'rate <-> limiter',
    '"rate limiter"',
    '\\rate limiter\\',
  ])('reads no operator in %s', async (q) => {
    const { list } = await fill({ tasks: [{ title: 'The limiter of rate' }, { title: 'Other' }] });
    expect(await list(q)).toEqual(['The limiter of rate']);
  });

  test('finds a stop word inside other words too', async () => {
    const { list, find } = await fill({ tasks: [{ title: 'Dark theme' }, { title: 'THE plan' }, { title: 'None' }] });
    expect(await list('the')).toEqual(['Dark theme', 'THE plan']);
    expect((await find('the')).hits.map(({ snippet }) => marked(snippet))).toEqual(['Dark [the]me', '[THE] plan']);
  });
});

describe('other scripts', () => {
  test.for([
    ['café', 'Le CAFÉ est ouvert'],
    ['ÜBER', 'darüber hinaus'],
    ['搜索', '全文搜索引擎'],
    ['поиск', 'Полнотекстовый поиск'],
    ['🚀', 'launch 🚀 soon'],
    ['👩‍💻', 'by 👩‍💻 alone'],
    ['検索 engine', '全文検索 engine'],
  ] as const)('%s finds %s', async ([q, title]) => {
    const { list } = await fill({ tasks: [{ title }, { title: 'nothing of it' }] });
    expect(await list(q)).toEqual([title]);
  });
});

describe('a number', () => {
  test.for(['T2', 't2', '#2', 'T02'])('%s puts that task first, before texts that name it', async (q) => {
    const { find } = await fill({
      tasks: [{ title: 'T2 or #2 is needed here, T02' }, { title: 'The second' }],
      notes: [{ body: 'waits for T2' }],
    });
    expect((await find(q)).hits[0]).toMatchObject({ kind: 'task', task_number: 2, title: 'The second' });
  });

  test('goes along with other words, and a number of no task is only a word', async () => {
    const { list } = await fill({ tasks: [{ title: 'First' }, { title: 'Second' }, { title: 'Bucket' }] });
    expect(await list('T2 bucket')).toEqual(['Second', 'Bucket']);
    expect(await list('T99')).toEqual([]);
    expect(await list('T99999999999')).toEqual([]);
  });
});

describe('what is left out', () => {
  test('deleted rows and what Baton itself wrote about events', async () => {
    const deletedAt = services.now();
    const { list } = await fill({
      tasks: [{ title: 'Bucket', deletedAt }, { title: 'Bucket kept' }],
      notes: [{ body: 'bucket gone', deletedAt }, { body: 'bucket told', isBroadcast: true }, { body: 'bucket noted' }],
    });
    expect(await list('bucket')).toEqual(['Bucket kept', 'bucket noted']);
    expect(await list('T1')).toEqual([]);
  });

  test('older versions of the PRD', async () => {
    const { id, list } = await fill({ prd: '# Old\n\nbucket' });
    await services.db.transaction((tx) =>
      storePrd(tx, id, { content: '# New\n\nwindow', filename: 'prd.md', now: services.now() }),
    );
    expect(await list('bucket')).toEqual([]);
    expect(await list('window')).toEqual(['§ New']);
  });

  test('other projects; a stranger’s or deleted project answers as a missing one', async () => {
    const mine = await fill({ tasks: [{ title: 'Bucket of mine' }] });
    const other = await fill({ tasks: [{ title: 'Bucket of another' }] });
    expect(await mine.list('bucket')).toEqual(['Bucket of mine']);
    const search = (id: Id) => searchProject(mine.user.ctx, { id, q: 'bucket', limit: 20 }).catch(String);
    const missing = await search(newId());
    expect(missing).toContain('was not found');
    expect(await search(other.id)).toBe(missing);
    await deleteProject(mine.user.ctx, { id: mine.id });
    expect(await search(mine.id)).toBe(missing);
  });
});

describe('a hit', () => {
  test('says what it is and where', async () => {
    const taskId = newId();
    const { find } = await fill({
      tasks: [{ id: taskId, title: 'Limiter', description: 'Counts with a bucket.' }],
      notes: [
        { taskId, body: 'The bucket leaks' },
        { body: 'bucket: a word for the project', type: 'CONTEXT' },
      ],
      prd: 'Intro\n\n# Limits\n\nOne bucket each.\n',
    });
    const { hits, nextCursor } = await find('buckets');
    expect(nextCursor).toBeNull();
    expect(hits.map((hit) => SearchHit.parse(hit))).toMatchObject([
      { kind: 'task', id: taskId, task_id: taskId, task_number: 1, title: 'Limiter', note_type: null, lines: null },
      { kind: 'note', task_id: taskId, task_number: 1, title: 'Limiter', note_type: 'FINDING' },
      { kind: 'note', task_id: null, task_number: null, title: '', note_type: 'CONTEXT' },
      { kind: 'prd', task_id: null, title: 'Limits', note_type: null, lines: { start: 3, end: 6 } },
    ]);
    expect(hits.map(({ snippet }) => marked(snippet))).toEqual([
      'Counts with a [bucket].',
      'The [bucket] leaks',
      '[bucket]: a word for the project',
      'One [bucket] each.',
    ]);
  });

  test('deep in a long text is shown with what stands around it', async () => {
    const filler = 'lorem ipsum\n\tdolor '.repeat(4_000);
    const { find } = await fill({ notes: [{ body: `${filler}the <Bucket> {leaks} \u0002here\u0003 ${filler}` }] });
    const [hit] = (await find('bucket')).hits;
    const snippet = hit?.snippet ?? [];
    expect(marked(snippet)).toMatch(/^….*the <\[Bucket\]> \{leaks\} here lorem.*…$/u);
    expect(snippet.map(({ text }) => text).join('').length).toBeLessThanOrEqual(200);
    expect(marked(snippet)).not.toMatch(/[\n\t]| {2}/u);
  });

  test('in the title alone shows the title', async () => {
    const { find } = await fill({
      tasks: [{ title: 'Leaky bucket', description: 'Nothing of it' }],
      prd: '# A bucket\n\nText',
    });
    expect((await find('bucket')).hits.map(({ snippet }) => marked(snippet))).toEqual(['Leaky [bucket]', 'A [bucket]']);
  });

  test('of a note keeps its text when its task is deleted', async () => {
    const taskId = newId();
    const { find } = await fill({
      tasks: [{ id: taskId, title: 'Gone', deletedAt: services.now() }],
      notes: [{ taskId, body: 'bucket' }],
    });
    expect((await find('bucket')).hits).toMatchObject([{ kind: 'note', task_id: null, title: '' }]);
  });
});

describe('cost', () => {
  test('is one statement, whatever is found', async () => {
    const { id, user } = await fill({
      tasks: Array.from({ length: 60 }, (_, i) => ({ title: `Bucket ${i}`, description: 'of foo.bar()' })),
      notes: Array.from({ length: 60 }, () => ({ body: 'bucket' })),
    });
    for (const q of ['bucket', 'bucket nowhere foo.bar()', '->', 'T12', 'the']) {
      const counted = countStatements(services.database.pool);
      await searchProject(user.ctx, { id, q, limit: 50 });
      expect(counted.stop(), q).toHaveLength(1);
    }
  });

  test('does not grow with other projects: only the project’s own rows are read', async () => {
    const { id, user } = await fill({ tasks: [{ title: 'Bucket' }], notes: [{ body: 'bucket' }], prd: 'bucket' });
    const crowd = await fill({});
    await services.db.execute(sql`
      insert into notes (id, project_id, type, body)
      select gen_random_uuid(), ${crowd.id}, 'OTHER', 'bucket ' || n from generate_series(1, 5000) n`);
    await readTexts();
    await services.db.execute(sql`analyze notes, search_texts`);
    const read = async () => {
      await services.db.execute(sql`select pg_stat_force_next_flush()`);
      const { rows } = await services.db.execute<{ read: number }>(
        sql`select sum(seq_tup_read + idx_tup_fetch)::int as read from pg_stat_user_tables where relname in ('notes', 'search_texts')`,
      );
      return rows[0]?.read ?? Number.NaN;
    };
    const before = await read();
    expect((await searchProject(user.ctx, { id, q: 'bucket', limit: 20 })).hits).toHaveLength(3);
    expect((await read()) - before).toBeLessThan(50);
  });

  test('of the longest search is bounded', async () => {
    const { list } = await fill({ tasks: [{ title: 'é' }, { title: 'x'.repeat(SEARCH_QUERY_MAX) }] });
    expect(await list('é '.repeat(SEARCH_QUERY_MAX / 2).trim())).toEqual(['é']);
    expect(await list('x'.repeat(SEARCH_QUERY_MAX))).toEqual(['x'.repeat(SEARCH_QUERY_MAX)]);
    expect(await list('文'.repeat(SEARCH_QUERY_MAX))).toEqual([]);
    expect(await list(Array.from({ length: 83 }, (_, i) => `w-${100 + i}`).join(' '))).toEqual([]);
  });
});

test('any text answers without an error, in the shape that was promised', async () => {
  const { find } = await fill({
    tasks: [{ title: 'Bucket', description: '-> % _ 🚀' }],
    notes: [{ body: "it's" }],
    prd: '# H\n\nB',
  });
  const pieces = fc.constantFrom(
    "'",
    '\\',
    ':*',
    '&',
    '|',
    '!',
    '<->',
    '(',
    ')',
    '%',
    '_',
    '$1',
    ' ',
    'the',
    'bucket',
    'T1',
    '#1',
    '🚀',
    '\u0002',
  );
  const query = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 80 }),
    fc.string({ unit: 'grapheme', maxLength: 80 }),
    fc.array(pieces, { maxLength: 40 }).map((list) => list.join('')),
  );
  await fc.assert(
    fc.asyncProperty(
      query.filter((q) => q.trim() !== '' && isStorableText(q)),
      async (q) => {
        const { hits } = await find(q);
        for (const hit of hits) {
          SearchHit.parse(hit);
          expect(hit.snippet.every(({ text }) => text !== '')).toBe(true);
        }
      },
    ),
    { numRuns: 300 },
  );
});
