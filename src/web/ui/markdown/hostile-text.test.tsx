import { act, cleanup, render } from '@testing-library/react';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { isTooTangled } from './is-too-tangled.ts';
import { Markdown } from './markdown.tsx';

beforeAll(async () => {
  await import('./rendered-markdown.tsx');
});
afterEach(cleanup);

async function draw(text: string) {
  const { container } = render(<Markdown text={text} />);
  await act(async () => undefined);
  return container;
}

const fill = (unit: string, length: number) => unit.repeat(Math.ceil(length / unit.length));
const grow = (unit: (index: number) => string, length: number) => {
  let text = '';
  for (let index = 0; text.length < length; index += 1) text += unit(index);
  return text;
};
const row = (cell: string, columns: number) => `|${` ${cell} |`.repeat(columns)}\n`;
const table = (columns: number, rows: string) => row('a', columns) + row('-', columns) + rows;

const HOSTILE: Record<string, (length: number) => string> = {
  'a wide table of short rows': (length) => table(300, fill('a\n', length)),
  'a wide table in a quote': (length) => table(300, fill('a\n', length)).replaceAll(/^/gm, '> '),
  'a wide table in a list': (length) => `- ${table(300, fill('a\n', length)).replaceAll('\n', '\n  ')}`,
  'underlined headings': (length) => fill('a\n=\n', length),
  'underlined headings with dashes': (length) => fill('a\n-\n', length),
  'underlined headings with spaces between': (length) => fill('a\n=\n\n', length),
  'underlined headings in quotes': (length) => fill('> a\n> =\n', length),
  'underlined headings with other line ends': (length) => fill('a\r=\r', length),
  'nothing but underlines': (length) => fill('=\n', length),
  'quotes in quotes': (length) => fill('>', length),
  'quotes in quotes, spaced': (length) => fill('> ', length),
  'quotes one after another': (length) => fill('> a\n\n', length),
  'quotes in items': (length) => fill('- > a\n', length),
  'quotes that go on and off': (length) => fill('> a\nb\n', length),
  'a deep quote that goes on without its marks': (length) => `${'>'.repeat(23)}${fill('a\n', length)}`,
  'lists in lists': (length) => fill('- ', length),
  'lists in lists by indentation': (length) => grow((index) => `${' '.repeat(index * 2)}- a\n`, length),
  'opening brackets': (length) => fill('[', length),
  'brackets in brackets': (length) => '['.repeat(length / 2) + ']'.repeat(length / 2),
  'brackets and words': (length) => fill('[a ', length),
  'unfinished links': (length) => fill('[a](b "', length),
  'unfinished images': (length) => fill('![a](', length),
  'stars and underscores': (length) => fill('*_', length),
  'stars that only close': (length) => fill('a* ', length),
  'emphasis in emphasis': (length) => '*a '.repeat(length / 6) + ' a*'.repeat(length / 6),
  'one run of stars to another': (length) => `${'*'.repeat(length / 2)}a${'*'.repeat(length / 2)}`,
  'tildes of two lengths': (length) => fill('~a~~b', length),
  'backticks of all lengths': (length) => grow((index) => `${'`'.repeat((index % 300) + 1)}a`, length),
  'opening angles': (length) => fill('<', length),
  'unfinished comments': (length) => fill('a <!-- ', length),
  'unfinished instructions': (length) => fill('a <? ', length),
  'unfinished declarations': (length) => fill('a <!A ', length),
  'tags in a line': (length) => fill('<b>x</b> ', length),
  'calls of one footnote': (length) => `[^1]: a\n\n${fill('[^1]', length)}`,
  'footnotes in footnotes': (length) => fill('[^a]: ', length),
  'mail addresses': (length) => fill('a@b.c ', length),
  'blocks of code': (length) => fill('```\n', length),
};

describe('shown as it was written', () => {
  const cases = Object.entries(HOSTILE).flatMap(([name, make]) => [
    { name, size: '30 KB', text: make(30_000) },
    { name, size: '100 KB', text: make(100_000) },
  ]);

  test.each(cases)('$name, $size', async ({ text }) => {
    // First, so that a failure is told instead of freezing the run.
    expect(isTooTangled(text)).toBe(true);
    const page = await draw(text);
    expect(page.querySelector('.plain')?.textContent).toBe(text);
  });

  test.each([
    ['a table of 3 KB with 300,000 cells', table(300, 'a\n'.repeat(1_000))],
    ['items beyond number', '- a\n'.repeat(25_000)],
    ['paragraphs beyond number', 'a\n\n'.repeat(33_000)],
    ['empty lines beyond number in a deep list', `${'- '.repeat(20)}a${'\n'.repeat(100_000)}`],
    ['definitions beyond number', grow((index) => `[${index}]: a\n`, 100_000)],
    ['footnotes beyond number', grow((index) => `[^${index}]\n\n[^${index}]: a\n\n`, 100_000)],
    ['addresses beyond number', fill('www.a ', 100_000)],
    ['a few marks, each looked for in a very long text', 'a <? '.repeat(500) + fill('word word ', 100_000)],
    ['more than anyone reads in a note', fill('Some words.\n\n', 200_001)],
  ])('%s', (_name, text) => {
    expect(isTooTangled(text)).toBe(true);
  });

  const tangle = '*a [b `c <d '.repeat(20);
  test.each([
    ['a number that is no item', fill(`${tangle}\n2. `, 30_000)],
    ['a bar that is no row', fill(`${tangle}\n| `, 30_000)],
    ['a table whose head does not fit', `|a|\n|-|-|\n${fill(`|${tangle}\n`, 30_000)}`],
    ['an item too far in', fill(`${tangle}\n          - `, 30_000)],
    ['a space that is not empty', fill(`${tangle}\n\u{a0}\n`, 30_000)],
    ['a fence too far in', `a\n    \`\`\`\n${fill(tangle, 30_000)}`],
    ['a fence that is inline code', `\`\`\`a\`\n${fill(tangle, 30_000)}`],
    ['a fence in a comment', `<!--\n\n\`\`\`\n-->\n${fill(tangle, 30_000)}`],
    ['a fence in HTML', `<div>\n\`\`\`\n\n${fill(tangle, 30_000)}`],
    ['a fence that ends with its item', `- a\n  \`\`\`\n${fill(tangle, 30_000)}`],
    ['a fence inside the code of an item', `- \`\`\`\n  ~~~\n  \`\`\`\n  ${fill(tangle, 30_000)}`],
    ['a fence inside the code of a quote', `> \`\`\`\n\n${fill(tangle, 30_000)}`],
  ])('marks behind %s', (_name, text) => {
    expect(isTooTangled(text)).toBe(true);
  });
});

const SECTION = `## Section

Some **bold** words with \`some_code\` and a [link](https://example.com/a), over
_two_ lines. See https://example.com/x.

- one
  - *nested*
  - [ ] task
- two

1. first
2. second

> quoted
> text

| a | b | c |
|---|:-:|--:|
| 1 | \`x\` | **y** |

\`\`\`text
const a = [1, *b];
\`\`\`

Underlined
----------

`;

describe('drawn', () => {
  test.each([
    ['a document of 100 KB', fill(SECTION, 100_000).slice(0, 100_000)],
    ['tables of 20 columns and 200 rows', `${table(20, row('`a_b`', 20).repeat(200))}\n`.repeat(2)],
    ['a long list of files', '- `src/a_b/c_d.ts` and *more*\n'.repeat(3_000)],
    ['a long list of numbers', grow((index) => `${index + 1}. \`a_b\` and *more* of it\n`, 90_000)],
    ['a long block of code', `\`\`\`json\n${'[1, "a_b", *]\n'.repeat(7_000)}\`\`\``],
    ['code that is never closed', `\`\`\`json\n${'[1, "a_b", *]\n'.repeat(7_000)}`],
    ['code in an item', `- a\n\n  \`\`\`json\n${'  [1, "a_b", *]\n'.repeat(5_000)}  \`\`\`\n\n**b**`],
    [
      'hard-wrapped text',
      fill('Words of a paragraph that is wrapped at some eighty characters, as is usual\n', 100_000),
    ],
    ['one long paragraph', fill('word and word, word. ', 100_000)],
    ['names with underscores', fill('some_name and other_name of a_thing\nand more.\n\n', 100_000)],
    ['some underlined headings', fill(`Title\n=====\n\n${'Words and words. '.repeat(10)}\n\n`, 100_000)],
    ['some quotes', fill(`> Words of someone.\n\n${'Words and words. '.repeat(10)}\n\n`, 100_000)],
  ])('%s', (_name, text) => {
    expect(isTooTangled(text)).toBe(false);
  });

  test('every kind of block in a long document, as often as it was written', async () => {
    const page = await draw(SECTION.repeat(20));
    const found = ['h3, h4', 'ul ul', 'ol', 'blockquote', 'table', 'pre', 'strong', 'em', 'a'].map(
      (what) => page.querySelectorAll(what).length,
    );
    expect(page.querySelector('.plain')).toBeNull();
    expect(found).toEqual([40, 20, 20, 20, 20, 20, 40, 40, 40]);
  });

  test('a table with every one of its cells', async () => {
    const page = await draw(table(20, row('`a_b`', 20).repeat(50)));
    expect(page.querySelectorAll('th')).toHaveLength(20);
    expect(page.querySelectorAll('td > code')).toHaveLength(1_000);
  });
});
