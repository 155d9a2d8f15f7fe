import { describe, expect, it } from 'vitest';
import { sampleReading } from '#test/web/sample-reading.ts';
import { headingLevel, readTable, stripMarks } from './strip-marks.ts';
import { tableColumns } from './table-columns.ts';

describe('a block without its marks', () => {
  it('is the text of a heading, however it was written', () => {
    expect(stripMarks('heading', ['## 2. Watching ##']).text).toBe('2. Watching');
    expect(stripMarks('heading', ['Title', '=====']).text).toBe('Title');
    expect([['# a'], ['### a'], ['a', '---'], ['a', '==']].map(headingLevel)).toEqual([1, 3, 2, 1]);
  });

  it('is the text of an item, with its box or its number beside it', () => {
    expect(stripMarks('item', ['- [x] Done', '  and more'])).toEqual({ text: 'Done and more', box: true });
    expect(stripMarks('item', ['  3) Third'])).toEqual({ text: 'Third', number: '3)' });
    expect(stripMarks('item', ['-\tTab'])).toEqual({ text: 'Tab' });
    expect(stripMarks('item', ['•\t[X] Ticked'])).toEqual({ text: 'Ticked', box: true });
    expect(stripMarks('item', ['-\u00A0Word'])).toEqual({ text: '-\u00A0Word' });
    expect(stripMarks('item', ['**Date:** today'])).toEqual({ text: '**Date:** today' });
  });

  it('is code with its own indent, and without its fence', () => {
    expect(stripMarks('code', ['  ```js', '  if', '    x', '  ```']).text).toBe('if\n  x');
    expect(stripMarks('code', ['```', 'never closed']).text).toBe('never closed');
    expect(stripMarks('code', ['    indented', '      more']).text).toBe('indented\n  more');
    expect(stripMarks('code', ['~~~~', '~~~', '~~~~~']).text).toBe('~~~');
    expect(stripMarks('code', ['- ```js', '  if', '    x', '  ```']).text).toBe('if\n  x');
    expect(stripMarks('code', ['> ```', '> > x', '> ```']).text).toBe('> x');
  });

  it('is one paragraph, broken where its author broke it', () => {
    expect(stripMarks('paragraph', ['one', 'two  ', 'three\\', 'four']).text).toBe('one two\nthree\nfour');
    expect(stripMarks('quote', ['> said', '> so']).text).toBe('said so');
    expect(stripMarks('quote', ['> > said', 'so']).text).toBe('said so');
  });
});

it('a table is read by its cells, with a pipe that was escaped', () => {
  expect(readTable(['| a | b \\| c |', '|---|:--:|', '| 1 | |'])).toEqual({
    head: true,
    rows: [
      ['a', 'b | c'],
      ['1', ''],
    ],
  });
  expect(readTable(['| 1 | 2 |'])).toEqual({ head: false, rows: [['1', '2']] });
  expect(readTable(['a | b', '-|-', '--- | x']).rows).toEqual([
    ['a', 'b'],
    ['---', 'x'],
  ]);
});

it('rows that stand by themselves have the columns of their table', () => {
  const reading = sampleReading('| ID | Story |\n|---|---|\n| 1 | something long enough |\n\n| a |\n|---|');
  const [table, other] = reading.blocks;
  if (!table || !other) throw new Error('two tables');
  const cut = [{ ...table, end_line: 2 }, { ...table, kind: 'row' as const, start_line: 3, end_line: 3 }, other];
  const columns = tableColumns({ ...reading, blocks: cut });
  expect([...columns]).toEqual([
    [1, 'minmax(0, 6fr) minmax(0, 21fr)'],
    [3, 'minmax(0, 6fr) minmax(0, 21fr)'],
  ]);
});
