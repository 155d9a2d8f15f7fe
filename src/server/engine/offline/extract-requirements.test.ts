import { describe, expect, it } from 'vitest';
import { Extraction } from '#contract/requirement.ts';
import { extractRequirements } from './extract-requirements.ts';

const texts = (content: string) => extractRequirements(content).requirements.map(({ text }) => text);

describe('what counts as a requirement', () => {
  it('a list item, a box, a table row, a story and a sentence that says must', () => {
    const { requirements } = extractRequirements(
      [
        '# App',
        '## Export',
        '- Export as CSV',
        '- [ ] Export as PDF',
        '',
        'As a clerk, I want to export a month so that I can file it.',
        '',
        'Exports must finish in a minute. The old ones took long.',
        '',
        '| Feature | Priority |',
        '|---|---|',
        '| Export by mail | P2 |',
      ].join('\n'),
    );
    expect(requirements.map(({ kind, start_line, strength }) => [kind, start_line, strength])).toEqual([
      ['item', 3, 'must'],
      ['checkbox', 4, 'must'],
      ['story', 6, 'must'],
      ['sentence', 8, 'must'],
      ['row', 12, 'could'],
    ]);
    expect(requirements.every(({ heading_path }) => heading_path.join() === 'Export')).toBe(true);
  });

  it('a scenario is one requirement, over all its lines', () => {
    const content = '## Login\n\nGiven a user\nWhen she signs in\nThen she sees her tasks\n';
    expect(extractRequirements(content).requirements).toMatchObject([{ kind: 'scenario', start_line: 3, end_line: 5 }]);
  });

  it('a heading with nothing below it that asks for anything, with its prose', () => {
    const [only] = extractRequirements('# App\n\n## Dark mode\n\nColours for the night.\n').requirements;
    expect(only).toMatchObject({
      kind: 'heading',
      text: 'Dark mode: Colours for the night.',
      start_line: 3,
      end_line: 5,
    });
  });

  it('an item that only names the items below it is their heading', () => {
    const { requirements } = extractRequirements('- Rooms:\n  - invite people by link\n  - leave a room at any time\n');
    expect(requirements.map(({ text, heading_path }) => [text, heading_path])).toEqual([
      ['invite people by link', ['Rooms']],
      ['leave a room at any time', ['Rooms']],
    ]);
  });
});

describe('what does not', () => {
  it.each([
    ['code', '```\nThe system must not be read\n```'],
    ['indented code', '    The system must not be read'],
    ['a comment', '<!-- The system must not be read -->'],
    ['front matter', '---\ntitle: must not be read\n---'],
    ['a picture', '![It must not be read](x.png)'],
    ['links to elsewhere', '- [It must not be read](#a)\n- [Nor this](#b)'],
    ['who wrote it', '| Author | Date |\n|---|---|\n| Must not be read | 2026 |'],
    ['a glossary', '## Glossary\n\n- Baton: what an agent must hold'],
    ['a history', '## Changelog\n\n- Exports must be faster'],
    ['a question', '## Open questions\n\n- Must it be fast?'],
    ['the background', '## Background\n\nIt must be said that it is old.'],
    ['something struck out', '- ~~It must not be read~~'],
  ])('%s', (_, content) => {
    expect(texts(`${content}\n\n## Work\n\n- The one thing to do\n`)).toEqual(['The one thing to do']);
  });

  it('what a document will not do becomes a constraint', () => {
    const { requirements, constraints } = extractRequirements(
      '## Non-goals\n\n- A phone app\n\n## Work\n\n- A web app\n',
    );
    expect(requirements.map(({ text }) => text)).toEqual(['A web app']);
    expect(constraints).toEqual([{ text: 'A phone app', start_line: 3, end_line: 3 }]);
  });
});

describe('acceptance criteria', () => {
  it.each([
    ['below a label', '## Export\n\n- Export as CSV\n\nAcceptance criteria:\n\n- UTF-8\n'],
    ['below a bold line', '## Export\n\n- Export as CSV\n\n**Acceptance criteria**\n\n- UTF-8\n'],
    ['in a section of their own', '## Export\n\n- Export as CSV\n\n### Acceptance criteria\n\n- UTF-8\n'],
    ['below a story', '- As a clerk, I want to export, so that I can file\n\n\n\n\n\n  - UTF-8\n'],
  ])('belong to the requirement above them: %s', (_, content) => {
    const { requirements } = extractRequirements(content);
    expect(requirements).toHaveLength(1);
    expect(requirements[0]?.criteria).toEqual([{ text: 'UTF-8', start_line: 7, end_line: 7 }]);
  });

  it('stand for themselves where nothing is above them', () => {
    expect(texts('## Acceptance criteria\n\n- The page opens\n')).toEqual(['The page opens']);
  });
});

describe('any text', () => {
  it.each([
    '\uFEFF# A\r\n\r\n- One thing\r\n- Another\r\n',
    '# A\r\r- One thing\r- Another\r',
    '# A\n\n- One thing\n- Another',
  ])('keeps its line numbers, however lines end: %j', (content) => {
    expect(extractRequirements(content).requirements.map(({ start_line }) => start_line)).toEqual([3, 4]);
  });

  it.each(['', ' ', '\n', '#', '-', '|', '\0', '\uD800', '```', '---'])(
    'without a word gives nothing: %j',
    (content) => {
      expect(extractRequirements(content).requirements).toEqual([]);
    },
  );

  it.each(['a', 'x y', '# Title', 'An app for dogs', '## Overview\n\nAn app for dogs'])(
    'with a word gives something: %j',
    (content) => {
      const extraction = extractRequirements(content);
      expect(extraction.requirements).toHaveLength(1);
      expect(Extraction.parse(extraction)).toEqual(extraction);
    },
  );

  it('gives the title, the summary and the parts of the document', () => {
    const content = '# App\n\nIt helps.\n\n## Goals\n\n- Joy\n\n## Work\n\n- Build it\n';
    expect(extractRequirements(content)).toMatchObject({
      title: 'App',
      summary: 'It helps.',
      parts: [
        { heading: 'App', level: 1, role: 'work', start_line: 1, end_line: 4, requirements: 0 },
        { heading: 'Goals', level: 2, role: 'background', start_line: 5, end_line: 8, requirements: 0 },
        { heading: 'Work', level: 2, role: 'work', start_line: 9, end_line: 12, requirements: 1 },
      ],
    });
  });
});

it('leaves out what a terminal would obey and what turns text around', () => {
  const { requirements } = extractRequirements('# Tool\n\n- The tool must \u001b[31mprint\u0007 \u202elines.\n');
  expect(requirements.map(({ text }) => text)).toEqual(['The tool must [31mprint lines.']);
});

it('does not take the bookkeeping of a document for what it is about', () => {
  const { summary } = extractRequirements(
    '# Tool\n\nVersion 0.3, owner: Lena\n\nIt prints lines.\n\n## Output\n\n- Print them.\n',
  );
  expect(summary).toBe('It prints lines.');
});
