import { describe, expect, test } from 'vitest';
import { type Draft, placeOfDraft, withDraft } from './add-draft.ts';
import { dropAt } from './drop-place.ts';
import { flattenPlan } from './flatten-plan.ts';
import { describePlace, type MoveStep, placeAfterStep } from './places.ts';
import { sampleTree } from '#test/web/sample-tree.ts';

const plan = sampleTree();
const rowsWith = (...folded: string[]) =>
  flattenPlan(plan, { lists: [], found: undefined, isFolded: (id) => folded.includes(id) });
const rows = rowsWith();

describe('a step', () => {
  const place = (id: string, step: MoveStep) => {
    const task = plan.tasks.get(id);
    return task && placeAfterStep(plan, task, step);
  };

  test('goes among the siblings', () => {
    expect(place('t6', 'up')).toEqual({ taskListId: 'l1', afterTaskId: 't1' });
    expect(place('t2', 'up')).toEqual({ taskListId: 'l1', afterTaskId: null });
    expect(place('t4', 'down')).toEqual({ taskListId: 'l3', afterTaskId: 't5' });
  });

  test('goes below the task before, and out beside the parent', () => {
    expect(place('t6', 'in')).toEqual({ parentTaskId: 't2' });
    expect(place('t5', 'out')).toEqual({ taskListId: 'l1', afterTaskId: 't2' });
  });

  test('goes nowhere from an end', () => {
    expect([place('t1', 'up'), place('t1', 'in'), place('t6', 'down'), place('t1', 'out')]).toEqual(
      Array.from({ length: 4 }, () => undefined),
    );
  });

  test('is told with its place', () => {
    expect(describePlace(plan, 't4')).toBe('Clock guard is 2 of 3 below Token bucket');
    expect(describePlace(plan, 't7')).toBe('Webhook retries is 1 of 1 in Billing');
    expect(describePlace(plan, 'gone')).toBe('');
  });
});

describe('letting go', () => {
  // Rows: 0 l1, 1 t1, 2 t2, 3 t3, 4 t4, 5 t5, 6 t6, 7 l2, 8 t7.
  const drop = (id: string, gap: number, level: number, among = rows) => dropAt(among, id, gap, level);

  test('between two siblings follows the one before', () => {
    expect(drop('t7', 2, 2)).toMatchObject({ place: { taskListId: 'l1', afterTaskId: 't1' }, gap: 2, level: 2 });
  });

  test('under an open row goes first below it, whatever the pointer says', () => {
    expect(drop('t7', 1, 9)).toMatchObject({ place: { taskListId: 'l1', afterTaskId: null }, level: 2 });
    expect(drop('t7', 3, 1)).toMatchObject({ place: { parentTaskId: 't2', afterTaskId: null }, level: 3 });
  });

  test('at the end of a branch the pointer chooses how far out', () => {
    expect(drop('t1', 6, 4)).toMatchObject({ place: { parentTaskId: 't5', afterTaskId: null }, level: 4 });
    expect(drop('t1', 6, 3)).toMatchObject({ place: { taskListId: 'l3', afterTaskId: 't5' }, level: 3 });
    expect(drop('t1', 6, 2)).toMatchObject({ place: { taskListId: 'l1', afterTaskId: 't2' }, level: 2 });
    expect(drop('t1', 6, 0)).toMatchObject({ level: 2 });
  });

  test('into a folded branch goes last there', () => {
    const some = rowsWith('t2');
    expect(drop('t7', 3, 3, some)?.place).toEqual({ parentTaskId: 't2' });
    expect(drop('t7', 3, 2, some)?.place).toEqual({ taskListId: 'l1', afterTaskId: 't2' });
  });

  test('never puts a task below itself', () => {
    for (const gap of [3, 4, 5, 6]) {
      const place = drop('t2', gap, 9)?.place;
      expect(place?.parentTaskId, String(gap)).not.toBe('t2');
      expect(place?.taskListId, String(gap)).not.toBe('l3');
    }
  });

  test('where it was changes nothing', () => {
    expect(drop('t4', 4, 3)?.same).toBe(true);
    expect(drop('t4', 5, 3)?.same).toBe(true);
    expect(drop('t2', 4, 2)?.same).toBe(true);
    expect(drop('t4', 6, 3)?.same).toBe(false);
  });

  test('above the first list is not a place', () => {
    expect(drop('t7', 0, 2)).toBeUndefined();
    expect(drop('gone', 2, 2)).toBeUndefined();
  });
});

describe('a task that is being written', () => {
  const draft = (anchorId: string, where: Draft['where']): Draft => ({
    anchorId,
    earlier: [],
    where,
    text: '',
    attempt: '',
  });
  const shown = (of: Draft) => withDraft(rows, of).map(({ id, level }) => `${id} ${level}`);

  test('stands after its sibling and everything below that', () => {
    expect(shown(draft('t2', 'after')).slice(5, 8)).toEqual(['t5 3', 'draft 2', 't6 2']);
    expect(placeOfDraft(plan, draft('t2', 'after'))).toEqual({ taskListId: 'l1', afterTaskId: 't2' });
  });

  test('stands last below its parent', () => {
    expect(shown(draft('t2', 'below')).slice(5, 8)).toEqual(['t5 3', 'draft 3', 't6 2']);
    expect(placeOfDraft(plan, draft('t2', 'below'))).toEqual({ parentTaskId: 't2' });
  });

  test('goes into a list from the list’s own row', () => {
    expect(shown(draft('l1', 'after')).slice(6, 9)).toEqual(['t6 2', 'draft 2', 'l2 1']);
    expect(placeOfDraft(plan, draft('l1', 'after'))).toEqual({ taskListId: 'l1' });
  });

  test('is not shown where its neighbour is out of sight', () => {
    expect(withDraft(rows, draft('gone', 'after'))).toBe(rows);
    expect(placeOfDraft(plan, draft('gone', 'after'))).toBeUndefined();
  });
});
