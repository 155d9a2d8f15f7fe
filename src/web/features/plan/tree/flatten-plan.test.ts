import { describe, expect, test } from 'vitest';
import { sampleBaton, sampleList, sampleTask } from '#test/web/sample-plan.ts';
import { findInPlan, NO_FILTERS, type PlanFilters } from './filter-plan.ts';
import { flattenPlan } from './flatten-plan.ts';
import { ALL_FOLDED, ALL_OPEN, type Folds, isFolded, setFolded } from './folds.ts';
import { sampleTree } from '#test/web/sample-tree.ts';
import type { TreeRow } from './tree-row.ts';

const NONE = new Set<string>();

function rowsOf(plan = sampleTree(), filters: Partial<PlanFilters> = {}, folds: Folds = ALL_OPEN, pending = NONE) {
  const all = { ...NO_FILTERS, ...filters };
  const found = findInPlan(plan, all, pending);
  return flattenPlan(plan, { lists: all.lists, found, isFolded: (id) => isFolded(folds, id) });
}
const ids = (rows: TreeRow[]) => rows.map(({ id }) => id);

describe('the rows', () => {
  test('are lists, then tasks, each above what it breaks down into', () => {
    expect(rowsOf().map(({ id, level, position, setSize }) => `${id} ${level} ${position}/${setSize}`)).toEqual([
      'l1 1 1/2',
      't1 2 1/3',
      't2 2 2/3',
      't3 3 1/3',
      't4 3 2/3',
      't5 3 3/3',
      't6 2 3/3',
      'l2 1 2/2',
      't7 2 1/1',
    ]);
  });

  test('leave out what is folded, and only that', () => {
    const folds = setFolded(ALL_OPEN, ['t2'], true);
    expect(ids(rowsOf(undefined, {}, folds))).toEqual(['l1', 't1', 't2', 't6', 'l2', 't7']);
    expect(ids(rowsOf(undefined, {}, ALL_FOLDED))).toEqual(['l1', 'l2']);
  });

  test('say whether they can be folded', () => {
    const expanded = new Map(
      rowsOf(undefined, {}, setFolded(ALL_OPEN, ['l2'], true)).map((row) => [row.id, row.expanded]),
    );
    expect([expanded.get('t2'), expanded.get('t1'), expanded.get('l2')]).toEqual([true, undefined, false]);
  });

  test('of a large plan are all there', () => {
    const tasks = Array.from({ length: 10_000 }, (_, i) => sampleTask(`t${i + 1}`));
    expect(rowsOf(sampleTree({ task_lists: [sampleList('l1')], tasks, batons: [] }))).toHaveLength(10_001);
  });
});

describe('the line to the baton', () => {
  const lines = (plan = sampleTree()) =>
    rowsOf(plan)
      .filter(({ lit, elbow }) => lit !== 0 || elbow)
      .map(({ id, lit, elbow }) => `${id} ${lit.toString(2)}${elbow ? ' turn' : ''}`);

  test('runs past earlier siblings and turns into each step of the path', () => {
    expect(lines()).toEqual(['t1 1', 't2 0 turn', 't3 10', 't4 0 turn']);
  });

  test('runs on to the last of several batons', () => {
    const plan = sampleTree({ batons: [sampleBaton('t4'), sampleBaton('t6', { slot: 2 })] });
    expect(lines(plan)).toEqual(['t1 1', 't2 1 turn', 't3 11', 't4 1 turn', 't5 1', 't6 0 turn']);
  });

  test('is not drawn without a baton', () => {
    expect(lines(sampleTree({ batons: [] }))).toEqual([]);
  });
});

describe('a filter', () => {
  test('shows what it finds with everything above it, and marks what is only on the way', () => {
    const rows = rowsOf(undefined, { q: 'clock' });
    expect(rows.map(({ id, hit }) => [id, hit])).toEqual([
      ['l1', false],
      ['t2', false],
      ['t4', true],
    ]);
  });

  test('finds by every word, in any case, and by number', () => {
    expect(ids(rowsOf(undefined, { q: 'HEADER retry' }))).toEqual(['l1', 't2', 't5']);
    expect(ids(rowsOf(undefined, { q: 't7' }))).toEqual(['l2', 't7']);
  });

  test('finds by status and by list', () => {
    expect(ids(rowsOf(undefined, { statuses: ['done'] }))).toEqual(['l1', 't1', 't2', 't3']);
    expect(ids(rowsOf(undefined, { statuses: ['blocked'] }))).toEqual([]);
    const plan = sampleTree({ tasks: [sampleTask('t6', { blocked_reason: 'No network.' }), sampleTask('t7')] });
    expect(ids(rowsOf(plan, { statuses: ['blocked'] }))).toEqual(['l1', 't6']);
    expect(ids(rowsOf(undefined, { lists: ['l2'] }))).toEqual(['l2', 't7']);
    expect(ids(rowsOf(undefined, { lists: ['l2'], q: 'clock' }))).toEqual([]);
  });

  test('never hides what still waits for the server', () => {
    expect(ids(rowsOf(undefined, { q: 'clock' }, ALL_OPEN, new Set(['t7'])))).toEqual(['l1', 't2', 't4', 'l2', 't7']);
  });

  test('of blanks is none', () => {
    expect(findInPlan(sampleTree(), { ...NO_FILTERS, q: '   ' }, NONE)).toBeUndefined();
  });
});
