import { describe, expect, test } from 'vitest';
import { flattenPlan } from './flatten-plan.ts';
import { sampleTree } from '#test/web/sample-tree.ts';
import { findByTyping, stepFor } from './tree-keys.ts';

const folded = new Set(['l2']);
const rows = flattenPlan(sampleTree(), { lists: [], found: undefined, isFolded: (id) => folded.has(id) });
const at = (id: string) => rows.findIndex((row) => row.id === id);
const step = (from: string, key: string) => {
  const taken = stepFor(rows, at(from), key, 4);
  return taken && 'to' in taken ? rows[taken.to]?.id : taken;
};

describe('a key in the tree', () => {
  test('walks to the next and the previous row, and stops at the ends', () => {
    expect([step('l1', 'ArrowDown'), step('t3', 'j'), step('l2', 'ArrowDown')]).toEqual(['t1', 't4', 'l2']);
    expect([step('t3', 'ArrowUp'), step('t4', 'k'), step('l1', 'ArrowUp')]).toEqual(['t2', 't3', 'l1']);
    expect([step('t4', 'Home'), step('t4', 'End'), step('l1', 'PageDown'), step('t1', 'PageUp')]).toEqual([
      'l1',
      'l2',
      't4',
      'l1',
    ]);
  });

  test('opens, goes to the first below, and stays on a row without any', () => {
    expect(step('l2', 'ArrowRight')).toEqual({ fold: ['l2'], folded: false });
    expect([step('t2', 'ArrowRight'), step('t5', 'ArrowRight')]).toEqual(['t3', 't5']);
  });

  test('folds, goes to the parent, and stays at the root', () => {
    expect(step('t2', 'ArrowLeft')).toEqual({ fold: ['t2'], folded: true });
    expect([step('t5', 'ArrowLeft'), step('t6', 'ArrowLeft'), step('l2', 'ArrowLeft')]).toEqual(['t2', 'l1', 'l1']);
  });

  test('opens all siblings, and no others', () => {
    expect(step('t6', '*')).toEqual({ fold: ['t1', 't2', 't6'], folded: false });
    expect(step('l1', '*')).toEqual({ fold: ['l1', 'l2'], folded: false });
  });

  test('selects, and leaves the rest to others', () => {
    expect([step('t4', 'Enter'), step('t4', ' ')]).toEqual([{ activate: 't4' }, { activate: 't4' }]);
    expect(step('t4', 'x')).toBeUndefined();
    expect(stepFor([], 0, 'ArrowDown', 4)).toBeUndefined();
  });
});

describe('typing', () => {
  const find = (from: string, typed: string) => rows[findByTyping(rows, at(from), typed)]?.id;

  test('goes to the next title that begins so, and around the end', () => {
    expect(find('l1', 's')).toBe('t1');
    expect(find('t1', 's')).toBe('t6');
    expect(find('t6', 's')).toBe('t1');
  });

  test('stays where a longer word still fits', () => {
    expect(find('t4', 'clo')).toBe('t4');
  });

  test('walks on with one letter pressed again', () => {
    expect(find('t1', 'ss')).toBe('t6');
  });

  test('finds nothing where nothing begins so', () => {
    expect(find('t1', 'zebra')).toBeUndefined();
  });
});
