import type { Id } from '#contract/fields.ts';
import type { SearchTerms } from './search-terms.ts';
import { ANY_MARK, SHELF, TITLE, UNREAD, literalTokens, markOf, writeWanted } from './search-tokens.ts';

/**
 * So many texts are ranked against each other. Where more are found, those with the words in their title go first, then
 * tasks before notes before the PRD, the newest shelf first: block by block, so that a page costs the same whatever is
 * found, and none repeats another's hits. Words with punctuation or of another script are looked at more closely, and
 * more texts at a time.
 */
const BLOCK = { plain: 200, literal: 1_000 };

/** `$13` to `$20`. */
export function valuesToPick(projectId: Id, { words, texts }: SearchTerms, page: { limit: number; offset: number }) {
  const block = words.every(({ plain }) => plain) ? BLOCK.plain : BLOCK.literal;
  const whole = literalTokens(texts);
  const literals = (space: string) =>
    words.map(({ plain, text, parts }) => {
      if (plain) return null;
      // Some signs are letters to the database, and then the punctuation around them does not count.
      const signs = parts.length > 0 ? [] : [...text].filter((sign) => sign > '\u007f');
      const ways = [[text], ...signs.map((sign) => [sign])].map((way) => writeWanted(space, literalTokens(way)));
      return ways.filter((way) => way !== null).join(' | ') || null;
    });
  return [
    markOf(projectId),
    words.flatMap(({ parts }, place) => parts.map(() => place + 1)),
    words.flatMap(({ parts }) => parts),
    literals(''),
    literals(TITLE),
    [writeWanted('', whole), writeWanted(TITLE, whole)],
    block,
    block * Math.ceil((page.offset + page.limit) / block),
  ];
}

/**
 * The search in tokens of the index: what a text must have to be looked at. A part of a word is found by its stem or as a
 * beginning, both of which its text begins a token with; stop words are in no stem.
 */
const PARTS = `
    select p.place, space.sign, string_agg('(' || case
        when starts_with(p.part, stem.text) then ${beginning('stem.text')}
        else ${beginning('p.part')} || coalesce(' | ' || ${beginning('stem.text')}, '') end || ')', ' & ') as parts
    from unnest($14::int[], $15::text[]) as p (place, part)
    cross join lateral (select ts_lexize('english_stem', p.part) as stems) found
    cross join lateral (select found.stems[1] as text) stem
    cross join (values (''), ('${TITLE}')) as space (sign)
    where found.stems is distinct from '{}'
    group by p.place, space.sign`;

function beginning(text: string): string {
  return `'''${ANY_MARK}' || space.sign || '_' || left(${text}, 40) || ''':*'`;
}

const joined = (operator: '&' | '|', sign: string) =>
  `string_agg('(' || concat_ws(' | ', parts, literal) || ')', ' ${operator} ') filter (where sign = '${sign}')`;

export const TOKENS = `
    select coalesce(${joined('&', '')}, ($18::text[])[1]) as every_word,
      coalesce(${joined('&', TITLE)}, ($18::text[])[2]) as every_title,
      ${joined('|', '')} as any_word, ${joined('|', TITLE)} as any_title
    from (
      select space.sign, part.parts, case space.sign when '' then ($16::text[])[w.place] else ($17::text[])[w.place] end as literal
      from word w cross join (values (''), ('${TITLE}')) as space (sign)
      left join (${PARTS}) part on part.place = w.place and part.sign = space.sign
    ) each_word`;

/** The task that was asked for by its number is found by that. */
export const FIND_NUMBERED = 'select id from tasks where project_id = $1 and number = $2';

/** The shelves in the order in which they are looked at, and at last the texts that nobody took apart. */
export const SHELVES = `
    select stage, h.kind, shelf, $13::text || h.kind || '.' || shelf as mark
    from search_heads h cross join (values (0), (1)) as stages (stage)
    cross join lateral generate_series(h.texts / ${SHELF}, 0, -1) as shelf
    where h.project_id = $1 and (stage = 1 or h.kind = 0)
    order by stage, h.kind, shelf desc`;

/** A text that is waiting to be read is found by looking through it, and not by what was known of it before. */
const KNOWN = `t.project_id = $1 and t.id is distinct from (select id from numbered)
          and not exists (select from search_queue w where w.project_id = $1 and w.id = t.id)`;

/** Texts that may have what is asked for: `NAME_text`, with the block they are ranked in. Enough of them end the search. */
export function pickTexts(name: 'every' | 'any', when: string): string {
  const asked = `case shelves.stage when 0 then token.${name}_title
        else '(' || token.${name}_word || ')' || case shelves.kind when 0 then ' & !(' || token.${name}_title || ')' else '' end end`;
  return `${name}_text as materialized (
    select id, kind, words, ((row_number() over () - 1) / $19::int)::int as block from (
      (select t.id, t.kind, t.words from shelves cross join token
        cross join lateral (
          select * from search_texts t
          where t.tokens @@ replace(${asked}, '${ANY_MARK}', shelves.mark)::tsquery and ${KNOWN}
        ) t
        where ${when} limit $20::int)
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
