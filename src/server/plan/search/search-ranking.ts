/** A text that is searched, with the weights by which ts_rank tells it from the row's other texts: D, C, B, A. */
interface Field {
  column: string;
  weights: string;
  /** What its words are worth. A single hit in one field outweighs any number of hits in a lesser one. */
  worth: number;
  /** What it is worth to hold the search as it was written: more than any number of words. */
  asWritten: number;
}

interface Source {
  kind: 'task' | 'note' | 'prd';
  /** The number by which the index knows the kind. */
  code: number;
  table: string;
  live: string;
  /** Its stems with their weights. */
  words: string;
  fields: Field[];
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
    words: `setweight(to_tsvector('english', x.title), 'A') || setweight(to_tsvector('english', x.description), 'B')`,
    fields: [
      { column: 'x.title', weights: '{0,0,0,1}', worth: 1, asWritten: 2 },
      { column: 'x.description', weights: '{0,0,1,0}', worth: 0.4, asWritten: 1.5 },
    ],
    factor: '1',
    number: 'x.number',
  },
  {
    kind: 'note',
    code: 1,
    table: 'notes',
    live: 'x.deleted_at is null and not x.is_broadcast',
    words: `setweight(to_tsvector('english', x.body), 'C')`,
    fields: [{ column: 'x.body', weights: '{0,1,0,0}', worth: 0.14, asWritten: 1.15 }],
    factor: `(case when x.pinned then ${PINNED} else 1 end * case when x.superseded_by_id is null then 1 else ${SUPERSEDED} end)`,
    number: 'null::int',
  },
  {
    kind: 'prd',
    code: 2,
    table: 'prd_sections',
    live: 'true',
    words: `setweight(to_tsvector('english', x.heading), 'A') || setweight(to_tsvector('english', x.body), 'C')`,
    fields: [
      { column: 'x.heading', weights: '{0,0,0,1}', worth: 0.05, asWritten: 1.05 },
      { column: 'x.body', weights: '{0,1,0,0}', worth: 0.02, asWritten: 1.02 },
    ],
    factor: '1',
    number: 'null::int',
  },
];

/** How texts are tested, and in which order what was found is shown. */
interface Test {
  /** 0 for what is found, 1 for what is found less well, null for what is not. */
  tier(source: Source): string;
}

/**
 * Each word by its stem or as a beginning or, where it is not plain, as it stands; or the task by its number. Below these,
 * the texts where a word begins inside a path, an address or a tag, which the database takes for one word or none. This
 * finds a word half typed as well: "configurati" is longer than the stem and shorter than the word.
 */
export const EVERY_WORD: Test = {
  tier: (source) => `case
      when ${source.number} = $2 then 0
      when q.words = 0 then case when ${holds(source, 'q.whole')} then 0 end
      when (q.every_plain is null or v.words @@ q.every_plain) and (not q.has_literal or not exists (
        select from word w where not w.plain and not (v.words @@ w.wide or ${holds(source, 'w.needle')}))) then 0
      when q.every_plain is not null and not exists (select from word w where not (v.words @@ w.wide
        or case when w.plain then ${begins(source)} else ${holds(source, 'w.needle')} end)) then 1 end`,
};

export const ANY_WORD: Test = {
  tier: (source) => `case when (${source.number} = $2) is not true and (v.words @@ q.any_word or (
      q.has_literal and exists (select from word w where not w.plain and ${holds(source, 'w.needle')}))) then 0 end`,
};

/**
 * Those of the picked rows that pass, with their ranks. Each row is fetched by its key and nothing else: left to itself,
 * the database would rather read a whole table to join it with a page.
 */
export function rankPicked(picked: string, test: Test): string {
  const scans = SOURCES.map(
    (source) => `
    select '${source.kind}' as kind, x.id, x.updated_at, v.words, c.block, t.tier,
      round((${rankOf(source)})::numeric, 4)::float8 as rank
    from query q, ${picked} c
    cross join lateral (select x.* from ${source.table} x where x.id = c.id and ${source.live} limit 1) x
    cross join lateral (select coalesce(c.words, ${source.words}) as words offset 0) v
    cross join lateral (select ${test.tier(source)} as tier offset 0) t
    where c.kind = ${source.code} and t.tier is not null`,
  );
  return scans.join(' union all ');
}

function rankOf({ factor, fields, number }: Source): string {
  const near = wordRank(fields, 'q.near');
  const far = `(${wordRank(fields, 'q.any_word')}) * ${FAR}`;
  const written = fields.map((field) => `when ${has(field, 'q.whole')} then 1 + ${field.asWritten - 1} * ${factor}`);
  return `case when q.words = 0 then 0 else coalesce(nullif(${near}, 0), ${far})
        * case when v.words @@ q.exact then ${EXACT} else 1 end * ${factor} end
      + case when t.tier = 0 and not q.as_written then 0 ${written.join(' ')} else 0 end * case t.tier when 0 then 1 else ${INSIDE} end
      + case when ${number} = $2 then ${NUMBERED} else 0 end`;
}

/** ts_rank adds up the words that share a beginning: without a cap, many of them would lift a field above a better one. */
const wordRank = (fields: Field[], query: string) =>
  fields.map(({ weights, worth }) => `least(1, ts_rank('${weights}', v.words, ${query})) * ${worth}`).join(' + ');

/** Not LIKE, which knows wildcards. */
const has = ({ column }: Field, needle: string) => `strpos(lower(${column}), ${needle}) > 0`;
const holds = ({ fields }: Source, needle: string) => `(${fields.map((field) => has(field, needle)).join(' or ')})`;

/** A plain word is ASCII, for which lower case is cheap; the slow test for a beginning is left to the few that hold it. */
const begins = ({ fields }: Source) =>
  `(${fields.map(({ column }) => `strpos(lower(${column} collate "C"), w.needle) > 0 and ${column} ~* ('\\m' || w.needle)`).join(' or ')})`;
