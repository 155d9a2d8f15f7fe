import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readFrontMatter } from './read-front-matter.ts';

const fieldsOf = (head: string) => Object.fromEntries(readFrontMatter(`---\n${head}\n---\nbody`)?.fields ?? []);

describe('the head of a task file', () => {
  test.each<[string, string, unknown]>([
    ['plain text', 'title: Add a login: page', 'Add a login: page'],
    ['text with a comment', 'title: Add a login # soon', 'Add a login'],
    ['a hash inside a word', 'title: Fix issue#12', 'Fix issue#12'],
    ['single quotes', "title: 'It''s: here # yes'", "It's: here # yes"],
    ['double quotes', String.raw`title: "a \"b\" \n c é"`, 'a "b" \n c é'],
    ['a folded block', 'title: >-\n  A long title\n  over two lines', 'A long title over two lines'],
    ['a literal block', 'title: |\n  one\n    two\n', 'one\n  two'],
    ['plain text over two lines', 'title: A long\n  title', 'A long title'],
    ['quoted text over two lines', "title: 'A long\n  title'", 'A long title'],
    ['an empty list', 'title: []', []],
    ['a list in one line', `title: [one, "two, three", 'it''s', @four]`, ['one', 'two, three', "it's", '@four']],
    ['a list in several', "title:\n  - one\n  - 'two: three'\n  -\n", ['one', 'two: three']],
    ['a list that is not indented', 'title:\n- one\n- two', ['one', 'two']],
    ['a list cut off', 'title: [one, "two', ['one', '"two']],
    ['nothing', 'title:', ''],
    ['null', 'title: null', ''],
  ])('%s', (_, head, value) => {
    expect(fieldsOf(`id: T-1\n${head}\nstatus: Done`)).toEqual({ id: 'T-1', title: value, status: 'Done' });
  });

  test('ends at the second line of dashes; the rest is the body', () => {
    expect(readFrontMatter('---\r\nid: 1\r\n---\r\ntext\r\n---\r\nmore')?.body).toBe('text\n---\nmore');
  });

  test.each(['', 'text', '---', '---\nid: 1', ' ---\nid: 1\n---'])('is absent from %j', (text) => {
    expect(readFrontMatter(text)).toBeUndefined();
  });

  test.each<[string, string, unknown]>([
    ['blanks after the colon', `${' '.repeat(60_000)}x\u{2028}y`, 'x\u{2028}y'],
    ['blanks in a list', `\n  -${' '.repeat(60_000)}x\u{2028}y`, ['x\u{2028}y']],
    ['hashes', `a${' #'.repeat(30_000)}\u{2028}x`, 'a'],
    ['hashes without blanks', `a${'#'.repeat(60_000)}`, `a${'#'.repeat(60_000)}`],
    ['quotes in a list', `[a${'"'.repeat(60_000)}`, [`a${'"'.repeat(60_000)}`]],
    ['commas', `[${','.repeat(60_000)}]`, []],
    ['a quotation without end', `"${'\\"'.repeat(30_000)}`, `"${'\\"'.repeat(30_000)}`],
    ['single quotes', `'${"''".repeat(29_999)}`, "'".repeat(29_999 - 1)],
    ['bars and blanks', `|${' '.repeat(60_000)}x`, `|${' '.repeat(60_000)}x`],
  ])('reads a long run of %s', (_, value, expected) => {
    expect(fieldsOf(`a: ${value}`.replace('a: \n', 'a:\n'))).toEqual({ a: expected });
  });

  test('survives any text', () => {
    const line = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('a: "', "b: '", 'c: [', '- x', '  - y', 'd: |', 'e: >-', '"'),
    );
    fc.assert(
      fc.property(fc.array(line), (lines) => {
        expect(readFrontMatter(['---', ...lines, '---', ''].join('\n'))).toBeDefined();
      }),
    );
  });
});
