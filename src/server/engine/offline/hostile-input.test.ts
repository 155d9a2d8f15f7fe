import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PRD_MAX_CHARACTERS } from '#contract/constants.ts';
import { Extraction } from '#contract/requirement.ts';
import { validateDraft } from '../validate-draft.ts';
import { assignIds } from './assign-ids.ts';
import { extractRequirements } from './extract-requirements.ts';
import { planOffline } from './plan-offline.ts';

/** An eighth of what is allowed shows what grows too fast as well, and leaves time for the other tests. */
const SIZE = PRD_MAX_CHARACTERS / 8;
const fill = (part: string, size = SIZE) => part.repeat(Math.floor(size / part.length));
const stairs = (line: (depth: number) => string, depth = 1_000) =>
  Array.from({ length: depth }, (_, i) => line(i)).join('\n');

/** Each of these takes some parser of markdown minutes. A hang is caught by the test's own time limit. */
const HOSTILE: Record<string, string> = {
  '10,000 nested quotes': `${'>'.repeat(10_000)} a`,
  'a megabyte of nested quotes': `${fill('> ', PRD_MAX_CHARACTERS - 1)}a`,
  'quotes that deepen line by line': stairs((depth) => `${'>'.repeat(depth)} a`),
  '100 kB of brackets': '['.repeat(100_000),
  'a megabyte of brackets': fill('[', PRD_MAX_CHARACTERS),
  'links that never end': fill('[a]('),
  'pictures inside pictures': `${'!['.repeat(100_000)}a${'](b)'.repeat(100_000)}`,
  stars: fill('*a '),
  'backticks of every length': Array.from({ length: 1_400 }, (_, i) => '`'.repeat(i)).join(' '),
  'tags that never end': fill('<a '),
  'comments that never end': fill('<!-- '),
  'a table of 170,000 rows': `|a|b|\n|-|-|\n${fill('|x|y|\n', PRD_MAX_CHARACTERS - 20)}`,
  'a table of 100,000 columns': `|${'a|'.repeat(100_000)}\n|${'-|'.repeat(100_000)}\n|${'b|'.repeat(100_000)}`,
  'one line': fill('a', PRD_MAX_CHARACTERS),
  'a line of words above a list': `${fill('it is so ')}\n\n- a`,
  'colons above a list': `${fill('a: ')}\n\n- a`,
  'signs in a heading': `# ${fill('!')}a`,
  'signs above a list': `${fill('!')}a\n- a`,
  'one line of words': fill('it must be ', PRD_MAX_CHARACTERS),
  'one line of sentences': fill('It must. '),
  'a list that deepens': stairs((depth) => `${'  '.repeat(depth)}- it must do ${depth}`),
  'lists in one line': `${fill('- ')}a`,
  'items that are all the same': fill('- the same thing must work\n'),
  'items that are all alike': stairs((depth) => `- the same thing must work in room ${depth}`, 20_000),
  'nothing but headings': fill('# a\n'),
  'bold lines': fill('**a**\n\nb\n\n'),
  'numbered lines': fill('1.1 a\n\n'),
  'criteria without end': `## A\n\n- x y z\n\n### Acceptance criteria\n\n${fill('- x y z\n')}`,
  'steps without end': fill('- given a\n'),
  'full stops': fill('. '),
  'closing quotes': `.${fill('"')}`,
  'empty lines': fill('\n'),
  'NUL bytes': fill('\0'),
  'halves of characters': fill('\uD800'),
  'Japanese sentences': fill('必須。'),
  dashes: fill('-'),
  'spaces inside a heading': `# a${fill(' ')}b`,
};

