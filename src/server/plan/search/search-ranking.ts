/** Texts of one kind: a longer part, and a title or heading where there is one. */
interface Source {
  kind: 'task' | 'note' | 'prd';
  /** The number by which the index knows the kind. */
  code: number;
  table: string;
  live: string;
  title: string;
  body: string;
  /** Its stems with their weights: A for a title, B or C for the rest. */
  words: string;
  /** What words are worth in the title and in the rest. A single hit in one outweighs any number of hits in a lesser one. */
  worth: [number, number];
  /** What it is worth to hold the search as it was written: more than any number of words. */
  asWritten: [number, number];
  factor: string;
  number: string;
}

const PINNED = 1.4;
const SUPERSEDED = 0.3;
/** Found only by the beginning of a word that was not the last one. */
const FAR = 0.1;
const EXACT = 1.1;
/** What it adds to hold the search as written where a word was only found inside another. */
const INSIDE = 0.001;
/** More than all the rest together: the task that was asked for by its number. */
export const NUMBERED = 10;

export const SOURCES: Source[] = [
  {
    kind: 'task',
    code: 0,
    table: 'tasks',
    live: 'x.deleted_at is null',
    title: 'x.title',
    body: 'x.description',
    words: `setweight(to_tsvector('english', x.title), 'A') || setweight(to_tsvector('english', x.description), 'B')`,
    worth: [1, 0.4],
    asWritten: [2, 1.5],
    factor: '1',
    number: 'x.number',
  },
  {
    kind: 'note',
    code: 1,
    table: 'notes',
    live: 'x.deleted_at is null and not x.is_broadcast',
    title: `''`,
    body: 'x.body',
    words: `setweight(to_tsvector('english', x.body), 'C')`,
    worth: [0, 0.14],
    asWritten: [0, 1.15],
    factor: `case when x.pinned then ${PINNED} else 1 end * case when x.superseded_by_id is null then 1 else ${SUPERSEDED} end`,
    number: 'null::int',
  },
  {
    kind: 'prd',
    code: 2,
    table: 'prd_sections',
    live: 'true',
    title: 'x.heading',
    body: 'x.body',
    words: `setweight(to_tsvector('english', x.heading), 'A') || setweight(to_tsvector('english', x.body), 'C')`,
    worth: [0.05, 0.02],
    asWritten: [1.05, 1.02],
    factor: '1',
    number: 'null::int',
  },
];

/** Not LIKE, which knows wildcards. */
const has = (text: 'title' | 'body', needle: string) => `strpos(lower(x.${text}), ${needle}) > 0`;
const holds = (needle: string) => `(${has('title', needle)} or ${has('body', needle)})`;

/** A plain word is ASCII, for which lower case is cheap; the slow test for a beginning is left to the few that hold it. */
const begins = (text: 'title' | 'body') =>
  `strpos(lower(x.${text} collate "C"), w.needle) > 0 and x.${text} ~* ('\\m' || w.needle)`;

/**
 * Each word by its stem or as a beginning or, where it is not plain, as it stands; or the task by its number. Below these,
 * the texts where a word begins inside a path, an address or a tag, which the database takes for one word or none. This
 * finds a word half typed as well: "configurati" is longer than the stem and shorter than the word. Null is not found.
 */
export const EVERY_WORD = `case
      when x.number = $2 then 0
      when q.words = 0 then case when ${holds('q.whole')} then 0 end
      when (q.every_plain is null or v.words @@ q.every_plain) and (not q.has_literal or not exists (
        select from word w where not w.plain and not (v.words @@ w.wide or ${holds('w.needle')}))) then 0
      when q.every_plain is not null and not exists (select from word w where not (v.words @@ w.wide
        or case when w.plain then ${begins('title')} or ${begins('body')} else ${holds('w.needle')} end)) then 1 end`;

export const ANY_WORD = `case when (x.number = $2) is not true and (v.words @@ q.any_word or (
      q.has_literal and exists (select from word w where not w.plain and ${holds('w.needle')}))) then 0 end`;

/** ts_rank adds up the words that share a beginning: without a cap, many of them would lift a field above a better one. */
const wordRank = (query: string) =>
  `least(1, ts_rank('{0,0,0,1}', v.words, ${query})) * x.title_worth + least(1, ts_rank('{0,1,1,0}', v.words, ${query})) * x.body_worth`;

const RANK = `case when q.words = 0 then 0 else coalesce(nullif(${wordRank('q.near')}, 0), (${wordRank('q.any_word')}) * ${FAR})
        * case when v.words @@ q.exact then ${EXACT} else 1 end * x.factor end
      + case when t.tier = 0 and not q.as_written then 0
        when ${has('title', 'q.whole')} then 1 + (x.title_written - 1) * x.factor
        when ${has('body', 'q.whole')} then 1 + (x.body_written - 1) * x.factor else 0 end
        * case t.tier when 0 then 1 else ${INSIDE} end
      + case when x.number = $2 then ${NUMBERED} else 0 end`;

const ROWS = SOURCES.map(
  ({ kind, code, table, live, worth, asWritten, ...source }) => `
        (select '${kind}' as kind, x.id, x.updated_at, ${source.number} as number, ${source.title} as title, ${source.body} as body,
          (${source.factor})::float8 as factor, ${worth[0]}::float8 as title_worth, ${worth[1]}::float8 as body_worth,
          ${asWritten[0]}::float8 as title_written, ${asWritten[1]}::float8 as body_written,
          coalesce(c.words, ${source.words}) as words
        from ${table} x where c.kind = ${code} and x.id = c.id and ${live} limit 1)`,
);

/**
 * Those of the picked rows that pass, with their ranks. Each row is fetched by its key and nothing else: left to itself,
 * the database would rather read a whole table to join it with a page.
 */
export const rankPicked = (picked: string, test: string) => `
    select x.kind, x.id, x.updated_at, v.words, c.block, t.tier, round((${RANK})::numeric, 4)::float8 as rank
    from query q, ${picked} c
    cross join lateral (${ROWS.join(' union all ')}) x
    cross join lateral (select x.words offset 0) v
    cross join lateral (select ${test} as tier offset 0) t
    where t.tier is not null`;
