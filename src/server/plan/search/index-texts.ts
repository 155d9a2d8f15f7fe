import type pg from 'pg';
import type { Id } from '#contract/fields.ts';
import { writeTokens } from './search-tokens.ts';

const BATCH = 100;

interface QueuedText {
  id: Id;
  project_id: Id;
  kind: number;
  /** Its number, when it was indexed before. */
  number: number | null;
  title: string;
  body: string | null;
  /** Newline-separated: the driver parses arrays slowly. */
  title_stems: string;
  stems: string | null;
}

interface NumberedText extends QueuedText {
  number: number;
}

/**
 * Indexes a batch of queued texts and returns their number. One server at a time (advisory lock): of two that read a
 * text before and after an edit, the slower one would store the older words.
 */
export async function indexTexts(pool: pg.Pool, batch = BATCH): Promise<number> {
  const { rows: waiting } = await pool.query<{ any: boolean }>(ANY);
  if (waiting[0]?.any !== true) return 0;
  const client = await pool.connect();
  try {
    await client.query('begin');
    const { rows: locked } = await client.query<{ mine: boolean }>(LOCK);
    const { rows } =
      locked[0]?.mine === true ? await client.query<QueuedText>({ ...TAKE, values: [batch] }) : { rows: [] };
    if (rows.length > 0) await client.query({ ...KEEP, values: valuesToKeep(await giveNumbers(client, rows)) });
    await client.query('commit');
    return rows.length;
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  } finally {
    client.release();
  }
}

/** A text keeps its number when it is indexed again, so that repeated edits do not fill a shard. */
async function giveNumbers(client: pg.PoolClient, rows: QueuedText[]): Promise<NumberedText[]> {
  const isNew = ({ number, body }: QueuedText) => number === null && body !== null;
  const added = rows.filter(isNew);
  if (added.length === 0) return rows.map((row) => ({ ...row, number: row.number ?? 0 }));
  const { rows: heads } = await client.query<{ project_id: Id; kind: number; texts: number }>({
    ...COUNT,
    values: [added.map(({ project_id }) => project_id), added.map(({ kind }) => kind)],
  });
  const left = new Map(heads.map(({ project_id, kind, texts }) => [`${project_id} ${kind}`, texts]));
  return rows.map((row) => {
    if (!isNew(row)) return { ...row, number: row.number ?? 0 };
    const key = `${row.project_id} ${row.kind}`;
    const number = left.get(key) ?? 0;
    left.set(key, number - 1);
    return { ...row, number };
  });
}

function valuesToKeep(rows: readonly NumberedText[]): unknown[] {
  const live = rows.filter(({ body }) => body !== null);
  return [
    rows.filter(({ body }) => body === null).map(({ id }) => id),
    live.map(({ id }) => id),
    live.map(({ number }) => number),
    live.map(({ project_id: projectId, kind, number, ...text }) =>
      writeTokens(
        { projectId, kind, number },
        {
          title: text.title,
          body: text.body ?? '',
          titleStems: linesOf(text.title_stems),
          stems: linesOf(text.stems ?? ''),
        },
      ),
    ),
  ];
}

const linesOf = (text: string) => (text === '' ? [] : text.split('\n'));

/** Prepared statements, planned once per connection. */
const named = (name: string, text: string) => ({ name: `baton_search_${name}`, text });

const ANY = named('any', 'select exists (select from search_queue) as any');

/** Key of the advisory lock. */
const LOCK = `select pg_try_advisory_xact_lock(hashtext('baton search')) as mine`;

/**
 * Deleted texts come without a body. `is_live` and not `is null`: in a database that was not analysed since a large import,
 * the planner would read all live rows for each text.
 */
const TAKE = named(
  'take',
  `
  with taken as (
    delete from search_queue where ctid = any (array(select ctid from search_queue limit $1))
    returning project_id, id, kind
  )
  select distinct on (text.id) text.*, known.number, array_to_string(tsvector_to_array(title.stems), chr(10)) as title_stems,
    array_to_string(tsvector_to_array(title.stems || to_tsvector('english', text.body)), chr(10)) as stems
  from taken cross join lateral (
    select taken.id, taken.project_id, taken.kind, coalesce(task.title, section.heading, '') as title,
      coalesce(task.description, note.body, section.body) as body
    from (select) one
    left join tasks task on taken.kind = 0 and task.id = taken.id and is_live(task.deleted_at)
    left join notes note on taken.kind = 1 and note.id = taken.id and is_live(note.deleted_at) and not note.is_broadcast
    left join prd_sections section on taken.kind = 2 and section.id = taken.id
    limit 1
  ) text
  cross join lateral (select to_tsvector('english', text.title) as stems offset 0) title
  left join lateral (select number from search_texts where id = text.id limit 1) known on true
  order by text.id`,
);

const COUNT = named(
  'count',
  `
  insert into search_heads as head (project_id, kind, texts)
  select project_id, kind, count(*) from unnest($1::uuid[], $2::int[]) as added (project_id, kind) group by project_id, kind
  on conflict (project_id, kind) do update set texts = head.texts + excluded.texts
  returning project_id, kind, texts`,
);

const SOURCES = [
  'words_of_task(x.title, x.description) as words, read.tokens from read cross join lateral (select * from tasks x where is_live(x.deleted_at)',
  'words_of_note(x.body), read.tokens from read cross join lateral (select * from notes x where is_live(x.deleted_at) and not x.is_broadcast',
  'words_of_section(x.heading, x.body), read.tokens from read cross join lateral (select * from prd_sections x where true',
];
const TEXTS = SOURCES.map(
  (words, kind) => `select read.id, x.project_id, ${kind} as kind, read.number, ${words} and x.id = read.id limit 1) x`,
);

const KEEP = named(
  'keep',
  `
  with gone as (
    delete from search_texts where id = any ($1::uuid[])
  ), read as (
    select id, number, tokens::tsvector as tokens from unnest($2::uuid[], $3::int[], $4::text[]) as r (id, number, tokens)
  )
  insert into search_texts (id, project_id, kind, number, words, tokens) ${TEXTS.join(' union all ')}
  on conflict (id) do update set words = excluded.words, tokens = excluded.tokens`,
);