describe('input that means harm', () => {
  it.each(Object.entries(HOSTILE))('is read to the end: %s', (_, content) => {
    const extraction = extractRequirements(content);
    const lines = content.split('\n').length;
    for (const { id, start_line, end_line } of extraction.requirements)
      if (id === '' || start_line > end_line || end_line > lines)
        throw new Error(`${id} cites ${start_line}-${end_line} of ${lines}`);
    expect(new Set(extraction.requirements.map(({ id }) => id)).size).toBe(extraction.requirements.length);
  });

  it.each(['items that are all alike', 'items that are all the same', 'nothing but headings'])(
    'keeps its ids in time: %s',
    (name) => {
      const { requirements } = extractRequirements(HOSTILE[name] ?? '');
      const next = extractRequirements((HOSTILE[name] ?? '').replaceAll('work', 'play'));
      expect(assignIds(next, requirements).requirements).toHaveLength(next.requirements.length);
    },
  );
});

/** The place of the cut is known, the length of what stands before it is not: one of the two meets a character's middle. */
const FACES = '😀'.repeat(600);
const bothWays = (of: (odd: string) => string): string[] => [of(''), of('x')];
const LONG_FACES: Record<string, string[]> = {
  'a backslash before one': ['- The app must answer with \\😀 when asked'],
  'a backslash before one at the end': ['- The app must answer with \\😀', '- The app must answer with \\'],
  'a heading with prose': bothWays((odd) => `# App\n\n## Smileys${odd}\n\n${FACES}\n`),
  'prose below a requirement': bothWays((odd) => `# App\n\n### FR-1: Smileys${odd}\n\nIt must show ${FACES}\n`),
  'the name of a group': bothWays((odd) => `# App\n\n- Smileys${odd}${FACES}:\n  - The app must show it\n`),
  'the summary': bothWays((odd) => `# App\n\nSmileys${odd} ${FACES.repeat(4)}\n\n## Features\n\n- It must smile\n`),
};

describe('characters of two units', () => {
  it.each(Object.entries(LONG_FACES))('stay whole: %s', (_, contents) => {
    for (const content of contents) {
      const { extraction, draft } = planOffline(content, [], { maxTasks: 100 });
      expect(findHalves(extraction)).toEqual([]);
      expect(extraction.requirements).not.toEqual([]);
      expect(validateDraft(draft, extraction)).toEqual({ draft });
    }
  });
});

/** Every text in there that holds half a character. */
function findHalves(value: unknown): string[] {
  if (typeof value === 'string') return value.isWellFormed() ? [] : [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(findHalves) : [];
}

const piece = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.constantFrom(
    '\n',
    '\r\n',
    '\n\n',
    '# ',
    '## Non-goals\n',
    '- ',
    '  - ',
    '> ',
    '| a | b |\n|---|---|\n',
    '```\n',
    '**',
    '[',
    '](',
    '<!--',
    '- [ ] ',
    'FR-1: ',
    'must ',
    'As a user, I want ',
    'Given ',
    'Then ',
    'Acceptance criteria:\n',
    '\t',
    '---\n',
    ': ',
    '. ',
    '\\😀',
    FACES,
  ),
);
const document = fc.array(piece, { maxLength: 60 }).map((pieces) => pieces.join(''));

describe('any text at all', () => {
  it('gives a valid extraction with unique ids and lines that exist', () => {
    fc.assert(
      fc.property(document, (content) => {
        const extraction = Extraction.parse(extractRequirements(content));
        if (content.isWellFormed()) expect(findHalves(extraction)).toEqual([]);
        const lines = content.split(/\r\n|\n|\r/u).length;
        const cited = [...extraction.requirements, ...extraction.constraints, ...extraction.parts];
        for (const { start_line, end_line } of [
          ...cited,
          ...extraction.requirements.flatMap(({ criteria }) => criteria ?? []),
        ]) {
          expect(start_line).toBeLessThanOrEqual(end_line);
          expect(end_line).toBeLessThanOrEqual(lines);
        }
        expect(new Set(extraction.requirements.map(({ id }) => id)).size).toBe(extraction.requirements.length);
      }),
      { numRuns: 300 },
    );
  });

  it('gives the same twice, and keeps every id when nothing has changed', () => {
    fc.assert(
      fc.property(document, (content) => {
        const first = extractRequirements(content);
        expect(extractRequirements(content)).toEqual(first);
        expect(assignIds(first, first.requirements)).toEqual(first);
      }),
      { numRuns: 200 },
    );
  });
});
