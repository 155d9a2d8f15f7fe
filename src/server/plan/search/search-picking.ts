import type { Id } from '#contract/fields.ts';
import type { SearchTerms } from './search-terms.ts';
import { ANY_MARK, SHELF, TITLE, UNREAD, literalTokens, markOf, writeWanted } from './search-tokens.ts';

/**
 * So many texts are ranked against each other. Where more are found, those with the words in their title go first, then
 * tasks before notes before the PRD, the newest shelf first: block by block, so that a page costs the same whatever is
 * found, and none repeats another's hits. Words with punctuation or of another script are looked at more closely, and
 * more texts at a time.
 */
const BLOCK = { plain: 100, literal: 500 };

/** `$13` to `$20`. */
export function valuesToPick(projectId: Id, { words, texts }: SearchTerms, page: { limit: number; offset: number }) {
  const block = words.every(({ plain }) => plain) ? BLOCK.plain : BLOCK.literal;
  const whole = literalTokens(texts);
  return [
    markOf(projectId),
    words.flatMap(({ parts }, place) => parts.map(() => place + 1)),
    words.flatMap(({ parts }) => parts),
    words.map(({ plain, text }) => (plain ? null : writeLiteral('', text))),
    words.map(({ plain, text }) => (plain ? null : writeLiteral(TITLE, text))),
    [writeWanted('', whole), writeWanted(TITLE, whole)],
    block,
    block * Math.ceil((page.offset + page.limit) / block),
  ];
}

/** Some signs are letters to the database, and then the punctuation around them does not count. */
function writeLiteral(space: string, text: string): string | null {
  const signs = [...text].filter((sign) => sign > '\u007f' && /[^\p{L}\p{N}\p{M}]/u.test(sign));
  const ways = [text, ...signs].map((way) => writeWanted(space, literalTokens([way])));
  return ways.filter((way) => way !== null).join(' | ') || null;
}

type Way = 'quick' | 'sure';

/**
 * The search in tokens of the index: what a text must have to be looked at. A part of a word is found by its stem or as a
 * beginning, both of which its text begins a token with; stop words are in no stem. `sure` says exactly that, `quick` asks
 * for the first letters only, which the index answers at once, and leaves short words out where there are longer ones.
 */
const PARTS = `
    select p.place, space.sign, string_agg('(' || ${eitherWay(beginning)} || ')', ' & ') as sure,
      coalesce(string_agg('(' || ${eitherWay(firstLetters)} || ')', ' & ') filter (where p.part ~ '[0-9]|....'),
        string_agg('(' || ${eitherWay(firstLetters)} || ')', ' & ')) as quick
    from unnest($14::int[], $15::text[]) as p (place, part)
    cross join lateral (select ts_lexize('english_stem', p.part) as stems) found
    cross join lateral (select found.stems[1] as text) stem
    cross join (values (''), ('${TITLE}')) as space (sign)
    where found.stems is distinct from '{}'
    group by p.place, space.sign`;

function eitherWay(token: (text: string) => string): string {
  return `case when starts_with(p.part, stem.text) then ${token('stem.text')}
        else ${token('p.part')} || coalesce(' | ' || ${token('stem.text')}, '') end`;
}

function beginning(text: string): string {
  return `'''${ANY_MARK}' || space.sign || '_' || left(${text}, 40) || ''':*'`;
}

function firstLetters(text: string): string {
  return `case when length(${text}) < 4 then ${beginning(text)}
        else '''${ANY_MARK}' || space.sign || '=' || left(${text}, 4) || '''' end`;
}

const joined = (way: Way, operator: '&' | '|', sign: string) =>
  `string_agg('(' || concat_ws(' | ', ${way}, literal) || ')', ' ${operator} ') filter (where sign = '${sign}')`;

const eachWay = (name: string, operator: '&' | '|', sign: string, whole: string) =>
  (['quick', 'sure'] as const).map((way) => `coalesce(${joined(way, operator, sign)}, ${whole}) as ${name}_${way}`);

export const TOKENS = `
    select ${[
      ...eachWay('every_word', '&', '', '($18::text[])[1]'),
      ...eachWay('every_title', '&', TITLE, '($18::text[])[2]'),
      ...eachWay('any_word', '|', '', 'null'),
      ...eachWay('any_title', '|', TITLE, 'null'),
    ].join(', ')}
    from (
      select space.sign, part.sure, part.quick,
        case space.sign when '' then ($16::text[])[w.place] else ($17::text[])[w.place] end as literal
      from word w cross join (values (''), ('${TITLE}')) as space (sign)
      left join (${PARTS}) part on part.place = w.place and part.sign = space.sign
    ) each_word`;

/** The task that was asked for by its number is found by that. */
export const FIND_NUMBERED = 'select id from tasks where project_id = $1 and number = $2';

/** The shelves in the order in which they are looked at: first the titles on them, then all that stands there. */
export const SHELVES = `
    select stage, h.kind, $13::text || h.kind || '.' || shelf as mark
    from search_heads h cross join (values (0), (1)) as stages (stage)
    cross join lateral generate_series(h.texts / ${SHELF}, 0, -1) as shelf
    where h.project_id = $1 and (stage = 1 or h.kind = 0)
    order by stage, h.kind, shelf desc`;

/** A text that is waiting to be read is found by looking through it, and not by what was known of it before. */
const KNOWN = `t.project_id = $1 and t.id is distinct from (select id from numbered)
            and not exists (select from search_queue w where w.project_id = $1 and w.id = t.id)`;

const onShelf = (query: string) => `replace(${query}, '${ANY_MARK}', mark)::tsquery`;

/** Texts that may have what is asked for: `NAME_text`, with the block they are ranked in. Enough of them end the search. */
export function pickTexts(name: 'every' | 'any', when: string): string {
  const asked = (way: Way) => onShelf(`case stage when 0 then ${name}_title_${way} else ${name}_word_${way} end`);
  return `${name}_text as materialized (
    select id, kind, words, ((row_number() over () - 1) / $19::int)::int as block from (
      (select t.id, t.kind, t.words from (
          -- A task that was found by its title is not found again.
          select ${asked('quick')} as quick, ${asked('sure')} as sure,
            case when kind = 0 and stage = 1 then ${onShelf(`${name}_title_sure`)} end as title
          from shelves cross join token where ${when} offset 0
        ) shelf
        cross join lateral (
          select * from search_texts t where t.tokens @@ shelf.quick and ts_match_vq(t.tokens, shelf.sure)
            and (shelf.title is null or not ts_match_vq(t.tokens, shelf.title)) and ${KNOWN}
        ) t
        limit $20::int)
      union all
      select t.id, t.kind, t.words from search_texts t
        where t.tokens @@ ('''' || $13::text || '${UNREAD}''')::tsquery and ${KNOWN} and ${when}
    ) found
    union all
    select distinct w.id, w.kind, null::tsvector, 0 from search_queue w
      where w.project_id = $1 and w.id is distinct from (select id from numbered) and ${when}
    ${name === 'every' ? 'union all select id, 0, null, 0 from numbered' : ''}
  )`;
}
