import { describe, expect, it } from 'vitest';
import { soakUpTo } from '#test/soak.ts';
import { readCells } from './blocks/table-row.ts';
import { readBlocks } from './read-blocks.ts';
import { readInline } from './read-inline.ts';

const WHOLE = soakUpTo(2 ** 20);
/** Where looks are counted, a quarter tells linear from quadratic work as well. */
const COUNTED = WHOLE / 4;
const fill = (part: string, size = COUNTED) => part.repeat(Math.ceil(size / part.length));

/** One line of each, many lines of each, and many lines below something that is open. */
const PARTS = [
  '>',
  '> ',
  '- ',
  '-',
  '1. ',
  '`',
  '```\n',
  '~~~a\n',
  '[',
  '![',
  '](',
  '|',
  '|-',
  '| a ',
  '#',
  '# ',
  '=',
  '<',
  '<!--',
  '&',
  '*',
  '_',
  '\\',
  ' ',
  '\t',
  '\n',
  '\r\n',
  ' \n',
  '>\n',
  '- \n',
  '- - - - - -\n',
  '> > > > > >\n',
  '|\n',
  'a\n',
  'a\n-\n',
  '|a|\n|-|\n',
  '[x]: y\n',
  '<div>\n',
  '\u00A0',
  '•',
  '• \n',
  '\u2028',
];
const NESTED = '- '.repeat(80);

const HOSTILE: Record<string, string> = Object.fromEntries([
  ...PARTS.map((part) => [JSON.stringify(part), fill(part)] as const),
  ...PARTS.map((part) => [`${JSON.stringify(part)} in items of items`, `${NESTED}a\n${fill(part)}`] as const),
  ...PARTS.map((part) => [`${JSON.stringify(part)} behind words`, `word ${fill(part)}x`] as const),
  ['steps inwards', Array.from({ length: 1_000 }, (_, i) => `${' '.repeat(i)}- a`).join('\n')],
  [
    'steps inwards and out again',
    Array.from({ length: 20_000 }, (_, i) => `${' '.repeat((i % 60) * 2)}- a`).join('\n'),
  ],
  ['quotes of growing depth', Array.from({ length: 1_000 }, (_, i) => `${'> '.repeat(i)}a`).join('\n')],
]);

/** Looks per character: a few, and a step over each of at most 32 levels for a line as short as its end. */
const LOOKS = 64;
const LOOKS_PLAIN = 4;

describe('a very long text of one thing', () => {
  it.each(Object.entries(HOSTILE))('is read in as many looks as its length allows: %s', (_, text) => {
    const work = { visits: 0 };
    readBlocks(text, { work });
    expect(work.visits).toBeLessThanOrEqual(LOOKS * (text.length + 1));
  });

  // A hang is caught by the test's own time limit.
  it.each(PARTS)('of %j is no burden for inline marks and cells', (part) => {
    expect(readInline(fill(part, WHOLE)).text.length).toBeLessThanOrEqual(fill(part, WHOLE).length);
    expect(readCells(fill(part, WHOLE)).length).toBeLessThanOrEqual(fill(part, WHOLE).length + 1);
  });
});

it('text without nesting is looked at a fixed number of times', () => {
  const text = Array.from({ length: 20_000 }, (_, i) => (i % 7 === 0 ? '' : `Some words | of line ${i}`)).join('\n');
  const work = { visits: 0 };
  readBlocks(text, { work });
  expect(work.visits).toBeLessThanOrEqual(LOOKS_PLAIN * text.length);
});
