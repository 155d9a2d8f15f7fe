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
