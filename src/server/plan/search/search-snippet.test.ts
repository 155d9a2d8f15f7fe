import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MARKERS, makeSnippet } from './search-snippet.ts';

const plain: Parameters<typeof makeSnippet>[1] = {
  literals: [],
  whole: '',
  words: [],
  cutBefore: false,
  cutAfter: false,
};
const mark = (text: string) => text.replaceAll('[', MARKERS.start).replaceAll(']', MARKERS.end);
const show = (text: string, around: Partial<typeof plain> = {}) =>
  makeSnippet(mark(text), { ...plain, ...around })
    .map((part) => (part.hit ? `[${part.text}]` : part.text))
    .join('');

test('marks become parts, and white space of every kind one space', () => {
  expect(makeSnippet(mark('  a\n\n[big]\t[leak]\u00A0here \r\n'), plain)).toEqual([
    { text: 'a ', hit: false },
    { text: 'big', hit: true },
    { text: ' ', hit: false },
    { text: 'leak', hit: true },
    { text: ' here', hit: false },
  ]);
});

test('a text as written is marked across words and marks, in any case', () => {
  expect(show('Call [foo].bar() or FOO.bar(x)', { literals: ['foo.BAR('] })).toBe('Call [foo.bar(]) or [FOO.bar(]x)');
});

test('without any mark the whole search is marked, and without that its words', () => {
  expect(show('in a/leak.ts', { whole: 'leak', words: ['leak'] })).toBe('in a/[leak].ts');
  expect(show('a/leak.ts <Big>', { whole: 'big leak', words: ['big', 'leak'] })).toBe('a/[leak].ts <[Big]>');
  expect(show('[leaky] a/leak.ts', { whole: 'leak', words: ['leak'] })).toBe('[leaky] a/leak.ts');
});

test('a long text is cut between words around the place with the most hits, and shows that it was cut', () => {
  const filler = 'lorem ipsum dolor '.repeat(20);
  const snippet = show(`[one] ${filler}here are [two] [hits] ${filler}`);
  expect(snippet).toMatch(/^…(?:lorem|ipsum|dolor) .*here are \[two\] \[hits\] .*(?:lorem|ipsum|dolor)…$/u);
  expect(snippet.replaceAll(/[[\]]/gu, '').length).toBeLessThanOrEqual(200);
  expect(show('rt of [all] of i', { cutBefore: true, cutAfter: true })).toBe('…of [all] of…');
  expect(show('[all] of [it]', { cutBefore: true, cutAfter: true })).toBe('…[all] of [it]…');
});

test('nothing to show is nothing', () => {
  expect(makeSnippet('', { ...plain, cutBefore: true })).toEqual([]);
  expect(makeSnippet(' \n ', plain)).toEqual([]);
});

test('any text gives one line of at most 200 whole characters, its parts taking turns', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 600 }), fc.string({ maxLength: 5 }), (text, literal) => {
      const parts = makeSnippet(text, { ...plain, literals: literal === '' ? [] : [literal], whole: 'x' });
      const line = parts.map((part) => part.text).join('');
      expect([...line].length).toBeLessThanOrEqual(200);
      expect(line.isWellFormed()).toBe(true);
      expect(['\n', '\r', '\t', MARKERS.start, MARKERS.end].filter((character) => line.includes(character))).toEqual(
        [],
      );
      expect(parts.every((part, i) => part.text !== '' && part.hit !== parts[i - 1]?.hit)).toBe(true);
    }),
  );
});
