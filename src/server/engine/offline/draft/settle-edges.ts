import type { Edge, Place } from './edges.ts';
import { reduceEdges } from './reduce-edges.ts';
import type { WorkList } from './work.ts';

const MOST = 4;
const MOST_OF_ENABLER = 8;
/** Steps that may be spent on edges against the reading order; a document that needs more gets them dropped. */
const STEPS = 300_000;

/** Keeps the edges that can all be true at once, few per task, without what follows from the others. */
export function settleEdges(places: readonly Place[], lists: readonly WorkList[], edges: readonly Edge[]): void {
  const within = familyOf(places, lists);
  const waits = places.map(() => new Map<number, number>());
  const chosen = bestPerTask(places, within, edges);
  for (const edge of chosen.filter(({ from, to }) => endOf(within, to) < from))
    waits[edge.from]?.set(edge.to, edge.weight);
  let steps = STEPS;
  for (const edge of chosen.filter(({ from, to }) => endOf(within, to) >= from)) {
    const path = findPath(edge.to, edge.from, waits, within, () => (steps -= 1) > 0);
    if (path === 'unknown') continue;
    if (path === undefined) waits[edge.from]?.set(edge.to, edge.weight);
    else if (path.weight < edge.weight) {
      waits[path.from]?.delete(path.to);
      const again = findPath(edge.to, edge.from, waits, within, () => (steps -= 1) > 0);
      if (again === undefined) waits[edge.from]?.set(edge.to, edge.weight);
    }
  }
  const reduced = reduceEdges(
    waits.map((targets) => [...targets.keys()]),
    within,
  );
  for (const { task, index } of places)
    task.dependsOn = (reduced[index] ?? []).toSorted((a, b) => a - b).flatMap((to) => places[to]?.task.key ?? []);
}

export interface Family {
  /** Sub-tasks of each parent: it waits for them, whatever else is said. */
  children: readonly (readonly number[])[];
  /** The last task below each, itself for a leaf. */
  ends: readonly number[];
}

function familyOf(places: readonly Place[], lists: readonly WorkList[]): Family {
  const parentOf = new Map(lists.map(({ key, parent }) => [key, parent]));
  const indexOf = new Map(places.map(({ task, index }) => [task.key, index]));
  const children = places.map((): number[] => []);
  const ends = places.map(({ index }) => index);
  for (const { task, index } of places.toReversed()) {
    const parent = indexOf.get(parentOf.get(task.list) ?? '');
    if (parent === undefined) continue;
    children[parent]?.push(index);
    ends[parent] = Math.max(ends[parent] ?? 0, ends[index] ?? 0);
  }
  return { children, ends };
}

const endOf = ({ ends }: Family, index: number): number => ends[index] ?? index;

function bestPerTask(places: readonly Place[], within: Family, edges: readonly Edge[]): Edge[] {
  const perTask = places.map(() => new Map<number, Edge>());
  for (const edge of edges) {
    // Only leaves wait, and never for a parent above them: that one waits for the leaf already.
    const isInside = edge.from >= edge.to && edge.from <= endOf(within, edge.to);
    if (edge.from === edge.to || isInside || places[edge.from]?.task.isParent !== false) continue;
    const before = perTask[edge.from]?.get(edge.to);
    if (before === undefined || before.weight < edge.weight) perTask[edge.from]?.set(edge.to, edge);
  }
  return perTask
    .flatMap((found, index) => {
      const most = places[index]?.task.isEnabler === true ? MOST_OF_ENABLER : MOST;
      return [...found.values()].toSorted(heavier).slice(0, most);
    })
    .toSorted(heavier);
}

const heavier = (a: Edge, b: Edge): number => b.weight - a.weight || a.from - b.from || b.to - a.to;

/** The weakest edge on a way from one task to another; undefined without a way, 'unknown' when the steps ran out. */
function findPath(
  start: number,
  goal: number,
  waits: readonly ReadonlyMap<number, number>[],
  within: Family,
  spend: () => boolean,
): Edge | 'unknown' | undefined {
  const seen = new Map<number, Edge | undefined>([[start, undefined]]);
  const stack = [start];
  for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
    if (!spend()) return 'unknown';
    if (at === goal) return weakest(goal, start, seen);
    const next = [...(waits[at] ?? [])].map(([to, weight]) => ({ from: at, to, weight }));
    const down = (within.children[at] ?? []).map((to) => ({ from: at, to, weight: Infinity }));
    for (const edge of [...next, ...down])
      if (!seen.has(edge.to)) {
        seen.set(edge.to, edge);
        stack.push(edge.to);
      }
  }
  return undefined;
}

function weakest(goal: number, start: number, seen: ReadonlyMap<number, Edge | undefined>): Edge {
  let found: Edge = { from: goal, to: start, weight: Infinity };
  for (let at = goal; at !== start;) {
    const edge = seen.get(at);
    if (edge === undefined) break;
    if (edge.weight < found.weight) found = edge;
    at = edge.from;
  }
  return found;
}
