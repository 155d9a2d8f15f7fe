import { describe, expect, test } from 'vitest';
import { readChecklist } from './read-checklist.ts';

const many = 200 * 1024;

describe('a list of conditions', () => {
  test.each<[string, [string, boolean | undefined][]]>([
    ['- one\n* two\n+ three\n• four', ['one', 'two', 'three', 'four'].map((word) => [word, undefined])],
    ['1. one\n12) two', ['one', 'two'].map((word) => [word, undefined])],
    [
      '- [x] one\n- [ ] two\n  - [X]three\n[x] four\n  [ ] five',
      [
        ['one', true],
        ['two', false],
        ['three', true],
        ['four', true],
        ['five', false],
      ],
    ],
    [
      '- one\n  goes on\r\nnew line',
      [
        ['one goes on', undefined],
        ['new line', undefined],
      ],
    ],
    [
      '# Heading\n\nUnderlined\n===\n- \n-\n-x\n1.5 litres\n\n---\n',
      ['-x', '1.5 litres'].map((word) => [word, undefined]),
    ],
    ['-\tone\n\t- two\n\n> - three\n- - four', ['one', 'two', 'three', 'four'].map((word) => [word, undefined])],
    [
      '- [x] run\n  ```sh\n  # in code\n  - [ ] in code\n  ```\n- [ ] next\n  ~~~\n- [x] last',
      [
        ['run # in code - [ ] in code', true],
        ['next', false],
        ['last', true],
      ],
    ],
    ['- a\u{2028}b', [['a b', undefined]]],
  ])('reads %j', (text, items) => {
    expect(readChecklist(text).map(({ text: words, ticked }) => [words, ticked])).toEqual(items);
  });

  test.each<[string, string, string]>([
    ['blanks after a bullet', `- ${' '.repeat(many)}x\u{2028}y`, 'x y'],
    ['blanks after a box', `- [x]${' '.repeat(many)}x\u{2028}y`, 'x y'],
    ['blanks before a box', `${' '.repeat(many)}[x]${' '.repeat(many)}x\u{2028}y`, 'x y'],
    ['line separators', `- ${'\u{2028}'.repeat(many)}x`, 'x'],
    ['dashes', `${'-'.repeat(many)}x`, `${'-'.repeat(many)}x`],
    ['digits', '1'.repeat(many), '1'.repeat(many)],
    ['brackets', `- ${'['.repeat(many)}`, '['.repeat(many)],
    ['hashes', '#'.repeat(many), '#'.repeat(many)],
  ])('reads a long run of %s', (_, text, words) => {
    expect(readChecklist(text).map((item) => item.text)).toEqual([words]);
  });
});
