import { describe, expect, it } from 'vitest';
import { applyRoles } from './apply-roles.ts';
import { changedLines } from './find-changes.ts';
import { findBlocks } from './find-text.ts';
import { sampleKey, sampleReading } from '#test/web/sample-reading.ts';
import { sketchBlocks } from './sketch-blocks.ts';
import { splitLines } from './split-lines.ts';
import { nextStop, unsureStops } from './unsure-stops.ts';

const ADA = { kind: 'user', id: null, name: 'Ada' } as const;

describe('a text nobody has read yet', () => {
  const sketch = (text: string) =>
    sketchBlocks(text, undefined).blocks.map(
      ({ kind, start_line, end_line, depth }) => `${kind} ${start_line}-${end_line} ${depth}`,
    );

  it('is cut into blocks by the look of its lines', () => {
    const text =
      '# One\nprose\ngoes on\n\n- item\n  goes on\n  - nested\n\n| a |\n|---|\n| b |\n\n> said\n> so\n```js\n\nx\n```\n';
    expect(sketch(text)).toEqual([
      'heading 1-1 0',
      'paragraph 2-3 0',
      'item 5-6 0',
      'item 7-7 1',
      'table 9-11 0',
      'quote 13-14 0',
      'code 15-18 0',
    ]);
  });

  it('is cut as Markdown has it', () => {
    const odd: Record<string, string[]> = {
      'One\ntwo\n---\n\n---': ['heading 1-3 0', 'other 5-5 0'],
      '---\ntitle: a\n---\n# One': ['other 1-3 0', 'heading 4-4 0'],
      '~~~~\n~~~\n# no\n~~~~\n```a``` b': ['code 1-4 0', 'paragraph 5-5 0'],
      '- one\n\t- two\n\t  ```\n\t  - no\n\t  ```\n# One': ['item 1-1 0', 'item 2-2 1', 'code 3-5 0', 'heading 6-6 0'],
      '- one\n  # Name\nlazy': ['item 1-1 0', 'label 2-2 0', 'paragraph 3-3 0'],
      '- one\nlazy\n> said\nlazy\n\n> \n': ['item 1-2 0', 'quote 3-4 0', 'other 6-6 0'],
      'a | b\n-|-\n1 | 2\n\n<div>\n# no\n</div>': ['table 1-3 0', 'other 5-7 0'],
      '• one\n\n-\n\n    code': ['item 1-1 0', 'item 3-3 0', 'code 5-5 0'],
    };
    expect(Object.fromEntries(Object.keys(odd).map((text) => [text, sketch(text)]))).toEqual(odd);
  });

  it('loses no line, whatever ends the lines and however it ends', () => {
    const lines = splitLines('a\r\nb\rc\n\n```\nopen');
    const held = sketchBlocks(lines.join('\n'), undefined).blocks.flatMap(({ start_line, end_line }) =>
      Array.from({ length: end_line - start_line + 1 }, (_, i) => start_line + i),
    );
    expect(held).toEqual([1, 2, 3, 5, 6]);
  });

  it('keeps what was known of the blocks it shares with the text before', () => {
    const before = sampleReading('# One\n\n- stays (work)\n- goes (limit)');
    const after = sketchBlocks('# One\n\nnew\n\n- stays (work)', before);
    expect(after.blocks.map(({ role, start_line }) => [start_line, role])).toEqual([
      [1, 'context'],
      [3, undefined],
      [5, 'work'],
    ]);
    expect(after.counts).toBeUndefined();
  });
});

describe('a role that is set', () => {
  const reading = sampleReading('# One\n\n- maybe (unsure)\n- surely (work)\n\n# Two\n\n- maybe (unsure)');

  it('holds for every block that says the same, and moves the counts', () => {
    const key = sampleKey('- maybe (unsure)');
    const after = applyRoles(reading, [{ key, scope: 'block', role: 'work', excerpt: 'x' }], ADA);
    expect(after.blocks.map(({ role }) => role)).toEqual(['context', 'work', 'work', 'context', 'work']);
    expect(after.counts).toEqual({ total: 5, work: 3, context: 2, limit: 0, done: 0, unsure: 0 });
    expect(after.decisions).toEqual([]);
    expect(after.blocks[1]?.set_by).toEqual(ADA);
    expect(reading.counts.unsure, 'what was there is not touched').toBe(2);
  });

  it('holds for a whole section with everything below it', () => {
    const after = applyRoles(
      reading,
      [{ key: sampleKey('# One'), scope: 'section', role: 'limit', excerpt: 'x' }],
      ADA,
    );
    expect(after.blocks.map(({ role }) => role)).toEqual(['limit', 'limit', 'limit', 'context', 'unsure']);
    expect(after.decisions).toHaveLength(1);
  });

  it('that is given back waits for the reader', () => {
    expect(applyRoles(reading, [{ key: sampleKey('# One'), scope: 'block', role: null }], ADA)).toBe(reading);
  });
});

it('lines that an earlier text does not have are changed, those that only moved are not', () => {
  expect([...changedLines('a\nb\nc', ['c', 'a', '', 'new', 'a'])]).toEqual([4, 5]);
});

it('words are found in any case, across the lines of a block', () => {
  const reading = sampleReading('One two\nthree\n\n- THREE\n');
  expect(findBlocks(reading, 'two THREE')).toEqual([1]);
  expect(findBlocks(reading, ' three ')).toEqual([1, 4]);
  expect(findBlocks(reading, ' ')).toEqual([]);
});

describe('what is to be decided', () => {
  const reading = sampleReading('# A (unsure)\n\n- one (unsure)\n- two (unsure)\n\n# B\n\n- three (unsure)');
  const whole = {
    ...reading.decisions[0],
    scope: 'section',
    start_line: 1,
    end_line: 4,
  } as (typeof reading.decisions)[0];

  it('is gone through a section or a block at a time', () => {
    expect(unsureStops(reading)).toEqual([3, 4, 8]);
    expect(unsureStops({ ...reading, decisions: [whole] })).toEqual([1, 8]);
  });

  it('begins again at either end', () => {
    expect([nextStop([3, 8], 3, 1), nextStop([3, 8], 8, 1), nextStop([3, 8], 3, -1), nextStop([], 3, 1)]).toEqual([
      8,
      3,
      8,
      undefined,
    ]);
  });
});
