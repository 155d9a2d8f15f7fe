import type pg from 'pg';
import type { Id } from '#contract/fields.ts';
import { SOURCES } from './search-ranking.ts';
import { writeTokens } from './search-tokens.ts';

const BATCH = 100;

interface QueuedText {
  id: Id;
  project_id: Id;
  kind: number;
  title: string | null;
  body: string | null;
  title_stems: string[] | null;
  stems: string[] | null;
}

/**
 * Makes some of the waiting texts known to the search; says how many. One server at a time: of two that read a text
 * before and after an edit, the slower one would keep the older words.
 */
export async function indexTexts(pool: pg.Pool, batch = BATCH): Promise<number> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    const { rows: locked } = await client.query<{ mine: boolean }>(LOCK);
    const { rows } = locked[0]?.mine === true ? await client.query<QueuedText>(TAKE, [batch]) : { rows: [] };
    if (rows.length > 0) await client.query(KEEP, valuesToKeep(rows));
    await client.query('commit');
    return rows.length;
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  } finally {
    client.release();
  }
}

function valuesToKeep(rows: readonly QueuedText[]): unknown[] {
  const live = rows.filter(({ body }) => body !== null);
  return [
    rows.filter(({ body }) => body === null).map(({ id }) => id),
    live.map(({ id }) => id),
    live.map((row) =>
      writeTokens(row.project_id, {
        title: row.title ?? '',
        body: row.body ?? '',
        titleStems: row.title_stems ?? [],
        stems: row.stems ?? [],
      }),
    ),
  ];
}

/** A number of its own among the advisory locks. */
const LOCK = `select pg_try_advisory_xact_lock(hashtext('baton search')) as mine`;

/** Texts that are deleted by now come without one. */
const TAKE = `
  with taken as (
    delete from search_queue where ctid = any (array(select ctid from search_queue limit $1))
    returning project_id, id, kind
  )
  select distinct on (text.id) text.*, tsvector_to_array(to_tsvector('english', text.title)) as title_stems,
    tsvector_to_array(to_tsvector('english', text.title) || to_tsvector('english', text.body)) as stems
  from taken cross join lateral (
    select taken.id, taken.project_id, taken.kind, coalesce(task.title, section.heading) as title,
      coalesce(task.description, note.body, section.body) as body
    from (select) one
    left join tasks task on taken.kind = 0 and task.id = taken.id and task.deleted_at is null
    left join notes note on taken.kind = 1 and note.id = taken.id and note.deleted_at is null and not note.is_broadcast
    left join prd_sections section on taken.kind = 2 and section.id = taken.id
    limit 1
  ) text
  order by text.id`;

const TEXTS = SOURCES.map(
  ({ table, code, live, words }) => `
    select read.id, x.project_id, ${code} as kind, x.updated_at as at, ${words} as words, read.tokens
    from read cross join lateral (select * from ${table} x where x.id = read.id and ${live} limit 1) x`,
);

const KEEP = `
  with gone as (
    delete from search_texts where id = any ($1::uuid[])
  ), read as (
    select id, tokens::tsvector as tokens from unnest($2::uuid[], $3::text[]) as r (id, tokens)
  )
  insert into search_texts (id, project_id, kind, at, words, tokens) ${TEXTS.join(' union all ')}
  on conflict (id) do update set at = excluded.at, words = excluded.words, tokens = excluded.tokens`;
