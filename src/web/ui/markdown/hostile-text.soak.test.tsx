import { act, cleanup, render } from '@testing-library/react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { HOSTILE } from '#test/hostile-markdown.ts';
import { Markdown } from './markdown.tsx';
import { RenderedMarkdown } from './rendered-markdown.tsx';

beforeAll(async () => {
  await import('./rendered-markdown.tsx');
});
afterEach(cleanup);

async function draw(text: string) {
  const { container } = render(<Markdown text={text} />);
  await act(async () => undefined);
  return container;
}

/** As static HTML, which is much faster than elements in jsdom. */
const print = (text: string) => renderToStaticMarkup(<RenderedMarkdown text={text} />);
const countElements = (html: string) => html.match(/<[a-z]/g)?.length ?? 0;
const count = (html: string, tag: string) => html.match(new RegExp(`<${tag}[ >]`, 'g'))?.length ?? 0;
const fill = (unit: string, length: number) => unit.repeat(Math.ceil(length / unit.length));
const times = (length: number, unit: (index: number) => string) =>
  Array.from({ length }, (_, index) => unit(index)).join('');
const row = (cell: string, columns: number) => `|${` ${cell} |`.repeat(columns)}\n`;
const table = (columns: number, rows: string) => row('a', columns) + row('-', columns) + rows;

describe('a text made to hold up the page is drawn', () => {
  test.each(Object.entries(HOSTILE))('%s', (_name, make) => {
    const text = make(10_000);
    expect(countElements(print(text))).toBeLessThan(3 * text.length);
  });

  test.each([
    ['quotes in quotes', fill('>', 30_000)],
    ['lists in lists', fill('- ', 30_000)],
    ['brackets in brackets', '['.repeat(15_000) + ']'.repeat(15_000)],
    ['one run of stars to another', `${'*'.repeat(15_000)}a${'*'.repeat(15_000)}`],
    ['stars and underscores', fill('*_', 30_000)],
    ['backticks of all lengths', times(200, (index) => `${'`'.repeat((index % 300) + 1)}a`)],
    ['calls of one footnote', `[^1]: a\n\n${fill('[^1]', 10_000)}`],
  ])('in the page itself: %s', async (_name, text) => {
    const page = await draw(text);
    expect(page.querySelector('[data-part=plain-text]')).toBeNull();
    expect(page.querySelector('[data-part=prose]')?.firstChild).not.toBeNull();
  });

  test.each([
    ['a table of 3 KB with 300,000 cells', table(300, 'a\n'.repeat(1_000)), 'td', 2_000],
    ['items beyond number', '- a\n'.repeat(25_000), 'li', 25_000],
    ['paragraphs beyond number', 'a\n\n'.repeat(33_000), 'p', 33_000],
    ['empty lines beyond number in a deep list', `${'- '.repeat(20)}a${'\n'.repeat(100_000)}`, 'li', 20],
    ['definitions beyond number', `[1]\n\n${times(8_000, (index) => `[${index}]: #a\n`)}`, 'a', 1],
    ['footnotes beyond number', times(2_500, (index) => `[^${index}]\n\n[^${index}]: a\n\n`), 'sup', 2_500],
    ['addresses beyond number', 'www.a '.repeat(16_000), 'a', 16_000],
    ['a few marks, each looked for in a very long text', `${'a <? '.repeat(500)}${'word '.repeat(20_000)}`, 'p', 1],
    ['more than anyone reads in a note', 'Some words.\n\n'.repeat(16_000), 'p', 16_000],
  ])('%s, with each of its parts', (_name, text, tag, found) => {
    expect(count(print(text), tag)).toBe(found);
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
  ])('with its marks behind %s', (_name, text) => {
    const html = print(text);
    expect(html.match(/c/g)?.length).toBeGreaterThan(2_400);
    expect(countElements(html)).toBeLessThan(text.length);
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

describe('an ordinary text is drawn, however long', () => {
  test.each([
    ['a document of 100 KB', SECTION.repeat(330), 'table', 330],
    ['tables of 20 columns and 200 rows', `${table(20, row('`a_b`', 20).repeat(200))}\n`.repeat(2), 'td', 8_000],
    ['a long list of files', '- `src/a_b/c_d.ts` and *more*\n'.repeat(3_000), 'em', 3_000],
    ['a long list of numbers', times(3_000, (index) => `${index + 1}. \`a_b\` and *more* of it\n`), 'code', 3_000],
    ['a long block of code', `\`\`\`json\n${'[1, "a_b", *]\n'.repeat(7_000)}\`\`\``, 'pre', 1],
    ['code that is never closed', `\`\`\`json\n${'[1, "a_b", *]\n'.repeat(7_000)}`, 'pre', 1],
    ['code in an item', `- a\n\n  \`\`\`json\n${'  [1, "a_b", *]\n'.repeat(5_000)}  \`\`\`\n\n**b**`, 'strong', 1],
    ['hard-wrapped text', 'Words of a paragraph that is wrapped at some eighty characters\n'.repeat(1_500), 'p', 1],
    ['one long paragraph', 'word and word, word. '.repeat(5_000), 'p', 1],
    ['names with underscores', 'some_name and other_name of a_thing\nand more.\n\n'.repeat(2_000), 'p', 2_000],
    ['some underlined headings', `Title\n=====\n\n${'Words and words. '.repeat(10)}\n\n`.repeat(500), 'h3', 500],
    ['some quotes', `> Words of someone.\n\n${'Words and words. '.repeat(10)}\n\n`.repeat(500), 'blockquote', 500],
  ])('%s', (_name, text, tag, found) => {
    expect(count(print(text), tag)).toBe(found);
  });

  test('every kind of block in a long document, as often as it was written', async () => {
    const page = await draw(SECTION.repeat(20));
    const found = ['h3, h4', 'ul ul', 'ol', 'blockquote', 'table', 'pre', 'strong', 'em', 'a'].map(
      (what) => page.querySelectorAll(what).length,
    );
    expect(page.querySelector('[data-part=plain-text]')).toBeNull();
    expect(found).toEqual([40, 20, 20, 20, 20, 20, 40, 40, 40]);
  });

  test('a table with every one of its cells', async () => {
    const page = await draw(table(20, row('`a_b`', 20).repeat(50)));
    expect(page.querySelectorAll('th')).toHaveLength(20);
    expect(page.querySelectorAll('td > code')).toHaveLength(1_000);
  });
});
