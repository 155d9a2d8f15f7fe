import { describe, expect, it } from 'vitest';
import { sampleDraft, sampleReading } from '#test/web/sample-reading.ts';
import { countPlanned } from '../coverage/count-planned.ts';
import { mapPieces } from '../reading/role-map.tsx';
import { blocksOf, nameDraft, namePlan, sizeOf, taskOf } from '../tracing/named-plan.ts';
import { type Filter, flattenDocument, type Row } from './flatten-document.ts';
import { rowsToDraw } from './rows-to-draw.ts';
import { allFolds, startFolds, unfoldLine } from './start-folds.ts';

const TEXT = `# Product

Why.

## First (work)

- one (work)
- two (work)
- maybe (unsure)

## Second

- three (work)
- no cloud (limit)`;

const reading = sampleReading(TEXT);
const plan = nameDraft(sampleDraft(reading));
const rowsOf = (more: { folds?: number[]; filter?: Filter[]; changed?: number[] } = {}) =>
  flattenDocument(reading, {
    plan,
    folds: new Set(more.folds),
    filter: new Set(more.filter),
    changed: new Set(more.changed),
  });
const shortOf = (row: Row) =>
  row.kind === 'block' ? `${row.line} ${row.block.role} ${row.task?.label ?? '-'}` : `${row.kind} ${row.line}`;

describe('the rows of a document', () => {
  it('are its blocks with their tasks; the first of a run says what they are, and a thread joins a task', () => {
    const rows = rowsOf();
    expect(rows.map(shortOf)).toEqual([
      '1 context -',
      '3 context -',
      '5 work T1',
      '7 work T1',
      '8 work T1',
      '9 unsure -',
      '11 context -',
      '13 work T2',
      '14 limit -',
    ]);
    const marked = rows.map(
      (row) => row.kind === 'block' && [row.startsRun, row.joinsAbove, row.joinsBelow].map(Number).join(''),
    );
    expect(marked).toEqual(['100', '000', '101', '011', '010', '100', '100', '100', '100']);
  });

  it('of a folded section are one, which counts what is in it', () => {
    const rows = rowsOf({ folds: [5] });
    expect(rows.map(shortOf)).toEqual([
      '1 context -',
      '3 context -',
      'fold 5',
      '11 context -',
      '13 work T2',
      '14 limit -',
    ]);
    const fold = rows[2];
    expect(fold?.kind === 'fold' && fold.counts).toMatchObject({ total: 4, work: 3, unsure: 1 });
  });

  it('of a filter are what was asked for, under their headings, folded or not', () => {
    expect(rowsOf({ folds: [5], filter: ['unsure', 'limit'] }).map(shortOf)).toEqual([
      '5 work T1',
      '9 unsure -',
      '11 context -',
      '14 limit -',
    ]);
    expect(rowsOf({ filter: ['changed'], changed: [8] }).map(shortOf)).toEqual(['5 work T1', '8 work T1']);
    expect(rowsOf({ filter: ['done'] })).toEqual([]);
  });

  it('ask about a whole section once, below its heading', () => {
    const [decision] = reading.decisions;
    if (!decision) throw new Error('nothing to decide');
    const asked = { ...reading, decisions: [{ ...decision, scope: 'section' as const, start_line: 5, end_line: 9 }] };
    const wishes = { plan, folds: new Set<number>(), filter: new Set<Filter>(), changed: new Set<number>() };
    expect(flattenDocument(asked, wishes).map(shortOf).slice(2, 4)).toEqual(['5 work T1', 'decision 5']);
    expect(flattenDocument(asked, { ...wishes, folds: new Set([5]) }).some(({ kind }) => kind === 'decision')).toBe(
      false,
    );
    expect(flattenDocument(asked, { ...wishes, filter: new Set<Filter>(['unsure']) }).map(shortOf)).toEqual([
      '5 work T1',
      'decision 5',
      '9 unsure -',
    ]);
  });

  it('that are drawn are those in sight and the one with the focus', () => {
    expect(rowsToDraw({ startIndex: 500, endIndex: 530, count: 9_000 }, 7)).toHaveLength(31 + 24 + 1);
    expect(rowsToDraw({ startIndex: 500, endIndex: 530, count: 9_000 }, 7)[0]).toBe(7);
    expect(rowsToDraw({ startIndex: 0, endIndex: 150, count: 9_000 }, 0).length).toBeLessThan(120);
  });
});

