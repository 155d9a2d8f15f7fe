import type { Id } from '#contract/fields.ts';
import type { SearchTerms } from './search-terms.ts';
import { TITLE, UNREAD, literalTokens, markOf, writeWanted } from './search-tokens.ts';

/**
 * So many texts are ranked against each other. Where more are found, those with the words in their title go first, then
 * tasks before notes before the PRD, the newest first: block by block, so that every page costs the same and none repeats
 * another's hits. Texts with punctuation or another script are looked at more closely, and are more at a time.
 */
const BLOCK = { plain: 256, literal: 1_024 };

/** `$13` to `$20`. */
export function valuesToPick(projectId: Id, { words, texts }: SearchTerms, page: { limit: number; offset: number }) {
  const mark = markOf(projectId);
  const block = words.every(({ plain }) => plain) ? BLOCK.plain : BLOCK.literal;
  const whole = literalTokens(texts);
  const literals = (space: string) =>
    words.map(({ plain, text }) => (plain ? null : writeWanted(mark + space, literalTokens([text]))));
  return [
    mark,
    words.flatMap(({ parts }, place) => parts.map(() => place + 1)),
    words.flatMap(({ parts }) => parts),
    literals(''),
    literals(TITLE),
    [writeWanted(mark, whole), writeWanted(mark + TITLE, whole)],
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
  return `'''' || $13::text || space.sign || '_' || left(${text}, 40) || ''':*'`;
}

const joined = (operator: '&' | '|', sign: string) =>
  `string_agg('(' || concat_ws(' | ', parts, literal) || ')', ' ${operator} ') filter (where sign = '${sign}')`;

export const TOKENS = `
    select (coalesce(${joined('&', '')}, ($18::text[])[1]) || ' | ' || unread.token)::tsquery as every_word,
      coalesce(${joined('&', TITLE)}, ($18::text[])[2])::tsquery as every_title,
      (${joined('|', '')} || ' | ' || unread.token)::tsquery as any_word, (${joined('|', TITLE)})::tsquery as any_title
    from (select '''' || $13::text || '${UNREAD}''' as token) unread
    left join (
      select space.sign, part.parts, case space.sign when '' then ($16::text[])[w.place] else ($17::text[])[w.place] end as literal
      from word w cross join (values (''), ('${TITLE}')) as space (sign)
      left join (${PARTS}) part on part.place = w.place and part.sign = space.sign
    ) each_word on true
    group by unread.token`;

/** The task that was asked for by its number is found by that. */
export const FIND_NUMBERED = 'select id from tasks where project_id = $1 and number = $2';

/** A text that is waiting to be read is found by looking through it, and not by what was known of it before. */
const KNOWN = `t.project_id = $1 and not exists (select from search_queue w where w.project_id = $1 and w.id = t.id)
      and t.id is distinct from (select id from numbered)`;

/** Texts that may have what is asked for: `NAME_text`, with the block they are ranked in. */
export function pickTexts(name: 'every' | 'any', when: string): string {
  return `${name}_found as materialized (
    select t.id, t.kind, t.at, t.words from search_texts t
    where ${when} and t.tokens @@ (select token.${name}_word from token) and ${KNOWN}
    order by t.kind, t.at desc, t.id desc limit $20::int + 1
  ),
  ${name}_titled as materialized (
    select t.id, t.kind, t.at, t.words from search_texts t
    where (select count(*) from ${name}_found) > $19::int and t.tokens @@ (select token.${name}_title from token) and ${KNOWN}
    order by t.at desc, t.id desc limit $20::int
  ),
  ${name}_text as materialized (
    select id, kind, words, ((row_number() over (order by stage, kind, at desc, id desc) - 1) / $19::int)::int as block from (
      select 0 as stage, * from ${name}_titled
      union all select 1, * from ${name}_found f
        where not exists (select from ${name}_titled titled where titled.id = f.id)
    ) found
    union all
    select distinct w.id, w.kind, null::tsvector, 0 from search_queue w
      where w.project_id = $1 and w.id is distinct from (select id from numbered) and ${when}
    ${name === 'every' ? 'union all select id, 0, null, 0 from numbered' : ''}
  )`;
}

