import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { newId } from '#server/platform/id.ts';
import { literalTokens, tokensOf, writeTokens } from './search-tokens.ts';

const has = (text: string, word: string) => {
  const tokens = [...tokensOf(text, [])];
  return literalTokens([word]).every(({ token, isBeginning }) =>
    isBeginning ? tokens.some((known) => known.startsWith(token)) : tokens.includes(token),
  );
};

describe('a piece of a text', () => {
  test.for([
    ['calls readfoo.bar() twice', 'foo.bar()'],
    ['moved to lib/src/app.ts', 'src/app.t'],
    ['darüber hinaus', 'ÜBER'],
    ['全文搜索引擎', '搜索'],
    ['全文搜索引擎', '索引擎'],
    ['a => b', '=>'],
    ['x ------- y', '-----'],
    ['by 👩‍💻 alone', '👩‍💻'],
  ] as const)('of %s is found by the tokens of %s', ([text, word]) => {
    expect(has(text, word)).toBe(true);
    expect(has('nothing of it', word)).toBe(false);
  });

  test('that is not plain letters and digits is found wherever it was cut out', () => {
    const words = fc.stringMatching(/^[a-c./=>é搜索引-]{2,12}$/u);
    fc.assert(
      fc.property(fc.array(words, { minLength: 1, maxLength: 6 }), fc.nat(), fc.nat(), (list, which, at) => {
        const word = list[which % list.length] ?? '';
        const characters = [...word];
        const start = at % characters.length;
        const piece = characters.slice(start, start + 1 + ((at >> 4) % characters.length)).join('');
        fc.pre(/[^a-z]/u.test(piece));
        expect(has(list.join(' '), piece)).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });
});

test('a stem is kept only where no word begins with it', () => {
  expect(tokensOf('Queries caching', ['queri', 'cach'])).not.toContain('_queri');
  expect(tokensOf('query', ['queri'])).toContain('_queri');
});

test('a text with too many words is marked as one to look through', () => {
  const projectId = newId();
  const body = Array.from({ length: 9_000 }, (_, i) => `w${i}`).join(' ');
  const place = { projectId, kind: 1, number: 3 };
  expect(writeTokens(place, { title: '', body, stems: [], titleStems: [] })).toBe(`'${projectId.slice(-6)}!'`);
});
