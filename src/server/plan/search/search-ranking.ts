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
  table: string;
  live: string;
  fields: Field[];
  factor: string;
  number: string;
}

const PINNED = 1.4;
const SUPERSEDED = 0.3;
/** Found only by the beginning of a word that was not the last one. */
const FAR = 0.1;
const EXACT = 1.1;
/** More than all the rest together: the task that was asked for by its number. */
export const NUMBERED = 10;

const SOURCES: Source[] = [
  {
    kind: 'task',
    table: 'tasks',
    live: 'x.deleted_at is null',
    fields: [
      { column: 'x.title', weights: '{0,0,0,1}', worth: 1, asWritten: 2 },
      { column: 'x.description', weights: '{0,0,1,0}', worth: 0.4, asWritten: 1.5 },
    ],
    factor: '1',
    number: 'x.number',
  },
  {
    kind: 'note',
    table: 'notes',
    live: 'x.deleted_at is null and not x.is_broadcast',
    fields: [{ column: 'x.body', weights: '{0,1,0,0}', worth: 0.14, asWritten: 1.15 }],
    factor: `(case when x.pinned then ${PINNED} else 1 end * case when x.superseded_by_id is null then 1 else ${SUPERSEDED} end)`,
    number: 'null::int',
  },
  {
    kind: 'prd',
    table: 'prd_sections',
    live: 'true',
    fields: [
      { column: 'x.heading', weights: '{0,0,0,1}', worth: 0.05, asWritten: 1.05 },
      { column: 'x.body', weights: '{0,1,0,0}', worth: 0.02, asWritten: 1.02 },
    ],
    factor: '1',
    number: 'null::int',
  },
];

/** How a scan finds its texts, and what it counts for a text to hold the search as it was written. */
interface Scan {
  condition(source: Source): string;
  tier: number;
  asWritten: { when: string; scale: number };
}

const AS_WRITTEN = { when: 'q.as_written', scale: 1 };

/** Each word by its stem or as a beginning or, where it is not plain, as it stands; or the task by its number. */
export const EVERY_WORD: Scan = {
  condition: (source) => `(${source.number} = $2 or case
      when q.words = 0 then ${holds(source, 'q.whole')}
      else (q.every_plain is null or x.words @@ q.every_plain) and (not q.has_literal or not exists (
        select from word w where not w.plain and not (x.words @@ w.wide or ${holds(source, 'w.needle')}))) end)`,
  tier: 0,
  asWritten: AS_WRITTEN,
};

/**
 * As before, but a word may also begin inside a path, an address or a tag, which the database takes for one word or none.
 * This finds a word half typed as well: "configurati" is longer than the stem and shorter than the word.
 */
export const EVERY_WORD_INSIDE: Scan = {
  condition: (source) => `not exists (
      select from word w where not (x.words @@ w.wide or case when w.plain then ${begins(source)} else ${holds(source, 'w.needle')} end))`,
  tier: 1,
  asWritten: { when: 'true', scale: 0.001 },
};

export const ANY_WORD: Scan = {
  condition: (source) => `(${source.number} = $2) is not true and (x.words @@ q.any_word or (
      q.has_literal and exists (select from word w where not w.plain and ${holds(source, 'w.needle')})))`,
  tier: 0,
  asWritten: AS_WRITTEN,
};

/** All texts of the project `$1` that a scan finds, with their ranks; `$2` is the number of a task. */
export function scanProject(scan: Scan): string {
  const scans = SOURCES.map(
    (source) => `
    select '${source.kind}' as kind, x.id, x.updated_at, ${scan.tier} as tier,
      round((${rankOf(source, scan)})::numeric, 4)::float8 as rank
    from query q, ${source.table} x
    where x.project_id = $1 and ${source.live} and ${scan.condition(source)}`,
  );
  return scans.join(' union all ');
}

function rankOf({ factor, fields, number }: Source, { asWritten }: Scan): string {
  const near = wordRank(fields, 'q.near');
  const far = `(${wordRank(fields, 'q.any_word')}) * ${FAR}`;
  const written = fields.map((field) => `when ${has(field, 'q.whole')} then 1 + ${field.asWritten - 1} * ${factor}`);
  return `case when q.words = 0 then 0 else coalesce(nullif(${near}, 0), ${far})
        * case when x.words @@ q.exact then ${EXACT} else 1 end * ${factor} end
      + case when not ${asWritten.when} then 0 ${written.join(' ')} else 0 end * ${asWritten.scale}
      + case when ${number} = $2 then ${NUMBERED} else 0 end`;
}

/** ts_rank adds up the words that share a beginning: without a cap, many of them would lift a field above a better one. */
const wordRank = (fields: Field[], query: string) =>
  fields.map(({ weights, worth }) => `least(1, ts_rank('${weights}', x.words, ${query})) * ${worth}`).join(' + ');

/** Not LIKE, which knows wildcards. */
const has = ({ column }: Field, needle: string) => `strpos(lower(${column}), ${needle}) > 0`;
const holds = ({ fields }: Source, needle: string) => `(${fields.map((field) => has(field, needle)).join(' or ')})`;

/** A plain word is ASCII, for which lower case is cheap; the slow test for a beginning is left to the few that hold it. */
const begins = ({ fields }: Source) =>
  `(${fields.map(({ column }) => `strpos(lower(${column} collate "C"), w.needle) > 0 and ${column} ~* ('\\m' || w.needle)`).join(' or ')})`;
