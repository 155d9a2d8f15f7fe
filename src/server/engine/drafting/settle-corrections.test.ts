import { describe, expect, test } from 'vitest';
import type { PrdBlock, Reading, SettableRole } from '#contract/requirement.ts';
import { buildReading, contentOf } from '#test/reading.ts';
import type { Outline } from './gather-outline.ts';
import { keepCorrections } from './keep-corrections.ts';
import { pinOthers, settleCorrections } from './settle-corrections.ts';

const plain = buildReading({ Export: ['CSV', 'PDF', 'ODS', 'XML'] });
const withBlock = (line: number, change: Partial<PrdBlock>): Reading => ({
  ...plain,
  blocks: plain.blocks.map((block) => (block.start_line === line ? { ...block, ...change } : block)),
});
const outline = (
  roles: [number, number, SettableRole][],
  tasks: Partial<Outline['tasks'][number]>[] = [],
): Outline => ({
  lists: [],
  roles: roles.map(([start, end, role]) => ({ range: { start, end }, role })),
  tasks: tasks.map((task) => ({
    number: 1,
    list: 1,
    title: 'T',
    ranges: [],
    after: [],
    isDone: false,
    isLater: false,
    ...task,
  })),
});
const at = (line: number, role: SettableRole) => ({ start_line: line, end_line: line, role });

describe('what a model says about roles', () => {
  test('counts block by block where it differs from the reader, the last word first', () => {
    const said = outline([
      [3, 5, 'context'],
      [5, 5, 'limit'],
      [6, 6, 'work'],
    ]);
    expect(settleCorrections(plain, said)).toEqual([at(3, 'context'), at(4, 'context'), at(5, 'limit')]);
  });

  test('does not touch what a person or an agent has set, but what a model has', () => {
    const all = outline([[3, 6, 'context']]);
    const by = (kind: 'user' | 'agent' | 'system') => withBlock(4, { set_by: { kind, id: null, name: 'Somebody' } });
    const lines = (reading: Reading) => settleCorrections(reading, all).map(({ start_line }) => start_line);
    expect(lines(by('user'))).toEqual([3, 5, 6]);
    expect(lines(by('agent'))).toEqual([3, 5, 6]);
    expect(lines(by('system'))).toEqual([3, 4, 5, 6]);
  });

  test('includes that unsure lines of its tasks are work, and lines of finished tasks done', () => {
    const unsure = withBlock(4, { role: 'unsure' });
    const ranges = [{ start: 4, end: 5 }];
    expect(settleCorrections(unsure, outline([], [{ ranges }]))).toEqual([at(4, 'work')]);
    expect(settleCorrections(unsure, outline([], [{ ranges, isDone: true }]))).toEqual([at(4, 'done'), at(5, 'done')]);
    expect(settleCorrections(unsure, outline([[4, 4, 'limit']], [{ ranges }]))).toEqual([at(4, 'limit')]);
  });

  test('leaves context alone that a task only points to', () => {
    const context = withBlock(4, { role: 'context' });
    expect(settleCorrections(context, outline([], [{ ranges: [{ start: 3, end: 6 }], isDone: false }]))).toEqual([]);
  });

  test('is bounded', () => {
    const long = buildReading({ All: Array.from({ length: 900 }, (_, n) => `thing ${n}`) });
    expect(settleCorrections(long, outline([[1, 2_000, 'context']]))).toHaveLength(500);
  });
});

test('lines that follow a corrected one without anybody having said so keep their role', () => {
  const followed: Reading = {
    ...plain,
    blocks: plain.blocks.map((block) => (block.start_line > 4 ? block : { ...block, role: 'context' })),
  };
  expect(pinOthers(plain, followed, [at(3, 'context')])).toEqual([at(1, 'work'), at(4, 'work')]);
  expect(pinOthers(plain, plain, [at(3, 'context')])).toEqual([]);
});

test('corrections are kept by the text of their blocks, in the model’s name', () => {
  const reading = withBlock(4, { key: 'aaaaaaaaaaaaaaaa' });
  const by = { label: 'Claude Sonnet', at: new Date('2026-11-16T10:00:00Z') };
  expect(keepCorrections({ content: contentOf(reading), reading }, [at(4, 'context')], by)).toEqual([
    {
      key: 'aaaaaaaaaaaaaaaa',
      scope: 'block',
      role: 'context',
      excerpt: '- PDF',
      set_by: { kind: 'system', id: null, name: 'Claude Sonnet' },
      set_at: '2026-11-16T10:00:00.000Z',
    },
  ]);
});
