import { expect, test } from 'vitest';
import { findCycles } from './find-cycles.ts';

function graph(edges: Record<string, string[]>): Map<string, string[]> {
  return new Map(Object.entries(edges));
}

test('a tree has no cycle, even when two branches meet again', () => {
  expect(findCycles(graph({ a: ['b', 'c'], b: ['d'], c: ['d'], d: [] }))).toEqual([]);
});

test('a module that imports itself is a cycle', () => {
  expect(findCycles(graph({ a: ['a'] }))).toEqual([['a', 'a']]);
});

test('a long loop is walked from start to start', () => {
  expect(findCycles(graph({ d: ['a'], a: ['b'], b: ['c'], c: ['d'] }))).toEqual([['a', 'b', 'c', 'd', 'a']]);
});

test('of a tangled group the shortest loop is shown', () => {
  expect(findCycles(graph({ a: ['b'], b: ['c'], c: ['a', 'b', 'd'], d: ['a'] }))).toEqual([['a', 'b', 'c', 'a']]);
});

test('separate loops are told apart', () => {
  expect(findCycles(graph({ a: ['b'], b: ['a', 'c'], c: ['d'], d: ['c'] }))).toEqual([
    ['c', 'd', 'c'],
    ['a', 'b', 'a'],
  ]);
});

test('imports of what is not in the graph are no cycle', () => {
  expect(findCycles(graph({ a: ['elsewhere'] }))).toEqual([]);
});