describe('a long document', () => {
  const part = (name: string, role: string) =>
    `## ${name}\n\n${Array.from({ length: 120 }, (_, i) => `- ${name} ${i} (${role})`).join('\n')}`;
  const long = sampleReading(
    `# All\n\n${part('A', 'work')}\n\n${part('B', 'work')}\n- hm (unsure)\n\n${part('C', 'limit')}`,
  );

  it('starts with its long sections folded, except where there is something to decide', () => {
    expect([...startFolds(long)]).toEqual([3, 250]);
    expect(startFolds(reading).size, 'a short one is simply read').toBe(0);
  });

  it('can be folded to its contents, and unfolded at a line', () => {
    expect([...allFolds(long)]).toEqual([3, 126, 250]);
    expect([...unfoldLine(long, allFolds(long), 130)]).toEqual([3, 250]);
  });

  it('is drawn as a map on which one unsure line is seen', () => {
    const roles = mapPieces(long).map(({ role }) => role);
    expect(roles).toEqual(['context', 'work', 'context', 'work', 'unsure', 'context', 'limit']);
  });
});

describe('tasks by name', () => {
  it('are numbered in the order of the draft; the first that is open is marked, and later work is', () => {
    const draft = sampleDraft(
      sampleReading('# Old\n\n- x (done)\n\n# Later: rules\n\n- y (work)\n\n# Now\n\n- z (work)'),
    );
    const [list] = nameDraft(draft).lists;
    expect(list?.tasks.map(({ label, title, status, parked, first }) => [label, title, status, parked, first])).toEqual(
      [
        ['T1', 'Old', 'done', false, false],
        ['T2', 'Later: rules', 'open', true, false],
        ['T3', 'Now', 'open', false, true],
      ],
    );
  });

  it('of the plan have the numbers, states and holders they have there', () => {
    const task = {
      id: 'x',
      number: 12,
      title: 'Twelve',
      status: 'wip',
      checks: [{ text: 'a', met: true }],
      requirement_ids: ['r7'],
      blocked_reason: null,
    };
    const named = namePlan({
      roots: [{ id: 'l', name: 'List' }],
      tasksOf: () => [task as never],
      childrenOf: () => [],
      batonOf: () => ({ holder: { name: 'claude-code' } }),
      isReady: () => false,
    });
    const block = reading.blocks.find(({ start_line }) => start_line === 7);
    expect(block && taskOf(named, block)).toMatchObject({
      label: 'T12',
      status: 'wip',
      holder: 'claude-code',
      taskId: 'x',
    });
    expect(blocksOf(named, 'x', reading.blocks).map(({ start_line }) => start_line)).toEqual([7]);
  });

  it('are part of no heading that stands over several', () => {
    const [first, second] = [...plan.tasks.values()];
    const heading = { ...reading.blocks[0], requirement_ids: ['r5', 'r13'] } as (typeof reading.blocks)[0];
    expect(first && second && taskOf(plan, heading)).toBeUndefined();
    expect(taskOf(undefined, heading)).toBeUndefined();
  });

  it('have a size by how much there is to check', () => {
    const withChecks = (count: number) =>
      sizeOf({ checks: Array.from({ length: count }, () => ({ text: '', done: false })) });
    expect([0, 3, 4, 6, 7].map(withChecks)).toEqual(['small', 'small', 'medium', 'medium', 'large']);
  });
});

it('a work line that no task answers is not planned', () => {
  expect(countPlanned(reading, plan)).toEqual({ planned: 4, work: 4, unsure: 1, toDecide: 1 });
  expect(countPlanned(reading, { ...plan, answering: new Map([['r7', []]]) })?.planned).toBe(1);
  expect(countPlanned(reading, undefined)?.planned).toBe(0);
  expect(countPlanned({ ...reading, counts: undefined }, plan)).toBeUndefined();
});
