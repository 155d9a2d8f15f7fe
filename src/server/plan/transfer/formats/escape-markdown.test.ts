import { expect, test } from 'vitest';
import { escapeInline, quoteMarkdown } from './escape-markdown.ts';
import { splitSections } from './split-sections.ts';

const many = 200 * 1024;

test('hashes at the end of a line do not close a heading', () => {
  expect(escapeInline('C# and F##')).toBe(String.raw`C# and F\##`);
  expect(escapeInline('##')).toBe(String.raw`\##`);
});

test('a long run of hashes, blanks or ampersands stays one line', () => {
  expect(escapeInline(`${'#'.repeat(many)}x`)).toBe(`${'#'.repeat(many)}x`);
  expect(escapeInline(`a${' \u{2028}'.repeat(many)}b`)).toBe('a b');
  expect(escapeInline('&a'.repeat(many))).toBe('&a'.repeat(many));
});

test('tags are shown as text, but in code they are as they were', () => {
  expect(quoteMarkdown('<b>\n\n    <i>\n\n- a\n  ~~~\n  <u>\n  ~~~\n- <s>')).toEqual([
    String.raw`> \<b>`,
    '>',
    '>     <i>',
    '>',
    '> - a',
    '>   ~~~',
    '>   <u>',
    '>   ~~~',
    String.raw`> - \<s>`,
  ]);
  // The tag is escaped, so that it opens no HTML in which the fence would be text.
  expect(quoteMarkdown('<div>\n```\n<i>\n```')).toEqual([String.raw`> \<div>`, '> ```', '> <i>', '> ```']);
});

test.each(['`', '~', '|', '[', '-', '#', '\\', '<', '`a', '``a', '\\`', '<!--'])(
  'a quotation of nothing but %j, again and again, is one line',
  (text) => {
    expect(quoteMarkdown(`x${text.repeat(many / 2)}`)).toHaveLength(1);
  },
);

test.each([' ', '`', '~', '<!-- ', ':', 'A:BEGIN', '#', '\u{2028}', '<!-- A:BEGIN'])(
  'a section with a line of nothing but %j, again and again, is kept whole',
  (text) => {
    const line = `x${text.repeat(many / 2)}x`;
    expect(splitSections(`## Title\n${line}`)).toEqual([{ title: 'Title', body: line }]);
    const begun = `<!-- A${text.repeat(many / 2)}x`;
    expect(splitSections(`## Title\n${begun}`)).toEqual([{ title: 'Title', body: begun }]);
  },
);

test('a body is cut at headings of the second level, and only at those', () => {
  const titles = (body: string) => splitSections(body).map(({ title }) => title);
  expect(titles('## One ##\n# no\nTwo\n---\n### no\n- item\n  ## no\n')).toEqual(['One', 'Two']);
  expect(titles('~~~\n## no\n~~~\n<!--\n\n## no\n-->\n## One')).toEqual(['', 'One']);
  expect(titles('- item\n  ```\n## One')).toEqual(['', 'One']);
  expect(splitSections('## One\r\ntext\r\n## Two')).toEqual([
    { title: 'One', body: 'text' },
    { title: 'Two', body: '' },
  ]);
});

test('markers in code are code, and code that never ends does not reach beyond its markers', () => {
  expect(
    splitSections('```\n<!-- A:BEGIN -->\n```\n## One\n<!-- A:BEGIN -->\n```\n## no\n<!-- A:END -->\n## Two'),
  ).toEqual([
    { title: '', body: '```\n<!-- A:BEGIN -->\n```' },
    { title: 'One', body: '```\n## no' },
    { title: 'Two', body: '' },
  ]);
});
